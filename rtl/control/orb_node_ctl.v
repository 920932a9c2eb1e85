// Turns slots into the control of all nodes: each event of a node at its fixed distance from its slot.
// SPDX-License-Identifier: Apache-2.0
//
// Counted from the end of a slot: the operand leaves after MEM_LAT+1 cycles and arrives XL cycles later. The sum leaves
// after MEM_LAT+FMA_LAT cycles and arrives SL cycles later, at V. A sum that goes on is stored at V or V+1. A result is
// rounded while its sum arrives, and can be written from V+3 on, or V+4 if FAR. Each lane does all this a cycle after
// the lane before it, so all lanes share one port.
`resetall
`default_nettype none

module orb_node_ctl #(
    `include "orb_params.vh"
) (
    input  wire             clk,
    input  wire             rst,
    input  wire [`ORB_PRODUCT_BITS-1:0] products,
    input  wire [`ORB_SLOT_BITS-1:0] ending,
    input  wire             more_ends,    // further slots end
    // of the even and of the odd stage
    input  wire [      3:0] stage_x_from,
    input  wire [      3:0] stage_y_from,
    /* verilator lint_off UNUSEDSIGNAL */  // in fixed point only
    input  wire [     11:0] stage_shift,
    /* verilator lint_on UNUSEDSIGNAL */
    // when and where the nodes write what came in, see orb_landing
    input  wire             lands,
    input  wire [   XA-1:0] lands_at,
    output wire [`ORB_LANDING_BITS-1:0] landing,
    output wire [NODE_BITS-1:0] control,  // of the nodes
    // reports: results are there; the sums of a lane are looked at, those of lane 0 at their lowest bits
    output wire             results,
    output wire [LANES-1:0] looks,
    output wire             looks_first,
    output reg              looks_odd,    // parity of the stage of lane 0
    output wire             idle          // nothing is on its way
);

    `ORB_PRODUCT_FIELDS(wire)
    `ORB_SLOT_FIELDS(wire)
    `ORB_LANDING_FIELDS(wire)
    `ORB_NODE_FIXED_FIELDS(wire)
    assign {`ORB_PRODUCT} = products;
    assign {`ORB_SLOT} = ending;
    assign landing = {`ORB_LANDING};

    localparam MAC = MEM_LAT + FMA_LAT - ACC_LAT;  // product to adder
    localparam X_OUT = MEM_LAT + 1;                // slot end to operand link
    localparam X_IN = X_OUT + XL;                  // ... to operand in the neighbour
    localparam Y_OUT = MEM_LAT + FMA_LAT;          // slot end to sum link
    localparam V = Y_OUT + SL;                     // ... to sum in the neighbour
    localparam STORE = LANES == 1 && EXP == 0 && FAR == 0 ? V : V + 1;  // ... to the sum being stored, see orb_node_*
    localparam ROUND = EXP == 0 ? FAR : 0;         // a register before the rounding
    localparam R_LAND = V + 2 + ROUND;             // ... to the last stage of the rounding
    localparam PROD = Y_OUT + LANES;               // length of the delay lines of products
    localparam LAST = R_LAND + LANES;              // ... and of ends of slots
    localparam LANDED = LAST - 1;                  // slot end to the window of its last word

    // ---- stages: bit n is the input n cycles ago --------------------------------------------------------------------
    localparam PW = GB + 1;
    // The fields of a slot travel with its end. Slots end at least LEAST cycles apart, so each stretch of LEAST cycles
    // holds one slot at most and needs one register. Bit n is that of the slot that ended n cycles ago, if any.
    localparam PARTS = (LAST + LEAST - 1) / LEAST;
    localparam FW = 6 + PW;
    reg [PARTS*FW-1:0] part;
    /* verilator lint_off UNUSEDSIGNAL */  // a kind of node uses some of the stages
    wire [PROD:0] product_d, first_d, fresh_d, keep_d, zero_d;
    wire [PROD*PW-1:0] member_d;  // where the products of a group wait
    wire [(PARTS+1)*FW-1:0] parts = {part, slot_first, slot_last, slot_rolls, slot_stores, slot_odd, zero, slot_place};
    wire [LAST:1] begin_d, last_d, roll_d, store_d, odd_d, zero_slot_d;
    wire [LAST*PW-1:0] place_d;
    wire [LANES-1:0] begins;      // lanes that send the lowest bits of a sum
    /* verilator lint_on UNUSEDSIGNAL */
    wire [LAST:0] ended;          // a slot
    wire [LANES-1:0] none, write;
    /* verilator lint_off UNUSEDSIGNAL */  // in floating point only
    wire [LANES-1:0] rounds;      // the sum that was taken is rounded in a cycle
    /* verilator lint_on UNUSEDSIGNAL */

    orb_stages #(.CYCLES(PROD)) product_stages (.clk(clk), .rst(rst), .d(product), .q(product_d));
    orb_stages #(.CYCLES(PROD)) first_stages (.clk(clk), .rst(rst), .d(first), .q(first_d));
    orb_stages #(.CYCLES(PROD)) fresh_stages (.clk(clk), .rst(rst), .d(fresh), .q(fresh_d));
    orb_stages #(.CYCLES(PROD)) keep_stages (.clk(clk), .rst(rst), .d(keep), .q(keep_d));
    orb_stages #(.CYCLES(PROD)) zero_stages (.clk(clk), .rst(1'b0), .d(zero), .q(zero_d));
    orb_stages #(.WIDTH(PW), .CYCLES(PROD - 1)) member_stages (
        .clk(clk), .rst(1'b0), .d({odd_group, member}), .q(member_d)
    );

    genvar l, n;
    generate
        for (n = 0; n < PARTS; n = n + 1) begin : g_part
            always @(posedge clk) if (ended[n*LEAST]) part[n*FW+:FW] <= parts[n*FW+:FW];
        end
        for (n = 1; n <= LAST; n = n + 1) begin : g_at
            assign {begin_d[n], last_d[n], roll_d[n], store_d[n], odd_d[n], zero_slot_d[n], place_d[(n-1)*PW+:PW]} =
                part[(n-1)/LEAST*FW+:FW];
        end
    endgenerate

    // ---- lanes ------------------------------------------------------------------------------------------------------
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            wire [LAST:0] end_d;
            wire [MEM_LAT+l:0] grab_d;
            reg some;  // a slot of this lane is on its way
            orb_stages #(.CYCLES(LAST)) ends (.clk(clk), .rst(rst), .d(slot_end & slot_lanes[l]), .q(end_d));
            orb_stages #(.CYCLES(MEM_LAT + l)) grabs (.clk(clk), .rst(rst), .d(grab[l]), .q(grab_d));
            always @(posedge clk) some <= rst ? 1'b0 : |end_d[LAST-1:0];
            assign none[l] = !some;

            `ORB_LANE_FIELDS(wire)
            assign {mac_en, mac_first} = {product_d[MAC+l], first_d[MAC+l]};
            assign x_grab = grab_d[MEM_LAT+l];
            assign {x_send, y_send} = {end_d[X_OUT+l] & roll_d[X_OUT+l], end_d[Y_OUT+l]};
            orb_lane_ctl #(
                `include "orb_pass.vh"
            ) lane (
                .clk(clk), .rst(rst), .x_send(x_send), .y_send(y_send), .y_stores(store_d[Y_OUT+l]),
                .x_source(odd_d[X_OUT+l] ? stage_x_from[3:2] : stage_x_from[1:0]),
                .y_source(odd_d[Y_OUT+l] ? stage_y_from[3:2] : stage_y_from[1:0]), .x_shift(x_shift),
                .x_from(x_from), .y_shift(y_shift), .y_from(y_from), .looks(looks[l]), .begins(begins[l])
            );

            if (EXP == 0) begin : g_round
                `ORB_ROUND_FIELDS(wire)
                wire m_en = looks[l], m_first = begins[l];
                wire [`ORB_ROUND_BITS-1:0] round_d;
                orb_round_ctl #(
                    `include "orb_pass.vh"
                ) round (
                    .clk(clk), .send(y_send), .shift(odd_d[Y_OUT+l] ? stage_shift[11:6] : stage_shift[5:0]),
                    .part(m_en), .part_first(m_first), .rounding(round_d)
                );
                orb_delay #(.WIDTH(`ORB_ROUND_BITS), .CYCLES(FAR)) delay (.clk(clk), .d(round_d), .q({`ORB_ROUND}));
                assign lane_control[l*LANE_BITS+:LANE_BITS] = {`ORB_LANE_FIXED};
            end else begin : g_wait
                `ORB_WAIT_FIELDS(wire)
                assign {y_keep, keep_place} = {keep_d[Y_OUT+l], member_d[(Y_OUT+l)*PW+:PW]};
                assign grab_place = member_d[(MEM_LAT+l)*PW+:PW];
                assign {x_place, y_place} = {place_d[(X_OUT+l-1)*PW+:PW], place_d[(Y_OUT+l-1)*PW+:PW]};
                assign lane_control[l*LANE_BITS+:LANE_BITS] = {`ORB_LANE_FLOAT};
            end

            // a sum to be stored, and what has come in
            assign write[l]  = end_d[STORE+l] & !store_d[STORE+l];
            assign x_take[l] = end_d[X_IN+l] & roll_d[X_IN+l];
            assign r_lane[l] = end_d[V+l];
            assign r_done[l] = end_d[R_LAND+l] & store_d[R_LAND+l];
            assign x_land[l] = end_d[X_IN+l-2] & roll_d[X_IN+l-2];
            assign r_land[l] = end_d[R_LAND+l-2] & store_d[R_LAND+l-2];
            assign rounds[l] = end_d[R_LAND+l-1] & store_d[R_LAND+l-1];
        end
    endgenerate

    // ---- all together -----------------------------------------------------------------------------------------------
    assign ended = g_lane[0].end_d;  // the first lane has a sum in every slot
    assign {x_re, x_raddr, land, n_addr} = {product, x_addr, lands, lands_at};
    assign {x_odd, x_begins} = {odd_d[X_IN-2], begin_d[X_IN-2]};
    assign {r_odd, r_begins} = {odd_d[R_LAND-2], begin_d[R_LAND-2]};
    assign {stage_lands, lands_odd} = {ended[LANDED] & last_d[LANDED], odd_d[LANDED]};
    assign {results, looks_first} = {|r_done, begins[0]};
    assign idle = !product & !slot_end & !more_ends & (&none);

    always @(posedge clk) if (ended[Y_OUT]) looks_odd <= odd_d[Y_OUT];

    generate
        if (SUM_LAT == 0) begin : g_small  // a stored sum is read when the sum of its slot leaves
            wire y_half = ended[V-SL/2] & !store_d[V-SL/2];
            orb_sum_late #(
                `include "orb_pass.vh"
            ) sums (
                .clk(clk), .read(y_re), .read_first(begin_d[Y_OUT]), .zero(zero_slot_d[Y_OUT]), .y_raddr(y_raddr),
                .y_waddr(y_waddr), .y_zero(y_zero)
            );
            assign {y_re, y_we} = {ended[Y_OUT], write};
            assign control = {`ORB_NODE_SMALL};
        end else begin : g_stored
            localparam READ = MAC - SUM_LAT;  // product to the read of its slot's stored sum
            orb_sum_ctl #(
                `include "orb_pass.vh"
            ) sums (
                .clk(clk), .read(first_d[READ+:LANES]), .read_first(fresh_d[READ]),
                .zero(first_d[MAC+:LANES] & zero_d[MAC+:LANES]), .come(ended[STORE]), .come_first(begin_d[STORE]),
                .write(write), .y_re(y_re), .y_raddr(y_raddr), .y_we(y_we), .y_waddr(y_waddr), .y_zero(y_zero)
            );
            if (EXP == 0) begin : g_fixed
                assign control = {`ORB_NODE_FIXED};
            end else begin : g_float
                wire r_en = |rounds;
                assign control = {`ORB_NODE_FLOAT};
            end
        end
    endgenerate

endmodule
`resetall
