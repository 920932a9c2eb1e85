// What every board with a UART has behind its PLL.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module board_uart #(
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
    parameter CLOCK_HZ = 100000000
) (
    input  wire clk,
    input  wire locked,  // clk is steady
    input  wire rx,
    output wire tx,
    // lights, 1 on
    output wire alive,   // blinks about once a second
    output wire busy,    // a program runs
    output wire error    // a frame was dropped less than a blink ago, or there is no clock
);

    wire [15:0] rate;
    wire [7:0] in_tdata, out_tdata;
    wire in_tvalid, in_tready, out_tvalid, out_tready, rst, tick, brk;

    wire [31:0] unused_ip;
    wire unused_last;
    wire unused = &{1'b0, unused_ip, unused_last};

    localparam TICK = 12;  // log2 of its cycles

    orb_uart #(
        .CLOCK_HZ(CLOCK_HZ), .TICK(TICK)
    ) uart (
        .clk(clk), .rst(rst), .tick(tick), .rate(rate), .rx(rx), .tx(tx), .brk(brk), .s_tdata(out_tdata),
        .s_tvalid(out_tvalid), .s_tready(out_tready), .m_tdata(in_tdata), .m_tvalid(in_tvalid), .m_tready(in_tready)
    );

    board_link #(
        .P(P), .BMAX(BMAX), .BFULL(BFULL), .EXP(EXP), .W(W), .AW(AW), .PS(PS), .LANES(LANES), .MEM_LAT(MEM_LAT),
        .SUM_LAT(SUM_LAT), .FMA_LAT(FMA_LAT), .ACC_LAT(ACC_LAT), .HOPS(HOPS), .OUT_DEPTH(OUT_DEPTH), .RING(RING),
        .REPLAY(REPLAY), .CLOCK_HZ(CLOCK_HZ), .TICK(TICK)
    ) link (
        .clk(clk), .locked(locked), .rst(rst), .tick(tick), .rate(rate), .brk(brk), .s_tdata(in_tdata),
        .s_tvalid(in_tvalid), .s_tready(in_tready), .m_tdata(out_tdata), .m_tvalid(out_tvalid), .m_tready(out_tready),
        .ip(unused_ip), .s_tend(1'b0), .s_tgood(1'b0), .m_tlast(unused_last), .alive(alive), .busy(busy),
        .error(error)
    );

endmodule
`resetall
