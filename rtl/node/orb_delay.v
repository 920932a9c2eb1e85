// Delays a word by some cycles, or none.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_delay #(
    parameter WIDTH  = 1,
    parameter CYCLES = 1
) (
    /* verilator lint_off UNUSEDSIGNAL */  // without a register
    input  wire             clk,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [WIDTH-1:0] d,
    output wire [WIDTH-1:0] q
);

    wire [WIDTH-1:0] after[0:CYCLES];
    assign after[0] = d;
    assign q        = after[CYCLES];

    genvar n;
    generate
        for (n = 0; n < CYCLES; n = n + 1) begin : g_cycle
            reg [WIDTH-1:0] d_q;
            always @(posedge clk) d_q <= after[n];
            assign after[n+1] = d_q;
        end
    endgenerate

endmodule
`resetall
