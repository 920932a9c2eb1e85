// One step of normalising a floating-point sum: moves it up by 0 to 3 times a distance.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_float_step #(
    parameter PLACES = 4,   // the distance
    parameter IN     = 40,  // bits that come
    parameter OUT    = 28,  // bits that go on, from the top; less than IN
    parameter REG    = 1    // 1 a register, taken with en; 0 none
) (
    /* verilator lint_off UNUSEDSIGNAL */  // without a register
    input  wire           clk,
    input  wire           en,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [ IN-1:0] raw,
    input  wire [    1:0] n,          // by how many distances
    input  wire           lower,      // there are ones below
    output wire [OUT-1:0] moved,
    output wire           moved_lower
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
