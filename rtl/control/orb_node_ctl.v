// Turns slots into the control of all nodes: each event of a node at its fixed distance from its slot.
// SPDX-License-Identifier: Apache-2.0
//
// Counted from the end of a slot: the operand leaves after MEM_LAT+1 cycles and is there XL later; the sum leaves after
// MEM_LAT+FMA_LAT and is there SL later (V); as a sum it is stored then or at V+1; as a result, rounded while it came,
// it can be written from V+3 on, or V+4 if FAR. Each lane does all this a cycle after the lane before it, so one port
// serves all.
`resetall
`default_nettype none

module orb_node_ctl #(
    `include "orb_params.vh"
) (
    input  wire             clk,
    input  wire             rst,
    // this cycle's product, see orb_slot_gen
    input  wire             product,
    input  wire [LANES-1:0] grab,
    input  wire             first,
    input  wire             fresh,
    input  wire             zero,
    input  wire             keep,
    input  wire [   GB-1:0] member,
    input  wire             odd_group,
    // ends of slots, see orb_group_send
    input  wire             slot_end,
    input  wire             slot_first,
    input  wire             slot_last,
    input  wire [LANES-1:0] slot_lanes,
    input  wire             slot_rolls,
    input  wire             slot_stores,
    input  wire             slot_odd,
    input  wire [     GB:0] slot_place,
    input  wire             more_ends,
    // of the even and of the odd stage
    input  wire [      3:0] stage_x_from,
    input  wire [      3:0] stage_y_from,
    input  wire [     11:0] stage_shift,
    // control of the nodes, see orb_node_fixed
    output wire [LANES*LANE_BITS-1:0] lane_control,
    output wire [   YP-1:0] y_re,
    output wire [YP*YW-1:0] y_raddr,
    output wire             y_half,
    output wire [   YP-1:0] y_we,
    output wire [   YW-1:0] y_waddr,
    output wire [LANES-1:0] x_take,
    output wire [LANES-1:0] r_lane,
    output wire             round_en,
    output wire [LANES-1:0] r_done,
    // the sums that come in are looked at
    output wire [LANES-1:0] mag_en,
    output wire             mag_first,      // lane 0: their lowest bits
    output reg              m_odd,        // lane 0: parity of their stage
    // what can be written a cycle later, see orb_landing: a lane's operand, a lane's result
    output wire [LANES-1:0] x_land,
    output wire             x_odd,        // parity of the stage of the operand of lane 0
    output wire             x_begins,     // it is the first of its step
    output wire [LANES-1:0] r_land,
    output wire             r_odd,        // of the stage of the result of lane 0
    output wire             r_begins,     // it is the first of its step
    output wire             stage_lands,  // the window of a stage's last word begins in the next cycle
    output wire             lands_odd,
    output wire             idle          // nothing is on its way
);

    localparam YD = $clog2(SLOTS);                 // bits of a slot's number
    localparam MAC = MEM_LAT + FMA_LAT - ACC_LAT;  // product to adder
    localparam LATE = SUM_LAT == 0;                // stored sums are read when those of the slots leave
    localparam READ = MAC - SUM_LAT;               // ... to the read of the stored sum, if not
    localparam X_OUT = MEM_LAT + 1;                // slot end to operand link
    localparam X_IN = X_OUT + XL;                  // ... to operand in the neighbour
    localparam Y_OUT = MEM_LAT + FMA_LAT;          // slot end to sum link
    localparam V = Y_OUT + SL;                     // ... to sum in the neighbour
    localparam ALONE = LANES == 1 && EXP == 0 && FAR == 0;  // a sum is stored from its link, else from a register
    localparam STORE = ALONE ? V : V + 1;          // ... to the sum being stored
    localparam HALF = ALONE ? V - SL / 2 : V + 1;  // ... to the half of it that comes first
    localparam ROUND = EXP == 0 ? FAR : 0;         // a register before the rounding
    localparam R_LAND = V + 2 + ROUND;             // ... to the last stage of the rounding
    localparam PROD = Y_OUT + LANES;               // length of the delay lines of products
    localparam LAST = R_LAND + LANES;              // ... and of ends of slots
    localparam LANDED = LAST - 1;                  // slot end to the window of its last word

    // ---- delay lines: bit n is the input n cycles ago -----------------------------------------------------------
    reg [   PROD:1] product_q, first_q, fresh_q, zero_q, keep_q;
    wire [PROD:0] product_d = {product_q, product}, first_d = {first_q, first}, fresh_d = {fresh_q, fresh};
    wire [PROD:0] zero_d = {zero_q, zero}, keep_d = {keep_q, keep};

    always @(posedge clk) begin
        zero_q <= zero_d[PROD-1:0];
        if (rst) {product_q, first_q, fresh_q, keep_q} <= {4 * PROD{1'b0}};
        else begin
            product_q <= product_d[PROD-1:0];
            first_q   <= first_d[PROD-1:0];
            fresh_q   <= fresh_d[PROD-1:0];
            keep_q    <= keep_d[PROD-1:0];
        end
    end

    // where the products of a group wait; of no use to groups of one
    localparam PW = GB + 1;
    localparam PD = Y_OUT + LANES - 1;
    reg [PD*PW-1:0] member_q;
    wire [(PD+1)*PW-1:0] member_d = {member_q, odd_group, member};
    always @(posedge clk) member_q <= member_d[PD*PW-1:0];

    // What goes with a slot's end: slots end APART cycles or more from each other, so in each part of that length of
    // their way there is one at most. Bit n is that of the slot that ended n cycles ago, of no meaning where none did.
    localparam APART = SL > LANES ? SL : LANES, PARTS = (LAST + APART - 1) / APART;
    localparam FW = 6 + PW;
    reg [PARTS*FW-1:0] part;
    wire [LAST:0] ended;  // a slot
    wire [LAST:1] begin_d, last_d, roll_d, store_d, odd_d, zero_slot_d;
    wire [LAST*PW-1:0] place_d;

    genvar l, n;
    generate
        for (n = 0; n < PARTS; n = n + 1) begin : g_part
            wire [FW-1:0] in;
            if (n == 0) begin : g_first
                assign in = {slot_first, slot_last, slot_rolls, slot_stores, slot_odd, zero, slot_place};
            end else begin : g_next
                assign in = part[(n-1)*FW+:FW];
            end
            always @(posedge clk) if (ended[n*APART]) part[n*FW+:FW] <= in;
        end
        for (n = 1; n <= LAST; n = n + 1) begin : g_at
            assign {begin_d[n], last_d[n], roll_d[n], store_d[n], odd_d[n], zero_slot_d[n], place_d[(n-1)*PW+:PW]} =
                part[(n-1)/APART*FW+:FW];
        end
    endgenerate
    wire unused_fields = &{1'b0, begin_d, last_d, roll_d, store_d, odd_d, zero_slot_d, place_d};

    // ---- lanes ----------------------------------------------------------------------------------------------------
    wire [LANES-1:0] read, sum_in, store_1, store_2, write, none;  // of each lane at its time
    wire [LANES*YW-1:0] read_at, write_at;
    reg [YD-1:0] y_read, y_read_now, y_write, y_write_now;
    wire [YD-1:0] read_slot = (LATE ? begin_d[Y_OUT] : fresh_d[READ]) ? {YD{1'b0}} : y_read;
    wire [YD-1:0] write_slot = begin_d[HALF] ? {YD{1'b0}} : y_write;

    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            localparam LANE = l;

            reg [LAST:1] end_q;
            reg some;  // end_q is not 0
            reg [MEM_LAT+l:1] grab_q;
            wire [LAST:0] end_d = {end_q, slot_end & slot_lanes[l]};
            wire [MEM_LAT+l:0] grab_d = {grab_q, grab[l]};
            always @(posedge clk)
                if (rst) {end_q, some, grab_q} <= {LAST + 1 + MEM_LAT + l{1'b0}};
                else begin
                    end_q  <= end_d[LAST-1:0];
                    some   <= |end_d[LAST-1:0];
                    grab_q <= grab_d[MEM_LAT+l-1:0];
                end

            assign none[l] = !some;

            // the fields of a lane's control, see orb_lane_fixed and orb_lane_float
            wire mac_en = product_d[MAC+l], mac_first = first_d[MAC+l], x_grab = grab_d[MEM_LAT+l];
            wire mac_clear;

            // operand roll
            reg [$clog2(XL+1)-1:0] x_left;
            reg [1:0] x_from;
            wire x_send = end_d[X_OUT+l] & roll_d[X_OUT+l], x_shift = |x_left;
            always @(posedge clk) begin
                if (rst) x_left <= 0;
                else if (x_send) x_left <= XL[$clog2(XL+1)-1:0] - 1'b1;
                else if (x_shift) x_left <= x_left - 1'b1;
                if (x_send) x_from <= odd_d[X_OUT+l] ? stage_x_from[3:2] : stage_x_from[1:0];
            end

            // sum roll
            reg [$clog2(SL+1)-1:0] y_left;
            reg [1:0] y_from;
            reg looking, y_zero;
            wire y_send = end_d[Y_OUT+l], y_shift = (y_left > 1);
            wire m_begins = (y_left == SL[$clog2(SL+1)-1:0]);
            assign mag_en[l] = looking & (|y_left);
            if (l == 0) begin : g_report
                assign mag_first = m_begins;
            end
            always @(posedge clk) begin
                if (rst) y_left <= 0;
                else if (y_send) y_left <= SL[$clog2(SL+1)-1:0];
                else if (|y_left) y_left <= y_left - 1'b1;
                if (y_send) begin
                    looking <= store_d[Y_OUT+l];
                    y_zero  <= zero_slot_d[Y_OUT+l];
                    y_from  <= odd_d[Y_OUT+l] ? stage_y_from[3:2] : stage_y_from[1:0];
                end
            end
            assign mac_clear = LATE ? y_zero : zero_d[MAC+l];

            if (EXP == 0) begin : g_round
                wire m_en = mag_en[l], m_first = m_begins;
                wire [FB-1:0] place;
                wire en, begins, counts, low;
                wire [LY-1:0] part_above;
                orb_round_ctl #(
                    .W(W), .AW(AW), .LY(LY)
                ) round (
                    .clk(clk), .send(y_send), .shift(odd_d[Y_OUT+l] ? stage_shift[11:6] : stage_shift[5:0]),
                    .part(m_en), .part_first(m_begins), .place(place), .en(en), .first(begins), .counts(counts),
                    .low(low), .above(part_above)
                );

                wire r_part, r_part_first, r_en, r_first, r_counts, r_low;
                wire [FB-1:0] r_place;
                wire [LY-1:0] r_above;
                orb_delay #(
                    .WIDTH(`ORB_ROUND_BITS), .CYCLES(FAR)
                ) round_delay (
                    .clk(clk), .d({m_en, m_begins, place, en, begins, counts, low, part_above}),
                    .q({`ORB_ROUND})
                );
                assign lane_control[l*LANE_BITS+:LANE_BITS] = {`ORB_LANE_FIXED};
                wire unused = &{1'b0, keep_d, member_d, place_d};  // of groups
            end else begin : g_float
                wire y_keep = keep_d[Y_OUT+l];
                wire [GB:0] grab_place = member_d[(MEM_LAT+l)*PW+:PW], keep_place = member_d[(Y_OUT+l)*PW+:PW];
                wire [GB:0] x_place = place_d[(X_OUT+l-1)*PW+:PW], y_place = place_d[(Y_OUT+l-1)*PW+:PW];
                assign lane_control[l*LANE_BITS+:LANE_BITS] = {`ORB_LANE_FLOAT};
                wire unused = &{1'b0, stage_shift, m_begins};
            end

            // what has come in
            assign x_take[l]  = end_d[X_IN+l] & roll_d[X_IN+l];
            assign sum_in[l]  = end_d[V+l];
            assign write[l]   = end_d[STORE+l] & !store_d[STORE+l];
            assign store_1[l] = end_d[V+1+l] & store_d[V+1+l];
            assign store_2[l] = end_d[R_LAND+l] & store_d[R_LAND+l];
            assign x_land[l]  = end_d[X_IN+l-1] & roll_d[X_IN+l-1];
            assign r_land[l]  = end_d[R_LAND+l-1] & store_d[R_LAND+l-1];

            // stored sums: one memory for all lanes, or one for each
            assign read[l] = LATE ? y_send : first_d[READ+l];
            if (LATE) begin : g_late
                // where the sum on the link belongs; the one before it is stored while it is read
                assign read_at  = read ? read_slot : y_read_now;
                assign write_at = y_read_now;
                wire unused = &{1'b0, y_write_now};
            end else if (ALONE) begin : g_alone
                // addresses stand still: to be read until the next, to be written from half of the sum to all of it
                assign read_at  = read ? read_slot : y_read_now;
                assign write_at = y_half ? write_slot : y_write_now;
            end else if (GROUP == 1) begin : g_shared
                wire [YD-1:0] read_now = (l == 0) ? read_slot : y_read_now;
                wire [YD-1:0] write_now = (l == 0) ? write_slot : y_write_now;
                assign read_at[l*YW+:YW]  = read[l] ? read_now * LANES[YW-1:0] + LANE[YW-1:0] : {YW{1'b0}};
                assign write_at[l*YW+:YW] = end_d[V+1+l] ? write_now * LANES[YW-1:0] + LANE[YW-1:0] : {YW{1'b0}};
            end else begin : g_own
                assign write_at[l*YW+:YW] = end_d[V+1+l] ? ((l == 0) ? write_slot : y_write_now) : {YW{1'b0}};
                if (l == 0) begin : g_now
                    assign read_at[0+:YW] = read_slot;
                end else begin : g_later
                    reg [YW-1:0] read_at_q;
                    always @(posedge clk) read_at_q <= read_at[(l-1)*YW+:YW];
                    assign read_at[l*YW+:YW] = read_at_q;
                end
            end
        end
    endgenerate

    generate
        if (GROUP == 1) begin : g_one_memory
            assign y_re = |read;
            assign y_we = |write;
            if (LANES == 1) begin : g_1
                assign y_raddr = read_at;
                assign y_waddr = write_at;
            end else if (LANES == 2) begin : g_2
                assign y_raddr = read_at[0+:YW] | read_at[YW+:YW];
                assign y_waddr = write_at[0+:YW] | write_at[YW+:YW];
            end else begin : g_4
                assign y_raddr = read_at[0+:YW] | read_at[YW+:YW] | read_at[2*YW+:YW] | read_at[3*YW+:YW];
                assign y_waddr = write_at[0+:YW] | write_at[YW+:YW] | write_at[2*YW+:YW] | write_at[3*YW+:YW];
            end
        end else begin : g_memories
            assign y_re    = read;
            assign y_we    = write;
            assign y_raddr = read_at;
            wire unused = &{1'b0, y_read_now};
            if (LANES == 1) begin : g_1
                assign y_waddr = write_at;
            end else if (LANES == 2) begin : g_2
                assign y_waddr = write_at[0+:YW] | write_at[YW+:YW];
            end else begin : g_4
                assign y_waddr = write_at[0+:YW] | write_at[YW+:YW] | write_at[2*YW+:YW] | write_at[3*YW+:YW];
            end
        end
    endgenerate

    assign ended       = g_lane[0].end_d;  // the first lane has a sum in every slot
    assign y_half      = ended[HALF] & !store_d[HALF];
    assign r_lane      = sum_in;
    assign round_en    = |store_1;
    assign r_done      = store_2;
    assign x_odd       = odd_d[X_IN-1];
    assign x_begins    = begin_d[X_IN-1];
    assign r_odd       = odd_d[R_LAND-1];
    assign r_begins    = begin_d[R_LAND-1];
    assign stage_lands = ended[LANDED] & last_d[LANDED];
    assign lands_odd   = odd_d[LANDED];
    assign idle        = !product & !slot_end & !more_ends & (&none) & (keep_q == {PROD{1'b0}});

    always @(posedge clk) begin
        if (read[0]) begin
            y_read     <= read_slot + 1'b1;
            y_read_now <= read_slot;
        end
        if (ended[HALF]) begin
            y_write     <= write_slot + 1'b1;
            y_write_now <= write_slot;
        end
        if (g_lane[0].y_send) m_odd <= odd_d[Y_OUT];
    end

endmodule
`resetall
