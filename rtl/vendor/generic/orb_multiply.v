// Signed multiplier with registers; the portable version. It takes operands and gives a product in every cycle.
// SPDX-License-Identifier: Apache-2.0
//
// The registers have no attributes. An attribute that keeps them would also keep synthesis from using the registers of
// the chip's multiplier.
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
    localparam signed [63:0] WIDE = 64'sd0;  // lets a simulator multiply in 64 bits; adds no logic

    /* verilator lint_off WIDTH */  // the low bits of the wide product are kept
    generate
        if (LATENCY == 0) begin : g_comb
            assign p = WIDE + x * c;
        end else if (LATENCY == 1) begin : g_product
            reg signed [PW-1:0] p_q;
            always @(posedge clk) p_q <= WIDE + x * c;
            assign p = p_q;
        end else begin : g_operands
            reg signed [XW-1:0] x_q;
            reg signed [CW-1:0] c_q;
            reg [PW*(LATENCY-1)-1:0] p_q;  // products, the newest one lowest
            always @(posedge clk) begin
                x_q <= x;
                c_q <= c;
            end
            if (LATENCY == 2) begin : g_one
                always @(posedge clk) p_q <= WIDE + x_q * c_q;
            end else begin : g_more
                wire signed [PW-1:0] product = WIDE + x_q * c_q;
                always @(posedge clk) p_q <= {p_q[PW*(LATENCY-2)-1:0], product};
            end
            assign p = p_q[PW*(LATENCY-2)+:PW];
        end
    endgenerate
    /* verilator lint_on WIDTH */

endmodule
`resetall
