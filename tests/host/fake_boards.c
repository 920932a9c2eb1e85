/* Boards with simulated devices behind their fake chips.
 * SPDX-License-Identifier: Apache-2.0 */
#include "fake_boards.h"

#include "recorder.h"

#include <ftdi_chip.h>
#include <ftdi_pipe.h>
#include <link.h>

#include <stdio.h>
#include <string.h>

enum { HIGH_SPEED = 12000000, FULL_SPEED = 3000000 };

fake_chip fake_ft2232h(const char *serial)
{
    return (fake_chip){.release = 0x0700,
                       .type = TYPE_2232H,
                       .description = "Dual RS232-HS",
                       .serial = serial,
                       .bus = 1,
                       .address = 7};
}

link_device *fake_board(unsigned port)
{
    const recorder core = recorder_make();
    link_device *device = link_device_new(port == ORB_LINK_PORT_UART ? HIGH_SPEED : 0, FAKE_CLOCK_HZ);

    memcpy(device->registers, core.registers, sizeof core.registers);
    device->registers[ADDRESS(CLOCK) / 4] = FAKE_CLOCK_HZ;
    device->registers[0xF04 / 4] = (device->registers[0xF04 / 4] & 0xf0ffffff) | port << 24;
    return device;
}

void fake_all_given_back(void)
{
    assert_int_equal(fake.contexts, 0);
    assert_int_equal(fake.handles, 0);
    assert_int_equal(fake.transfers, 0);
}

const fake_port fake_ports[FAKE_PORTS] = {
    {"", ORB_LINK_PORT_UART, 0x0700, TYPE_2232H, "FT2232H, UART of 12000000 baud"},
    {"mode=uart", ORB_LINK_PORT_UART, 0x0800, TYPE_4232H, "FT4232H, UART of 12000000 baud"},
    {"mode=uart,baud=3000000", ORB_LINK_PORT_UART, 0x0900, TYPE_232H, "FT232H, UART of 3000000 baud"},
    {"", ORB_LINK_PORT_UART, 0x1000, TYPE_230X, "FT231X, UART of 3000000 baud"},
    {"", ORB_LINK_PORT_ASYNC_FIFO, 0x0700, TYPE_2232H, "FT2232H, asynchronous FIFO"},
    {"mode=fifo", ORB_LINK_PORT_ASYNC_FIFO, 0x0700, TYPE_2232H, "FT2232H, asynchronous FIFO"},
    {"mode=sync", ORB_LINK_PORT_SYNC_FIFO, 0x0900, TYPE_232H, "FT232H, synchronous FIFO"},
    {"mode=spi", ORB_LINK_PORT_SPI, 0x0700, TYPE_2232H, "FT2232H, SPI"},
    {"mode=spi", ORB_LINK_PORT_SPI, 0x0500, TYPE_2232C, "FT2232C, SPI"},
    {"", 9, 0x0700, TYPE_2232H, "FT2232H, port"}, /* of a later version */
};

fake_chip fake_chip_of(const fake_port *p)
{
    fake_chip chip = fake_ft2232h("A");

    chip.release = p->release;
    chip.type = p->type;
    chip.device = fake_board(p->kind);
    chip.device->baud_most = p->type == TYPE_230X ? FULL_SPEED : HIGH_SPEED;
    return chip;
}

void fake_name_of(const fake_port *p, char name[64])
{
    snprintf(name, 64, "ftdi:serial=A%s%s", *p->mode ? "," : "", p->mode);
}

orb_status fake_open_pipe(const fake_port *p, orb_pipe **pipe)
{
    struct ftdi_context *ftdi;
    orb_ftdi_request asked;
    orb_chip chip;

    assert_ok(orb_ftdi_request_parse(&asked, p->mode));
    assert_ok(orb_chip_open(&ftdi, &asked, &chip));
    return asked.mode == ORB_FTDI_SPI ? orb_ftdi_spi_open(pipe, ftdi) : orb_ftdi_pipe_open(pipe, ftdi, asked.mode);
}
