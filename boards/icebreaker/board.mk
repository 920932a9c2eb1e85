# 1BitSquared iCEBreaker, an iCE40 UP5K; its FT2232H is a UART on port B. The array has two halves of a sum in a block
# RAM, so SUM_LAT is 0.
# SPDX-License-Identifier: Apache-2.0

FAMILY_icebreaker  := ice40
DEVICE_icebreaker  := --up5k
PACKAGE_icebreaker := sg48
TOP_icebreaker     := icebreaker_top
PROGRAM_icebreaker := iceprog

CLOCK_icebreaker   := IN_HZ=12000000 CORE_HZ=24000000 INPUT_DIV=1 FEEDBACK_DIV=64 OUTPUT_DIV=32
CORE_icebreaker    := P=2 BMAX=4 BFULL=8 W=16 MEM_LAT=1 SUM_LAT=0 FMA_LAT=1 HOPS=0
LINK_icebreaker    := 600000
SEED_icebreaker    := 1
# The array fills the chip: no legal placement is found for seeds 2 and 3.
SEEDS_icebreaker   := 1 4 5
