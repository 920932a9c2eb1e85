# Volumes through standard input and output, formats that are said, and what is compressed with gzip.
# SPDX-License-Identifier: Apache-2.0
import gzip
import io
import json
import os
import pty
import subprocess

import h5py
import mrcfile
import nibabel
import nrrd
import numpy as np
import pytest
import tifffile

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]

COPY = ["--engine", "cpu:threads=1", "--kind", "identity"]


@pytest.fixture
def pipe(orbital, tmp_path):
    """pipe(*arguments, data=b"", code=0) sends bytes through a pipe, and returns standard output and error."""
    def pipe(*arguments, data=b"", code=0):
        done = subprocess.run([orbital, *arguments], cwd=tmp_path, input=data, capture_output=True, timeout=300)
        assert done.returncode == code, done.stderr.decode()
        return done.stdout, done.stderr.decode()
    return pipe


@pytest.fixture
def values(values):
    return values.astype("int16")


@pytest.fixture
def files(tmp_path, values):
    """The values in a file of each format that can be recognized by its first bytes."""
    nibabel.save(nibabel.Nifti1Image(values, np.eye(4)), tmp_path / "in.nii")
    nibabel.save(nibabel.Nifti2Image(values, np.eye(4)), tmp_path / "in2.nii.gz")
    nrrd.write(str(tmp_path / "in.nrrd"), values)
    with mrcfile.new(tmp_path / "in.mrc") as file:
        file.set_data(np.ascontiguousarray(values.T))
        file.set_volume()
    tifffile.imwrite(tmp_path / "in.tif", values, photometric="minisblack")
    tifffile.imwrite(tmp_path / "big.tif", values, photometric="minisblack", bigtiff=True, byteorder=">")
    with h5py.File(tmp_path / "in.h5", "w") as file:
        file["a/b"] = values
    np.save(tmp_path / "in.npy", values)
    (tmp_path / "in.npy.gz").write_bytes(gzip.compress((tmp_path / "in.npy").read_bytes()))
    return ["in.nii", "in2.nii.gz", "in.nrrd", "in.mrc", "in.tif", "big.tif", "in.h5", "in.npy", "in.npy.gz"]


def test_format_of_standard_input_is_found(pipe, files, orbital, tmp_path, values):
    for name in files:
        pipe("forward", "-", "-o", "out.npy", "--force", *COPY, data=(tmp_path / name).read_bytes())
        assert np.array_equal(np.load(tmp_path / "out.npy"), values), name
        with open(tmp_path / name, "rb") as file:  # a file that is no pipe
            text = subprocess.run([orbital, "info", "-"], stdin=file, capture_output=True, text=True, check=True).stdout
        assert "5 x 4 x 3" in text and f"{values.min()} to {values.max()}" in text, name


@pytest.mark.parametrize("name", ["nii", "nii.gz", "nrrd", "mrc", "mrc.gz", "tif", "npy", "npy.gz", "raw", "raw.gz"])
def test_formats_of_standard_output(pipe, run, tmp_path, values, name):
    """What comes out is what a file would hold, reports go to standard error, and no file is left."""
    np.save(tmp_path / "in.npy", values)
    out, said = pipe("forward", "in.npy", "-o", "-", "--format", name, *COPY)
    assert "forward" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.npy"]
    run("forward", "in.npy", "-o", f"out.{name}", *COPY)
    wanted = (tmp_path / f"out.{name}").read_bytes()
    if name.endswith(".gz"):
        out, wanted = gzip.decompress(out), gzip.decompress(wanted)
    assert out == wanted


def test_pipeline(orbital, tmp_path, values):
    """Forward and back through pipes; NIfTI carries the record."""
    nibabel.save(nibabel.Nifti1Image(values, np.diag([1, 2, 3, 1])), tmp_path / "in.nii")
    command = f"{orbital} forward - -o - --engine cpu --block 4 < in.nii 2>/dev/null | {orbital} inverse - -o - -q " \
              "--dtype int16 --format nii.gz > back.nii.gz"
    subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=tmp_path, check=True, timeout=300)
    back = nibabel.load(tmp_path / "back.nii.gz")
    assert np.array_equal(back.get_fdata(), values) and np.array_equal(back.affine, np.diag([1, 2, 3, 1]))


def test_roundtrip_to_standard_output(pipe, tmp_path, values):
    np.save(tmp_path / "in.npy", values)
    out, said = pipe("roundtrip", "in.npy", "-o", "-", "--engine", "cpu", "--coefficients", "c.nii")
    assert np.allclose(np.load(io.BytesIO(out)), values, atol=1e-4) and "round trip PSNR" in said
    assert nibabel.load(tmp_path / "c.nii").shape == values.shape


def test_record_that_has_no_place_is_told(pipe, tmp_path, values):
    np.save(tmp_path / "in.npy", values)
    assert "cannot hold a record" in pipe("forward", "in.npy", "-o", "-", *COPY)[1]
    assert "cannot hold a record" not in pipe("forward", "in.npy", "-o", "-", "--format", "nrrd", *COPY)[1]
    (tmp_path / "-.orbital.json").write_text("this is not beside standard input")
    (tmp_path / "standard input.orbital.json").write_text("nor is this")
    pipe("info", "-", data=(tmp_path / "in.npy").read_bytes())


def test_raw_standard_input(pipe, tmp_path, values):
    layout = ["--shape", "5,4,3", "--in-dtype", "int16"]
    for more, data in [([], values.tobytes()), (["--in-format", "raw.gz"], gzip.compress(values.tobytes()))]:
        out, _ = pipe("forward", "-", "-o", "-", "--format", "npy", *layout, *more, *COPY, data=data)
        assert np.array_equal(np.load(io.BytesIO(out)), values)
    like_gzip = np.full((2, 2, 2), 8, "u1")
    like_gzip.ravel()[:2] = 0x1F, 0x8B
    out, _ = pipe("forward", "-", "-o", "-", "--format", "npy", "--shape", "2,2,2", "--in-dtype", "uint8", *COPY,
                  data=like_gzip.tobytes())
    assert np.array_equal(np.load(io.BytesIO(out)), like_gzip)


def test_format_goes_before_the_ending(run, files, tmp_path, values):
    for name, said in [("in.nii", "nii"), ("in2.nii.gz", "nii.gz"), ("in.tif", "tiff"), ("in.npy.gz", "npy.gz"),
                       ("in.h5", "h5"), ("in.nrrd", "nrrd"), ("in.npy", "npy")]:
        (tmp_path / "in.dat").write_bytes((tmp_path / name).read_bytes())
        run("forward", "in.dat", "-o", "out.nii", "--force", "--in-format", said, "--format", "npy", *COPY)
        assert np.array_equal(np.load(tmp_path / "out.nii"), values), name
    run("forward", "in.npy", "-o", "out.gz", "--format", "npy", *COPY)
    assert np.array_equal(np.load(tmp_path / "out.gz"), values)


def test_gzip_of_each_format(run, tmp_path, values):
    np.save(tmp_path / "in.npy", values)
    for name in ["out.nii.gz", "out.mrc.gz", "out.map.gz", "out.npy.gz", "out.raw.gz", "out.bin.gz"]:
        run("forward", "in.npy", "-o", name, *COPY)
        assert (tmp_path / name).read_bytes()[:2] == b"\x1f\x8b"
        run("inverse", name, "-o", "back.npy", "--force")
        assert np.array_equal(np.load(tmp_path / "back.npy"), values), name
    assert np.array_equal(np.load(io.BytesIO(gzip.decompress((tmp_path / "out.npy.gz").read_bytes()))), values)
    layout = json.loads((tmp_path / "out.raw.gz.orbital.json").read_text())["raw"]
    raw = np.frombuffer(gzip.decompress((tmp_path / "out.raw.gz").read_bytes()), layout["dtype"])
    assert np.array_equal(raw.reshape(values.shape), values)


def test_encoding_of_nrrd_is_kept(run, tmp_path, values):
    for encoding in ["raw", "gzip"]:
        nrrd.write(str(tmp_path / "in.nrrd"), values, {"encoding": encoding})
        run("forward", "in.nrrd", "-o", "out.nrrd", "--force", *COPY)
        data, header = nrrd.read(str(tmp_path / "out.nrrd"))
        assert header["encoding"] == encoding and np.array_equal(data, values)


def test_compressed_raw_of_another_size(fails, tmp_path):
    for size, says in [(63, "ends too early"), (65, "more than the elements"), (0, "")]:
        (tmp_path / "in.raw.gz").write_bytes(gzip.compress(bytes(size)))
        fails("info", "in.raw.gz", "--shape", "4,4,4", "--in-dtype", "uint8", says=["in.raw.gz", says])


def test_what_is_not_compressed_is_told(fails, files, tmp_path):
    for name, kind in [("in.tif", "TIFF"), ("in.h5", "HDF5"), ("in.nrrd", "NRRD")]:
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress((tmp_path / name).read_bytes()))
        fails("info", f"{name}.gz", says=[f"{name}.gz", f"{kind} files cannot be compressed", "unpack it"])
        fails("forward", "in.npy", "-o", f"out{name[2:]}.gz", *COPY,
              says=[f"{kind} files cannot be compressed", "leave out .gz"])


def test_bad_formats(fails, files):
    fails("info", "in.npy", "--in-format", "jpeg", says=["jpeg", "not one of the formats", "nii.gz"])
    fails("forward", "in.npy", "-o", "out.npy", "--format", "jpeg", *COPY, says=["jpeg", "not one of the formats"])
    fails("forward", "in.npy", "-o", "-", "--format", "h5", *COPY,
          says=["HDF5 files cannot be written to standard output", "give a file"])
    fails("forward", "in.npy", "-o", "x.nrrd", "--format", "nhdr", *COPY, says="detached headers cannot be written")
    fails("info", "in.npy", "--in-format", "npy", "--shape", "5,4,3", "--dtype", "int16", says=["--shape is for raw"])
    fails("info", "in.npy", "--in-format", "nii", says=["in.npy", "is not a NIfTI file"])


def test_bad_standard_input(pipe, tmp_path, rng, values):
    for data, says in [(b"", "is empty"), (b"x", "its first bytes"), (rng.bytes(700), "its first bytes"),
                       (gzip.compress(b"nothing"), "its first bytes"), (b"\x93NUMPY\1\0", "NPY")]:
        out, said = pipe("info", "-", data=data, code=1)
        assert out == b"" and said.count("\n") == 1 and "standard input" in said and says in said
    np.save(tmp_path / "in.npy", values)
    data = gzip.compress((tmp_path / "in.npy").read_bytes())
    said = pipe("forward", "-", "-o", "-", *COPY, data=data[:-5], code=1)[1]
    assert "standard input" in said and "damaged or truncated" in said


def test_standard_input_that_does_not_stand_at_its_beginning(orbital, tmp_path, values):
    np.save(tmp_path / "in.npy", values)
    (tmp_path / "more").write_bytes(b"before" + (tmp_path / "in.npy").read_bytes())
    with open(tmp_path / "more", "rb", buffering=0) as file:
        file.seek(6)
        text = subprocess.run([orbital, "info", "-"], stdin=file, capture_output=True, text=True, check=True).stdout
    assert "5 x 4 x 3" in text and f"{values.min()} to {values.max()}" in text


def test_failure_leaves_standard_output_empty(pipe, tmp_path, values):
    """The volume comes when all is complete, or not at all."""
    np.save(tmp_path / "in.npy", values)
    out, said = pipe("forward", "in.npy", "-o", "-", "--json", "none/r.json", *COPY, code=1)
    assert out == b"" and "none/r.json" in said
    out, said = pipe("forward", "in.npy", "-o", "-", "--json", "-", *COPY, code=1)
    assert out == b"" and "two outputs" in said


def test_terminals_are_refused(orbital, tmp_path, values):
    np.save(tmp_path / "in.npy", values)
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run([orbital, "info", "-"], stdin=theirs, capture_output=True, text=True)
        assert done.returncode == 1 and "standard input: is a terminal" in done.stderr
        done = subprocess.run([orbital, "forward", "in.npy", "-o", "-", *COPY], cwd=tmp_path, stdout=theirs,
                              stderr=subprocess.PIPE, text=True)
        assert done.returncode == 1 and "standard output: is a terminal" in done.stderr
    finally:
        os.close(ours)
        os.close(theirs)


def test_closed_pipe_and_full_device(orbital, tmp_path, values):
    np.save(tmp_path / "in.npy", values)
    reader, writer = os.pipe()
    os.close(reader)
    for where in [writer, os.open("/dev/full", os.O_WRONLY)]:
        done = subprocess.run([orbital, "forward", "in.npy", "-o", "-", "--json", "r.json", *COPY], cwd=tmp_path,
                              stdout=where, stderr=subprocess.PIPE, text=True)
        os.close(where)
        assert done.returncode == 1 and "standard output: cannot be written" in done.stderr
        assert sorted(path.name for path in tmp_path.iterdir()) == ["in.npy"]
