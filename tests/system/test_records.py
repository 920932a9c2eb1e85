# Records are data: whatever somebody writes into the record of a transform is checked, and never followed blindly.
# SPDX-License-Identifier: Apache-2.0
import json
import os

import h5py
import nibabel
import numpy as np
import pytest
from volume_files import path_of

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]

CURE = "use the file and the record as orbital forward wrote them"


@pytest.fixture
def sidecar(run, tmp_path, values):
    """The record beside c.npy, the coefficients of a small volume of floats."""
    np.save(tmp_path / "in.npy", values.astype("f4"))
    run("forward", "in.npy", "-o", "c.npy")
    return tmp_path / "c.npy.orbital.json"


def rewrite(sidecar, change):
    content = json.loads(sidecar.read_text())
    change(content)
    sidecar.write_text(json.dumps(content))


def put(member, value):
    return lambda content: content["orbital"].update({member: value})


LONG = "cpu:" + "x" * 80
WRONG = [
    ("version", 3), ("version", "1"), ("version", "0.1.0; rm"), ("version", "9" * 40), ("version", None),
    ("shape", [5, 4, 3.0]), ("shape", [5, 4, True]), ("shape", ["5", "4", "3"]), ("shape", []), ("shape", [-5, 4, 3]),
    ("shape", [5, 4, 3, 1]), ("shape", {"0": 5}), ("shape", [1 << 62, 1 << 62, 1 << 62]),
    ("input", "imaginary"), ("input", 1), ("input", None),
    ("kind", "dct"), ("kind", ["dct", "dct", 1]), ("kind", ["dct", "dct", "matrix"]), ("kind", ["dct", "dct", "DCT"]),
    ("kind", ["dct", "dct", "matrix:\x1b[2J.npy"]),
    ("type", [2, 2, 0]), ("type", [2, 2, 5]), ("type", [2, 2, -1]), ("type", [2, 2, 2.0]), ("type", [2, 2, "2"]),
    ("type", [2, 2, 1 << 40]), ("type", 2),
    ("norm", 1), ("norm", ["ortho"]), ("norm", ""),
    ("block", [5, 4, 0]), ("block", [5, 4, -3]), ("block", [5, 4, 3.0]), ("block", [5, 4, 1 << 62]), ("block", None),
    ("engine", 3), ("engine", LONG), ("engine", "cpu\x1b[2J"), ("engine", "cpu\n"), ("engine", None),
    ("scale", "0"), ("scale", -1.0), ("scale", True), ("scale", [0]), ("scale", 1e300), ("scale", 1.0),
    ("dtype", "float8"), ("dtype", 4), ("dtype", "complex64"), ("dtype", ""), ("dtype", None),
    ("threads", 4), ("", 0), ("Shape", [5, 4, 3]),
]


@pytest.mark.parametrize("member, value", WRONG)
def test_wrong_member(fails, sidecar, member, value):
    rewrite(sidecar, put(member, value))
    fails("inverse", "c.npy", "-o", "back.npy", says="c.npy")


@pytest.mark.parametrize("member", ["shape", "kind", "type", "norm", "block"])
def test_missing_member(fails, sidecar, member):
    rewrite(sidecar, lambda content: content["orbital"].pop(member))
    fails("inverse", "c.npy", "-o", "back.npy", says=["c.npy", CURE])


def test_types_of_kinds_that_have_none(fails, sidecar):
    for kind, number in [("dht", 1), ("identity", 2), ("dft", 1), ("dwht", 0), ("dwht", 3)]:
        rewrite(sidecar, put("kind", ["dct", kind, "dct"]))
        rewrite(sidecar, put("type", [2, number, 2]))
        fails("inverse", "c.npy", "-o", "back.npy", says=["c.npy", CURE])


@pytest.mark.parametrize("old, new", [
    ('"norm": "ortho"', '"norm": "backward", "norm": "ortho"'), ('"orbital": {', '"orbital": {}, "orbital": {'),
    ('"scale": 0.0', '"scale": NaN'), ('"scale": 0.0', '"scale": 1e999'), ('"scale": 0.0', '"scale": -Infinity'),
    ('"block": [', '"block": [99999999999999999999999, '), ('"orbital": {', '"script": "x", "orbital": {'),
    ('"orbital": {', '"orbital": [{'), ('"orbital": {', '"orbital": {"norm": "\\u0000", ')])
def test_text_that_is_no_record(fails, sidecar, old, new):
    text = json.dumps(json.loads(sidecar.read_text()))
    assert old in text
    sidecar.write_text(text.replace(old, new))
    fails("inverse", "c.npy", "-o", "back.npy", says="c.npy")


def test_record_of_a_later_version(fails, sidecar):
    """What it means by the same members is not known here."""
    rewrite(sidecar, put("version", "99.1.0"))
    fails("inverse", "c.npy", "-o", "back.npy", says=["c.npy", "orbital 99.1.0", "that version or a later one"])


def test_record_of_no_version(run, sidecar):
    """The first records had none."""
    rewrite(sidecar, lambda content: content["orbital"].pop("version"))
    run("inverse", "c.npy", "-o", "back.npy")


def test_endless_sidecar(fails, sidecar):
    """Neither a pipe that nobody fills nor gigabytes of text are read."""
    sidecar.unlink()
    os.mkfifo(sidecar)
    fails("inverse", "c.npy", "-o", "back.npy", says=[sidecar.name, "not a regular file"], timeout=60)
    sidecar.unlink()
    with open(sidecar, "wb") as file:
        file.truncate(1 << 36)
    fails("inverse", "c.npy", "-o", "back.npy", says=[sidecar.name, "is not an orbital record"], timeout=60)


@pytest.mark.parametrize("change", [{"endian": "middle"}, {"endian": 1}, {"shape": [5, 4, 3.0]}, {"dtype": "float"},
                                    {"shape": [5, 4, 3, 1, 1]}, {"offset": 4}])
def test_wrong_layout(run, fails, tmp_path, values, change):
    np.save(tmp_path / "in.npy", values.astype("f4"))
    run("forward", "in.npy", "-o", "c.raw")
    rewrite(tmp_path / "c.raw.orbital.json", lambda content: content["raw"].update(change))
    fails("inverse", "c.raw", "-o", "back.npy", says=["c.raw", "give --shape and --dtype"])


# ---- records within files ----

def spoil_nifti(path, change):
    image = nibabel.load(path)
    extension, = image.header.extensions
    content = extension.get_content().rstrip(b"\0")
    image.header.extensions[0] = nibabel.nifti1.Nifti1Extension("comment", change(content))
    nibabel.save(image, path)


def spoil_bytes(path, change):
    """Of a NRRD file whose header ends behind a blank line."""
    head, data = path.read_bytes().split(b"\n\n", 1)
    before, record = head.split(b"orbital:=")
    path.write_bytes(before + b"orbital:=" + change(record) + b"\n\n" + data)


def spoil_hdf5(path, change):
    with h5py.File(path, "r+") as file:
        file["v"].attrs["orbital"] = change(file["v"].attrs["orbital"].encode()).decode()


SPOIL = {"c.nii": spoil_nifti, "c.nrrd": spoil_bytes, "c.h5:/v": spoil_hdf5}
CHANGES = {
    "two norms": lambda text: text.replace(b'norm', b'norm\":\"ortho\",\"norm', 1).replace(b'\\"', b'"'),
    "cut": lambda text: text[:-9],
    "NaN": lambda text: text.replace(b"0.0", b"NaN"),
    "unknown member": lambda text: text.replace(b'"norm', b'"jobs":9,"norm'),
    "wrong kind": lambda text: text.replace(b'"dct"', b'"fft"', 1),
}


@pytest.mark.parametrize("name", SPOIL)
@pytest.mark.parametrize("change", CHANGES)
def test_record_within_a_file(run, fails, tmp_path, values, name, change):
    """A record that cannot be read is an error, as is a wrong one: it is not taken for none."""
    np.save(tmp_path / "in.npy", values.astype("f4"))
    run("forward", "in.npy", "-o", name)
    before = (tmp_path / path_of(name)).read_bytes()
    SPOIL[name](tmp_path / path_of(name), CHANGES[change])
    assert (tmp_path / path_of(name)).read_bytes() != before
    fails("inverse", name, "-o", "back.npy", says=[name.split(":")[0], "record", "damaged"])


def test_comments_of_others_are_no_records(run, tmp_path, values):
    """Also if they are JSON, or speak of orbital."""
    image = nibabel.Nifti1Image(values.astype("f4"), np.eye(4))
    for text in [b"orbital", b'{"orbit": 1}', b"{", b"[1, 2]"]:
        image.header.extensions.append(nibabel.nifti1.Nifti1Extension("comment", text))
    nibabel.save(image, tmp_path / "in.nii")
    run("forward", "in.nii", "-o", "c.nii")
    run("inverse", "c.nii", "-o", "back.nii")
    assert np.allclose(nibabel.load(tmp_path / "back.nii").get_fdata(), values, atol=1e-4)


# ---- files that are no longer those of their record ----

@pytest.mark.parametrize("name", ["c.npy", "c.raw", "c.tif", "c.mrc", "c.npy.gz"])
@pytest.mark.parametrize("kind", ["dct", "dft"])
def test_other_values_than_those_of_the_record(run, tmp_path, rng, name, kind):
    """A warning says that the values of a file are not those of the record beside it."""
    shape = (5, 4, 3)
    np.save(tmp_path / "in.npy", rng.normal(size=shape).astype("f4"))
    run("forward", "in.npy", "-o", name, "--kind", kind)
    assert run("inverse", name, "-o", "back.npy").stderr == ""
    sidecar = tmp_path / f"{name}.orbital.json"
    kept = sidecar.read_text()
    run("forward", "in.npy", "-o", name, "--kind", kind, "--norm", "backward", "--force")
    other = (tmp_path / name).read_bytes()
    sidecar.write_text(kept)
    done = run("inverse", name, "-o", "back.npy", "--force")
    assert done.stderr.count("\n") == 1
    assert f"{name}: its values are not those that {sidecar.name} was written with" in done.stderr
    assert (tmp_path / name).read_bytes() == other


def test_coefficients_of_another_type_or_order(run, tmp_path, rng):
    """The same numbers are the same coefficients, however they are stored; one that moved is noticed."""
    np.save(tmp_path / "in.npy", rng.normal(size=(5, 4, 3)).astype("f4"))
    run("forward", "in.npy", "-o", "c.npy")
    coefficients = np.load(tmp_path / "c.npy")
    for dtype in [">f4", "<f8"]:
        np.save(tmp_path / "c.npy", coefficients.astype(dtype))
        assert run("inverse", "c.npy", "-o", "back.npy", "--force").stderr == ""
    swapped = coefficients.copy()
    swapped[0, 0, 0], swapped[4, 3, 2] = swapped[4, 3, 2], swapped[0, 0, 0]
    for other in [swapped, -coefficients, coefficients * (1 + 1e-6), np.zeros_like(coefficients)]:
        np.save(tmp_path / "c.npy", other.astype("f4"))
        assert "its values are not those" in run("inverse", "c.npy", "-o", "back.npy", "--force").stderr


def test_series_and_pieces_know_their_values(run, tmp_path, rng):
    np.save(tmp_path / "in.npy", rng.normal(size=(40, 30, 20, 3)).astype("f4"))
    run("forward", "in.npy", "-o", "c.npy", "--block", "8", "--memory", "1")
    assert run("inverse", "c.npy", "-o", "back.npy", "--memory", "1").stderr == ""
    assert run("inverse", "c.npy", "-o", "one.npy", "--volume", "1").stderr == ""
    changed = np.load(tmp_path / "c.npy")
    changed[39, 29, 19, 2] += 1
    np.save(tmp_path / "c.npy", changed)
    assert "its values are not those" in run("inverse", "c.npy", "-o", "back.npy", "--memory", "1", "--force").stderr


def test_wrong_checksum(fails, sidecar):
    for value in [1, "", "12", "x" * 16, "0123456789abcdef0", None]:
        rewrite(sidecar, lambda content, value=value: content.update({"values": value}))
        fails("inverse", "c.npy", "-o", "back.npy", says=[sidecar.name, "is not an orbital record"])


def test_last_place_hides_no_imaginary_part(run, tmp_path, rng):
    """Rounding errors of the forward transform are not larger than its coefficients, whatever a record claims."""
    np.save(tmp_path / "in.npy", rng.normal(size=(8, 8, 8)).astype("f4"))
    run("forward", "in.npy", "-o", "c.npy", "--kind", "dft")
    changed = rng.normal(size=(8, 8, 8)) + 1j * rng.normal(size=(8, 8, 8))
    np.save(tmp_path / "c.npy", changed.astype("c8"))
    rewrite(tmp_path / "c.npy.orbital.json", put("engine", "hls:p=2,b=4,full=4,w=16"))
    rewrite(tmp_path / "c.npy.orbital.json", put("scale", 1e30))
    done = run("inverse", "c.npy", "-o", "back.npy", "--engine", "cpu")
    assert "imaginary parts of up to" in done.stderr and np.load(tmp_path / "back.npy").dtype == "complex64"


def test_scaled_elements_keep_their_precision(run, tmp_path, rng):
    """A slope makes fractions of integers; those of 32 bits come back in double precision."""
    for dtype, restored in [("int16", "float32"), ("int32", "float64"), ("float64", "float64")]:
        image = nibabel.Nifti1Image(rng.integers(-30000, 30000, (5, 4, 3)).astype(dtype), np.eye(4))
        image.header.set_slope_inter(0.25, 3)
        nibabel.save(image, tmp_path / "in.nii")
        run("forward", "in.nii", "-o", "c.nii", "--force")
        run("inverse", "c.nii", "-o", "back.nii", "--force")
        back = nibabel.load(tmp_path / "back.nii")
        assert back.get_data_dtype() == restored
        error = back.get_fdata() - nibabel.load(tmp_path / "in.nii").get_fdata()
        assert np.abs(error).max() <= (0.01 if restored == "float32" else 1e-9)
