// Pipeline stages of a word, with a tap at each of them.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_stages #(
    parameter WIDTH  = 1,
    parameter CYCLES = 1
) (
    input  wire                        clk,
    input  wire                        rst,  // empties the stages
    input  wire [           WIDTH-1:0] d,
    output wire [(CYCLES+1)*WIDTH-1:0] q     // word n is that of n cycles ago
);

    reg [CYCLES*WIDTH-1:0] d_q;
    assign q = {d_q, d};
    always @(posedge clk) d_q <= rst ? {CYCLES * WIDTH{1'b0}} : q[CYCLES*WIDTH-1:0];

endmodule
`resetall
