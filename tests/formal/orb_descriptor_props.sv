// orb_descriptor calls just those descriptors legal that stay in range and never write a buffer that is being read.
// SPDX-License-Identifier: Apache-2.0
//
// The rule is stated step by step: step n reads read(n), and unless it is the last, rolls into write(n), which step n+1
// reads; the last stores to dst.
`default_nettype none

module orb_descriptor_props #(
    parameter P      = 5,
    parameter W      = 8,
    parameter AW     = 20,
    parameter BMAX   = 3,
    parameter NBUF   = 3,
    parameter CBANKS = 2,
    parameter XA     = $clog2(NBUF * BMAX * BMAX * BMAX),
    parameter CA     = $clog2(CBANKS * (P + 2) * BMAX * BMAX)
) (
    input wire [31:0] lo,
    input wire [31:0] hi
);

    localparam CUBE = BMAX * BMAX * BMAX, BLOCK = BMAX * BMAX, BANK = (P + 2) * BLOCK;

    wire [1:0] op, axis, x_roll, y_roll, placement;
    wire last, clear, store, transposed, c_rolls, legal;
    wire [7:0] steps;
    wire [5:0] shift;
    wire [XA-1:0] src, roll0, roll1, dst;
    wire [CA-1:0] bank, bank_axis;
    wire [2:0] axes;

    orb_descriptor #(
        .P     (P),
        .W     (W),
        .AW    (AW),
        .BMAX  (BMAX),
        .NBUF  (NBUF),
        .CBANKS(CBANKS)
    ) dut (
        .lo        (lo),
        .hi        (hi),
        .op        (op),
        .last      (last),
        .clear     (clear),
        .store     (store),
        .transposed(transposed),
        .axis      (axis),
        .x_roll    (x_roll),
        .y_roll    (y_roll),
        .c_rolls   (c_rolls),
        .steps     (steps),
        .shift     (shift),
        .src       (src),
        .roll0     (roll0),
        .roll1     (roll1),
        .dst       (dst),
        .bank      (bank),
        .bank_axis (bank_axis),
        .placement (placement),
        .axes      (axes),
        .legal     (legal)
    );

    // ---- the fields, from the register map --------------------------------------------------------------------------
    wire [3:0] src_n = hi[3:0], roll0_n = hi[7:4], roll1_n = hi[11:8], dst_n = hi[15:12], bank_n = hi[19:16];
    wire [1:0] c_roll = lo[15:14];
    wire is_stage = (lo[1:0] == 0), is_load = (lo[1:0] == 1), is_unload = (lo[1:0] == 2), is_coef = (lo[1:0] == 3);
    wire in_range = (lo[9:8] < 3) & (lo[23:16] >= 1) & (lo[23:16] <= P) & (lo[29:24] <= AW - W) & (bank_n < CBANKS) &
                    ((c_roll == 0) | ((c_roll == 1) & (lo[9:8] == 2))) &
                    (src_n < NBUF) & (roll0_n < NBUF) & (roll1_n < NBUF) & (dst_n < NBUF);

    // ---- a buffer read and written in the same step -----------------------------------------------------------------
    wire [P-1:0] clash;
    genvar n;
    generate
        for (n = 0; n < P; n = n + 1) begin : g_step
            wire [3:0] read = (n == 0 || x_roll == 0) ? src_n : (n % 2 == 1) ? roll0_n : roll1_n;
            wire [3:0] write = (n % 2 == 0) ? roll0_n : roll1_n;
            wire last_step = (n == steps - 1);
            assign clash[n] = (n < steps) & (last_step ? store & (dst_n == read) : (x_roll != 0) & (write == read));
        end
    endgenerate

    always @(*) begin
        if (is_stage) assert (legal == (in_range & (clash == 0)));
        if (is_load) assert (legal == (dst_n < NBUF));
        if (is_unload) assert (legal == (src_n < NBUF));
        if (is_coef) assert (legal == ((bank_n < CBANKS) & (axes != 0)));
    end

    // ---- a whole buffer, and the blocks of all steps, fit behind the addresses --------------------------------------
    wire [1:0] place = (axis == 0) ? 0 : 1;
    always @(*) begin
        if (legal & (is_stage | is_unload)) assert ((src == src_n * CUBE) & (src + CUBE <= NBUF * CUBE));
        if (legal & (is_stage | is_load)) assert ((dst == dst_n * CUBE) & (dst + CUBE <= NBUF * CUBE));
        if (legal & is_stage) begin
            assert ((roll0 == roll0_n * CUBE) & (roll0 + CUBE <= NBUF * CUBE));
            assert ((roll1 == roll1_n * CUBE) & (roll1 + CUBE <= NBUF * CUBE));
            assert (bank_axis == bank + ((axis == 2) ? 0 : (P + place) * BLOCK));
            assert (bank_axis + (c_rolls ? steps * BLOCK : BLOCK) <= bank + BANK);
        end
        if (legal & (is_stage | is_coef)) assert ((bank == bank_n * BANK) & (bank + BANK <= CBANKS * BANK));
    end

    always @(*) begin
        cover (legal & is_stage & (steps == P) & (x_roll != 0) & store);
        cover (legal & is_stage & (steps == 2) & c_rolls & (bank_n == 1));
        cover (!legal & is_stage & in_range & (clash == 2));
        cover (legal & is_coef);
    end

endmodule
