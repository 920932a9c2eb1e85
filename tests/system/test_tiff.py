# TIFF files: what is read and written, against tifffile.
# SPDX-License-Identifier: Apache-2.0
import ctypes
import ctypes.util
import json
import resource
import struct
import subprocess

import nibabel
import numpy as np
import pytest
import tifffile

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]

# Axes are pages, rows, columns.
TYPES = ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16", "float32", "float64",
         "complex64", "complex128"]


@pytest.fixture
def libtiff():
    """libtiff(path, values, compression, predictor) writes what tifffile alone has no code for."""
    lib = ctypes.CDLL(ctypes.util.find_library("tiff"))
    lib.TIFFOpen.restype = ctypes.c_void_p

    def write(path, values, compression, predictor=1):
        tiff = ctypes.c_void_p(lib.TIFFOpen(str(path).encode(), b"w"))
        for page in values:
            size = page.dtype.itemsize
            formats = {"u": 1, "i": 2, "f": 3}
            for tag, value in [(256, page.shape[1]), (257, page.shape[0]), (258, 8 * size), (277, 1), (284, 1),
                               (339, formats[page.dtype.kind]), (262, 1), (259, compression), (278, 3)]:
                assert lib.TIFFSetField(tiff, tag, ctypes.c_int(value))
            if predictor > 1:
                assert lib.TIFFSetField(tiff, 317, ctypes.c_int(predictor))
            for row, line in enumerate(page.copy()):  # which the library changes
                assert lib.TIFFWriteScanline(tiff, line.ctypes.data_as(ctypes.c_void_p), row, 0) == 1
            assert lib.TIFFWriteDirectory(tiff)
        lib.TIFFClose(tiff)
    return write


@pytest.mark.parametrize("big", [False, True], ids=["classic", "big"])
@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("dtype", TYPES)
def test_is_read(copy, tmp_path, values, dtype, order, big):
    stored = values.astype(dtype)
    if stored.dtype.kind == "c":
        stored = stored * (1 + 2j)
    tifffile.imwrite(tmp_path / "in.tif", stored.astype(stored.dtype.newbyteorder(order)), byteorder=order, bigtiff=big,
                     photometric="minisblack", rowsperstrip=3)
    copy("in.tif", "out.npy")
    assert np.array_equal(np.load(tmp_path / "out.npy"), stored)


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("dtype", ["uint8", "float32", "complex64"])
def test_tiles_are_read(copy, tmp_path, rng, dtype, order):
    """Tiles that the page does not fill, in both directions."""
    values = rng.integers(0, 100, (3, 37, 50)).astype(np.dtype(dtype).newbyteorder(order))
    tifffile.imwrite(tmp_path / "in.tiff", values, byteorder=order, tile=(16, 32), photometric="minisblack")
    copy("in.tiff", "out.npy")
    assert np.array_equal(np.load(tmp_path / "out.npy"), values)


@pytest.mark.parametrize("compression, predictor", [
    (5, 1), (5, 2), (8, 1), (8, 2), (8, 3), (32946, 1), (32773, 1), (34925, 1), (50000, 1), (50000, 2)],
    ids=["lzw", "lzw-differences", "deflate", "deflate-differences", "deflate-floats", "old-deflate", "packbits",
         "lzma", "zstd", "zstd-differences"])
def test_compressed_is_read_and_stays_so(copy, libtiff, tmp_path, rng, compression, predictor):
    values = rng.integers(0, 100, (3, 20, 30)).astype("float32" if predictor == 3 else "int16")
    libtiff(tmp_path / "in.tif", values, compression, predictor)
    copy("in.tif", "out.npy")
    assert np.array_equal(np.load(tmp_path / "out.npy"), values)
    copy("in.tif", "out.tif", "--dtype", "int32")
    with tifffile.TiffFile(tmp_path / "out.tif") as file:
        assert {page.compression for page in file.pages} == {compression} and len(file.pages) == 3
    copy("out.tif", "back.npy")
    assert np.array_equal(np.load(tmp_path / "back.npy"), values)


@pytest.mark.parametrize("dtype", TYPES)
def test_is_written(copy, tmp_path, values, dtype):
    np.save(tmp_path / "in.npy", values.astype("float64"))
    copy("in.npy", "out.tif", "--dtype", dtype)
    data = tifffile.imread(tmp_path / "out.tif")
    assert data.dtype == dtype and np.array_equal(data, values)
    assert json.loads((tmp_path / "out.tif.orbital.json").read_text())["orbital"]["kind"] == ["identity"] * 3


def test_long_rows_and_strips_are_written(copy, tmp_path, rng):
    """Rows longer than a strip, and pages of many strips."""
    for shape in [(2, 3, 40000), (2, 700, 90), (1, 1, 1)]:
        values = rng.integers(0, 100, shape).astype("float32")
        np.save(tmp_path / "in.npy", values)
        copy("in.npy", "out.tif", "--force")
        assert np.array_equal(tifffile.imread(tmp_path / "out.tif").reshape(shape), values)


def test_header_is_kept(copy, tmp_path, values):
    tifffile.imwrite(tmp_path / "in.tif", values.astype("int16"), photometric="minisblack", metadata=None,
                     description="a description", software="a microscope", resolution=(100, 250),
                     resolutionunit="CENTIMETER", datetime="2026:01:02 03:04:05")
    copy("in.tif", "out.tif")
    with tifffile.TiffFile(tmp_path / "out.tif") as file:
        tags = file.pages[0].tags
        assert (tags[270].value, tags[305].value, tags[306].value) == ("a description", "a microscope",
                                                                       "2026:01:02 03:04:05")
        for page in file.pages:
            assert (page.tags[282].value, page.tags[283].value, page.tags[296].value) == ((100, 1), (250, 1), 3)


def test_descriptions_by_programs_go(copy, tmp_path, values):
    tifffile.imwrite(tmp_path / "shaped.tif", values.astype("int16"), photometric="minisblack")
    tifffile.imwrite(tmp_path / "imagej.tif", values.astype("uint16"), imagej=True, metadata={"spacing": 2.5})
    tifffile.imwrite(tmp_path / "ome.ome.tif", values.astype("uint16"), ome=True, photometric="minisblack")
    for name in ["shaped.tif", "imagej.tif", "ome.ome.tif"]:
        copy(name, "same.tif", "--force")
        assert np.array_equal(tifffile.imread(tmp_path / "same.tif"), values), name
        copy(name, "larger.tif", "--force", "--block", "4")
        with tifffile.TiffFile(tmp_path / "same.tif") as file:
            assert 270 not in file.pages[0].tags, name
        with tifffile.TiffFile(tmp_path / "larger.tif") as file:
            assert 270 not in file.pages[0].tags, name
            assert file.asarray().shape == (8, 4, 4), name


def test_axes_are_those_of_numpy(run, copy, tmp_path, values):
    nibabel.save(nibabel.Nifti1Image(values.astype("int16"), np.eye(4)), tmp_path / "in.nii")
    copy("in.nii", "out.tif")
    copy("out.tif", "back.nii")
    assert np.array_equal(tifffile.imread(tmp_path / "out.tif"), values)
    assert np.array_equal(nibabel.load(tmp_path / "back.nii").get_fdata(), values)


def test_record_goes_with_the_inverse(run, tmp_path, values):
    tifffile.imwrite(tmp_path / "in.tif", values.astype("int16"), photometric="minisblack")
    run("forward", "in.tif", "-o", "c.tif", "--engine", "cpu", "--block", "4", "--kind", "dft")
    run("inverse", "c.tif", "-o", "back.tif", "--dtype", "int16")
    assert np.array_equal(tifffile.imread(tmp_path / "back.tif"), values)
    assert not (tmp_path / "back.tif.orbital.json").exists()


@pytest.mark.parametrize("shape", [(1, 12, 4), (1, 1, 5), (3, 1, 1), (1, 1, 1), (12, 4), (1, 5), (5, 1), (7,)])
def test_axes_of_one_point(run, tmp_path, rng, shape):
    """A file of one page does not say whether it is a volume or a plane. The record of its coefficients does."""
    values = rng.integers(-99, 99, shape).astype("int16")
    np.save(tmp_path / "in.npy", values)
    run("forward", "in.npy", "-o", "c.tif", "--engine", "cpu", "--norm", "ortho")
    run("inverse", "c.tif", "-o", "back.npy", "--dtype", "int16")
    back = np.load(tmp_path / "back.npy")
    assert back.shape == shape and np.array_equal(back, values)


def test_thumbnails_are_no_pages(copy, tmp_path, values):
    with tifffile.TiffWriter(tmp_path / "in.tif") as file:
        for page in values.astype("uint8"):
            file.write(page, photometric="minisblack", metadata=None)
            file.write(page[:2, :2], photometric="minisblack", metadata=None, subfiletype=1)
    copy("in.tif", "out.npy")
    assert np.array_equal(np.load(tmp_path / "out.npy"), values)


def pages(path, *pages, **options):
    with tifffile.TiffWriter(path) as file:
        for page in pages:
            file.write(page, metadata=None, **{"photometric": "minisblack", **options})


def test_what_is_no_volume_is_told(fails, tmp_path, rng):
    page = rng.integers(0, 255, (6, 8)).astype("uint8")
    colour = rng.integers(0, 255, (6, 8, 3)).astype("uint8")
    pages(tmp_path / "sizes.tif", page, page[:5])
    pages(tmp_path / "types.tif", page, page.astype("uint16"))
    pages(tmp_path / "rgb.tif", colour, photometric="rgb")
    pages(tmp_path / "palette.tif", page, photometric="palette", colormap=np.zeros((3, 256), "uint16"))
    pages(tmp_path / "bits.tif", page > 99)
    for name, says in [("sizes.tif", "page 2 has 8 x 5 pixels, the first 8 x 6"), ("types.tif", "page 2 differs"),
                       ("rgb.tif", "in colour"), ("palette.tif", "in colour"), ("bits.tif", "elements of 1 bits")]:
        fails("info", name, says=[name, says])


def test_pages_that_only_imagej_knows_are_told(fails, tmp_path, rng):
    pages(tmp_path / "in.tif", rng.integers(0, 255, (6, 8)).astype("uint8"),
          description="ImageJ=1.54f\nimages=1000\nslices=1000\n")
    fails("info", "in.tif", says=["1 pages", "description counts more"])


@pytest.mark.parametrize("axes, shape, good", [("ZCYX", (3, 2, 6, 5), False), ("TZYX", (2, 3, 6, 5), False),
                                               ("ZYX", (4, 6, 5), True), ("TYX", (4, 6, 5), True)])
@pytest.mark.parametrize("options", [{"imagej": True}, {"ome": True}], ids=["imagej", "ome"])
def test_hyperstacks_are_told(run, fails, tmp_path, rng, axes, shape, good, options):
    """Their pages would be taken for planes of one volume."""
    tifffile.imwrite(tmp_path / "in.tif", rng.integers(0, 99, shape).astype("uint16"), metadata={"axes": axes},
                     **options)
    if good:
        assert "4 x 6 x 5" in run("info", "in.tif").stdout
    else:
        fails("info", "in.tif", says="hyperstack")


def one_page(tags):
    """A file of 100 bytes of pixels, and a page of these tags, all of 32 bits."""
    return (b"II*\0" + struct.pack("<I", 108) + bytes(100) + struct.pack("<H", len(tags)) +
            b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags) + bytes(4))


def test_huge_claims_cost_no_memory(fails, tmp_path, values):
    """Width and height of 2^31 - 1 in one strip, with and without compression."""
    for compression in [1, 8, 50000]:
        tags = [(256, 2**31 - 1), (257, 2**31 - 1), (258, 8), (259, compression), (262, 1), (273, 8), (277, 1),
                (278, 2**31 - 1), (279, 100)]
        (tmp_path / "in.tif").write_bytes(one_page(tags))
        fails("info", "in.tif", says="in.tif")


def test_complaints_of_two_lines_come_in_one(fails, tmp_path):
    """libtiff wraps the line that says that a page has not as many samples as inks."""
    (tmp_path / "in.tif").write_bytes(one_page([(256, 8), (257, 6), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1),
                                                (278, 6), (279, 20), (334, 24)]))
    fails("info", "in.tif", says="NumberOfInks")


def test_what_is_cut_short_is_told(fails, tmp_path, values):
    tifffile.imwrite(tmp_path / "whole.tif", values.astype("int16"), photometric="minisblack", rowsperstrip=2)
    data = (tmp_path / "whole.tif").read_bytes()
    for size in [1, 4, 8, 40, len(data) // 3, len(data) // 2, len(data) - 24]:
        (tmp_path / "in.tif").write_bytes(data[:size])
        fails("info", "in.tif", says="in.tif")


@pytest.mark.parametrize("options", [{}, {"tile": (16, 16)}, {"compression": "zlib"}],
                         ids=["strips", "tiles", "compressed"])
@pytest.mark.parametrize("order", "<>")
def test_random_damage(orbital, tmp_path, rng, values, order, options):
    """Whatever a few wrong bytes make of a file: it is read, or refused in one line."""
    tifffile.imwrite(tmp_path / "in.tif", values.astype("int16"), byteorder=order, photometric="minisblack", **options)
    whole = (tmp_path / "in.tif").read_bytes()
    for _ in range(12):
        data = bytearray(whole)
        for at in rng.integers(0, len(data), rng.integers(1, 9)):
            data[at] = rng.choice([0, 1, 127, 128, 255, rng.integers(256)])
        (tmp_path / "in.tif").write_bytes(data)
        done = subprocess.run([orbital, "info", "in.tif"], cwd=tmp_path, capture_output=True, text=True,
                              errors="replace")
        assert done.returncode == 0 or (done.returncode == 1 and done.stderr.count("\n") == 1), done.stderr


def test_full_disk(fails, tmp_path, rng):
    np.save(tmp_path / "in.npy", rng.normal(size=(16, 16, 16)))
    fails("forward", "in.npy", "-o", "out.tif", "--engine", "cpu", says=["out.tif", "cannot be written", "space"],
          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)))
