/* `orbital compress`: block transform, quantiser, zstd; and what that loses.
 * SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "compressed.h"
#include "container.h"
#include "format_nifti.h"
#include "loss.h"
#include "message.h"
#include "quantise.h"
#include "standard.h"
#include "task.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_QUALITY = 0x200, KEY_PSNR, KEY_MAX_ERROR, KEY_CURVE };

#define USUAL_BLOCK 8
#define USUAL_QUALITY 60
#define FINEST_QUALITY 200
#define QUALITY_STEP 0.25 /* in which a target is looked for */

/* What has to be reached. */
typedef enum target { TARGET_QUALITY, TARGET_PSNR, TARGET_MAX_ERROR } target;

/* All that the command creates; released in one place. */
typedef struct compressing {
    task task; /* the first, so that argp's input is its options; no expand would have a user's matrix */
    target target;
    double requested, quality;
    bool target_given, curve;
    compressed c;
    double range;
    volume in, padded, coefficients, rounded, restored;
    bands bands;
    section header; /* of a NIfTI file, owned */
    integers n;
    loss loss;
    unsigned char *file;
    size_t size;
    outfile *output;
} compressing;

static const struct argp_option table[] = {
    {NULL, 0, NULL, 0, "Accepted loss (give one):", 0},
    {"quality", KEY_QUALITY, "Q", 0, "0 to 200 (default: 60); the quantizer's step is the input's range / 2^(Q/10)", 0},
    {"psnr", KEY_PSNR, "DB", 0, "use the coarsest step that reaches this peak signal-to-noise ratio", 0},
    {"max-error", KEY_MAX_ERROR, "E", 0, "use the coarsest step that changes no voxel by more than E", 0},
    {"curve", KEY_CURVE, NULL, 0, "print a table for the qualities 10 to 100 as CSV; write no file unless -o is given",
     0},
    {0},
};

static bool choose(compressing *p, target target, const char *option, const char *text)
{
    if (p->target_given)
        return fail(option, "give only one", "two limits of loss are given");
    p->target_given = true;
    p->target = target;
    return option_numbers(option, text, 1, 1, &p->requested) &&
           (target != TARGET_QUALITY || p->requested <= FINEST_QUALITY ||
            fail(option, "give 0 to 200", "%g is not a quality", p->requested));
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    compressing *p = state->input;
    bool good = true;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &p->task.o;
        break;
    case KEY_QUALITY:
        good = choose(p, TARGET_QUALITY, "--quality", text);
        break;
    case KEY_PSNR:
        good = choose(p, TARGET_PSNR, "--psnr", text);
        break;
    case KEY_MAX_ERROR:
        good = choose(p, TARGET_MAX_ERROR, "--max-error", text);
        break;
    case KEY_CURVE:
        p->curve = true;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return good ? 0 : EINVAL;
}

static const struct argp_child children[] = {{.argp = &options_argp, .group = 2}, {0}};

static const struct argp argp = {
    .options = table,
    .parser = parse,
    .children = children,
    .args_doc = "INPUT -o FILE.orb",
    .doc = "Compresses a real volume: transforms blocks (default: 8 x 8 x 8 points), rounds the coefficients to "
           "multiples of a step, and packs them with zstd.\v"
           "`orbital expand' restores the volume with the same element type. It restores a NIfTI header byte for "
           "byte.\n\n"
           "Examples:\n"
           "  orbital compress brain.nii.gz -o brain.orb\n"
           "  orbital compress brain.nii.gz -o brain.orb --max-error 2\n"
           "  orbital compress brain.nii.gz --curve --block 16\n"};

/* Checks the command line as a whole; the options check their own values. */
static bool is_complete(compressing *p)
{
    const options *o = &p->task.o;
    if (!o->output && !p->curve)
        return fail(o->input, "give -o FILE.orb, or --curve", "no output was given");
    if (o->output && !option_ending(o->output, ".orb"))
        return false;
    if (o->spec.norm != ORB_ORTHO)
        return fail("--norm", "leave it out", "compression needs orthonormal coefficients");
    if (o->type)
        return fail("--dtype", "leave it out", "compression keeps the element type");
    for (int axis = 0; axis < 3; axis++)
        if (o->spec.kind[axis] == ORB_MATRIX || o->spec.kind[axis] == ORB_DFT)
            return fail("--kind", "choose another kind", "compression supports neither dft nor matrix");
    return true;
}

/* The file's bytes before its elements, to be had again. */
static bool keep_header(compressing *p)
{
    const nifti_header *nifti = volume_header(&p->in, &volume_format_nifti);
    section *header = &p->header;
    if (!nifti)
        return true;
    header->size = (size_t)nifti_header_offset(nifti);
    header->bytes = malloc(header->size);
    if (!header->bytes)
        return fail_memory(p->task.o.input);
    memcpy(header->bytes, nifti_header_start(nifti), header->size);
    nifti_header_take_one(nifti, header->bytes); /* no series is compressed: it is of one at most */
    return true;
}

static bool transform(compressing *p)
{
    return compressed_pad(&p->c, &p->in, &p->padded) &&
           task_transform(&p->task, &p->c.spec, ORB_FORWARD, &p->padded, &p->coefficients) &&
           task_check_coefficients(&p->task, &p->coefficients) &&
           bands_create(&p->bands, &p->c.spec, &p->coefficients) &&
           volume_create(&p->rounded, p->coefficients.shape, p->coefficients.first_fastest, false);
}

/* Rounds with a quality, and measures what an expand on this engine would restore. */
static bool try_quality(compressing *p, double quality)
{
    volume whole = {0};
    bool good;

    p->quality = quality;
    p->task.inverse = (orb_report){0};
    integers_release(&p->n);
    p->c.step = p->range * exp2(-quality / 10);
    if (!(p->c.step >= 0x1p-1000))
        return fail(p->task.o.input, "scale it up", "its range is too small to be quantized");
    good = quantise(&p->bands, &p->coefficients, p->c.step, &p->n, &p->rounded) &&
           task_transform(&p->task, &p->c.spec, ORB_INVERSE, &p->rounded, &whole);
    volume_release(&p->restored);
    good = good && compressed_crop(&p->c, &whole, &p->restored);
    volume_release(&whole);
    if (good)
        p->loss = loss_measure(&p->in, &p->restored);
    return good;
}

static bool reaches(const compressing *p)
{
    /* nothing lost reaches all, a constant's undefined ratio included */
    return p->target == TARGET_PSNR ? p->loss.rms == 0 || p->loss.psnr >= p->requested
                                    : p->loss.largest <= p->requested;
}

/* Finds the lowest quality that reaches the target, as far as a finer step is a smaller loss. */
static bool search(compressing *p)
{
    double enough = FINEST_QUALITY, less = -QUALITY_STEP;
    if (p->target == TARGET_QUALITY)
        return try_quality(p, p->target_given ? p->requested : USUAL_QUALITY);
    if (!try_quality(p, enough))
        return false;
    if (!reaches(p))
        return fail(p->target == TARGET_PSNR ? "--psnr" : "--max-error", "accept more loss, or choose another --engine",
                    "the finest step leaves %.2f dB and an error of %.6g", p->loss.psnr, p->loss.largest);
    while (enough - less > QUALITY_STEP) {
        const double between = QUALITY_STEP * floor((enough + less) / 2 / QUALITY_STEP);
        if (!try_quality(p, between))
            return false;
        if (reaches(p))
            enough = between;
        else
            less = between;
    }
    return p->quality == enough || try_quality(p, enough);
}

static bool pack(compressing *p)
{
    const section plain[SECTIONS] = {[SECTION_HEADER] = p->header,
                                     [SECTION_MAP] = {p->n.map, p->n.map_size},
                                     [SECTION_VALUES] = {p->n.values, p->n.values_size}};
    json_t *text = compressed_text(&p->c, &p->task.forward);
    free(p->file);
    p->file = text ? container_pack(text, plain, &p->size) : NULL;
    if (!text)
        fail_memory(NULL);
    json_decref(text);
    return p->file;
}

static double bits_a_voxel(const compressing *p)
{
    return 8 * (double)p->size / (double)volume_count(&p->in);
}

static double ratio(const compressing *p)
{
    return (double)volume_count(&p->in) * p->in.type->size / (double)p->size;
}

static bool print_curve(compressing *p)
{
    puts("quality,step,bytes,bits_per_voxel,ratio,psnr,max_error");
    for (int quality = 10; quality <= 100; quality += 10) {
        if (!try_quality(p, quality) || !pack(p))
            return false;
        printf("%d,%.9g,%zu,%.4f,%.3f,%.3f,%.6g\n", quality, p->c.step, p->size, bits_a_voxel(p), ratio(p),
               p->loss.psnr, p->loss.largest);
        if (!standard_write())
            return false;
    }
    return true;
}

static json_t *results_json(const compressing *p)
{
    json_t *more = json_pack("{s:I, s:f, s:f, s:f, s:f}", "bytes", (json_int_t)p->size, "bits_per_voxel",
                             bits_a_voxel(p), "ratio", ratio(p), "quality", p->quality, "step", p->c.step);
    json_object_update_new(more, loss_json(&p->loss));
    return task_json(&p->task, more);
}

static void print_results(const compressing *p)
{
    task_print(&p->task);
    printf("compressed %zu voxels of %s to %zu bytes, %.4f bits per voxel, ratio %.3f\n", volume_count(&p->in),
           p->in.type->name, p->size, bits_a_voxel(p), ratio(p));
    printf("           quality %g, step %.6g\n", p->quality, p->c.step);
    loss_print("restored", &p->loss);
}

static bool run(compressing *p)
{
    task *t = &p->task;
    options *o = &t->o;
    double low, high;
    if (!volume_load(&p->in, o->input, raw_options_layout(&o->raw)) || !volume_require_finite(&p->in, o->input))
        return false;
    if (p->in.complex)
        return fail(o->input, "compress the real and the imaginary part separately", "its values are complex");
    for (int axis = 0; axis < 3 && !o->spec.block_given; axis++)
        o->spec.block[axis] = USUAL_BLOCK;
    p->c.spec = o->spec; /* with no matrix to own */
    p->c.spec.input = INPUT_REAL;
    if (!compressed_describe(&p->c, &p->in, o->input) || !keep_header(p))
        return false;
    volume_range(&p->in, &low, &high);
    p->range = high > low ? high - low : 1;
    t->set = outputs_create(o->force, o->input);
    if (!t->set || (o->output && !(p->output = outputs_add(t->set, o->output))) || !task_add_report(t) ||
        !task_open_engine(t) || !transform(p) || (p->curve && !print_curve(p)))
        return false;
    if (!o->output)
        return true;
    if (!search(p) || !pack(p) || !outfile_write(p->output, p->file, p->size) || !task_commit(t, results_json(p)))
        return false;
    if (report_options_text(&o->report) && !p->curve)
        print_results(p);
    return true;
}

int command_compress(int argc, char **argv)
{
    compressing p = {.size = 0};
    int code = options_parse(&p.task.o, &argp, argc, argv);
    if (code == EXIT_DONE)
        code = !is_complete(&p) ? EXIT_USAGE : run(&p) ? task_warn(&p.task, 0, 0, p.in.type) : EXIT_FAILED;
    free(p.file);
    free(p.header.bytes);
    integers_release(&p.n);
    bands_release(&p.bands);
    volume_release(&p.restored);
    volume_release(&p.rounded);
    volume_release(&p.coefficients);
    volume_release(&p.padded);
    volume_release(&p.in);
    task_release(&p.task);
    return code;
}
