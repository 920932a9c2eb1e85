// The control word of a lane: starts and steps its links, and controls the rounding of the sum that comes in.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_lane_ctl #(
    `include "orb_params.vh"
) (
    input  wire        clk,
    input  wire        rst,
    // a product is at the adder
    input  wire        product,
    input  wire        first,
    input  wire        zero,
    input  wire        grab,      // the operand that is there is the one to roll
    // the operand of a slot leaves; its sum leaves
    input  wire        x_leaves,
    input  wire        y_leaves,
    input  wire        y_stores,  // the sum becomes a result
    input  wire        y_zero,    // the sum starts from zero
    input  wire [ 1:0] x_source,  // the neighbour from which the operand comes, and that of the sum
    input  wire [ 1:0] y_source,
    input  wire [ 5:0] y_scale,   // right shift of the result
    input  wire [`ORB_WAIT_BITS-1:0] waits,  // in floating point
    output wire [LANE_BITS-1:0] control,
    output wire        looks,     // the sum that comes in is looked at,
    output wire        begins     // ... or would be, at its lowest bits
);

    localparam XC = $clog2(XL + 1), YC = $clog2(SL + 1);

    reg [XC-1:0] x_left;  // cycles until the word is there
    reg [YC-1:0] y_left;
    reg [1:0] x_source_q, y_source_q;
    reg looking, y_zero_q;

    always @(posedge clk) begin
        if (rst) x_left <= {XC{1'b0}};
        else if (x_leaves) x_left <= XL[XC-1:0] - 1'b1;
        else if (|x_left) x_left <= x_left - 1'b1;
        if (x_leaves) x_source_q <= x_source;

        if (rst) y_left <= {YC{1'b0}};
        else if (y_leaves) y_left <= SL[YC-1:0];
        else if (|y_left) y_left <= y_left - 1'b1;
        if (y_leaves) {looking, y_zero_q, y_source_q} <= {y_stores, y_zero, y_source};
    end

    assign looks  = looking & (|y_left);
    assign begins = (y_left == SL[YC-1:0]);

    `ORB_LANE_FIELDS(wire)
    assign {mac_en, mac_first, mac_clear} = {product, first, SUM_LAT == 0 ? y_zero_q : zero};
    assign {x_grab, x_send, x_shift, x_from} = {grab, x_leaves, |x_left, x_source_q};
    assign {y_send, y_shift, y_from} = {y_leaves, y_left > 1, y_source_q};

    generate
        if (EXP == 0) begin : g_round
            `ORB_ROUND_FIELDS(wire)
            wire m_en = looks, m_first = begins;
            wire en, counts, low, round_first;
            wire [FB-1:0] place;
            wire [LY-1:0] above;
            orb_round_ctl #(
                `include "orb_pass.vh"
            ) round (
                .clk(clk), .send(y_leaves), .shift(y_scale), .part(looks), .part_first(begins), .place(place), .en(en),
                .first(round_first), .counts(counts), .low(low), .above(above)
            );
            orb_delay #(
                .WIDTH(`ORB_ROUND_BITS), .CYCLES(FAR)
            ) delay (
                .clk(clk), .d({looks, begins, place, en, round_first, counts, low, above}), .q({`ORB_ROUND})
            );
            assign control = {`ORB_LANE_FIXED};
            wire unused = &{1'b0, waits};
        end else begin : g_wait
            `ORB_WAIT_FIELDS(wire)
            assign {`ORB_WAIT} = waits;
            assign control = {`ORB_LANE_FLOAT};
            wire unused = &{1'b0, y_scale};
        end
    endgenerate

endmodule
`resetall
