# File formats: what is read from and written to NIfTI, NPY and raw files, against nibabel and numpy.
# SPDX-License-Identifier: Apache-2.0
import json
import re

import nibabel
import numpy as np
import pytest

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]

INTEGERS = ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"]


@pytest.fixture
def copy(run, engine):
    """copy(input, output, ...) sends small integers through the array unchanged, which it does exactly."""
    return lambda source, target, *options, **more: run("forward", source, "-o", target, "--engine", engine, "--kind",
                                                        "identity", *options, **more)


def nifti(values, dtype, version=1, endian="<"):
    """An image with a header that has much to keep."""
    image_class, header_class = {1: (nibabel.Nifti1Image, nibabel.Nifti1Header),
                                 2: (nibabel.Nifti2Image, nibabel.Nifti2Header)}[version]
    header = header_class(endianness=endian)
    header.set_data_dtype(np.dtype(dtype).newbyteorder(endian))
    affine = np.array([[-1.5, 0.1, 0, 40], [0, 2, 0.2, -30], [0.1, 0, 2.5, 7], [0, 0, 0, 1]])
    image = image_class(values.astype(dtype), affine, header)
    image.set_qform(np.diag([1.5, 2, 2.5, 1]), 1)
    image.set_sform(affine, 2)
    image.header.set_xyzt_units("mm", "sec")
    image.header["descrip"] = b"a description"
    image.header["aux_file"] = b"an aux file"
    image.header["cal_max"] = 80
    image.header["slice_code"] = 3
    image.header["toffset"] = 2.5
    image.header.extensions.append(nibabel.nifti1.Nifti1Extension("comment", b"a comment"))
    image.header.extensions.append(nibabel.nifti1.Nifti1Extension("afni", b"<AFNI_attributes/>"))
    return image


@pytest.mark.parametrize("name", ["in.nii", "in.nii.gz"])
@pytest.mark.parametrize("endian", "<>")
@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("dtype", [*INTEGERS, "float32", "float64"])
def test_nifti_is_read(copy, tmp_path, values, dtype, version, endian, name):
    nibabel.save(nifti(values, dtype, version, endian), tmp_path / name)
    copy(name, "out.npy")
    assert np.array_equal(np.load(tmp_path / "out.npy"), values)


@pytest.mark.parametrize("endian", "<>")
@pytest.mark.parametrize("version", [1, 2])
def test_nifti_header_is_kept(copy, tmp_path, values, version, endian):
    nibabel.save(nifti(values, "int16", version, endian), tmp_path / "in.nii")
    copy("in.nii", "out.nii.gz")
    before, after = nibabel.load(tmp_path / "in.nii"), nibabel.load(tmp_path / "out.nii.gz")
    assert type(before) is type(after)
    assert np.array_equal(after.get_fdata(), values)
    assert after.get_data_dtype() == np.float32
    assert np.array_equal(before.affine, after.affine)
    changed = {key for key in before.header.keys() if str(before.header[key]) != str(after.header[key])}
    assert changed <= {"datatype", "bitpix", "vox_offset", "scl_slope", "scl_inter", "cal_max"}
    assert after.header["cal_max"] == 0
    assert [e.get_code() for e in after.header.extensions] == [6, 4, 6]
    assert [bytes(e.content if isinstance(e.content, bytes) else e.content.encode()).rstrip(b"\0")
            for e in after.header.extensions][:2] == [b"a comment", b"<AFNI_attributes/>"]


def test_nifti_record_is_replaced_and_dropped(run, engine, tmp_path, values):
    """One record in coefficients however often they are transformed again, none in what the inverse restores."""
    nibabel.save(nifti(values, "int16"), tmp_path / "in.nii")
    run("forward", "in.nii", "-o", "c.nii", "--engine", engine, "--block", "4")
    run("forward", "c.nii", "-o", "cc.nii", "--engine", engine, "--block", "4")
    run("inverse", "cc.nii", "-o", "c2.nii", "--engine", engine)
    extensions = {name: len(nibabel.load(tmp_path / name).header.extensions) for name in ["c.nii", "cc.nii", "c2.nii"]}
    assert extensions == {"c.nii": 3, "cc.nii": 3, "c2.nii": 2}
    assert nibabel.load(tmp_path / "c.nii").shape == (8, 4, 4)
    run("inverse", "c.nii", "-o", "back.nii", "--engine", engine, "--dtype", "int16")
    back = nibabel.load(tmp_path / "back.nii")
    assert back.shape == values.shape and np.array_equal(back.get_fdata(), values)


@pytest.mark.parametrize("at, value, says", [
    *[(108, value, "its header is wrong") for value in (np.nan, np.inf, 1e30, 4e18)],
    (116, np.nan, "adds nan"), (116, -np.inf, "adds -inf")])
def test_nifti_headers_that_lie(fails, tmp_path, values, at, value, says):
    image = nifti(values, "int16", 1, "<")
    nibabel.save(image, tmp_path / "in.nii")
    with open(tmp_path / "in.nii", "r+b") as file:
        file.seek(112)
        file.write(np.float32(0.5).tobytes())
        file.seek(at)
        file.write(np.float32(value).tobytes())
    fails("forward", "in.nii", "-o", "out.npy", "--engine", "cpu", says=["in.nii", says])


@pytest.mark.parametrize("endian", "<>")
@pytest.mark.parametrize("slope, intercept", [(0.5, -3), (0, 7), (np.nan, np.nan)])
def test_nifti_scaling_is_applied(copy, tmp_path, values, endian, slope, intercept):
    nibabel.save(nifti(values, "int16", endian=endian), tmp_path / "in.nii")
    with open(tmp_path / "in.nii", "r+b") as file:
        file.seek(112)  # scl_slope, scl_inter
        file.write(np.array([slope, intercept], endian + "f4").tobytes())
    copy("in.nii", "out.nii")
    result = nibabel.load(tmp_path / "out.nii")
    assert np.array_equal(result.get_fdata(), nibabel.load(tmp_path / "in.nii").get_fdata())
    assert np.array_equal(result.get_fdata(), values * 0.5 - 3 if slope == 0.5 else values)
    assert (result.dataobj.slope, result.dataobj.inter) == (1, 0)


def test_nifti_with_more_axes_of_one_point(copy, fails, engine, tmp_path, values):
    nibabel.save(nibabel.Nifti1Image(values[..., None].astype("int16"), np.eye(4)), tmp_path / "one.nii")
    nibabel.save(nibabel.Nifti1Image(np.zeros((4, 4, 4, 1, 2), "int16"), np.eye(4)), tmp_path / "two.nii")
    copy("one.nii", "out.nii")
    assert np.array_equal(nibabel.load(tmp_path / "out.nii").get_fdata()[..., 0], values)
    fails("forward", "two.nii", "-o", "x.nii", "--engine", engine, says=["two.nii", "more than four axes"])


@pytest.mark.parametrize("order", "CF")
@pytest.mark.parametrize("endian", "<>")
@pytest.mark.parametrize("dtype", ["bool", *INTEGERS, "float16", "float32", "float64"])
def test_npy_is_read(copy, tmp_path, values, dtype, endian, order):
    stored = np.asarray(values.astype(np.dtype(dtype).newbyteorder(endian)), order=order)
    np.save(tmp_path / "in.npy", stored)
    copy("in.npy", "out.npy")
    result = np.load(tmp_path / "out.npy")
    assert np.array_equal(result, stored)
    assert result.flags.f_contiguous == (order == "F")


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_npy_versions(copy, tmp_path, values, version):
    with open(tmp_path / "in.npy", "wb") as file:
        np.lib.format.write_array(file, values.astype("int16"), version=version)
    copy("in.npy", "out.npy")
    assert np.array_equal(np.load(tmp_path / "out.npy"), values)


@pytest.mark.parametrize("dtype", [*INTEGERS, "float16", "float32", "float64"])
@pytest.mark.parametrize("name", ["out.npy", "out.nii", "out.raw"])
def test_output_types(copy, fails, engine, tmp_path, values, dtype, name):
    np.save(tmp_path / "in.npy", values.astype("int16"))
    if name == "out.nii" and dtype == "float16":
        fails("forward", "in.npy", "-o", name, "--engine", engine, "--dtype", dtype, says="no element type float16")
        return
    copy("in.npy", name, "--dtype", dtype)
    if name == "out.npy":
        result = np.load(tmp_path / name)
    elif name == "out.nii":
        result = np.asanyarray(nibabel.load(tmp_path / name).dataobj)
    else:
        layout = json.loads((tmp_path / "out.raw.orbital.json").read_text())["raw"]
        assert layout == {"shape": list(values.shape), "dtype": dtype, "endian": "little"}
        result = np.fromfile(tmp_path / name, dtype).reshape(values.shape)
    assert result.dtype == dtype and np.array_equal(result, values)


def test_npy_elements_begin_at_a_multiple_of_64_bytes(copy, tmp_path, values):
    np.save(tmp_path / "in.npy", values)
    copy("in.npy", "out.npy", "--dtype", "uint8")
    assert (tmp_path / "out.npy").stat().st_size % 64 == values.size % 64


def test_output_is_rounded_and_clipped(copy, tmp_path):
    volume = np.array([-3, -0.5, 0.5, 1.5, 2.25, 127.75, 300, -200]).reshape(2, 2, 2)
    np.save(tmp_path / "in.npy", volume)
    done = copy("in.npy", "u.npy", "--dtype", "uint8", code=3)
    assert "u.npy" in done.stderr and "3 values" in done.stderr and done.stderr.count("\n") == 1
    assert np.load(tmp_path / "u.npy").ravel().tolist() == [0, 0, 0, 2, 2, 128, 255, 0]
    copy("in.npy", "i.npy", "--dtype", "int16")
    assert np.load(tmp_path / "i.npy").ravel().tolist() == [-3, 0, 0, 2, 2, 128, 300, -200]


def test_float16_is_rounded_as_numpy_does(copy, tmp_path, rng):
    volume = np.concatenate([2.0 ** rng.uniform(-3, 3, 500), np.zeros(12)]).reshape(8, 8, 8)
    np.save(tmp_path / "in.npy", volume)
    copy("in.npy", "d.npy", "--dtype", "float64")
    copy("in.npy", "h.npy", "--dtype", "float16")
    assert np.array_equal(np.load(tmp_path / "h.npy"), np.load(tmp_path / "d.npy").astype("float16"))


def test_raw_layout(copy, tmp_path, values):
    values.astype(">i4").tofile(tmp_path / "in.raw")
    copy("in.raw", "out.npy", "--shape", "5,4,3", "--in-dtype", "int32", "--endian", "big")
    assert np.array_equal(np.load(tmp_path / "out.npy"), values)


def test_one_type_with_a_raw_input_is_the_inputs(run, copy, tmp_path, values):
    values.astype(">i4").tofile(tmp_path / "in.raw")
    layout = ["--shape", "5,4,3", "--dtype", "int32", "--endian", "big"]
    copy("in.raw", "out.npy", *layout)
    copy("in.raw", "wide.npy", "--shape", "5,4,3", "--in-dtype", "int32", "--endian", "big", "--dtype", "float64")
    assert np.load(tmp_path / "out.npy").dtype == "float64"
    assert np.load(tmp_path / "wide.npy").dtype == "float64"
    assert np.array_equal(np.load(tmp_path / "out.npy"), values)
    text = run("info", "in.raw", *layout).stdout
    for part in ["raw, int32", "5 x 4 x 3", f"{values.min()} to {values.max()}"]:
        assert part in text


def test_raw_needs_no_flags_once_written(run, engine, tmp_path, values):
    np.save(tmp_path / "in.npy", values.astype("int16"))
    run("forward", "in.npy", "-o", "c.raw", "--engine", engine, "--block", "4")
    run("inverse", "c.raw", "-o", "back.raw", "--engine", engine, "--dtype", "uint8")
    assert np.array_equal(np.fromfile(tmp_path / "back.raw", "u1").reshape(values.shape), values)
    record = json.loads((tmp_path / "back.raw.orbital.json").read_text())
    assert set(record) == {"raw"}
    run("forward", "back.raw", "-o", "again.npy", "--engine", engine)


def test_raw_bytes_are_never_taken_for_gzip(copy, tmp_path):
    bytes_like_gzip = np.full((2, 2, 2), 8, "u1")
    bytes_like_gzip.ravel()[:2] = 0x1F, 0x8B
    bytes_like_gzip.tofile(tmp_path / "in.raw")
    copy("in.raw", "out.npy", "--shape", "2,2,2", "--in-dtype", "uint8")
    assert np.array_equal(np.load(tmp_path / "out.npy"), bytes_like_gzip)


@pytest.mark.parametrize("target", ["out.nii", "out.nii.gz", "out.npy", "out.bin"])
@pytest.mark.parametrize("source", ["in.nii", "fortran.npy", "c.npy"])
def test_an_axis_is_the_same_axis_in_every_format(run, engine, tmp_path, rng, source, target):
    volume = rng.integers(-100, 100, (2, 3, 4)).astype("int16")
    nibabel.save(nibabel.Nifti1Image(volume, np.eye(4)), tmp_path / "in.nii")
    np.save(tmp_path / "fortran.npy", np.asfortranarray(volume))
    np.save(tmp_path / "c.npy", volume)
    run("forward", source, "-o", target, "--engine", engine, "--kind", "dct,identity,identity", "--block", "2,4,4")
    run("inverse", target, "-o", "back.npy", "--engine", engine)
    assert np.allclose(np.load(tmp_path / "back.npy"), volume, atol=0.1)
    run("inverse", target, "-o", "kept.npy", "--engine", engine, "--kind", "identity")
    expected = np.stack([volume[0] + 1.0 * volume[1], volume[0] - 1.0 * volume[1]]) / np.sqrt(2)
    assert np.allclose(np.load(tmp_path / "kept.npy"), expected, atol=0.1)


def test_restored_files_keep_no_stale_record(run, fails, engine, tmp_path, values):
    """FILE.orbital.json goes when FILE is replaced by something that it does not describe."""
    np.save(tmp_path / "in.npy", values.astype("int16"))
    run("forward", "in.npy", "-o", "c.npy", "--engine", engine)
    (tmp_path / "c.npy").rename(tmp_path / "d.npy")
    (tmp_path / "d.npy.orbital.json").write_text((tmp_path / "c.npy.orbital.json").read_text())
    fails("inverse", "d.npy", "-o", "c.npy", "--engine", engine, says=["c.npy.orbital.json", "--force"])
    run("inverse", "d.npy", "-o", "c.npy", "--engine", engine, "--force")
    assert not (tmp_path / "c.npy.orbital.json").exists()
    # Of a link, the link goes. The file to which it points may be anybody's.
    (tmp_path / "kept").write_text("kept")
    (tmp_path / "c.npy.orbital.json").symlink_to("kept")
    run("inverse", "d.npy", "-o", "c.npy", "--engine", engine, "--force")
    assert not (tmp_path / "c.npy.orbital.json").is_symlink()
    assert (tmp_path / "kept").read_text() == "kept"


@pytest.mark.parametrize("command", [["forward"], ["filter", "--gaussian", "1"]])
def test_a_file_of_a_records_name_that_is_none_stays(run, fails, tmp_path, values, command):
    """--force replaces the output and its record, and no file that somebody else wrote."""
    np.save(tmp_path / "in.npy", values)
    kept = tmp_path / "out.npy.orbital.json"
    for text in ['{"mine": 1}', "[]", " ", " " * (2**20 + 1), "{" + 20 * "[" + "}"]:
        kept.write_text(text)
        fails(*command, "in.npy", "-o", "out.npy", "--force", says=[kept.name, "is not an orbital record"])
        assert kept.read_text() == text and not (tmp_path / "out.npy").exists()
    kept.unlink()
    run(*command, "in.npy", "-o", "out.npy")


def test_a_link_of_a_records_name_stays(run, fails, tmp_path, values):
    """What it points to is not a file that the command line names."""
    np.save(tmp_path / "in.npy", values)
    run("forward", "in.npy", "-o", "out.npy")
    link = tmp_path / "out.npy.orbital.json"
    link.rename(tmp_path / "kept")
    before = (tmp_path / "kept").read_bytes()
    link.symlink_to("kept")
    fails("forward", "in.npy", "-o", "out.npy", "--kind", "dst", "--force", says=[link.name, "is a symbolic link"])
    assert link.is_symlink() and (tmp_path / "kept").read_bytes() == before


def test_info(run, engine, tmp_path, values):
    nibabel.save(nifti(values, "int16", 2, ">"), tmp_path / "in.nii.gz")
    run("forward", "in.nii.gz", "-o", "c.nii", "--engine", engine, "--block", "4", "--norm", "backward")
    text = run("info", "in.nii.gz").stdout
    for part in ["NIfTI-2, big-endian", "int16", "5 x 4 x 3", f"{values.min()} to {values.max()}", "none recorded",
                 "mm", "sform", "-1.5"]:
        assert part in text
    text = run("info", "c.nii").stdout
    for part in ["float32", "8 x 4 x 4", '"shape": [5, 4, 3]', '"norm": "backward"', '"block": [4, 4, 4]']:
        assert part in text
    text = run("info", "--engine", engine).stdout
    for part in ["2 x 2 x 2 nodes", "up to 8 points", "16-bit words"]:
        assert part in text


@pytest.mark.parametrize("endian", "<>")
@pytest.mark.parametrize("dtype", ["c8", "c16"])
@pytest.mark.parametrize("name", ["in.npy", "in.nii", "in.nii.gz"])
def test_info_of_complex_values(run, tmp_path, rng, name, dtype, endian):
    volume = rng.normal(size=(5, 4, 3)) + 1j * rng.normal(size=(5, 4, 3))
    stored = volume.astype(endian + dtype)
    if name == "in.npy":
        np.save(tmp_path / name, stored)
    else:
        nibabel.save(nifti(volume, dtype, 2, endian), tmp_path / name)
    text = run("info", name).stdout
    low, high = map(float, re.search(r"^magnitude +(\S+) to (\S+)$", text, re.MULTILINE).groups())
    assert np.dtype(dtype).name in text
    assert [low, high] == pytest.approx([np.abs(volume).min(), np.abs(volume).max()], rel=1e-6)


def test_devices(run, tmp_path):
    """All that are listed can be opened by their names."""
    *lines, note = run("devices").stdout.splitlines()
    assert note == "No FTDI chip is attached, and no board answers on the network, so no board can be opened."
    names = [line.split()[0] for line in lines]
    assert {"cpu", "sim", "hls"} == {name.split(":")[0] for name in names} and names == sorted(names)
    for name, line in zip(names, lines):
        if name == "cpu":
            assert "engine     cpu" in run("info", "--engine", name).stdout
            continue
        text = run("info", "--engine", name + ",jobs=1").stdout
        assert re.search(r"\d+ x \d+ x \d+ nodes", line).group() in text
    run("devices", "more", code=2)
