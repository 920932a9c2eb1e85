// Signed multiplier with registers. With LATENCY >= 2 and up to 18 bits, it is one MULT18X18D with its own registers.
// SPDX-License-Identifier: Apache-2.0
//
// It takes operands and gives a product in every cycle.
// Yosys uses none of these registers by itself. The hierarchy is kept because ABC9 of Yosys fails on such cells in the
// middle of logic.
`resetall
`default_nettype none

(* keep_hierarchy *)
module orb_multiply #(
    parameter XW      = 18,  // bits of x, >= 2
    parameter CW      = 18,  // bits of c, >= 2
    parameter LATENCY = 2    // cycles from x, c to p: from 1 on the product is registered, from 2 on the operands, too
) (
    /* verilator lint_off UNUSEDSIGNAL */  // without registers, there is no clock
    input  wire                    clk,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire signed [   XW-1:0] x,
    input  wire signed [   CW-1:0] c,
    output wire signed [XW+CW-1:0] p
);

    localparam PW = XW + CW;
    localparam OWN = LATENCY < 2 ? 0 : 2;  // cycles of the registers in the multiplier

    wire signed [PW-1:0] product;
    generate
        if (LATENCY >= 2 && XW <= 18 && CW <= 18) begin : g_cell
            wire [17:0] a = {{(18 - XW) {x[XW-1]}}, x}, b = {{(18 - CW) {c[CW-1]}}, c};
            wire [35:0] y;
            MULT18X18D #(
                .REG_INPUTA_CLK("CLK0"), .REG_INPUTA_CE("CE0"), .REG_INPUTA_RST("RST0"),
                .REG_INPUTB_CLK("CLK0"), .REG_INPUTB_CE("CE0"), .REG_INPUTB_RST("RST0"),
                .REG_OUTPUT_CLK("CLK0"), .REG_OUTPUT_CE("CE0"), .REG_OUTPUT_RST("RST0")
            ) multiplier (
                .CLK0(clk), .CE0(1'b1), .RST0(1'b0), .SIGNEDA(1'b1), .SIGNEDB(1'b1), .SOURCEA(1'b0), .SOURCEB(1'b0),
                .A0(a[0]), .A1(a[1]), .A2(a[2]), .A3(a[3]), .A4(a[4]), .A5(a[5]),
                .A6(a[6]), .A7(a[7]), .A8(a[8]), .A9(a[9]), .A10(a[10]), .A11(a[11]),
                .A12(a[12]), .A13(a[13]), .A14(a[14]), .A15(a[15]), .A16(a[16]), .A17(a[17]),
                .B0(b[0]), .B1(b[1]), .B2(b[2]), .B3(b[3]), .B4(b[4]), .B5(b[5]),
                .B6(b[6]), .B7(b[7]), .B8(b[8]), .B9(b[9]), .B10(b[10]), .B11(b[11]),
                .B12(b[12]), .B13(b[13]), .B14(b[14]), .B15(b[15]), .B16(b[16]), .B17(b[17]),
                .P0(y[0]), .P1(y[1]), .P2(y[2]), .P3(y[3]), .P4(y[4]), .P5(y[5]),
                .P6(y[6]), .P7(y[7]), .P8(y[8]), .P9(y[9]), .P10(y[10]), .P11(y[11]),
                .P12(y[12]), .P13(y[13]), .P14(y[14]), .P15(y[15]), .P16(y[16]), .P17(y[17]),
                .P18(y[18]), .P19(y[19]), .P20(y[20]), .P21(y[21]), .P22(y[22]), .P23(y[23]),
                .P24(y[24]), .P25(y[25]), .P26(y[26]), .P27(y[27]), .P28(y[28]), .P29(y[29]),
                .P30(y[30]), .P31(y[31]), .P32(y[32]), .P33(y[33]), .P34(y[34]), .P35(y[35])
            );
            assign product = y[PW-1:0];
        end else if (OWN == 2) begin : g_wide
            reg signed [XW-1:0] x_q;
            reg signed [CW-1:0] c_q;
            reg signed [PW-1:0] product_q;
            always @(posedge clk) begin
                x_q       <= x;
                c_q       <= c;
                product_q <= x_q * c_q;
            end
            assign product = product_q;
        end else begin : g_comb
            assign product = x * c;
        end
    endgenerate

    // further product registers, in logic cells
    wire signed [PW-1:0] p_d[0:LATENCY-OWN];
    assign p_d[0] = product;
    genvar n;
    generate
        for (n = 0; n < LATENCY - OWN; n = n + 1) begin : g_more
            reg signed [PW-1:0] p_q;
            always @(posedge clk) p_q <= p_d[n];
            assign p_d[n+1] = p_q;
        end
    endgenerate
    assign p = p_d[LATENCY-OWN];

endmodule
`resetall
