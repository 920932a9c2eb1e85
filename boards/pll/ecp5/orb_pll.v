// Makes the core's clock from the board's: the PLL of an ECP5, its feedback taken from its output.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_pll #(
    parameter IN_HZ        = 25000000,   // frequency of clk_in, from 8 MHz on
    parameter OUT_HZ       = 100000000,  // frequency of clk: IN_HZ * FEEDBACK_DIV / INPUT_DIV
    parameter INPUT_DIV    = 1,          // 1..128; IN_HZ / INPUT_DIV: from 3.125 MHz on
    parameter FEEDBACK_DIV = 4,          // 1..80
    parameter OUTPUT_DIV   = 6           // 1..128; OUT_HZ * OUTPUT_DIV: 400..800 MHz, of the oscillator
) (
    input  wire clk_in,
    output wire clk,
    output wire locked  // clk is steady
);

    localparam PHASE = OUTPUT_DIV - 1;  // of the output: none

    generate
        if (IN_HZ / INPUT_DIV * FEEDBACK_DIV != OUT_HZ) begin : g_out_hz
            orb_pll_OUT_HZ_must_be_what_the_dividers_make illegal ();
        end
        if (OUT_HZ / 1000 * OUTPUT_DIV < 400000 || OUT_HZ / 1000 * OUTPUT_DIV > 800000) begin : g_oscillator
            orb_pll_OUTPUT_DIV_must_keep_the_oscillator_at_400_to_800_MHz illegal ();
        end
    endgenerate

    (* ICP_CURRENT = "12", LPF_RESISTOR = "8" *)
    EHXPLLL #(
        .CLKI_DIV     (INPUT_DIV),
        .CLKFB_DIV    (FEEDBACK_DIV),
        .FEEDBK_PATH  ("CLKOP"),
        .CLKOP_ENABLE ("ENABLED"),
        .CLKOP_DIV    (OUTPUT_DIV),
        .CLKOP_CPHASE (PHASE),
        .CLKOP_FPHASE (0),
        .STDBY_ENABLE ("DISABLED"),
        .PLLRST_ENA   ("DISABLED"),
        .INTFB_WAKE   ("DISABLED"),
        .DPHASE_SOURCE("DISABLED")
    ) pll (
        .CLKI        (clk_in),
        .CLKFB       (clk),
        .CLKOP       (clk),
        .LOCK        (locked),
        .RST         (1'b0),
        .STDBY       (1'b0),
        .PHASESEL0   (1'b0),
        .PHASESEL1   (1'b0),
        .PHASEDIR    (1'b1),
        .PHASESTEP   (1'b1),
        .PHASELOADREG(1'b1),
        .PLLWAKESYNC (1'b0),
        .ENCLKOP     (1'b0)
    );

endmodule
`resetall
