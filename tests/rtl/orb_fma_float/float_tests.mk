# The float arithmetic, Verilated with its harness: one program a format.
# SPDX-License-Identifier: Apache-2.0

FLOAT_binary32          := EXP=8 MAN=23 AEXP=8 AMAN=23
FLOAT_bfloat16          := EXP=8 MAN=7 AEXP=8 AMAN=7
FLOAT_binary16          := EXP=5 MAN=10 AEXP=5 AMAN=10
FLOAT_bfloat16_binary32 := EXP=8 MAN=7 AEXP=8 AMAN=23
FLOAT_binary16_binary32 := EXP=5 MAN=10 AEXP=8 AMAN=23

FLOAT_FORMATS := binary32 bfloat16 binary16 bfloat16_binary32 binary16_binary32
FLOAT_FOLDER  := tests/rtl/orb_fma_float
FLOAT_TESTS   := $(FLOAT_FORMATS:%=$(BUILD)/tests/rtl/float_%)
FLOAT_RTL     := rtl/node/orb_reg.v $(wildcard rtl/node/orb_float_*.v) rtl/node/orb_fma_float.v \
                 rtl/node/orb_round_float.v $(FLOAT_FOLDER)/float_bench.v
FLOAT_CPP     := $(wildcard $(FLOAT_FOLDER)/*.cpp)
FLOAT_HLS     := $(BUILD)/tests/rtl/orb_hls_float.o

build-tests: $(FLOAT_TESTS)

# The reference stops where C leaves open what happens.
$(FLOAT_HLS): hls/orb_hls_float.c $(HLS_HEADERS)
	$(MAKING)
	$(CC) $(ORB_CFLAGS) -O3 $(CFLAGS) -fsanitize=undefined -fno-sanitize-recover=undefined -Ihls -c $< -o $@

$(BUILD)/tests/rtl/float_%: $(FLOAT_RTL) $(FLOAT_CPP) $(FLOAT_FOLDER)/*.h $(FLOAT_HLS) $(FLOAT_FOLDER)/float_tests.mk
	@mkdir -p $@.obj
	@echo "Verilating float_$*"
	@MAKEFLAGS= $(VERILATOR) -Wall --cc --exe --build -O3 --x-assign fast --x-initial fast --noassert \
	    --top-module float_bench --Mdir $@.obj $(FLOAT_$*:%=-G%) $(FLOAT_RTL) \
	    -CFLAGS '-Wall -Wextra -Werror -I$(CURDIR)/hls $(FLOAT_$*:%=-D%)' -LDFLAGS -fsanitize=undefined \
	    -MAKEFLAGS 'OPT="-O2" OPT_FAST="-O3 -march=native" OPT_SLOW=-O1' -o $(CURDIR)/$@.new \
	    $(FLOAT_CPP:%=$(CURDIR)/%) $(CURDIR)/$(FLOAT_HLS) > $@.log || (cat $@.log; exit 1)
	@mv $@.new $@
