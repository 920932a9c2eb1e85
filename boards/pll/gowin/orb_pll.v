// Makes the core's clock from the board's: the rPLL of a Gowin GW2A, its feedback taken inside.
// SPDX-License-Identifier: Apache-2.0
//
// The limits are those of a GW2AR-18 of grade C8/I7 in its data sheet, DS226; the ports are named as in UG286.
`resetall
`default_nettype none

module orb_pll #(
    parameter IN_HZ        = 27000000,  // frequency of clk_in, see FCLKIN below
    parameter OUT_HZ       = 54000000,  // frequency of clk: IN_HZ * FEEDBACK_DIV / INPUT_DIV
    parameter INPUT_DIV    = 1,         // 1..64; IN_HZ / INPUT_DIV: 3..500 MHz
    parameter FEEDBACK_DIV = 2,         // 1..64; OUT_HZ * OUTPUT_DIV: 500..1250 MHz, of the oscillator
    parameter OUTPUT_DIV   = 16         // 2, 4, 8, or a multiple of 16 up to 128
) (
    input  wire clk_in,
    output wire clk,
    output wire locked  // clk is steady
);

    localparam COMPARED = IN_HZ / INPUT_DIV;  // frequency at which input and feedback are compared
    localparam OSCILLATOR = OUT_HZ / 1000 * OUTPUT_DIV;  // kHz

    generate
        if (COMPARED * FEEDBACK_DIV != OUT_HZ) begin : g_out_hz
            orb_pll_OUT_HZ_must_be_what_the_dividers_make illegal ();
        end
        if (INPUT_DIV > 64 || FEEDBACK_DIV > 64) begin : g_dividers
            orb_pll_has_dividers_of_up_to_64 illegal ();
        end
        if (OUTPUT_DIV != 2 && OUTPUT_DIV != 4 && OUTPUT_DIV != 8 && (OUTPUT_DIV % 16 != 0 || OUTPUT_DIV > 128))
        begin : g_output
            orb_pll_OUTPUT_DIV_must_be_2_4_8_or_a_multiple_of_16_up_to_128 illegal ();
        end
        if (COMPARED < 3000000) begin : g_compared
            orb_pll_INPUT_DIV_must_leave_3_MHz_or_more illegal ();
        end
        if (OSCILLATOR < 500000 || OSCILLATOR > 1250000) begin : g_oscillator
            orb_pll_OUTPUT_DIV_must_keep_the_oscillator_at_500_to_1250_MHz illegal ();
        end
        if (IN_HZ != 27000000) begin : g_in_hz
            orb_pll_IN_HZ_must_be_that_of_FCLKIN illegal ();
        end
    endgenerate

    rPLL #(
        .FCLKIN   ("27"),  // megahertz: a string, which Verilog cannot make of a number
        .DEVICE   ("GW2AR-18C"),
        .IDIV_SEL (INPUT_DIV - 1),
        .FBDIV_SEL(FEEDBACK_DIV - 1),
        .ODIV_SEL (OUTPUT_DIV),
        .CLKFB_SEL("internal")
    ) pll (
        .CLKIN   (clk_in),
        .CLKFB   (1'b0),
        .CLKOUT  (clk),
        .LOCK    (locked),
        .RESET   (1'b0),
        .RESET_P (1'b0),
        .FBDSEL  (6'd0),
        .IDSEL   (6'd0),
        .ODSEL   (6'd0),
        .PSDA    (4'd0),
        .DUTYDA  (4'd0),
        .FDLY    (4'd0),
        .CLKOUTP (),
        .CLKOUTD (),
        .CLKOUTD3()
    );

endmodule
`resetall
