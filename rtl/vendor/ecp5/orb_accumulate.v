// Accumulator of products, each of which is rounded half up, with one cell of the carry chain for each bit.
// SPDX-License-Identifier: Apache-2.0
//
// Yosys puts the choice between `a` and the running sum into a LUT before each bit of the adder. The LUT of a carry
// cell holds it too: S = A ^ (B ? D : C) ^ CIN. The cell generates a carry from A if that LUT gives 0, whatever B is,
// because it takes the generate function from the LUT's values at C = D = 0.
`resetall
`default_nettype none

module orb_accumulate #(
    parameter WIDTH = 36  // bits of a sum, >= 2
) (
    input  wire                    clk,
    input  wire                    en,     // add the product,
    input  wire                    first,  // ... to a instead of the running sum
    input  wire signed [WIDTH-1:0] a,
    input  wire signed [  WIDTH:0] p,      // product, and below it its rounding bit
    output reg  signed [WIDTH-1:0] y       // running sum
);

    localparam CELLS = WIDTH / 2 + 1;  // of two bits each
    /* verilator lint_off WIDTH */  // zeros above the sum
    wire [2*CELLS-1:0] product = {1'b0, p}, stored = {1'b0, a, 1'b1}, running = {1'b0, y, 1'b1};
    /* verilator lint_on WIDTH */
    wire [2*CELLS-1:0] sum;
    wire [CELLS:0] carry;
    assign carry[0] = 1'b0;

    genvar n;
    generate
        for (n = 0; n < CELLS; n = n + 1) begin : g_cell
            CCU2C #(
                .INIT0(16'h569A), .INIT1(16'h569A), .INJECT1_0("NO"), .INJECT1_1("NO")
            ) adder (
                .CIN(carry[n]), .COUT(carry[n+1]),
                .A0(product[2*n]), .B0(first), .C0(running[2*n]), .D0(stored[2*n]), .S0(sum[2*n]),
                .A1(product[2*n+1]), .B1(first), .C1(running[2*n+1]), .D1(stored[2*n+1]), .S1(sum[2*n+1])
            );
        end
    endgenerate

    always @(posedge clk) if (en) y <= sum[WIDTH:1];

    wire unused = &{1'b0, sum, carry};

endmodule
`resetall
