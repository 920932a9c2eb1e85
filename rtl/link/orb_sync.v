// Synchroniser: takes levels into the domain of clk, each bit by itself and two cycles late.
// SPDX-License-Identifier: Apache-2.0
//
// It has no reset, as it follows its input at any time. The attributes tell synthesis and place and route to keep the
// two registers and to place them side by side: ASYNC_REG is Vivado's, altera_attribute Quartus', syn_preserve that of
// Lattice and Gowin; Yosys looks at those of the block. The path to the first register is not to be timed:
// constraints/clock_crossings.xdc and .sdc.
`resetall
`default_nettype none

module orb_sync #(
    parameter WIDTH = 1,             // bits; of a number only one may change at a time, as in Gray code
    parameter [WIDTH-1:0] INIT = 0   // what is seen before the second cycle
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
