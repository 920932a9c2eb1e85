/* The files of a job, on rank 0: headers, records, names. Elements are the business of part_file.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* fallocate */

#include "engine_choice.h"
#include "interrupt.h"
#include "job.h"
#include "message.h"
#include "names.h"
#include "results.h"
#include "volume.h"
#include "volume_transform.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static bool open_input(volume_reader *in, const options *o)
{
    if (name_is_standard(o->input))
        return fail("standard input", "store it in a file first", "can only be read by one process");
    if (!volume_open(in, o->input, raw_options_layout(&o->raw)))
        return false;
    if (infile_compressed(in->file))
        return fail(o->input, "unpack it first", "is compressed with gzip");
    return true;
}

/* Creates the output files before the work, so that errors are found early. */
static bool open_outputs(job_files *f, const options *o, orb_direction direction)
{
    const char *format = volume_format_for(o->output, o->format, &f->in.head);
    const char *ending = format ? format : o->output;

    if (name_is_standard(o->output))
        return fail("standard output", "give a file name", "can only be written by one process");
    if (name_ends_in(ending, "gz"))
        return fail(o->output, "leave out .gz", "orbital-mpi does not write gzip");
    f->set = outputs_create(o->force, o->input);
    return f->set && volume_begin(&f->target, f->set, o->output, format, direction == ORB_FORWARD) &&
           volume_target_holds(&f->target, &f->in.head) &&
           (!o->report.json || (f->json = outputs_add(f->set, o->report.json)));
}

static bool check_grid(const job_options *o, const ranks *r)
{
    const size_t *g = o->grid, count = (size_t)r->count;

    if (!g[0] || !g[1] || !g[2])
        return true;
    if (g[0] > count || g[1] > count / g[0] || g[2] > count / g[0] / g[1])
        return fail("--grid", "start more ranks with mpirun -n, or leave out --grid",
                    "%zu x %zu x %zu is more than the %d ranks that were started", g[0], g[1], g[2], r->count);
    if (o->algorithm == ORB_MPI_ORBITAL && (g[1] != g[0] || g[2] != g[0]))
        return fail("--grid", "give the same number three times, or --algorithm cuboid",
                    "the algorithm orbital does not support %zu x %zu x %zu ranks", g[0], g[1], g[2]);
    return true;
}

static bool has_blocks(const transform_spec *spec)
{
    bool blocks = false;

    for (int axis = 0; axis < 3; axis++)
        blocks = blocks || spec_block(spec, axis) != spec->shape[axis];
    return blocks;
}

/* Blocks need the algorithm that has them, which is the default then. */
static bool choose_algorithm(job_options *o)
{
    const bool blocks = has_blocks(&o->common.spec);

    if (blocks && !o->names_algorithm)
        o->algorithm = ORB_MPI_BLOCKS;
    if (blocks && o->algorithm != ORB_MPI_BLOCKS && o->algorithm != ORB_MPI_AUTO)
        return fail("--algorithm", "leave it out", "%s does not transform blocks", job_algorithm_name(o->algorithm));
    return true;
}

/* What ranks cannot do, but one process can. */
static bool check_spec(const transform_spec *spec, const char *input)
{
    for (int axis = 0; axis < 3; axis++)
        if (spec->kind[axis] == ORB_MATRIX)
            return fail(input, "use orbital", "orbital-mpi does not support matrices from files");
    return true;
}

/* Can the fourth axis be transformed, if it is to be? Notes its length for the record. */
static bool check_fourth(job_options *o, const volume *in)
{
    fourth_axis *fourth = &o->common.spec.fourth;
    const orb_mpi_algorithm a = o->algorithm;

    if (!fourth->transformed)
        return true;
    if (in->volumes == 1)
        return fail(o->common.input, "give one kind, or one for each axis that it has", "has no fourth axis");
    if (fourth->points && fourth->points != in->volumes)
        return fail(o->common.input, "use the file as orbital-mpi forward wrote it, with its own record",
                    "its fourth axis has %zu points, not %zu", in->volumes, fourth->points);
    if (has_blocks(&o->common.spec))
        return fail("--block", "leave it out", "four axes cannot be divided into blocks");
    if (a == ORB_MPI_CUBOID || a == ORB_MPI_ORBITAL || a == ORB_MPI_BLOCKS)
        return fail("--algorithm", "choose alltoall, transpose, remap or auto", "%s does not transform a fourth axis",
                    job_algorithm_name(a));
    fourth->points = in->volumes;
    return true;
}

static bool check_engines(const job_options *o, const ranks *r)
{
    if (o->engines > 1 && o->engines != r->count)
        return fail("--engine", "give it once for all ranks, or once for each", "%d engines are not for %d ranks",
                    o->engines, r->count);
    if (o->engines && o->precision != PRECISION_UNSAID)
        return fail(o->precision == PRECISION_SINGLE ? "--single" : "--double", "leave it out",
                    "the precision is that of the engine");
    if (o->engines && o->threads)
        return fail("--threads", "leave it out", "the engine has its own: cpu:threads=N");
    if (o->engines && (o->algorithm == ORB_MPI_CUBOID || o->algorithm == ORB_MPI_ORBITAL))
        return fail("--algorithm", "choose alltoall, transpose, remap or blocks", "%s does not compute on engines",
                    job_algorithm_name(o->algorithm));
    return true;
}

/* The default precision is that of the engine cpu in the record. */
static bool is_single(const job_options *o)
{
    const char *engine = o->common.spec.engine;
    if (o->precision == PRECISION_UNSAID)
        return !o->engines && engine && !strncmp(engine, "cpu:", strlen("cpu:")) && strstr(engine, "float32");
    return o->precision == PRECISION_SINGLE;
}

const char *job_engine_name(const job_facts *facts)
{
    return facts->single ? "cpu:float32" : "cpu";
}

static void describe(const job_options *o, orb_direction direction, const volume *in, job_facts *facts)
{
    static const orb_element elements[2][2] = {{ORB_F64, ORB_C128}, {ORB_F32, ORB_C64}};
    const transform_spec *spec = &o->common.spec;
    orb_mpi_desc *d = &facts->desc;

    facts->single = is_single(o);
    facts->complex = in->complex;
    facts->complex_out = in->complex || spec_is_complex(spec);
    *d = (orb_mpi_desc){.norm = spec->norm,
                        .element_in = elements[facts->single][facts->complex],
                        .element_out = elements[facts->single][facts->complex_out],
                        .direction = direction,
                        .algorithm = o->algorithm,
                        .batch = spec->fourth.transformed ? 1 : in->volumes,
                        .threads = (uint64_t)o->threads};
    for (int axis = 0; axis < 3; axis++) {
        const int m = transform_memory_axis(in, axis);
        d->n[m] = spec->shape[axis];
        if (o->algorithm == ORB_MPI_BLOCKS || has_blocks(spec))
            d->block[m] = spec_block(spec, axis);
        d->kind[m] = spec->kind[axis];
        d->type[m] = spec->type[axis];
        d->grid[m] = (int)o->grid[axis];
    }
    if (spec->fourth.transformed) {
        d->n[3] = spec->fourth.points;
        d->kind[3] = spec->fourth.kind;
        d->type[3] = spec->fourth.type;
    }
    facts->first_fastest = in->first_fastest;
}

bool job_open(job_files *f, job_options *o, const ranks *r, orb_direction direction, job_facts *facts)
{
    options *c = &o->common;
    const volume *in = &f->in.head;
    uint64_t size;

    if (!open_input(&f->in, c) || !transform_settle(c, direction, in) || !check_spec(&c->spec, c->input) ||
        !transform_fits(&c->spec, direction, c->input, in->shape, facts->out_shape) || !choose_algorithm(o) ||
        !check_fourth(o, in) || !check_engines(o, r) || !check_grid(o, r))
        return false;
    memcpy(facts->in_shape, in->shape, sizeof facts->in_shape);
    describe(o, direction, in, facts);
    facts->in = (part_series){.volumes = f->in.volumes,
                              .first = f->in.first,
                              .taken = in->volumes,
                              .is_axis = c->spec.fourth.transformed,
                              .first_fastest = in->first_fastest};
    facts->elements = (job_elements){
        .offset = infile_at(f->in.file), .letter = in->type->letter, .size = in->type->size, .swap = f->in.swap};
    size = (uint64_t)volume_count(in) / in->volumes * f->in.volumes * in->type->size;
    if (!infile_holds(f->in.file, facts->elements.offset, size) || !open_outputs(f, c, direction))
        return false;
    facts->out = (part_series){.volumes = in->volumes,
                               .taken = in->volumes,
                               .is_axis = c->spec.fourth.transformed,
                               .first_fastest = in->first_fastest != volume_reorders(&f->target, in)};
    return true;
}

/* Allocates space on the disk, if the file system supports it. */
static bool reserve(const outfile *file, uint64_t size)
{
    const int fd = open(outfile_name(file), O_WRONLY | O_CLOEXEC);
    const int error = fd < 0 || fallocate(fd, 0, 0, (off_t)size) ? errno : 0;

    if (fd >= 0)
        close(fd);
    return !error || error == EOPNOTSUPP || error == ENOSYS || outfile_complain(file, error);
}

bool job_begin_output(job_files *f, const job_options *o, const job_facts *facts, const orb_report *report,
                      const dtype *type, job_elements *elements)
{
    volume whole = {.missing = o->common.spec.missing,
                    .volumes = facts->out.volumes,
                    .first_fastest = facts->first_fastest,
                    .complex = facts->complex_out};
    store_options storing = {.type = type, .like = &f->in.head};

    memcpy(whole.shape, facts->out_shape, sizeof whole.shape);
    if (facts->desc.direction == ORB_FORWARD) {
        storing.record = f->record = spec_record(&o->common.spec, report);
        if (!f->record)
            return fail_memory(o->common.output);
    }
    if (!volume_write_begin(&f->writer, &whole, &f->target, &storing) || !outfile_flush(f->target.data))
        return false;
    *elements = (job_elements){.offset = outfile_size(f->target.data), .letter = type->letter, .size = type->size};
    f->size = elements->offset + (uint64_t)volume_count(&whole) * type->size;
    return reserve(f->target.data, f->size);
}

void job_take_fingerprint(job_files *f, uint64_t fingerprint)
{
    f->in.found = fingerprint;
    f->in.done = f->in.layers;
}

/* Once the first file has its name a signal has to wait until the others have theirs. */
static bool commit(job_files *f)
{
    bool good;

    interrupt_at_once(false);
    good = outputs_commit(f->set);
    if (interrupt_pending()) {
        outputs_discard(f->set);
        interrupt_deliver();
    }
    interrupt_at_once(true);
    return good;
}

bool job_finish(job_files *f, json_t *report)
{
    const uint64_t size = outfile_size(f->target.data);
    bool good = size == f->size;

    if (!good)
        fail(f->target.path, "check its disk", "has %" PRIu64 " bytes after writing, not %" PRIu64, size, f->size);
    good = volume_write_end(&f->writer, good);
    f->writer.target = NULL;
    if (f->json)
        good = report_write(f->json, report) && good;
    return good && commit(f);
}

void job_close(job_files *f)
{
    volume_write_end(&f->writer, false);
    json_decref(f->record);
    volume_close(&f->in);
    outputs_discard(f->set);
}
