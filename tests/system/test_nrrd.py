# NRRD files: what is read and written, against pynrrd.
# SPDX-License-Identifier: Apache-2.0
import json

import nibabel
import nrrd
import numpy as np
import pytest

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]

TYPES = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64"]
# what pynrrd keeps of a file, with more than one kind of value
HEADER = {"space": "left-posterior-superior", "space directions": np.diag([0.5, 1.5, 2.0]),
          "space origin": [1.0, -2.0, 3.5], "kinds": ["domain", "domain", "domain"], "labels": ["x", "y", "z"],
          "sample units": "Hounsfield units", "a key": "a value"}


@pytest.mark.parametrize("encoding", ["raw", "gzip", "ascii"])
@pytest.mark.parametrize("endian", ["little", "big"])
@pytest.mark.parametrize("dtype", TYPES)
def test_is_read(copy, tmp_path, values, dtype, endian, encoding):
    nrrd.write(str(tmp_path / "in.nrrd"), values.astype(dtype), {"encoding": encoding, "endian": endian})
    copy("in.nrrd", "out.npy")
    assert np.array_equal(np.load(tmp_path / "out.npy"), values)


def test_header_with_its_data_elsewhere_is_read(copy, fails, tmp_path, values):
    nrrd.write(str(tmp_path / "in.nhdr"), values.astype("int16"), detached_header=True)
    copy("in.nhdr", "out.npy")
    assert np.array_equal(np.load(tmp_path / "out.npy"), values)
    fails("forward", "in.nhdr", "-o", "out.nhdr", "--engine", "cpu", says="detached headers cannot be written")


@pytest.mark.parametrize("dtype", TYPES)
def test_is_written(copy, tmp_path, values, dtype):
    np.save(tmp_path / "in.npy", values.astype("float64"))
    copy("in.npy", "out.nrrd", "--dtype", dtype)
    data, header = nrrd.read(str(tmp_path / "out.nrrd"))
    assert data.dtype == dtype and np.array_equal(data, values)
    assert json.loads(header["orbital"])["kind"] == ["identity"] * 3


def test_header_is_kept(copy, tmp_path, values):
    nrrd.write(str(tmp_path / "in.nrrd"), values.astype("int16"), dict(HEADER))
    copy("in.nrrd", "out.nrrd")
    data, header = nrrd.read(str(tmp_path / "out.nrrd"))
    assert np.array_equal(data, values) and data.dtype == np.float32
    for key, value in HEADER.items():
        assert np.array_equal(header[key], value), key


def test_complex_numbers(run, tmp_path, rng):
    """A file whose first axis is the two parts of complex numbers, there and back."""
    values = rng.normal(size=(5, 4, 3)) + 1j * rng.normal(size=(5, 4, 3))
    np.save(tmp_path / "in.npy", values)
    run("forward", "in.npy", "-o", "c.nrrd", "--engine", "cpu", "--kind", "dft", "--dtype", "complex128")
    data, header = nrrd.read(str(tmp_path / "c.nrrd"))
    assert header["kinds"][0] == "complex" and data.shape == (2, *values.shape)
    assert np.allclose(data[0] + 1j * data[1], np.fft.fftn(values, norm="ortho"))
    run("inverse", "c.nrrd", "-o", "back.npy", "--engine", "cpu", "--dtype", "complex128")
    assert np.allclose(np.load(tmp_path / "back.npy"), values)


def test_axes_are_those_of_nifti(copy, tmp_path, values):
    nibabel.save(nibabel.Nifti1Image(values.astype("int16"), np.eye(4)), tmp_path / "in.nii")
    copy("in.nii", "out.nrrd")
    copy("out.nrrd", "back.nii")
    assert np.array_equal(nrrd.read(str(tmp_path / "out.nrrd"))[0], values)
    assert np.array_equal(nibabel.load(tmp_path / "back.nii").get_fdata(), values)


def test_record_goes_with_the_inverse(run, tmp_path, values):
    nrrd.write(str(tmp_path / "in.nrrd"), values.astype("int16"), dict(HEADER))
    run("forward", "in.nrrd", "-o", "c.nrrd", "--engine", "cpu", "--block", "4")
    run("inverse", "c.nrrd", "-o", "back.nrrd", "--dtype", "int16")
    data, header = nrrd.read(str(tmp_path / "back.nrrd"))
    assert np.array_equal(data, values) and "orbital" not in header and header["a key"] == "a value"


@pytest.mark.parametrize("change, says", [
    (lambda data: data[:-1], "truncated, or its header is wrong"),
    (lambda data: b"NRRD0004\n", "not a readable NRRD file"),
    (lambda data: b"nothing of it", "not a readable NRRD file"),
    (lambda data: data.replace(b"sizes: 5 4 3", b"sizes: 5 4 0"), "not a readable NRRD file"),
    (lambda data: data.replace(b"sizes: 5 4 3", b"sizes: 500000 400000 300000"), "its header is wrong"),
    (lambda data: data.replace(b"dimension: 3", b"dimension: 5").replace(b"5 4 3", b"5 2 2 1 3"),
     "more than four axes"),
])
def test_damage_is_told(fails, tmp_path, values, change, says):
    nrrd.write(str(tmp_path / "in.nrrd"), values.astype("int16"), {"encoding": "raw"})
    (tmp_path / "in.nrrd").write_bytes(change((tmp_path / "in.nrrd").read_bytes()))
    fails("info", "in.nrrd", says=says)


def test_header_refused_when_the_library_has_closed_the_file(fails, tmp_path, values, monkeypatch):
    monkeypatch.setenv("ASAN_OPTIONS", "detect_leaks=0:exitcode=99")  # libteem keeps memory of its own then
    nrrd.write(str(tmp_path / "in.nrrd"), values.astype("int16"), {"encoding": "raw"})
    data = (tmp_path / "in.nrrd").read_bytes()
    (tmp_path / "in.nrrd").write_bytes(data.replace(b"encoding: raw", b"kinds: complex domain domain\nencoding: raw"))
    fails("info", "in.nrrd", says="complex requires size 2")


def test_types_that_it_has_not(fails, tmp_path, values):
    np.save(tmp_path / "in.npy", values.astype("float64"))
    fails("forward", "in.npy", "-o", "out.nrrd", "--engine", "cpu", "--dtype", "float16", says="no element type")


def test_complex_integers_are_refused(fails, tmp_path, rng):
    """No element type holds them: they are not the bytes of complex64."""
    parts = rng.integers(0, 100, (2, 5, 4, 3)).astype("int32")
    nrrd.write(str(tmp_path / "in.nrrd"), parts, {"kinds": ["complex"] + ["domain"] * 3})
    fails("info", "in.nrrd", says="holds elements of type complex int")


@pytest.mark.parametrize("kind", ["list", "vector", "RGB-color", "3-vector"])
def test_only_the_fourth_axis_may_be_none_of_space(run, fails, tmp_path, rng, kind):
    values = rng.normal(size=(3, 4, 5, 3)).astype("float32")
    nrrd.write(str(tmp_path / "last.nrrd"), values, {"kinds": ["domain"] * 3 + [kind]})
    assert json.loads(run("info", "last.nrrd", "--json", "-").stdout)["volume"]["volumes"] == 3
    nrrd.write(str(tmp_path / "first.nrrd"), values, {"kinds": [kind] + ["domain"] * 3})
    fails("info", "first.nrrd", says=["axis 0", kind, "unu permute"])


LONG = "x" * 3000


@pytest.mark.parametrize("line", [LONG, f"{LONG}: 3", f"content:{LONG}", f"space: {LONG}",
                                  f"kinds: domain domain {LONG}", f"sizes: 4 4 {LONG}", f"encoding: {LONG}",
                                  f"endian: {LONG}", f"space: a:={LONG}", f"old min: {LONG}"],
                         ids=lambda line: line[:12])
@pytest.mark.parametrize("ending", ["nrrd", "nhdr"])
def test_long_fields(fails, tmp_path, line, ending):
    """libteem 1.12.0 overflows a buffer on its stack with them."""
    header = f"NRRD0005\r\ntype: uint8\ndimension: 3\n{line}\nsizes: 4 4 4\nencoding: raw\n\n"
    (tmp_path / f"in.{ending}").write_bytes(header.encode() + bytes(64))
    fails("info", f"in.{ending}", says=["has more than 400 characters", "convert it"])


@pytest.mark.parametrize("pattern", [
    "f%d.raw 1 2147483647 1", "f%d.raw 0 -2147483648 -1", "f%d.raw 2147483640 2147483647 7", "f%d.raw 1 70000 1 2",
    "f%d%s%n.raw 1 5 1", "f%n%d.raw 1 5 1", "%s%s%s%d.raw 1 5 1", "f%60d.raw 1 5 1", "f%999999999d.raw 1 5 1",
    "f%*d.raw 1 5 1", "f%.60d.raw 1 5 1", "f%-60d.raw 1 5 1", "f%11d.raw 1 5 1", "f%hhd.raw 1 5 1", "f%d.raw 1 5",
    "a f%s%d.raw 1 5 1", "f%d.raw 1 5 0", "f%%d.raw 1 5 1",
    f"f%d.raw -{10**30} 5 1", f"f%d.raw 1 {10**30} 1", f"f%d.raw 1 5 -{10**30}",
    f"f%d.raw -{10**30} -{10**30} 1"])
@pytest.mark.parametrize("name", ["data file", "datafile", "Data File", " data file"])
def test_patterns_that_are_refused(fails, tmp_path, name, pattern):
    """libteem 1.12.0 gives them to sprintf as they are, and counts in an int that may overflow."""
    header = f"NRRD0004\ntype: uint8\ndimension: 3\nsizes: 4 4 4\nencoding: raw\n{name}: {pattern}\n\n"
    for file in ("in.nhdr", "in.nrrd"):
        (tmp_path / file).write_text(header)
        fails("info", file, says=["needs one %d of at most 10 digits", "65536 files", "list the names"])


@pytest.mark.parametrize("conversion", ["%d", "%1d", "%010d", "%03d"])
def test_a_pattern_of_data_files(copy, tmp_path, conversion):
    last = 10**9
    for number in (last - 4, last - 2, last):
        (tmp_path / f"f{conversion % number}.raw").write_bytes(bytes([number % 256] * 4))
    header = f"NRRD0004\ntype: uint8\ndimension: 3\nsizes: 2 2 3\nencoding: raw\ndata file: f{conversion}.raw " \
             f"{last - 4} {last} 2\n\n"
    (tmp_path / "in.nhdr").write_text(header)
    copy("in.nhdr", "out.npy")
    assert np.load(tmp_path / "out.npy").T.reshape(3, 4).tolist() == [[n % 256] * 4 for n in (last - 4, last - 2, last)]


@pytest.mark.parametrize("line", [f"# {LONG}", f"content: {LONG}", f"key:={LONG}: {LONG}"], ids=lambda line: line[:8])
def test_long_texts(copy, tmp_path, line):
    """The blank line ends the header: what follows are elements, however far they are from a newline."""
    header = f"NRRD0005\ntype: uint8\ndimension: 3\n{line}\nsizes: 10 10 10\nencoding: raw\n\n"
    (tmp_path / "in.nrrd").write_bytes(header.encode() + bytes([7]) * 1000)
    copy("in.nrrd", "out.npy")
    assert (np.load(tmp_path / "out.npy") == 7).all()
