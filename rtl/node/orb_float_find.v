// Finds the groups of four places that may contain the leading one of a floating-point sum. Combinational.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_float_find #(
    parameter W = 53  // bits of the sum without its sign, 16..63
) (
    input  wire [ W:0] d,      // sum, two's complement
    input  wire [15:1] limit,  // one bit for each group, the highest group first: it contains the limit of the shift
    output wire [15:1] stop    // the group contains the limit, or a one of the magnitude
);

    /* verilator lint_off UNUSEDSIGNAL */  // the lowest four bits
    wire [63:0] ones = {d[W-1:0] ^ {W{d[W]}}, {(64 - W) {1'b1}}};
    /* verilator lint_on UNUSEDSIGNAL */
    genvar i;
    generate
        for (i = 1; i < 16; i = i + 1) begin : g_group
            assign stop[i] = limit[i] | (|ones[4*i+:4]);
        end
    endgenerate

endmodule
`resetall
