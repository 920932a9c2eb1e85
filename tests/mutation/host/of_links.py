# Faults in what leads to an array: FTDI chips, the byte link, and the loader of models.
# SPDX-License-Identifier: Apache-2.0
"""For each file: what stands there, what is put there, the test that has to see it, and, where none can, why."""
FAULTS = {
    "host/lib/ftdi/ftdi_chip.c": [
        ("kinds[k].release != descriptor.bcdDevice", "kinds[k].release < descriptor.bcdDevice", "host/test_ftdi"),
        ("LIBUSB_ERROR_NO_DEVICE ? ORB_UNPLUGGED", "LIBUSB_ERROR_NO_DEVICE ? ORB_NO_DEVICE", "host/test_ftdi"),
        ("*chip.serial = '\\0';", ";", "host/test_ftdi"),
        ("asked->bus == chip->bus && asked->address == chip->address", "asked->bus == chip->bus", "host/test_ftdi"),
        ("found > 1 ? ORB_AMBIGUOUS : found == 1", "found > 2 ? ORB_AMBIGUOUS : found >= 1", "host/test_ftdi"),
        ("!unreadable ? ORB_NO_DEVICE : ORB_NO_PERMISSION", "ORB_NO_DEVICE", "host/test_ftdi"),
        ("asked->mode == ORB_FTDI_SYNC || asked->mode == ORB_FTDI_SPI;", "asked->mode == ORB_FTDI_SYNC;",
         "host/test_ftdi"),
        ("return channel <= channels ? channel : 0;", "return channel;", "host/test_ftdi"),
        ("asked->leave_driver ? DONT_DETACH", "!asked->leave_driver ? DONT_DETACH", "host/test_ftdi"),
        ("result == FTDI_NOT_CLAIMED || result == FTDI_NOT_DETACHED", "result == FTDI_NOT_CLAIMED", "host/test_ftdi"),
        ("        orb_chip_close(f);\n", "", "host/test_ftdi"),
    ],
    "host/lib/ftdi/ftdi_engine.c": [
        ("if (link->port == ORB_LINK_PORT_UART)", "if (link->baud)", "host/test_ftdi"),
        ("*chip->description ? \", \" : \"\"", "\", \"", "host/test_ftdi"),
    ],
    "host/lib/ftdi/ftdi_pipe.c": [
        ("result == LIBUSB_ERROR_TIMEOUT || result == LIBUSB_ERROR_INTERRUPTED", "result == LIBUSB_ERROR_TIMEOUT",
         "host/test_ftdi_faults"),
        ("result == LIBUSB_ERROR_NO_DEVICE || ftdi_poll", "ftdi_poll", "host/test_ftdi_faults"),
        ("!ftdi_set_event_char(ftdi, 0, 1)", "true", "host/test_ftdi_faults"),
        ("got = rest < 0 ? rest : got + rest;", "got += rest;", "host/test_ftdi_faults"),
        ("BREAK_MS = 5", "BREAK_MS = 1", "host/test_ftdi"),
    ],
    "host/lib/ftdi/ftdi_sync.c": [
        ("status = ORB_SILENT;", ";", "host/test_ftdi_faults"),
    ],
    "host/lib/ftdi/ftdi_spi.c": [
        ("TURN_LIMIT UINT64_C(200000000)", "TURN_LIMIT UINT64_C(2000000000)", "host/test_ftdi_faults"),
        ("in[g * GROUP + DATA] >> i & 1", "in[g * GROUP + DATA] >> (DATA - 1 - i) & 1", "host/test_ftdi"),
        ("(base + rate - 1) / rate - 1", "base / rate - 1", "host/test_ftdi"),
        ("sizeof commands - !fast", "sizeof commands", "host/test_ftdi"),
        ("    ftdi_set_bitmode(io->ftdi, 0, BITMODE_RESET); /* lets go of the pins */\n", "", "host/test_ftdi"),
    ],
    "host/lib/link/link.c": [
        ("answer->count <= request->message.count &&", "", "host/test_link_lies"),
        (" &&\n           answer->length + link->overhead <= request->answer", "",
         "host/test_link_lies"),
        ("stalls_most = 1.0", "stalls_most = 1e9", "host/test_link_limits"),
    ],
    "host/lib/link/link_registers.c": [
        (" || answer.address != request.address", "", "host/test_link_lies"),
        ("answer.length != 4 * count || ", "", "host/test_link_lies"),
        ("event.message.status != ORB_LINK_DONE || ", "", "host/test_link_lies"),
        (" || event.message.count != message->count", "", "host/test_link_lies"),
    ],
    "host/lib/link/link_connect.c": [
        (" || bits(info, 12, 8) < 6", "", "host/test_link_lies"),
        ("CLOCK_LEAST = 4 * ORB_BAUD_START", "CLOCK_LEAST = 1", "host/test_link_lies"),
        ("link->port == ORB_LINK_PORT_UART && link->pipe->base_baud)", "link->port == ORB_LINK_PORT_UART)",
         "host/test_link"),
    ],
    "host/lib/link/link_stream.c": [
        (" || end > s->asked", "", "host/test_link_lies"),
        (" && m->length == m->count * beat_bytes(s)", "", "host/test_link_lies"),
        ("first <= s->done && ", "", "host/test_link_lies"),
        ("status = ORB_CANCELLED;", "status = ORB_DEVICE_FAILED;", "host/test_link"),
        ("beat_bytes(out) > link->payload)", "beat_bytes(out) > 2 * link->payload)", "host/test_link"),
    ],
    "host/lib/model/model_engine.c": [
        ("words.max_cycles > 0 && !orb_transfer_stopped(transfer)", "words.max_cycles > 0", "host/test_model_load"),
        ("left < SLICE ? left : SLICE", "left", "host/test_model_load"),
        ("words.max_cycles > 0 ? ORB_CANCELLED : ORB_DEVICE_FAILED", "ORB_CANCELLED", "host/test_model_load"),
        ("colon ? colon + 2 :", "colon ? colon :", "host/test_model_load"),
        ("(*api)->abi != ORB_MODEL_ABI", "(*api)->abi < ORB_MODEL_ABI", "host/test_model_load"),
        (" || (*api)->name[length] != ' '", "", "host/test_model_load"),
        ("!orb_request_fits(&found, &is)", "false", "host/test_model_load"),
        ("online < 1 ? 1 : (unsigned)online", "(unsigned)online", "host/test_model_load"),
    ],
}
