# From a C function to Verilog: clang, a translator of LLVM IR to the IR of XLS, and the optimiser and scheduler of XLS.
# SPDX-License-Identifier: Apache-2.0
"""The passes, in their order, each in a file: front, program, cuts, liveness, process, gates. docs/hls.md explains
them."""
