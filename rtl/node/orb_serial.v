// A serial link of a node: one shift register sends a word from its low end while it receives another at its high end.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_serial #(
    parameter WIDTH  = 18,  // bits of a word, a signed number
    parameter LINK   = 5,   // bits of a part, which passes in a cycle
    parameter CYCLES = 4    // parts of a word, CYCLES*LINK >= WIDTH
) (
    input  wire             clk,
    input  wire             send,      // begin to send `word`
    input  wire [WIDTH-1:0] word,
    input  wire             shift,     // go on
    input  wire [ LINK-1:0] in,        // a part from the +1 neighbour
    output wire [ LINK-1:0] out,       // a part to the -1 neighbour
    output wire [ LINK-1:0] previous,  // the part that came before `in`
    output wire [WIDTH-1:0] received   // the word that comes in, while its last part is at `in`
);

    localparam BITS = LINK * CYCLES;

    reg [BITS-1:0] bits;

    assign out      = bits[LINK-1:0];
    assign previous = bits[BITS-1-:LINK];

    /* verilator lint_off WIDTH */  // sign extension to whole parts; the word without it
    always @(posedge clk)
        if (send) bits <= $signed(word);
        else if (shift) bits <= {in, bits[BITS-1:LINK]};

    assign received = {in, bits[BITS-1:LINK]};
    /* verilator lint_on WIDTH */

endmodule
`resetall
