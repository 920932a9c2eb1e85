// Verilog sources of the core; the top is orbital_core. Paths are from the top of the repository.
// SPDX-License-Identifier: Apache-2.0
//
// For a chip, the file of the same name in vendor/FAMILY replaces that in vendor/generic where there is one.
+incdir+rtl/include
// multipliers, memories and copies, as tools infer them
rtl/vendor/generic/orb_choose.v
rtl/vendor/generic/orb_copy.v
rtl/vendor/generic/orb_multiply.v
rtl/vendor/generic/orb_ram_sdp.v
rtl/vendor/generic/orb_ram_tdp.v
rtl/vendor/generic/orb_ram_sp.v
rtl/vendor/generic/orb_ram_operand.v
rtl/vendor/generic/orb_ram_sums.v
rtl/vendor/generic/orb_coef_pair.v
// the array: nodes and their control
rtl/cell/orb_fma_fixed.v
rtl/cell/orb_fma_slot.v
rtl/cell/orb_round.v
rtl/cell/orb_reg.v
rtl/cell/orb_delay.v
rtl/cell/orb_float_multiply.v
rtl/cell/orb_float_window.v
rtl/cell/orb_float_find.v
rtl/cell/orb_float_shift.v
rtl/cell/orb_float_place.v
rtl/cell/orb_float_align.v
rtl/cell/orb_float_step.v
rtl/cell/orb_float_normalise.v
rtl/cell/orb_float_pack.v
rtl/cell/orb_fma_float.v
rtl/cell/orb_round_float.v
rtl/cell/orb_lane.v
rtl/cell/orb_cell_block.v
rtl/cell/orb_cell_fine.v
rtl/array/orb_membranes.v
rtl/array/orb_torus.v
rtl/array/orb_gather.v
rtl/array/orb_slot_walk.v
rtl/array/orb_slot_gen.v
rtl/array/orb_step_gap.v
rtl/array/orb_group_send.v
rtl/array/orb_round_ctl.v
rtl/array/orb_node_ctl.v
rtl/array/orb_landing.v
rtl/array/orb_block_ctl.v
rtl/array/orb_fine_ctl.v
rtl/array/orb_magnitude.v
rtl/array/orb_array.v
rtl/array/orb_gap.v
rtl/array/orb_descriptor.v
rtl/array/orb_fetch.v
rtl/array/orb_sequencer.v
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
rtl/control/orb_counters.v
rtl/control/orb_limits.v
rtl/control/orb_regs.v
// the top
rtl/orbital_core.v
