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
    input  wire          fetched,     // lo and hi are the words at fetch_index of the cycle before
    input  wire [  31:0] lo,
    // the next descriptor
    output wire          valid,       // lo and hi are the next descriptor
    input  wire          next         // it is taken, if valid
);

    `include "orbital_regs.vh"

    reg moved;  // fetch_index differs from that of the cycle before
    wire last = lo[ORB_PROGRAM_LO_LAST_LSB] | (&fetch_index);

    assign valid = fetched & !moved;

    always @(posedge clk) begin
        moved <= !run | next;
        if (!run) fetch_index <= {DB{1'b0}};
        else if (next) fetch_index <= last ? {DB{1'b0}} : fetch_index + 1'b1;
    end

    wire unused = &{1'b0, lo};

endmodule
`resetall
