// Register slice of a stream: no combinational path leads from one port to the other, in either direction.
// SPDX-License-Identifier: Apache-2.0
//
// A word passes a port in each cycle in which valid and ready are 1. The latency is one cycle, the throughput one word
// per cycle. When the sink stops, the source sees that only a cycle later. The spare register takes the word that the
// source sends in that cycle.
`resetall
`default_nettype none

module orb_slice #(
    parameter integer WIDTH = 18  // bits of a word
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             s_valid,
    output reg              s_ready,  // the spare register is free
    input  wire [WIDTH-1:0] s_data,
    output reg              m_valid,
    input  wire             m_ready,
    output reg  [WIDTH-1:0] m_data
);

    reg [WIDTH-1:0] spare;
    wire moves = !m_valid | m_ready;

    always @(posedge clk) begin
        if (s_ready) spare <= s_data;
        if (moves) m_data <= s_ready ? s_data : spare;
        if (rst) begin
            m_valid <= 1'b0;
            s_ready <= 1'b1;
        end else begin
            m_valid <= !moves | s_valid | !s_ready;
            s_ready <= moves | (s_ready & !s_valid);
        end
    end

endmodule
`resetall
