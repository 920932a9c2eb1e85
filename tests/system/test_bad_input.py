# What the command says of bad input and bad places: one line that names the file and the cure, and nothing left behind.
# SPDX-License-Identifier: Apache-2.0
import gzip
import json
import os
import resource
import signal
import struct
import subprocess

import nibabel
import numpy as np
import pytest

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]


@pytest.fixture
def forward(engine):
    """The arguments of a forward transform to out.nii, ahead of the input."""
    return ["forward", "-o", "out.nii", "--engine", engine]


@pytest.fixture
def good(tmp_path, rng):
    """A volume without fault: NIfTI-1, uncompressed, 352 bytes of header."""
    path = tmp_path / "in.nii"
    nibabel.save(nibabel.Nifti1Image(rng.integers(0, 255, (8, 8, 8)).astype("u1"), np.eye(4)), path)
    return path


def patched(path, name, offset, value):
    """A copy of a file with other bytes at an offset."""
    data = bytearray(path.read_bytes())
    data[offset:offset + len(value)] = value
    copy = path.with_name(name)
    copy.write_bytes(data)
    return copy.name


def test_missing(fails, forward):
    for name in ["none.nii", "none.nii.gz", "none.npy", "none/none.nii"]:
        fails(*forward, name, says=[name, "cannot be read", "check"])


def test_empty(fails, forward, tmp_path):
    for name in ["in.nii", "in.nii.gz", "in.npy"]:
        (tmp_path / name).write_bytes(b"")
        fails(*forward, name, says=[name, "is empty"])


def test_not_a_file(fails, forward, tmp_path):
    (tmp_path / "folder.nii").mkdir()
    os.mkfifo(tmp_path / "pipe.nii")
    for name in ["folder.nii", "pipe.nii"]:
        fails(*forward, name, says=[name, "not a regular file"])


def test_unknown_format(fails, forward, tmp_path):
    (tmp_path / "in.mgz").write_bytes(b"?")
    fails(*forward, "in.mgz", says=["in.mgz", ".nii", ".npy", "--shape"])
    np.save(tmp_path / "in.npy", np.ones((2, 2, 2)))
    fails("forward", "in.npy", "-o", "out.mgz", says=["out.mgz", ".nii", ".npy"])


@pytest.mark.parametrize("name", ["in.nii", "in.nii.gz", "in.npy"])
@pytest.mark.parametrize("size", [1, 5, 100, 348, 5000])
def test_another_format(fails, forward, tmp_path, rng, name, size):
    (tmp_path / name).write_bytes(rng.bytes(size))
    fails(*forward, name, says=name)


@pytest.mark.parametrize("name", ["in.nii", "in.npy"])
def test_truncated(fails, forward, tmp_path, rng, name):
    volume = rng.integers(0, 255, (8, 8, 8)).astype("u1")
    np.save(tmp_path / "whole.npy", volume)
    nibabel.save(nibabel.Nifti1Image(volume, np.eye(4)), tmp_path / "whole.nii")
    data = (tmp_path / name.replace("in", "whole")).read_bytes()
    for size in [1, 9, 60, 127, 200, 347, 360, len(data) - 1]:
        (tmp_path / name).write_bytes(data[:size])
        fails(*forward, name, says=[name, "truncated, or its header is wrong"] if size == len(data) - 1 and
              name == "in.nii" else name)


@pytest.mark.parametrize("left_out", [1, 4, 8, 9, 100, 300])
def test_truncated_gzip(fails, forward, tmp_path, good, left_out):
    (tmp_path / "in.nii.gz").write_bytes(gzip.compress(good.read_bytes())[:-left_out])
    fails(*forward, "in.nii.gz", says=["in.nii.gz", "truncated"])


def test_damaged_gzip(fails, forward, tmp_path, good):
    data = bytearray(gzip.compress(good.read_bytes()))
    data[-8] ^= 1  # the check sum
    (tmp_path / "in.nii.gz").write_bytes(data)
    fails(*forward, "in.nii.gz", says=["in.nii.gz", "damaged"])


@pytest.mark.parametrize("compressed", [False, True])
def test_absurdly_large_nifti(fails, forward, tmp_path, good, compressed):
    """A header that claims terabytes costs no memory: the sanitizer would stop an allocation of that size."""
    name = patched(good, "large.nii", 40, struct.pack("<8h", 3, 30000, 30000, 30000, 1, 1, 1, 1))
    if compressed:
        (tmp_path / "large.nii.gz").write_bytes(gzip.compress((tmp_path / name).read_bytes()))
        name = "large.nii.gz"
    fails(*forward, name, says=[name, "27000000000352 bytes"])


@pytest.mark.parametrize("shape", ["(99999, 99999, 99999)", "(9999999999, 9999999999, 9999999999)", "(1, -1, 1)",
                                   "(99999999999999999999999, 1, 1)", "(4194304, 2097152, 2097152)", "(0, 3, 3)",
                                   "4", "(a, b, c)", "()" + " " * 9, "(" + "1, " * 24 + ")"])
def test_absurd_npy(fails, forward, tmp_path, shape):
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    (tmp_path / "in.npy").write_bytes(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode())
    fails(*forward, "in.npy", says="in.npy")


@pytest.mark.parametrize("dimensions", [(0, 1, 1, 1, 1, 1, 1, 1), (8, 2, 2, 2, 1, 1, 1, 1), (-3, 2, 2, 2, 1, 1, 1, 1),
                                        (3, 0, 2, 2, 1, 1, 1, 1), (3, -4, 2, 2, 1, 1, 1, 1)])
def test_absurd_nifti_dimensions(fails, forward, good, dimensions):
    name = patched(good, "bad.nii", 40, struct.pack("<8h", *dimensions))
    fails(*forward, name, says=name)


@pytest.mark.parametrize("offset", [1e30, -1e30, float("nan"), 1e6])
def test_absurd_nifti_offset(run, fails, forward, good, offset):
    name = patched(good, "bad.nii", 108, struct.pack("<f", offset))
    if offset < 0:
        run(*forward, name)  # taken as right behind the header, as 0 is
    else:
        fails(*forward, name, says=[name, "truncated"])


def npy(path, header):
    """An NPY file with this header and the elements 0 to 23 of 2x3x4 points in single precision."""
    header = header.ljust(117) + "\n"
    path.write_bytes(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode()
                     + np.arange(24, dtype="<f4").tobytes())


@pytest.mark.parametrize("header", ["{'shape': (2, 3, 4), 'fortran_order': False, 'descr': '<f4'}",
                                    "{ 'descr' : 'f4' , 'fortran_order' : True , 'shape' : (2, 3, 4) , }",
                                    '{"descr": "<f4", "fortran_order": False, "shape": (2,3,4)}',
                                    "{'descr': '=f4', 'fortran_order': False,\n'shape': (2, 3, 4)}"])
def test_npy_headers_as_numpy_reads_them(run, tmp_path, header):
    npy(tmp_path / "in.npy", header)
    run("forward", "in.npy", "-o", "out.npy", "--kind", "identity")
    assert np.array_equal(np.load(tmp_path / "out.npy"), np.load(tmp_path / "in.npy"))


@pytest.mark.parametrize("header, says", [
    ("{'descr': '<f4', 'fortran_order': False}", "shape"),
    ("{'fortran_order': False, 'shape': (2, 3, 4)}", "element type"),
    ("{'descriptor': '<f4', 'fortran_order': False, 'shape': (2, 3, 4)}", "element type"),
    ("{'descr': '<f4', 'shape': (2, 3, 4)}", "order of the elements"),
    ("{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2, 3, 4)}", "order of the elements"),
    ("{'descr': [('shape', '<f4')], 'fortran_order': False, 'shape': (2, 3, 4)}", "structured"),
    ("{'x': {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 4)}}", "element type"),
    ("{'x': \"'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 4)\"}", "element type"),
    ("'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 4)", "element type"),
    ("{'descr': '<f4', 'fortran_order': False, 'shape", "shape"),
    ("{'x': '\\", "element type"),
    ("{'descr': '<f4', 'fortran_order': False, 'shape': (4, 3, 2), 'shape': (2, 3, 4)}", "shape"),
    ("{'x': [[[", "element type"),
    ("{'descr': '<', 'fortran_order': False, 'shape': (2, 3, 4)}", "type <"),
    ("{'descr': '<f4x', 'fortran_order': False, 'shape': (2, 3, 4)}", "type <f4x"),
    ("{'descr': '<M8[ns]', 'fortran_order': False, 'shape': (2, 3, 4)}", "type <M8[ns]"),
    ("{'descr': '<f4, 'fortran_order': False, 'shape': (2, 3, 4)}", "type <f4, ")])
def test_npy_headers_that_are_refused(fails, forward, tmp_path, header, says):
    npy(tmp_path / "in.npy", header)
    fails(*forward, "in.npy", says=["in.npy", says])


def test_other_elements(fails, forward, tmp_path, good):
    np.save(tmp_path / "text.npy", np.full((2, 2, 2), "x"))
    np.save(tmp_path / "record.npy", np.zeros((2, 2, 2), [("a", "f4"), ("b", "f4")]))
    colour = patched(good, "colour.nii", 70, struct.pack("<hh", 128, 24))
    for name in ["text.npy", "record.npy", colour]:
        fails(*forward, name, says=[name, "elements"])


@pytest.mark.parametrize("name", ["in.nii", "in.nii.gz", "in.npy"])
def test_random_damage(orbital, tmp_path, rng, good, name):
    """Whatever a few wrong bytes in a header make of a file: it is read, or refused in one line."""
    volume = nibabel.load(good)
    if name == "in.npy":
        np.save(tmp_path / name, volume.get_fdata())
    else:
        volume.header.extensions.append(nibabel.nifti1.Nifti1Extension("comment", b"a comment"))
        nibabel.save(volume, tmp_path / name)
    whole = (tmp_path / name).read_bytes()
    for _ in range(40):
        data = bytearray(whole)
        for at in rng.integers(0, min(len(data), 400), rng.integers(1, 6)):
            data[at] = rng.choice([0, 1, 127, 128, 255, rng.integers(256)])
        (tmp_path / name).write_bytes(data)
        done = subprocess.run([orbital, "info", name], cwd=tmp_path, capture_output=True, text=True, errors="replace")
        assert done.returncode == 0 or (done.returncode == 1 and done.stderr.count("\n") == 1), done.stderr


def test_half_of_a_pair(fails, forward, good):
    name = patched(good, "pair.nii", 344, b"ni1\0")
    fails(*forward, name, says=[name, "pair"])


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_not_finite(fails, forward, tmp_path, bad):
    volume = np.ones((3, 4, 5), "f4")
    volume[2, 3, 1] = bad
    np.save(tmp_path / "c.npy", volume)
    np.save(tmp_path / "fortran.npy", np.asfortranarray(volume))
    nibabel.save(nibabel.Nifti1Image(volume, np.eye(4)), tmp_path / "in.nii")
    for name in ["c.npy", "fortran.npy", "in.nii"]:
        fails(*forward, name, says=[name, "(2, 3, 1)", "replace"])


def test_raw_layout_is_wrong(fails, forward, tmp_path):
    (tmp_path / "in.raw").write_bytes(bytes(64))
    fails(*forward, "in.raw", says=["in.raw", "--shape", "--dtype"])
    fails(*forward, "in.raw", "--shape", "4,4,4", says=["in.raw", "type", "give --dtype"], code=2)
    fails(*forward, "in.raw", "--in-dtype", "int8", says=["in.raw", "shape", "give --shape I,J,K"], code=2)
    fails("info", "in.raw", says=["in.raw", "give --shape and --dtype"])
    fails("info", "in.raw", "--dtype", "int8", says=["in.raw", "give --shape I,J,K"], code=2)
    for shape, size in [("4,4,4", "128"), ("4,4,1", "32")]:
        fails(*forward, "in.raw", "--shape", shape, "--in-dtype", "int16", says=["in.raw", "64 bytes", size, "--shape"])


@pytest.mark.parametrize("text", ["", "[]", "{", '{"raw": 3}',
                                  '{"raw": {"shape": [4, 4], "dtype": "uint8", "endian": "?"}}',
                                  '{"raw": {"shape": [-4, 4, 4], "dtype": "uint8", "endian": "big"}}'])
def test_raw_record_is_damaged(fails, forward, tmp_path, text):
    (tmp_path / "in.raw").write_bytes(bytes(64))
    (tmp_path / "in.raw.orbital.json").write_text(text)
    fails(*forward, "in.raw", says="in.raw")


@pytest.mark.parametrize("member, value", [("shape", [0, 4, 4]), ("shape", "all"), ("kind", ["dct", "dct", "what"]),
                                           ("type", [2, 2, 9]), ("type", [2, 2]), ("kind", []), ("norm", "none"),
                                           ("block", [4, 4]), ("shape", [99, 4, 4])])
def test_record_is_damaged(run, fails, engine, tmp_path, member, value):
    np.save(tmp_path / "in.npy", np.ones((4, 4, 4)))
    run("forward", "in.npy", "-o", "c.npy", "--engine", engine)
    path = tmp_path / "c.npy.orbital.json"
    record = json.loads(path.read_text())
    record["orbital"][member] = value
    path.write_text(json.dumps(record))
    done = run("inverse", "c.npy", "-o", "back.npy", "--engine", engine, code=1)
    assert "c.npy" in done.stderr and not (tmp_path / "back.npy").exists()


def test_wrong_use(fails, engine, tmp_path):
    np.save(tmp_path / "in.npy", np.ones((4, 4, 4)))
    command = ["forward", "in.npy", "-o", "out.npy", "--engine", engine]
    for option, value, cure in [("--kind", "fft", "dct, dst"), ("--kind", "dct,dct,dct,dct", "one for each"),
                                ("--kind", "matrix:", "matrix:FILE"),
                                ("--type", "5", "1 to 4"), ("--type", "two", "1 to 4"), ("--norm", "none", "backward"),
                                ("--block", "-4", "number"),
                                ("--block", "4,4,4,4", "number"),
                                ("--block", "99999999999999999999", "number"), ("--dtype", "float8", "float16"),
                                ("--shape", "4,4,4,4,4", "64,64,64"), ("--shape", "0,4,4", "64,64,64"),
                                ("--endian", "middle", "little"), ("--shift", "left", "bound")]:
        fails(*command, option, value, says=[option, value, cure], code=2)
    for option, value in [("--kind", "dct,dct"), ("--block", "4,4"), ("--type", "1,2")]:
        fails(*command, option, value, says=[option, "3 axes", "one for each axis"])
    for option in ["--output", "--coefficients", "--json"]:
        fails("roundtrip", "in.npy", option, "a.npy", option, "b.npy",
              says=f"{option}: is given twice, as 'a.npy' and 'b.npy'", code=2)
    fails("forward", "in.npy", says="-o", code=2)
    fails("forward", "-o", "out.npy", says="no input", code=2)
    fails(*command, "second.npy", says="second.npy", code=2)
    fails("transmogrify", says=["transmogrify", "--help"], code=2)


def test_no_such_array(fails, engine, tmp_path):
    np.save(tmp_path / "in.npy", np.ones((40, 4, 4)))
    command = ["forward", "in.npy", "-o", "out.npy", "--engine"]
    fails(*command, "abacus", says=["abacus", "no engine"])
    fails(*command, "sim:p=77", says=["sim:p=77", "no model"])
    fails(*command, "", says=["--engine: no engine"])
    for wrong in ["sim:q=3", "sim:p", "sim:jobs=0"]:
        fails(*command, wrong, says=[wrong, "does not name an array", "full"])
    fails(*command, engine, "--block", "1", "--kind", "dct", "--type", "1",
          says=["in.npy", "does not exist", "two points"])
    fails(*command, engine, "--block", "6", "--kind", "dwht", says=["in.npy", "does not exist", "power of two"])


def test_lines_too_long_for_the_sums(run, fails, engine, tmp_path):
    """Sums that could wrap are refused: 512 products in 32 bits, two a point of a Fourier transform."""
    command = ["forward", "in.npy", "-o", "out.npy", "--engine", engine]
    for kind, longest in [("dct", 512), ("dft", 256)]:
        np.save(tmp_path / "in.npy", np.ones((1, longest + 1, 1)))
        fails(*command, "--kind", kind, says=["in.npy", "too long", f"{longest}", "--block", "float32"])
        np.save(tmp_path / "in.npy", np.ones((1, longest, 1)))
        run(*command, "--kind", kind, "--force")
        (tmp_path / "out.npy").unlink()
        (tmp_path / "out.npy.orbital.json").unlink()


def test_picture_of_another_format(fails, engine, good):
    for name in ["p.jpg", "p", "in.nii"]:
        fails("roundtrip", "in.nii", "--engine", engine, "--force", "--picture", name, says=[name, ".png"])


def test_existing_output(run, fails, forward, good, tmp_path):
    (tmp_path / "out.nii").write_text("precious")
    fails(*forward, "in.nii", says=["out.nii", "exists", "--force"])
    (tmp_path / "r.json").write_text("precious")
    fails(*forward, "in.nii", "--force", "--json", "/dev/full", says=["/dev/full", "not a regular file"])
    run(*forward, "in.nii", "--force", "--json", "r.json")
    assert nibabel.load(tmp_path / "out.nii").shape == (8, 8, 8)


def test_output_is_the_input(run, fails, engine, good, tmp_path):
    (tmp_path / "link.nii").symlink_to("in.nii")
    for name in ["in.nii", "link.nii", "./in.nii"]:
        fails("forward", "in.nii", "-o", name, "--engine", engine, says=[name, "is the input", "--force"])
    run("forward", "in.nii", "-o", "link.nii", "--engine", engine, "--force")
    assert (tmp_path / "link.nii").is_symlink() and nibabel.load(good).get_data_dtype() == np.float32


def test_one_name_for_two_outputs(fails, engine, good):
    fails("roundtrip", "in.nii", "-o", "x.nii", "--coefficients", "./x.nii", "--engine", engine,
          says=["x.nii", "two outputs"])


def test_unwritable_output(fails, engine, good, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    for name in ["none/out.nii", "file/out.nii", "/proc/out.nii"]:
        fails("forward", "in.nii", "-o", name, "--engine", engine, says=[name, "cannot be written"])


@pytest.mark.parametrize("name", ["out.nii", "out.nii.gz", "out.npy", "out.raw"])
def test_full_disk(fails, engine, tmp_path, rng, name):
    np.save(tmp_path / "in.npy", rng.normal(size=(16, 16, 16)))
    fails("forward", "in.npy", "-o", name, "--engine", engine, "--block", "8", says=[name, "be written", "space"],
          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)))


def test_full_disk_for_the_picture(run, fails, engine, tmp_path, rng):
    """An output that cannot be completed leaves none of the others. The first picture fills the cache of fontconfig
    without a limit."""
    np.save(tmp_path / "in.npy", rng.normal(size=(2, 2, 2)))
    run("view", "in.npy", "-o", "first.png")
    fails("roundtrip", "in.npy", "-o", "out.npy", "--engine", engine, "--picture", "p.png",
          says=["p.png", "cannot be written"],
          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024)))


@pytest.mark.parametrize("command", [["info", "in.nii"], ["compress", "in.nii", "--curve"]])
def test_full_standard_output(orbital, good, tmp_path, command):
    with open("/dev/full", "w") as full:
        done = subprocess.run([orbital, *command], cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "standard output: cannot be written (No space left on device)" in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("cut", [["--block", "8"], []], ids=["blocks", "whole"])
def test_interrupt(orbital, engine, tmp_path, rng, cut, number):
    """Ends by the signal, says no more than that it stops, leaves nothing."""
    np.save(tmp_path / "in.npy", rng.normal(size=(96, 96, 96)))
    process = subprocess.Popen([orbital, "roundtrip", "in.npy", "-o", "out.nii.gz", "--json", "r.json", *cut,
                                "--engine", engine, "--progress"], cwd=tmp_path, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               # a background job inherits that interrupts are ignored
                               preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
    while not process.stderr.readline().startswith("forward"):  # but the estimate
        assert process.poll() is None
    process.send_signal(number)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == -number
    assert out == "" and "orbital: stopping" in errors.splitlines()
    assert all(line.startswith(("forward", "inverse", "orbital: forward takes", "orbital: stopping"))
               for line in errors.splitlines())
    assert [path.name for path in tmp_path.iterdir()] == ["in.npy"]
