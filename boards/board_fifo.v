// What every board with an FT2232H in asynchronous FIFO mode has behind its PLL.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module board_fifo #(
    // see orbital_link
    parameter P        = 4,
    parameter BMAX     = 8,
    parameter BFULL    = 8,
    parameter EXP      = 0,
    parameter W        = 18,
    parameter AW       = EXP != 0 ? W : W < 18 ? 2 * W : W + 18,
    parameter PS       = EXP != 0 ? 0 : W < 9 ? W - 1 : 8,
    parameter LANES    = 1,
    parameter FMA_LAT  = 3,
    parameter ACC_LAT  = 1,
    parameter CLOCK_HZ = 100000000
) (
    input  wire       clk,
    input  wire       locked,  // clk is steady
    // pins of the chip
    inout  wire [7:0] data,
    input  wire       rxf_n,
    input  wire       txe_n,
    output wire       rd_n,
    output wire       wr_n,
    output wire       siwu_n,
    // lights, 1 on
    output wire       alive,   // blinks about once a second
    output wire       busy,    // a program runs
    output wire       error    // a frame was dropped less than a blink ago, or there is no clock
);

    wire [15:0] unused_rate;
    wire [7:0] in_tdata, out_tdata, data_out;
    wire in_tvalid, in_tready, out_tvalid, out_tready, rst, tick, data_oe;
    wire [31:0] unused_ip;
    wire unused_last;
    wire unused = &{1'b0, unused_rate, tick, unused_ip, unused_last};

    assign data = data_oe ? data_out : 8'bz;

    orb_ft245_async #(
        .CLOCK_HZ(CLOCK_HZ)
    ) port (
        .clk(clk), .rst(rst), .rxf_n(rxf_n), .txe_n(txe_n), .rd_n(rd_n), .wr_n(wr_n), .siwu_n(siwu_n), .data_in(data),
        .data_out(data_out), .data_oe(data_oe), .s_tdata(out_tdata), .s_tvalid(out_tvalid), .s_tready(out_tready),
        .m_tdata(in_tdata), .m_tvalid(in_tvalid), .m_tready(in_tready)
    );

    board_link #(
        .P(P), .BMAX(BMAX), .BFULL(BFULL), .EXP(EXP), .W(W), .AW(AW), .PS(PS), .LANES(LANES), .FMA_LAT(FMA_LAT),
        .ACC_LAT(ACC_LAT), .CLOCK_HZ(CLOCK_HZ), .PORT(1)
    ) link (
        .clk(clk), .locked(locked), .rst(rst), .tick(tick), .rate(unused_rate), .brk(1'b0), .s_tdata(in_tdata),
        .s_tvalid(in_tvalid), .s_tready(in_tready), .m_tdata(out_tdata), .m_tvalid(out_tvalid), .m_tready(out_tready),
        .ip(unused_ip), .s_tend(1'b0), .s_tgood(1'b0), .m_tlast(unused_last), .alive(alive), .busy(busy),
        .error(error)
    );

endmodule
`resetall
