// Byte port of the link for an FT2232H or FT232H in synchronous 245 FIFO mode.
// SPDX-License-Identifier: Apache-2.0
//
// A byte passes a port in each cycle of clk in which tvalid and tready are 1. FIFOs connect clk with the clock of the
// chip, which runs only while the chip is in this mode. A reset of any length takes effect on the chip's side at once,
// even while that clock is stopped: the bus is released, and no byte from before the reset is sent or received.
`resetall
`default_nettype none

module orb_ft245_sync (
    input  wire       clk,
    input  wire       rst,
    // pins; drive the data pins while data_oe is 1
    input  wire       ft_clk,    // CLKOUT, 60 MHz
    input  wire       rxf_n,
    input  wire       txe_n,
    output wire       oe_n,
    output wire       rd_n,
    output wire       wr_n,
    output wire       siwu_n,
    input  wire [7:0] data_in,
    output wire [7:0] data_out,
    output wire       data_oe,
    // bytes to send
    input  wire [7:0] s_tdata,
    input  wire       s_tvalid,
    output wire       s_tready,
    // bytes received
    output wire [7:0] m_tdata,
    output wire       m_tvalid,
    input  wire       m_tready
);

    localparam BITS = 4;  // log2 of the bytes that each FIFO holds

    // This is a register because both clock domains use it as an asynchronous reset.
    (* keep *) reg reset;
    wire ft_rst;
    initial reset = 1'b1;
    always @(posedge clk) reset <= rst;

    orb_reset ft_reset (
        .clk (ft_clk),
        .arst(reset),
        .rst (ft_rst)
    );

    wire [7:0] tx_tdata, rx_tdata;
    wire tx_tvalid, tx_tready, rx_tvalid, rx_tready, rx_few, tx_few;
    wire unused = &{1'b0, rx_tready, tx_few};

    orb_fifo_async #(
        .WIDTH(8),
        .BITS (BITS)
    ) tx (
        .arst    (reset),
        .s_clk   (clk),
        .s_tdata (s_tdata),
        .s_tvalid(s_tvalid),
        .s_tready(s_tready),
        .s_few   (tx_few),
        .m_clk   (ft_clk),
        .m_tdata (tx_tdata),
        .m_tvalid(tx_tvalid),
        .m_tready(tx_tready)
    );

    orb_fifo_async #(
        .WIDTH(8),
        .BITS (BITS)
    ) rx (
        .arst    (reset),
        .s_clk   (ft_clk),
        .s_tdata (rx_tdata),
        .s_tvalid(rx_tvalid),
        .s_tready(rx_tready),
        .s_few   (rx_few),
        .m_clk   (clk),
        .m_tdata (m_tdata),
        .m_tvalid(m_tvalid),
        .m_tready(m_tready)
    );

    orb_ft245_bus bus (
        .clk     (ft_clk),
        .rst     (ft_rst),
        .rxf_n   (rxf_n),
        .txe_n   (txe_n),
        .oe_n    (oe_n),
        .rd_n    (rd_n),
        .wr_n    (wr_n),
        .siwu_n  (siwu_n),
        .data_in (data_in),
        .data_out(data_out),
        .data_oe (data_oe),
        .s_tdata (tx_tdata),
        .s_tvalid(tx_tvalid),
        .s_tready(tx_tready),
        .m_tdata (rx_tdata),
        .m_tvalid(rx_tvalid),
        .m_few   (rx_few)
    );

endmodule
`resetall
