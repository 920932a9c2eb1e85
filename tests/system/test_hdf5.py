# Datasets of HDF5 files: what is read and written, against h5py.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import resource
import signal
import subprocess
import time
from pathlib import Path

import h5py
import nibabel
import numpy as np
import pytest

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]

TYPES = ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16", "float32", "float64",
         "complex64", "complex128"]


@pytest.fixture
def make(tmp_path):
    """make(name, path=values, ...) makes a file of datasets."""
    def make(name, datasets, **options):
        with h5py.File(tmp_path / name, "w") as file:
            for path, values in datasets.items():
                file.create_dataset(path, data=values, **options)
    return make


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("dtype", ["bool", *TYPES])
def test_is_read(copy, make, tmp_path, values, dtype, order):
    stored = values.astype(np.dtype(dtype).newbyteorder(order))
    if stored.dtype.kind == "c":
        stored = stored * np.array(1 + 2j, stored.dtype)
    make("in.h5", {"a/b": stored})
    copy("in.h5:/a/b", "out.npy")
    assert np.array_equal(np.load(tmp_path / "out.npy"), stored)


def test_elements_that_were_never_written_are_0(copy, tmp_path):
    """Nor are they filled: h5py reads zeros too."""
    with h5py.File(tmp_path / "in.h5", "w") as file:
        layout = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        layout.set_chunk((8, 8, 8))
        layout.set_fill_time(h5py.h5d.FILL_TIME_NEVER)
        h5py.h5d.create(file.id, b"a", h5py.h5t.NATIVE_INT32, h5py.h5s.create_simple((64, 32, 32)), layout)
    copy("in.h5:/a", "out.npy")
    assert not np.load(tmp_path / "out.npy").any()


def test_same_input_same_file(copy, tmp_path, values):
    np.save(tmp_path / "in.npy", values)
    copy("in.npy", "1.h5:/a")
    time.sleep(1.1)  # libhdf5 would note the second
    copy("in.npy", "2.h5:/a")
    assert (tmp_path / "1.h5").read_bytes() == (tmp_path / "2.h5").read_bytes()


@pytest.mark.parametrize("options", [{"chunks": (2, 3, 2)}, {"chunks": (7, 5, 11), "compression": "gzip"},
                                     {"chunks": True, "compression": "gzip", "shuffle": True, "fletcher32": True},
                                     {"chunks": True, "scaleoffset": 0}, {"maxshape": (None, None, None)}],
                         ids=["chunks", "gzip", "all-filters", "scale-offset", "unlimited"])
def test_chunks_and_filters(copy, make, tmp_path, rng, options):
    values = rng.integers(0, 100, (23, 19, 17)).astype("int16")
    make("in.hdf5", {"a": values}, **options)
    copy("in.hdf5:/a", "out.npy")
    assert np.array_equal(np.load(tmp_path / "out.npy"), values)
    copy("in.hdf5:/a", "out.h5:a", "--dtype", "int32", "--block", "8")
    with h5py.File(tmp_path / "out.h5") as file:
        copied, found = h5py.File(tmp_path / "in.hdf5")["a"], file["a"]
        assert np.array_equal(found[:23, :19, :17], values) and found.shape == (24, 24, 24)
        assert found.chunks == copied.chunks
        assert (found.compression, found.shuffle, found.fletcher32) == (copied.compression, copied.shuffle,
                                                                        copied.fletcher32)


def test_slabs(copy, make, tmp_path, rng):
    """More than is read and written at once, in chunks that the volume does not fill."""
    values = rng.integers(0, 100, (300, 130, 128)).astype("uint8")
    make("in.h5", {"a": values}, chunks=(70, 130, 128))
    copy("in.h5", "out.h5:/b", "--dtype", "uint8")
    with h5py.File(tmp_path / "out.h5") as file:
        assert np.array_equal(file["b"][:], values)


@pytest.mark.parametrize("dtype", TYPES)
def test_is_written(copy, tmp_path, values, dtype):
    np.save(tmp_path / "in.npy", values.astype("float64"))
    copy("in.npy", "out.he5:/some/group/a", "--dtype", dtype)
    with h5py.File(tmp_path / "out.he5") as file:
        data = file["some/group/a"]
        assert data.dtype == dtype and np.array_equal(data[:], values)
        assert json.loads(data.attrs["orbital"])["kind"] == ["identity"] * 3


def test_attributes_are_kept(copy, tmp_path, values):
    kept = {"text": "ein Wort für alle", "number": 2.5, "many": np.arange(6).reshape(2, 3), "none": h5py.Empty("f4"),
            "fixed": np.bytes_("fixed"), "words": ["one", "two"], "long": np.arange(20000.0)}
    with h5py.File(tmp_path / "in.h5", "w", libver="latest") as file:
        data = file.create_dataset("a", data=values.astype("int16"))
        for name, value in kept.items():
            data.attrs[name] = value
        file["x"] = np.arange(5.0)
        file["x"].make_scale("the x axis")
        data.dims[0].attach_scale(file["x"])
        data.dims[1].label = "rows"
        data.attrs["refers"] = file["x"].ref
    copy("in.h5:/a", "out.h5:/a")
    with h5py.File(tmp_path / "out.h5") as file:
        attributes = file["a"].attrs
        assert np.array_equal(file["a"][:], values)
        assert set(attributes) == {*kept, "DIMENSION_LABELS", "orbital"}
        for name, value in kept.items():
            assert attributes[name] == value if name == "none" else np.array_equal(attributes[name], value), name
        assert file["a"].dims[1].label == "rows"


def test_what_else_a_file_holds_stays(run, fails, copy, make, tmp_path, values, rng):
    other = rng.normal(size=(30, 30))
    make("c.h5", {"other": other, "group/a": values.astype("int16"), "group/b": values})
    before = (tmp_path / "c.h5").read_bytes()
    fails("forward", "c.h5:/group/a", "-o", "c.h5:/group/c", "--engine", "cpu", says=["c.h5", "exists", "--force"])
    fails("forward", "c.h5:/group/a", "-o", "c.h5:/group", "--engine", "cpu", "--force",
          says=["c.h5:/group", "not a dataset"])
    fails("forward", "c.h5:/group/a", "-o", "c.h5:/other/a", "--engine", "cpu", "--force", says="c.h5:/other/a")
    assert (tmp_path / "c.h5").read_bytes() == before
    run("forward", "c.h5:/group/a", "-o", "c.h5:/new/c", "--engine", "cpu", "--force", "--block", "4")
    run("inverse", "c.h5:/new/c", "-o", "c.h5:/group/b", "--force", "--dtype", "int16")
    with h5py.File(tmp_path / "c.h5") as file:
        assert set(file) == {"other", "group", "new"} and np.array_equal(file["other"][:], other)
        assert np.array_equal(file["group/a"][:], values)
        assert np.array_equal(file["group/b"][:], values) and file["group/b"].dtype == "int16"
        assert file["new/c"].shape == (8, 4, 4) and "orbital" not in file["group/b"].attrs


def test_replacing_a_dataset_takes_its_room(copy, make, tmp_path, rng):
    np.save(tmp_path / "in.npy", rng.normal(size=(40, 40, 40)))
    copy("in.npy", "out.h5:/a")
    size = (tmp_path / "out.h5").stat().st_size
    for _ in range(3):
        copy("in.npy", "out.h5:/a", "--force")
    assert (tmp_path / "out.h5").stat().st_size < 1.1 * size


def test_full_disk_loses_nothing(fails, make, tmp_path, rng):
    """Of a file that is there, too."""
    np.save(tmp_path / "in.npy", rng.normal(size=(16, 16, 16)))
    make("c.h5", {"a": rng.normal(size=(8, 8, 8))})
    for name in ["out.h5:/a", "c.h5:/b"]:
        fails("forward", "in.npy", "-o", name, "--engine", "cpu", "--force", says=[".h5", "cannot be written", "space"],
              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)))
    with h5py.File(tmp_path / "c.h5") as file:
        assert list(file) == ["a"]


def test_names(run, fails, copy, make, tmp_path, values):
    """The only dataset needs no name; else an error tells those that are there."""
    make("one.h5", {"deep/a": values})
    make("two.h5", {"deep/a": values, "b": values})
    make("none.h5", {})
    copy("one.h5", "out.npy")
    assert np.array_equal(np.load(tmp_path / "out.npy"), values)
    fails("info", "two.h5", says=["two.h5", "more than one", "/b /deep/a"])
    fails("info", "two.h5:/c", says=["two.h5", "no such dataset", "/b /deep/a"])
    fails("info", "two.h5:/deep", says=["two.h5", "no such dataset", "/b /deep/a"])
    fails("info", "none.h5:/a", says=["none.h5", "holds no datasets"])
    fails("info", "three.h5:/a", says=["three.h5", "cannot be read"])
    fails("forward", "one.h5", "-o", "out.h5", "--engine", "cpu", says=["out.h5", "does not name", "FILE:/DATASET"])
    assert f"range      {values.min()} to {values.max()}" in run("info", "two.h5:/b").stdout


def test_what_is_no_volume_is_told(fails, tmp_path, values):
    with h5py.File(tmp_path / "in.h5", "w") as file:
        file["scalar"] = 3.5
        file["text"] = ["one", "two"]
        file["fields"] = np.zeros((2, 2, 2), [("a", "f4"), ("b", "f4")])
        file["empty"] = np.zeros((2, 0, 2))
        file["null"] = h5py.Empty("f4")
        file["five"] = np.zeros((2, 2, 2, 1, 2))
        file.create_dataset("enum", data=np.zeros((2, 2, 2), "u1"), dtype=h5py.enum_dtype({"RED": 0, "BLUE": 1}, "u1"))
        file.create_dataset("huge", (10**6, 10**6, 10**6), "f4", chunks=(10, 10, 10))
        file.create_dataset("overflow", (2**40, 2**40, 2**40), "f4", chunks=(10, 10, 10))
    for name, says in [("scalar", "not an array"), ("text", "not numbers"), ("fields", "not numbers"),
                       ("empty", "no elements"), ("null", "not an array"), ("five", "more than four axes"),
                       ("enum", "not numbers"), ("huge", "its header is wrong"), ("overflow", "impossible shape")]:
        fails("info", f"in.h5:/{name}", says=["in.h5", says])


def test_names_with_control_characters(fails, make, values):
    """Messages are a line of text, whatever the names in a file are."""
    make("in.h5", {"a\x1b[31mred\nline": values, "b": values})
    fails("forward", "in.h5", "-o", "out.npy", "--engine", "cpu", says="/a?[31mred?line /b")


def test_elements_in_other_files_are_refused(fails, tmp_path):
    """They may be anything that this user can read."""
    (tmp_path / "private").write_bytes(bytes(64))
    with h5py.File(tmp_path / "in.h5", "w") as file:
        file.create_dataset("d", (4, 4, 4), "uint8", external=[(str(tmp_path / "private"), 0, 64)])
    fails("forward", "in.h5", "-o", "out.npy", "--engine", "cpu", says=["elements in other files", "with h5py"])
    fails("info", "in.h5", says="elements in other files")


def test_axes_are_those_of_nifti(copy, tmp_path, values):
    nibabel.save(nibabel.Nifti1Image(values.astype("int16"), np.eye(4)), tmp_path / "in.nii")
    copy("in.nii", "out.h5:/a")
    copy("out.h5:/a", "back.nii")
    with h5py.File(tmp_path / "out.h5") as file:
        assert np.array_equal(file["a"][:], values)
    assert np.array_equal(nibabel.load(tmp_path / "back.nii").get_fdata(), values)


def test_record_goes_with_the_inverse(run, make, tmp_path, rng):
    values = rng.normal(size=(5, 4, 3)) + 1j * rng.normal(size=(5, 4, 3))
    make("in.h5", {"a": values})
    run("forward", "in.h5:/a", "-o", "c.h5:/a", "--engine", "cpu", "--block", "4", "--kind", "dft")
    assert '"block": [4, 4, 4]' in run("info", "c.h5:/a").stdout
    run("inverse", "c.h5:/a", "-o", "back.h5:/a", "--dtype", "complex128")
    with h5py.File(tmp_path / "back.h5") as file:
        assert np.allclose(file["a"][:], values, atol=1e-5) and "orbital" not in file["a"].attrs


@pytest.mark.parametrize("record", [["{}"] * 9, np.array(["{}"] * 9, "S2"), 7, b"{}", "[]", h5py.Empty("f4")],
                         ids=["texts", "short-texts", "number", "short-text", "list", "empty"])
def test_a_record_that_is_none(copy, fails, make, tmp_path, values, record):
    """What another program calls so is no record, and is not read as one."""
    make("in.h5", {"a": values})
    with h5py.File(tmp_path / "in.h5", "a") as file:
        file["a"].attrs["orbital"] = record
    fails("inverse", "in.h5", "-o", "out.npy", "--engine", "cpu", says=["in.h5", "record"])
    copy("in.h5", "out.npy")
    assert np.array_equal(np.load(tmp_path / "out.npy"), values)


def test_half_a_record(fails, make, tmp_path, values):
    make("in.h5", {"a": values})
    with h5py.File(tmp_path / "in.h5", "a") as file:
        file["a"].attrs["orbital"] = '{"version":'
    fails("inverse", "in.h5", "-o", "out.npy", "--engine", "cpu", says=["in.h5", "record", "damaged"])
    fails("forward", "in.h5", "-o", "out.npy", "--engine", "cpu", says=["in.h5", "record", "damaged"])


def seconds_of(process):
    """Processor time that a process has had."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_signal_ends_an_endless_loop_of_the_library(orbital, make, tmp_path, values):
    """An object whose size wraps leads libhdf5 to itself for ever; where it is mended, it complains."""
    make("in.h5", {"a": values})
    with h5py.File(tmp_path / "in.h5", "a") as file:
        file["a"].attrs["orbital"] = "{}"
    data = bytearray((tmp_path / "in.h5").read_bytes())
    size = data.index(b"GCOL") + 24
    data[size:size + 8] = (2**64 - 16).to_bytes(8, "little")
    (tmp_path / "in.h5").write_bytes(data)
    process = subprocess.Popen([orbital, "info", "in.h5"], cwd=tmp_path, stdout=subprocess.DEVNULL)
    while process.poll() is None and seconds_of(process) < 0.5:
        time.sleep(0.01)
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=300) == -signal.SIGTERM


def test_what_is_cut_short_is_told(fails, make, tmp_path, rng):
    make("whole.h5", {"a": rng.normal(size=(8, 8, 8))}, chunks=(4, 4, 4))
    data = (tmp_path / "whole.h5").read_bytes()
    for size in [1, 7, 8, 96, len(data) // 2, len(data) - 1]:
        (tmp_path / "in.h5").write_bytes(data[:size])
        fails("info", "in.h5:/a", says=["in.h5"])
    (tmp_path / "in.h5").write_bytes(rng.bytes(3000))
    fails("info", "in.h5:/a", says=["in.h5", "not an HDF5 file"])
    fails("forward", "whole.h5:/a", "-o", "in.h5:/a", "--engine", "cpu", "--force", says=["in.h5", "not an HDF5 file"])


def test_damaged_chunk_is_told(fails, make, tmp_path, rng):
    """A check sum that the file has finds one wrong byte."""
    values = rng.integers(0, 2**15, (8, 8, 8)).astype("int16")
    make("in.h5", {"a": values}, chunks=(8, 8, 8), fletcher32=True)
    data = bytearray((tmp_path / "in.h5").read_bytes())
    at = bytes(data).index(values.tobytes())
    data[at + rng.integers(values.nbytes)] ^= 1
    (tmp_path / "in.h5").write_bytes(data)
    fails("info", "in.h5:/a", says=["in.h5", "cannot be read", "Fletcher32 checksum"])


def test_file_is_not_locked_nor_changed(run, make, tmp_path, values):
    make("in.h5", {"a": values})
    (tmp_path / "in.h5").chmod(0o444)
    before = (tmp_path / "in.h5").read_bytes()
    with h5py.File(tmp_path / "in.h5", "r"):
        run("info", "in.h5:/a")
    assert (tmp_path / "in.h5").read_bytes() == before
