# Sipeed Tang Nano 20K, a Gowin GW2AR-18; its USB chip, a BL616, acts as an FT2232 whose port B is a UART.
# SPDX-License-Identifier: Apache-2.0

FAMILY_tangnano20k  := gowin
DEVICE_tangnano20k  := GW2AR-LV18QN88C8/I7
DIE_tangnano20k     := GW2A-18C
TOP_tangnano20k     := tangnano20k_top
PROGRAM_tangnano20k := openFPGALoader --board tangnano20k

CLOCK_tangnano20k   := IN_HZ=27000000 CORE_HZ=54000000 INPUT_DIV=1 FEEDBACK_DIV=2 OUTPUT_DIV=16
CORE_tangnano20k    := P=2 BMAX=8 BFULL=8 W=18 LANES=2
LINK_tangnano20k    := 100000
SEED_tangnano20k    := 1
