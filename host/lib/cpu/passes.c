/* The two passes of a block through memory.
 * SPDX-License-Identifier: Apache-2.0 */
#include "code.h"

#include "checked.h"

#include <string.h>

/* Elements of a view as rows, if is_plain; `row` elements lie between their starts. */
static rows in_place(const cpu_view *view, size_t i, size_t j, size_t k, ptrdiff_t row)
{
    return (rows){(real *)(void *)orb_cpu_at(view, i, j, k), (size_t)row};
}

/* The numbers, or pairs of them, are there. */
static void take_place(work *w, rows there, bool are_pairs)
{
    w->now[0] = there;
    if (are_pairs)
        w->now[1].at = NULL;
}

/* Cuts the buffers from the scratch memory. */
static work cut(const cpu_block *b, void *scratch, size_t lines, size_t row)
{
    work w = {.row = row, .next = 1, .fast = scratch};
    real *next = (real *)(void *)((char *)scratch + b->fast);

    for (int part = 0; part < 2; part++) {
        for (int buffer = 0; buffer < POOL; buffer++, next += lines * row)
            w.pool[part][buffer] = next;
        w.now[part] = (rows){w.pool[part][0], row};
    }
    return w;
}

/* Zeros from column `from` to `to` of a row, in all parts. */
static void clear(const work *w, size_t line, size_t from, size_t to)
{
    for (int part = 0; part < (w->complex ? 2 : 1); part++)
        memset(w->now[part].at + line * w->row + from, 0, (to - from) * sizeof(real));
}

static void load(const work *w, size_t line, size_t column, const cpu_view *view, const char *from, size_t count)
{
    const size_t place = line * w->row + column;

    CODE(load)(view->element, from, view->step, count, w->now[0].at + place, w->now[1].at + place);
}

static void store(const work *w, size_t line, size_t column, const cpu_view *view, char *to, size_t count)
{
    const size_t place = line * w->row + column;

    CODE(store)(view->element, to, view->step, count, w->now[0].at + place, w->complex ? w->now[1].at + place : NULL);
}

/* Is this a fast Fourier transform? Its points and results may be pairs in a volume. */
static bool has_pairs(const cpu_axis *axis)
{
    return axis->fast && axis->fourier;
}

/* Prefetches points that are soon read or written. Those of a panel lie in pieces that are too short and too far apart
 * for the processor to foresee them. */
static void expect(const cpu_view *view, size_t i, size_t j, size_t k, size_t count, bool writes)
{
    const char *const at = orb_cpu_at(view, i, j, k);
    const size_t bytes = view->step == 1 ? count * orb_element_size(view->element) : 0;

    for (size_t b = 0; b < bytes; b += 64)
        if (writes)
            __builtin_prefetch(at + b, 1, 2);
        else
            __builtin_prefetch(at + b, 0, 2);
}

/* So many planes before they are reached. */
enum { AHEAD = 8 };

/* From a half spectrum to real points: the axis of the half spectrum comes last. */
static void planes_back(const cpu_block *b, size_t first, size_t count, void *scratch)
{
    const cpu_axis *along = &b->axis[2], *across = &b->axis[1];
    const size_t row = round_up(along->n, WIDTH) + WIDTH;

    for (size_t i = first; i < first + count; i++) {
        work w = cut(b, scratch, across->n, row);

        w.complex = orb_is_complex(b->between.element);
        for (size_t j = 0; j < b->have[1]; j++) {
            load(&w, j, 0, &b->between, orb_cpu_at(&b->between, i, j, 0), b->have[2]);
            clear(&w, j, b->have[2], row);
        }
        for (size_t j = b->have[1]; j < across->n; j++)
            clear(&w, j, 0, row);
        if (across->half)
            CODE(transform_rows)(along, &w, b->have[1]);
        CODE(transform_columns)(across, &w, across->half ? b->want[2] : b->have[2], NULL);
        if (!across->half)
            CODE(transform_rows)(along, &w, b->want[1]);
        for (size_t j = 0; j < b->want[1]; j++)
            store(&w, j, 0, &b->to, orb_cpu_at(&b->to, i, j, 0), b->want[2]);
    }
}

void CODE(planes)(const cpu_block *b, size_t first, size_t count, void *scratch)
{
    const cpu_axis *along = &b->axis[2], *across = &b->axis[1];
    const size_t row = round_up(along->n, WIDTH) + WIDTH; /* halves are rounded up too */
    const size_t columns = along->half ? b->want[2] : along->n;
    const bool from_pairs = has_pairs(along) && is_plain_pairs(&b->from);
    const bool from_place = (from_pairs || is_plain(&b->from)) && !along->identity && b->have[2] == along->n;
    const bool to_place = is_plain(&b->between) && !across->identity && !has_pairs(across) && along->n % WIDTH == 0 &&
                          b->want[1] == across->n && b->want[2] == along->n;

    if (b->backwards) {
        planes_back(b, first, count, scratch);
        return;
    }
    for (size_t i = first; i < first + count; i++) {
        const rows to = in_place(&b->between, i, 0, 0, b->between.row);
        work w = cut(b, scratch, across->n, row);

        w.complex = orb_is_complex(b->from.element);
        if (from_place)
            take_place(&w, in_place(&b->from, i, 0, 0, from_pairs ? 2 * b->from.row : b->from.row), from_pairs);
        for (size_t j = 0; j < b->have[1] && !from_place; j++) {
            load(&w, j, 0, &b->from, orb_cpu_at(&b->from, i, j, 0), b->have[2]);
            clear(&w, j, b->have[2], row);
        }
        CODE(transform_rows)(along, &w, b->have[1]);
        for (size_t j = b->have[1]; j < across->n; j++)
            clear(&w, j, 0, row);
        CODE(transform_columns)(across, &w, columns, to_place ? &to : NULL);
        for (size_t j = 0; j < b->want[1] && !to_place; j++) {
            if (j + 2 < b->want[1])
                expect(&b->between, i, j + 2, 0, b->want[2], true);
            store(&w, j, 0, &b->between, orb_cpu_at(&b->between, i, j, 0), b->want[2]);
        }
    }
}

void CODE(panels)(const cpu_block *b, size_t first, size_t count, void *scratch)
{
    const cpu_axis *axis = &b->axis[0];
    const cpu_view *const source = b->backwards ? &b->from : &b->between;
    const cpu_view *const target = b->backwards ? &b->between : &b->to;
    const size_t across = orb_parts(b->columns, b->panel_columns);
    const size_t row = round_up(b->panel_rows * b->panel_columns, WIDTH);

    for (size_t panel = first; panel < first + count; panel++) {
        const size_t j = panel / across * b->panel_rows, k = panel % across * b->panel_columns;
        const size_t lines = b->rows - j < b->panel_rows ? b->rows - j : b->panel_rows;
        const size_t length = b->columns - k < b->panel_columns ? b->columns - k : b->panel_columns;
        const bool whole = lines == 1 && length % WIDTH == 0 && (axis->fast || axis->fold != CPU_WHOLE);
        const bool from_place = whole && is_plain(source) && b->have[0] == axis->n;
        const bool to_place = whole && is_plain(target) && !has_pairs(axis) && b->want[0] == axis->n;
        const rows to = in_place(target, 0, j, k, target->plane);
        work w = cut(b, scratch, axis->n, row);

        w.complex = orb_is_complex(source->element);
        if (from_place)
            w.now[0] = in_place(source, 0, j, k, source->plane);
        for (size_t i = 0; i < axis->n && !from_place; i++) {
            for (size_t l = 0; l < lines && i + AHEAD < b->have[0]; l++)
                expect(source, i + AHEAD, j + l, k, length, false);
            for (size_t l = 0; l < lines && i < b->have[0]; l++)
                load(&w, i, l * length, source, orb_cpu_at(source, i, j + l, k), length);
            if (i >= b->have[0])
                clear(&w, i, 0, row);
        }
        CODE(transform_columns)(axis, &w, lines * length, to_place ? &to : NULL);
        for (size_t i = 0; i < b->want[0] && !to_place; i++) {
            for (size_t l = 0; l < lines && i + AHEAD < b->want[0]; l++)
                expect(target, i + AHEAD, j + l, k, length, true);
            for (size_t l = 0; l < lines; l++)
                store(&w, i, l * length, target, orb_cpu_at(target, i, j + l, k), length);
        }
    }
}

/* ---- what processors have it ---- */
static bool runs(void)
{
#if defined(__x86_64__) && ORB_VECTOR == 64
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl");
#elif defined(__x86_64__) && ORB_VECTOR == 32
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return true;
#endif
}

const cpu_code CODE(code) = {
    .name = ORB_VECTOR == 64   ? "avx512"
            : ORB_VECTOR == 32 ? "avx2"
                               : "plain",
    .size = sizeof(real),
    .vector = LANES,
    .width = WIDTH,
    .runs = runs,
    .planes = CODE(planes),
    .panels = CODE(panels),
    .cubes = CODE(cubes),
};
