/* Work buffers: where a rank keeps its box of the volume between the stages of a transform.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_BUFFERS_H
#define ORB_BUFFERS_H

#include <stdbool.h>
#include <stddef.h>

/* The caller's two arrays, and two buffers of the plan. The second one is used for boxes that do not fit into the
 * output. */
typedef enum orb_buffer {
    ORB_BUFFER_IN = 0,
    ORB_BUFFER_OUT,
    ORB_BUFFER_WORK,
    ORB_BUFFER_SPARE,
    ORB_BUFFERS
} orb_buffer;

/* Where a stage can put its result. */
typedef enum orb_placement {
    ORB_NO_OP = 0,   /* the stage does nothing: its result is its input */
    ORB_IN_PLACE,    /* the result may replace the input */
    ORB_OUT_OF_PLACE /* the result needs another buffer */
} orb_placement;

/* What a stage needs. */
typedef struct orb_buffer_use {
    orb_placement placement;
    size_t bytes; /* size of the result */
} orb_buffer_use;

enum { ORB_BUFFER_STAGES = 11 }; /* at most */

typedef struct orb_buffers {
    orb_placement placement[ORB_BUFFER_STAGES];
    orb_buffer result[ORB_BUFFER_STAGES]; /* the buffer that holds each stage's result */
    int first;                            /* the first stage that is not ORB_NO_OP, or the number of stages */
    /* If the output is the same array as the input: must stage `first` read a copy of the input, in ORB_BUFFER_WORK? */
    bool copies;
    size_t bytes[ORB_BUFFERS]; /* size of each buffer */
    /* The plan's buffers, and substitutes for the caller's arrays. An execution without an array uses the substitute,
     * so that the other ranks get their messages. Until then, the operating system provides no memory for it. */
    void *memory[ORB_BUFFERS];
} orb_buffers;

/* Assigns buffers to `count` stages, 1 or more, for caller's arrays of `in` and `out` bytes. No stage writes to the
 * input. If `ends_in_output`, the last stage that is not ORB_NO_OP leaves its result in the output. */
void orb_buffers_assign(orb_buffers *buffers, const orb_buffer_use *uses, int count, size_t in, size_t out,
                        bool ends_in_output);

/* Allocates the assigned buffers. Returns false if there is not enough memory. */
bool orb_buffers_allocate(orb_buffers *buffers);
void orb_buffers_free(orb_buffers *buffers); /* allowed if all members are zero */

#endif
