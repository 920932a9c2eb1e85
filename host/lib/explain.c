/* Says in words how a volume goes through an array.
 * SPDX-License-Identifier: Apache-2.0 */
#include "choose.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct line {
    char *text;
    size_t size, used;
} line;

/* Appends to the line as far as there is room. */
static void say(line *l, const char *format, ...)
{
    const size_t room = l->size - l->used;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(l->text + l->used, room, format, arguments);
    va_end(arguments);
    if (length > 0)
        l->used += (size_t)length < room ? (size_t)length : room - 1;
}

void orb_choice_explain(const orb_choice *choice, const orb_core_info *info, char *text, size_t size)
{
    const double words = orb_expense_words(&choice->expense);
    const orb_round *first = &choice->round[0];
    line l = {text, size, 0};

    for (unsigned r = 0; r < choice->rounds; r++) {
        const orb_round *round = &choice->round[r];

        say(&l, "%s%u %s", r ? ", then " : "", round->stages, round->stages == 1 ? "axis" : "axes at once");
        if (round->cuts[2] > 1)
            say(&l, "%s in %zu parts", round->stages == 1 ? "" : ", the first", round->cuts[2]);
    }
    say(&l, ": fewest words, %.0f, %.2g %% of them coefficients", words, 100.0 * choice->expense.coef_words / words);
    if (first->ring < info->p)
        say(&l, "; %u tori of %u^3 fit better than %u^3", first->tori, first->ring, info->p);
}
