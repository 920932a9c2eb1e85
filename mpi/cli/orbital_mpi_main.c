/* The command orbital-mpi: transforms from file to file by the ranks that mpirun starts.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "job.h"
#include "leftovers.h"
#include "message.h"
#include "standard.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct argp_child children[] = {{.argp = &job_options_argp}, {0}};

/* The options of all come from one child. */
static error_t parse(int key, char *text, struct argp_state *state)
{
    (void)text;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = state->input;
    return 0;
}

static const struct argp forward_argp = {
    .parser = parse,
    .children = children,
    .args_doc = "INPUT -o OUTPUT",
    .doc = "Transforms a volume on many processes.\v"
           "INPUT and OUTPUT are NPY or raw files that all processes reach by the same name; each reads and writes its "
           "part. A record of the transform is stored with the output as `orbital forward' does, so that `orbital-mpi "
           "inverse' and `orbital inverse' need no options. In a series, a file with a fourth axis, each volume is "
           "transformed separately. Four kinds transform the fourth axis as well; only `orbital-mpi inverse' undoes "
           "that.\n\n"
           "Examples:\n"
           "  mpirun -n 8 orbital-mpi forward a.npy -o c.npy\n"
           "  mpirun -n 8 orbital-mpi forward a.npy -o c.npy --kind dft --norm backward --grid 2x2x2 --single\n"
           "  mpirun -n 8 orbital-mpi forward a.npy -o c.npy --kind dft,dft,dft,dft --grid 2x2x2\n"
           "  mpirun -n 2 orbital-mpi forward a.npy -o c.npy --block 32 --engine udp:192.168.1.50 "
           "--engine udp:192.168.1.51\n"
           "  mpirun -n 4 orbital-mpi forward a.raw --shape 512,512,512 --dtype int16 -o c.npy\n"};

static const struct argp inverse_argp = {
    .parser = parse,
    .children = children,
    .args_doc = "INPUT -o OUTPUT",
    .doc = "Undoes a transform on many processes.\v"
           "Kind, type, norm and shape default to those in the record that `orbital-mpi forward' or `orbital forward' "
           "stored with INPUT. A file without a record needs --kind.\n\n"
           "Examples:\n"
           "  mpirun -n 8 orbital-mpi inverse c.npy -o restored.npy\n"
           "  mpirun -n 8 orbital-mpi inverse c.npy -o restored.npy --dtype uint8\n"};

static const struct {
    const char *name;
    char *full_name; /* for messages and --help */
    const char *summary;
    const struct argp *argp;
    orb_direction direction;
} commands[] = {
    {"forward", "orbital-mpi forward", "transform a volume", &forward_argp, ORB_FORWARD},
    {"inverse", "orbital-mpi inverse", "undo a transform", &inverse_argp, ORB_INVERSE},
};

#define COMMAND_COUNT (sizeof commands / sizeof *commands)

static void print_help(FILE *to)
{
    fputs("Usage: mpirun -n RANKS orbital-mpi COMMAND [OPTION...]\n"
          "Separable 3D transforms of volumes that are distributed over many processes.\n\n"
          "Commands:\n",
          to);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].summary);
    fputs("\nExamples:\n"
          "  mpirun -n 8 orbital-mpi forward volume.npy -o coefficients.npy\n"
          "  mpirun -n 8 orbital-mpi inverse coefficients.npy -o restored.npy\n\n"
          "`orbital-mpi COMMAND --help' describes a command, `man orbital-mpi' both.\n",
          to);
}

/* Sends a stream nowhere. \return what it was, to be given back, or -1 */
static int mute(int stream)
{
    const int before = dup(stream), nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) {
        dup2(nowhere, stream);
        close(nowhere);
    }
    return before;
}

static void give_back(int stream, int before)
{
    if (before >= 0) {
        dup2(before, stream);
        close(before);
    }
}

/* All ranks find the same in the command line, and one speaks. */
static int parse_job(const ranks *r, job_options *o, const struct argp *argp, int argc, char **argv)
{
    const int before = r->first ? -1 : mute(STDERR_FILENO);
    int code = job_options_parse(o, argp, argc, argv);

    if (code == EXIT_DONE && !o->common.output) {
        fail(o->common.input, "give -o FILE", "no output was given");
        code = EXIT_USAGE;
    }
    give_back(STDERR_FILENO, before);
    return code;
}

/* Is this a rank other than 0, according to the environment that mpirun or srun sets? */
static bool is_another(void)
{
    static const char *const names[] = {"PMIX_RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getenv(names[i]))
            return strcmp(getenv(names[i]), "0") != 0;
    return false;
}

static bool has_word(int argc, char **argv, const char *word, const char *other)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], word) || !strcmp(argv[i], other))
            return true;
    return false;
}

/* Prints help or the version if it is requested, without MPI, which may not work where a package is built.
 * \return true if it was requested */
static bool print_information(int argc, char **argv)
{
    const bool help = has_word(argc, argv, "--help", "-?");

    if (is_another())
        mute(STDOUT_FILENO);
    for (size_t i = 0; i < COMMAND_COUNT && argc > 1; i++)
        if (!strcmp(argv[1], commands[i].name) && (help || has_word(argc, argv, "--usage", "--usage"))) {
            argp_help(commands[i].argp, stdout,
                      help ? ARGP_HELP_SHORT_USAGE | ARGP_HELP_LONG | ARGP_HELP_DOC : ARGP_HELP_USAGE,
                      commands[i].full_name);
            return true;
        }
    if (argc > 1 && (help || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")))
        print_help(stdout);
    else if (argc > 1 && (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")))
        printf("orbital-mpi %s\n", orb_version());
    else
        return false;
    return true;
}

static int dispatch(const ranks *r, int argc, char **argv)
{
    if (argc < 2) {
        if (r->first)
            print_help(stderr);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (!strcmp(argv[1], commands[i].name)) {
            job_options o;
            int code;

            argv[1] = commands[i].full_name;
            code = parse_job(r, &o, commands[i].argp, argc - 1, argv + 1);
            message_hold();
            if (code == EXIT_DONE)
                code = job_run(&o, r, commands[i].direction);
            job_options_release(&o);
            return code;
        }
    if (r->first)
        fail(argv[1], "`orbital-mpi --help' lists the commands", "there is no such command");
    return EXIT_USAGE;
}

/* Also where argp ends the program, after wrong usage. */
static void end_mpi(void)
{
    MPI_Finalize();
}

int main(int argc, char **argv)
{
    char **words;
    ranks r;
    int code;

    standard_occupy();
    message_program("orbital-mpi");
    if (print_information(argc, argv))
        return standard_flush(EXIT_DONE);
    argp_err_exit_status = EXIT_USAGE;
    /* Pointers that ranks share are not used, and Open MPI would keep some in files beside the user's. */
    setenv("OMPI_MCA_sharedfp", "^lockedfile,individual", 0);
    /* Local transforms and products may use several threads, but only this one calls MPI. */
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &(int){0});
    atexit(end_mpi);
    leftovers_watch();
    r = ranks_all();
    if (!r.first)
        mute(STDOUT_FILENO);
    words = ranks_share_words(&r, &argc, argv);
    code = standard_flush(dispatch(&r, argc, words));
    free(words);
    return code;
}
