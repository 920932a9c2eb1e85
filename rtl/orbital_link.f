// Verilog sources of the byte link, in addition to those of the core; the top is orbital_link.
// SPDX-License-Identifier: Apache-2.0
// Use: -f rtl/orbital_core.f -f rtl/orbital_link.f
+incdir+rtl/include
rtl/stream/orb_slice.v
rtl/link/orb_crc32.v
rtl/link/orb_byte_ring.v
rtl/link/orb_byte_fifo.v
rtl/link/orb_cobs_decode.v
rtl/link/orb_cobs_encode.v
rtl/link/orb_frame_ring.v
rtl/link/orb_link_in.v
rtl/link/orb_link_fetch.v
rtl/link/orb_link_out.v
rtl/link/orb_link_regs.v
rtl/link/orb_link.v
rtl/orbital_link.v
