// All of a board with an FT232H or FT2232H in synchronous FIFO mode but the drivers of its data pins.
// SPDX-License-Identifier: Apache-2.0
//
// The data pins are three signals here, because a simulator cannot drive an inout port of a top from outside. The top
// of a board adds the drivers, and a simulated board is this module.
`resetall
`default_nettype none

module board_sync #(
    // see orbital_link
    parameter P      = 4,
    parameter BMAX   = 8,
    parameter BFULL  = 8,
    parameter EXP    = 0,
    parameter W      = 18,
    parameter AW     = EXP != 0 ? W : W < 18 ? 2 * W : W + 18,
    parameter PS     = EXP != 0 ? 0 : W < 9 ? W - 1 : 8,
    parameter LANES  = 1,
    parameter FMA_LAT = 3,
    parameter ACC_LAT = 1,
    parameter RING   = 14,
    parameter REPLAY = 13,
    // see orb_pll
    parameter IN_HZ        = 25000000,
    parameter CORE_HZ      = 60000000,
    parameter INPUT_DIV    = 5,
    parameter FEEDBACK_DIV = 12,
    parameter OUTPUT_DIV   = 10
) (
    input  wire       clk_in,    // of the board
    // pins of the chip
    input  wire       ft_clk,    // CLKOUT, 60 MHz
    input  wire [7:0] data_in,
    output wire [7:0] data_out,
    output wire       data_oe,   // drive the data pins
    input  wire       rxf_n,
    input  wire       txe_n,
    output wire       oe_n,
    output wire       rd_n,
    output wire       wr_n,
    output wire       siwu_n,
    // lights, 1 on
    output wire       alive,     // blinks about once a second
    output wire       busy,      // a program runs
    output wire       error      // a frame was dropped less than a blink ago, or there is no clock
);

    wire clk, locked, rst, tick;
    wire [15:0] unused_rate;
    wire [7:0] in_tdata, out_tdata;
    wire in_tvalid, in_tready, out_tvalid, out_tready;
    wire [31:0] unused_ip;
    wire unused_last;
    wire unused = &{1'b0, unused_rate, tick, unused_ip, unused_last};

    orb_pll #(
        .IN_HZ(IN_HZ), .OUT_HZ(CORE_HZ), .INPUT_DIV(INPUT_DIV), .FEEDBACK_DIV(FEEDBACK_DIV), .OUTPUT_DIV(OUTPUT_DIV)
    ) pll (
        .clk_in(clk_in), .clk(clk), .locked(locked)
    );

    orb_ft245_sync port (
        .clk(clk), .rst(rst), .ft_clk(ft_clk), .rxf_n(rxf_n), .txe_n(txe_n), .oe_n(oe_n), .rd_n(rd_n), .wr_n(wr_n),
        .siwu_n(siwu_n), .data_in(data_in), .data_out(data_out), .data_oe(data_oe), .s_tdata(out_tdata),
        .s_tvalid(out_tvalid), .s_tready(out_tready), .m_tdata(in_tdata), .m_tvalid(in_tvalid), .m_tready(in_tready)
    );

    // A beat may wait longer than a cube takes to compute, 0.6 ms.
    board_link #(
        .P(P), .BMAX(BMAX), .BFULL(BFULL), .EXP(EXP), .W(W), .AW(AW), .PS(PS), .LANES(LANES), .FMA_LAT(FMA_LAT),
        .ACC_LAT(ACC_LAT), .CLOCK_HZ(CORE_HZ), .RING(RING), .REPLAY(REPLAY), .PORT(2), .TICK(14)
    ) link (
        .clk(clk), .locked(locked), .rst(rst), .tick(tick), .rate(unused_rate), .brk(1'b0), .s_tdata(in_tdata),
        .s_tvalid(in_tvalid), .s_tready(in_tready), .m_tdata(out_tdata), .m_tvalid(out_tvalid), .m_tready(out_tready),
        .ip(unused_ip), .s_tend(1'b0), .s_tgood(1'b0), .m_tlast(unused_last), .alive(alive), .busy(busy),
        .error(error)
    );

endmodule
`resetall
