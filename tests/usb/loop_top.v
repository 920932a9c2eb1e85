// A board that sends each bit back as it comes: for the tests of the simulated USB.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module loop_top (
    input  wire clk,
    input  wire rx,
    output reg  tx
);

    initial tx = 1'b1;
    always @(posedge clk) tx <= rx;

endmodule

`resetall
