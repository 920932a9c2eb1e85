// Turns stages into the control of the nodes: slots and products, the ends of slots, and the events that follow them.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_issue #(
    `include "orb_params.vh"
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [`ORB_SHAPE_BITS-1:0] shape,
    // the next stage, see orb_slot_gen
    input  wire                 stage_valid,
    output wire                 stage_ready,
    input  wire [`ORB_STAGE_BITS-1:0] stage,
    input  wire [`ORB_BASES_BITS-1:0] bases,
    output wire                 landed,       // all words of a stage are in the memories
    output wire                 drained,      // no stage runs, and no word of one is on its way
    output wire                 waiting,      // a stage runs and waits
    output wire                 window,       // words that came in can be written, from here ...
    output wire                 window_last,  // ... to here
    // the nodes
    output wire [NODE_BITS-1:0] control,
    output wire [`ORB_READ_BITS-1:0] c_read,  // the coefficient that is read
    // what orb_reports is to look at, and with its outputs the descriptor that the sums are of
    output wire                 results,
    output wire [    LANES-1:0] looks,
    output wire                 looks_first,
    output wire [       DB-1:0] number
);

    `ORB_SHAPE_FIELDS(wire)
    `ORB_STAGE_FIELDS(wire)
    `ORB_BASES_FIELDS(wire)
    `ORB_PRODUCT_FIELDS(wire)
    `ORB_READ_FIELDS(wire)
    assign {`ORB_SHAPE} = shape;
    assign {`ORB_STAGE} = stage;
    assign {`ORB_BASES} = bases;

    // ---- stages to slots and products -------------------------------------------------------------------------------
    wire [`ORB_PRODUCT_BITS-1:0] products;
    wire [WB-1:0] step_gap;
    wire [`ORB_TRAITS_BITS-1:0] traits = {`ORB_TRAITS};
    wire odd_next, running, idle;
    assign {`ORB_PRODUCT} = products;
    assign {c_re, c_raddr} = {product, c_addr};
    assign c_read = {`ORB_READ};
    assign drained = !running & idle;

    generate
        if (GROUP == 1) begin : g_steady  // steps follow each other
            assign step_gap = {WB{1'b0}};
        end else begin : g_gap
            orb_step_gap #(
                `include "orb_pass.vh"
            ) step_gaps (
                .clk(clk), .slot(slot), .b2(b2), .b3(b3), .b23(b23), .gap(step_gap)
            );
        end
    endgenerate

    orb_slot_gen #(
        `include "orb_pass.vh"
    ) slot_gen (
        .clk(clk), .rst(rst), .shape(shape), .valid(stage_valid), .ready(stage_ready), .stage(stage), .bases(bases),
        .step_gap(step_gap), .products(products), .odd_next(odd_next), .running(running), .waiting(waiting)
    );

    generate
        if (BMAX == 1) begin : g_fine
            wire [DB-1:0] number_now;
            orb_fine_ctl #(
                `include "orb_pass.vh"
            ) ctl (
                .clk(clk), .rst(rst), .stage_ready(stage_ready), .traits(traits), .dst(dst), .products(products),
                .control(control), .results(results), .number(number_now), .landed(landed), .idle(idle)
            );
            orb_delay #(.WIDTH(DB), .CYCLES(M_LAT)) numbers (.clk(clk), .d(number_now), .q(number));
            assign {looks, looks_first, window, window_last} = {results, 3'b100};
            wire unused = &{1'b0, odd_next};
        end else begin : g_block
            // The traits of the even and of the odd stage: events of two stages at most are under way.
            wire [3:0] axis_of, x_from_of, y_from_of;
            wire [11:0] shift_of;
            wire [2*LB-1:0] slot_of;
            wire [2*XA-1:0] dst_of;
            wire [2*DB-1:0] index_of;
            genvar n;
            for (n = 0; n < 2; n = n + 1) begin : g_stage
                localparam [0:0] ODD = n;
                /* verilator lint_off VARHIDDEN */  // those of the stage that was taken
                `ORB_TRAITS_FIELDS(wire)
                /* verilator lint_on VARHIDDEN */
                reg [`ORB_TRAITS_BITS+XA-1:0] kept;
                always @(posedge clk) if (stage_ready & (odd_next == ODD)) kept <= {traits, dst};
                assign {`ORB_TRAITS, dst_of[n*XA+:XA]} = kept;
                assign {axis_of[2*n+:2], x_from_of[2*n+:2], y_from_of[2*n+:2]} = {axis, x_from, y_from};
                assign {shift_of[6*n+:6], slot_of[n*LB+:LB], index_of[n*DB+:DB]} = {shift, slot, index};
            end

            wire [`ORB_SLOT_BITS-1:0] ending;
            wire [`ORB_LANDING_BITS-1:0] landing;
            wire sending, still, land, looks_odd, number_odd, busy;
            wire [XA-1:0] n_addr;

            orb_group_send #(
                `include "orb_pass.vh"
            ) send (
                .clk(clk), .rst(rst), .products(products), .length(odd_stage ? slot_of[LB+:LB] : slot_of[0+:LB]),
                .slot(ending), .busy(sending)
            );

            orb_node_ctl #(
                `include "orb_pass.vh"
            ) events (
                .clk(clk), .rst(rst), .products(products), .ending(ending), .more_ends(sending),
                .stage_x_from(x_from_of), .stage_y_from(y_from_of), .stage_shift(shift_of), .lands(land),
                .lands_at(n_addr), .landing(landing), .control(control), .results(results), .looks(looks),
                .looks_first(looks_first), .looks_odd(looks_odd), .idle(still)
            );

            orb_landing #(
                `include "orb_pass.vh"
            ) landings (
                .clk(clk), .rst(rst), .shape(shape), .landing(landing), .ending(ending), .stage_axis(axis_of),
                .stage_slot(slot_of), .stage_dst(dst_of), .land(land), .n_addr(n_addr), .window(window),
                .window_last(window_last), .landed(landed), .busy(busy)
            );

            orb_delay #(.CYCLES(M_LAT)) parities (.clk(clk), .d(looks_odd), .q(number_odd));
            assign number = number_odd ? index_of[DB+:DB] : index_of[0+:DB];
            assign idle = still & !busy;
        end
    endgenerate

endmodule
`resetall
