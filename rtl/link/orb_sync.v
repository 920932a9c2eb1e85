// Synchroniser: brings levels into the domain of clk, each bit on its own. Latency: two cycles.
// SPDX-License-Identifier: Apache-2.0
//
// It has no reset, because it follows its input at any time. The attributes tell synthesis and place and route to keep
// the two registers and to place them side by side. Vivado reads ASYNC_REG, Quartus altera_attribute, Lattice and Gowin
// syn_preserve; Yosys reads the attributes of the block. Exclude the path to the first register from timing analysis
// with constraints/clock_crossings.xdc or .sdc.
`resetall
`default_nettype none

module orb_sync #(
    parameter WIDTH = 1,             // bits; use Gray code for a number, as only one bit may change at a time
    parameter [WIDTH-1:0] INIT = 0   // value of q before the second cycle
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] d,
    output wire [WIDTH-1:0] q
);

    (* ASYNC_REG = "TRUE", keep = 1, syn_preserve = 1,
       altera_attribute = "-name SYNCHRONIZER_IDENTIFICATION FORCED; -name PRESERVE_REGISTER ON" *)
    reg [WIDTH-1:0] sync_first, sync_second;

    initial {sync_first, sync_second} = {2{INIT}};

    (* ASYNC_REG = "TRUE", keep *)
    always @(posedge clk) begin
        sync_first  <= d;
        sync_second <= sync_first;
    end
    assign q = sync_second;

endmodule
`resetall
