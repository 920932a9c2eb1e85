// A board for tests: a small array behind the byte link and a port of any kind, clocked without a PLL.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module link_top #(
    parameter PORT     = 0,   // 0 UART, 1 asynchronous FIFO, 2 synchronous FIFO, 3 SPI
    parameter CLOCK_HZ = 48000000,
    // see orbital_core
    parameter P        = 2,
    parameter BMAX     = 4,
    parameter BFULL    = 4,
    parameter EXP      = 0,
    parameter W        = 16,
    parameter AW       = EXP != 0 ? W : 2 * W,
    parameter FMA_LAT  = 3,
    parameter ACC_LAT  = 1
) (
    input  wire       clk,
    // UART
    input  wire       rx,
    output wire       tx,
    // FIFO
    input  wire       ft_clk,
    input  wire       rxf_n,
    input  wire       txe_n,
    output wire       oe_n,
    output wire       rd_n,
    output wire       wr_n,
    output wire       siwu_n,
    input  wire [7:0] data_in,
    output wire [7:0] data_out,
    output wire       data_oe,
    // SPI
    input  wire       sclk,
    input  wire       cs_n,
    input  wire       mosi,
    output wire       miso
);

    reg [3:0] up;  // cycles since power came
    wire rst = !(&up);
    initial up = 0;
    always @(posedge clk) up <= up + {3'd0, rst};

    wire [15:0] rate;
    wire [31:0] unused_ip;
    wire unused_last;
    wire tick, brk;
    wire [7:0] in_tdata, out_tdata;
    wire in_tvalid, in_tready, out_tvalid, out_tready, busy, error;
    wire unused = &{1'b0, busy, error, rate, tick, rx, ft_clk, rxf_n, txe_n, data_in, sclk, cs_n, mosi,
        unused_ip, unused_last};

    orbital_link #(
        .P(P), .BMAX(BMAX), .BFULL(BFULL), .EXP(EXP), .W(W), .AW(AW), .FMA_LAT(FMA_LAT), .ACC_LAT(ACC_LAT),
        .CLOCK_HZ(CLOCK_HZ), .PORT(PORT)
    ) link (
        .clk(clk), .rst(rst), .busy(busy), .error(error), .tick(tick), .rate(rate), .brk(brk),
        .s_byte_tdata(in_tdata), .s_byte_tvalid(in_tvalid), .s_byte_tready(in_tready),
        .m_byte_tdata(out_tdata), .m_byte_tvalid(out_tvalid), .m_byte_tready(out_tready),
        .ip(unused_ip), .s_byte_tend(1'b0), .s_byte_tgood(1'b0), .m_byte_tlast(unused_last)
    );

    generate
        if (PORT == 0) begin : g_uart
            orb_uart #(
                .CLOCK_HZ(CLOCK_HZ)
            ) port (
                .clk(clk), .rst(rst), .tick(tick), .rate(rate), .rx(rx), .tx(tx), .brk(brk),
                .s_tdata(out_tdata), .s_tvalid(out_tvalid), .s_tready(out_tready),
                .m_tdata(in_tdata), .m_tvalid(in_tvalid), .m_tready(in_tready)
            );
        end else begin : g_no_uart
            assign tx  = 1'b1;
            assign brk = 1'b0;
        end

        if (PORT == 1) begin : g_async
            orb_ft245_async #(
                .CLOCK_HZ(CLOCK_HZ)
            ) port (
                .clk(clk), .rst(rst),
                .rxf_n(rxf_n), .txe_n(txe_n), .rd_n(rd_n), .wr_n(wr_n), .siwu_n(siwu_n),
                .data_in(data_in), .data_out(data_out), .data_oe(data_oe),
                .s_tdata(out_tdata), .s_tvalid(out_tvalid), .s_tready(out_tready),
                .m_tdata(in_tdata), .m_tvalid(in_tvalid), .m_tready(in_tready)
            );
            assign oe_n = 1'b1;
        end else if (PORT == 2) begin : g_sync
            orb_ft245_sync port (
                .clk(clk), .rst(rst), .ft_clk(ft_clk),
                .rxf_n(rxf_n), .txe_n(txe_n), .oe_n(oe_n), .rd_n(rd_n), .wr_n(wr_n), .siwu_n(siwu_n),
                .data_in(data_in), .data_out(data_out), .data_oe(data_oe),
                .s_tdata(out_tdata), .s_tvalid(out_tvalid), .s_tready(out_tready),
                .m_tdata(in_tdata), .m_tvalid(in_tvalid), .m_tready(in_tready)
            );
        end else begin : g_no_fifo
            assign {oe_n, rd_n, wr_n, siwu_n} = 4'b1111;
            assign {data_out, data_oe} = 9'd0;
        end

        if (PORT == 3) begin : g_spi
            orb_spi_slave port (
                .clk(clk), .rst(rst), .sclk(sclk), .cs_n(cs_n), .mosi(mosi), .miso(miso),
                .s_tdata(out_tdata), .s_tvalid(out_tvalid), .s_tready(out_tready),
                .m_tdata(in_tdata), .m_tvalid(in_tvalid), .m_tready(in_tready)
            );
        end else begin : g_no_spi
            assign miso = 1'b1;
        end
    endgenerate

endmodule

`resetall
