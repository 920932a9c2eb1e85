# LambdaConcept ECPIX-5 with an LFE5UM5G-85F; its FT2232H is a UART.
# SPDX-License-Identifier: Apache-2.0

FAMILY_ecpix5-85  := ecp5
DEVICE_ecpix5-85  := --um5g-85k
PACKAGE_ecpix5-85 := CABGA554
SPEED_ecpix5-85   := 8
TOP_ecpix5-85     := ecpix5_85_top
PROGRAM_ecpix5-85 := openFPGALoader --board ecpix5

CLOCK_ecpix5-85   := IN_HZ=100000000 CORE_HZ=100000000 INPUT_DIV=5 FEEDBACK_DIV=5 OUTPUT_DIV=6
CORE_ecpix5-85    := P=4 BMAX=8 BFULL=8 W=18
LINK_ecpix5-85    := 1200000
SEED_ecpix5-85    := 1
