/* The pieces in which a volume goes through memory.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "pieces.h"

#include "message.h"

#include <math.h>
#include <unistd.h>

#define USUAL_SHARE 4 /* of physical memory: one in so many */
#define MIB 1048576.0

static double usual_memory(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (double)pages * (double)size / USUAL_SHARE : HUGE_VAL;
}

/* Bytes of a layer of blocks in memory, or of as many volumes as a layer belongs to, before and after. */
static double layer_size(const pieces_need *need, size_t volumes, size_t axis)
{
    const bool forward = need->direction == ORB_FORWARD;
    const size_t number = sizeof(double), block = spec_block(need->spec, (int)axis);
    double before = (double)((need->in->head.complex ? 2 : 1) * number * volumes * need->copies);
    double after = (double)((need->complex ? 2 : 1) * number * volumes * need->copies);
    size_t padded[3];

    spec_padded(need->spec, padded);
    for (size_t a = 0; a < 3; a++) {
        before *= (double)(a == axis ? block : forward ? need->spec->shape[a] : padded[a]);
        after *= (double)(a == axis ? block : forward ? padded[a] : need->spec->shape[a]);
    }
    return before + after;
}

/* Why all has to be in memory at once; NULL where it has not. */
static const char *reason(const pieces_need *need)
{
    return need->in->at_once                                ? "its file can only be read all at once"
           : volume_reorders(need->target, &need->in->head) ? "the output has its elements in another order"
                                                            : NULL;
}

static bool complain(const pieces_need *need, double size, const char *why, bool has_blocks)
{
    const unsigned long long mib = size < 0x1p83 ? (unsigned long long)ceil(size / MIB) : ~0ull;
    const bool together = !need->in->head.first_fastest && need->in->head.volumes > 1;
    const char *cure = why           ? "give so much, or choose another format"
                       : together    ? "give so much, or have the fourth axis slowest, as in NIfTI"
                       : need->whole ? "give so much"
                       : has_blocks  ? "give so much, or a smaller --block"
                                     : "give so much, or a --block along the slowest axis";
    if (!why)
        why = has_blocks && !need->whole ? (together ? "a layer of the blocks of all volumes is in memory at once"
                                                     : "a layer of its blocks is in memory at once")
              : together                 ? "all volumes of the series are in memory at once"
                                         : "it is in memory as a whole";
    return fail(infile_path(need->in->file), cure, "needs --memory %llu: %s", mib, why);
}

bool pieces_plan(pieces *p, const pieces_need *need)
{
    const volume *in = &need->in->head;
    const size_t axis = in->first_fastest ? 2 : 0, block = spec_block(need->spec, (int)axis);
    const size_t shape = need->spec->shape[axis], blocks = shape / block + (shape % block > 0);
    const size_t together = in->first_fastest ? 1 : in->volumes, apart = in->volumes / together;
    const double budget = need->memory ? (double)need->memory * MIB : usual_memory();
    /* Of a series, each volume is taken out and put back on its own. */
    const double copy = in->volumes > 1 ? layer_size(need, 1, axis) : 0;
    const double layer = layer_size(need, together, axis) + (in->first_fastest ? 0 : copy);
    const double all = (layer * (double)apart + (in->first_fastest ? copy : 0)) * (double)blocks;
    const char *why = reason(need);
    size_t step;

    *p = (pieces){.count = 1,
                  .per_volume = 1,
                  .axis = (int)axis,
                  .length = blocks * block,
                  .layers = volume_layers(in),
                  .inverse = need->direction == ORB_INVERSE,
                  .spec = need->spec};
    if (all <= budget)
        return true;
    if (need->memory && (why || layer > budget))
        return complain(need, why ? all : layer, why, blocks > 1);
    if (why)
        return true;
    step = layer <= budget ? (size_t)(budget / layer) : 1;
    step = step < blocks ? step : blocks;
    p->length = step * block;
    p->per_volume = (blocks + step - 1) / step;
    p->count = p->per_volume * apart;
    return true;
}

size_t pieces_spec(const pieces *p, size_t index, transform_spec *spec)
{
    const size_t shape = p->spec->shape[p->axis], block = spec_block(p->spec, p->axis);
    const size_t begin = index % p->per_volume * p->length;
    const size_t points = shape - begin < p->length ? shape - begin : p->length;

    *spec = *p->spec;
    if (p->count == 1)
        return p->layers;
    spec->block[p->axis] = block;
    spec->shape[p->axis] = points;
    return p->inverse ? (points + block - 1) / block * block : points;
}
