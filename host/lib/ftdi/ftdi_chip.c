/* FTDI chips on the USB.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ftdi_chip.h"

#include "error.h"

#include <libusb.h>

#include <stdio.h>
#include <string.h>

/* What ftdi_usb_open_dev returns where libusb cannot open the device, or claim the interface. */
enum { FTDI_NOT_OPENED = -4, FTDI_NOT_CLAIMED = -5, FTDI_NOT_DETACHED = -11 };

/* The chips by their release number (bcdDevice), as FTDI AN_187 and the Linux driver ftdi_sio tell them apart. */
static const struct {
    uint16_t release;
    const char *kind;
    unsigned channels;
    bool fifo_sync, mpsse;
} kinds[] = {
    {0x0500, "FT2232C", 2, false, true}, {0x0600, "FT232R", 1, false, false}, {0x0700, "FT2232H", 2, true, true},
    {0x0800, "FT4232H", 4, false, true}, {0x0900, "FT232H", 1, true, true},   {0x1000, "FT231X", 1, false, false},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* The row of a chip, KINDS if it is none that this library knows. */
static unsigned kind_of(libusb_device *device)
{
    struct libusb_device_descriptor descriptor;
    unsigned k = 0;

    if (libusb_get_device_descriptor(device, &descriptor))
        return KINDS;
    while (k < KINDS && kinds[k].release != descriptor.bcdDevice)
        k++;
    return k;
}

/* May this user open the device? */
static orb_status try_open(libusb_device *device)
{
    libusb_device_handle *handle = NULL;
    const int result = libusb_open(device, &handle);

    if (!result)
        libusb_close(handle);
    return !result                            ? ORB_OK
           : result == LIBUSB_ERROR_ACCESS    ? ORB_NO_PERMISSION
           : result == LIBUSB_ERROR_NO_DEVICE ? ORB_UNPLUGGED
           : result == LIBUSB_ERROR_NO_MEM    ? ORB_NO_MEMORY
                                              : ORB_DEVICE_FAILED;
}

static orb_chip describe(struct ftdi_context *ftdi, libusb_device *device)
{
    const unsigned kind = kind_of(device);
    orb_chip chip = {.bus = libusb_get_bus_number(device), .address = libusb_get_device_address(device)};

    snprintf(chip.kind, sizeof chip.kind, "%s", kind < KINDS ? kinds[kind].kind : "FTDI chip");
    chip.readable = try_open(device) == ORB_OK;
    /* One at a time, as a chip without a serial number need not be without a description. */
    if (chip.readable &&
        ftdi_usb_get_strings(ftdi, device, NULL, 0, chip.description, sizeof chip.description, NULL, 0))
        *chip.description = '\0';
    if (chip.readable && ftdi_usb_get_strings(ftdi, device, NULL, 0, NULL, 0, chip.serial, sizeof chip.serial))
        *chip.serial = '\0';
    return chip;
}

void orb_chip_name(const orb_chip *chip, const orb_ftdi_request *asked, char *text, size_t size)
{
    orb_ftdi_request name = {.mode = asked->mode, .baud = asked->baud, .channel = asked->channel};

    snprintf(name.serial, sizeof name.serial, "%s", chip->serial);
    if (!*name.serial || !orb_ftdi_request_write(&name, text, size)) {
        *name.serial = '\0';
        name.bus = chip->bus;
        name.address = chip->address;
        orb_ftdi_request_write(&name, text, size);
    }
}

orb_status orb_chip_visit(orb_chip_visitor visit, void *user)
{
    struct ftdi_context *ftdi = ftdi_new(); /* NULL: here is no USB, and so no chip */
    struct ftdi_device_list *list = NULL;
    orb_status status = ORB_OK;

    if (ftdi && ftdi_usb_find_all(ftdi, &list, 0, 0) >= 0)
        for (struct ftdi_device_list *entry = list; entry && !status; entry = entry->next) {
            const orb_chip chip = describe(ftdi, entry->dev);

            status = visit(user, &chip);
        }
    ftdi_list_free(&list);
    if (ftdi)
        ftdi_free(ftdi);
    return status;
}

static bool fits(const orb_ftdi_request *asked, const orb_chip *chip)
{
    return (!*asked->serial || !strcmp(asked->serial, chip->serial)) &&
           (!*asked->description || !strcmp(asked->description, chip->description)) &&
           (!asked->bus || (asked->bus == chip->bus && asked->address == chip->address));
}

/* The channel that is asked for; else that of the boards: A for the modes that only A has or that configure the FPGA
 * too, B where there are several, as A is the programmer's. 0 if there is none. */
static unsigned channel_of(const orb_ftdi_request *asked, unsigned kind)
{
    const unsigned channels = kind < KINDS ? kinds[kind].channels : 1;
    const bool first = channels == 1 || asked->mode == ORB_FTDI_SYNC || asked->mode == ORB_FTDI_SPI;
    const unsigned channel = asked->channel ? asked->channel : first ? 1 : 2;

    if (asked->mode == ORB_FTDI_SYNC && !(kind < KINDS && kinds[kind].fifo_sync))
        return 0;
    if (asked->mode == ORB_FTDI_SPI && !(kind < KINDS && kinds[kind].mpsse))
        return 0;
    return channel <= channels ? channel : 0;
}

/* The one chip that fits, of which the list keeps hold. A chip without the requested mode or channel does not. */
static orb_status find(struct ftdi_context *ftdi, struct ftdi_device_list *list, const orb_ftdi_request *asked,
                       libusb_device **device, orb_chip *chip)
{
    unsigned found = 0, unable = 0, unreadable = 0;

    for (struct ftdi_device_list *entry = list; entry; entry = entry->next) {
        const orb_chip this = describe(ftdi, entry->dev);
        const bool able = channel_of(asked, kind_of(entry->dev)) != 0;

        unreadable += !this.readable;
        unable += fits(asked, &this) && !able;
        if (fits(asked, &this) && able) {
            *device = entry->dev;
            *chip = this;
            found++;
        }
    }
    if (!found && unable)
        return orb_refuse(ORB_INVALID,
                          "this chip does not have that mode or channel: use mode=uart, or leave both out");
    return found > 1 ? ORB_AMBIGUOUS : found == 1 ? ORB_OK : !unreadable ? ORB_NO_DEVICE : ORB_NO_PERMISSION;
}

static orb_status open_device(struct ftdi_context *ftdi, libusb_device *device, const orb_ftdi_request *asked)
{
    const unsigned channel = channel_of(asked, kind_of(device));
    orb_status status = ORB_OK;
    int result;

    if (ftdi_set_interface(ftdi, (enum ftdi_interface)(INTERFACE_A + channel - 1)))
        status = ORB_DEVICE_FAILED;
    ftdi->module_detach_mode = asked->leave_driver ? DONT_DETACH_SIO_MODULE : AUTO_DETACH_SIO_MODULE;
    if (!status) {
        result = ftdi_usb_open_dev(ftdi, device);
        if (result == FTDI_NOT_OPENED)
            status = try_open(device);
        else if (result == FTDI_NOT_CLAIMED || result == FTDI_NOT_DETACHED)
            status = ORB_BUSY;
        if (!status && result < 0)
            status = ORB_DEVICE_FAILED;
    }
    return status;
}

orb_status orb_chip_open(struct ftdi_context **ftdi, const orb_ftdi_request *request, orb_chip *chip)
{
    struct ftdi_context *f = ftdi_new();
    struct ftdi_device_list *list = NULL;
    libusb_device *device = NULL;
    orb_status status = f ? ORB_OK : ORB_NO_DEVICE;

    if (!status && ftdi_usb_find_all(f, &list, 0, 0) < 0)
        status = ORB_NO_DEVICE;
    if (!status)
        status = find(f, list, request, &device, chip);
    if (!status)
        status = open_device(f, device, request);
    ftdi_list_free(&list);
    if (status && f) {
        orb_chip_close(f);
        f = NULL;
    }
    *ftdi = f;
    return status;
}

void orb_chip_close(struct ftdi_context *ftdi)
{
    if (ftdi) {
        ftdi_usb_close(ftdi);
        ftdi_free(ftdi);
    }
}
