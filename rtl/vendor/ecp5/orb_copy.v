// Register that has copies for sinks in different places of the chip. Latency: one cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Synthesis must not merge the copies. It does not merge cells that are instantiated.
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

    genvar n;
    generate
        if (ON == 0) begin : g_wire
            assign q = d;
        end else begin : g_register
            for (n = 0; n < WIDTH; n = n + 1) begin : g_bit
                TRELLIS_FF #(
                    .CEMUX("1"), .CLKMUX("CLK"), .GSR("DISABLED"), .LSRMUX("LSR"), .REGSET("RESET")
                ) copy (
                    .CLK(clk), .LSR(1'b0), .DI(d[n]), .Q(q[n])
                );
            end
        end
    endgenerate

endmodule
`resetall
