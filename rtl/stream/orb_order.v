// Decides when loads and unloads run, so that they overlap but give the results of the program's order.
// SPDX-License-Identifier: Apache-2.0
//
// An operation begins when all stages that were issued before it have landed, which means that all their words are in
// the memories. It also waits for an earlier operation of the other stream on the same buffer, with one exception: if a
// load has the same placement as the unload before it, it follows that unload at a distance of at least one beat.
//
// give_load and give_unload hand an operation over in one cycle, and it can begin in the next one.
`resetall
`default_nettype none

module orb_order #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    input  wire          rst,
    // operations in the order of the program; each comes only after the one before of its kind is done
    input  wire          give_load,
    input  wire          give_unload,
    input  wire [   3:0] stages,            // number of stages that were issued and have not landed
    input  wire          landed,            // a stage has landed
    input  wire [   3:0] src_buffer,        // buffer of an unload
    input  wire [XA-1:0] src,               // address of that buffer
    input  wire [   3:0] dst_buffer,        // buffer of a load
    input  wire [XA-1:0] dst,               // address of that buffer
    input  wire [   1:0] placement,
    // the load
    output wire          load_taken,        // there is a load, waiting or active
    output wire [   3:0] load_buffer,
    output wire [XA-1:0] load_base,
    output wire [   1:0] load_placement,
    output wire          load_go,           // the load is active
    output wire          load_hold,         // no beat of it may pass in this cycle
    input  wire          load_beat,         // a beat of it passes
    input  wire          load_done,         // its last beat passes
    // the unload; the signals have the same meaning
    output wire          unload_taken,
    output wire [   3:0] unload_buffer,
    output wire [XA-1:0] unload_base,
    output wire [   1:0] unload_placement,
    output wire          unload_go,
    input  wire          unload_beat,
    input  wire          unload_done
);

    localparam TB = 3 * ($clog2(P) + $clog2(BMAX)) + 1;  // bits of a number of beats, which may exceed an integer

    wire load_behind, load_clear, unload_behind, unload_clear;

    orb_op_slot #(
        .XA(XA)
    ) load_slot (
        .clk(clk), .rst(rst), .give(give_load), .buffer(dst_buffer), .base(dst), .placement(placement),
        .stages(stages), .landed(landed), .other_taken(unload_taken), .other_buffer(unload_buffer),
        .other_done(unload_done), .done(load_done), .taken(load_taken), .behind(load_behind), .clear(load_clear),
        .buffer_q(load_buffer), .base_q(load_base), .placement_q(load_placement)
    );

    orb_op_slot #(
        .XA(XA)
    ) unload_slot (
        .clk(clk), .rst(rst), .give(give_unload), .buffer(src_buffer), .base(src), .placement(placement),
        .stages(stages), .landed(landed), .other_taken(load_taken), .other_buffer(load_buffer),
        .other_done(load_done), .done(unload_done), .taken(unload_taken), .behind(unload_behind),
        .clear(unload_clear), .buffer_q(unload_buffer), .base_q(unload_base), .placement_q(unload_placement)
    );

    reg follows;  // the load has the placement of the unload that was handed over before it
    always @(posedge clk) if (give_load) follows <= (placement == unload_placement);

    assign unload_go = unload_clear & !unload_behind;
    // A load waits only for an unload that was handed over before it and therefore waits for no load itself.
    assign load_go   = load_clear & (!load_behind | (unload_clear & follows));

    // The number of beats by which the unload is ahead of a load that follows it. Whether it is above 0 is known in
    // time for the next beat; the number itself is counted one cycle later, because its adder is long.
    reg [TB-1:0] lead;
    reg ahead, more_q, fewer_q;
    wire more = unload_beat & !(load_beat & load_behind), fewer = load_beat & load_behind & !unload_beat;
    wire few = (lead[TB-1:2] == {(TB - 2) {1'b0}});
    wire one = few & (lead[1:0] == (more_q ? 2'd0 : fewer_q ? 2'd2 : 2'd1));
    assign load_hold = load_behind & !ahead;

    always @(posedge clk)
        if (!unload_go) begin
            lead <= {TB{1'b0}};
            {ahead, more_q, fewer_q} <= 3'b000;
        end else begin
            {more_q, fewer_q} <= {more, fewer};
            if (more_q | fewer_q) lead <= lead + {{(TB - 1) {fewer_q}}, 1'b1};
            if (more | fewer) ahead <= more | !one;
        end

endmodule
`resetall
