// Signed multiplier with registers. With LATENCY >= 2 and up to 18 bits, it is one MULT18X18 with its own registers.
// SPDX-License-Identifier: Apache-2.0
//
// It takes operands and gives a product in every cycle.
// Yosys uses none of these registers by itself. The ports of the cell are named as in Gowin's DSP user guide, UG287.
`resetall
`default_nettype none

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
            MULT18X18 #(
                .AREG(1'b1), .BREG(1'b1), .OUT_REG(1'b1)
            ) multiplier (
                .CLK(clk), .CE(1'b1), .RESET(1'b0), .ASIGN(1'b1), .BSIGN(1'b1), .ASEL(1'b0), .BSEL(1'b0),
                .SIA(18'd0), .SIB(18'd0), .A(a), .B(b), .DOUT(y), .SOA(), .SOB()
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
