/* The one interface of engines: what transforms the blocks of a volume.
 * SPDX-License-Identifier: Apache-2.0
 *
 * How an engine represents numbers is its own affair. One that works in rounds takes a volume through each of them from
 * a field to a field: a round is a number of items that do not depend on each other, and an item is worked on in three
 * steps, of which only `run` needs one of the device's instances, so that another item can use it meanwhile. */
#ifndef ORB_ENGINE_H
#define ORB_ENGINE_H

#include "field.h"
#include "matrix.h"

enum { ORB_ROUNDS_MAX = 3 };

/* What working on items cost; added up over items. */
typedef struct orb_cost {
    uint64_t compute_cycles, wait_cycles, io_cycles, coef_cycles, run_cycles;
    uint64_t words_in, words_out, coef_words;
    uint64_t saturations;
    uint64_t passes;  /* cubes computed, */
    uint64_t repeats; /* ... those of them whose first results were clipped */
    /* The sum of the expected squares of the errors of the results of each round. */
    long double error_squares[ORB_ROUNDS_MAX];
    double error_points[ORB_ROUNDS_MAX]; /* ... of so many */
    double error_bound[ORB_ROUNDS_MAX];  /* the largest error that is possible, of any item */
    unsigned bits_used[3];         /* 1 + the bits of the longest result of each stage without its sign; 0: none */
    double multiply_adds;          /* of these, with their padding */
    double last_place;             /* the largest of any item */
    double send, compute, receive; /* seconds */
} orb_cost;

/* What is asked of an engine: blocks of one shape in a volume. */
typedef struct orb_problem {
    const orb_plan *plan; /* but for its setup: what the volumes are, and where their elements lie */
    const orb_axis *axis; /* three, of a block's points */
    size_t blocks[3];     /* along each axis */
    unsigned order[3];    /* axes, those with the longest strides of the output first */
    bool complex_in, complex_out;
    bool single; /* all elements are float, or two of them */
    orb_direction direction;
    orb_shift shift;
} orb_problem;

/* A transform, prepared for a device. An engine's own structure begins with it. */
typedef struct orb_setup {
    unsigned rounds;                          /* 1 to ORB_ROUNDS_MAX */
    size_t items[ORB_ROUNDS_MAX];             /* of each round, for one volume */
    bool complex_after[ORB_ROUNDS_MAX];       /* is the volume complex after it? */
    bool done[ORB_ROUNDS_MAX][3];             /* which axes does no later round work on? */
    double spread[ORB_ROUNDS_MAX];            /* in fixed point: by what a round multiplies the variance of an error */
    double reach[ORB_ROUNDS_MAX];             /* ... and the largest error */
    double products[3];                       /* multiply-adds a point and point of its line, for each axis */
    unsigned cuts[3];                         /* parts of a block along each axis whose sums are put together */
    unsigned torus, tori;                     /* nodes a side of the tori of the first round, and their number */
    char why[sizeof(((orb_report *)0)->why)]; /* one line on these choices */
} orb_setup;

/* One item that is being computed. An engine's own structure begins with it. */
typedef struct orb_job {
    unsigned round;
    size_t item;
    const int *stop; /* becomes nonzero in another thread when the item need not be finished */
    size_t words;    /* that running the item moves; 0: not known yet. Atomic, as others look at it. */
    size_t moved;    /* of them so far; likewise */
    orb_cost cost;
} orb_job;

/* An opened device's own structure. */
typedef struct orb_backend orb_backend;

/* Volumes that a plan is executed for, and what that cost. */
typedef struct orb_batch {
    size_t volumes;
    const void *const *in;
    void *const *out;
    orb_cost cost;
    uint64_t blocks; /* done */
} orb_batch;

/* How items go through an engine that works in rounds, see rounds.h. */
typedef struct orb_items {
    orb_status (*job_new)(const orb_setup *setup, orb_job **job);
    void (*job_free)(orb_job *job);
    /* From a field to what the device takes; the job specifies the item. ORB_OK, ORB_NO_MEMORY, ORB_NOT_FINITE */
    orb_status (*pack)(const orb_setup *setup, orb_job *job, const orb_field *from);
    /* ORB_CANCELLED soon after job->stop was set; the instance is then ready for the next item. */
    orb_status (*run)(orb_backend *backend, unsigned instance, const orb_setup *setup, orb_job *job);
    /* From what the device gave to a field. */
    void (*unpack)(const orb_setup *setup, orb_job *job, const orb_field *to);
} orb_items;

/* Called with the name of a device that can be opened, in the form of orb_device_info.engine. */
typedef orb_status (*orb_name_visitor)(void *user, const char *name);

typedef struct orb_engine {
    /* Names all devices with this prefix that may be opened here. ORB_OK, or what the visitor returned */
    orb_status (*list)(const char *prefix, orb_name_visitor visit, void *user);
    /* Says what is known of a device without opening it, for a name that list gave; NULL: nothing. ORB_OK,
     * ORB_NO_DEVICE (no longer there) */
    orb_status (*about)(const char *name, char *text, size_t size);
    /* Opens the device named after "PREFIX:" (NULL or "": any), and describes it. */
    orb_status (*open)(orb_backend **backend, const char *prefix, const char *name, orb_device_info *info);
    void (*close)(orb_backend *backend);
    /* Does it transform such an axis without its matrix? NULL: none. */
    bool (*needs_no_matrix)(const orb_backend *backend, const orb_axis *axis);
    bool half_spectra; /* can it do without half of the coefficients of real points? */
    /* Prepares a transform of which no axis is too long. ORB_OK, ORB_NO_MEMORY */
    orb_status (*prepare)(orb_backend *backend, const orb_problem *problem, orb_setup **setup);
    void (*discard)(orb_setup *setup);
    /* Transforms all volumes, of which no output shares memory with another, nor with an input but its own, which it
     * may be. An engine reads all that a part of a block depends on before it writes that part. */
    orb_status (*execute)(const orb_plan *plan, orb_batch *batch);
    const orb_items *items; /* for orb_rounds_execute */
} orb_engine;

/* A prefix of names and its engine. The table of all ends with a prefix that is NULL. */
typedef struct orb_engine_entry {
    const char *prefix;
    const orb_engine *engine;
} orb_engine_entry;

extern const orb_engine_entry orb_engines[];

/* The engines, each in a folder of its own. */
extern const orb_engine orb_engine_cpu;   /* matrix products and fast transforms on this processor */
extern const orb_engine orb_engine_model; /* arrays that are simulated in this process */
extern const orb_engine orb_engine_ftdi;  /* arrays on boards with FTDI chips */
extern const orb_engine orb_engine_udp;   /* arrays on boards on the network */

/* The worker threads of a device, see workers.h. */
typedef struct orb_crew orb_crew;

struct orb_device {
    const orb_engine *engine;
    orb_backend *backend;
    orb_crew *crew; /* NULL until an execution needs it */
    orb_device_info info;
};

#endif
