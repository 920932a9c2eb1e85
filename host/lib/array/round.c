/* The geometry of a round.
 * SPDX-License-Identifier: Apache-2.0 */
#include "round.h"

#include "checked.h"

#include <string.h>

const unsigned orb_axis_of_stage[3] = {2, 0, 1};
const unsigned orb_stage_of_axis[3] = {1, 2, 0};

bool orb_round_fit(orb_round *r, const orb_shape *shape, const size_t n[3], const size_t blocks[3],
                   const size_t cuts[3])
{
    bool fits = true;

    r->across = shape->p / r->ring;
    r->tori = r->across * r->across * r->across;
    r->apart = r->parts[0] == 2 && !r->fourier[0] && !r->fourier[1] && !r->fourier[2];
    r->strands = r->apart ? 2 : 1;
    for (unsigned x = 0; x < 3; x++) {
        const unsigned s = orb_stage_of_axis[x];
        const size_t least = orb_parts(orb_parts(n[r->axis[s]], cuts[s]), r->ring);

        fits = fits && least <= shape->bmax;
        r->n[x] = n[r->axis[s]];
        r->block[x] = !fits || least < shape->bmin ? shape->bmin : (unsigned)least;
        r->cube[x] = (size_t)r->block[x] * r->ring;
        r->cuts[x] = orb_parts(r->n[x], r->cube[x]);
        r->blocks[x] = blocks[x];
        fits = fits && (s == 0 || s >= r->stages || r->cuts[x] == 1);
        fits = fits && orb_mul(r->strands, blocks[x], &r->strands) &&
               (x == 2 || orb_mul(r->strands, r->cuts[x], &r->strands));
    }
    r->units = orb_parts(r->strands, r->tori);
    return fits;
}

size_t orb_round_points(const orb_round *r)
{
    return r->cube[0] * r->cube[1] * r->cube[2];
}

size_t orb_round_words(const orb_round *r)
{
    return r->tori * orb_round_points(r);
}

/* Parts of a unit: one where a complex volume's parts are strands of their own. */
static unsigned unit_parts(const orb_round *r, unsigned stage)
{
    return r->apart ? 1 : r->parts[stage];
}

size_t orb_round_operands(const orb_round *r)
{
    return unit_parts(r, 0) * r->cuts[2];
}

size_t orb_round_results(const orb_round *r)
{
    return unit_parts(r, r->stages) * r->cuts[2];
}

void orb_round_box(const orb_round *r, size_t strand, size_t cut, orb_box *box)
{
    size_t at[3], block = strand / (r->apart ? 2 : 1);

    at[2] = cut;
    for (unsigned x = 2; x-- > 0;) {
        at[x] = block % r->cuts[x];
        block /= r->cuts[x];
    }
    memcpy(box->cube, r->cube, sizeof box->cube);
    for (unsigned x = 0; x < 3; x++)
        box->axis[x] = r->axis[orb_stage_of_axis[x]];
    for (unsigned a = 3; a-- > 0; block /= r->blocks[a])
        for (unsigned x = 0; x < 3; x++)
            if (box->axis[x] == a) {
                const size_t place = at[x] * r->cube[x], left = r->n[x] - place;

                box->first[a] = block % r->blocks[a] * r->n[x] + place;
                box->extent[a] = left < r->cube[x] ? left : r->cube[x];
            }
}

unsigned orb_round_part(const orb_round *r, size_t strand, unsigned part)
{
    return r->apart ? strand % 2 : part;
}
