/* Runs cases on the ranks of a simulated machine, and prints a line of figures for each.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: smpirun ... scale RATES CASES
 *
 * RATES is a table as in rates/, CASES a file of lines as case.c reads them. A line of figures is CSV: seconds, those
 * of work and of waiting, and those with work that costs nothing; steps, messages and bytes, each of the rank that has
 * the most; the messages and bytes of all; the largest difference of results; the case. */
#include "bulk.h"
#include "case.h"
#include "rates.h"
#include "work.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { LINE = 400 };

static bool print_each(const sim_case *c, MPI_Comm comm, const uint64_t counts[3])
{
    int rank, ranks;
    uint64_t *all = NULL;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    if (!rank && !(all = malloc(3 * (size_t)ranks * sizeof *all)))
        return false;
    MPI_Gather(counts, 3, MPI_UINT64_T, all, 3, MPI_UINT64_T, 0, comm);
    for (int r = 0; all && r < ranks; r++)
        printf("rank,%d,%llu,%llu,%llu,%s\n", r, (unsigned long long)all[3 * r], (unsigned long long)all[3 * r + 1],
               (unsigned long long)all[3 * r + 2], c->text);
    free(all);
    return true;
}

static bool print_result(const sim_case *c, MPI_Comm comm, const sim_result *r)
{
    const double mine[5] = {r->seconds, r->did.work, r->wait, r->idle, r->error};
    const uint64_t counts[3] = {r->steps, r->did.messages, r->did.bytes};
    double most[5];
    uint64_t most_counts[3], all_counts[3];
    int rank;

    MPI_Comm_rank(comm, &rank);
    MPI_Reduce(mine, most, 5, MPI_DOUBLE, MPI_MAX, 0, comm);
    MPI_Reduce(counts, most_counts, 3, MPI_UINT64_T, MPI_MAX, 0, comm);
    MPI_Reduce(counts, all_counts, 3, MPI_UINT64_T, MPI_SUM, 0, comm);
    if (!rank)
        printf("case,%.9g,%.9g,%.9g,%.9g,%llu,%llu,%llu,%llu,%llu,%.3g,%s\n", most[0], most[1], most[2], most[3],
               (unsigned long long)most_counts[0], (unsigned long long)most_counts[1],
               (unsigned long long)most_counts[2], (unsigned long long)all_counts[1], (unsigned long long)all_counts[2],
               most[4], c->text);
    if (c->each && !print_each(c, comm, counts))
        return false;
    fflush(stdout);
    return true;
}

static bool run_case(const sim_case *c, int rank, int ranks)
{
    const int requested = c->ranks ? c->ranks : ranks;
    MPI_Comm comm = MPI_COMM_NULL;
    sim_result result;
    bool good = true;

    if (requested > ranks) {
        fprintf(stderr, "scale: %s: there are %d ranks\n", c->text, ranks);
        return false;
    }
    if (requested == ranks)
        comm = MPI_COMM_WORLD;
    else
        MPI_Comm_split(MPI_COMM_WORLD, rank < requested ? 0 : MPI_UNDEFINED, rank, &comm);
    sim.model = c->model;
    if (comm != MPI_COMM_NULL) {
        good = c->is_gemm ? sim_run_gemm(c, comm, &result) : sim_run_transform(c, comm, &result);
        good = good && print_result(c, comm, &result);
        if (requested < ranks)
            MPI_Comm_free(&comm);
    }
    MPI_Barrier(MPI_COMM_WORLD); /* the settings are those of all ranks */
    return good;
}

static bool run_all(const char *path, int rank, int ranks)
{
    FILE *file = fopen(path, "r");
    char line[LINE];
    bool good = file != NULL;
    sim_case c;

    if (!file)
        fprintf(stderr, "scale: %s: cannot be opened\n", path);
    while (good && fgets(line, sizeof line, file))
        good = sim_case_read(&c, line) && run_case(&c, rank, ranks);
    if (file)
        fclose(file);
    return good;
}

int main(int argc, char **argv)
{
    bool good = argc == 3;
    int rank, ranks;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (!good)
        fprintf(stderr, "scale: a table of rates and a file of cases are requested\n");
    good = good && sim_rates_load(argv[1]) && sim_accounts_open(ranks) && sim_bulk_open(ranks) &&
           run_all(argv[2], rank, ranks);
    if (!good) {
        fflush(NULL);
        _exit(1); /* of all ranks; MPI_Abort of a simulation ends one, and the program without an error */
    }
    MPI_Finalize();
    return 0;
}
