// What a stage must be when the sequencer offers it to the slot generator: asserted of the one, assumed by the other.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module orb_stage_rules #(
    parameter P      = 2,
    parameter BMAX   = 3,
    parameter NBUF   = 2,
    parameter CBANKS = 1,
    parameter LANES  = 1,
    parameter SL     = 2,
    parameter BB     = $clog2(BMAX + 1),
    parameter RB     = $clog2(BMAX * BMAX + 1),
    parameter LB     = 4,
    parameter BLOCK  = BMAX * ((BMAX + LANES - 1) / LANES),  // addresses of a coefficient block
    parameter XA     = $clog2(NBUF * BMAX * BMAX * BMAX),
    parameter CA     = $clog2(CBANKS * (P + 2) * BLOCK)
) (
    input  wire [BB-1:0] b1,
    input  wire [BB-1:0] b2,
    input  wire [BB-1:0] b3,
    input  wire [RB-1:0] b23,
    input  wire [   1:0] axis,
    input  wire          transposed,
    input  wire          c_rolls,
    input  wire [   7:0] steps,
    input  wire [BB-1:0] extent,
    input  wire [LB-1:0] slot,
    input  wire [XA-1:0] src,
    input  wire [XA-1:0] roll0,
    input  wire [XA-1:0] roll1,
    input  wire [CA-1:0] bank,
    output wire          shape,  // block extents are legal
    output wire          stage   // the stage is
);

    localparam CUBE = BMAX * BMAX * BMAX, LEAST = BMAX == 1 ? 1 : 2, SHORTEST = SL > LANES ? SL : LANES;
    localparam WORDS = NBUF * CUBE, COEFFICIENTS = CBANKS * (P + 2) * BLOCK;

    assign shape = (b1 >= LEAST) & (b1 <= BMAX) & (b2 >= LEAST) & (b2 <= BMAX) & (b3 >= LEAST) & (b3 <= BMAX) &
                   (b23 == b2 * b3);

    wire lengths = (axis < 3) & (steps >= 1) & (steps <= P) & (extent == ((axis == 0) ? b1 : (axis == 1) ? b2 : b3)) &
                   (slot == ((extent > SHORTEST) ? extent : SHORTEST));
    wire buffers = (src + CUBE <= WORDS) & (roll0 + CUBE <= WORDS) & (roll1 + CUBE <= WORDS) &
                   (src % CUBE == 0) & (roll0 % CUBE == 0) & (roll1 % CUBE == 0);
    wire coefficients = (bank % BLOCK == 0) & (bank + (c_rolls ? steps * BLOCK : BLOCK) <= COEFFICIENTS) &
                        !(transposed & (LANES > 1));
    assign stage = lengths & buffers & coefficients;

endmodule
