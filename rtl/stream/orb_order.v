// Decides when loads and unloads run: beside the stages and each other, with the results of the program's order.
// SPDX-License-Identifier: Apache-2.0
//
// An operation begins when all stages that were issued before it have landed. It also waits for an earlier operation of
// the other stream on the same buffer, with one exception: a load with the placement of the unload before it follows
// that unload, always at least one beat behind.
`resetall
`default_nettype none

module orb_order #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    input  wire          rst,
    // operations in the order of the program; each comes when no other of its kind is in work
    input  wire          give_load,
    input  wire          give_unload,
    input  wire [   3:0] stages,            // issued and not landed
    input  wire          landed,            // one has
    input  wire [   3:0] src_buffer,        // of an unload: its number, and its address
    input  wire [XA-1:0] src,
    input  wire [   3:0] dst_buffer,        // of a load
    input  wire [XA-1:0] dst,
    input  wire [   1:0] placement,
    // the load
    output wire          load_taken,        // there is one, waiting or active
    output wire [   3:0] load_buffer,
    output wire [XA-1:0] load_base,
    output wire [   1:0] load_placement,
    output wire          load_go,           // it is active
    output wire          load_hold,         // ... but no beat may go now
    input  wire          load_beat,         // one goes
    input  wire          load_done,         // ... the last
    // the unload
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

    assign unload_go = unload_clear & !unload_behind;
    assign load_go   = load_clear & (!load_behind | (unload_go & (load_placement == unload_placement)));

    // beats that the unload is ahead of the load that follows: whether there are any has to be known at once, how many
    // is counted a cycle later
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
