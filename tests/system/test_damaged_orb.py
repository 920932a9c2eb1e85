# What `orbital compress` refuses, and files that `orbital expand` must not believe: one line that says so, under the
# sanitizers.
# SPDX-License-Identifier: Apache-2.0
import gzip
import json
import struct
import subprocess

import nibabel
import numpy as np
import pytest

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]


def packed(path, line, sections):
    """A file x.orb beside another one, with a right check sum."""
    plain, copy = path.with_name("x"), path.with_name("x.orb")
    plain.write_bytes(line + b"\n" + sections)
    subprocess.run(["zstd", "-qf", plain, "-o", copy], check=True)
    return copy.name


def unpacked(path):
    return subprocess.run(["zstd", "-dcq", path], capture_output=True, check=True).stdout.split(b"\n", 1)


def rewritten(path, change):
    """A copy whose text was changed."""
    line, sections = unpacked(path)
    text = json.loads(line)
    change(text)
    return packed(path, json.dumps(text).encode(), sections)


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
                        (["--dtype", "uint8"], "keeps the element type"), (["-o", "c.nii"], "is given twice")]:
        fails("compress", "good.npy", *options, *wrong, code=2, says=says)
    fails("compress", "good.npy", "-o", "c.nii", "--engine", "cpu", code=2, says="ends in .orb")
    fails("compress", "good.npy", "--engine", "cpu", code=2, says="--curve")
    run("compress", "good.npy", *options)
    fails("expand", "c.orb", "-o", "good.npy", says="exists")
    fails("expand", "c.orb", "-o", "out.npy", "--block", "8", code=2, says="leave out")
    (tmp_path / "good.npy.gz").write_bytes(gzip.compress((tmp_path / "good.npy").read_bytes()))
    nibabel.save(nibabel.Nifti1Image(np.zeros((2, 3, 4), "u1"), np.eye(4)), tmp_path / "good.nii.gz")
    for name in ["good.npy", "good.npy.gz", "good.nii.gz"]:
        fails("expand", name, "-o", "out.npy",
              says=f"orbital: {name}: is not a compressed volume: give a file that orbital compress wrote\n")
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
    set_in("version", 2.0), set_in("version", True), set_in("first_fastest", 1), set_in("big_endian", "yes"),
    set_in("shape", [8, 3, 9, 1]), set_in("shape", [8, 3, 9.0]), set_in("dtype", 1), set_in("transform", []),
    set_in("step", 1e6), set_in("step", 1e300), set_in("step", "1"), set_in("middle", 256.0), set_in("middle", -1.0),
    set_in("middle", 1e300), set_in("middle", None), set_in("slope", 1e-9), set_in("slope", -1.0),
    set_in("intercept", 1e300), set_in("intercept", -300.0), set_in("author", "x"), set_in("sections", "more", 0),
    set_in("sections", "header", 0.0), set_in("transform", "scale", -1.0), set_in("transform", "jobs", 9),
    set_in("transform", "type", [2, 2, 5]), set_in("transform", "input", "complex"),
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


@pytest.mark.parametrize("old, new", [(b'"step":', b'"step": 1.0, "step":'), (b'"middle":', b'"middle": NaN, "m":'),
                                      (b'"norm":', b'"norm":"forward","norm":'), (b'"step":', b'"step": 1e999, "s":'),
                                      (b'{', b'[{'), (b'"dtype":', b'"dtype":"\\u0000'), (b"}", b"} {}")])
def test_texts_that_are_no_description(tmp_path, rng, run, old, new):
    np.save(tmp_path / "in.npy", rng.integers(0, 99, (8, 3, 9)).astype("u1"))
    run("compress", "in.npy", "-o", "c.orb", "--quality", "40", "--engine", "cpu")
    line, sections = unpacked(tmp_path / "c.orb")
    assert old in line
    name = packed(tmp_path / "c.orb", line.replace(old, new), sections)
    done = run("expand", name, "-o", "out.npy", "--engine", "cpu", code=1)
    assert done.stderr.count("\n") == 1 and not (tmp_path / "out.npy").exists()


HEADER_FIELDS = {"first axis": (42, "<h", 9), "more axes": (40, "<h", 8), "a series": (40, "<5h", 4, 8, 3, 9, 2),
                 "element type": (70, "<h", 4), "offset": (108, "<f", 4096), "slope": (112, "<f", 3),
                 "intercept": (116, "<f", 3), "size": (0, "<i", 540), "half of a pair": (344, "4s", b"ni1"),
                 "byte order": (0, ">i", 348)}


@pytest.mark.parametrize("field", HEADER_FIELDS)
def test_header_of_another_volume(tmp_path, rng, run, field):
    """The NIfTI header is given back byte by byte: it has to be that of the volume."""
    volume = nibabel.Nifti1Image(rng.integers(0, 99, (8, 3, 9)).astype("u1"), np.eye(4))
    volume.header.set_slope_inter(2, 1)
    nibabel.save(volume, tmp_path / "in.nii")
    run("compress", "in.nii", "-o", "c.orb", "--quality", "40", "--engine", "cpu")
    run("expand", "c.orb", "-o", "out.nii", "--engine", "cpu")
    (tmp_path / "out.nii").unlink()
    line, sections = unpacked(tmp_path / "c.orb")
    at, form, *values = HEADER_FIELDS[field]
    data = bytearray(sections)
    data[at:at + struct.calcsize(form)] = struct.pack(form, *values)
    name = packed(tmp_path / "c.orb", line, bytes(data))
    done = run("expand", name, "-o", "out.nii", "--engine", "cpu", code=1)
    assert done.stderr.count("\n") == 1 and "x.orb" in done.stderr and not (tmp_path / "out.nii").exists()
