// orb_group_send: each slot of a group ends once, in its order, a slot's length after the one before it.
// SPDX-License-Identifier: Apache-2.0
//
// Groups come as orb_slot_gen makes them: GROUP slots in turn, of which the last group of a step may have fewer. What
// the plain list of the finished group says has to leave.
`default_nettype none

module orb_group_send_props #(
    parameter LANES = 1,
    parameter GROUP = 4,
    parameter SLOT  = 2,  // cycles of a slot
    parameter LB    = 3,
    parameter XA    = 3,
    parameter GB    = $clog2(GROUP)
) (
    input wire             clk,
    input wire             rst,
    input wire             keep,
    input wire [LANES-1:0] lanes,
    input wire             rolling,
    input wire             storing,
    input wire [   XA-1:0] roll_base,
    input wire             odd_stage,
    input wire             step_first,
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
    reg group_end, stage_last, kept, first_of_step;
    reg [GROUP-1:0] members;
    reg [GROUP*LANES-1:0] lanes_of;
    wire [GROUP-1:0] upto = (1 << turn) - 1;
    wire keeps = works & keep & (round == slot - 1);
    always @(*) if (keeps) assume (members == upto);  // slots without a sum come last
    always @(*) if (at_end) assume (keeps | (members != 0));
    always @(posedge clk) begin
        if (works) begin
            turn <= turn + 1;
            if (turn == GROUP - 1) round <= at_end ? 0 : round + 1;
        end
        kept          <= keeps;
        member        <= turn;
        group_end     <= at_end;
        first_of_step <= at_end & step_first;
        stage_last    <= at_end & last_group;
        if (group_end & !rst) odd_group <= !odd_group;
        members <= (rst | at_end) ? 0 : keeps ? members | (1 << turn) : members;
        if (rst) {turn, round, kept, group_end, stage_last, odd_group} <= 0;
    end
    reg [LANES-1:0] lanes_q;
    always @(posedge clk) lanes_q <= lanes;

    wire slot_end, slot_first, slot_last, slot_rolls, slot_stores, slot_odd, busy;
    wire [LANES-1:0] slot_lanes;
    wire [XA-1:0] slot_base;
    wire [GB:0] slot_place;
    orb_group_send #(
        .LANES(LANES), .GROUP(GROUP), .LB(LB), .XA(XA)
    ) dut (
        .*,
        .keep      (kept),
        .lanes     (lanes_q),
        .step_first(first_of_step)
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
        if (kept) begin
            kept_lanes[member] <= lanes_q;
            count <= count + 1;
        end
        if (wait_left != 0) wait_left <= wait_left - 1;
        if (slot_end) begin
            sent <= sent + 1;
            wait_left <= slot - 1;
        end
        if (group_end) begin
            for (n = 0; n < GROUP; n = n + 1) sent_lanes[n] <= (kept && member == n) ? lanes_q : kept_lanes[n];
            count_sent <= count + kept;
            {count, sent, wait_left} <= 0;
            {s_first, s_last, s_rolls, s_stores, s_odd, s_parity} <=
                {first_of_step, stage_last, rolling, storing, odd_stage, odd_group};
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
