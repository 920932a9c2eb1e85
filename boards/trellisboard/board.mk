# TrellisBoard: an LFE5UM5G-85F, and an FT2232H in asynchronous FIFO mode.
# SPDX-License-Identifier: Apache-2.0

FAMILY_trellisboard  := ecp5
DEVICE_trellisboard  := --um5g-85k
PACKAGE_trellisboard := CABGA756
SPEED_trellisboard   := 8
TOP_trellisboard     := trellisboard_top
PROGRAM_trellisboard := openFPGALoader --cable ft2232

CLOCK_trellisboard   := IN_HZ=12000000 CORE_HZ=96000000 INPUT_DIV=1 FEEDBACK_DIV=8 OUTPUT_DIV=6
CORE_trellisboard    := P=4 BMAX=8 BFULL=8 W=18
LINK_trellisboard    := 6600000
SEED_trellisboard    := 1
