// orb_descriptor calls just those descriptors legal that stay in range and never write a buffer that is being read.
// SPDX-License-Identifier: Apache-2.0
//
// The rule is stated step by step: step n reads read(n), and unless it is the last, rolls into write(n), which step n+1
// reads; the last stores to dst.
`default_nettype none
`include "orb_control.vh"

module orb_descriptor_props #(
    parameter P        = 5,
    parameter W        = 8,
    parameter AW       = 20,
    parameter EXP      = 0,
    parameter BMAX     = 3,
    parameter NBUF     = 3,
    parameter CBANKS   = 2,
    parameter LANES    = 1,
    parameter IO_WORDS = 1,
    parameter BLOCK    = BMAX * BMAX,
    parameter XA       = $clog2(NBUF * BMAX * BMAX * BMAX),
    parameter CA       = $clog2(CBANKS * (P + 2) * BLOCK)
) (
    input wire [31:0] lo,
    input wire [31:0] hi,
    input wire [ 7:0] ring,
    input wire [ 1:0] sums_axis
);

    localparam CUBE = BMAX * BMAX * BMAX, BANK = (P + 2) * BLOCK;
    always @(*) assume ((ring >= 1) & (ring <= P));

    wire [1:0] op, axis, x_roll, y_roll, placement;
    wire last, clear, store, transposed, c_rolls, legal;
    wire [7:0] steps;
    wire [5:0] shift;
    wire [3:0] src_buffer, dst_buffer;
    wire [NBUF-1:0] uses, writes;
    `ORB_BASES_FIELDS(wire)
    wire [`ORB_BASES_BITS-1:0] bases;
    assign {`ORB_BASES} = bases;
    wire [2:0] axes;

    orb_descriptor #(
        .P(P), .W(W), .AW(AW), .EXP(EXP), .BMAX(BMAX), .NBUF(NBUF), .CBANKS(CBANKS), .LANES(LANES), .IO_WORDS(IO_WORDS)
    ) dut (
        .*
    );

    // ---- the fields, from the register map --------------------------------------------------------------------------
    wire [3:0] src_n = hi[3:0], roll0_n = hi[7:4], roll1_n = hi[11:8], dst_n = hi[15:12], bank_n = hi[19:16];
    wire [1:0] c_roll = lo[15:14];
    wire is_stage = (lo[1:0] == 0), is_load = (lo[1:0] == 1), is_unload = (lo[1:0] == 2), is_coef = (lo[1:0] == 3);
    wire [5:0] shifts = (EXP == 0) ? AW - W : 0;
    // With lanes, a stage may only continue the sums of its own axis; 3 says that there are none.
    wire goes_on = lo[3] | (lo[9:8] == sums_axis);
    wire in_range = (lo[9:8] < 3) & (lo[23:16] >= 1) & (lo[23:16] <= ring) & (lo[29:24] <= shifts) &
                    ((LANES == 1) | (!lo[5] & goes_on)) & ((c_roll == 0) | ((c_roll == 1) & (lo[9:8] == 2))) &
                    (bank_n < CBANKS) & (src_n < NBUF) & (roll0_n < NBUF) & (roll1_n < NBUF) & (dst_n < NBUF);

    // ---- a buffer read and written in the same step -----------------------------------------------------------------
    wire [P-1:0] clash;
    wire [16*(P+1)-1:0] read_by, written_by;  // masks of the buffers that the steps up to the n-th read and write
    assign read_by[15:0] = 0;
    assign written_by[15:0] = 0;
    genvar n;
    generate
        for (n = 0; n < P; n = n + 1) begin : g_step
            wire [3:0] read = (n == 0 || x_roll == 0) ? src_n : (n % 2 == 1) ? roll0_n : roll1_n;
            wire [3:0] write = (n % 2 == 0) ? roll0_n : roll1_n;
            wire last_step = (n == steps - 1);
            wire works = (n < steps), writes_now = works & (last_step ? store : (x_roll != 0));
            assign read_by[16*(n+1)+:16] = read_by[16*n+:16] | ({15'd0, works} << read);
            assign written_by[16*(n+1)+:16] = written_by[16*n+:16] |
                                              ({15'd0, writes_now} << (last_step ? dst_n : write));
            assign clash[n] = works & (last_step ? store & (dst_n == read) : (x_roll != 0) & (write == read));
        end
    endgenerate

    // several tori, or several words a beat, keep the blocks where they are
    wire placed = (hi[21:20] == 0) | ((ring == P) & (IO_WORDS == 1));

    always @(*) begin
        if (is_stage) assert (legal == (in_range & (clash == 0)));
        if (is_load) assert (legal == ((dst_n < NBUF) & placed));
        if (is_unload) assert (legal == ((src_n < NBUF) & placed));
        if (is_coef) assert (legal == ((bank_n < CBANKS) & (axes != 0)));
    end

    // ---- what others may not touch while the stage is under way -----------------------------------------------------
    always @(*) begin
        if (legal & is_stage) begin
            assert (writes == written_by[16*P+:16]);
            assert (uses == (writes | read_by[16*P+:16]));
        end
        if (legal & is_load) assert (dst_buffer == dst_n);
        if (legal & is_unload) assert (src_buffer == src_n);
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
