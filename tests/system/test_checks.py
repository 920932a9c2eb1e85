# Commands that check do find errors: a library between the command and the engine gives it wrong results, a NaN, or
# none at all.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import subprocess

import numpy as np
import pytest

pytestmark = pytest.mark.quick

SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <orbital/orbital.h>

/* SPOIL_CALL is the number of the execution that is spoiled, from 0, SPOIL what becomes of it. */
orb_status orb_execute(orb_plan *plan, const void *in, void *out, orb_report *report)
{
    static int calls;
    orb_status (*real)(orb_plan *, const void *, void *, orb_report *);
    const char *spoil = getenv("SPOIL");
    const int call = calls++, wanted = atoi(getenv("SPOIL_CALL"));
    orb_status status;

    *(void **)&real = dlsym(RTLD_NEXT, "orb_execute");
    if (call == wanted && !strcmp(spoil, "missing")) {
        void *elsewhere = calloc(1 << 20, 1);
        status = real(plan, in, elsewhere, report);
        free(elsewhere);
        return status;
    }
    status = real(plan, in, out, report);
    if (call == wanted && !strcmp(spoil, "nan"))
        ((ELEMENT *)out)[100] = NAN;
    if (call == wanted && !strcmp(spoil, "infinite"))
        ((ELEMENT *)out)[100] = INFINITY;
    if (call == wanted && !strcmp(spoil, "wrong"))
        ((ELEMENT *)out)[100] += (ELEMENT)1e-3;
    if (call == wanted && !strcmp(spoil, "sign"))
        ((ELEMENT *)out)[0] *= -1;
    return status;
}
"""


@pytest.fixture(scope="module")
def shim(root, tmp_path_factory):
    """shim(element) is the library for arrays of float or double."""
    folder = tmp_path_factory.mktemp("shim")
    (folder / "shim.c").write_text(SHIM)
    for element in ["float", "double"]:
        subprocess.run(["cc", "-shared", "-fPIC", f"-DELEMENT={element}", f"-I{root / 'host/include'}", "shim.c", "-o",
                        f"{element}.so", "-ldl"], cwd=folder, check=True)
    return lambda element: folder / f"{element}.so"


@pytest.fixture
def spoiled(run, shim):
    """spoiled(spoil, call, element, argument...) runs a command of which an execution goes wrong."""
    def run_spoiled(spoil, call, element, *arguments, code):
        return run(*arguments, code=code, env={**os.environ, "LD_PRELOAD": str(shim(element)), "SPOIL": spoil,
                                               "SPOIL_CALL": str(call)})
    return run_spoiled


SPOILS = ["nan", "infinite", "wrong", "sign", "missing"]


@pytest.mark.parametrize("spoil", SPOILS)
@pytest.mark.parametrize("call", [4, 5])
@pytest.mark.parametrize("element", ["float", "double"])
def test_bench(spoiled, tmp_path, spoil, call, element):
    """The last forward or the last inverse transform is wrong."""
    options = ["bench", "--size", "9,8,7", "--repeat", "2", "--json", "r.json"]
    options += ["--double"] if element == "double" else []
    done = spoiled(spoil, call, element, *options, code=1)
    assert done.stdout == "" and done.stderr.count("\n") == 1
    assert "the engine computes wrongly" in done.stderr and not (tmp_path / "r.json").exists()
    spoiled("nothing", call, element, *options, code=0)
    assert 0 <= json.loads((tmp_path / "r.json").read_text())["error"] < 1e-5


@pytest.mark.parametrize("spoil", ["nan", "infinite"])
def test_bench_of_a_fixed_point_array(spoiled, engine, spoil):
    spoiled(spoil, 3, "float", "bench", "--size", "8", "--repeat", "1", "--engine", engine, code=1)


@pytest.mark.parametrize("name", ["cpu", "cpu:float32", "hls:p=2,b=4,full=4,w=16,jobs=1", "hls:float32,jobs=1",
                                  "hls:bfloat16,jobs=1"])
@pytest.mark.parametrize("spoil", SPOILS)
@pytest.mark.parametrize("kind", ["dct", "dft"])
def test_roundtrip(spoiled, tmp_path, rng, name, spoil, kind):
    """Of a small error, coarse engines see nothing."""
    np.save(tmp_path / "in.npy", rng.normal(size=(8, 8, 8)) + 5)
    options = ["roundtrip", "in.npy", "--check", "--kind", kind, "--engine", name, "-o", "r.npy"]
    small = spoil == "wrong" and name not in ("cpu", "cpu:float32", "hls:float32,jobs=1")
    done = spoiled(spoil, 0, "double", *options, code=0 if small else 1)
    if done.returncode:
        assert "in.npy" in done.stderr and not (tmp_path / "r.npy").exists()
    spoiled("nothing", 0, "double", *options, "--force", code=0)


def test_check_of_a_wrong_reference(spoiled, tmp_path, rng):
    """The third execution is that of the check: it is not taken for right either."""
    np.save(tmp_path / "in.npy", rng.normal(size=(8, 8, 8)) + 5)
    for spoil in SPOILS:
        done = spoiled(spoil, 2, "double", "roundtrip", "in.npy", "--check", code=1)
        assert "rounding explains" in done.stderr


@pytest.mark.parametrize("kind, norm", [("dct", "backward"), ("dft", "forward"), ("dht", "ortho"), ("dwht", "backward"),
                                        ("dst", "forward"), ("identity", "ortho")])
@pytest.mark.parametrize("name", ["cpu", "hls:p=2,b=4,full=4,w=16,jobs=1", "hls:float32,jobs=1"])
def test_bounds_are_near(run, report, tmp_path, rng, kind, norm, name):
    """A bound that nothing exceeds would check nothing: it is within two decades of the errors, or tiny."""
    np.save(tmp_path / "in.npy", rng.normal(size=(16, 16, 16)))
    run("roundtrip", "in.npy", "--check", "--kind", kind, "--norm", norm, "--engine", name, "--json", "r.json")
    check = report()["check"]
    assert check["rms_difference"] <= check["rms_allowed"] <= check["max_allowed"]
    assert check["rms_allowed"] <= max(100 * check["rms_difference"], 1e-5 * check["max_coefficient"])
    run("bench", "--size", "16", "--kind", kind, "--norm", norm, "--engine", name, "--repeat", "1")
