// The bundles of signals between modules. Three macros state each bundle once: the fields in their order, the number of
// bits of all fields together, and the declarations of the fields (`kind` is wire or reg). A module that packs or
// unpacks a bundle uses these macros, and no width or offset of its own. Lint ignores fields that a module does not
// use.
// SPDX-License-Identifier: Apache-2.0
`ifndef ORB_CONTROL_VH
`define ORB_CONTROL_VH

// What the registers show of the parameters, from orbital_core to orb_regs.
`define ORB_CONSTANTS array, format, caps, clock, latency, links, interleave
`define ORB_CONSTANTS_BITS (7 * 32)
`define ORB_CONSTANTS_FIELDS(kind) kind [31:0] array, format, caps, clock, latency, links, interleave;

// The shape of a run, from orb_sequencer to all: block extents, b2*b3, and the nodes along each side of a torus.
`define ORB_SHAPE b1, b2, b3, b23, ring
`define ORB_SHAPE_BITS (3 * BB + RB + 8)
`define ORB_SHAPE_FIELDS(kind) \
    /* verilator lint_off UNUSEDSIGNAL */ \
    kind [BB-1:0] b1, b2, b3; \
    kind [RB-1:0] b23; \
    kind [7:0] ring; \
    /* verilator lint_on UNUSEDSIGNAL */

// Base addresses that a descriptor gives: of its buffers, of its coefficient bank, and of the first block of its axis.
`define ORB_BASES src, roll0, roll1, dst, bank, bank_axis
`define ORB_BASES_BITS (4 * XA + 2 * CA)
`define ORB_BASES_FIELDS(kind) \
    /* verilator lint_off UNUSEDSIGNAL */ \
    kind [XA-1:0] src, roll0, roll1, dst; \
    kind [CA-1:0] bank, bank_axis; \
    /* verilator lint_on UNUSEDSIGNAL */

// The traits of a stage that its events need until the last of them is over: the contracted axis, the neighbours from
// which operands and sums come, the shift of results, the cycles of a slot, and the number of the descriptor.
`define ORB_TRAITS axis, x_from, y_from, shift, slot, index
`define ORB_TRAITS_BITS (12 + LB + DB)
`define ORB_TRAITS_FIELDS(kind) \
    /* verilator lint_off UNUSEDSIGNAL */ \
    kind [1:0] axis, x_from, y_from; \
    kind [5:0] shift; \
    kind [LB-1:0] slot; \
    kind [DB-1:0] index; \
    /* verilator lint_on UNUSEDSIGNAL */

// The next stage, from orb_sequencer to orb_issue, beside its base addresses.
`define ORB_STAGE transposed, clear, store, x_rolls, c_rolls, steps, extent, gap, `ORB_TRAITS
`define ORB_STAGE_BITS (5 + 8 + BB + WB + `ORB_TRAITS_BITS)
`define ORB_STAGE_FIELDS(kind) \
    /* verilator lint_off UNUSEDSIGNAL */ \
    kind transposed, clear, store, x_rolls, c_rolls; \
    kind [7:0] steps; \
    kind [BB-1:0] extent; \
    kind [WB-1:0] gap; \
    `ORB_TRAITS_FIELDS(kind)

// A load, an unload, or coefficients to be loaded, from orb_sequencer to orb_streams, beside the base addresses: the
// number of stages that were issued and have not landed, the buffers, the placement of the cube, the axes.
`define ORB_OP stages, src_buffer, dst_buffer, placement, axes
`define ORB_OP_BITS 17
`define ORB_OP_FIELDS(kind) kind [3:0] stages, src_buffer, dst_buffer; kind [1:0] placement; kind [2:0] axes;

// A product, from orb_slot_gen.
//     product, x_addr, c_addr       there is one; the addresses of its operand and coefficient
//     grab                          the lanes for which the operand is the element that rolls
//     first, fresh, zero, keep      first product of a slot, of a step's first slot, of a sum that starts from zero;
//                                   last product of a slot
//     member, odd_group, lanes      the slot's number in its group, the group's parity, the lanes that have a sum
//     rolling, storing              operands roll in this step; its sums become results
//     read_base, roll_base          the buffers that this step reads and rolls into
//     odd_stage                     the stage's parity
//     group_end, step_first, stage_last  last cycle of a group; ... of a step's first group, of a stage's last group
`define ORB_PRODUCT \
    product, x_addr, c_addr, grab, first, fresh, zero, keep, member, odd_group, lanes, rolling, storing, read_base, \
    roll_base, odd_stage, group_end, step_first, stage_last
`define ORB_PRODUCT_BITS (12 + 3 * XA + CM + 2 * LANES + GB)
`define ORB_PRODUCT_FIELDS(kind) \
    /* verilator lint_off UNUSEDSIGNAL */ \
    kind product, first, fresh, zero, keep, odd_group, rolling, storing, odd_stage, group_end, step_first, stage_last; \
    kind [XA-1:0] x_addr, read_base, roll_base; \
    kind [CM-1:0] c_addr; \
    kind [LANES-1:0] grab, lanes; \
    kind [GB-1:0] member; \
    /* verilator lint_on UNUSEDSIGNAL */

// The end of a slot, from orb_group_send: whether one ends; whether it is the first of its step or the last of its
// stage; whether its operand rolls and its sums become results; the stage's parity; the lanes that have a sum; the
// buffer into which the operand rolls; where its sum and operand wait, as {parity, member}.
`define ORB_SLOT slot_end, slot_first, slot_last, slot_rolls, slot_stores, slot_odd, slot_lanes, slot_base, slot_place
`define ORB_SLOT_BITS (6 + LANES + XA + GB + 1)
`define ORB_SLOT_FIELDS(kind) \
    /* verilator lint_off UNUSEDSIGNAL */ \
    kind slot_end, slot_first, slot_last, slot_rolls, slot_stores, slot_odd; \
    kind [LANES-1:0] slot_lanes; \
    kind [XA-1:0] slot_base; \
    kind [GB:0] slot_place; \
    /* verilator lint_on UNUSEDSIGNAL */

// Words that can be written two cycles later, from orb_node_ctl to orb_landing: the operand of a lane, the result of a
// lane, each with the parity of its stage and whether it is the first of its step; whether the window of a stage's last
// word begins in the next cycle, and the parity of that stage.
`define ORB_LANDING x_land, r_land, x_odd, x_begins, r_odd, r_begins, stage_lands, lands_odd
`define ORB_LANDING_BITS (2 * LANES + 6)
`define ORB_LANDING_FIELDS(kind) \
    /* verilator lint_off UNUSEDSIGNAL */ \
    kind [LANES-1:0] x_land, r_land; \
    kind x_odd, x_begins, r_odd, r_begins, stage_lands, lands_odd; \
    /* verilator lint_on UNUSEDSIGNAL */

// The rounding of the sum that comes in, as the ports of orb_round explain.
`define ORB_ROUND r_part, r_part_first, r_place, r_en, r_first, r_counts, r_low, r_above
`define ORB_ROUND_BITS (6 + FB + LY)
`define ORB_ROUND_FIELDS(kind) \
    kind r_part, r_part_first, r_en, r_first, r_counts, r_low; \
    kind [FB-1:0] r_place; \
    kind [LY-1:0] r_above;

// A lane of a node.
//     mac_en, mac_first              add a product; to the stored sum instead of the running one
//     x_grab                         the operand is the element of the lane's own sum: it rolls
//     x_send, x_shift, x_from        operand link: begin to send, go on; the neighbour that is listened to, 1 Q 2 R 3 S
//     y_send, y_shift, y_from        sum link, likewise; 0 is the node itself
`define ORB_LANE mac_en, mac_first, x_grab, x_send, x_shift, x_from, y_send, y_shift, y_from
`define ORB_LANE_BITS 11
`define ORB_LANE_FIELDS(kind) \
    kind mac_en, mac_first, x_grab, x_send, x_shift, y_send, y_shift; \
    kind [1:0] x_from, y_from;

// A lane in fixed point, which looks at the magnitude of the sum that comes in and rounds it.
`define ORB_LANE_FIXED `ORB_LANE, m_en, m_first, `ORB_ROUND
`define ORB_LANE_FIXED_BITS (`ORB_LANE_BITS + 2 + `ORB_ROUND_BITS)
`define ORB_LANE_FIXED_FIELDS(kind) `ORB_LANE_FIELDS(kind) kind m_en, m_first; `ORB_ROUND_FIELDS(kind)

// A lane in floating point, whose finished sums (y_keep) and grabbed operands wait at a place each until they are sent.
`define ORB_WAIT y_keep, grab_place, keep_place, x_place, y_place
`define ORB_WAIT_BITS (1 + 4 * (GB + 1))
`define ORB_WAIT_FIELDS(kind) kind y_keep; kind [GB:0] grab_place, keep_place, x_place, y_place;
`define ORB_LANE_FLOAT `ORB_LANE, `ORB_WAIT
`define ORB_LANE_FLOAT_BITS (`ORB_LANE_BITS + `ORB_WAIT_BITS)
`define ORB_LANE_FLOAT_FIELDS(kind) `ORB_LANE_FIELDS(kind) `ORB_WAIT_FIELDS(kind)

// A node with blocks: read an operand; control of the lanes; read and write the accumulators; a sum that was
// read counts as zero; operand, sum and result of a lane are there; a word that came in is to be written from the next
// cycle on, and where.
`define ORB_NODE_FIXED \
    x_re, x_raddr, lane_control, y_re, y_raddr, y_we, y_waddr, y_zero, x_take, r_lane, r_done, land, n_addr
`define ORB_NODE_FIXED_BITS (2 + 2 * XA + LANES * LANE_BITS + 3 * YP + YP * YW + YW + 3 * LANES)
`define ORB_NODE_FIXED_FIELDS(kind) \
    kind x_re, land; \
    kind [XA-1:0] x_raddr, n_addr; \
    kind [LANES*LANE_BITS-1:0] lane_control; \
    kind [YP-1:0] y_re, y_we, y_zero; \
    kind [YP*YW-1:0] y_raddr; \
    kind [YW-1:0] y_waddr; \
    kind [LANES-1:0] x_take, r_lane, r_done;

// The same with SUM_LAT = 0: the lower half of a sum that is to be stored is on the link.
`define ORB_NODE_SMALL y_half, `ORB_NODE_FIXED
`define ORB_NODE_SMALL_BITS (1 + `ORB_NODE_FIXED_BITS)
`define ORB_NODE_SMALL_FIELDS(kind) kind y_half; `ORB_NODE_FIXED_FIELDS(kind)

// The same in floating point: the sum that was taken is to be rounded.
`define ORB_NODE_FLOAT r_en, `ORB_NODE_FIXED
`define ORB_NODE_FLOAT_BITS (1 + `ORB_NODE_FIXED_BITS)
`define ORB_NODE_FLOAT_FIELDS(kind) kind r_en; `ORB_NODE_FIXED_FIELDS(kind)

// A node with one point: multiply, add and roll; start from zero; round the sum and store it, else keep it; take over
// the neighbour's operand; the operand that is used; where the operand that is taken over, or the result, goes; the
// neighbours as for lanes; the shift.
`define ORB_STEP step, clear, last, x_roll, x_sel, n_addr
`define ORB_STEP_BITS (4 + 2 * XA)
`define ORB_STEP_FIELDS(kind) kind step, clear, last, x_roll; kind [XA-1:0] x_sel, n_addr;
`define ORB_NODE_FINE `ORB_STEP, x_from, y_from, shift
`define ORB_NODE_FINE_BITS (`ORB_STEP_BITS + 10)
`define ORB_NODE_FINE_FIELDS(kind) `ORB_STEP_FIELDS(kind) kind [1:0] x_from, y_from; kind [5:0] shift;

// What the streams send to the rows of the mesh: a coefficient for an axis, its block row and column as places
// along a side; the places along S and the address of a word that is loaded or read; the place along S of one that was
// read.
`define ORB_ROW c_we, c_axis, c_row, c_col, l_s, l_addr, u_hit_s, u_addr, u_s
`define ORB_ROW_BITS (3 + 5 * P + 2 * XA)
`define ORB_ROW_FIELDS(kind) \
    kind c_we; \
    kind [1:0] c_axis; \
    kind [P-1:0] c_row, c_col, l_s, u_hit_s, u_s; \
    kind [XA-1:0] l_addr, u_addr;

// What the streams tell the mesh: besides, the address of a coefficient for each T; the places along Q, a part of the
// array each, and along R of the words that are loaded, and these (the lowest may be a coefficient); likewise of those
// that are read, and the place along R of one that was read MEM_LAT ago.
`define ORB_ACCESS c_place, l_en, l_q, l_r, l_data, u_en, u_hit_q, u_hit_r, u_r, `ORB_ROW
`define ORB_ACCESS_BITS (2 + P * CA + 2 * IO_WORDS * P + 3 * P + IO_WORDS * DW + `ORB_ROW_BITS)
`define ORB_ACCESS_FIELDS(kind) \
    kind [P*CA-1:0] c_place; \
    kind l_en, u_en; \
    kind [IO_WORDS*P-1:0] l_q, u_hit_q; \
    kind [P-1:0] l_r, u_hit_r, u_r; \
    kind [IO_WORDS*DW-1:0] l_data; \
    `ORB_ROW_FIELDS(kind)

// Coefficients: the address that all nodes read, from orb_issue to the mesh; the lane, and the address for each T, of
// the one that is written.
`define ORB_READ c_re, c_raddr
`define ORB_READ_BITS (1 + CM)
`define ORB_READ_FIELDS(kind) kind c_re; kind [CM-1:0] c_raddr;
`define ORB_WRITE c_lane, c_waddr
`define ORB_WRITE_BITS (LANES + P * CM)
`define ORB_WRITE_FIELDS(kind) kind [LANES-1:0] c_lane; kind [P*CM-1:0] c_waddr;

// All control that the nodes of a row receive.
`define ORB_TOLD control, `ORB_READ, `ORB_WRITE, `ORB_ROW
`define ORB_TOLD_BITS (NODE_BITS + `ORB_READ_BITS + `ORB_WRITE_BITS + `ORB_ROW_BITS)
`define ORB_TOLD_FIELDS(kind) \
    kind [NODE_BITS-1:0] control; `ORB_READ_FIELDS(kind) `ORB_WRITE_FIELDS(kind) `ORB_ROW_FIELDS(kind)

`endif
