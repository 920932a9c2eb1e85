// orb_node_ctl: each event of a slot comes at its distance, with the address of just that slot.
// SPDX-License-Identifier: Apache-2.0
//
// Slots are numbered 0..N-1 in each step. A delay line carries the number of each slot, and what its stage asked for,
// along with the module's own; whatever leaves the module must carry the number of the slot that it belongs to.
`default_nettype none

module orb_node_ctl_props #(
    parameter MEM_LAT = 2,
    parameter FMA_LAT = 3,
    parameter SL      = 4,
    parameter XL      = 3,
    parameter XA      = 6,
    parameter YA      = 5,
    parameter IB      = 2
) (
    input wire          clk,
    input wire          rst,
    input wire          product,
    input wire          grab,
    input wire          first,
    input wire          zero,
    input wire          slot_end,
    input wire          rolling,
    input wire          storing,
    input wire [XA-1:0] roll_base,
    input wire [   1:0] stage_x_from,
    input wire [   1:0] stage_y_from,
    input wire [   5:0] stage_shift,
    input wire [XA-1:0] stage_dst,
    input wire [IB-1:0] stage_index
);

    localparam MAC = MEM_LAT + FMA_LAT - 1, X_OUT = MEM_LAT + 1, X_IN = X_OUT + XL;
    localparam Y_OUT = MEM_LAT + FMA_LAT, V = Y_OUT + SL, LAST = V + 3, F = FMA_LAT - 1;

    // ---- slots as orb_slot_gen makes them: N >= 8 a step, at least SL cycles each -----------------------------------
    (* anyconst *) wire [YA-1:0] slots;
    always @(*) assume ((slots >= 8) & (slots <= 27));

    reg [YA-1:0] number;                  // of the slot in work, or of the next
    reg          in_slot;                 // from its first product to its end
    reg [   5:0] since;                   // cycles since the last end
    reg          s_rolling, s_storing;    // of the step in work, from the end of its first slot on
    reg [XA-1:0] s_base;
    localparam TB = 4 + 6 + XA + IB;
    reg [TB-1:0] s_stage;
    wire [TB-1:0] stage = {stage_x_from, stage_y_from, stage_shift, stage_dst, stage_index};
    wire fresh = first & (number == 0);
    wire step_first = slot_end & (number == 0);
    wire [TB-1:0] stage_now = step_first ? stage : s_stage;

    always @(*) begin
        if (first) assume (!in_slot & !slot_end);
        if (slot_end) assume (in_slot & (since >= SL));
        if (number != 0) begin
            assume ((rolling == s_rolling) & (storing == s_storing) & !(rolling & storing));
            if (s_rolling) assume (roll_base == s_base);
            // the next stage may show itself with the last slot's end
            if (!(number == slots - 1 & slot_end)) assume (stage == s_stage);
        end else assume (!(rolling & storing));
    end

    always @(posedge clk)
        if (rst) {number, in_slot, since} <= {{YA + 1{1'b0}}, 6'd63};
        else begin
            if (first) in_slot <= 1'b1;
            since <= slot_end ? 1 : (since == 63) ? 63 : since + 1;
            if (slot_end) begin
                in_slot <= 1'b0;
                number  <= (number == slots - 1) ? 0 : number + 1;
                if (step_first) {s_rolling, s_storing, s_base, s_stage} <= {rolling, storing, roll_base, stage};
            end
        end

    wire x_grab, x_send, x_shift, mac_en, mac_first, mac_clear, y_re, y_send, y_shift, y_we, m_en, m_first;
    wire b_we, b_result, idle;
    wire [1:0] x_from, y_from;
    wire [2:0] r_en;
    wire [5:0] r_shift;
    wire [YA-1:0] y_raddr, y_waddr;
    wire [IB-1:0] m_index;
    wire [XA-1:0] b_addr;

    orb_node_ctl #(
        .MEM_LAT(MEM_LAT),
        .FMA_LAT(FMA_LAT),
        .SL     (SL),
        .XL     (XL),
        .XA     (XA),
        .YA     (YA),
        .IB     (IB)
    ) dut (
        .*
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    // ---- the delay lines: position n is n cycles after the slot's end (products: after the product) -----------------
    reg [LAST:1] e, e_first, e_roll, e_store;
    reg [LAST*YA-1:0] e_number;
    reg [LAST*XA-1:0] e_base;
    reg [LAST*TB-1:0] e_stage;
    reg [MAC:1] p, p_grab, p_first, p_fresh, p_zero;
    reg [(F+1)*YA-1:0] f_number;
    always @(posedge clk) begin
        e        <= rst ? 0 : {e, slot_end};
        e_first  <= {e_first, step_first};
        e_roll   <= rst ? 0 : {e_roll, slot_end & rolling};
        e_store  <= rst ? 0 : {e_store, slot_end & storing};
        e_number <= {e_number, number};
        e_base   <= {e_base, roll_base};
        e_stage  <= {e_stage, stage_now};
        p        <= rst ? 0 : {p, product};
        p_grab   <= rst ? 0 : {p_grab, grab};
        p_first  <= rst ? 0 : {p_first, first};
        p_fresh  <= {p_fresh, fresh};
        p_zero   <= {p_zero, zero};
        f_number <= {f_number, number};
    end
    `define NUMBER(n) e_number[(n - 1) * YA +: YA]
    `define BASE(n) e_base[(n - 1) * XA +: XA]
    `define X_FROM(n) e_stage[n * TB - 1 -: 2]
    `define Y_FROM(n) e_stage[n * TB - 3 -: 2]
    `define SHIFT(n) e_stage[n * TB - 5 -: 6]
    `define DST(n) e_stage[n * TB - 11 -: XA]
    `define INDEX(n) e_stage[n * TB - 11 - XA -: IB]

    // results and operands share a port; that they never meet there is proved of the gap between stages
    always @(*) assume (!(e_roll[X_IN-1] & e_store[LAST-1]));

    // ---- what leaves the module -------------------------------------------------------------------------------------
    wire [MAC:0] p_first_d = {p_first, first};
    wire [(F+2)*YA-1:0] f_number_d = {f_number, number};
    always @(*)
        if (started) begin
            assert ((x_grab == p_grab[MEM_LAT]) & (mac_en == p[MAC]) & (mac_first == p_first[MAC]));
            if (mac_first) assert (mac_clear == p_zero[MAC]);
            assert (y_re == p_first_d[F]);
            if (y_re) assert (y_raddr == f_number_d[F*YA+:YA]);

            assert (y_we == (e[V+1] & !e_store[V+1]));
            if (y_we) assert (y_waddr == `NUMBER((V + 1)));
            assert ((r_en[2:1] == {e_store[V+2], e_store[V+1]}) & (r_en[0] | !e_store[V]));
            if (r_en[1]) assert (r_shift == `SHIFT((V + 1)));
            assert (b_we == (e_roll[X_IN] | e_store[LAST]));
            if (b_we) assert (b_result == e_store[LAST]);
            if (b_we & !b_result) assert (b_addr == `BASE(X_IN) + `NUMBER(X_IN));
            if (b_we & b_result) assert (b_addr == `DST(LAST) + `NUMBER(LAST));

            assert (x_send == e_roll[X_OUT]);
            assert (y_send == e[Y_OUT]);
            assert (idle == !(product | slot_end | (e != 0) | b_we));
        end

    // links: a word moves in each cycle from the one after it was sent to the one in which it lands
    genvar n;
    generate
        for (n = 1; n <= LAST; n = n + 1) begin : g_link
            always @(*)
                if (started) begin
                    if (n > X_OUT && n <= X_IN && e_roll[n]) assert ((x_from == `X_FROM(n)) & (x_shift == (n < X_IN)));
                    if (n > Y_OUT && n <= V && e[n]) begin
                        assert ((y_from == `Y_FROM(n)) & (y_shift == (n < V)));
                        assert ((m_en == e_store[n]) & (m_first == (n == Y_OUT + 1)));
                        if (m_en) assert (m_index == `INDEX(n));
                    end
                end
        end
    endgenerate
    always @(*)
        if (started) begin
            assert (!m_en | (e_store[V:Y_OUT+1] != 0));
            assert (!y_shift | (e[V-1:Y_OUT+1] != 0));
            assert (!x_shift | (e_roll[X_IN-1:X_OUT+1] != 0));
        end

    // ---- the state that makes it true -------------------------------------------------------------------------------
    (* hierconn *) wire [MAC:1] \dut.product_q , \dut.first_q , \dut.fresh_q , \dut.zero_q , \dut.grab_q ;
    (* hierconn *) wire [LAST:1] \dut.end_q , \dut.step_q , \dut.roll_q , \dut.store_q ;
    (* hierconn *) wire [$clog2(XL+1)-1:0] \dut.x_left ;
    (* hierconn *) wire [$clog2(SL+1)-1:0] \dut.y_left ;
    (* hierconn *) wire [XA-1:0] \dut.roll_addr , \dut.roll_start , \dut.dst_start , \dut.dst_addr ;
    (* hierconn *) wire [XA-1:0] \dut.dst_1 , \dut.dst_2 ;
    (* hierconn *) wire [YA-1:0] \dut.y_read , \dut.y_write ;
    (* hierconn *) wire [5:0] \dut.shift_start ;
    (* hierconn *) wire \dut.looking ;

    always @(*)
        if (started) begin
            assert ((\dut.product_q == p) & (\dut.first_q == p_first) & (\dut.grab_q == p_grab));
            assert ((\dut.zero_q & p_first) == (p_zero & p_first));
            assert ((\dut.fresh_q & p_first) == (p_fresh & p_first));
            assert ((\dut.end_q == e) & (\dut.roll_q == e_roll) & (\dut.store_q == e_store));
            assert ((\dut.step_q & e) == (e_first & e));
            assert ((number < slots) & (since != 0));
        end

    // walking from the oldest slot under way to the newest, each has the number that follows, and the counters agree
    integer i;
    reg [YA-1:0] y_next, f_next;
    reg [XA-1:0] roll_next, dst_next, base;
    reg [TB-1:0] of_stage;
    reg [1:0] from;
    reg [1:0] kind;
    reg seen, kind_ok, y_ok, roll_ok, dst_ok, stage_ok, base_ok, f_ok;
    always @(*) begin
        {kind_ok, y_ok, roll_ok, dst_ok, stage_ok, base_ok, f_ok} = 7'h7F;
        y_next = \dut.y_write ;
        for (i = V + 1; i >= 1; i = i - 1)
            if (e[i]) begin
                y_ok = y_ok & (`NUMBER(i) == (e_first[i] ? 0 : y_next));
                y_next = `NUMBER(i) + 1;
            end
        y_ok = y_ok & ((number == y_next) | ((number == 0) & ((y_next == slots) | (e[V+1:1] == 0))));

        dst_next = \dut.dst_addr ;
        for (i = V; i >= 1; i = i - 1)
            if (e[i]) begin
                dst_ok = dst_ok & (e_first[i] | (`DST(i) + `NUMBER(i) == dst_next));
                dst_next = `DST(i) + `NUMBER(i) + 1;
            end
        dst_ok = dst_ok & ((number == 0) | (s_stage[TB-11-:XA] + number == dst_next));

        roll_next = \dut.roll_addr ;
        for (i = X_IN - 1; i >= 1; i = i - 1)
            if (e_roll[i]) begin
                roll_ok = roll_ok & (e_first[i] | (`BASE(i) + `NUMBER(i) == roll_next));
                roll_next = `BASE(i) + `NUMBER(i) + 1;
            end
        roll_ok = roll_ok & ((number == 0) | !s_rolling | (s_base + number == roll_next));

        of_stage = {2'b00, y_from, \dut.shift_start , \dut.dst_start , m_index};
        for (i = V; i >= 1; i = i - 1)
            if (e[i]) begin
                if (i <= Y_OUT && e_first[i]) of_stage = e_stage[(i-1)*TB+:TB];
                stage_ok = stage_ok & (of_stage[TB-3:0] == e_stage[(i-1)*TB+:TB-2]);
            end
        stage_ok = stage_ok & ((number == 0) | (of_stage[TB-3:0] == s_stage[TB-3:0]));

        {from, base} = {x_from, \dut.roll_start };
        for (i = X_IN; i >= 1; i = i - 1)
            if (e_roll[i]) begin
                if (i <= X_OUT && e_first[i]) {from, base} = {`X_FROM(i), `BASE(i)};
                base_ok = base_ok & (from == `X_FROM(i)) & (base == `BASE(i));
            end
        base_ok = base_ok & ((number == 0) | !s_rolling | ((from == s_stage[TB-1-:2]) & (base == s_base)));

        {seen, kind} = 3'b000;
        for (i = LAST; i >= 1; i = i - 1)
            if (e[i]) begin
                kind_ok = kind_ok & (!seen | e_first[i] | (kind == {e_roll[i], e_store[i]}));
                {seen, kind} = {1'b1, e_roll[i], e_store[i]};
            end
        kind_ok = kind_ok & ((number == 0) | !seen | (kind == {s_rolling, s_storing}));

        f_next = \dut.y_read ;
        for (i = F; i >= 1; i = i - 1)
            if (p_first[i]) begin
                f_ok = f_ok & (f_number[(i-1)*YA+:YA] == (p_fresh[i] ? 0 : f_next));
                f_next = f_number[(i-1)*YA+:YA] + 1;
            end
        f_ok = f_ok & (in_slot ? (f_next == number + 1) : ((number == 0) | (f_next == number)));
    end

    always @(*)
        if (started) begin
            assert (kind_ok);
            assert (y_ok);
            assert (dst_ok);
            assert (roll_ok);
            assert (stage_ok);
            assert (base_ok);
            assert (f_ok);
            if (e[V+1]) assert (\dut.dst_1 == `DST((V + 1)) + `NUMBER((V + 1)));
            if (e[V+2]) assert (\dut.dst_2 == `DST((V + 2)) + `NUMBER((V + 2)));
            if (e[V+1]) assert (r_shift == `SHIFT((V + 1)));
        end

    generate
        for (n = 1; n <= LAST; n = n + 1) begin : g_state
            always @(*)
                if (started) begin
                    assert (!e_first[n] | !e[n] | (`NUMBER(n) == 0));
                    assert (e_first[n] | !e[n] | (`NUMBER(n) != 0));
                    assert (!e_roll[n] | (e[n] & !e_store[n]));
                    assert (!e_store[n] | e[n]);
                    assert (!e[n] | (`NUMBER(n) < slots));
                    assert (!e[n] | (since <= n));
                    if (since == n) assert (e[n]);
                    if (n <= SL && e[n]) assert (since == n);
                    if (n > SL) assert (!e[n] | (e[n-1-:SL-1] == 0));
                    if (n > Y_OUT && n <= V && e[n]) begin
                        assert (\dut.y_left == SL - (n - Y_OUT - 1));
                        assert (\dut.looking == e_store[n]);
                    end
                    if (n > X_OUT && n < X_IN && e_roll[n]) assert (\dut.x_left == XL - 1 - (n - X_OUT - 1));
                end
        end
    endgenerate
    generate
        for (n = 1; n <= F + 1; n = n + 1) begin : g_first
            always @(*)
                if (started & p_first[n]) assert (p_fresh[n] == (f_number[(n-1)*YA+:YA] == 0));
        end
    endgenerate
    always @(*)
        if (started) begin
            if (e[V:Y_OUT+1] == 0) assert (\dut.y_left == 0);
            if (e_roll[X_IN-1:X_OUT+1] == 0) assert (\dut.x_left == 0);
        end

    always @(*)
        if (started) begin
            cover (b_we & !b_result & (b_addr == 6'd21));
            cover (b_we & b_result & (b_addr == 6'd22) & e_roll[1]);
            cover (y_we & (y_waddr == 4));
        end

endmodule
