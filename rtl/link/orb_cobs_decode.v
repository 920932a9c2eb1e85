// Takes the bytes of frames, COBS and a 0 at the end, and gives those of their bodies.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_cobs_decode (
    input  wire       clk,
    input  wire       rst,       // also forgets the frame that has begun
    input  wire [7:0] s_tdata,
    input  wire       s_tvalid,
    output wire       s_tready,
    output wire [7:0] m_tdata,
    output wire       m_tvalid,  // a byte of the body, or its end
    output wire       m_end,     // the frame has ended, and this is no byte
    output wire       m_good,    // ... where it had to
    input  wire       m_tready
);

    reg [7:0] left;   // 1 where a code comes next, one more for each byte before it
    reg       zero;   // a 0 stands before what the next code announces
    wire take = s_tvalid & s_tready;
    wire delimiter = (s_tdata == 8'd0);
    wire code = (left == 8'd1);
    wire [7:0] less = left + {8{!code}};  // or anything where a code comes: a cell of the adder then loads as well

    assign s_tready = m_tready | (code & !zero & !delimiter);
    assign m_tdata  = s_tdata & {8{!code}};
    assign m_tvalid = s_tvalid & (delimiter | !code | zero);
    assign m_end    = delimiter;
    assign m_good   = code;

    always @(posedge clk)
        if (rst | (take & delimiter)) begin
            left <= 8'd1;
            zero <= 1'b0;
        end else if (take) begin
            left <= code ? s_tdata : less;
            if (code) zero <= (s_tdata != 8'hFF);
        end

endmodule
`resetall
