# The command under the address and undefined-behaviour sanitizers, with the sanitized library in it.
# SPDX-License-Identifier: Apache-2.0

CLI_SAN     := $(BUILD)/tests/system/orbital
CLI_OBJ_SAN := $(patsubst $(BUILD)/obj/%,$(BUILD)/obj/san/%,$(CLI_OBJ) $(VOLUME_OBJECTS))

$(CLI_SAN): $(CLI_OBJ_SAN) $(LIB_OBJECTS_SAN)
	$(MAKING)
	$(CC) $(SANITIZE) $(LDFLAGS) $^ -o $@ $(CLI_LIBS) $(LIB_LIBS)

$(BUILD)/obj/san/host/cli/%.o: host/cli/%.c
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(CLI_CFLAGS) $(CFLAGS) $(SANITIZE) -MMD -MP -c $< -o $@

$(BUILD)/obj/san/host/volume/%.o: host/volume/%.c
	$(MAKING)
	$(CC) $(ORB_CFLAGS) $(VOLUME_INCLUDES) $(CFLAGS) $(SANITIZE) -MMD -MP -c $< -o $@

-include $(CLI_OBJ_SAN:.o=.d)
