// Register that has copies for sinks in different places of the chip. Latency: one cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Synthesis must not merge the copies. Yosys obeys the attribute `keep` of the block, which it passes on to the cells.
// Other tools obey the attributes of the register: Vivado keep, Quartus dont_merge, Lattice and Gowin syn_preserve.
`resetall
`default_nettype none

module orb_copy #(
    parameter WIDTH = 1,  // bits
    parameter ON    = 1   // 1: a register, 0: a wire
) (
    /* verilator lint_off UNUSEDSIGNAL */  // a wire has no clock
    input  wire             clk,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [WIDTH-1:0] d,
    output wire [WIDTH-1:0] q
);

    generate
        if (ON == 0) begin : g_wire
            assign q = d;
        end else begin : g_register
            (* keep = "true", dont_merge = 1, syn_preserve = 1 *) reg [WIDTH-1:0] d_q;
            (* keep *) always @(posedge clk) d_q <= d;
            assign q = d_q;
        end
    endgenerate

endmodule
`resetall
