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

    generate
        if (CYCLES == 0) begin : g_none
            assign q = d;
        end else if (CYCLES == 1) begin : g_one
            reg [WIDTH-1:0] d_q;
            always @(posedge clk) d_q <= d;
            assign q = d_q;
        end else begin : g_several
            reg [CYCLES*WIDTH-1:0] d_q;  // the newest word lowest
            always @(posedge clk) d_q <= {d_q[(CYCLES-1)*WIDTH-1:0], d};
            assign q = d_q[CYCLES*WIDTH-1-:WIDTH];
        end
    endgenerate

endmodule
`resetall
