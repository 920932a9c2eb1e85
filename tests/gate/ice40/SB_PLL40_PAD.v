// PLL of an iCE40 as orb_pll uses it: what drives its pin is the core's clock, as in the portable twin.
// SPDX-License-Identifier: Apache-2.0

module SB_PLL40_PAD #(
    parameter FEEDBACK_PATH = "SIMPLE",
    parameter [3:0] DIVR = 0,
    parameter [6:0] DIVF = 0,
    parameter [2:0] DIVQ = 0,
    parameter [2:0] FILTER_RANGE = 0
) (
    input  PACKAGEPIN,
    output PLLOUTGLOBAL,
    output LOCK,
    input  RESETB,
    input  BYPASS
);

    assign PLLOUTGLOBAL = PACKAGEPIN & RESETB & !BYPASS;
    assign LOCK         = RESETB;

endmodule
