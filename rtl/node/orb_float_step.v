// One step of the normalisation of a floating-point sum: shifts it left by 0 to 3 times PLACES.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_float_step #(
    parameter PLACES = 4,   // unit of the shift: 16, 4 or 1
    parameter IN     = 40,  // bits of the sum
    parameter OUT    = 28,  // bits of the result, less than IN: the highest ones
    parameter REG    = 1    // 1: a register, loaded with en; 0: combinational
) (
    /* verilator lint_off UNUSEDSIGNAL */  // without a register, there is no clock
    input  wire           clk,
    input  wire           en,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [ IN-1:0] raw,
    input  wire [    1:0] n,          // shift by n * PLACES
    input  wire           lower,      // there are ones below `raw`
    output wire [OUT-1:0] moved,
    output wire           moved_lower // there are ones below `moved`
);

    function [OUT:0] step;
        input [IN-1:0] raw_f;
        input [1:0] n_f;
        input lower_f;
        reg [IN-1:0] up;
        begin
            up = raw_f << n_f * PLACES;
            step = {up[IN-1-:OUT], lower_f | (|up[IN-OUT-1:0])};
        end
    endfunction

    wire [OUT:0] q;
    generate
        if (REG != 0) begin : g_reg
            reg [OUT:0] step_q;
            always @(posedge clk) if (en) step_q <= step(raw, n, lower);
            assign q = step_q;
        end else begin : g_none
            assign q = step(raw, n, lower);
        end
    endgenerate
    assign {moved, moved_lower} = q;

endmodule
`resetall
