# Configurations of the array that are built as models, Verilated and from hls/: one variable each, one list.
# SPDX-License-Identifier: Apache-2.0
# The name says P, BMAX, BFULL and the format of a word, then what is not the default of NBUF (n), LANES (l) and
# IO_WORDS (io); BMAX = 1 is the fine cell. The value is the parameters of orbital_core that differ from their defaults.
# The first, the default, has the shortest pipeline and is the fastest to simulate; the second is that of an 85F board.

CONFIG_p4_b8_f4_w18       := P=4 BMAX=8 BFULL=4 W=18 MEM_LAT=1 FMA_LAT=2 HOPS=1
CONFIG_p4_b8_f8_w18       := P=4 BMAX=8 BFULL=8 W=18
CONFIG_p4_b8_f4_w16       := P=4 BMAX=8 BFULL=4 W=16 MEM_LAT=1 FMA_LAT=2
CONFIG_p2_b4_f4_w16       := P=2 BMAX=4 BFULL=4 W=16 MEM_LAT=1 SUM_LAT=0 FMA_LAT=1 HOPS=0
CONFIG_p3_b5_f5_w18_n3    := P=3 BMAX=5 BFULL=5 W=18 NBUF=3 CBANKS=2
# small cubes, streams beside the array, complex numbers; P' = 2 as well
CONFIG_p4_b5_f5_w18_n4    := P=4 BMAX=5 BFULL=5 W=18 NBUF=4 CBANKS=3 DEPTH=32
CONFIG_p6_b2_f2_w18_n3    := P=6 BMAX=2 BFULL=2 W=18 NBUF=3 DEPTH=32 MEM_LAT=1 FMA_LAT=2 HOPS=1
# one point a node, a step a cycle
CONFIG_p8_b1_f1_w18_n3    := P=8 BMAX=1 W=18 NBUF=3 DEPTH=32
# several multiply-adds a node
CONFIG_p4_b8_f8_w18_l2    := P=4 BMAX=8 BFULL=8 W=18 LANES=2
CONFIG_p2_b4_f4_w18_l4    := P=2 BMAX=4 BFULL=4 W=18 LANES=4
# float: binary32; bfloat16 summed in binary32
CONFIG_p2_b8_f8_float32   := P=2 BMAX=8 BFULL=8 EXP=8 W=32 FMA_LAT=5 ACC_LAT=4
CONFIG_p2_b4_f4_bfloat16  := P=2 BMAX=4 BFULL=4 EXP=8 W=16 AW=32 FMA_LAT=5 ACC_LAT=4

CONFIGS := p4_b8_f4_w18 p4_b8_f8_w18 p2_b4_f4_w16 p3_b5_f5_w18_n3 p4_b5_f5_w18_n4 p6_b2_f2_w18_n3 p8_b1_f1_w18_n3 \
    p4_b8_f8_w18_l2 p2_b4_f4_w18_l4 p2_b8_f8_float32 p2_b4_f4_bfloat16
# from hls/ only, to measure what 16 bits cost
HLS_CONFIGS := $(CONFIGS) p4_b8_f4_w16
