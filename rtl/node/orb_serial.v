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

    /* verilator lint_off WIDTH */  // sign extension to whole parts; the word without it
    wire [BITS-1:0] sent = $signed(word);
    wire [BITS+LINK-1:0] parts;  // the one that comes in, and those that are here
    assign received = parts[BITS+LINK-1:LINK];
    /* verilator lint_on WIDTH */
    assign parts[BITS+:LINK] = in;
    assign out      = parts[LINK-1:0];
    assign previous = parts[BITS-1-:LINK];

    // Each part has a register of its own. A simulator copies a register that it shifts twice a cycle, but not these.
    // The loop counts down, because Yosys 0.23 knows a name in another block only after that block.
    genvar n;
    generate
        for (n = CYCLES - 1; n >= 0; n = n - 1) begin : g_part
            reg [LINK-1:0] bits;
            wire [LINK-1:0] next;
            if (n == CYCLES - 1) begin : g_last
                assign next = in;
            end else begin : g_behind
                assign next = g_part[n+1].bits;
            end
            always @(posedge clk)
                if (send) bits <= sent[n*LINK+:LINK];
                else if (shift) bits <= next;
            assign parts[n*LINK+:LINK] = bits;
        end
    endgenerate

endmodule
`resetall
