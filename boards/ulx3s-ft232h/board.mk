# Radiona ULX3S with an LFE5U-85F, and a module with an FT232H on its header J1.
# SPDX-License-Identifier: Apache-2.0

FAMILY_ulx3s-ft232h  := ecp5
DEVICE_ulx3s-ft232h  := --85k
PACKAGE_ulx3s-ft232h := CABGA381
SPEED_ulx3s-ft232h   := 6
TOP_ulx3s-ft232h     := ulx3s_ft232h_top
MODEL_ulx3s-ft232h   := board_sync
HOST_ulx3s-ft232h    := mode=sync
PROGRAM_ulx3s-ft232h := openFPGALoader --board ulx3s

CLOCK_ulx3s-ft232h   := IN_HZ=25000000 CORE_HZ=80000000 INPUT_DIV=5 FEEDBACK_DIV=16 OUTPUT_DIV=8
CORE_ulx3s-ft232h    := P=4 BMAX=8 BFULL=8 W=18
LINK_ulx3s-ft232h    := 40000000
SEED_ulx3s-ft232h    := 1

DESIGNS_ulx3s-ft232h := p2
# small, and slow enough for any placement: for tests
CORE_ulx3s-ft232h_p2  := P=2 BMAX=4 BFULL=4 W=16
CLOCK_ulx3s-ft232h_p2 := IN_HZ=25000000 CORE_HZ=75000000 INPUT_DIV=1 FEEDBACK_DIV=3 OUTPUT_DIV=8
