// Two bits of the carry chain of an ECP5, as rtl/vendor/ecp5 uses them: each adds the value of a LUT to the carry.
// SPDX-License-Identifier: Apache-2.0
//
// The LUT decides whether the carry passes. If it does not, the carry is the LUT's value at C = D = 0. Gates are
// simulated with Yosys' model of this cell.
`resetall
`default_nettype none

module CCU2C #(
    parameter [15:0] INIT0     = 16'h0000,
    parameter [15:0] INIT1     = 16'h0000,
    parameter        INJECT1_0 = "YES",
    parameter        INJECT1_1 = "YES"
) (
    input  wire CIN, A0, B0, C0, D0, A1, B1, C1, D1,
    output wire S0, S1, COUT
);

    // A chain of choices: an input that is not known does not matter where both of its values give the same.
    function lut(input [15:0] init, input d, c, b, a);
        reg [7:0] of_d;
        reg [3:0] of_c;
        reg [1:0] of_b;
        begin
            of_d = d ? init[15:8] : init[7:0];
            of_c = c ? of_d[7:4] : of_d[3:0];
            of_b = b ? of_c[3:2] : of_c[1:0];
            lut  = a ? of_b[1] : of_b[0];
        end
    endfunction

    wire pass_0 = lut(INIT0, D0, C0, B0, A0), pass_1 = lut(INIT1, D1, C1, B1, A1);
    wire carry_0 = pass_0 ? CIN : lut(INIT0, 1'b0, 1'b0, B0, A0);

    assign S0 = pass_0 ^ CIN;
    assign S1 = pass_1 ^ carry_0;
    assign COUT = pass_1 ? carry_0 : lut(INIT1, 1'b0, 1'b0, B1, A1);

    generate
        if (INJECT1_0 != "NO" || INJECT1_1 != "NO") begin : g_inject
            the_model_of_CCU2C_has_no_INJECT1 illegal ();
        end
    endgenerate

endmodule
`resetall
