# Volumes that go through memory in pieces: layers of blocks, or volumes of a series, whatever the format.
# SPDX-License-Identifier: Apache-2.0
import gzip
import json
import signal
import subprocess

import nibabel
import nrrd
import numpy as np
import pytest
import scipy.fft
import scipy.ndimage
from volume_files import load, path_of, save

SHAPE = (45, 50, 41)  # needs more than --memory 1, also without padding
SERIES = (21, 18, 16, 12)
PIECES, AT_ONCE = ["--memory", "1"], ["--memory", "1000"]
CPU = ["--engine", "cpu:threads=1"]
LAYOUT = {SHAPE: ["--shape", "45,50,41", "--in-dtype", "float32"],
          SERIES: ["--shape", "21,18,16,12", "--in-dtype", "float64"]}
FIRST_FASTEST = ["in.nii", "in.nii.gz", "in.mrc", "in.mrc.gz", "in.nrrd", "in.gzip.nrrd", "fortran in.npy"]
LAST_FASTEST = ["in.tif", "in.h5:/a/b", "in.npy", "in.npy.gz", "in.raw", "in.raw.gz"]
FORMATS = FIRST_FASTEST + LAST_FASTEST


@pytest.fixture
def orbital(sanitized):
    return sanitized


@pytest.fixture
def values(rng):
    return rng.normal(size=SHAPE).astype("float32")


@pytest.fixture
def put(tmp_path):
    """put(format, values) makes the file; returns its name and what its layout needs, and the name of an output."""
    def put(kind, values):
        order, name = ("F", kind.split()[1]) if " " in kind else ("C", kind)
        save(tmp_path, name, values, order)
        return [name, *(LAYOUT[values.shape] if ".raw" in name else [])], name.replace("in", "out", 1)
    return put


def holds(folder, name):
    """The bytes of a file, unpacked; those of HDF5 and TIFF have their elements wherever the library put them."""
    data = (folder / path_of(name)).read_bytes()
    if name.endswith(".gz"):
        return gzip.decompress(data)
    return load(folder, name).tobytes() if "h5" in name else data


def blockwise(values, size):
    """The transform of each block by scipy.fft; the last ones are filled up with zeros."""
    padded = np.pad(values, [(0, -n % size) for n in values.shape[:3]] + [(0, 0)] * (values.ndim - 3))
    cut = padded.reshape([part for n in padded.shape[:3] for part in (n // size, size)] + list(padded.shape[3:]))
    return scipy.fft.dctn(cut.astype(float), axes=(1, 3, 5), norm="ortho").reshape(padded.shape)


@pytest.mark.parametrize("kind", FORMATS)
def test_pieces_make_the_same_file(run, tmp_path, put, values, kind):
    """To the last bit, in both directions, the last layer padded."""
    source, out = put(kind, values)
    run("forward", *source, "-o", out, "--block", "8", *CPU, *AT_ONCE)
    wanted = holds(tmp_path, out)
    assert np.allclose(load(tmp_path, out), blockwise(values, 8), atol=1e-5)
    run("forward", *source, "-o", out, "--block", "8", *CPU, *PIECES, "--force")
    assert holds(tmp_path, out) == wanted
    back = out.replace("out", "back", 1)
    run("inverse", out, "-o", back, *AT_ONCE)
    wanted = holds(tmp_path, back)
    assert np.allclose(load(tmp_path, back), values, atol=1e-5)
    run("inverse", out, "-o", back, *PIECES, "--force")
    assert holds(tmp_path, back) == wanted


@pytest.mark.parametrize("block", ["16", "8,0,5", "0,0,8"])
def test_complex_volumes(run, tmp_path, put, rng, block):
    values = rng.normal(size=(33, 30, 41)) + 1j * rng.normal(size=(33, 30, 41))
    for kind in ["fortran in.npy", "in.npy"]:
        source, out = put(kind, values)
        order = "F" if kind.startswith("F") else "C"
        results = []
        for memory in [PIECES, AT_ONCE]:
            if block == "0,0,8" and kind == "in.npy" and memory == PIECES:  # its slowest axis is whole
                done = run("forward", *source, "-o", "x.npy", "--block", block, *CPU, *memory, code=1)
                assert "needs --memory 2: it is in memory as a whole" in done.stderr, order
                continue
            run("forward", *source, "-o", out, "--kind", "dft,dct,dft", "--block", block, "--dtype", "complex128", *CPU,
                *memory, "--force")
            results.append(holds(tmp_path, out))
            run("inverse", out, "-o", "back.npy", "--dtype", "complex128", *memory, "--force")
            assert np.allclose(np.load(tmp_path / "back.npy"), values)
        assert results[0] == results[-1]


def test_reports_are_added_up(run, tmp_path, engine, values):
    """On an array in fixed point. The record comes before the elements, when the scale of later pieces is not known."""
    save(tmp_path, "in.nii.gz", values)
    reports = []
    for name, memory in [("pieces.nii.gz", PIECES), ("once.nii.gz", AT_ONCE)]:
        run("forward", "in.nii.gz", "-o", name, "--block", "8", "--engine", engine, "--json", "r.json", "-f", *memory)
        reports.append(json.loads((tmp_path / "r.json").read_text()))
        for own in ["seconds", "why"]:  # the reason has the words of the first piece
            del reports[-1][own]
    assert np.array_equal(load(tmp_path, "pieces.nii.gz"), load(tmp_path, "once.nii.gz"))
    assert reports[0] == reports[1] and reports[0]["last_place"] > 0
    for name, scale in [("pieces.nii.gz", None), ("once.nii.gz", pytest.approx(reports[1]["last_place"], rel=1e-12))]:
        text = run("info", name, "--json", "-").stdout
        assert json.loads(text)["volume"]["transform"]["scale"] == scale


@pytest.mark.parametrize("memory", [PIECES, AT_ONCE])
def test_real_points_come_back_real(run, tmp_path, engine, values, memory):
    """Imaginary parts are rounding errors, whether or not the record knows how large these are."""
    save(tmp_path, "in.nii", values)
    run("forward", "in.nii", "-o", "c.nii", "--kind", "dft", "--block", "8", "--engine", engine, *PIECES)
    assert not run("inverse", "c.nii", "-o", "back.nii", *memory).stderr
    assert np.allclose(load(tmp_path, "back.nii"), values, atol=0.05)


@pytest.mark.parametrize("size", [10, 70_000, 300_000])
def test_replaced_header_of_any_size(run, tmp_path, engine, rng, size):
    """The record stands behind the extensions that are kept, and is replaced in a file that is compressed."""
    image = nibabel.Nifti1Image(rng.normal(size=(9, 8, 7)), np.eye(4))
    text = rng.integers(32, 127, size, dtype="u1").tobytes()
    image.header.extensions.append(nibabel.nifti1.Nifti1Extension("comment", text))
    nibabel.save(image, tmp_path / "in.nii")
    for name in ["c.nii", "c.nii.gz"]:
        run("forward", "in.nii", "-o", name, "--engine", engine)
    assert holds(tmp_path, "c.nii") == holds(tmp_path, "c.nii.gz")  # gzip checks the sum
    kept, record = [extension.get_content() for extension in nibabel.load(tmp_path / "c.nii.gz").header.extensions]
    assert kept.rstrip(b"\0") == text and json.loads(record.rstrip(b"\0"))["orbital"]["scale"] < 1


def test_nothing_refers_to_a_replaced_header(run, tmp_path, rng):
    """Elements like bytes of the header that stands there first, the statistics of the input, which are replaced."""
    alike = rng.integers(-128, 128, 12, dtype="i1")
    values = np.resize(alike, 120).reshape((4, 5, 6), order="F")
    save(tmp_path, "in.mrc", values)
    data = bytearray((tmp_path / "in.mrc").read_bytes())
    data[76:88] = alike.tobytes()
    (tmp_path / "in.mrc").write_bytes(data)
    run("forward", "in.mrc", "-o", "out.mrc.gz", "--kind", "identity", "--dtype", "int8", *CPU)
    assert holds(tmp_path, "out.mrc.gz")[-values.size:] == holds(tmp_path, "in.mrc")[-values.size:]


@pytest.mark.parametrize("block", [0, 8])
@pytest.mark.parametrize("kind", [kind for kind in FORMATS if "tif" not in kind and "mrc" not in kind])
def test_series(run, fails, tmp_path, put, rng, kind, block):
    """Each volume is transformed on its own."""
    values = rng.normal(size=SERIES)
    source, out = put(kind, values)
    memory = PIECES
    command = ["forward", *source, "-o", out, "--block", block, "--dtype", "float64", *CPU]
    if not block and kind in LAST_FASTEST:  # one layer of all volumes
        fails(*command, *memory, says=["needs --memory 2", "all volumes of the series are in memory", "as in NIfTI"])
        memory = AT_ONCE
    run(*command, *memory)
    wanted = blockwise(values, block) if block else scipy.fft.dctn(values, axes=(0, 1, 2), norm="ortho")
    found = load(tmp_path, out)
    assert found.shape == wanted.shape and np.allclose(found, wanted, atol=1e-12)
    run("inverse", out, "-o", "back.npy", "--dtype", "float64", *(memory if "in.n" in kind else AT_ONCE))
    assert np.allclose(np.load(tmp_path / "back.npy"), values, atol=1e-12)


@pytest.mark.parametrize("kind", ["in.npy", "fortran in.npy"])
def test_filter_takes_a_series_volume_by_volume(run, fails, tmp_path, put, rng, kind):
    values = rng.normal(size=SERIES)
    source, out = put(kind, values)
    command = ["filter", *source, "-o", out, "--laplacian", "--dtype", "float64", *CPU]
    if kind == "in.npy":
        fails(*command, *PIECES, says="needs --memory 3")
    run(*command, *(AT_ONCE if kind == "in.npy" else PIECES))
    for t in range(SERIES[3]):
        assert np.allclose(np.load(tmp_path / out)[..., t], scipy.ndimage.laplace(values[..., t], mode="reflect"))


def test_what_cannot_go_in_pieces(run, fails, tmp_path, put, values):
    """Another order, or a file that a library reads as a whole: the whole volume goes at once if memory allows it."""
    source, _ = put("in.npy", values)
    for target in ["out.nii", "out.nrrd", "out.mrc"]:
        fails("forward", *source, "-o", target, "--block", "8", *CPU, *PIECES,
              says=["in.npy", "needs --memory 2", "in another order", "another format"])
        run("forward", *source, "-o", target, "--block", "8", *CPU)
    nrrd.write(str(tmp_path / "ascii.nrrd"), values, {"encoding": "ascii"})
    fails("forward", "ascii.nrrd", "-o", "x.nrrd", "--block", "8", *CPU, *PIECES, says="can only be read all at once")
    for amount in ["0", "-1", "much", "1.5", "99999999999999999999"]:
        fails("forward", *source, "-o", "x.npy", *CPU, "--memory", amount, says=[amount, "is not a size"], code=2)


@pytest.mark.parametrize("kind", ["in.nii", "in.npy"])
def test_not_finite_value_in_the_last_piece(fails, tmp_path, put, values, kind):
    values[44, 49, 40] = np.nan
    source, out = put(kind, values)
    fails("forward", *source, "-o", out, "--block", "8", *CPU, *PIECES, says="voxel (44, 49, 40) is not a number")


@pytest.mark.parametrize("kind", ["in.nii.gz", "in.npy.gz", "in.mrc.gz", "in.gzip.nrrd", "in.tif", "in.raw.gz"])
def test_damage_in_the_last_piece(fails, tmp_path, rng, kind):
    """Of a file that is larger than what is unpacked at once."""
    save(tmp_path, kind, rng.normal(size=(96, 96, 96)).astype("float32"))
    data = bytearray((tmp_path / kind).read_bytes())
    if kind == "in.tif":
        data[-len(data) // 8:] = bytes(len(data) // 8)
    else:
        data[-8] ^= 1  # the check sum
    (tmp_path / kind).write_bytes(data)
    layout = ["--shape", "96,96,96", "--in-dtype", "float32"] if ".raw" in kind else []
    fails("forward", kind, *layout, "-o", "out.npy", "--format", "npy", "--block", "8", *CPU, "--memory", "2",
          says=[kind, "damaged"])


def test_imaginary_parts_that_do_not_vanish(run, tmp_path, put, values):
    """All at once they are kept; in pieces the type is settled before they are known, so there is a warning."""
    source, out = put("in.npy", values)
    run("forward", *source, "-o", out, "--kind", "dft", "--block", "8", *CPU)
    changed = np.load(tmp_path / out)
    changed[-1, -1, -1] += 100j
    np.save(tmp_path / out, changed)
    done = run("inverse", out, "-o", "back.npy", *AT_ONCE)
    assert "stored as complex64" in done.stderr and np.load(tmp_path / "back.npy").dtype == "complex64"
    done = run("inverse", out, "-o", "back.npy", *PIECES, "--force", code=3)
    assert "dropped: choose --dtype complex64" in done.stderr and np.load(tmp_path / "back.npy").dtype == "float32"
    run("inverse", out, "-o", "back.npy", *PIECES, "--force", "--dtype", "complex64")


def test_standard_input_and_output(orbital, tmp_path, values):
    """Through pipes, in pieces; the record that NIfTI carries is that of the whole."""
    save(tmp_path, "in.nii.gz", values)
    command = f"cat in.nii.gz | {orbital} forward - -o - --block 8 --memory 1 --engine cpu 2>/dev/null | " \
              f"cat | {orbital} inverse - -o - --memory 1 -q > back.nii.gz"
    subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=tmp_path, check=True, timeout=300)
    (tmp_path / "back.nii.gz").rename(tmp_path / "back.nii")  # the format is that of what came: NIfTI, not compressed
    assert np.allclose(load(tmp_path, "back.nii"), values, atol=1e-5)


def test_interrupt_between_pieces(orbital, engine, tmp_path, rng):
    """The progress is that of the whole; the signal ends the work and leaves nothing."""
    save(tmp_path, "in.npy", rng.normal(size=(96, 96, 96)))
    process = subprocess.Popen([orbital, "forward", "in.npy", "-o", "out.npy", "--json", "r.json", "--block", "8",
                                "--engine", engine, "--progress", "--memory", "2"], cwd=tmp_path, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    lines = []
    while len(lines) < 4:
        lines += [line for line in [process.stderr.readline()] if "%" in line]
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGINT and out == ""
    shares = [int(line.split("%")[0].split()[-1]) for line in [*lines, *errors.splitlines()] if "%" in line]
    assert shares == sorted(shares) and len(set(shares)) == len(shares) and shares[3] >= 30
    assert [path.name for path in tmp_path.iterdir()] == ["in.npy"]
