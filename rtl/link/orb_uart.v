// UART as the byte port of the link.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_uart #(
    parameter CLOCK_HZ = 12000000,  // clock frequency, from 4 MHz on
    parameter TICK     = 12         // log2 of the cycles from tick to tick
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        tick,
    input  wire [15:0] rate,      // baud * 2^16 / clock, 1..2^14
    input  wire        rx,
    output wire        tx,
    output wire        brk,       // the line has been low for 2 ms, or up to two ticks more
    // bytes to send; one is taken when it has left
    input  wire [ 7:0] s_tdata,
    input  wire        s_tvalid,
    output wire        s_tready,
    // bytes received
    output wire [ 7:0] m_tdata,
    output wire        m_tvalid,
    input  wire        m_tready
);

    generate
        if (CLOCK_HZ < 4000000) begin : g_clock_hz
            orb_uart_CLOCK_HZ_must_be_4000000_or_more illegal ();
        end
    endgenerate

    orb_uart_rx #(
        .BREAK((CLOCK_HZ / 500 >> TICK) + 2)  // the first may come at once
    ) receiver (
        .clk     (clk),
        .rst     (rst),
        .tick    (tick),
        .rate    (rate),
        .rx      (rx),
        .brk     (brk),
        .m_tdata (m_tdata),
        .m_tvalid(m_tvalid),
        .m_tready(m_tready)
    );

    orb_uart_tx transmitter (
        .clk     (clk),
        .rst     (rst),
        .rate    (rate),
        .tx      (tx),
        .s_tdata (s_tdata),
        .s_tvalid(s_tvalid),
        .s_tready(s_tready)
    );

endmodule
`resetall
