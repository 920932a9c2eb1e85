/* Makes the model of hls/ compute with the names of blocks in place of numbers, and records every step of every node.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Linked in front of orb_hls_cell_step (--wrap). Loads, rolls and coefficients are those of the model itself, for nodes
 * of one point. A word is the name of what it stands for: 1 + 9 i + 3 j + k of point (i,j,k) and of its sum,
 * 1 + 9 axis + 3 row + column of a coefficient. */
#include "orb_hls.h"

#define EVENTS_MAX 4096

typedef struct orbit_event {
    int axis, transposed, x_roll, y_roll, c_rolls;
    int q, r, s; /* the node */
    int x, c, y; /* names of the operand, the coefficient, the sum */
} orbit_event;

static orbit_event events[EVENTS_MAX];
static size_t count;
static int wrong;

void __wrap_orb_hls_cell_step(const orb_hls_stage *stage, unsigned step, unsigned read, const orb_hls_cell *cell,
                              const orb_coef *factors, unsigned c_from, orb_hls_outbox *out);

/* The model calls this for all nodes of a step in C order of their places. */
void __wrap_orb_hls_cell_step(const orb_hls_stage *stage, unsigned step, unsigned read, const orb_hls_cell *cell,
                              const orb_coef *factors, unsigned c_from, orb_hls_outbox *out)
{
    const bool zero = stage->clear && step == 0;
    const int32_t *x = cell->x + read * ORB_CUBE, *c = factors + c_from;
    const int64_t *y = cell->y;
    int64_t *sums = out->sums;
    const unsigned place = (unsigned)(count % ORB_NODES);
    const int weight[3] = {9, 3, 1};
    const int point = x[0] - 1, entry = c[0] - 1;
    const int row = entry / 3 % 3, column = entry % 3;
    const int from = stage->transposed ? column : row, to = stage->transposed ? row : column;
    const int index = point / weight[stage->axis] % 3;

    sums[0] = x[0] + (to - from) * weight[stage->axis];
    out->rolled[0] = x[0];
    out->results[0] = (orb_word)sums[0];
    out->report = 0;
    /* The product belongs to the sum only if the coefficient is of this axis and of the operand's index. */
    wrong |= entry / 9 != (int)stage->axis || index != from || (!zero && y[0] != sums[0]) || count == EVENTS_MAX;
    if (wrong)
        return;
    events[count++] = (orbit_event){.axis = (int)stage->axis,
                                    .transposed = stage->transposed,
                                    .x_roll = (int)stage->x_roll,
                                    .y_roll = (int)stage->y_roll,
                                    .c_rolls = stage->c_rolls,
                                    .q = (int)orb_hls_unfold(ORB_P, place / ORB_P / ORB_P),
                                    .r = (int)orb_hls_unfold(ORB_P, place / ORB_P % ORB_P),
                                    .s = (int)orb_hls_unfold(ORB_P, place % ORB_P),
                                    .x = x[0],
                                    .c = c[0],
                                    .y = (int)sums[0]};
}

/* The events so far; NULL if a node multiplied what does not belong together. */
__attribute__((visibility("default"))) const orbit_event *orbit_events(size_t *number);
const orbit_event *orbit_events(size_t *number)
{
    *number = count;
    return wrong ? NULL : events;
}
