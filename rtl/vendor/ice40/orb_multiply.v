// Signed multiplier with registers: one SB_MAC16. It takes operands and gives a product in every cycle.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_multiply #(
    parameter XW      = 16,  // bits of x, 2..16
    parameter CW      = 16,  // bits of c, 2..16
    parameter LATENCY = 2    // cycles from x, c to p: 1 registers the product, 2 the operands, too; 0..2
) (
    input  wire                    clk,
    input  wire signed [   XW-1:0] x,
    input  wire signed [   CW-1:0] c,
    output wire signed [XW+CW-1:0] p
);

    generate
        if (XW > 16 || CW > 16 || LATENCY > 2) begin : g_wide
            SB_MAC16_has_16_by_16_bits_and_two_registers illegal ();
        end
    endgenerate

    /* verilator lint_off WIDTH */  // sign extension
    wire [15:0] a = x;
    wire [15:0] b = c;
    /* verilator lint_on WIDTH */
    wire [31:0] product;
    assign p = product[XW+CW-1:0];

    SB_MAC16 #(
        .A_SIGNED                (1'b1),
        .B_SIGNED                (1'b1),
        .A_REG                   (LATENCY == 2),
        .B_REG                   (LATENCY == 2),
        .PIPELINE_16x16_MULT_REG2(LATENCY != 0),
        .TOPOUTPUT_SELECT        (2'b11),  // selects the product
        .BOTOUTPUT_SELECT        (2'b11)
    ) mac (
        .CLK(clk), .CE(1'b1),
        .A(a), .B(b), .C(16'd0), .D(16'd0), .O(product),
        .AHOLD(1'b0), .BHOLD(1'b0), .CHOLD(1'b0), .DHOLD(1'b0), .IRSTTOP(1'b0), .IRSTBOT(1'b0), .ORSTTOP(1'b0),
        .ORSTBOT(1'b0), .OLOADTOP(1'b0), .OLOADBOT(1'b0), .ADDSUBTOP(1'b0), .ADDSUBBOT(1'b0), .OHOLDTOP(1'b0),
        .OHOLDBOT(1'b0), .CI(1'b0), .ACCUMCI(1'b0), .SIGNEXTIN(1'b0)
    );

endmodule
`resetall
