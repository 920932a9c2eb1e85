// Adds the aligned product and addend of a floating-point multiply-add, and looks where the sum's leading one is.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_float_add #(
    parameter W   = 52,  // bits of the window, 16..63
    parameter EW  = 9,   // bits of `limit`, 7 or more
    parameter REG = 1    // 1 a register, taken with en; 0 none
) (
    /* verilator lint_off UNUSEDSIGNAL */  // without a register
    input  wire          clk,
    input  wire          en,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [ W-1:0] u,      // product
    input  wire [   W:0] v,      // addend, two's complement
    input  wire          carry,
    input  wire [EW-1:0] limit,  // how far the leading one may be moved up
    output wire [   W:0] d,      // sum, two's complement
    output wire [  15:1] stop    // four places each, the highest first: a one of the magnitude or the limit is there
);

    function [W+15:0] add;
        input [W-1:0] u_f;
        input [W:0] v_f;
        input carry_f;
        input [EW-1:0] limit_f;
        reg [W:0] sum;
        reg [63:0] ones;
        reg [15:1] here;
        integer i;
        begin
            sum  = {1'b0, u_f} + v_f + {{W{1'b0}}, carry_f};
            ones = {sum[W-1:0], {(64 - W) {1'b0}}} ^ {64{sum[W]}};
            here = limit_f > 63 ? 15'h0 : 15'h4000 >> limit_f[5:2];
            for (i = 1; i < 16; i = i + 1) here[i] = here[i] | (|ones[4*i+:4]);
            add = {sum, here};
        end
    endfunction

    wire [W+15:0] q;
    generate
        if (REG != 0) begin : g_reg
            reg [W+15:0] add_q;
            always @(posedge clk) if (en) add_q <= add(u, v, carry, limit);
            assign q = add_q;
        end else begin : g_none
            assign q = add(u, v, carry, limit);
        end
    endgenerate
    assign {d, stop} = q;

endmodule
`resetall
