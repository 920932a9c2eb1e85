// Top of the ECPIX-5 over Gigabit Ethernet.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module ecpix5_85_eth_top #(
    parameter P = 4, BMAX = 8, BFULL = 8, EXP = 0, W = 18, LANES = 1, FMA_LAT = 3, ACC_LAT = 1,
    parameter AW = EXP != 0 ? W : W < 18 ? 2 * W : W + 18, PS = EXP != 0 ? 0 : W < 9 ? W - 1 : 8,  // see orbital_core
    parameter IN_HZ = 100000000, CORE_HZ = 60000000, INPUT_DIV = 5, FEEDBACK_DIV = 3, OUTPUT_DIV = 10,  // see orb_pll
    parameter IP_0 = 192, IP_1 = 168, IP_2 = 1, IP_3 = 50,  // first IP address
    parameter NUMBER = 1,                                   // last two bytes of the MAC address
    parameter PHY_RESET = 20                                // log2 of the cycles for which the PHY is reset
) (
    input  wire       clk_100mhz,
    // the PHY, a KSZ9031
    output wire       eth_rst_n,
    input  wire       eth_rx_clk,
    input  wire       eth_rx_ctl,
    input  wire [3:0] eth_rx_data,
    output wire       eth_tx_clk,
    output wire       eth_tx_ctl,
    output wire [3:0] eth_tx_data,
    output wire [2:0] led_n        // error, busy, alive; on when 0
);

    wire clk, locked, alive, busy, error;
    assign led_n = ~{error, busy, alive};

    orb_pll #(
        .IN_HZ(IN_HZ), .OUT_HZ(CORE_HZ), .INPUT_DIV(INPUT_DIV), .FEEDBACK_DIV(FEEDBACK_DIV), .OUTPUT_DIV(OUTPUT_DIV)
    ) pll (
        .clk_in(clk_100mhz), .clk(clk), .locked(locked)
    );

    // ---- the PHY needs 10 ms of reset -------------------------------------------------------------------------------
    /* verilator lint_off SYNCASYNCNET */  // it also goes to the domains of other clocks, through orb_reset
    wire rst;
    /* verilator lint_on SYNCASYNCNET */
    reg [PHY_RESET:0] up = {PHY_RESET + 1{1'b0}};
    always @(posedge clk)
        if (rst) up <= {PHY_RESET + 1{1'b0}};
        else if (!up[PHY_RESET]) up <= up + 1'b1;
    assign eth_rst_n = up[PHY_RESET];

    // ---- Ethernet, IP and UDP ---------------------------------------------------------------------------------------
    localparam [31:0] IP_HI = IP_0, IP_MID = IP_1, IP_LOW = IP_2, IP_LAST = IP_3, LAST = NUMBER;
    localparam [47:0] MAC = {32'h024F5242, LAST[15:0]};  // a locally administered one
    wire [47:0] in_mac, out_mac, to_mac, from_mac;
    wire [31:0] ip, own_ip, udp_ip, in_ip, in_data, out_ip, out_data;
    wire [15:0] in_port, out_port, out_length;
    wire in_valid, in_ready, in_last, in_error, out_valid, out_ready, out_last;
    wire [3:0] in_last_byte, out_last_byte;

    // Four bytes in each cycle of half the clock are more than a gigabit per second.
    wire core_rst;
    reg udp_clk = 1'b0;
    always @(posedge clk) udp_clk <= !udp_clk;

    // The core begins when the clock of the PHY is there.
    orb_reset core_reset (
        .clk (udp_clk),
        .arst(!eth_rst_n),
        .rst (core_rst)
    );

    orb_udp_core udp_core (
        .clk(udp_clk), .rst(core_rst), .mac(MAC), .own_ip(udp_ip), .rgmii_clocks_rx(eth_rx_clk),
        .rgmii_clocks_tx(eth_tx_clk), .rgmii_rx_ctl(eth_rx_ctl), .rgmii_rx_data(eth_rx_data),
        .rgmii_tx_ctl(eth_tx_ctl), .rgmii_tx_data(eth_tx_data), .in_mac(in_mac), .in_ip(in_ip), .in_port(in_port),
        .in_data(in_data), .in_valid(in_valid), .in_ready(in_ready), .in_last(in_last), .in_last_byte(in_last_byte),
        .in_error(in_error), .out_mac(out_mac), .out_ip(out_ip), .out_port(out_port), .out_length(out_length),
        .out_data(out_data), .out_valid(out_valid), .out_ready(out_ready), .out_last(out_last),
        .out_last_byte(out_last_byte)
    );

    wire [31:0] to_ip, to_data, from_ip, from_data;
    wire [15:0] to_port, from_port, from_length;
    wire steady, to_valid, to_ready, to_last, to_error, from_valid, from_ready, from_last;
    wire [3:0] to_last_byte;

    orb_udp_cross crossing (
        .clk(clk), .rst(rst), .udp_clk(udp_clk), .own_ip(own_ip), .steady(steady), .udp_ip(udp_ip), .s_mac(in_mac),
        .s_ip(in_ip), .s_port(in_port), .s_tdata(in_data), .s_tvalid(in_valid), .s_tready(in_ready), .s_tlast(in_last),
        .s_last_byte(in_last_byte), .s_error(in_error), .to_mac(to_mac), .to_ip(to_ip), .to_port(to_port),
        .to_tdata(to_data), .to_tvalid(to_valid), .to_tready(to_ready), .to_tlast(to_last),
        .to_last_byte(to_last_byte), .to_error(to_error), .from_mac(from_mac), .from_ip(from_ip),
        .from_port(from_port), .from_length(from_length), .from_tdata(from_data), .from_tvalid(from_valid),
        .from_tready(from_ready), .from_tlast(from_last), .m_mac(out_mac), .m_ip(out_ip), .m_port(out_port),
        .m_length(out_length), .m_tdata(out_data), .m_tvalid(out_valid), .m_tready(out_ready), .m_tlast(out_last),
        .m_last_byte(out_last_byte)
    );

    // ---- the link and the array -------------------------------------------------------------------------------------
    wire tick, s_tvalid, s_tready, s_tend, m_tvalid, m_tready, m_tlast;
    wire [7:0] s_tdata, m_tdata;
    wire [15:0] unused_rate;
    wire unused = &{1'b0, unused_rate};

    // A beat may wait longer than a cube takes to compute, 0.5 ms.
    localparam TICK = 14;

    orb_udp #(
        .IN_BITS(12), .LEASE(28 - TICK)  // 2.1 seconds at 125 MHz
    ) datagrams (
        .clk(clk), .rst(rst), .tick(tick), .own_mac(MAC), .ip(ip), .own_ip(own_ip), .steady(steady), .s_mac(to_mac),
        .s_ip(to_ip), .s_port(to_port), .s_tdata(to_data), .s_tvalid(to_valid), .s_tready(to_ready), .s_tlast(to_last),
        .s_last_byte(to_last_byte), .s_error(to_error), .m_mac(from_mac), .m_ip(from_ip), .m_port(from_port),
        .m_length(from_length), .m_tdata(from_data), .m_tvalid(from_valid), .m_tready(from_ready),
        .m_tlast(from_last), .m_byte_tdata(s_tdata), .m_byte_tvalid(s_tvalid), .m_byte_tend(s_tend),
        .m_byte_tready(s_tready), .s_byte_tdata(m_tdata), .s_byte_tvalid(m_tvalid), .s_byte_tready(m_tready),
        .s_byte_tlast(m_tlast)
    );

    board_link #(
        .P(P), .BMAX(BMAX), .BFULL(BFULL), .EXP(EXP), .W(W), .AW(AW), .PS(PS), .LANES(LANES), .FMA_LAT(FMA_LAT),
        .ACC_LAT(ACC_LAT), .CLOCK_HZ(CORE_HZ), .RING(14), .REPLAY(13), .PORT(4), .TICK(TICK), .IP({
        IP_HI[7:0], IP_MID[7:0], IP_LOW[7:0], IP_LAST[7:0]})
    ) link (
        .clk(clk), .locked(locked), .rst(rst), .tick(tick), .rate(unused_rate), .brk(1'b0), .s_tdata(s_tdata),
        .s_tvalid(s_tvalid), .s_tready(s_tready), .m_tdata(m_tdata), .m_tvalid(m_tvalid), .m_tready(m_tready),
        .ip(ip), .s_tend(s_tend), .s_tgood(1'b1), .m_tlast(m_tlast), .alive(alive), .busy(busy), .error(error)
    );

endmodule
`resetall
