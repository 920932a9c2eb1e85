// Shifts the addend of a floating-point multiply-add right by less than a coarse step, without losing bits.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_float_shift #(
    parameter PA  = 24,  // bits of the significand
    parameter FS  = 5,   // bits of `fine`
    parameter VW  = 56,  // bits of the result, PA + 2^FS - 1 or more
    parameter REG = 1    // 1: a register, loaded with en; 0: combinational
) (
    /* verilator lint_off UNUSEDSIGNAL */  // without a register, there is no clock
    input  wire          clk,
    input  wire          en,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [PA-1:0] s,      // significand; without the hidden bit, it is shifted by one place less
    input  wire          stay,   // do not shift it
    input  wire [FS-1:0] fine,   // number of places
    output wire [VW-1:0] moved   // the significand, shifted right from the top
);

    function [VW-1:0] shift;
        input [PA-1:0] s_f;
        input stay_f;
        input [FS-1:0] fine_f;
        reg [PA-1:0] top;
        begin
            top = s_f[PA-1] ? s_f : {s_f[PA-2:0], 1'b0};
            shift = stay_f ? {s_f, {(VW - PA) {1'b0}}} : {top, {(VW - PA) {1'b0}}} >> fine_f;
        end
    endfunction

    generate
        if (REG != 0) begin : g_reg
            reg [VW-1:0] moved_q;
            always @(posedge clk) if (en) moved_q <= shift(s, stay, fine);
            assign moved = moved_q;
        end else begin : g_none
            assign moved = shift(s, stay, fine);
        end
    endgenerate

endmodule
`resetall
