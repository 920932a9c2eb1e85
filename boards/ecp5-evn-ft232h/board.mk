# Lattice ECP5-5G evaluation board, and a module with an FT232H on its header J40.
# SPDX-License-Identifier: Apache-2.0

FAMILY_ecp5-evn-ft232h  := ecp5
DEVICE_ecp5-evn-ft232h  := --um5g-85k
PACKAGE_ecp5-evn-ft232h := CABGA381
SPEED_ecp5-evn-ft232h   := 8
TOP_ecp5-evn-ft232h     := ecp5_evn_ft232h_top
MODEL_ecp5-evn-ft232h   := board_sync
HOST_ecp5-evn-ft232h    := mode=sync
PROGRAM_ecp5-evn-ft232h := openFPGALoader --board ecp5_evn

CLOCK_ecp5-evn-ft232h   := IN_HZ=12000000 CORE_HZ=96000000 INPUT_DIV=1 FEEDBACK_DIV=8 OUTPUT_DIV=6
CORE_ecp5-evn-ft232h    := P=4 BMAX=8 BFULL=8 W=18
LINK_ecp5-evn-ft232h    := 40000000
SEED_ecp5-evn-ft232h    := 1
