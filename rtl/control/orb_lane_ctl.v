// Steps the links of a lane, and tells when its sums are looked at.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_lane_ctl #(
    `include "orb_params.vh"
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        x_send,    // the operand of a slot leaves
    input  wire        y_send,    // its sum leaves
    input  wire        y_stores,  // ... and becomes a result
    input  wire [ 1:0] x_source,  // the neighbour from which the operand comes, and that of the sum
    input  wire [ 1:0] y_source,
    output wire        x_shift,   // the links, see ORB_LANE
    output reg  [ 1:0] x_from,
    output wire        y_shift,
    output reg  [ 1:0] y_from,
    output wire        looks,     // the sum that comes in is looked at,
    output wire        begins     // ... or would be, at its lowest bits
);

    localparam XC = $clog2(XL + 1), YC = $clog2(SL + 1);

    reg [XC-1:0] x_left;  // cycles until the word is there
    reg [YC-1:0] y_left;
    reg looking;

    always @(posedge clk) begin
        if (rst) x_left <= {XC{1'b0}};
        else if (x_send) x_left <= XL[XC-1:0] - 1'b1;
        else if (|x_left) x_left <= x_left - 1'b1;
        if (x_send) x_from <= x_source;

        if (rst) y_left <= {YC{1'b0}};
        else if (y_send) y_left <= SL[YC-1:0];
        else if (|y_left) y_left <= y_left - 1'b1;
        if (y_send) {looking, y_from} <= {y_stores, y_source};
    end

    assign {x_shift, y_shift} = {|x_left, y_left > 1};
    assign looks  = looking & (|y_left);
    assign begins = (y_left == SL[YC-1:0]);

endmodule
`resetall
