// The operand link of a lane: takes over from the neighbour along one of the three axes.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_link_operand #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    input  wire          send,     // begin to send `word`
    input  wire          shift,    // go on
    input  wire [   1:0] from,     // neighbour to take over from: 1 Q, 2 R, 3 S
    input  wire [ W-1:0] word,
    input  wire [LX-1:0] in_q,
    input  wire [LX-1:0] in_r,
    input  wire [LX-1:0] in_s,
    output wire [LX-1:0] out,
    output wire [ W-1:0] received  // the word that comes in, while its last part is on the link
);

    wire [LX-1:0] in = (from == 2'd1) ? in_q : (from == 2'd2) ? in_r : in_s;
    wire [LX-1:0] previous;

    orb_serial #(
        .WIDTH(W), .LINK(LX), .CYCLES(XL)
    ) link (
        .clk(clk), .send(send), .word(word), .shift(shift), .in(in), .out(out), .previous(previous), .received(received)
    );

    wire unused = &{1'b0, previous};

endmodule
`resetall
