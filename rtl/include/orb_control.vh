// The bundles of control: the fields of each, in their order, and the bits that they have together. A bundle is packed
// in one module and unpacked in another. Both declare a wire for each field and name the bundle, so that they agree.
// SPDX-License-Identifier: Apache-2.0
`ifndef ORB_CONTROL_VH
`define ORB_CONTROL_VH

// rounding of the sum that comes in, see orb_round
`define ORB_ROUND_BITS (6 + FB + LY)
`define ORB_ROUND r_part, r_part_first, r_place, r_en, r_first, r_counts, r_low, r_above

// a lane of a node in fixed point: products; operand link; sum link; magnitude and rounding of the sum that comes in
`define ORB_LANE_FIXED_BITS (14 + `ORB_ROUND_BITS)
`define ORB_LANE_FIXED \
    mac_en, mac_first, mac_clear, x_grab, x_send, x_shift, x_from, y_send, y_shift, y_from, m_en, m_first, `ORB_ROUND

// a lane of a node in floating point, whose sums are rounded behind the link: where members of a group wait
`define ORB_LANE_FLOAT_BITS (13 + 4 * (GB + 1))
`define ORB_LANE_FLOAT \
    mac_en, mac_first, mac_clear, x_grab, x_send, x_shift, x_from, y_keep, y_send, y_shift, y_from, \
    grab_place, keep_place, x_place, y_place

// a node with blocks: operand memory; lanes; accumulator memories; what came in, and when it is written
`define ORB_NODE_FIXED_BITS (2 + 3 * LANES + 2 * YP + 2 * XA + YP * YW + YW + LANES * LANE_BITS)
`define ORB_NODE_FIXED \
    x_re, x_raddr, lane_control, y_re, y_raddr, y_we, y_waddr, x_take, r_lane, r_done, land, n_addr

// the same with SUM_LAT = 0, where a sum is stored in two halves
`define ORB_NODE_SMALL_BITS (1 + `ORB_NODE_FIXED_BITS)
`define ORB_NODE_SMALL y_half, `ORB_NODE_FIXED

// the same in floating point, where the sum that was taken is rounded
`define ORB_NODE_FLOAT_BITS (1 + `ORB_NODE_FIXED_BITS)
`define ORB_NODE_FLOAT r_en, `ORB_NODE_FIXED

// a node with one point
`define ORB_NODE_FINE_BITS (14 + 2 * XA)
`define ORB_NODE_FINE step, clear, last, x_sel, x_roll, x_from, y_from, r_shift, n_addr

// what the nodes of a row are told, see orb_mesh
`define ORB_TOLD_BITS (NODE_BITS + 4 + CM + 4 * P + LANES + P * CM + P + 2 * XA)
`define ORB_TOLD \
    control, c_re, c_raddr, c_we, c_axis, c_row, c_col, c_lane, c_waddr, l_s, l_addr, u_hit_s, u_addr, u_s

// a stage, for as long as its events are on their way
`define ORB_STAGE_BITS (12 + LB + XA + DB)
`define ORB_STAGE axis, x_from, y_from, shift, slot, dst, index

`endif
