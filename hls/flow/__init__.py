# Translates a C function to Verilog with clang, passes from LLVM IR to XLS IR, and the optimiser and scheduler of XLS.
# SPDX-License-Identifier: Apache-2.0
"""The passes in order, one per file: front, program, cuts, liveness, process, multipliers, gates. docs/hls.md explains
them."""
