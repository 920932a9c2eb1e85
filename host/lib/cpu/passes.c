/* The two passes of a block through memory.
 * SPDX-License-Identifier: Apache-2.0 */
#include "code.h"

#include "../checked.h"

#include <string.h>

static bool is_complex(orb_element element)
{
    return element == ORB_C64 || element == ORB_C128;
}

static size_t bytes(orb_element element)
{
    return (element == ORB_F32 || element == ORB_C64 ? sizeof(float) : sizeof(double)) * (is_complex(element) ? 2 : 1);
}

static char *at(const cpu_view *view, size_t i, size_t j, size_t k)
{
    return view->first + (i * view->plane + j * view->row + k) * bytes(view->element);
}

/* Cuts three buffers for each part from the scratch memory. */
static plane cut(void *scratch, size_t lines, size_t row, bool complex)
{
    plane p = {.lines = lines, .row = row, .complex = complex};
    real *next = scratch;

    for (int part = 0; part < 2; part++)
        for (int buffer = 0; buffer < 3; buffer++, next += lines * row)
            p.part[part][buffer] = next;
    return p;
}

/* Zeros from column `from` to the end of a row, in all parts. */
static void clear(const plane *p, size_t line, size_t from, size_t to)
{
    for (int part = 0; part < (p->complex ? 2 : 1); part++)
        memset(p->part[part][0] + line * p->row + from, 0, (to - from) * sizeof(real));
}

static void load(const plane *p, size_t line, size_t column, const cpu_view *view, const char *from, size_t count)
{
    const size_t place = line * p->row + column;

    CODE(load)(view->element, from, count, p->part[0][0] + place, p->part[1][0] + place);
}

static void store(const plane *p, size_t line, size_t column, const cpu_view *view, char *to, size_t count)
{
    const size_t place = line * p->row + column;

    CODE(store)(view->element, to, count, p->part[0][0] + place, p->complex ? p->part[1][0] + place : NULL);
}

void CODE(planes)(const cpu_block *b, size_t first, size_t count, void *scratch)
{
    const cpu_axis *rows = &b->axis[2], *columns = &b->axis[1];
    const size_t row = round_up(rows->n, WIDTH) + WIDTH; /* halves are rounded up too */

    for (size_t i = first; i < first + count; i++) {
        plane p = cut(scratch, columns->n, row, is_complex(b->from.element));

        for (size_t j = 0; j < b->have[1]; j++) {
            load(&p, j, 0, &b->from, at(&b->from, i, j, 0), b->have[2]);
            clear(&p, j, b->have[2], row);
        }
        p.lines = b->have[1];
        CODE(transform_rows)(rows, &p);
        for (size_t j = b->have[1]; j < columns->n; j++)
            clear(&p, j, 0, row);
        CODE(transform_columns)(columns, &p, rows->n);
        for (size_t j = 0; j < b->want[1]; j++)
            store(&p, j, 0, &b->between, at(&b->between, i, j, 0), b->want[2]);
    }
}

void CODE(panels)(const cpu_block *b, size_t first, size_t count, void *scratch)
{
    const cpu_axis *axis = &b->axis[0];
    const size_t across = orb_parts(b->want[2], b->panel_columns);
    const size_t row = round_up(b->panel_rows * b->panel_columns, WIDTH);

    for (size_t panel = first; panel < first + count; panel++) {
        const size_t j = panel / across * b->panel_rows, k = panel % across * b->panel_columns;
        const size_t lines = b->want[1] - j < b->panel_rows ? b->want[1] - j : b->panel_rows;
        const size_t length = b->want[2] - k < b->panel_columns ? b->want[2] - k : b->panel_columns;
        plane p = cut(scratch, axis->n, row, is_complex(b->between.element));

        for (size_t i = 0; i < axis->n; i++) {
            for (size_t l = 0; l < lines && i < b->have[0]; l++)
                load(&p, i, l * length, &b->between, at(&b->between, i, j + l, k), length);
            clear(&p, i, i < b->have[0] ? lines * length : 0, round_up(lines * length, WIDTH));
        }
        CODE(transform_columns)(axis, &p, lines * length);
        for (size_t i = 0; i < b->want[0]; i++)
            for (size_t l = 0; l < lines; l++)
                store(&p, i, l * length, &b->to, at(&b->to, i, j + l, k), length);
    }
}

/* ---- what processors have it -------------------------------------------------------------------------------------- */
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
    .name = ORB_VECTOR == 64 ? "AVX-512" : ORB_VECTOR == 32 ? "AVX2" : "vectors of 16 bytes",
    .size = sizeof(real),
    .vector = WIDTH,
    .runs = runs,
    .planes = CODE(planes),
    .panels = CODE(panels),
};
