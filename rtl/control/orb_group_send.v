// Lets the sums of a finished group leave one slot after the other, while the next group is in work.
// SPDX-License-Identifier: Apache-2.0
//
// The first slot of a group ends with its group, each further one `slot` cycles later. With GROUP = 1 the ends pass
// through.
`resetall
`default_nettype none

module orb_group_send #(
    parameter LANES = 1,  // sums of a slot
    parameter GROUP = 1,  // slots of a group, a power of two
    parameter LB    = 5,  // bits of a slot length
    parameter XA    = 10, // bits of an operand address
    parameter GB    = GROUP > 1 ? $clog2(GROUP) : 1
) (
    input  wire             clk,
    input  wire             rst,
    // products, see orb_slot_gen
    input  wire             keep,
    input  wire [   GB-1:0] member,
    input  wire             odd_group,
    input  wire [LANES-1:0] lanes,
    input  wire             rolling,
    input  wire             storing,
    input  wire [   XA-1:0] roll_base,
    input  wire [   LB-1:0] slot,
    input  wire             odd_stage,
    input  wire             group_end,
    input  wire             step_first,
    input  wire             stage_last,
    // ends of slots
    output wire             slot_end,
    output wire             slot_first,  // of the first slot of a step
    output wire             slot_last,   // of the last slot of a stage
    output wire [LANES-1:0] slot_lanes,  // that have a sum
    output wire             slot_rolls,  // whose operand rolls
    output wire             slot_stores, // whose sums become results
    output wire [   XA-1:0] slot_base,   // buffer into which the operand rolls
    output wire             slot_odd,    // parity of its stage
    output wire [     GB:0] slot_place,  // where its sum and operand wait: {parity, member}
    output wire             busy         // more ends follow
);

    generate
        if (GROUP == 1) begin : g_pass
            assign slot_end    = group_end;
            assign slot_first  = step_first;
            assign slot_last   = stage_last;
            assign slot_lanes  = lanes;
            assign slot_rolls  = rolling;
            assign slot_stores = storing;
            assign slot_base   = roll_base;
            assign slot_odd    = odd_stage;
            assign slot_place  = {odd_group, member};
            assign busy        = 1'b0;
            wire unused = &{1'b0, clk, rst, keep, slot};
        end else begin : g_queue
            // of the group in work: its slots, and the lanes of each
            reg [GROUP-1:0] members;
            reg [GROUP*LANES-1:0] lanes_of;
            // of the group that is sent
            reg [GROUP-1:0] left;
            reg [GROUP*LANES-1:0] lanes_left;
            reg [LB-1:0] phase, slot_q;
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
            assign slot_lanes  = lanes_left[LANES-1:0];
            assign slot_rolls  = rolls_q;
            assign slot_stores = stores_q;
            assign slot_base   = base_q;
            assign slot_odd    = odd_q;
            assign slot_place  = place;
            assign busy        = group_end | (|left);

            always @(posedge clk) begin
                members  <= group_end ? {GROUP{1'b0}} : members_now;
                lanes_of <= lanes_now;
                if (group_end) begin
                    left       <= members_now;
                    lanes_left <= lanes_now;
                    phase      <= {LB{1'b0}};
                    slot_q     <= slot;
                    place      <= {odd_group, {GB{1'b0}}};
                    first_q    <= step_first;
                    last_q     <= stage_last;
                    rolls_q    <= rolling;
                    stores_q   <= storing;
                    base_q     <= roll_base;
                    odd_q      <= odd_stage;
                end else if (busy) begin
                    phase <= phase + 1'b1;
                    if (slot_end) first_q <= 1'b0;
                    if (phase == slot_q - 1'b1) begin
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
