# Models at the corners of the parameters, Verilated and from hls/, for the tests only.
# SPDX-License-Identifier: Apache-2.0
# Extents 2, odd sizes, words and coefficients of either width, one-bit links, shortest and longest pipelines, programs
# of two descriptors.

CONFIG_p5_b2_f2_w25         := P=5 BMAX=2 BFULL=2 W=25 CW=18
CONFIG_p2_b3_f3_w8          := P=2 BMAX=3 BFULL=3 W=8 CW=8 AW=24 PS=0 NBUF=3
CONFIG_p2_b2_f2_w16         := P=2 BMAX=2 BFULL=2 W=16 CW=18 CBANKS=3 DEPTH=32 MEM_LAT=1 FMA_LAT=1 HOPS=0
CONFIG_p3_b2_f36_w18        := P=3 BMAX=2 BFULL=36 W=18 DEPTH=4 FMA_LAT=8
CONFIG_p2_b2_f2_w10         := P=2 BMAX=2 BFULL=2 W=10 CW=10 AW=24 PS=0 DEPTH=2
CONFIG_p2_b5_f7_w12         := P=2 BMAX=5 BFULL=7 W=12 CW=10 AW=31 PS=0 NBUF=4 MEM_LAT=1 FMA_LAT=5 HOPS=2
# one point a node
CONFIG_p3_b1_f1_w18_n3      := P=3 BMAX=1 W=18 NBUF=3 CBANKS=2
CONFIG_p2_b1_f1_w12_n4_io2  := P=2 BMAX=1 W=12 CW=10 NBUF=4 IO_WORDS=2 DEPTH=32
# wide streams
CONFIG_p4_b4_f4_w18_n3_io2  := P=4 BMAX=4 BFULL=4 W=18 NBUF=3 IO_WORDS=2 DEPTH=32
CONFIG_p4_b2_f2_w8_n4_io4   := P=4 BMAX=2 BFULL=2 W=8 CW=12 AW=24 NBUF=4 IO_WORDS=4 MEM_LAT=1
# lanes that do not divide the extents
CONFIG_p2_b5_f5_w18_n3_l2   := P=2 BMAX=5 BFULL=5 W=18 NBUF=3 LANES=2 MEM_LAT=1 CBANKS=2
CONFIG_p3_b3_f2_w16_l4      := P=3 BMAX=3 BFULL=2 W=16 LANES=4 FMA_LAT=5
# float: shortest and longest sums, groups of 1 to 8, lanes and wide streams, binary16
CONFIG_p2_b3_f3_float32     := P=2 BMAX=3 BFULL=3 EXP=8 W=32 NBUF=3 LANES=2 IO_WORDS=2 FMA_LAT=5 ACC_LAT=3
CONFIG_p2_b2_f2_bfloat16    := P=2 BMAX=2 BFULL=2 EXP=8 W=16 AW=32 LANES=4 IO_WORDS=2 FMA_LAT=8 ACC_LAT=5
CONFIG_p3_b2_f4_float16     := P=3 BMAX=2 BFULL=4 EXP=5 W=16 FMA_LAT=4 ACC_LAT=2 GROUP=8 MEM_LAT=1
CONFIG_p2_b4_f4_float16     := P=2 BMAX=4 BFULL=4 EXP=5 W=16 AW=32 FMA_LAT=2 ACC_LAT=1 GROUP=1 NBUF=3

CORNERS       := p2_b2_f2_w10 p5_b2_f2_w25 p2_b3_f3_w8 p2_b2_f2_w16 p3_b2_f36_w18 p2_b5_f7_w12 p3_b1_f1_w18_n3 \
    p2_b1_f1_w12_n4_io2 p4_b4_f4_w18_n3_io2 p4_b2_f2_w8_n4_io4 p2_b5_f5_w18_n3_l2 p3_b3_f2_w16_l4 p2_b3_f3_float32 \
    p2_b2_f2_bfloat16 p3_b2_f4_float16 p2_b4_f4_float16
CORNER_FOLDER := $(BUILD)/tests/rtl
CORNER_MODELS := $(foreach kind,sim hls,$(CORNERS:%=$(CORNER_FOLDER)/orb_$(kind)_%.so))

build-tests: $(CORNER_MODELS)

# These models run briefly, so a quick build counts for more than their speed.
$(CORNER_FOLDER)/orb_sim_%.so: SIM_CXXFLAGS = -O1 -march=native
$(CORNER_FOLDER)/orb_sim_%.so: $(CORE_RTL) $(SIM_SHIM) sim/orb_model.h tests/rtl/rtl_tests.mk
	@mkdir -p $(@D)
	@echo "Verilating $*"
	@$(call verilate,$*,,$(@D)/$*.so) > $(@D)/$*.log || (cat $(@D)/$*.log; exit 1)
	@mv $(@D)/$*.so $@

# The reference stops where C leaves open what happens.
$(CORNER_FOLDER)/orb_hls_%.so: CFLAGS += -fsanitize=undefined -fno-sanitize-recover=undefined
$(CORNER_FOLDER)/orb_hls_%.so: $(HLS_SOURCES) $(HLS_HEADERS) $(REGS_H) tests/rtl/rtl_tests.mk
	@mkdir -p $(@D)
	$(hls_model)
