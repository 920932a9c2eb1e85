// Tells the nodes when and where to write the words that came over their links: rolled operands and results.
// SPDX-License-Identifier: Apache-2.0
//
// A node writes the word in the first cycle of a window in which no stream uses the node's port. The window lasts until
// the next word comes; with several lanes, or slots below four cycles, it is a single cycle in which streams pause.
// Longer windows for slots of two and three cycles would lengthen the waits between stages, see docs/cycles.md.
// Words come in the order of slots, so a walk over the slots gives their addresses.
`resetall
`default_nettype none

module orb_landing #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    input  wire          rst,
    input  wire [`ORB_SHAPE_BITS-1:0] shape,
    input  wire [`ORB_LANDING_BITS-1:0] landing,  // words that will have come in two cycles later, lane after lane
    input  wire [`ORB_SLOT_BITS-1:0] ending,
    // of the even and of the odd stage
    input  wire [   3:0] stage_axis,
    input  wire [2*LB-1:0] stage_slot,
    input  wire [2*XA-1:0] stage_dst,
    // to the nodes: a word that has come in is to be written ...
    output reg           land,
    output reg  [XA-1:0] n_addr,       // ... here, from the next cycle on
    output reg           window,       // first cycle in which it can be written
    output reg           window_last,
    output reg           landed,       // all of a stage is in the memories
    output wire          busy
);

    `ORB_SHAPE_FIELDS(wire)
    `ORB_LANDING_FIELDS(wire)
    `ORB_SLOT_FIELDS(wire)
    assign {`ORB_SHAPE} = shape;
    assign {`ORB_LANDING} = landing;
    assign {`ORB_SLOT} = ending;

    function [LB-1:0] window_of(input [LB-1:0] slot);
        window_of = (LANES > 1 || slot < 4) ? {{(LB - 1) {1'b0}}, 1'b1} : slot;
    endfunction

    // Results of a stage come after its rolled operands and before those of the next stage: one walk serves both.
    // The events are registered here, as the path through the walk is long.
    reg result, coming;         // a result, or any word, will have come in a cycle later
    reg begins, first_now;      // it is one of lane 0; its slot is the first of the step
    reg odd_now;                // parity of its stage ...
    reg [1:0] axis_now;         // ... and the axis
    wire result_next = |r_land;
    wire odd_next = result_next ? r_odd : x_odd;

    always @(posedge clk) begin
        {result, coming} <= {result_next, !rst & ((|x_land) | result_next)};
        begins <= !rst & (x_land[0] | r_land[0]);
        first_now <= result_next ? r_begins : x_begins;
        odd_now <= odd_next;
        axis_now <= odd_next ? stage_axis[3:2] : stage_axis[1:0];
    end

    // ---- addresses --------------------------------------------------------------------------------------------------
    reg  [XA-1:0] roll_base, base_next, base_here;
    reg           odd_here;
    wire [XA-1:0] x_base = first_now ? base_next : roll_base;
    wire [XA-1:0] base_now = result ? (odd_now ? stage_dst[XA+:XA] : stage_dst[0+:XA]) : x_base;
    wire [XA-1:0] base;
    wire [YA-1:0] at_here;     // in the block, with land
    wire [XA-1:0] at_full = {{(XA - YA) {1'b0}}, at_here};

    generate
        if (LANES == 1) begin : g_single  // slots are in the order of addresses
            reg first_here;
            reg [YA-1:0] previous;
            assign base    = base_now;
            assign at_here = first_here ? {YA{1'b0}} : previous + 1'b1;
            always @(posedge clk) begin
                first_here <= first_now;
                if (land) previous <= at_here;
            end
            wire unused = &{1'b0, axis_now};
        end else begin : g_lanes          // of lane 0 from a walk, of each further lane a stride on
            wire [YA-1:0] line, along, stride, row;
            wire [BB-1:0] index;
            wire end_of_step;
            reg [YA-1:0] at_next, stride_q, at_q;
            reg [XA-1:0] base_q;
            wire [YA-1:0] at = begins ? line + along : at_next;

            orb_slot_walk #(
                `include "orb_pass.vh"
            ) walk (
                .clk(clk), .rst(rst), .next(begins), .axis(axis_now), .b1(b1), .b2(b2), .b3(b3), .b23(b23),
                .index(index), .row(row), .line(line), .along(along), .stride(stride), .last(end_of_step)
            );

            assign base    = begins ? base_now : base_q;
            assign at_here = at_q;
            always @(posedge clk) begin
                if (coming) at_next <= at + (begins ? stride : stride_q);
                if (begins) {stride_q, base_q} <= {stride, base_now};
                at_q <= at;
            end
            wire unused = &{1'b0, index, row, end_of_step};
        end
    endgenerate

    always @(posedge clk) begin
        if (slot_end & slot_first) base_next <= slot_base;
        if (begins & first_now & !result) roll_base <= base_next;
        {land, odd_here, base_here} <= {coming & !rst, odd_now, base};
        if (land) n_addr <= (CUBE & (CUBE - 1)) == 0 ? base_here | at_full : base_here + at_full;
    end

    // ---- windows --------------------------------------------------------------------------------------------------
    reg [LB-1:0] left;  // cycles of the window, with this one
    reg open;           // there are some
    wire [LB-1:0] slot_now = odd_here ? stage_slot[LB+:LB] : stage_slot[0+:LB];

    wire [LB-1:0] window_now = window_of(slot_now);

    always @(posedge clk) begin
        window <= !rst & land;
        if (rst) left <= {LB{1'b0}};
        else if (land) left <= window_now;
        else if (open) left <= left - 1'b1;
        open <= !rst & (land | (open & !window_last));
        // left == 1, registered, as all streams wait for it
        window_last <= !rst & ((land ? window_now : left) == {{(LB - 2) {1'b0}}, !land, land});
    end

    // ---- the end of a stage -----------------------------------------------------------------------------------------
    reg [LB-1:0] last_left;  // cycles of the last window
    reg last_open;           // there are some
    wire last_ends = (last_left == {{(LB - 1) {1'b0}}, 1'b1});

    assign busy = open | last_open | landed;

    always @(posedge clk) begin
        landed    <= !rst & last_ends;
        last_open <= !rst & (stage_lands | (last_open & !last_ends));
        if (rst) last_left <= {LB{1'b0}};
        else if (stage_lands) last_left <= window_of(lands_odd ? stage_slot[LB+:LB] : stage_slot[0+:LB]);
        else if (last_open) last_left <= last_left - 1'b1;
    end

endmodule
`resetall
