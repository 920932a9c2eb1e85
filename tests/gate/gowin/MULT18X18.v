// 18 x 18 multiplier of a Gowin chip, as far as rtl/vendor/gowin and Yosys use it; Yosys has a black box for it only.
// SPDX-License-Identifier: Apache-2.0
//
// Written from Gowin's DSP user guide, UG287.
`resetall
`default_nettype none

module MULT18X18 #(
    parameter AREG    = 1'b0,  // 1: the operand is registered
    parameter BREG    = 1'b0,
    parameter OUT_REG = 1'b0   // 1: the product is registered
) (
    input  wire        CLK, CE, RESET, ASIGN, BSIGN, ASEL, BSEL,
    input  wire [17:0] A, B, SIA, SIB,
    output wire [35:0] DOUT,
    output wire [17:0] SOA, SOB  // the operands of the next multiplier, unused
);

    reg [17:0] a_q, b_q;
    reg [35:0] p_q;
    wire [17:0] a = ASEL ? SIA : A, b = BSEL ? SIB : B;
    wire [17:0] a_now = AREG ? a_q : a, b_now = BREG ? b_q : b;
    wire signed [18:0] a_wide = {ASIGN & a_now[17], a_now}, b_wide = {BSIGN & b_now[17], b_now};
    wire signed [37:0] product = a_wide * b_wide;

    always @(posedge CLK)
        if (RESET) {a_q, b_q, p_q} <= 72'd0;
        else if (CE) {a_q, b_q, p_q} <= {a, b, product[35:0]};

    assign DOUT = OUT_REG ? p_q : product[35:0];
    assign {SOA, SOB} = {a_now, b_now};

endmodule
`resetall
