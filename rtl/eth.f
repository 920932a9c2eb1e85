// Verilog sources of the port for Ethernet: orb_udp and orb_udp_cross, each a top.
// SPDX-License-Identifier: Apache-2.0
rtl/eth/orb_crc32_word.v
rtl/eth/orb_udp_in.v
rtl/eth/orb_udp_session.v
rtl/eth/orb_udp_out.v
rtl/eth/orb_udp.v
rtl/eth/orb_udp_cross.v
