// orb_order lets a load or unload begin only when what was issued before it, and has to do with it, is done.
// SPDX-License-Identifier: Apache-2.0
//
// Stages are numbered as they are issued and as they land. Of each op is kept how many stages were issued before it,
// and whether the other stream then had an op with the same buffer.
`default_nettype none

module orb_order_props #(
    parameter P     = 2,
    parameter BMAX  = 2,
    parameter BEATS = P * P * P * BMAX * BMAX * BMAX,
    parameter XA    = $clog2(2 * BMAX * BMAX * BMAX),
    parameter LB    = $clog2(BEATS) + 1
) (
    input wire          clk,
    input wire          rst,
    input wire          issue,        // a stage
    input wire          landed,
    input wire          give_load,
    input wire          give_unload,
    input wire [   3:0] src_buffer,
    input wire [XA-1:0] src,
    input wire [   3:0] dst_buffer,
    input wire [XA-1:0] dst,
    input wire [   1:0] placement,
    input wire          load_may,     // the stream has a beat, and the port is free
    input wire          unload_may
);

    wire load_taken, load_go, load_hold, unload_taken, unload_go;
    wire [3:0] load_buffer, unload_buffer;
    wire [XA-1:0] load_base, unload_base;
    wire [1:0] load_placement, unload_placement;

    // ---- cubes of any number of beats -------------------------------------------------------------------------------
    (* anyconst *) wire [3:0] beats;
    always @(*) assume ((beats >= 1) & (beats <= BEATS));
    reg [3:0] load_at, unload_at;
    wire load_beat = load_go & !load_hold & load_may, unload_beat = unload_go & unload_may;
    wire load_done = load_beat & (load_at == beats - 1), unload_done = unload_beat & (unload_at == beats - 1);
    always @(posedge clk) begin
        load_at   <= (rst | give_load) ? 0 : load_at + load_beat;
        unload_at <= (rst | give_unload) ? 0 : unload_at + unload_beat;
    end

    // ---- stages, by number ------------------------------------------------------------------------------------------
    reg [4:0] issued, done;
    wire [4:0] flying = issued - done;
    wire [3:0] stages = flying[3:0];
    always @(posedge clk) begin
        issued <= rst ? 0 : issued + issue;
        done   <= rst ? 0 : done + landed;
    end

    orb_order #(
        .P(P), .BMAX(BMAX)
    ) dut (
        .*
    );

    // ---- what the sequencer keeps to --------------------------------------------------------------------------------
    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) begin
        if (!started) assume (rst);
        else begin
            assume (issue + give_load + give_unload <= 1);
            assume (!give_load | !load_taken);
            assume (!give_unload | !unload_taken);
            assume (!issue | (flying < 15));
            assume (!landed | (flying != 0));
        end
    end

    // ---- what was issued before an op -------------------------------------------------------------------------------
    reg [4:0] load_since, unload_since;     // stages issued before it
    reg load_after, unload_after;           // the other stream's op was, with this buffer, and is not done
    reg [1:0] load_with, unload_with;       // placements
    always @(posedge clk) begin
        if (give_load) {load_since, load_with} <= {issued, placement};
        if (give_unload) {unload_since, unload_with} <= {issued, placement};
        load_after   <= !rst & !unload_done & (give_load ? unload_taken & (unload_buffer == dst_buffer) : load_after);
        unload_after <= !rst & !load_done & (give_unload ? load_taken & (load_buffer == src_buffer) : unload_after);
    end
    reg load_clear, unload_clear;           // all those stages have landed
    wire [4:0] done_next = done + landed;
    always @(posedge clk) begin
        load_clear   <= give_load ? (done_next == issued) : load_clear | (done_next == load_since);
        unload_clear <= give_unload ? (done_next == issued) : unload_clear | (done_next == unload_since);
    end
    wire [4:0] load_waits = load_since - done, unload_waits = unload_since - done;

    always @(*)
        if (started & !rst) begin
            if (load_beat) begin
                assert (load_taken & load_clear);
                // into what is being unloaded only words that are already out
                if (load_after) assert ((load_with == unload_with) & (load_at < unload_at));
            end
            if (unload_beat) assert (unload_taken & unload_clear & !unload_after);
        end

    // ---- an op that has nothing to wait for begins ------------------------------------------------------------------
    always @(*)
        if (started & !rst) begin
            if (load_taken & load_clear & !load_after) assert (load_go & !load_hold);
            if (unload_taken & unload_clear & !unload_after) assert (unload_go);
            if (load_after & unload_after) assert (0);  // neither waits for the other
        end

    // ---- an op stays as it was handed over --------------------------------------------------------------------------
    always @(posedge clk)
        if (started && !$past(rst)) begin
            assert (load_taken == $past(give_load | (load_taken & !load_done)));
            assert (unload_taken == $past(give_unload | (unload_taken & !unload_done)));
            if ($past(give_load))
                assert ({load_buffer, load_base, load_placement} == $past({dst_buffer, dst, placement}));
            else assert ($stable({load_buffer, load_base, load_placement}));
            if ($past(give_unload))
                assert ({unload_buffer, unload_base, unload_placement} == $past({src_buffer, src, placement}));
            else assert ($stable({unload_buffer, unload_base, unload_placement}));
        end

    // ---- the state that makes it true -------------------------------------------------------------------------------
    (* hierconn *) wire [3:0] \dut.load_slot.ahead , \dut.unload_slot.ahead ;
    (* hierconn *) wire \dut.load_slot.clear , \dut.unload_slot.clear ;
    (* hierconn *) wire \dut.load_behind , \dut.unload_behind , \dut.follows ;
    (* hierconn *) wire [LB-1:0] \dut.lead ;
    (* hierconn *) wire \dut.ahead , \dut.more_q , \dut.fewer_q ;
    wire [LB-1:0] lead = \dut.lead + \dut.more_q - \dut.fewer_q ;
    always @(*)
        if (started) begin
            assert (flying <= 15);
            assert (\dut.load_slot.clear == (load_taken & load_clear));
            assert (\dut.unload_slot.clear == (unload_taken & unload_clear));
            if (load_taken) begin
                assert (load_clear == (\dut.load_slot.ahead == 0));
                assert (load_clear | ((\dut.load_slot.ahead == load_waits) & (load_waits <= flying)));
                assert (load_with == load_placement);
                assert (load_at < beats);
                if (!load_go) assert (load_at == 0);
                assert (\dut.load_behind == load_after);
                assert (!load_after | (unload_taken & (load_buffer == unload_buffer)));
                assert (!load_after | (\dut.follows == (load_placement == unload_placement)));
            end
            if (unload_taken) begin
                assert (unload_clear == (\dut.unload_slot.ahead == 0));
                assert (unload_clear | ((\dut.unload_slot.ahead == unload_waits) & (unload_waits <= flying)));
                assert (unload_with == unload_placement);
                assert (unload_at < beats);
                assert (\dut.unload_behind == unload_after);
                assert (!unload_after | load_taken);
                if (!unload_go) assert ((unload_at == 0) & (\dut.lead == 0) & !\dut.more_q & !\dut.fewer_q );
            end
            if (!load_taken) assert (!load_after & !\dut.load_behind );
            assert (!(\dut.more_q & \dut.fewer_q ));
            if (unload_go & unload_taken) assert (\dut.ahead == (lead != 0));
            if (unload_go & !load_after) assert (lead == unload_at);
            if (load_taken & load_after) begin
                assert (!unload_after);
                assert (!unload_go | (lead == unload_at - load_at));
                assert (load_at <= unload_at);
            end
        end

    always @(*)
        if (started) begin
            cover (load_beat & load_after & (load_at == 5));
            cover (unload_done & (unload_at == 3) & load_go & !load_after & (load_at == 2));
            cover (load_taken & unload_taken & unload_after & !load_clear & (load_waits == 2));
        end

endmodule
