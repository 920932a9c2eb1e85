/* The processes that work together. Errors of MPI's messages end them all, as is MPI's default.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ranks.h"

#include "message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ranks ranks_all(void)
{
    ranks r = {.comm = MPI_COMM_WORLD};
    MPI_Comm_size(r.comm, &r.count);
    MPI_Comm_rank(r.comm, &r.mine);
    r.first = !r.mine;
    return r;
}

bool ranks_agree(const ranks *r, bool good)
{
    const int mine = good ? r->count : r->mine;
    int first = 0;
    MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, r->comm);
    if (first == r->mine)
        message_print_held();
    message_forget();
    return first == r->count;
}

bool ranks_fail_memory(const ranks *r, const char *path)
{
    return fail(path, "start more ranks, on more machines", "rank %d has not enough memory", r->mine);
}

void ranks_share(const ranks *r, void *bytes, size_t size)
{
    MPI_Bcast(bytes, (int)size, MPI_BYTE, 0, r->comm);
}

char **ranks_share_words(const ranks *r, int *count, char **words)
{
    int shape[2] = {*count, 0}; /* words, bytes of them */
    char **shared, *text;

    for (int i = 0; i < *count; i++)
        shape[1] += (int)strlen(words[i]) + 1;
    ranks_share(r, shape, sizeof shape);
    shared = calloc(((size_t)shape[0] + 1) * sizeof *shared + (size_t)shape[1], 1);
    if (!shared)
        MPI_Abort(r->comm, EXIT_FAILED);
    text = (char *)(shared + shape[0] + 1);
    for (int i = 0; r->first && i < shape[0]; text += strlen(words[i++]) + 1)
        strcpy(text, words[i]);
    text = (char *)(shared + shape[0] + 1);
    ranks_share(r, text, (size_t)shape[1]);
    for (int i = 0; i < shape[0]; text += strlen(text) + 1)
        shared[i++] = text;
    *count = shape[0];
    return shared;
}

unsigned long long ranks_sum(const ranks *r, unsigned long long number)
{
    unsigned long long sum = 0;
    MPI_Allreduce(&number, &sum, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, r->comm);
    return sum;
}

double ranks_largest(const ranks *r, double number)
{
    double largest = 0;
    number = isnan(number) ? INFINITY : number;
    MPI_Allreduce(&number, &largest, 1, MPI_DOUBLE, MPI_MAX, r->comm);
    return largest;
}
