// Decodes a descriptor of the program, and says whether it is legal.
// SPDX-License-Identifier: Apache-2.0
//
// The encoding is that of regs/orbital.rdl. A stage is illegal where a value is out of range, or where it would
// write to a buffer that it still reads. With lanes, the order of a node's sums is that of the contracted axis, so a
// stage cannot continue the sums of another axis.
`resetall
`default_nettype none

module orb_descriptor #(
    `include "orb_params.vh"
) (
    input  wire [    31:0] lo,
    input  wire [    31:0] hi,
    input  wire [     7:0] ring,        // nodes along each side of a torus
    input  wire [     1:0] sums_axis,   // along which the nodes' sums were contracted, 3: they hold none
    output wire [     1:0] op,
    output wire            last,
    output wire            clear,
    output wire            store,
    output wire            transposed,
    output wire [     1:0] axis,
    output wire [     1:0] x_roll,
    output wire [     1:0] y_roll,
    output wire            c_rolls,
    output wire [     7:0] steps,
    output wire [     5:0] shift,
    output wire [     3:0] src_buffer,  // of an unload
    output wire [     3:0] dst_buffer,  // of a load
    output wire [     1:0] placement,
    output wire [     2:0] axes,
    // these take long to decode
    output wire [NBUF-1:0] uses,        // buffers that a stage reads or writes, a bit for each,
    output wire [NBUF-1:0] writes,      // ... and those that it writes
    output wire [`ORB_BASES_BITS-1:0] bases,
    output reg             legal
);

    `include "orbital_regs.vh"

    localparam BANK = (P + 2) * BLOCK;
    localparam SHIFTS = EXP == 0 ? AW - W : 0;
    localparam C1 = P * BLOCK;        // where C1 and C2 begin in a bank
    localparam C2 = (P + 1) * BLOCK;

    assign op         = lo[ORB_PROGRAM_LO_OP_LSB+:ORB_PROGRAM_LO_OP_WIDTH];
    assign last       = lo[ORB_PROGRAM_LO_LAST_LSB];
    assign clear      = lo[ORB_PROGRAM_LO_CLEAR_LSB];
    assign store      = lo[ORB_PROGRAM_LO_STORE_LSB];
    assign transposed = lo[ORB_PROGRAM_LO_TRANSPOSED_LSB];
    assign axis       = lo[ORB_PROGRAM_LO_AXIS_LSB+:ORB_PROGRAM_LO_AXIS_WIDTH];
    assign x_roll     = lo[ORB_PROGRAM_LO_X_ROLL_LSB+:ORB_PROGRAM_LO_X_ROLL_WIDTH];
    assign y_roll     = lo[ORB_PROGRAM_LO_Y_ROLL_LSB+:ORB_PROGRAM_LO_Y_ROLL_WIDTH];
    assign steps      = lo[ORB_PROGRAM_LO_STEPS_LSB+:ORB_PROGRAM_LO_STEPS_WIDTH];
    assign shift      = shift_n & SHIFT_BITS[5:0];
    assign placement  = hi[ORB_PROGRAM_HI_PLACEMENT_LSB+:ORB_PROGRAM_HI_PLACEMENT_WIDTH];
    assign axes       = hi[ORB_PROGRAM_HI_AXES_LSB+:ORB_PROGRAM_HI_AXES_WIDTH];

    wire [5:0] shift_n = lo[ORB_PROGRAM_LO_SHIFT_LSB+:ORB_PROGRAM_LO_SHIFT_WIDTH];
    wire [1:0] c_roll = lo[ORB_PROGRAM_LO_C_ROLL_LSB+:ORB_PROGRAM_LO_C_ROLL_WIDTH];
    wire [3:0] src_n = hi[ORB_PROGRAM_HI_SRC_LSB+:ORB_PROGRAM_HI_SRC_WIDTH];
    wire [3:0] roll0_n = hi[ORB_PROGRAM_HI_ROLL0_LSB+:ORB_PROGRAM_HI_ROLL0_WIDTH];
    wire [3:0] roll1_n = hi[ORB_PROGRAM_HI_ROLL1_LSB+:ORB_PROGRAM_HI_ROLL1_WIDTH];
    wire [3:0] dst_n = hi[ORB_PROGRAM_HI_DST_LSB+:ORB_PROGRAM_HI_DST_WIDTH];
    wire [3:0] bank_n = hi[ORB_PROGRAM_HI_BANK_LSB+:ORB_PROGRAM_HI_BANK_WIDTH];
    // bits that numbers of legal descriptors have
    localparam BUFFERS = (1 << $clog2(NBUF)) - 1, BANKS = (1 << $clog2(CBANKS)) - 1;
    localparam SHIFT_BITS = (1 << $clog2(SHIFTS + 1)) - 1;

    wire [XA+3:0] src_full = src_buffer * CUBE[XA+3:0], dst_full = dst_buffer * CUBE[XA+3:0];
    wire [3:0] roll0_buffer = roll0_n & BUFFERS[3:0], roll1_buffer = roll1_n & BUFFERS[3:0];
    wire [3:0] bank_used = bank_n & BANKS[3:0];
    wire [XA+3:0] roll0_full = roll0_buffer * CUBE[XA+3:0], roll1_full = roll1_buffer * CUBE[XA+3:0];
    wire [CA+3:0] bank_full = bank_used * BANK[CA+3:0];
    wire [CA-1:0] own = axis[1] ? {CA{1'b0}} : axis[0] ? C2[CA-1:0] : C1[CA-1:0];
    assign c_rolls = |c_roll;
    `ORB_BASES_FIELDS(wire)
    assign {src, dst}     = {src_full[XA-1:0], dst_full[XA-1:0]};
    assign {roll0, roll1} = {roll0_full[XA-1:0], roll1_full[XA-1:0]};
    assign {bank, bank_axis} = {bank_full[CA-1:0], bank_full[CA-1:0] + own};
    assign bases = {`ORB_BASES};

    // buffers: what the last step reads must not be where its results go, nor any step read where it rolls to
    wire rolls = (|x_roll) & (steps != 8'd1);
    wire [3:0] read_last = !rolls ? src_n : steps[0] ? roll1_n : roll0_n;
    wire clash = (store & (dst_n == read_last)) | (rolls & (roll0_n == src_n)) |
                 (rolls & (steps > 8'd2) & (roll0_n == roll1_n));
    assign src_buffer = src_n & BUFFERS[3:0];
    assign dst_buffer = dst_n & BUFFERS[3:0];
    localparam [NBUF-1:0] ONE = 1;
    assign writes     = ((ONE << roll0_n) & {NBUF{rolls}}) | ((ONE << roll1_n) & {NBUF{rolls & (steps > 8'd2)}}) |
                        ((ONE << dst_n) & {NBUF{store}});
    assign uses       = (ONE << src_n) | writes;
    wire buffers = (src_n < NBUF[3:0]) & (dst_n < NBUF[3:0]) & (roll0_n < NBUF[3:0]) & (roll1_n < NBUF[3:0]);
    wire stage = (axis != 2'd3) & (steps != 8'd0) & (steps <= ring) & (!c_roll[1]) & (!c_roll[0] | (axis == 2'd2)) &
                 (shift_n <= SHIFTS[5:0]) & (LANES == 1 | (!transposed & (clear | (axis == sums_axis)))) &
                 (bank_n < CBANKS[3:0]) & buffers & !clash;
    wire placed = (placement == 2'd0) | ((IO_WORDS == 1) & (ring == P[7:0]));

    always @(*)
        case (op)
            2'd0: legal = stage;
            2'd1: legal = (dst_n < NBUF[3:0]) & placed;
            2'd2: legal = (src_n < NBUF[3:0]) & placed;
            default: legal = (bank_n < CBANKS[3:0]) & (|axes);
        endcase

    wire unused = &{1'b0, src_full, dst_full, roll0_full, roll1_full, bank_full, lo, hi};

endmodule
`resetall
