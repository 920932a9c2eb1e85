// Reset of a clock domain: begins at once, even while clk is stopped, and ends at the second edge of clk after `arst`.
// SPDX-License-Identifier: Apache-2.0
//
// Drive `arst` from a register, because a glitch of combinational logic would cause a reset. orb_sync.v explains the
// attributes.
`resetall
`default_nettype none

module orb_reset (
    input  wire clk,
    input  wire arst,  // asynchronous to clk
    output wire rst    // for the asynchronous resets of registers in the domain of clk
);

    (* ASYNC_REG = "TRUE", keep = 1, syn_preserve = 1,
       altera_attribute = "-name SYNCHRONIZER_IDENTIFICATION FORCED; -name PRESERVE_REGISTER ON" *)
    reg sync_first, sync_second;

    initial {sync_first, sync_second} = 2'b11;

    (* ASYNC_REG = "TRUE", keep *)
    always @(posedge clk or posedge arst)
        if (arst) {sync_second, sync_first} <= 2'b11;
        else {sync_second, sync_first} <= {sync_first, 1'b0};
    assign rst = sync_second;

endmodule
`resetall
