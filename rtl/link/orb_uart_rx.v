// UART receiver: 8 data bits, no parity, one stop bit, at any rate up to a quarter of the clock. It detects breaks.
// SPDX-License-Identifier: Apache-2.0
//
// A byte is offered from the middle of its stop bit on, and passes in a cycle in which m_tvalid and m_tready are 1.
`resetall
`default_nettype none

module orb_uart_rx #(
    parameter BREAK = 8  // number of ticks for which the line is low in a break
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        tick,
    input  wire [15:0] rate,      // baud * 2^16 / clock, 1..2^14
    input  wire        rx,        // asynchronous to clk
    output reg         brk,       // a break was detected, for one cycle
    // bytes received; each stays for at least half a bit time, then the next one may overwrite it
    output wire [ 7:0] m_tdata,
    output reg         m_tvalid,
    input  wire        m_tready
);

    localparam [3:0] START = 4'd0, STOP = 4'd9;
    localparam LB = $clog2(BREAK + 1);
    localparam [31:0] BREAK_LAST = BREAK - 1;

    wire line;
    reg busy;           // a character is being received
    reg rest;           // the line was high since the last character
    reg [3:0] place;    // number of the bit that is sampled next
    reg [15:0] phase;   // phase of the bit; it overflows in the middle, where the bit is sampled
    reg [7:0] data;
    reg [LB-1:0] low;   // ticks for which the line has been low, at most BREAK
    wire [16:0] sum = {1'b0, phase} + {1'b0, rate};

    orb_sync sync (
        .clk(clk),
        .d  (rx),
        .q  (line)
    );

    assign m_tdata = data;

    always @(posedge clk) begin
        brk <= !line & tick & (low == BREAK_LAST[LB-1:0]);
        if (line) low <= {LB{1'b0}};
        else if (tick & (low != BREAK[LB-1:0])) low <= low + 1'b1;
        if (m_tready) m_tvalid <= 1'b0;
        if (!busy) begin
            rest  <= line;
            busy  <= rest & !line;
            place <= START;
            phase <= (rest & !line) ? sum[15:0] : 16'h8000;  // half a bit; the edge was 0.5 to 1.5 cycles ago
        end else begin
            phase <= sum[15:0];
            if (sum[16]) begin
                place <= place + 4'd1;
                if (place == START) begin
                    busy <= !line;  // if the line is high, it was a spike
                    if (line) phase <= 16'h8000;
                end
                if (place == STOP) begin
                    busy     <= 1'b0;
                    phase    <= 16'h8000;
                    rest     <= line;
                    m_tvalid <= line;
                end else if (place != START) begin
                    data     <= {line, data[7:1]};
                    m_tvalid <= 1'b0;
                end
            end
        end
        if (rst) begin
            busy     <= 1'b0;
            rest     <= 1'b0;
            low      <= {LB{1'b0}};
            brk      <= 1'b0;
            m_tvalid <= 1'b0;
        end
    end

endmodule
`resetall
