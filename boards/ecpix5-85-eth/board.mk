# LambdaConcept ECPIX-5 with an LFE5UM5G-85F, over Gigabit Ethernet.
# SPDX-License-Identifier: Apache-2.0

# The first address of the board, and its number: two boards on one network need two of each.
ETH_IP_ecpix5-85-eth     := 192.168.1.50
ETH_NUMBER_ecpix5-85-eth := 1

FAMILY_ecpix5-85-eth  := ecp5
DEVICE_ecpix5-85-eth  := --um5g-85k
PACKAGE_ecpix5-85-eth := CABGA554
SPEED_ecpix5-85-eth   := 8
TOP_ecpix5-85-eth     := ecpix5_85_eth_top
PROGRAM_ecpix5-85-eth := openFPGALoader --board ecpix5
CORES_ecpix5-85-eth   := $(GEN)/orb_udp_core.v

CLOCK_ecpix5-85-eth   := IN_HZ=100000000 CORE_HZ=125000000 INPUT_DIV=4 FEEDBACK_DIV=5 OUTPUT_DIV=5
ETH_ecpix5-85-eth     := NUMBER=$(ETH_NUMBER_ecpix5-85-eth) \
    $(join IP_0= IP_1= IP_2= IP_3=,$(subst ., ,$(ETH_IP_ecpix5-85-eth)))
CORE_ecpix5-85-eth    := P=4 BMAX=8 BFULL=8 W=18 $(ETH_ecpix5-85-eth)
LINK_ecpix5-85-eth    := 125000000
SEED_ecpix5-85-eth    := 1

DESIGNS_ecpix5-85-eth := p2
CORE_ecpix5-85-eth_p2 := P=2 BMAX=4 BFULL=4 W=16 $(ETH_ecpix5-85-eth)
