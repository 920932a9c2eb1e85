// Register of which there are copies, for sinks that lie apart.
// SPDX-License-Identifier: Apache-2.0
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
            reg [WIDTH-1:0] d_q;
            always @(posedge clk) d_q <= d;
            assign q = d_q;
        end
    endgenerate

endmodule
`resetall
