# `orbital compress` and `orbital expand`: what is kept, what is promised of the loss, and files that are not right.
# SPDX-License-Identifier: Apache-2.0
import csv
import gzip
import json
import subprocess

import nibabel
import numpy as np
import pytest
import scipy.fft

pytestmark = pytest.mark.quick


@pytest.fixture
def trip(run, tmp_path, report):
    """trip(volume, *options) compresses and expands a volume: what came back, and the report."""
    def run_trip(volume, *options, engine="cpu"):
        np.save(tmp_path / "in.npy", volume)
        run("compress", "in.npy", "-o", "c.orb", "--json", "r.json", "--engine", engine, "-f", *options)
        run("expand", "c.orb", "-o", "out.npy", "-f")
        return np.load(tmp_path / "out.npy"), report()
    return run_trip


def smooth(rng, shape, dtype):
    """Some waves and a little noise, over most of the range of an integer type."""
    points = np.meshgrid(*(np.arange(n) for n in shape), indexing="ij")
    waves = sum(np.sin(sum(f * p for f, p in zip(rng.uniform(-0.3, 0.3, 3), points)) + rng.uniform(0, 6))
                for _ in range(4)) + 0.05 * rng.normal(size=shape)
    if np.dtype(dtype).kind == "f":
        return (37 * waves).astype(dtype)
    limits = np.iinfo(dtype)
    high = min(limits.max, 2**40)
    return np.round(high / 2 + waves / 11 * high).astype(dtype)


def as_written(path):
    """A file in the words of docs/compression.md: its text and sections, read with nothing of orbital's."""
    line, data = subprocess.run(["zstd", "-dcq"], input=path.read_bytes(), capture_output=True,
                                check=True).stdout.split(b"\n", 1)
    text, at, sections = json.loads(line), 0, {}
    for name in ["header", "map", "values"]:
        sections[name] = data[at:at + text["sections"][name]]
        at += text["sections"][name]
    assert at == len(data)
    return text, sections


@pytest.mark.parametrize("shape", [(17, 9, 26), (8, 8, 8), (1, 1, 1), (1, 30, 2), (33, 1, 1)])
@pytest.mark.parametrize("dtype", ["uint8", "int16", "float32", "float64"])
def test_the_loss_is_what_the_report_says(trip, rng, shape, dtype):
    volume = smooth(rng, shape, dtype)
    result, report = trip(volume)
    assert result.dtype == volume.dtype and result.shape == volume.shape
    error = result.astype(float) - volume
    assert report["max_error"] == pytest.approx(np.abs(error).max(), rel=1e-12)
    assert report["rms_error"] == pytest.approx(np.sqrt(np.mean(error**2)), rel=1e-9)
    assert report["max_error"] <= 23 * report["step"] + 0.5  # all coefficients of a block off, in one direction


def test_the_file_is_as_documented(trip, tmp_path, rng):
    """Decoded by the page: integers at their places by frequency, times the step, transformed back by scipy."""
    volume = smooth(rng, (13, 8, 21), "float64")
    result, report = trip(volume, "--block", "4,8,5", "--quality", "45")
    text, sections = as_written(tmp_path / "c.orb")
    size, whole = text["transform"]["block"], text["transform"]["shape"]
    assert size == [4, 8, 5] and whole == [16, 8, 25] and text["step"] == pytest.approx(report["step"])
    assert not sections["header"]
    assert report["step"] == pytest.approx(np.ptp(volume) / 2**4.5)
    bits = np.unpackbits(np.frombuffer(sections["map"], "u1"), bitorder="little")[:np.prod(whole)]
    values, stream = [], iter(sections["values"])
    for byte in stream:
        value, shift = byte & 127, 7
        while byte & 128:
            byte = next(stream)
            value |= (byte & 127) << shift
            shift += 7
        values.append((value // 2 + 1) * (-1 if value % 2 else 1))
    integers = np.zeros(bits.size)
    integers[bits == 1] = values
    k = np.indices(size).reshape(3, -1)
    places = sorted(range(np.prod(size)), key=lambda p: (sum((k[a, p] / (2 * size[a]))**2 for a in range(3)),
                                                         np.ravel_multi_index(k[:, p], whole)))
    blocks = np.zeros((np.prod(whole) // np.prod(size), np.prod(size)))
    blocks[:, places] = integers.reshape(len(places), -1).T
    points = scipy.fft.idctn(text["step"] * blocks.reshape(-1, *size), axes=(1, 2, 3), norm="ortho") + text["middle"]
    points = points.reshape([w // s for w, s in zip(whole, size)] + size).transpose(0, 3, 1, 4, 2, 5).reshape(whole)
    assert np.allclose(points[:13, :8, :21], result, atol=1e-9)


@pytest.mark.parametrize("options", [[], ["--quality", "0"], ["--psnr", "30"], ["--max-error", "0"]])
@pytest.mark.parametrize("value", [0, 7, -1.5, 1e300, 1e-300])
def test_constants_come_back(trip, options, value):
    result, report = trip(np.full((9, 3, 10), value), *options)
    assert (result == value).all() and report["max_error"] == 0


@pytest.mark.parametrize("dtype, option, wanted", [("uint8", "--max-error", 3), ("int16", "--max-error", 250),
                                                   ("uint8", "--max-error", 0), ("float32", "--max-error", 0.01),
                                                   ("int32", "--psnr", 50), ("uint16", "--psnr", 33.3)])
def test_targets(trip, rng, dtype, option, wanted):
    """Reached in what comes back, and not by a finer step than need be: the next coarser one misses."""
    volume = smooth(rng, (19, 16, 11), dtype)

    def reached(result):
        error = result.astype(float) - volume
        if option == "--max-error":
            return np.abs(error).max() <= wanted
        return 20 * np.log10(np.ptp(volume.astype(float)) / np.sqrt(np.mean(error**2))) >= wanted

    result, report = trip(volume, option, wanted)
    assert reached(result)
    assert not reached(trip(volume, "--quality", report["quality"] - 0.25)[0])


@pytest.mark.parametrize("options", [["--kind", "dst"], ["--kind", "dwht,identity,dht"], ["--type", "4"],
                                     ["--block", "0"], ["--block", "3,5,16"]])
def test_other_transforms(trip, rng, options):
    volume = smooth(rng, (16, 8, 9), "float32")
    result, report = trip(volume, "--quality", "80", *options)
    assert np.abs(result - volume).max() == pytest.approx(report["max_error"], rel=1e-6) and report["psnr"] > 55


@pytest.mark.parametrize("order", ["C", "F"])
def test_order_in_memory(trip, rng, order):
    volume = np.asarray(smooth(rng, (12, 10, 17), "int16"), order=order)
    result, _ = trip(volume, "--max-error", "40")
    assert result.flags.f_contiguous == (order == "F") and np.abs(result.astype(int) - volume).max() <= 40


def make_nifti(path, volume, version, big, scaled):
    """A file with all that a header can hold."""
    image = (nibabel.Nifti1Image if version == 1 else nibabel.Nifti2Image)(volume, np.diag([2, 3, 4, 1]))
    image.header["descrip"], image.header["cal_max"] = b"kept", 77
    image.header.extensions.append(nibabel.nifti1.Nifti1Extension("comment", b"kept, too"))
    image.header.set_xyzt_units("mm")
    image.set_data_dtype("int16")
    if scaled:
        image.header.set_slope_inter(0.5, -20)
    if big:
        image = image.__class__(image.dataobj, image.affine, image.header.as_byteswapped(">"))
        image.header.set_slope_inter(*((0.5, -20) if scaled else (1, 0)))
    nibabel.save(image, path)


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize("scaled", [False, True])
def test_nifti_header_to_the_byte(run, tmp_path, rng, version, big, scaled):
    """Header, extensions and order of bytes; the elements themselves where no error is allowed."""
    volume = smooth(rng, (10, 9, 12), "int16") // 4
    make_nifti(tmp_path / "in.nii", volume, version, big, scaled)
    run("compress", "in.nii", "-o", "c.orb", "--max-error", "0", "--engine", "cpu")
    for name in ["out.nii", "out.nii.gz", "out.npy"]:
        run("expand", "c.orb", "-o", name)
    original = (tmp_path / "in.nii").read_bytes()
    assert (tmp_path / "out.nii").read_bytes() == original
    assert gzip.decompress((tmp_path / "out.nii.gz").read_bytes()) == original
    array = np.load(tmp_path / "out.npy")
    assert array.dtype == ("float32" if scaled else "int16")
    assert np.allclose(array, nibabel.load(tmp_path / "in.nii").get_fdata())


def test_curve(run, tmp_path, rng, trip):
    volume = smooth(rng, (20, 24, 16), "uint8")
    result, report = trip(volume, "--quality", "50")
    rows = list(csv.DictReader(run("compress", "in.npy", "--curve", "--engine", "cpu").stdout.splitlines()))
    assert [int(row["quality"]) for row in rows] == list(range(10, 101, 10))
    row = rows[4]
    assert int(row["bytes"]) == (tmp_path / "c.orb").stat().st_size == report["bytes"]
    assert float(row["bits_per_voxel"]) == pytest.approx(8 * report["bytes"] / volume.size, abs=1e-4)
    assert float(row["ratio"]) == pytest.approx(volume.nbytes / report["bytes"], abs=1e-3)
    assert float(row["max_error"]) == np.abs(result.astype(int) - volume).max()
    sizes, ratios = ([float(row[key]) for row in rows] for key in ["bytes", "psnr"])
    assert sizes == sorted(sizes) and ratios == sorted(ratios)


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("piped", [False, True], ids=["file", "pipe"])
def test_nifti_from_standard_input(orbital, run, tmp_path, rng, packed, piped):
    """The header is kept, to the byte, of what can be read but once."""
    make_nifti(tmp_path / "in.nii", smooth(rng, (8, 7, 9), "int16") // 4, 1, True, True)
    original = (tmp_path / "in.nii").read_bytes()
    given = gzip.compress(original) if packed else original
    (tmp_path / "given").write_bytes(given)
    with open(tmp_path / "given", "rb") as file:
        subprocess.run([orbital, "compress", "-", "-o", "c.orb", "--max-error", "0", "--engine", "cpu"], cwd=tmp_path,
                       check=True, **({"input": given} if piped else {"stdin": file}))
    run("expand", "c.orb", "-o", "out.nii")
    assert (tmp_path / "out.nii").read_bytes() == original


def test_info_describes_the_file(run, tmp_path, rng):
    make_nifti(tmp_path / "in.nii", smooth(rng, (9, 8, 7), "uint8"), 1, False, False)
    run("compress", "in.nii", "-o", "c.orb", "--quality", "50", "--engine", "cpu")
    text = run("info", "c.orb").stdout
    assert "compressed, int16, with a NIfTI header" in text and "9 x 8 x 7, first axis fastest" in text
    assert json.loads(run("info", "c.orb", "--json", "-").stdout)["compressed"]["shape"] == [9, 8, 7]
    (tmp_path / "c.orb").write_bytes((tmp_path / "c.orb").read_bytes()[:-9])
    assert "damaged" in run("info", "c.orb", code=1).stderr


@pytest.mark.parametrize("name", ["hls:p=2,b=4,full=4,w=16,jobs=1", "sim:p=2,b=4,full=4,w=16,jobs=1"])
def test_on_arrays(trip, rng, name):
    """expand takes the array that compressed, so what was promised holds there."""
    volume = smooth(rng, (16, 8, 10), "uint8")
    result, report = trip(volume, "--max-error", "2", engine=name)
    assert np.abs(result.astype(int) - volume).max() <= 2 and report["engine"].startswith(name[:9])


@pytest.mark.slow
def test_the_brain(run, report, tmp_path, brain):
    """A real volume: an eighth of its size at 45 dB, where gzip and zstd, which lose nothing, reach a half."""
    run("compress", brain, "-o", "c.orb", "--psnr", "45", "--engine", "cpu", "--json", "r.json")
    run("expand", "c.orb", "-o", "out.nii")
    original = gzip.decompress(brain.read_bytes())
    plain = {"gzip": len(gzip.compress(original, 9)),
             "zstd": len(subprocess.run(["zstd", "-9", "-c"], input=original, capture_output=True, check=True).stdout)}
    print(f"ratio {report()['ratio']:.2f} at {report()['psnr']:.2f} dB,",
          ", ".join(f"{name} {len(original) / size:.2f}" for name, size in plain.items()))
    result = (tmp_path / "out.nii").read_bytes()
    assert result[:352] == original[:352] and len(result) == len(original)
    error = np.frombuffer(result[352:], "u1").astype(float) - np.frombuffer(original[352:], "u1")
    assert 20 * np.log10(254 / np.sqrt(np.mean(error**2))) == pytest.approx(report()["psnr"], abs=1e-6)
    assert report()["psnr"] >= 45 and 8 < report()["ratio"] and all(len(original) / size < 3 for size in plain.values())
