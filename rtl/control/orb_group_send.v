// Lets the sums of a finished group leave one slot after the other, while the next group is in work.
// SPDX-License-Identifier: Apache-2.0
//
// The first slot of a group ends with its group, each further slot `length` cycles after the one before. With GROUP = 1
// the end of a group is the end of its only slot and passes through.
`resetall
`default_nettype none

module orb_group_send #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    input  wire          rst,
    input  wire [`ORB_PRODUCT_BITS-1:0] products,
    input  wire [LB-1:0] length,  // cycles of a slot of this stage
    output wire [`ORB_SLOT_BITS-1:0] slot,
    output wire          busy     // more ends follow
);

    `ORB_PRODUCT_FIELDS(wire)
    `ORB_SLOT_FIELDS(wire)
    assign {`ORB_PRODUCT} = products;
    assign slot = {`ORB_SLOT};

    generate
        if (GROUP == 1) begin : g_pass
            assign {slot_end, slot_first, slot_last} = {group_end, step_first, stage_last};
            assign {slot_rolls, slot_stores, slot_odd} = {rolling, storing, odd_stage};
            assign {slot_lanes, slot_base} = {lanes, roll_base};
            assign slot_place = {odd_group, member};
            assign busy = 1'b0;
            wire unused = &{1'b0, clk, rst, length};
        end else begin : g_queue
            // of the group in work: its slots, and the lanes of each
            reg [GROUP-1:0] members;
            reg [GROUP*LANES-1:0] lanes_of;
            // of the group that is sent
            reg [GROUP-1:0] left;
            reg [GROUP*LANES-1:0] lanes_left;
            reg [LB-1:0] phase, length_q;
            reg [GB:0] place;
            reg first_q, last_q, rolls_q, stores_q, odd_q;
            reg [XA-1:0] base_q;

            wire [GROUP-1:0] here = {{(GROUP - 1) {1'b0}}, keep} << member;
            wire [GROUP-1:0] members_now = members | here;
            wire [GROUP*LANES-1:0] lanes_now = keep ? lanes_of & ~({{(GROUP - 1) * LANES{1'b0}}, {LANES{1'b1}}} <<
                (member * LANES)) | ({{(GROUP - 1) * LANES{1'b0}}, lanes} << (member * LANES)) : lanes_of;

            assign slot_end    = (|left) & (phase == {LB{1'b0}});
            assign slot_first  = slot_end & first_q;
            assign slot_last   = slot_end & last_q & !left[1];
            assign {slot_rolls, slot_stores, slot_odd} = {rolls_q, stores_q, odd_q};
            assign {slot_lanes, slot_base} = {lanes_left[LANES-1:0], base_q};
            assign slot_place  = place;
            assign busy        = group_end | (|left);

            always @(posedge clk) begin
                members  <= group_end ? {GROUP{1'b0}} : members_now;
                lanes_of <= lanes_now;
                if (group_end) begin
                    left       <= members_now;
                    lanes_left <= lanes_now;
                    phase      <= {LB{1'b0}};
                    length_q   <= length;
                    place      <= {odd_group, {GB{1'b0}}};
                    base_q     <= roll_base;
                    {first_q, last_q} <= {step_first, stage_last};
                    {rolls_q, stores_q, odd_q} <= {rolling, storing, odd_stage};
                end else if (busy) begin
                    phase <= phase + 1'b1;
                    if (slot_end) first_q <= 1'b0;
                    if (phase == length_q - 1'b1) begin
                        phase      <= {LB{1'b0}};
                        left       <= left >> 1;
                        lanes_left <= lanes_left >> LANES;
                        place      <= place + 1'b1;
                    end
                end
                if (rst) begin
                    left    <= {GROUP{1'b0}};
                    members <= {GROUP{1'b0}};
                end
            end
        end
    endgenerate

endmodule
`resetall
