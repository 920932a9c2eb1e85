// Runs the program: hands stages to the slot generator, and cubes and coefficients to the streams.
// SPDX-License-Identifier: Apache-2.0
//
// Descriptors are issued in order, but a load or unload that was handed over goes on beside the stages behind it. A
// stage is issued when no buffer that it uses is that of a load, and none that it writes that of an unload; what loads
// and unloads wait for is the matter of orb_streams. The descriptor behind the running stage is checked meanwhile, so
// stages of two cycles and more follow each other without a bubble, but for the wait that orb_gap computes.
`resetall
`default_nettype none

module orb_sequencer #(
    parameter P         = 4,   // nodes along each side
    parameter W         = 18,  // bits of a data word
    parameter AW        = 36,  // bits of an accumulator
    parameter EXP       = 0,   // exponent bits, 0 fixed point
    parameter BMAX      = 8,   // largest block extent; 1: fine cell
    parameter NBUF      = 2,   // block buffers a node
    parameter CBANKS    = 1,   // coefficient banks
    parameter DEPTH     = 16,  // descriptors, a power of two
    parameter LANES     = 1,   // multiply-adds a node
    parameter GROUP     = 1,   // sums interleaved
    parameter IO_WORDS  = 1,   // words of a stream's beat
    parameter SL        = 4,   // cycles a sum on its link
    parameter XL        = 4,   // cycles an operand on its link
    parameter MEM_LAT   = 2,   // memory latency
    parameter FMA_LAT   = 3,   // multiply-add latency
    parameter ROUND_LAT = 3,   // rounding latency
    parameter BB        = $clog2(BMAX + 1),
    parameter RB        = $clog2(BMAX * BMAX + 1),
    parameter LB        = 5,   // bits of a slot length
    parameter WB        = 16,  // bits of a wait
    parameter XA        = 10,  // bits of an operand address
    parameter BLOCK     = 64,  // addresses of a coefficient block
    parameter CA        = 9,   // bits of a coefficient address
    parameter IB        = $clog2(DEPTH)
) (
    input  wire          clk,
    input  wire          rst,
    // commands and state, see regs/orbital.rdl
    input  wire          start,
    input  wire          abort_run,
    input  wire [   1:0] fault,          // stop: a packet of the input is too short, too long
    input  wire [  23:0] block,
    input  wire [   7:0] torus,
    input  wire [  31:0] repeats,        // runs, but 1 ...
    input  wire          once,           // ... if once
    output wire          busy,
    output reg           done,
    output reg  [   3:0] error,
    output reg  [IB-1:0] index,
    output wire          begin_run,      // a start was accepted
    output wire          halt,           // units are to forget what they do
    // program memory
    output wire [IB-1:0] fetch_index,
    input  wire          fetched,        // lo and hi are what stands at fetch_index of the cycle before
    input  wire [  31:0] lo,
    input  wire [  31:0] hi,
    // shape of the run
    output reg  [BB-1:0] b1,
    output reg  [BB-1:0] b2,
    output reg  [BB-1:0] b3,
    output reg  [RB-1:0] b23,
    output reg  [   7:0] ring,           // nodes along each side of a torus
    // the next stage, `index` is its descriptor
    output wire          stage_valid,
    input  wire          stage_ready,
    output wire [WB-1:0] gap,
    output wire [   1:0] axis,
    output wire          transposed,
    output wire          clear,
    output wire          store,
    output wire          x_rolls,
    output wire          c_rolls,
    output wire [   1:0] x_from,
    output wire [   1:0] y_from,
    output wire [   7:0] steps,
    output wire [   5:0] shift,
    output wire [BB-1:0] extent,
    output wire [LB-1:0] slot,
    output wire [XA-1:0] src,
    output wire [XA-1:0] roll0,
    output wire [XA-1:0] roll1,
    output wire [XA-1:0] dst,
    output wire [CA-1:0] bank_axis,
    input  wire          landed,         // all of a stage is in the memories
    input  wire          drained,        // no stage runs and nothing of it is on its way
    // streams, see orb_streams
    output wire          give_load,
    output wire          give_unload,
    output wire          give_coef,
    output reg  [   3:0] stages,         // issued and not landed
    output wire [   3:0] src_buffer,
    output wire [   3:0] dst_buffer,
    output wire [   1:0] placement,
    output wire [   2:0] axes,
    output wire [CA-1:0] bank,
    input  wire          load_taken,
    input  wire [   3:0] load_buffer,
    input  wire          unload_taken,
    input  wire [   3:0] unload_buffer,
    input  wire          unload_active,
    input  wire          coef_busy,
    output wire          in_coef         // coefficients are being loaded
);

    localparam [3:0] IDLE = 4'd0, NEXT = 4'd1, CHECK = 4'd2, READY = 4'd3, COEF = 4'd4, SETTLE = 4'd5;
    localparam [3:0] E_NONE = 4'd0, E_SHAPE = 4'd1, E_DESCRIPTOR = 4'd2, E_END = 4'd3, E_ABORT = 4'd4;
    localparam [3:0] E_SHORT = 4'd5, E_LONG = 4'd6;
    localparam [3:0] CHECKED = BMAX == 1 ? 4'd0 : 4'd3;  // slot lengths and gap take three cycles more
    localparam [3:0] SETTLED = 4'd11;  // more than the way of the last result's report: torus, gathering, magnitude

    reg [3:0] state, settle, stop_error;
    reg [31:0] runs_left;
    reg [31:0] lo_q, hi_q;
    reg once_q;
    reg more_runs;  // a cycle late, between the ends of two runs lie more

    assign busy      = (state != IDLE);
    wire stop = abort_run | (|fault);
    assign begin_run = (state == IDLE) & start & !stop;
    assign halt      = rst | stop;
    assign in_coef   = (state == COEF);

    // ---- the descriptor in work, and the one behind it ------------------------------------------------------------
    wire next_valid, take;

    orb_fetch #(
        .DEPTH(DEPTH)
    ) ahead (
        .clk        (clk),
        .run        (busy & (state != SETTLE) & !halt),
        .fetch_index(fetch_index),
        .fetched    (fetched),
        .lo         (lo),
        .valid      (next_valid),
        .next       (take)
    );

    wire [1:0] op;
    localparam DW = 1 + 2 * NBUF + 4 * XA + 2 * CA;
    wire [DW-1:0] decoded;
    wire [NBUF-1:0] uses, writes;
    wire last, legal;

    orb_descriptor #(
        .P       (P),
        .W       (W),
        .AW      (AW),
        .EXP     (EXP),
        .BMAX    (BMAX),
        .NBUF    (NBUF),
        .CBANKS  (CBANKS),
        .LANES   (LANES),
        .IO_WORDS(IO_WORDS),
        .BLOCK   (BLOCK),
        .XA      (XA),
        .CA      (CA)
    ) descriptor (
        .lo        (lo_q),
        .hi        (hi_q),
        .ring      (ring),
        .op        (op),
        .last      (last),
        .clear     (clear),
        .store     (store),
        .transposed(transposed),
        .axis      (axis),
        .x_roll    (x_from),
        .y_roll    (y_from),
        .c_rolls   (c_rolls),
        .steps     (steps),
        .shift     (shift),
        .src_buffer(src_buffer),
        .dst_buffer(dst_buffer),
        .uses      (decoded[DW-2-:NBUF]),
        .writes    (decoded[DW-2-NBUF-:NBUF]),
        .src       (decoded[3*XA+2*CA+:XA]),
        .roll0     (decoded[2*XA+2*CA+:XA]),
        .roll1     (decoded[XA+2*CA+:XA]),
        .dst       (decoded[2*CA+:XA]),
        .bank      (decoded[CA+:CA]),
        .bank_axis (decoded[0+:CA]),
        .placement (placement),
        .axes      (axes),
        .legal     (decoded[DW-1])
    );

    // block cells have the time to register what takes long to decode
    orb_reg #(
        .WIDTH(DW),
        .REG  (BMAX == 1 ? 0 : 1)
    ) decode (
        .clk(clk),
        .en (1'b1),
        .d  (decoded),
        .q  ({legal, uses, writes, src, roll0, roll1, dst, bank, bank_axis})
    );
    assign x_rolls = |x_from;

    // ---- what may begin -------------------------------------------------------------------------------------------
    wire is_stage = (op == 2'd0), is_load = (op == 2'd1), is_unload = (op == 2'd2), is_coef = (op == 2'd3);
    reg legal_q, held;  // of the descriptor in work, from its check on; held falls once, a cycle late
    reg [3:0] may;      // state == READY & legal_q, one for each operation
    wire [NBUF-1:0] load_uses = uses >> load_buffer, unload_writes = writes >> unload_buffer;
    wire unused = &{1'b0, load_uses, unload_writes};

    always @(posedge clk) begin
        legal_q <= legal;
        may     <= {4{!halt}} & ((state == CHECK) ? {is_coef, is_unload, is_load, is_stage} &
                                 {4{(settle == 4'd0) & legal}} : may & {4{!advance & !give_coef}});
        // with two buffers a stage waits for every unload, as memories may have one read port for both
        held    <= (load_taken & load_uses[0]) | (unload_taken & (NBUF == 2 | unload_writes[0])) | (&stages);
    end

    assign stage_valid = may[0] & !held;
    assign give_load   = may[1] & !load_taken;
    assign give_unload = may[2] & !unload_taken;
    assign give_coef   = may[3] & !load_taken & drained;

    wire issued = stage_valid & stage_ready;
    wire coef_end = (state == COEF) & !coef_busy;
    wire advance = issued | give_load | give_unload | coef_end;
    wire ends = last ? !more_runs : &index;

    assign take = next_valid & ((state == NEXT) | (advance & !ends));

    always @(posedge clk)
        if (halt) stages <= 4'd0;
        else stages <= stages + {3'd0, issued} - {3'd0, landed};

    orb_gap #(
        .BMAX     (BMAX),
        .SL       (SL),
        .XL       (XL),
        .LANES    (LANES),
        .GROUP    (GROUP),
        .MEM_LAT  (MEM_LAT),
        .FMA_LAT  (FMA_LAT),
        .ROUND_LAT(ROUND_LAT),
        .LB       (LB),
        .WB       (WB)
    ) lengths (
        .clk    (clk),
        .b1     (b1),
        .b2     (b2),
        .b3     (b3),
        .b23    (b23),
        .axis   (axis),
        .taken  (issued),
        .drained(drained),
        .extent (extent),
        .slot   (slot),
        .gap    (gap)
    );

    // ---- state --------------------------------------------------------------------------------------------------
    localparam [7:0] LEAST = BMAX == 1 ? 8'd1 : 8'd2;
    wire [7:0] e1 = block[7:0], e2 = block[15:8], e3 = block[23:16];
    wire block_legal = (e1 >= LEAST) & (e1 <= BMAX[7:0]) & (e2 >= LEAST) & (e2 <= BMAX[7:0]) & (e3 >= LEAST) &
                       (e3 <= BMAX[7:0]);
    wire at_rest = drained & !load_taken & !unload_taken & !unload_active;

    wire [P:1] ring_hit;  // sizes of torus into which the array folds
    genvar n;
    generate
        for (n = 1; n <= P; n = n + 1) begin : g_ring
            localparam [7:0] RING = n;
            assign ring_hit[n] = (n == P || (n % 2 == 0 && P % n == 0)) & (torus == RING);
        end
    endgenerate
    wire shape_legal = block_legal & (|ring_hit);

    always @(posedge clk) begin
        more_runs <= (runs_left > 32'd1) & !once_q;
        // what is added selects too, so that small chips need no multiplexer of its own
        if (!busy | (advance & last)) runs_left <= busy ? runs_left + {32{busy}} : repeats;
        case (state)
            IDLE:
            if (begin_run) begin
                {b3, b2, b1} <= {e3[BB-1:0], e2[BB-1:0], e1[BB-1:0]};
                b23        <= e2[BB-1:0] * e3[BB-1:0];
                ring       <= (P == 2 || P % 2 != 0) ? P[7:0] : torus;  // others fold into one only
                once_q     <= once;
                index      <= {IB{1'b0}};
                done       <= 1'b0;
                error      <= E_NONE;
                settle     <= SETTLED;
                stop_error <= shape_legal ? E_NONE : E_SHAPE;
                state      <= shape_legal ? NEXT : SETTLE;
            end
            CHECK: begin
                settle <= settle - 4'd1;
                if (settle == 4'd0) begin
                    settle <= SETTLED;
                    state  <= READY;
                end
            end
            READY:
            if (!legal_q) begin
                stop_error <= E_DESCRIPTOR;
                state      <= SETTLE;
            end else if (give_coef) state <= COEF;
            SETTLE:
            if (at_rest) begin
                settle <= settle - 4'd1;
                if (settle == 4'd0) begin
                    done  <= (stop_error == E_NONE);
                    error <= stop_error;
                    state <= IDLE;
                end
            end
            default: state <= state;
        endcase

        if (advance) begin
            stop_error <= last ? E_NONE : E_END;
            state      <= ends ? SETTLE : NEXT;
            if (!ends) index <= last ? {IB{1'b0}} : index + 1'b1;
        end
        if (take) begin
            {hi_q, lo_q} <= {hi, lo};
            settle       <= CHECKED;
            state        <= CHECK;
        end
        if (stop & busy) begin
            error <= abort_run ? E_ABORT : fault[0] ? E_SHORT : E_LONG;
            done  <= 1'b0;
            state <= IDLE;
        end
        if (rst) begin
            state <= IDLE;
            done  <= 1'b0;
            error <= E_NONE;
            index <= {IB{1'b0}};
        end
    end

endmodule
`resetall
