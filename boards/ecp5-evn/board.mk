# Lattice ECP5-5G evaluation board. Its FT2232H reaches the FPGA as a UART only with R34 and R35 fitted (and R22, R23
# removed), and with port B set to UART in the FTDI chip's EEPROM; as it comes, it does not.
# SPDX-License-Identifier: Apache-2.0

FAMILY_ecp5-evn  := ecp5
DEVICE_ecp5-evn  := --um5g-85k
PACKAGE_ecp5-evn := CABGA381
SPEED_ecp5-evn   := 8
TOP_ecp5-evn     := ecp5_evn_top
PROGRAM_ecp5-evn := openFPGALoader --board ecp5_evn

CLOCK_ecp5-evn   := IN_HZ=12000000 CORE_HZ=96000000 INPUT_DIV=1 FEEDBACK_DIV=8 OUTPUT_DIV=6
CORE_ecp5-evn    := P=4 BMAX=8 BFULL=8 W=18
LINK_ecp5-evn    := 1200000
SEED_ecp5-evn    := 1
