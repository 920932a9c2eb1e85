// Runs stages on the nodes from C. A step starts when all words of the step before are in the memories.
// SPDX-License-Identifier: Apache-2.0
//
// This module replaces orb_issue. The nodes generate their own addresses, so it only chooses the arguments of their
// kernels, and waits.
`resetall
`default_nettype none

module orb_hls_issue #(
    `include "orb_params.vh"
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [`ORB_SHAPE_BITS-1:0] shape,
    // the next stage, as in orb_issue
    input  wire                stage_valid,
    output wire                stage_ready,
    input  wire [`ORB_STAGE_BITS-1:0] stage,
    input  wire [`ORB_BASES_BITS-1:0] bases,
    output reg                 landed,
    output wire                drained,
    // the nodes
    output wire                go,
    input  wire                go_ready,
    output wire [  HLS_GO-1:0] arguments,
    output wire [      XA-1:0] base,
    output reg  [         1:0] x_source,  // x_from and y_from of orb_hls_node
    output reg  [         1:0] y_source,
    input  wire                done,
    // reports, as in orb_issue
    output wire                results,
    output wire                looks,
    output wire                looks_first,
    output wire [      DB-1:0] number
);

    `ORB_SHAPE_FIELDS(wire)
    `ORB_STAGE_FIELDS(wire)
    `ORB_BASES_FIELDS(wire)
    assign {`ORB_SHAPE} = shape;
    assign {`ORB_STAGE} = stage;
    assign {`ORB_BASES} = bases;

    localparam [2:0] IDLE = 3'd0, START = 3'd1, RUN = 3'd2, LAND = 3'd3, REPORT = 3'd4;
    localparam [2:0] FLIGHT = 3'd7;  // cycles from the end of a step until all its words are in the memories

    reg [2:0] state, left;
    reg [NB-1:0] step, steps_q;
    reg [1:0] axis_q;
    reg transposed_q, clear_q, store_q, x_rolls_q, c_rolls_q;
    reg [5:0] shift_q;
    reg [XA-1:0] dst_q, read, write, other;
    reg [CA-1:0] c_from;
    reg [DB-1:0] index_q;

    localparam [NB-1:0] ONE = 1;
    wire last = (step + ONE == steps_q);
    wire rolls = x_rolls_q & !last, stores = store_q & last, zero = clear_q & (step == {NB{1'b0}});
    wire step_ends = (state == LAND) & (left == 3'd0);
    wire [BB+HLS_STRIDE-1:0] area = {{(BB + HLS_STRIDE - RB) {1'b0}}, b23};

    assign stage_ready = (state == IDLE);
    assign drained     = (state == IDLE) & !landed;
    assign go          = (state == START);
    // in the order of the function's arguments
    assign arguments   = {b1, b2, b3, area[HLS_STRIDE-1:0], axis_q, transposed_q, zero, rolls, stores, shift_q, read,
                          c_from};
    assign base        = stores ? dst_q : write;
    assign looks       = (state == REPORT);
    assign looks_first = looks & (left == 3'd1);
    assign results     = looks_first;

    always @(posedge clk) begin
        landed <= 1'b0;
        case (state)
            START:   if (go_ready) state <= RUN;
            RUN:     if (done) {state, left} <= {LAND, FLIGHT};
            LAND: begin
                left <= left - 1'b1;
                if (step_ends) begin
                    {state, left} <= !last ? {START, 3'd0} : store_q ? {REPORT, 3'd1} : {IDLE, 3'd0};
                    landed        <= last & !store_q;
                    step          <= step + ONE;
                    if (x_rolls_q) {read, write, other} <= {write, other, write};
                    if (c_rolls_q) c_from <= c_from + BLOCK[CA-1:0];
                end
            end
            REPORT: begin  // the magnitude, in two parts
                left <= left - 1'b1;
                if (left == 3'd0) {state, landed} <= {IDLE, 1'b1};
            end
            default: if (stage_valid) state <= START;
        endcase
        if (stage_ready) begin
            step         <= {NB{1'b0}};
            steps_q      <= steps[NB-1:0];
            {axis_q, x_source, y_source, shift_q, index_q} <= {axis, x_from, y_from, shift, index};
            {transposed_q, clear_q, store_q, x_rolls_q, c_rolls_q} <= {transposed, clear, store, x_rolls, c_rolls};
            {read, write, other, dst_q, c_from} <= {src, roll0, roll1, dst, bank_axis};
        end
        if (rst) {state, landed} <= {IDLE, 1'b0};
    end

    orb_delay #(.WIDTH(DB), .CYCLES(M_LAT)) numbers (.clk(clk), .d(index_q), .q(number));

endmodule
`resetall
