// A register with enable, or only wires.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_reg #(
    parameter WIDTH = 1,
    parameter REG   = 1   // 1 a register, 0 none
) (
    /* verilator lint_off UNUSEDSIGNAL */  // without a register
    input  wire             clk,
    input  wire             en,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [WIDTH-1:0] d,
    output wire [WIDTH-1:0] q
);

    generate
        if (REG != 0) begin : g_reg
            reg [WIDTH-1:0] d_q;
            always @(posedge clk) if (en) d_q <= d;
            assign q = d_q;
        end else begin : g_none
            assign q = d;
        end
    endgenerate

endmodule
`resetall
