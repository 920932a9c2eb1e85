// Makes the core's clock from the board's; the portable twin passes it through, so what drives it is the core's clock.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_pll #(
    parameter IN_HZ        = 25000000,   // frequency of clk_in
    parameter OUT_HZ       = 100000000,  // frequency of clk: IN_HZ * FEEDBACK_DIV / INPUT_DIV; iCE40: / OUTPUT_DIV too
    parameter INPUT_DIV    = 1,
    parameter FEEDBACK_DIV = 4,
    parameter OUTPUT_DIV   = 6           // of the oscillator
) (
    input  wire clk_in,
    output wire clk,
    output wire locked  // clk is steady
);

    assign clk    = clk_in;
    assign locked = 1'b1;

    wire [159:0] unused = {IN_HZ[31:0], OUT_HZ[31:0], INPUT_DIV[31:0], FEEDBACK_DIV[31:0], OUTPUT_DIV[31:0]};
    wire unused_bits = &{1'b0, unused};

endmodule
`resetall
