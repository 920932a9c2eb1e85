// The Verilog sources of the core, the only list. Paths are from the top of the repository.
// SPDX-License-Identifier: Apache-2.0
rtl/cell/orb_fma_fixed.v
rtl/cell/orb_round.v
rtl/cell/orb_ram_sdp.v
rtl/cell/orb_ram_tdp.v
rtl/cell/orb_cell_block.v
rtl/array/orb_torus.v
rtl/array/orb_slot_gen.v
rtl/array/orb_node_ctl.v
rtl/array/orb_descriptor.v
rtl/array/orb_magnitude.v
rtl/array/orb_array.v
rtl/array/orb_sequencer.v
rtl/stream/orb_cube_walk.v
rtl/stream/orb_coef_walk.v
rtl/stream/orb_load.v
rtl/stream/orb_fifo.v
rtl/stream/orb_unload.v
rtl/control/orb_regs.v
rtl/control/orb_counters.v
rtl/control/orb_limits.v
rtl/orbital_core.v
