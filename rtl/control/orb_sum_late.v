// The control of the accumulators with SUM_LAT = 0, instead of orb_sum_ctl: the stored sum of a slot is read when the
// slot's sum leaves, and the sum that comes in is stored in its place.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_sum_late #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    input  wire          read,        // the sum of a slot leaves,
    input  wire          read_first,  // ... of the first slot of a step,
    input  wire          zero,        // ... which starts from zero
    output wire [YW-1:0] y_raddr,     // stands still from one read to the next
    output reg  [YW-1:0] y_waddr,
    output reg           y_zero       // the sum on the link starts from zero
);

    reg [YW-1:0] next;

    assign y_raddr = !read ? y_waddr : read_first ? {YW{1'b0}} : next;

    always @(posedge clk) begin
        y_waddr <= y_raddr;
        if (read) {next, y_zero} <= {y_raddr + 1'b1, zero};
    end

endmodule
`resetall
