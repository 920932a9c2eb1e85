# Configurations of the array that are built as models, Verilated and from hls/: one variable each, one list.
# SPDX-License-Identifier: Apache-2.0
# The name says P, BMAX, BFULL and W; the value is the parameters of orbital_core that differ from their defaults. The
# first, the default, has the shortest pipeline and is the fastest to simulate; the second is that of an 85F board.

CONFIG_p4_b8_f4_w18 := P=4 BMAX=8 BFULL=4 W=18 MEM_LAT=1 FMA_LAT=2
CONFIG_p4_b8_f8_w18 := P=4 BMAX=8 BFULL=8 W=18
CONFIG_p2_b4_f4_w16 := P=2 BMAX=4 BFULL=4 W=16
CONFIG_p3_b5_f5_w18 := P=3 BMAX=5 BFULL=5 W=18 NBUF=3 CBANKS=2
CONFIG_p4_b8_f4_w16 := P=4 BMAX=8 BFULL=4 W=16 MEM_LAT=1 FMA_LAT=2

CONFIGS := p4_b8_f4_w18 p4_b8_f8_w18 p2_b4_f4_w16 p3_b5_f5_w18
# from hls/ only, to measure what 16 bits cost
HLS_CONFIGS := $(CONFIGS) p4_b8_f4_w16
