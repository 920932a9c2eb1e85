// The sum link of a lane: takes over from the neighbour along one of the three axes or from the node itself, and looks
// at the magnitude of the sum that comes in.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_link_sum #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    input  wire          send,      // begin to send `word`
    input  wire          shift,     // go on
    input  wire [   1:0] from,      // neighbour to take over from: 0 the node itself, 1 Q, 2 R, 3 S
    input  wire [AW-1:0] word,
    input  wire [LY-1:0] own,       // what the node itself sends
    input  wire [LY-1:0] in_q,
    input  wire [LY-1:0] in_r,
    input  wire [LY-1:0] in_s,
    output wire [LY-1:0] out,       // what the shift register sends
    output wire [LY-1:0] in,        // the part that comes in,
    output wire [LY-1:0] previous,  // ... and the one before it
    output wire [AW-1:0] received,  // the sum that comes in, while its last part is on the link
    // magnitude
    input  wire          m_en,      // look at the part that comes in,
    input  wire          m_first,   // ... which is the lowest
    output reg  [LY-1:0] m_bits     // bits that differ from the bit below them
);

    assign in = (from == 2'd0) ? own : (from == 2'd1) ? in_q : (from == 2'd2) ? in_r : in_s;

    orb_serial #(
        .WIDTH(AW), .LINK(LY), .CYCLES(SL)
    ) link (
        .clk(clk), .send(send), .word(word), .shift(shift), .in(in), .out(out), .previous(previous), .received(received)
    );

    wire below = m_first ? in[0] : previous[LY-1];
    /* verilator lint_off WIDTH */  // the low bits
    always @(posedge clk) if (m_en) m_bits <= in ^ {in, below};
    /* verilator lint_on WIDTH */

endmodule
`resetall
