// Register of which there are copies, for sinks that lie apart.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_copy #(
    parameter WIDTH = 1
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] d,
    output reg  [WIDTH-1:0] q
);

    always @(posedge clk) q <= d;

endmodule
`resetall
