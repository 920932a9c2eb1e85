/* The orbital command: finds the command that is meant and runs it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "interrupt.h"
#include "message.h"
#include "standard.h"

#include <orbital/orbital.h>

#include <argp.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    char *full_name; /* for messages and --help */
    const char *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"forward", "orbital forward", "transform a volume", command_forward},
    {"inverse", "orbital inverse", "undo a transform", command_inverse},
    {"roundtrip", "orbital roundtrip", "transform a volume forward and back, and compare", command_roundtrip},
    {"filter", "orbital filter", "filter a volume: low-, high-, band-pass, Gaussian, Laplacian, Poisson",
     command_filter},
    {"compress", "orbital compress", "compress a volume, with loss", command_compress},
    {"expand", "orbital expand", "expand a compressed volume", command_expand},
    {"view", "orbital view", "draw a volume, its spectrum, and what a round trip loses", command_view},
    {"info", "orbital info", "describe a file or an engine", command_info},
    {"devices", "orbital devices", "list engines and boards", command_devices},
    {"bench", "orbital bench", "time an engine", command_bench},
};

#define COMMAND_COUNT (sizeof commands / sizeof *commands)

static void print_help(FILE *to)
{
    fputs("Usage: orbital COMMAND [OPTION...]\n"
          "Separable 3D transforms of volumes (DCT, DST, DFT and others), on this processor or on an orbital array.\n\n"
          "Commands:\n",
          to);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].summary);
    fputs("\nExamples:\n"
          "  orbital forward brain.nii.gz -o coefficients.nii.gz\n"
          "  orbital inverse coefficients.nii.gz -o restored.nii.gz\n"
          "  orbital roundtrip brain.nii.gz --block 32 --check --picture slices.png\n"
          "  orbital filter brain.nii.gz -o smooth.nii.gz --gaussian 2\n"
          "  orbital info coefficients.nii.gz\n\n"
          "`orbital COMMAND --help' describes a command, `man orbital' all of them.\n",
          to);
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        print_help(stdout);
        return EXIT_DONE;
    }
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
        printf("orbital %s\n", orb_version());
        return EXIT_DONE;
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (!strcmp(argv[1], commands[i].name)) {
            argv[1] = commands[i].full_name;
            return commands[i].run(argc - 1, argv + 1);
        }
    fail(argv[1], "`orbital --help' lists the commands", "there is no such command");
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    int code;
    standard_occupy();
    argp_err_exit_status = EXIT_USAGE;
    interrupt_install("orbital: stopping\n");
    code = dispatch(argc, argv);
    interrupt_deliver();
    return standard_flush(code);
}
