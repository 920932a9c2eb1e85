// UART transmitter: 8 data bits, no parity, one stop bit.
// SPDX-License-Identifier: Apache-2.0
//
// s_tdata is sent while s_tvalid is 1, and must stay until s_tready, which comes at the end of the stop bit.
`resetall
`default_nettype none

module orb_uart_tx (
    input  wire        clk,
    input  wire        rst,
    input  wire [15:0] rate,      // baud * 2^16 / clock, 1..2^14; it may change between two bytes
    output reg         tx,
    input  wire [ 7:0] s_tdata,
    input  wire        s_tvalid,
    output reg         s_tready   // for one cycle: the byte has been sent
);

    localparam [3:0] START = 4'd0, STOP = 4'd9;

    reg busy;
    reg [3:0] place;   // number of the bit that is on the line
    reg [15:0] phase;
    wire [16:0] sum = {1'b0, phase} + {1'b0, rate};
    wire [2:0] next = place[2:0];
    reg level;         // level of the next bit

    always @(posedge clk) begin
        s_tready <= 1'b0;
        phase    <= sum[15:0];
        level    <= (place >= STOP - 4'd1) | s_tdata[next];
        if (!busy) begin
            phase <= 16'd0;
            place <= START;
            busy  <= s_tvalid & !s_tready;
            tx    <= !(s_tvalid & !s_tready);
        end else if (sum[16]) begin
            place <= place + 4'd1;
            tx    <= level;
            if (place == STOP) begin
                busy     <= 1'b0;
                s_tready <= 1'b1;
            end
        end
        if (rst) begin
            busy     <= 1'b0;
            tx       <= 1'b1;
            s_tready <= 1'b0;
        end
    end

endmodule
`resetall
