/* The library's local work, in simulated seconds. The linker puts these in front of the library's own (--wrap).
 * SPDX-License-Identifier: Apache-2.0
 *
 * A product is charged at once and not in the pieces that it is computed in, as messages of a simulation need nobody to
 * keep them moving. */
#include "work.h"

#include "convert.h"
#include "entries.h"
#include "field.h"
#include "gemm.h"
#include "product.h"
#include "rates.h"
#include "region.h"

#include <mpi.h>

sim_mode sim;

/* Hosts of all platforms make 10^9 flops a second. */
static void charge(double seconds)
{
    if (!sim.free && seconds > 0.0)
        smpi_execute_flops(1e9 * seconds);
}

#define WRAP(result, name, parameters)                                                                                 \
    result __real_##name parameters;                                                                                   \
    result __wrap_##name parameters;                                                                                   \
    result __wrap_##name parameters

WRAP(void, orb_product_run, (const orb_product *p, const void *x, const void *c, void *y, bool add, orb_wire *wire))
{
    const double outer = (double)p->outer, inner = (double)p->inner;
    const double points = (double)p->points, results = (double)p->results;
    const double rows = orb_is_complex(p->element) && !orb_is_complex(p->coefficients) ? 2.0 : 1.0;

    if (!sim.model)
        __real_orb_product_run(p, x, c, y, add, wire);
    charge(sim_rates_seconds(SIM_PRODUCT, p->coefficients, points < results ? points : results,
                             rows * outer * inner * points * results));
}

WRAP(void, orb_product_add, (orb_element element, size_t numbers, const void *x, void *y))
{
    if (!sim.model)
        __real_orb_product_add(element, numbers, x, y);
    charge(sim_rates_seconds(SIM_ADD, element, 1.0, (double)numbers));
}

WRAP(void, orb_entries_block,
     (const orb_entries *entries, const orb_tile *tile, orb_element element, void *block))
{
    if (!sim.model)
        __real_orb_entries_block(entries, tile, element, block);
    charge(sim_rates_seconds(SIM_ENTRIES, element, 1.0, (double)tile->count[0] * (double)tile->count[1]));
}

WRAP(void, orb_convert,
     (size_t batch, const size_t size[3], const orb_boxes *from, const void *source, const orb_boxes *to, void *target))
{
    const double points = (double)batch * (double)size[0] * (double)size[1] * (double)size[2];

    if (!sim.model)
        __real_orb_convert(batch, size, from, source, to, target);
    charge(sim_rates_seconds(SIM_COPY, to->element, 1.0, points * (double)orb_element_size(to->element)));
}

WRAP(void, orb_gemm_multiply, (orb_mpi_gemm_plan *p, const orb_gemm_local *l))
{
    const double begin = MPI_Wtime();
    const double rows = (double)l->rows, columns = (double)l->columns, depth = (double)l->depth;
    double least = rows < columns ? rows : columns;

    least = depth < least ? depth : least;
    if (!sim.model)
        __real_orb_gemm_multiply(p, l);
    else
        p->steps++;
    charge(sim_rates_seconds(SIM_GEMM, p->desc.element, least, rows * columns * depth));
    p->compute += MPI_Wtime() - begin;
}

/* Aligning moves each element to the messages, and from them to its place. */
WRAP(void, orb_regrid_run, (const orb_regrid *g, orb_post *post, const void *x, void *y))
{
    const orb_region before = g->from(g->of, g->rank), after = g->to(g->of, g->rank);
    const double elements = (double)(orb_region_size(&before) + orb_region_size(&after));

    __real_orb_regrid_run(g, post, x, y);
    charge(sim_rates_seconds(SIM_COPY, post->scalar_size == sizeof(float) ? ORB_F32 : ORB_F64, 1.0,
                             elements * (double)post->scalar_size));
}

/* Messages of a simulation move on their own. */
WRAP(void, orb_wire_poll, (orb_wire *wire))
{
    (void)wire;
}

WRAP(void, orb_post_poll, (orb_post *post))
{
    (void)post;
}
