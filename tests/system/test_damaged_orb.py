# What `orbital compress` refuses, and files that `orbital expand` must not believe: one line that says so, under the
# sanitizers.
# SPDX-License-Identifier: Apache-2.0
import json
import subprocess

import numpy as np
import pytest

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]


def rewritten(path, change):
    """A copy whose text was changed, with a right check sum."""
    plain, copy = path.with_name("x"), path.with_name("x.orb")
    held = subprocess.run(["zstd", "-dcq", path], capture_output=True, check=True).stdout
    line, sections = held.split(b"\n", 1)
    text = json.loads(line)
    change(text)
    plain.write_bytes(json.dumps(text).encode() + b"\n" + sections)
    subprocess.run(["zstd", "-qf", plain, "-o", copy], check=True)
    return copy.name


def test_what_is_refused(fails, run, tmp_path, rng):
    volume = rng.normal(size=(8, 8, 8))
    np.save(tmp_path / "good.npy", volume)
    np.save(tmp_path / "complex.npy", volume + 1j)
    np.save(tmp_path / "large.npy", np.array([-1.7e308, 1.7e308]).reshape(2, 1, 1))
    volume[1, 2, 3] = np.nan
    np.save(tmp_path / "nan.npy", volume)
    options = ["-o", "c.orb", "--engine", "cpu"]
    fails("compress", "nan.npy", *options, says=["(1, 2, 3)", "not a number"])
    fails("compress", "complex.npy", *options, says="complex")
    fails("compress", "large.npy", *options, says="range")
    fails("compress", "good.npy", *options, "--max-error", "0", says=["--max-error", "finest step"])
    fails("compress", "good.npy", *options, "--psnr", "900", says=["--psnr", "finest step"])
    for wrong, says in [(["--quality", "201"], "not a quality"), (["--quality", "1", "--psnr", "3"], "two limits"),
                        (["--kind", "dft"], "neither dft"), (["--norm", "backward"], "orthonormal"),
                        (["--dtype", "uint8"], "keeps the element type"), (["-o", "c.nii"], "ends in .orb")]:
        fails("compress", "good.npy", *options, *wrong, code=2, says=says)
    fails("compress", "good.npy", "--engine", "cpu", code=2, says="--curve")
    run("compress", "good.npy", *options)
    fails("expand", "c.orb", "-o", "good.npy", says="exists")
    fails("expand", "c.orb", "-o", "out.npy", "--block", "8", code=2, says="leave out")
    fails("expand", "good.npy", "-o", "out.npy", says="is not a compressed volume")
    fails("forward", "c.orb", "-o", "out.npy", says="does not end in one")


def test_damage(tmp_path, rng, run, orbital):
    """Bytes changed, and other lengths, are errors of one line, or change nothing: a few bits of zstd mean nothing."""
    np.save(tmp_path / "in.npy", rng.integers(0, 99, (8, 3, 9)).astype("u1"))
    run("compress", "in.npy", "-o", "c.orb", "--quality", "40", "--engine", "cpu")
    run("expand", "c.orb", "-o", "good.npy", "--engine", "cpu")
    data, good = ((tmp_path / name).read_bytes() for name in ("c.orb", "good.npy"))
    flipped = [data[:i] + bytes([data[i] ^ 1 << int(rng.integers(8))]) + data[i + 1:]
               for i in rng.choice(len(data), 10, replace=False)]
    cut = [data[:int(n)] for n in [1, 8, 15, len(data) - 1, *rng.integers(16, len(data), 4)]]
    for damaged in [*flipped, *cut, data + b"\0"]:
        (tmp_path / "x.orb").write_bytes(damaged)
        done = subprocess.run([orbital, "expand", "x.orb", "-o", "out.npy", "--engine", "cpu", "-f"], cwd=tmp_path,
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            assert done.returncode == 1 and done.stderr.count("\n") == 1 and "x.orb" in done.stderr
            assert not (tmp_path / "out.npy").exists()
        else:
            assert damaged in flipped and (tmp_path / "out.npy").read_bytes() == good
            (tmp_path / "out.npy").unlink()


def set_in(*path_and_value):
    *path, last, value = path_and_value

    def change(text):
        for key in path:
            text = text[key]
        text[last] = value
    return change


@pytest.mark.parametrize("change", [
    set_in("version", 3), set_in("dtype", "complex64"), set_in("dtype", "string"), set_in("step", 0),
    set_in("step", -1),
    set_in("slope", 0), set_in("shape", [9, 3, 9]), set_in("shape", [0, 3, 9]), set_in("shape", [8, 3]),
    set_in("transform", "shape", [8, 8, 1 << 40]), set_in("transform", "shape", [1 << 62, 1 << 62, 16]),
    set_in("transform", "block", [8, 8, 3]), set_in("transform", "block", [8, 8, 0]), set_in("transform", {}),
    set_in("transform", "kind", ["dft", "dct", "dct"]), set_in("transform", "kind", ["matrix:m.npy", "dct", "dct"]),
    set_in("transform", "norm", "forward"), set_in("sections", "map", 1 << 50),
    set_in("sections", {}), set_in("sections", "map", -1), set_in("sections", "values", -1),
    set_in("sections", "values", 0), set_in("sections", "header", 1)])
def test_false_texts(tmp_path, rng, run, change):
    """Files that say what cannot be, although their check sum is right."""
    np.save(tmp_path / "in.npy", rng.integers(0, 99, (8, 3, 9)).astype("u1"))
    run("compress", "in.npy", "-o", "c.orb", "--quality", "40", "--engine", "cpu")
    done = run("expand", rewritten(tmp_path / "c.orb", change), "-o", "out.npy", "--engine", "cpu", code=1)
    assert done.stderr.count("\n") == 1 and not (tmp_path / "out.npy").exists()
