// orb_group_send: each slot of a group ends once, in its order, a slot's length after the one before it.
// SPDX-License-Identifier: Apache-2.0
//
// Groups come as orb_slot_gen makes them: GROUP slots in turn, of which the last group of a step may have fewer. What
// the plain list of the finished group says has to leave.
`default_nettype none
`include "orb_control.vh"

module orb_group_send_props #(
    parameter SLOT = 2,  // cycles of a slot
    `include "orb_params.vh"
) (
    input wire             clk,
    input wire             rst,
    input wire             may_keep,
    input wire [LANES-1:0] any_lanes,
    input wire             rolling,
    input wire             storing,
    input wire [   XA-1:0] roll_base,
    input wire             odd_stage,
    input wire             first_group,
    input wire             last_group
);

    wire [LB-1:0] slot = SLOT;

    // ---- a group: `slot` rounds of GROUP turns; in the round of its last product each slot that there is is kept ----
    reg [GB-1:0] turn = 0;
    reg [LB-1:0] round = 0;
    reg odd_group = 1'b0;
    reg begun = 1'b0;  // a group is in work
    (* anyseq *) wire go;
    always @(*) assume (go | ((turn == 0) & (round == 0)));  // gaps come between steps only
    wire works = go & !rst;
    wire at_end = works & (turn == GROUP - 1) & (round == slot - 1);
    // as orb_slot_gen does, all is shown a cycle after it was decided
    reg [GB-1:0] member;
    reg group_end, stage_last, keep, step_first;
    reg [GROUP-1:0] members;
    reg [GROUP*LANES-1:0] lanes_of;
    wire [GROUP-1:0] upto = (1 << turn) - 1;
    wire keeps = works & may_keep & (round == slot - 1);
    always @(*) if (keeps) assume (members == upto);  // slots without a sum come last
    always @(*) if (at_end) assume (keeps | (members != 0));
    always @(posedge clk) begin
        if (works) begin
            turn <= turn + 1;
            if (turn == GROUP - 1) round <= at_end ? 0 : round + 1;
        end
        keep          <= keeps;
        member        <= turn;
        group_end     <= at_end;
        step_first <= at_end & first_group;
        stage_last    <= at_end & last_group;
        if (group_end & !rst) odd_group <= !odd_group;
        members <= (rst | at_end) ? 0 : keeps ? members | (1 << turn) : members;
        if (rst) {turn, round, keep, group_end, stage_last, odd_group} <= 0;
    end
    reg [LANES-1:0] lanes;
    always @(posedge clk) lanes <= any_lanes;

    // fields of a product that do not count here
    (* anyseq *) wire product, first, fresh, zero;
    (* anyseq *) wire [XA-1:0] x_addr, read_base;
    (* anyseq *) wire [CM-1:0] c_addr;
    (* anyseq *) wire [LANES-1:0] grab;

    wire busy;
    wire [`ORB_SLOT_BITS-1:0] ending;
    `ORB_SLOT_FIELDS(wire)
    assign {`ORB_SLOT} = ending;
    orb_group_send #(
        `include "orb_pass.vh"
    ) dut (
        .clk(clk), .rst(rst), .products({`ORB_PRODUCT}), .length(slot), .slot(ending), .busy(busy)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    // ---- the list: what was kept of the group in work, and of the group that leaves ---------------------------------
    integer n;
    reg [7:0] count, count_sent, sent, wait_left;
    reg [LANES-1:0] kept_lanes[0:GROUP-1], sent_lanes[0:GROUP-1];
    reg s_first, s_last, s_rolls, s_stores, s_odd, s_parity;
    reg [XA-1:0] s_base;
    always @(posedge clk) begin
        if (keep) begin
            kept_lanes[member] <= lanes;
            count <= count + 1;
        end
        if (wait_left != 0) wait_left <= wait_left - 1;
        if (slot_end) begin
            sent <= sent + 1;
            wait_left <= slot - 1;
        end
        if (group_end) begin
            for (n = 0; n < GROUP; n = n + 1) sent_lanes[n] <= (keep && member == n) ? lanes : kept_lanes[n];
            count_sent <= count + keep;
            {count, sent, wait_left} <= 0;
            {s_first, s_last, s_rolls, s_stores, s_odd, s_parity} <=
                {step_first, stage_last, rolling, storing, odd_stage, odd_group};
            s_base <= roll_base;
        end
        if (rst) {count, count_sent, sent, wait_left} <= 0;
    end

    always @(*)
        if (started) begin
            assert (slot_end == ((sent < count_sent) & (wait_left == 0)));
            if (group_end) assert (sent + slot_end >= count_sent);  // all left before the next group wants to
            if (slot_end) begin
                assert (slot_lanes == sent_lanes[sent[GB-1:0]]);
                assert (slot_place == {s_parity, sent[GB-1:0]});
                assert (slot_first == (s_first & (sent == 0)));
                assert (slot_last == (s_last & (sent == count_sent - 1)));
                assert ({slot_rolls, slot_stores, slot_odd} == {s_rolls, s_stores, s_odd});
                assert (slot_base == s_base);
            end
            if (sent < count_sent) assert (busy);
        end

    always @(*) if (started) cover (slot_last & (sent == GROUP - 1));

endmodule
