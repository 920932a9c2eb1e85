// Counts what a run costs: cycles of each kind, and results that were clipped.
// SPDX-License-Identifier: Apache-2.0
//
// A memory holds the counters of cycles, in four pieces of 16 bits each. One adder visits all pieces every 32 cycles; a
// few bits beside each counter count the events between two visits. When the lower half of a counter is read, its upper
// half can be copied to counter 6 on the same round, so that both halves are of one moment.
`resetall
`default_nettype none

module orb_counters #(
    parameter SB = 7     // bits of the clipped results of a cycle
) (
    input  wire          clk,
    input  wire          clear,
    input  wire          busy,      // the program runs
    input  wire          compute,   // stages are in work or on their way
    input  wire          waiting,   // ... and wait
    input  wire          coef,      // coefficients are loaded
    input  wire          load,      // a cube is loaded
    input  wire          unload,    // a cube is unloaded
    input  wire          sat_en,
    input  wire [SB-1:0] sat_count,
    // the counters' pieces, one after the other, lowest first; `busy` is counter 0, and on in this order
    input  wire          keep,      // keep the upper half of the counter whose lowest piece is here: pieces 2 and 3 of
                                    // counter 6 stand still from then on
    output reg  [   4:0] place,     // {counter, piece}; the other pieces of counters 6 and 7 are of no use
    output reg  [  15:0] piece,
    output reg           piece_valid,  // it counts all until six cycles ago
    output reg  [  31:0] saturations   // stays at its largest value, which it takes a cycle late
);

    // The events are registered, because their logic and the adder together do not fit into a cycle. A read of `busy`
    // takes longer than this cycle, so a count that is read after the run is complete.
    reg [5:0] happened;
    wire [7:0] event_now = {2'b00, happened};
    always @(posedge clk) happened <= clear ? 6'd0 : {unload, load, coef, waiting, compute, busy};

    // a place is read, its piece added to, and written in the cycles behind
    localparam [4:0] NOWHERE = 5'd31;
    reg [4:0] at, at_1;
    reg wiping, wiping_1;  // on the first way through the memory all of it becomes 0
    reg carry;
    wire [15:0] stored;
    wire starts = (at_1[1:0] == 2'd0);  // the lowest piece
    reg copies;        // counter 6 becomes a copy ...
    reg [2:0] source;  // ... of this one

    orb_ram_sdp #(
        .WIDTH  (16),
        .DEPTH  (32),
        .LATENCY(1)
    ) pieces (
        .clk  (clk),
        .we   (1'b1),
        .waddr(place),
        .wdata(piece),
        .re   (1'b1),
        .raddr({(copies & (at[4:2] == 3'd6)) ? source : at[4:2], at[1:0]}),
        .rdata(stored)
    );

    // of each counter: cycles since it was added to, two ways through the memory at most
    wire [47:0] recent;
    genvar n;
    generate
        for (n = 0; n < 6; n = n + 1) begin : g_recent
            localparam [2:0] NUMBER = n;
            reg [5:0] count;
            wire added = starts & (at_1[4:2] == NUMBER) & !wiping_1;
            always @(posedge clk)
                if (clear | added) count <= 6'd0;
                else if (event_now[n]) count <= count + 1'b1;
            assign recent[n*6+:6] = count;
        end
    endgenerate
    assign recent[47:36] = 12'd0;

    wire [5:0] add = recent[at_1[4:2]*6+:6] & {6{starts}};
    wire one_more = starts ? event_now[at_1[4:2]] : carry;

    always @(posedge clk) begin
        at    <= clear ? 5'd0 : at + 1'b1;
        at_1  <= clear ? NOWHERE : at;
        place <= clear ? NOWHERE : at_1;
        if (keep) source <= place[4:2];
        copies <= !clear & (keep | (copies & (at[4:2] != 3'd7)));
        if (clear) wiping <= 1'b1;
        else if (&at) wiping <= 1'b0;
        wiping_1    <= clear | wiping;
        piece_valid <= !clear & !wiping_1;
        {carry, piece} <= (wiping_1 | clear) ? 17'd0 : {1'b0, stored} + {11'd0, add} + {16'd0, one_more};
    end

    // A sum that does not fit is not taken. All ones follow a cycle later, when the carry need not be waited for.
    wire [32:0] sum = {1'b0, saturations} + {{(33 - SB) {1'b0}}, sat_count};
    reg too_many;
    always @(posedge clk) begin
        too_many <= !clear & (too_many | (sat_en & sum[32]));
        if (clear) saturations <= 32'd0;
        else if ((sat_en & !sum[32]) | too_many) saturations <= sum[31:0] | {32{too_many}};
    end

endmodule
`resetall
