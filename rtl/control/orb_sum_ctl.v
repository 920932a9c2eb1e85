// The control of a node's accumulators: which stored sum is read, and where the sum that came in is stored.
// SPDX-License-Identifier: Apache-2.0
//
// Sums are read and stored in the order of slots. The sums of a slot lie side by side, and each lane works a cycle
// after the lane before it: lane 0 takes the slot's address, and the other lanes count on. With groups, the lanes have
// a memory each, and use the same address.
`resetall
`default_nettype none

module orb_sum_ctl #(
    `include "orb_params.vh"
) (
    input  wire             clk,
    input  wire [LANES-1:0] read,        // a lane needs its stored sum
    input  wire             read_first,  // lane 0: that of the first slot of a step
    input  wire [LANES-1:0] zero,        // a sum of a lane begins, from zero
    input  wire             come,        // lane 0: a sum has come in,
    input  wire             come_first,  // ... of the first slot of a step
    input  wire [LANES-1:0] write,       // the sum of a lane is to be stored
    output wire [   YP-1:0] y_re,
    output wire [YP*YW-1:0] y_raddr,
    output wire [   YP-1:0] y_we,
    output wire [   YW-1:0] y_waddr,
    output wire [   YP-1:0] y_zero       // the sum that was read counts as zero
);

    localparam SIDE = GROUP == 1 ? LANES : 1;  // sums of a slot in a memory
    localparam COUNT = SIDE > 1 ? 1 : 0;

    reg [YW-1:0] read_slot, write_slot;  // the next slot
    reg [YW-1:0] read_lane, write_lane;  // the next lane of this one
    wire [YW-1:0] read_at = !read[0] ? read_lane : read_first ? {YW{1'b0}} : read_slot;
    assign y_waddr = !come ? write_lane : come_first ? {YW{1'b0}} : write_slot;
    assign y_raddr[0+:YW] = read_at;

    always @(posedge clk) begin
        if (read[0]) read_slot <= read_at + SIDE[YW-1:0];
        if (come) write_slot <= y_waddr + SIDE[YW-1:0];
        read_lane  <= read_at + COUNT[YW-1:0];
        write_lane <= y_waddr + COUNT[YW-1:0];
    end

    genvar m;
    generate
        for (m = 0; m < YP; m = m + 1) begin : g_memory
            assign y_re[m] = (GROUP == 1) ? |read : read[m];
            assign y_we[m] = (GROUP == 1) ? |write : write[m];
            assign y_zero[m] = (GROUP == 1) ? |zero : zero[m];
            if (m > 0) begin : g_later
                reg [YW-1:0] read_at_q;
                always @(posedge clk) read_at_q <= y_raddr[(m-1)*YW+:YW];
                assign y_raddr[m*YW+:YW] = read_at_q;
            end
        end
    endgenerate

endmodule
`resetall
