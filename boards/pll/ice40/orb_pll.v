// Makes the core's clock from the board's: the PLL of an iCE40 beside the clock's pin, fed back before its divider.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_pll #(
    parameter IN_HZ        = 12000000,  // frequency of clk_in, 10..133 MHz
    parameter OUT_HZ       = 24000000,  // of clk: IN_HZ * FEEDBACK_DIV / INPUT_DIV / OUTPUT_DIV, from 16 MHz on
    parameter INPUT_DIV    = 1,         // 1..16; IN_HZ / INPUT_DIV: 10..133 MHz
    parameter FEEDBACK_DIV = 64,        // 1..128; OUT_HZ * OUTPUT_DIV: 533..1066 MHz, of the oscillator
    parameter OUTPUT_DIV   = 32         // a power of two, 2..64
) (
    input  wire clk_in,  // a pin
    output wire clk,
    output wire locked   // clk is steady
);

    localparam COMPARED = IN_HZ / INPUT_DIV;  // frequency at which input and feedback are compared
    localparam OSCILLATOR = OUT_HZ / 1000 * OUTPUT_DIV;  // kHz
    localparam [31:0] DIVR = INPUT_DIV - 1, DIVF = FEEDBACK_DIV - 1, DIVQ = $clog2(OUTPUT_DIV);
    localparam [2:0] FILTER = COMPARED < 17000000 ? 1 : COMPARED < 26000000 ? 2 : COMPARED < 44000000 ? 3 :
                              COMPARED < 66000000 ? 4 : COMPARED < 101000000 ? 5 : 6;

    generate
        if (COMPARED / OUTPUT_DIV * FEEDBACK_DIV != OUT_HZ) begin : g_out_hz
            orb_pll_OUT_HZ_must_be_what_the_dividers_make illegal ();
        end
        if (INPUT_DIV > 16 || FEEDBACK_DIV > 128 || OUTPUT_DIV != 1 << DIVQ || DIVQ < 1 || DIVQ > 6) begin : g_dividers
            orb_pll_has_dividers_of_16_and_128_and_powers_of_two_to_64 illegal ();
        end
        if (COMPARED < 10000000 || COMPARED > 133000000) begin : g_compared
            orb_pll_INPUT_DIV_must_leave_10_to_133_MHz illegal ();
        end
        if (OSCILLATOR < 533000 || OSCILLATOR > 1066000) begin : g_oscillator
            orb_pll_OUTPUT_DIV_must_keep_the_oscillator_at_533_to_1066_MHz illegal ();
        end
    endgenerate

    SB_PLL40_PAD #(
        .FEEDBACK_PATH("SIMPLE"),
        .DIVR         (DIVR[3:0]),
        .DIVF         (DIVF[6:0]),
        .DIVQ         (DIVQ[2:0]),
        .FILTER_RANGE (FILTER)
    ) pll (
        .PACKAGEPIN  (clk_in),
        .PLLOUTGLOBAL(clk),
        .LOCK        (locked),
        .RESETB      (1'b1),
        .BYPASS      (1'b0)
    );

endmodule
`resetall
