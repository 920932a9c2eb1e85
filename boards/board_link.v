// What every board has behind its PLL and before its port: reset, the array with its link, lights.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module board_link #(
    // see orbital_link
    parameter P        = 4,
    parameter BMAX     = 8,
    parameter BFULL    = 8,
    parameter EXP      = 0,
    parameter W        = 18,
    parameter AW       = EXP != 0 ? W : W < 18 ? 2 * W : W + 18,
    parameter PS       = EXP != 0 ? 0 : W < 9 ? W - 1 : 8,
    parameter LANES    = 1,
    parameter MEM_LAT  = 2,
    parameter SUM_LAT  = MEM_LAT,
    parameter FMA_LAT  = 3,
    parameter ACC_LAT  = 1,
    parameter OUT_DEPTH = 16,
    parameter HOPS     = P > 2 && SUM_LAT != 0 ? 2 : 1,
    parameter RING     = 12,
    parameter REPLAY   = 10,
    parameter CLOCK_HZ = 100000000,
    parameter PORT     = 0,
    parameter [31:0] IP = 32'd0,
    parameter TICK     = 12  // log2 of the cycles from tick to tick
) (
    input  wire        clk,
    input  wire        locked,  // clk is steady; not synchronous to it
    output reg         rst,
    output wire        tick,    // for orb_uart
    // the port
    output wire [15:0] rate,
    input  wire        brk,
    input  wire [ 7:0] s_tdata,
    input  wire        s_tvalid,
    output wire        s_tready,
    output wire [ 7:0] m_tdata,
    output wire        m_tvalid,
    input  wire        m_tready,
    // for orb_udp
    output wire [31:0] ip,
    input  wire        s_tend,
    input  wire        s_tgood,
    output wire        m_tlast,
    // lights, 1 on
    output wire        alive,   // blinks about once a second
    output wire        busy,    // a program runs
    output wire        error    // a frame was dropped less than a blink ago, or there is no clock
);

    // ---- reset: 16 cycles, and until the clock is steady --------------------------------------------------------
    wire steady;
    orb_sync sync (
        .clk(clk),
        .d  (locked),
        .q  (steady)
    );

    reg [4:0] up = 5'd0;
    initial rst = 1'b1;
    always @(posedge clk) begin
        if (!steady) up <= 5'd0;
        else if (!up[4]) up <= up + 5'd1;
        rst <= !up[4];
    end

    // ---- the array and its link ---------------------------------------------------------------------------------
    wire dropped;

    orbital_link #(
        .P(P), .BMAX(BMAX), .BFULL(BFULL), .EXP(EXP), .W(W), .AW(AW), .PS(PS), .LANES(LANES), .MEM_LAT(MEM_LAT),
        .SUM_LAT(SUM_LAT), .FMA_LAT(FMA_LAT), .ACC_LAT(ACC_LAT), .HOPS(HOPS), .OUT_DEPTH(OUT_DEPTH), .RING(RING),
        .REPLAY(REPLAY), .CLOCK_HZ(CLOCK_HZ), .PORT(PORT), .IP(IP), .STALL(TICK + 2)
    ) array (
        .clk(clk), .rst(rst), .busy(busy), .error(dropped), .tick(tick), .rate(rate), .brk(brk),
        .s_byte_tdata(s_tdata), .s_byte_tvalid(s_tvalid), .s_byte_tready(s_tready), .m_byte_tdata(m_tdata),
        .m_byte_tvalid(m_tvalid), .m_byte_tready(m_tready),
        .ip(ip), .s_byte_tend(s_tend), .s_byte_tgood(s_tgood), .m_byte_tlast(m_tlast)
    );

    // ---- lights -------------------------------------------------------------------------------------------------
    localparam BLINK = $clog2(CLOCK_HZ) - TICK;
    reg [BLINK-1:0] count = {BLINK{1'b0}};
    reg [1:0] shown = 2'b00;
    always @(posedge clk) begin
        if (tick) count <= count + 1'b1;
        if (dropped) shown <= 2'b11;
        else if (tick & (&count[BLINK-2:0])) shown <= {1'b0, shown[1]};
    end
    assign alive = count[BLINK-1];
    assign error = shown[0] | !locked;

endmodule
`resetall
