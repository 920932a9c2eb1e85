// Register of which there are copies, for sinks that lie apart.
// SPDX-License-Identifier: Apache-2.0
//
// Synthesis must not merge the copies. Yosys looks at `keep` of the block, which becomes that of the cells. Others look
// at the attributes of the register: keep is for Vivado, dont_merge for Quartus, syn_preserve for Lattice and Gowin.
`resetall
`default_nettype none

module orb_copy #(
    parameter WIDTH = 1,
    parameter ON    = 1   // 0: a wire
) (
    /* verilator lint_off UNUSEDSIGNAL */  // of a wire
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
