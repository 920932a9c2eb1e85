// Verilog sources of the nodes from C, for NODE_HLS = 1, in addition to orbital_core.f. What the nodes are made of is
// generated: docs/hls.md. Paths are from the top of the repository.
// SPDX-License-Identifier: Apache-2.0
rtl/hls/orb_hls_node.v
rtl/hls/orb_hls_issue.v
rtl/hls/orb_hls_array.v
