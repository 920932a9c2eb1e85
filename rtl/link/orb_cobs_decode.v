// Decodes frames: takes their bytes, which are COBS followed by a 0, and gives the bytes of their bodies.
// SPDX-License-Identifier: Apache-2.0
//
// Bytes pass without latency: the output depends on the input within the cycle. A byte passes a port in each cycle in
// which tvalid and tready are 1.
`resetall
`default_nettype none

module orb_cobs_decode (
    input  wire       clk,
    input  wire       rst,       // also discards a partial frame
    input  wire [7:0] s_tdata,
    input  wire       s_tvalid,
    output wire       s_tready,
    output wire [7:0] m_tdata,
    output wire       m_tvalid,  // there is a byte of the body or the end of a frame
    output wire       m_end,     // the end of a frame, without a byte
    output wire       m_good,    // with m_end: the last block of the frame was complete
    input  wire       m_tready
);

    reg [7:0] left;   // bytes of the block that are still to come, plus 1; so with 1 a code comes next
    reg       zero;   // the body has a 0 between the block and the next one
    wire take = s_tvalid & s_tready;
    wire delimiter = (s_tdata == 8'd0);
    wire code = (left == 8'd1);
    wire [7:0] less = left + {8{!code}};  // arbitrary before a code, so that the cells of the adder also select

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
