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
    output reg  [7:0] m_tdata,
    output reg        m_tvalid,  // a byte of the body, or its end
    output reg        m_end,     // the frame has ended, and this is no byte
    output reg        m_good,    // ... where it had to
    input  wire       m_tready
);

    reg [7:0] left;   // bytes until the next code
    reg       zero;   // a 0 stands before what the next code announces
    wire take = s_tvalid & s_tready;
    wire delimiter = (s_tdata == 8'd0);
    wire code = (left == 8'd0);

    assign s_tready = !m_tvalid | m_tready;

    always @(posedge clk) begin
        if (m_tready) m_tvalid <= 1'b0;
        if (take) begin
            m_tdata  <= code ? 8'd0 : s_tdata;
            m_tvalid <= delimiter | !code | zero;
            m_end    <= delimiter;
            m_good   <= code;
            if (delimiter) begin
                left <= 8'd0;
                zero <= 1'b0;
            end else if (code) begin
                left <= s_tdata - 8'd1;
                zero <= (s_tdata != 8'hFF);
            end else left <= left - 8'd1;
        end
        if (rst) begin
            left     <= 8'd0;
            zero     <= 1'b0;
            m_tvalid <= 1'b0;
        end
    end

endmodule
`resetall
