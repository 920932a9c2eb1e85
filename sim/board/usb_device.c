/* libusb's functions for devices: list, descriptors, open, claim, kernel driver.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "usb.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { STRING_MANUFACTURER = 1, STRING_PRODUCT, STRING_SERIAL };

struct libusb_context {
    int unused; /* all contexts share the bus of the process */
};

int libusb_init(libusb_context **context)
{
    int status = LIBUSB_SUCCESS;

    if (context && !(*context = calloc(1, sizeof **context)))
        status = LIBUSB_ERROR_NO_MEM;
    usb_bus_enter();
    usb_bus_leave();
    return status;
}

void libusb_exit(libusb_context *context)
{
    free(context);
}

ssize_t libusb_get_device_list(libusb_context *context, libusb_device ***list)
{
    usb_bus *bus = usb_bus_enter();
    libusb_device **found = calloc(DEVICES_MOST + 1, sizeof(libusb_device *));
    ssize_t count = 0;

    (void)context;
    for (int n = 0; found && n < bus->count; n++)
        if (!device_unplugged(&bus->devices[n].dev))
            found[count++] = libusb_ref_device(&bus->devices[n]);
    usb_bus_leave();
    *list = found;
    return found ? count : LIBUSB_ERROR_NO_MEM;
}

void libusb_free_device_list(libusb_device **list, int unref)
{
    for (int n = 0; list && unref && list[n]; n++)
        libusb_unref_device(list[n]);
    free(list);
}

libusb_device *libusb_ref_device(libusb_device *on)
{
    on->references++;
    return on;
}

void libusb_unref_device(libusb_device *on)
{
    on->references--; /* the bus owns its devices */
}

uint8_t libusb_get_bus_number(libusb_device *on)
{
    (void)on;
    return 1;
}

uint8_t libusb_get_device_address(libusb_device *on)
{
    return (uint8_t)(on->number + 1); /* 1 is the hub */
}

int libusb_get_device_descriptor(libusb_device *on, struct libusb_device_descriptor *desc)
{
    const device *dev = &on->dev;

    *desc = (struct libusb_device_descriptor){
        .bLength = LIBUSB_DT_DEVICE_SIZE,
        .bDescriptorType = LIBUSB_DT_DEVICE,
        .bcdUSB = 0x0200,
        .bMaxPacketSize0 = dev->kind->high_speed ? 64 : 8,
        .idVendor = 0x0403,
        .idProduct = eeprom_product_id(dev),
        .bcdDevice = dev->kind->release,
        .iManufacturer = STRING_MANUFACTURER,
        .iProduct = STRING_PRODUCT,
        .iSerialNumber = *dev->serial ? STRING_SERIAL : 0,
        .bNumConfigurations = 1,
    };
    return LIBUSB_SUCCESS;
}

struct config_block {
    struct libusb_config_descriptor config; /* first: it is what the caller knows */
    struct libusb_interface interface[CHANNELS_MOST];
    struct libusb_interface_descriptor setting[CHANNELS_MOST];
    struct libusb_endpoint_descriptor endpoint[CHANNELS_MOST][2];
};

int libusb_get_config_descriptor(libusb_device *on, uint8_t index, struct libusb_config_descriptor **config)
{
    struct config_block *block = index == 0 ? calloc(1, sizeof *block) : NULL;
    const int channels = on->dev.channels;
    int status = index == 0 ? LIBUSB_ERROR_NO_MEM : LIBUSB_ERROR_NOT_FOUND;

    for (int n = 0; block && n < channels; n++) {
        for (int out = 0; out < 2; out++)
            block->endpoint[n][out] = (struct libusb_endpoint_descriptor){
                .bLength = LIBUSB_DT_ENDPOINT_SIZE,
                .bDescriptorType = LIBUSB_DT_ENDPOINT,
                .bEndpointAddress = (uint8_t)(2 * n + 1 + out) | (out ? LIBUSB_ENDPOINT_OUT : LIBUSB_ENDPOINT_IN),
                .bmAttributes = LIBUSB_TRANSFER_TYPE_BULK,
                .wMaxPacketSize = (uint16_t)channel_packet_size(&on->dev.channel[n]),
            };
        block->setting[n] = (struct libusb_interface_descriptor){
            .bLength = LIBUSB_DT_INTERFACE_SIZE,
            .bDescriptorType = LIBUSB_DT_INTERFACE,
            .bInterfaceNumber = (uint8_t)n,
            .bNumEndpoints = 2,
            .bInterfaceClass = LIBUSB_CLASS_VENDOR_SPEC,
            .endpoint = block->endpoint[n],
        };
        block->interface[n] = (struct libusb_interface){&block->setting[n], 1};
    }
    if (block) {
        block->config = (struct libusb_config_descriptor){
            .bLength = LIBUSB_DT_CONFIG_SIZE,
            .bDescriptorType = LIBUSB_DT_CONFIG,
            .bNumInterfaces = (uint8_t)channels,
            .bConfigurationValue = 1,
            .bmAttributes = 0x80,
            .MaxPower = 250,
            .interface = block->interface,
        };
        *config = &block->config;
        status = LIBUSB_SUCCESS;
    }
    return status;
}

void libusb_free_config_descriptor(struct libusb_config_descriptor *config)
{
    free(config); /* a config_block begins with it */
}

int libusb_open(libusb_device *on, libusb_device_handle **handle)
{
    usb_bus *bus = usb_bus_enter();
    libusb_device_handle *h = NULL;
    int status = LIBUSB_SUCCESS;

    if (device_unplugged(&on->dev))
        status = LIBUSB_ERROR_NO_DEVICE;
    else if (bus->settings.denied)
        status = LIBUSB_ERROR_ACCESS;
    else if (!(h = calloc(1, sizeof *h)))
        status = LIBUSB_ERROR_NO_MEM;
    if (h) {
        h->on = libusb_ref_device(on);
        for (int n = 0; n < CHANNELS_MOST; n++)
            h->lock[n] = -1;
        *handle = h;
    }
    usb_bus_leave();
    return status;
}

void libusb_close(libusb_device_handle *handle)
{
    if (handle) {
        for (int n = 0; n < CHANNELS_MOST; n++)
            libusb_release_interface(handle, n);
        libusb_unref_device(handle->on);
        free(handle);
    }
}

int libusb_get_string_descriptor_ascii(libusb_device_handle *handle, uint8_t index, unsigned char *text, int room)
{
    const device *dev = &handle->on->dev;
    const char *const strings[] = {"", dev->maker, dev->product, dev->serial};
    int length = LIBUSB_ERROR_INVALID_PARAM;

    if (device_unplugged(&handle->on->dev))
        length = LIBUSB_ERROR_NO_DEVICE;
    else if (index >= STRING_MANUFACTURER && index <= STRING_SERIAL && room > 0)
        length = snprintf((char *)text, (size_t)room, "%s", strings[index]);
    return length >= room ? room - 1 : length;
}

/* The chip reads its EEPROM when it is plugged in only. */
int libusb_reset_device(libusb_device_handle *handle)
{
    return device_unplugged(&handle->on->dev) ? LIBUSB_ERROR_NOT_FOUND : LIBUSB_SUCCESS;
}

int libusb_get_configuration(libusb_device_handle *handle, int *config)
{
    *config = 1;
    return device_unplugged(&handle->on->dev) ? LIBUSB_ERROR_NO_DEVICE : LIBUSB_SUCCESS;
}

int libusb_set_configuration(libusb_device_handle *handle, int config)
{
    return device_unplugged(&handle->on->dev) ? LIBUSB_ERROR_NO_DEVICE
           : config == 1                      ? LIBUSB_SUCCESS
                                              : LIBUSB_ERROR_NOT_FOUND;
}

/* Other processes see a claim as a lock on a file; returns its descriptor, or -1 where one of them has it. */
static int take_lock(const libusb_device *on, int interface)
{
    usb_bus *bus = usb_bus_enter();
    char path[4096];
    int file = -1;

    snprintf(path, sizeof path, "%s.%d.%d", bus->settings.lock ? bus->settings.lock : "", on->number, interface);
    file = open(bus->settings.lock ? path : "/dev/null", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0 && bus->settings.lock && flock(file, LOCK_EX | LOCK_NB)) {
        close(file);
        file = -1;
    }
    usb_bus_leave();
    return file;
}

/* The driver of an interface that another process has claimed is "usbfs", which is none to detach. */
int libusb_detach_kernel_driver(libusb_device_handle *handle, int interface)
{
    libusb_device *on = handle->on;
    int status = LIBUSB_SUCCESS;
    const int file = take_lock(on, interface);

    if (device_unplugged(&on->dev))
        status = LIBUSB_ERROR_NO_DEVICE;
    else if (file < 0 || !on->driver_attached[interface])
        status = LIBUSB_ERROR_NOT_FOUND;
    else
        on->driver_attached[interface] = false;
    if (file >= 0)
        close(file);
    errno = status ? ENODATA : 0;
    return status;
}

int libusb_set_auto_detach_kernel_driver(libusb_device_handle *handle, int enable)
{
    handle->auto_detach = enable != 0;
    return LIBUSB_SUCCESS;
}

int libusb_claim_interface(libusb_device_handle *handle, int interface)
{
    libusb_device *on = handle->on;
    int status = LIBUSB_SUCCESS;

    if (device_unplugged(&on->dev))
        return LIBUSB_ERROR_NO_DEVICE;
    if (interface < 0 || interface >= on->dev.channels)
        return LIBUSB_ERROR_NOT_FOUND;
    if (handle->auto_detach)
        on->driver_attached[interface] = false;
    if (handle->lock[interface] < 0) {
        if (on->driver_attached[interface] || (handle->lock[interface] = take_lock(on, interface)) < 0)
            status = LIBUSB_ERROR_BUSY;
    }
    return status;
}

int libusb_release_interface(libusb_device_handle *handle, int interface)
{
    const bool claimed = handle->lock[interface] >= 0;

    if (claimed)
        close(handle->lock[interface]);
    handle->lock[interface] = -1;
    if (claimed && handle->auto_detach)
        handle->on->driver_attached[interface] = true;
    return claimed ? LIBUSB_SUCCESS : LIBUSB_ERROR_NOT_FOUND;
}
