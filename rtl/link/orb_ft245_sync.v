// FT2232H or FT232H in synchronous 245 FIFO mode as the byte port of the link.
// SPDX-License-Identifier: Apache-2.0
//
// The chip's clock runs only while the chip is in this mode. A reset has to last four of its cycles to have effect
// there.
`resetall
`default_nettype none

module orb_ft245_sync (
    input  wire       clk,
    input  wire       rst,
    // pins; data goes out while data_oe is high
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

    localparam BITS = 4;  // log2 of the bytes that either FIFO holds

    (* keep *) reg [1:0] ft_rst;
    always @(posedge ft_clk) ft_rst <= {ft_rst[0], rst};

    wire [7:0] tx_tdata, rx_tdata;
    wire tx_tvalid, tx_tready, rx_tvalid, rx_tready, rx_few, tx_few;
    wire unused = &{1'b0, rx_tready, tx_few};

    orb_fifo_async #(
        .WIDTH(8),
        .BITS (BITS)
    ) tx (
        .s_clk   (clk),
        .s_rst   (rst),
        .s_tdata (s_tdata),
        .s_tvalid(s_tvalid),
        .s_tready(s_tready),
        .s_few   (tx_few),
        .m_clk   (ft_clk),
        .m_rst   (ft_rst[1]),
        .m_tdata (tx_tdata),
        .m_tvalid(tx_tvalid),
        .m_tready(tx_tready)
    );

    orb_fifo_async #(
        .WIDTH(8),
        .BITS (BITS)
    ) rx (
        .s_clk   (ft_clk),
        .s_rst   (ft_rst[1]),
        .s_tdata (rx_tdata),
        .s_tvalid(rx_tvalid),
        .s_tready(rx_tready),
        .s_few   (rx_few),
        .m_clk   (clk),
        .m_rst   (rst),
        .m_tdata (m_tdata),
        .m_tvalid(m_tvalid),
        .m_tready(m_tready)
    );

    orb_ft245_bus bus (
        .clk     (ft_clk),
        .rst     (ft_rst[1]),
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
