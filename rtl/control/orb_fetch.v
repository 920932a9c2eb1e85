// Reads the program ahead of the sequencer: descriptors in the order in which they run.
// SPDX-License-Identifier: Apache-2.0
//
// The next descriptor stays at the output of the program memory until the sequencer takes it. After the last descriptor
// the module reads the first one again; only the sequencer knows whether another run follows.
`resetall
`default_nettype none

module orb_fetch #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    input  wire          run,         // 0: forget all, and begin with descriptor 0
    // program memory
    output reg  [DB-1:0] fetch_index,
    input  wire          fetched,     // the memory shows the descriptor at fetch_index of the cycle before,
    input  wire          last,        // ... which is the last of the program
    // the next descriptor
    output wire          valid,       // the memory shows the next descriptor
    input  wire          next         // it is taken, if valid
);

    reg moved;  // fetch_index differs from that of the cycle before
    wire ends = last | (&fetch_index);

    assign valid = fetched & !moved;

    always @(posedge clk) begin
        moved <= !run | next;
        if (!run) fetch_index <= {DB{1'b0}};
        else if (next) fetch_index <= ends ? {DB{1'b0}} : fetch_index + 1'b1;
    end

endmodule
`resetall
