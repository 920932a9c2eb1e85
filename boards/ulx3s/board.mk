# Radiona ULX3S, with an LFE5U-85F or a smaller one; its FT231X is a UART of up to 3 Mbaud.
# SPDX-License-Identifier: Apache-2.0

FAMILY_ulx3s  := ecp5
DEVICE_ulx3s  := --85k
PACKAGE_ulx3s := CABGA381
SPEED_ulx3s   := 6
TOP_ulx3s     := ulx3s_top
PROGRAM_ulx3s := openFPGALoader --board ulx3s

CLOCK_ulx3s   := IN_HZ=25000000 CORE_HZ=80000000 INPUT_DIV=5 FEEDBACK_DIV=16 OUTPUT_DIV=8
CORE_ulx3s    := P=4 BMAX=8 BFULL=8 W=18
LINK_ulx3s    := 300000
SEED_ulx3s    := 1

DESIGNS_ulx3s := p2 lanes2 float32 12f 25f 45f
# small, and slow enough for any placement: for tests
CORE_ulx3s_p2  := P=2 BMAX=4 BFULL=4 W=16
CLOCK_ulx3s_p2 := IN_HZ=25000000 CORE_HZ=75000000 INPUT_DIV=1 FEEDBACK_DIV=3 OUTPUT_DIV=8
# Two multiply-adds a node. Sums of 36 bits take so much wire that routing does not finish. So sums have 32 bits, and 12
# low bits of each product are rounded away instead of 8. Lines can have 512 points with either.
CORE_ulx3s_lanes2  := P=4 BMAX=8 BFULL=8 W=18 AW=32 PS=12 LANES=2
CLOCK_ulx3s_lanes2 := IN_HZ=25000000 CORE_HZ=75000000 INPUT_DIV=1 FEEDBACK_DIV=3 OUTPUT_DIV=8
# floating point: binary32
CORE_ulx3s_float32 := P=3 BMAX=8 BFULL=8 EXP=8 W=32 FMA_LAT=7 ACC_LAT=4
CLOCK_ulx3s_float32 := IN_HZ=25000000 CORE_HZ=50000000 INPUT_DIV=1 FEEDBACK_DIV=2 OUTPUT_DIV=12
# Boards with a smaller chip: the array whose multipliers and block RAMs it holds. That for the 12F keeps to the 32
# block RAMs that Lattice promises, although its die has 56.
DEVICE_ulx3s_12f := --12k
CORE_ulx3s_12f   := P=2 BMAX=8 BFULL=8 W=18 LANES=2
DEVICE_ulx3s_25f := --25k
CORE_ulx3s_25f   := $(CORE_ulx3s_12f)
DEVICE_ulx3s_45f := --45k
CORE_ulx3s_45f   := P=3 BMAX=8 BFULL=8 W=18 LANES=2
CLOCK_ulx3s_45f  := IN_HZ=25000000 CORE_HZ=75000000 INPUT_DIV=1 FEEDBACK_DIV=3 OUTPUT_DIV=8
# Seed 1 was not routed in 49 minutes on a busy machine; these take 20 to 30.
SEED_ulx3s_45f   := 2
SEEDS_ulx3s_45f  := 2 3 4
