// orb_node_ctl: each event of a slot comes at its distance, a cycle later for each further lane, with its fields.
// SPDX-License-Identifier: Apache-2.0
//
// Slots are numbered in each step. Delay lines carry the number of each slot, and what its stage asked for, beside the
// module's own; whatever leaves the module must be of the slot that it belongs to.
`default_nettype none
`include "orb_control.vh"

module orb_node_ctl_props #(
    `include "orb_params.vh"
) (
    input wire             clk,
    input wire             rst,
    input wire             product,
    input wire [LANES-1:0] grab,
    input wire             first,
    input wire             fresh,
    input wire             zero,
    input wire             keep,
    input wire [   GB-1:0] member,
    input wire             odd_group,
    input wire             slot_end,
    input wire             slot_first,
    input wire             slot_last,
    input wire [LANES-1:0] slot_lanes,
    input wire             slot_rolls,
    input wire             slot_stores,
    input wire             slot_odd,
    input wire [     GB:0] slot_place,
    input wire             more_ends
);

    localparam LATE = SUM_LAT == 0;  // stored sums are read when slots' sums leave
    localparam MAC = MEM_LAT + FMA_LAT - ACC_LAT, READ = MAC - SUM_LAT, X_OUT = MEM_LAT + 1;
    localparam X_IN = X_OUT + XL;
    localparam Y_OUT = MEM_LAT + FMA_LAT, V = Y_OUT + SL, R_LAND = V + 2, LAST = R_LAND + LANES;
    localparam STORE = LANES == 1 ? V : V + 1, HALF = V - SL / 2;

    // what the even and the odd stage ask for
    (* anyconst *) wire [3:0] stage_x_from, stage_y_from;
    (* anyconst *) wire [11:0] stage_shift;

    always @(*) assume ((stage_shift[5:0] <= AW - W) & (stage_shift[11:6] <= AW - W));

    // fields that only pass through, or do not count here
    (* anyseq *) wire [XA-1:0] x_addr, read_base, roll_base, slot_base, lands_at;
    (* anyseq *) wire [CM-1:0] c_addr;
    (* anyseq *) wire [LANES-1:0] lanes;
    (* anyseq *) wire rolling, storing, odd_stage, group_end, step_first, stage_last, lands;

    wire [NODE_BITS-1:0] control;
    wire [`ORB_LANDING_BITS-1:0] landing;
    wire [LANES-1:0] looks;
    wire results, looks_first, looks_odd, idle;
    `ORB_NODE_FIXED_FIELDS(wire)
    `ORB_LANDING_FIELDS(wire)
    assign {`ORB_LANDING} = landing;

    orb_node_ctl #(
        `include "orb_pass.vh"
    ) dut (
        .clk(clk), .rst(rst), .products({`ORB_PRODUCT}), .ending({`ORB_SLOT}), .more_ends(more_ends),
        .stage_x_from(stage_x_from), .stage_y_from(stage_y_from), .stage_shift(stage_shift), .lands(lands),
        .lands_at(lands_at), .landing(landing), .control(control), .results(results), .looks(looks),
        .looks_first(looks_first), .looks_odd(looks_odd), .idle(idle)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    // ---- slots: their beginnings and ends are apart, the first lane always has a sum --------------------------------
    reg [7:0] since_end, since_first;
    reg any_end, any_first;  // since the reset
    always @(posedge clk) begin
        any_end     <= !rst & (any_end | slot_end);
        any_first   <= !rst & (any_first | first);
        since_end   <= (rst | slot_end) ? (rst ? 99 : 1) : (since_end == 99) ? 99 : since_end + 1;
        since_first <= (rst | first) ? (rst ? 99 : 1) : (since_first == 99) ? 99 : since_first + 1;
    end
    always @(*) begin
        if (rst) assume (!slot_end & !first & !product & !keep & (grab == 0));
        if (slot_end) assume ((since_end >= LEAST) & slot_lanes[0] & !(slot_rolls & slot_stores));
        if (slot_end & !any_end) assume (slot_first);
        if (first & !any_first) assume (fresh);
        if (first & (GROUP == 1)) assume (since_first >= LEAST);
    end

    // ---- delay lines: position n is n cycles after the slot's end, the product, or the slot's first product ---------
    localparam EB = LANES + 5 + (GB + 1) + YD, PB = LANES + 5 + (GB + 1) + YD;
    reg [YD-1:0] end_number, first_number;
    wire [YD-1:0] end_now = slot_first ? 0 : end_number, first_now = fresh ? 0 : first_number;
    wire [EB-1:0] e_now = slot_end ?
        {slot_lanes, slot_first, slot_last, slot_rolls, slot_stores, slot_odd, slot_place, end_now} : 0;
    wire [PB-1:0] p_now = {grab, product, first, fresh, zero, keep, odd_group, member, first_now};
    reg [LAST*EB-1:0] e_q;
    reg [LAST*PB-1:0] p_q;
    wire [(LAST+1)*EB-1:0] e = {e_q, e_now};
    wire [(LAST+1)*PB-1:0] p = {p_q, p_now};
    always @(posedge clk) begin
        e_q <= rst ? 0 : e;
        p_q <= rst ? 0 : p;
        if (slot_end) end_number <= end_now + 1;
        if (first) first_number <= first_now + 1;
    end
    `define E(n) e[(n) * EB +: EB]
    `define P(n) p[(n) * PB +: PB]

    // ---- each lane --------------------------------------------------------------------------------------------------
    wire [LANES-1:0] summed, stored_1, stored_2, read_ok, write_ok, half;
    genvar l, n;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            // fields of the slot's end n cycles ago, as this lane has it
            wire [LAST:0] here, rolls, stores, odd, begins, lasts;
            wire [(LAST+1)*(GB+1)-1:0] place;
            wire [(LAST+1)*YD-1:0] number;
            for (n = 0; n <= LAST; n = n + 1) begin : g_at
                wire [LANES-1:0] lanes_n;
                wire rolls_n, stores_n;
                assign {lanes_n, begins[n], lasts[n], rolls_n, stores_n, odd[n], place[n*(GB+1)+:GB+1],
                        number[n*YD+:YD]} = `E(n);
                assign {here[n], rolls[n], stores[n]} = {lanes_n[l], lanes_n[l] & rolls_n, lanes_n[l] & stores_n};
            end
            assign half[l] = here[HALF] & !stores[HALF];  // half of a sum that is kept has left
            wire mac_en, mac_first, x_grab, x_send, x_shift, y_send, y_shift;
            wire [1:0] x_from, y_from;
            wire [LANE_BITS-1:0] told = lane_control[l*LANE_BITS+:LANE_BITS];

            wire [LANES-1:0] grab_mem, grab_mac, grab_out, grab_read;
            wire [4:0] f_mem, f_mac, f_out, f_read;
            wire [GB:0] at_mem, at_mac, at_out, at_read;
            wire [YD-1:0] of_mem, of_mac, of_out, of_read;
            assign {grab_mem, f_mem, at_mem, of_mem} = `P(MEM_LAT + l);
            assign {grab_mac, f_mac, at_mac, of_mac} = `P(MAC + l);
            assign {grab_out, f_out, at_out, of_out} = `P(Y_OUT + l);
            assign {grab_read, f_read, at_read, of_read} = `P(READ + l);

            always @(*)
                if (started & !rst) begin
                    // products
                    assert (mac_en == f_mac[4]);
                    assert (mac_first == f_mac[3]);
                    if (mac_first & !LATE) assert (y_zero[GROUP>1 ? l : 0] == f_mac[1]);
                    assert (x_grab == grab_mem[l]);
                    // links
                    assert (x_send == rolls[X_OUT+l]);
                    assert (y_send == here[Y_OUT+l]);
                    // what has come in
                    assert (x_take[l] == rolls[X_IN+l]);
                    assert (r_lane[l] == here[V+l]);
                    // two cycles before a word can be written, of which orb_landing takes one
                    assert (x_land[l] == rolls[X_IN+l-2]);
                    assert (r_land[l] == stores[R_LAND+l-2]);
                    assert (r_done[l] == stored_2[l]);
                end
            if (EXP != 0) begin : g_float
                wire y_keep;
                wire [GB:0] grab_place, keep_place, x_place, y_place;
                assign {`ORB_LANE_FLOAT} = told;
                always @(*)
                    if (started & !rst) begin
                        if (x_grab) assert (grab_place == at_mem);
                        assert (y_keep == f_out[0]);
                        if (y_keep) assert (keep_place == at_out);
                        if (x_send) assert (x_place == place[(X_OUT+l)*(GB+1)+:GB+1]);
                        if (y_send) assert (y_place == place[(Y_OUT+l)*(GB+1)+:GB+1]);
                    end
            end else begin : g_fixed
                wire m_en, m_first, r_part, r_part_first, r_en, r_first, r_counts, r_low;
                wire [FB-1:0] r_place;
                wire [LY-1:0] r_above;
                assign {`ORB_LANE_FIXED} = told;
                always @(*)
                    if (started & !rst) begin
                        assert ({r_part, r_part_first} == {m_en, m_first});
                        assert (m_en == looks[l]);
                        if (m_first & m_en) assert (stores[Y_OUT+1+l]);
                        if (m_en) assert (stores[V+l:Y_OUT+1+l] != 0);
                        if (l == 0) assert (m_first == looks_first);
                    end
                for (n = 1; n <= SL; n = n + 1) begin : g_part
                    always @(*)
                        if (started & !rst & here[Y_OUT+n+l]) begin
                            if (m_en) assert (m_first == (n == 1));
                            if (m_en) assert (r_place == (stage_shift[6*odd[Y_OUT+n+l]+:6] + W - 1) % LY);
                        end
                end
                always @(posedge clk) if (started && !$past(rst)) assert (r_en == $past(m_en));
            end
            // a word moves in each cycle from the one after it was sent to the one in which it is there
            for (n = 1; n <= XL; n = n + 1) begin : g_x
                always @(*)
                    if (started & !rst & rolls[X_OUT+n+l])
                        assert ((x_from == stage_x_from[2*odd[X_OUT+n+l]+:2]) & (x_shift == (n < XL)));
            end
            for (n = 1; n <= SL; n = n + 1) begin : g_y
                wire [LANES-1:0] grab_sent;
                wire [4:0] f_sent;
                wire [GB:0] at_sent;
                wire [YD-1:0] of_sent;
                assign {grab_sent, f_sent, at_sent, of_sent} = `P(Y_OUT + n + l);
                always @(*) if (started & !rst & here[Y_OUT+n+l] & LATE) assert (y_zero == f_sent[1]);
                always @(*)
                    if (started & !rst & here[Y_OUT+n+l]) begin
                        assert ((y_from == stage_y_from[2*odd[Y_OUT+n+l]+:2]) & (y_shift == (n < SL)));
                        assert (looks[l] == stores[Y_OUT+n+l]);
                        if (l == 0 && looks[0]) assert (looks_odd == odd[Y_OUT+n]);
                    end
            end

            // stored sums
            assign summed[l] = here[V+l];
            assign stored_1[l] = stores[V+1+l];
            assign stored_2[l] = stores[V+2+l];
            wire reads = LATE ? here[Y_OUT+l] : f_read[3], writes = here[STORE+l] & !stores[STORE+l];
            wire [YD-1:0] to_read = LATE ? number[(Y_OUT+l)*YD+:YD] : of_read;
            localparam MINE = GROUP > 1 ? l : 0, EACH = GROUP > 1 ? 1 : LANES, OWN = GROUP > 1 ? 0 : l;
            assign read_ok[l] = !reads | (y_re[MINE] & (y_raddr[MINE*YW+:YW] == to_read * EACH + OWN));
            assign write_ok[l] = !writes | (y_we[MINE] & (y_waddr == number[(STORE+l)*YD+:YD] * EACH + OWN));
            if (GROUP > 1) begin : g_own
                always @(*) if (started & !rst) assert ((y_re[l] == reads) & (y_we[l] == writes));
            end
            if (l == 0) begin : g_first
                always @(*)
                    if (started & !rst) begin
                        if (x_land[0]) assert ((x_odd == odd[X_IN-2]) & (x_begins == begins[X_IN-2]));
                        if (r_land[0]) assert ((r_odd == odd[R_LAND-2]) & (r_begins == begins[R_LAND-2]));
                        assert (stage_lands == (here[LAST-1] & lasts[LAST-1]));
                        if (stage_lands) assert (lands_odd == odd[LAST-1]);
                        assert (!idle | !(product | slot_end | more_ends | (here != 0)));
                    end
            end
        end
    endgenerate

    always @(*)
        if (started & !rst) begin
            assert ((&read_ok) & (&write_ok));
            assert (results == |r_done);
            assert ({x_re, x_raddr, land, n_addr} == {product, x_addr, lands, lands_at});
        end

    generate
        if (EXP != 0) begin : g_float
            wire r_en;
            assign {`ORB_NODE_FLOAT} = control;
            always @(*) if (started & !rst) assert (r_en == |stored_1);
        end else if (SUM_LAT == 0) begin : g_small
            wire y_half;
            assign {`ORB_NODE_SMALL} = control;
            always @(*)
                if (started & !rst) assert (y_half == half[0]);
            // addresses stand still: from a read to the next; of a sum that is stored, from its first half to its last
            always @(posedge clk) if (started && !$past(rst)) assert (y_re[0] | $stable(y_raddr));
            always @(posedge clk)
                if (started & !rst & y_we[0])
                    assert ($past(y_half & !rst, SL / 2) & (y_waddr == $past(y_waddr, SL / 2)));
        end else begin : g_fixed
            assign {`ORB_NODE_FIXED} = control;
        end
    endgenerate

    always @(*)
        if (started & !rst) begin
            cover (r_land[LANES-1] & stage_shift[0]);
            cover (y_we[0] & (y_waddr == LANES));
            cover (x_take[LANES-1] & y_re[0]);
        end

endmodule
