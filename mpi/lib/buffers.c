/* Work buffers for the boxes between the stages of a transform.
 * SPDX-License-Identifier: Apache-2.0 */
#include "buffers.h"

#include "checked.h"

#include <stdlib.h>

/* A buffer other than `buffer` for a box of so many bytes: the output if it is large enough. */
static orb_buffer other_buffer(const orb_buffers *b, orb_buffer buffer, size_t bytes)
{
    if (buffer != ORB_BUFFER_OUT && bytes <= b->bytes[ORB_BUFFER_OUT])
        return ORB_BUFFER_OUT;
    return buffer == ORB_BUFFER_WORK ? ORB_BUFFER_SPARE : ORB_BUFFER_WORK;
}

/* Goes from the last stage to the first, because the buffer of the last result is known. */
void orb_buffers_assign(orb_buffers *b, const orb_buffer_use *uses, int count, size_t in, size_t out,
                        bool ends_in_output)
{
    orb_buffer buffer = ends_in_output ? ORB_BUFFER_OUT : ORB_BUFFER_WORK;
    int first = 0;

    for (int i = 0; i < count; i++)
        b->placement[i] = uses[i].placement;
    while (first < count && uses[first].placement == ORB_NO_OP)
        b->result[first++] = ORB_BUFFER_IN;
    b->bytes[ORB_BUFFER_IN] = in;
    b->bytes[ORB_BUFFER_OUT] = out;
    for (int i = count - 1; i >= first; i--) {
        b->result[i] = buffer;
        b->bytes[buffer] = larger(b->bytes[buffer], uses[i].bytes);
        if (i > first && uses[i].placement == ORB_OUT_OF_PLACE)
            buffer = other_buffer(b, buffer, uses[i - 1].bytes);
    }
    b->first = first;
    b->copies = first < count && uses[first].placement == ORB_OUT_OF_PLACE && b->result[first] == ORB_BUFFER_OUT;
    if (b->copies)
        b->bytes[ORB_BUFFER_WORK] = larger(b->bytes[ORB_BUFFER_WORK], in);
}

bool orb_buffers_allocate(orb_buffers *b)
{
    for (int buffer = 0; buffer < ORB_BUFFERS; buffer++)
        if (!(b->memory[buffer] = malloc(larger(b->bytes[buffer], 1))))
            return false;
    return true;
}

void orb_buffers_free(orb_buffers *b)
{
    for (int buffer = 0; buffer < ORB_BUFFERS; buffer++)
        free(b->memory[buffer]);
}
