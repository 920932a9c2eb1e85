# docs/contributing.md is complete: a dummy format and a dummy engine, added to a copy by its lists, work.
# SPDX-License-Identifier: Apache-2.0
import re
import shutil
import subprocess

import numpy as np
import pytest
from sources import tracked

FORMAT = r"""/* Volumes of bytes behind a line of text, which says their shape.
 * SPDX-License-Identifier: Apache-2.0 */
#include "message.h"
#include "volume.h"

#include <stdio.h>
#include <string.h>

static bool open_dummy(volume_reader *r, const volume_source *source)
{
    char line[32] = "";
    size_t shape[3];

    (void)source;
    if (!infile_read(r->file, line, sizeof line) ||
        sscanf(line, "DUMMY %zu %zu %zu", &shape[0], &shape[1], &shape[2]) != 3)
        return fail(infile_path(r->file), "give a dummy", "is not a dummy");
    r->head.type = dtype_named("uint8");
    return volume_set_shape(&r->head, infile_path(r->file), shape, 3);
}

static const dtype_code types[] = {{"uint8", 0}, {NULL, 0}};

static bool begin(volume_writer *w)
{
    char line[32] = "";

    snprintf(line, sizeof line, "DUMMY %zu %zu %zu", w->head.shape[0], w->head.shape[1], w->head.shape[2]);
    return outfile_write(w->target->data, line, sizeof line);
}

const volume_format volume_format_dummy = {.name = "dummy",
                                           .endings = {".dummy"},
                                           .magic = {{0, "DUMMY", 5}},
                                           .sidecar = SIDECAR_WITH_RECORD,
                                           .order = ORDER_LAST,
                                           .types = types,
                                           .open = open_dummy,
                                           .read = volume_read_elements,
                                           .finish = volume_finish_elements,
                                           .begin = begin,
                                           .write = volume_write_elements};
"""

ENGINE = r"""/* An engine that copies: its only transform is the identity.
 * SPDX-License-Identifier: Apache-2.0 */
#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct orb_backend {
    int nothing;
};

static orb_status list(const char *prefix, orb_name_visitor visit, void *user)
{
    return visit(user, prefix);
}

static orb_status open_dummy(orb_backend **backend, const char *prefix, const char *name, orb_device_info *info)
{
    (void)name;
    *backend = calloc(1, sizeof **backend);
    *info = (orb_device_info){.node = ORB_CELL_NONE, .exponent_bits = 11, .w = 64, .instances = 1};
    snprintf(info->format, sizeof info->format, "float64");
    snprintf(info->engine, sizeof info->engine, "%s", prefix);
    return *backend ? ORB_OK : ORB_NO_MEMORY;
}

static void close_dummy(orb_backend *backend)
{
    free(backend);
}

static orb_status prepare(orb_backend *backend, const orb_problem *problem, orb_setup **setup)
{
    (void)backend;
    (void)problem;
    *setup = calloc(1, sizeof **setup);
    if (*setup)
        snprintf((*setup)->why, sizeof(*setup)->why, "a copy");
    return *setup ? ORB_OK : ORB_NO_MEMORY;
}

static void discard(orb_setup *setup)
{
    free(setup);
}

static orb_status execute(const orb_plan *plan, orb_batch *batch)
{
    const size_t points = plan->n[0] * plan->n[1] * plan->n[2];

    for (size_t v = 0; v < batch->volumes; v++)
        memcpy(batch->out[v], batch->in[v], points * orb_element_size(plan->element_in));
    batch->blocks = batch->volumes;
    return ORB_OK;
}

const orb_engine orb_engine_dummy = {.list = list,
                                     .open = open_dummy,
                                     .close = close_dummy,
                                     .prepare = prepare,
                                     .discard = discard,
                                     .execute = execute};
"""


def edit(path, old, new):
    text = path.read_text()
    assert text.count(old) == 1, f"{path}: {old}"
    path.write_text(text.replace(old, new))


def listed(root, section):
    """The files that a section of the page lists, as numbered points."""
    page = (root / "docs" / "contributing.md").read_text()
    text = page.split(f"## {section}\n")[1].split("\n## ")[0]
    return re.findall(r"^\d+\. `([^`]+)`", text, re.M)


@pytest.fixture(scope="module")
def extended(root, build, tmp_path_factory):
    """The command of a copy of the sources, with both dummies; what is not of the host is not built again."""
    copy = tmp_path_factory.mktemp("tree") / "orbital"
    for name in tracked(""):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, copy / name)
    (copy / "build").mkdir(exist_ok=True)
    shutil.copytree(build / "gen", copy / "build" / "gen")
    changed = set()

    def touch(name):
        changed.add(name)
        return copy / name

    touch("host/volume/formats/format_dummy.c").write_text(FORMAT)
    edit(touch("host/volume/volume_format.h"), "volume_format_raw;", "volume_format_raw, volume_format_dummy;")
    edit(touch("host/volume/formats/formats.c"), "&volume_format_raw,", "&volume_format_raw, &volume_format_dummy,")
    (copy / "host/lib/dummy").mkdir()
    touch("host/lib/dummy/dummy_engine.c").write_text(ENGINE)
    edit(touch("host/lib/engine.h"), "extern const orb_engine orb_engine_cpu;",
         "extern const orb_engine orb_engine_dummy;\nextern const orb_engine orb_engine_cpu;")
    edit(touch("host/lib/device.c"), '    {"cpu", &orb_engine_cpu},\n',
         '    {"cpu", &orb_engine_cpu},\n    {"dummy", &orb_engine_dummy},\n')
    edit(touch("host/lib/lib.mk"), "array cpu link ftdi model", "array cpu link ftdi model dummy")
    edit(touch("tests/lint/test_layers.py"), '["host/lib/array", "host/lib/cpu"]',
         '["host/lib/array", "host/lib/cpu", "host/lib/dummy"]')
    wanted = [name.replace("NAME", "dummy") for section in ["A file format", "An engine"]
              for name in listed(root, section)]
    assert {re.sub("dummy_engine.c$", "", name) for name in changed} == set(wanted)
    generated = [option for name in ["orbital_regs.h", "orbital_link_regs.h"] for option in ["-o", f"build/gen/{name}"]]
    done = subprocess.run(["make", "-j2", *generated, "CFLAGS=-O0", "build/bin/orbital"], cwd=copy, capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return copy / "build" / "bin" / "orbital"


@pytest.fixture
def orbital(extended):
    return extended


def test_dummy_format(run, tmp_path, values):
    (tmp_path / "in.dummy").write_bytes(b"DUMMY 5 4 3".ljust(32, b"\0") + values.astype("u1").tobytes())
    run("forward", "in.dummy", "-o", "c.npy")
    run("inverse", "c.npy", "-o", "back.dummy")
    assert (tmp_path / "back.dummy").read_bytes() == (tmp_path / "in.dummy").read_bytes()
    assert "format     dummy, uint8" in run("info", "back.dummy").stdout


def test_dummy_engine(run, tmp_path, values):
    assert "dummy" in run("devices").stdout
    np.save(tmp_path / "in.npy", values)
    run("forward", "in.npy", "-o", "c.npy", "--engine", "dummy", "--kind", "identity")
    assert np.array_equal(np.load(tmp_path / "c.npy"), values)
