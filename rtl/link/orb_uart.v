// Byte port of the link as a UART: 8 data bits, no parity, one stop bit.
// SPDX-License-Identifier: Apache-2.0
//
// A byte passes a port in each cycle in which tvalid and tready are 1; a byte to send passes after its stop bit.
`resetall
`default_nettype none

module orb_uart #(
    parameter CLOCK_HZ = 12000000,  // clock frequency in hertz, 4000000 or more
    parameter TICK     = 12         // log2 of the cycles between two ticks
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        tick,      // one cycle in 2^TICK
    input  wire [15:0] rate,      // baud * 2^16 / clock, 1..2^14
    input  wire        rx,        // asynchronous to clk
    output wire        tx,
    output wire        brk,       // a break: the line has been low for 2 ms, or up to two ticks longer
    // bytes to send
    input  wire [ 7:0] s_tdata,
    input  wire        s_tvalid,
    output wire        s_tready,
    // bytes received; each stays for at least half a bit time, then the next one may overwrite it
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
        .BREAK((CLOCK_HZ / 500 >> TICK) + 2)  // 2 ms, rounded up; the first tick may come at once
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
