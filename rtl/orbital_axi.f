// Verilog sources of the core's ports for a system on a chip, in addition to those of the core; the top is orbital_axi.
// SPDX-License-Identifier: Apache-2.0
// Use: -f rtl/orbital_core.f -f rtl/orbital_axi.f
+incdir+rtl/include
rtl/stream/orb_slice.v
rtl/axi/orb_packet_in.v
rtl/axi/orb_packet_out.v
rtl/axi/orb_axi_regs.v
rtl/orbital_axi.v
