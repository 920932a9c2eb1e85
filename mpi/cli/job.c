/* A transform from file to file by all ranks: each has its boxes of the input and of the output, and nothing larger.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "job.h"

#include "engine_choice.h"
#include "leftovers.h"
#include "message.h"
#include "output_type.h"
#include "results.h"
#include "same_file.h"
#include "volume_transform.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* All that a rank creates; released in one place. */
typedef struct job {
    job_options *o;
    const ranks *r;
    orb_direction direction;
    job_files files; /* on rank 0 */
    job_facts facts;
    struct stat found;  /* of the input, by this rank */
    orb_device *device; /* of this rank; without --engine that of rank 0 alone, whose numbers are those of the ranks */
    orb_mpi_plan *plan;
    part in, out;
    job_elements elements; /* of the output */
    progress bar;
    orb_report report;        /* what the record and the output's type need of it */
    restored_points restored; /* of all ranks, as are: */
    unsigned long long infinite, clipped;
    output_type chosen;
    job_cost cost;
} job;

/* Opens the files, and broadcasts what was found. */
static bool begin(job *j)
{
    const ranks *r = j->r;
    const bool good = !r->first || job_open(&j->files, j->o, r, j->direction, &j->facts);

    leftovers_add(r, j->files.target.data ? outfile_name(j->files.target.data) : NULL);
    leftovers_add(r, j->files.target.sidecar ? outfile_name(j->files.target.sidecar) : NULL);
    leftovers_add(r, j->files.json ? outfile_name(j->files.json) : NULL);
    ranks_share(r, &j->facts, sizeof j->facts);
    return ranks_agree(r, good) && same_file(r, j->o->common.input, &j->found);
}

/* The devices of all ranks, if the user names engines. */
static bool open_devices(job *j)
{
    const job_options *o = j->o;
    const int mine = o->engines > 1 ? j->r->mine : 0;
    orb_device_info info;

    if (o->engines)
        j->facts.desc.device = j->device = engine_open(o->engine[mine], NULL);
    else if (j->r->first)
        j->device = engine_open(job_engine_name(&j->facts), NULL);
    if (j->device && !orb_device_query(j->device, &info))
        memcpy(j->report.engine, info.engine, sizeof j->report.engine);
    return ranks_agree(j->r, j->device || !(o->engines || j->r->first));
}

/* The message for a status of liborbital_mpi, which is the same on all ranks. */
static bool succeeded(const job *j, orb_status status)
{
    const char *input = j->o->common.input;

    if (status == ORB_NO_MEMORY)
        fail(input, "start more ranks, on more machines", "rank %d has not enough memory", orb_mpi_failed_rank());
    else if (status == ORB_INVALID)
        fail(input, "choose another --grid or --algorithm, or another number of ranks",
             "a volume of this shape cannot be distributed this way");
    else if (status)
        engine_fail(input, status);
    return ranks_agree(j->r, !status);
}

static bool make_plan(job *j)
{
    const job_facts *f = &j->facts;
    volume whole = {.volumes = 1, .first_fastest = f->first_fastest}, result = whole;
    size_t start[ORB_MPI_AXES] = {0}, size[ORB_MPI_AXES] = {0};
    bool good;

    if (!succeeded(j, orb_mpi_plan_create(&j->plan, j->r->comm, &f->desc)))
        return false;
    orb_mpi_plan_desc(j->plan, &j->cost.chosen);
    memcpy(whole.shape, f->in_shape, sizeof whole.shape);
    memcpy(result.shape, f->out_shape, sizeof result.shape);
    orb_mpi_plan_input(j->plan, start, size);
    part_place(&j->in, &whole, &f->in, start, size);
    orb_mpi_plan_output(j->plan, start, size);
    part_place(&j->out, &result, &f->out, start, size);
    good = (part_allocate(&j->in, f->complex, f->single) && part_allocate(&j->out, f->complex_out, f->single)) ||
           ranks_fail_memory(j->r, j->o->common.input);
    return ranks_agree(j->r, good);
}

static part_layout layout_of(const job_elements *e)
{
    return (part_layout){.offset = e->offset, .type = dtype_find(e->letter, e->size), .swap = e->swap};
}

static bool read_input(job *j)
{
    const part_layout layout = layout_of(&j->facts.elements);
    const double begin = MPI_Wtime();
    uint64_t fingerprint = 0;
    const bool good = part_read(&j->in, j->r, j->o->common.input, &layout, &fingerprint, &j->bar) &&
                      same_version(j->r, j->o->common.input, &j->found);

    job_take_fingerprint(&j->files, ranks_sum(j->r, fingerprint));
    j->cost.read = MPI_Wtime() - begin;
    if (good && j->direction == ORB_INVERSE)
        j->restored.coefficient = ranks_largest(j->r, part_look(&j->in).magnitude);
    return good;
}

static bool transform(job *j)
{
    orb_mpi_report *report = &j->cost.first;
    const orb_status status = orb_mpi_execute(j->plan, j->in.values, j->out.values, report);
    const bool good = succeeded(j, status == ORB_SATURATED ? ORB_OK : status);
    part_numbers numbers;

    part_release(&j->in);
    if (!good)
        return false;
    j->cost.messages = ranks_sum(j->r, report->messages);
    j->cost.bytes = ranks_sum(j->r, report->bytes);
    j->cost.saturations = ranks_sum(j->r, report->saturations);
    j->cost.cycles = ranks_largest(j->r, (double)report->cycles);
    j->report.last_place = ranks_largest(j->r, report->last_place);
    numbers = part_look(&j->out);
    j->infinite = ranks_sum(j->r, numbers.infinite);
    j->restored.imaginary = ranks_largest(j->r, numbers.imaginary);
    return true;
}

/* Chooses the elements' type as orbital does, and begins the output. */
static bool begin_on_first(job *j)
{
    const options *o = &j->o->common;
    const volume kind = {.complex = j->facts.complex_out};

    j->restored.spec = &o->spec;
    j->restored.device = j->device;
    j->restored.report = &j->report;
    j->restored.complex = j->facts.complex_out;
    j->restored.coefficients = j->files.in.head.type;
    j->restored.target = &j->files.target;
    if (j->direction == ORB_INVERSE)
        j->chosen = output_type_of_points(&j->restored, o->type);
    else
        j->chosen.type = output_type_of_results(&kind, j->files.in.head.type, o->type, &j->files.target);
    return job_begin_output(&j->files, j->o, &j->facts, &j->report, j->chosen.type, &j->elements);
}

static bool begin_output(job *j)
{
    return ranks_agree(j->r, !j->r->first || begin_on_first(j));
}

static bool write_output(job *j)
{
    const double begin = MPI_Wtime();
    char name[PATH_MAX] = "";
    size_t clipped = 0;
    uint64_t fingerprint = 0;
    part_layout layout;
    bool good;

    if (j->r->first)
        snprintf(name, sizeof name, "%s", outfile_name(j->files.target.data));
    ranks_share(j->r, name, sizeof name);
    ranks_share(j->r, &j->elements, sizeof j->elements);
    layout = layout_of(&j->elements);
    good = part_write(&j->out, j->r, name, j->o->common.output, &layout, &clipped, &fingerprint, &j->bar);
    j->clipped = ranks_sum(j->r, clipped);
    j->files.writer.fingerprint = ranks_sum(j->r, fingerprint);
    j->cost.write = MPI_Wtime() - begin;
    return good;
}

/* The thirds of the bar, as nobody knows how long each will take. */
static void next_third(job *j)
{
    j->bar.from = j->bar.to;
    j->bar.to = j->bar.from + 1.0 / 3;
}

static bool work(job *j)
{
    /* A full disk is found ahead of the work, unless the type or the record depends on what comes out. */
    const bool early = j->direction == ORB_FORWARD && !j->o->engines;
    bool good = !early || begin_output(j);

    progress_begin(&j->bar, transform_name(j->direction), j->r->first ? j->o->common.progress : PROGRESS_NEVER);
    if (j->r->first)
        orb_mpi_plan_progress(j->plan, progress_step, &j->bar);
    j->bar.to = 0;
    next_third(j);
    good = good && read_input(j);
    next_third(j);
    good = good && transform(j) && (early || begin_output(j));
    next_third(j);
    good = good && write_output(j);
    if (j->r->first)
        progress_end(&j->bar);
    return good;
}

static bool finish(job *j)
{
    return job_finish(&j->files, j->files.json ? job_json(&j->facts, j->r, &j->cost) : NULL);
}

/* Prints the same warnings as orbital. */
static void print_warnings(const job *j)
{
    const options *o = &j->o->common;

    if (report_options_text(&o->report))
        job_print(&j->facts, j->r, &j->cost);
    if (j->direction == ORB_INVERSE)
        volume_warn_if_changed(&j->files.in);
    report_loss(o->output, j->device, j->cost.saturations, j->infinite, j->clipped, j->chosen.type);
    output_type_warn(&j->chosen, o->output);
}

int job_run(job_options *o, const ranks *r, orb_direction direction)
{
    job j = {.o = o, .r = r, .direction = direction};
    const double start = MPI_Wtime();
    bool good = begin(&j) && open_devices(&j) && make_plan(&j) && work(&j), lost;

    j.cost.total = MPI_Wtime() - start;
    good = good && ranks_agree(r, !r->first || finish(&j));
    if (good && r->first)
        print_warnings(&j);
    lost = j.infinite || j.clipped || j.cost.saturations || j.chosen.lost;
    ranks_share(r, &lost, sizeof lost);
    if (j.plan)
        orb_mpi_plan_destroy(j.plan);
    orb_close(j.device);
    part_release(&j.in);
    part_release(&j.out);
    job_close(&j.files);
    return !good ? EXIT_FAILED : lost ? EXIT_LOSS : EXIT_DONE;
}
