// Verilog sources of the core; the top is orbital_core. Paths are from the top of the repository.
// SPDX-License-Identifier: Apache-2.0
//
// For a chip, the file of the same name in vendor/FAMILY replaces that in vendor/generic where there is one.
+incdir+rtl/include
// multipliers, memories and copies, as tools infer them
rtl/vendor/generic/orb_choose.v
rtl/vendor/generic/orb_copy.v
rtl/vendor/generic/orb_multiply.v
rtl/vendor/generic/orb_accumulate.v
rtl/vendor/generic/orb_ram_sdp.v
rtl/vendor/generic/orb_ram_tdp.v
rtl/vendor/generic/orb_ram_sp.v
rtl/vendor/generic/orb_ram_operand.v
rtl/vendor/generic/orb_ram_sums.v
rtl/vendor/generic/orb_coef_pair.v
// the nodes
rtl/node/orb_fma_fixed.v
rtl/node/orb_fma_slot.v
rtl/node/orb_round.v
rtl/node/orb_reg.v
rtl/node/orb_delay.v
rtl/node/orb_float_multiply.v
rtl/node/orb_float_window.v
rtl/node/orb_float_find.v
rtl/node/orb_float_shift.v
rtl/node/orb_float_place.v
rtl/node/orb_float_align.v
rtl/node/orb_float_step.v
rtl/node/orb_float_normalise.v
rtl/node/orb_float_pack.v
rtl/node/orb_fma_float.v
rtl/node/orb_round_float.v
rtl/node/orb_serial.v
rtl/node/orb_link_operand.v
rtl/node/orb_link_sum.v
rtl/node/orb_pick.v
rtl/node/orb_stagger.v
rtl/node/orb_node_port.v
rtl/node/orb_lane_fixed.v
rtl/node/orb_lane_small.v
rtl/node/orb_lane_float.v
rtl/node/orb_node_fixed.v
rtl/node/orb_node_small.v
rtl/node/orb_node_float.v
rtl/node/orb_node_fine.v
rtl/node/orb_node.v
rtl/node/orb_coef_fine.v
// their mesh, and its control
rtl/mesh/orb_membranes.v
rtl/mesh/orb_spread.v
rtl/mesh/orb_coef_select.v
rtl/mesh/orb_mesh.v
rtl/mesh/orb_reports.v
rtl/control/orb_slot_walk.v
rtl/control/orb_slot_gen.v
rtl/control/orb_step_gap.v
rtl/control/orb_group_send.v
rtl/control/orb_round_ctl.v
rtl/control/orb_lane_ctl.v
rtl/control/orb_sum_ctl.v
rtl/control/orb_sum_late.v
rtl/control/orb_stages.v
rtl/control/orb_node_ctl.v
rtl/control/orb_landing.v
rtl/control/orb_fine_ctl.v
rtl/control/orb_issue.v
rtl/mesh/orb_magnitude.v
rtl/control/orb_gap.v
rtl/control/orb_shape.v
rtl/control/orb_descriptor.v
rtl/control/orb_fetch.v
rtl/control/orb_sequencer.v
// the streams
rtl/stream/orb_coef_walk.v
rtl/stream/orb_cube_walk.v
rtl/stream/orb_fifo.v
rtl/stream/orb_fold.v
rtl/stream/orb_load.v
rtl/stream/orb_op_slot.v
rtl/stream/orb_order.v
rtl/stream/orb_places.v
rtl/stream/orb_port_share.v
rtl/stream/orb_streams.v
rtl/stream/orb_unload.v
// the registers
rtl/regs/orb_counters.v
rtl/control/orb_limits.v
rtl/regs/orb_regs.v
// the top
rtl/orbital_core.v
