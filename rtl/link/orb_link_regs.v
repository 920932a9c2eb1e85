// AXI4-Lite registers of the link; rtl/link/orbital_link.rdl is their map.
// SPDX-License-Identifier: Apache-2.0
//
// A write is taken in the cycle in which address and data are both valid, and answered in the next cycle. A read is
// answered in the cycle after its address, byte by byte: the master keeps the address and counts s_axil_number.
`resetall
`default_nettype none

module orb_link_regs #(
    parameter RING     = 9,   // log2 of the bytes of the receive ring, 9..14
    parameter REPLAY   = 8,   // log2 of the beats of the replay buffer, 4..14
    parameter STALL    = 14,  // log2 of the cycles for which the link waits for a beat, 8..23
    parameter PORT     = 0,   // kind of port: 0 UART, 1 asynchronous FIFO, 2 synchronous FIFO, 3 SPI, 4 Ethernet
    parameter CLOCK_HZ = 0,   // clock frequency in hertz, 0: unknown, and the UART begins at its highest rate
    parameter [31:0] IP = 32'd0  // first IP address
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        brk,              // a break: return to the first rate
    input  wire        quiet,            // no request is being processed, and no answer is on its way
    output wire [15:0] rate,             // rate of the UART, baud * 2^16 / clock
    output wire [31:0] ip,               // LINK_IP
    input  wire [15:0] position_in,      // LINK_POSITION
    input  wire [15:0] position_out,
    input  wire [ 7:0] last,             // LINK_LAST
    input  wire        last_valid,
    input  wire        dropped_bad,      // a frame is counted in LINK_ERRORS
    input  wire        dropped_full,
    input  wire        busy,             // the values of registers may change, so reads wait
    output reg         reading,          // a register is being read, so busy must not rise from the next cycle on
    // AXI4-Lite, one access at a time
    input  wire [15:0] s_axil_awaddr,    // from 0xF00 on
    input  wire        s_axil_awvalid,
    output wire        s_axil_awready,
    input  wire [31:0] s_axil_wdata,
    input  wire        s_axil_wvalid,
    output wire        s_axil_wready,
    output reg  [ 1:0] s_axil_bresp,
    output reg         s_axil_bvalid,
    input  wire        s_axil_bready,
    input  wire [15:0] s_axil_araddr,    // from 0xF00 on
    input  wire        s_axil_arvalid,
    output wire        s_axil_arready,
    output wire [ 7:0] s_axil_rbyte,     // the byte of the register with this number; keep the address stable
    input  wire [ 1:0] s_axil_number,
    output wire [ 1:0] s_axil_rresp,
    output reg         s_axil_rvalid,
    input  wire        s_axil_rready
);

    `include "orbital_link_regs.vh"

    localparam [1:0] OKAY = 2'b00, SLVERR = 2'b10;
    localparam MOST = 16384;                 // the highest rate, a quarter of the clock
    localparam BAUD = 1000000 / 32 * 65536;  // 1,000,000 baud, divided by 32 to stay below 2^31
    localparam EXACT = CLOCK_HZ == 0 ? MOST : (BAUD + CLOCK_HZ / 64) / (CLOCK_HZ / 32);
    localparam [31:0] FIRST = EXACT > MOST ? MOST : EXACT;
    localparam [31:0] STALL_CODE = STALL - 8;
    localparam [2:0] COUNT = PORT == 4 ? 3'd7 : 3'd6;  // number of registers

    reg [7:0] bad, full;  // counts
    reg [14:0] rate_q, next_rate;
    reg [31:0] ip_q, next_ip;  // constant unless the port is Ethernet
    reg quiet_q;

    assign rate = {1'b0, rate_q};
    assign ip   = ip_q;

    // ---- writes -----------------------------------------------------------------------------------------------------
    wire write = s_axil_awvalid & s_axil_wvalid & !s_axil_bvalid;
    wire in_range = (s_axil_wdata[31:15] == 17'd0) & (s_axil_wdata[14] != |s_axil_wdata[13:0]);  // 1..2^14
    wire w_rate = (s_axil_awaddr == {4'd0, ORB_REG_LINK_RATE}) & in_range;
    wire w_ip = (PORT == 4) & (s_axil_awaddr == {4'd0, ORB_REG_LINK_IP});

    assign s_axil_awready = write;
    assign s_axil_wready  = write;

    always @(posedge clk) begin
        if (s_axil_bready) s_axil_bvalid <= 1'b0;
        quiet_q <= quiet;
        if (quiet_q) {rate_q, ip_q} <= {next_rate, next_ip};
        if (write) begin
            s_axil_bvalid <= 1'b1;
            s_axil_bresp  <= (w_rate | w_ip) ? OKAY : SLVERR;
            if (w_rate) next_rate <= s_axil_wdata[14:0];
            if (w_ip) next_ip <= s_axil_wdata;
        end
        if (rst | brk) {next_rate, rate_q} <= {FIRST[14:0], FIRST[14:0]};
        if (rst) begin
            {next_ip, ip_q} <= {IP, IP};
            s_axil_bvalid   <= 1'b0;
        end
    end

    // ---- reads ------------------------------------------------------------------------------------------------------
    wire exists = (s_axil_araddr[15:5] == {4'd0, ORB_REG_LINK_ID[11:5]}) & (s_axil_araddr[4:2] < COUNT) &
                  (s_axil_araddr[1:0] == 2'd0);
    wire [31:0] info = {STALL_CODE[3:0], PORT[3:0], 3'd0, REPLAY[4:0], 3'd0, RING[4:0], ORB_LINK_INFO_VERSION_RESET};
    // in the order of their addresses
    wire [32*8-1:0] values = {
        32'd0, (PORT == 4) ? next_ip : 32'd0, 17'd0, next_rate, 8'd0, full, 8'd0, bad, 23'd0, last_valid, last,
        position_out, position_in, info, ORB_LINK_ID_VALUE_RESET
    };

    assign s_axil_rbyte   = values[8*{s_axil_araddr[4:2], s_axil_number}+:8];
    assign s_axil_arready = reading & !s_axil_rvalid & !busy;
    assign s_axil_rresp   = exists ? OKAY : SLVERR;

    always @(posedge clk) begin
        reading <= s_axil_arvalid | s_axil_rvalid;
        if (s_axil_rready) s_axil_rvalid <= 1'b0;
        if (s_axil_arvalid & s_axil_arready) s_axil_rvalid <= 1'b1;
        if (rst) {reading, s_axil_rvalid} <= 2'b00;
    end

    // ---- counts of dropped frames -----------------------------------------------------------------------------------
    always @(posedge clk)
        if (rst) {full, bad} <= 16'd0;
        else begin
            if (dropped_bad & !(&bad)) bad <= bad + 8'd1;
            if (dropped_full & !(&full)) full <= full + 8'd1;
        end

endmodule
`resetall
