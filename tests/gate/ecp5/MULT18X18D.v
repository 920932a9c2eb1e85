// 18 x 18 multiplier of an ECP5, as far as rtl/vendor/ecp5 and Yosys use it; Yosys has a black box for it only.
// SPDX-License-Identifier: Apache-2.0
//
// Written from Lattice's sysDSP usage guide, FPGA-TN-02205.
`resetall
`default_nettype none

module MULT18X18D #(
    parameter REG_INPUTA_CLK  = "NONE",
    parameter REG_INPUTA_CE   = "CE0",
    parameter REG_INPUTA_RST  = "RST0",
    parameter REG_INPUTB_CLK  = "NONE",
    parameter REG_INPUTB_CE   = "CE0",
    parameter REG_INPUTB_RST  = "RST0",
    parameter REG_OUTPUT_CLK  = "NONE",
    parameter REG_OUTPUT_CE   = "CE0",
    parameter REG_OUTPUT_RST  = "RST0"
) (
    input  wire CLK0, CE0, RST0, SIGNEDA, SIGNEDB, SOURCEA, SOURCEB,
    input  wire A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0,
    input  wire B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0,
    input  wire C17, C16, C15, C14, C13, C12, C11, C10, C9, C8, C7, C6, C5, C4, C3, C2, C1, C0,  // unused
    output wire P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18, P17, P16,
    P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0
);

    wire [17:0] a = {A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0};
    wire [17:0] b = {B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0};
    reg [18:0] a_q, b_q;  // with the sign
    reg [35:0] p_q;
    wire signed [18:0] a_now = (REG_INPUTA_CLK == "CLK0") ? a_q : {SIGNEDA & a[17], a};
    wire signed [18:0] b_now = (REG_INPUTB_CLK == "CLK0") ? b_q : {SIGNEDB & b[17], b};
    wire signed [37:0] product = a_now * b_now;
    wire [35:0] p = (REG_OUTPUT_CLK == "CLK0") ? p_q : product[35:0];

    always @(posedge CLK0)
        if (RST0) {a_q, b_q, p_q} <= 74'd0;
        else if (CE0) {a_q, b_q, p_q} <= {SIGNEDA & a[17], a, SIGNEDB & b[17], b, product[35:0]};

    assign {P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18, P17, P16, P15,
    P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0} = p;

endmodule
`resetall
