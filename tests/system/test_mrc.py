# MRC files: what is read and written, against mrcfile.
# SPDX-License-Identifier: Apache-2.0
import gzip
import json
import struct

import mrcfile
import nibabel
import numpy as np
import pytest

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]

# Axes are x, y, z; mrcfile shows z, y, x.
TYPES = ["int8", "int16", "uint16", "float16", "float32"]
# bytes at which fields begin, as the format's document has them
AXES, EXTENDED, MACHINE = 64, 92, 212


@pytest.fixture
def write(tmp_path):
    """Writes a volume in the order x, y, z with mrcfile."""
    def write(name, values, **header):
        with mrcfile.new(tmp_path / name, compression="gzip" if name.endswith(".gz") else None) as file:
            file.set_data(np.ascontiguousarray(values.T))
            file.set_volume()
            for key, value in header.items():
                setattr(file.header, key, value)
    return write


@pytest.fixture
def read(tmp_path):
    """The volume in the order x, y, z and the header, as mrcfile has them, which has to find the file valid."""
    def read(name):
        assert mrcfile.validate(tmp_path / name)
        with mrcfile.open(tmp_path / name) as file:
            return file.data.T, file.header, file.extended_header.tobytes()
    return read


@pytest.fixture
def edit(tmp_path):
    """Changes bytes of a file from a place on."""
    def edit(name, place, change):
        data = bytearray((tmp_path / name).read_bytes())
        data[place:place + len(change)] = change
        (tmp_path / name).write_bytes(data)
    return edit


@pytest.mark.parametrize("name", ["in.mrc", "in.map", "in.mrc.gz", "in.map.gz"])
@pytest.mark.parametrize("dtype", TYPES)
def test_is_read(copy, write, tmp_path, values, dtype, name):
    write(name, values.astype(dtype))
    copy(name, "out.npy")
    assert np.array_equal(np.load(tmp_path / "out.npy"), values)


@pytest.mark.parametrize("dtype", TYPES[1:])
def test_other_order_of_bytes(copy, write, tmp_path, values, dtype):
    write("in.mrc", values.astype(dtype).astype(np.dtype(dtype).newbyteorder(">")))
    assert (tmp_path / "in.mrc").read_bytes()[MACHINE] == 0x11
    copy("in.mrc", "out.npy")
    assert np.array_equal(np.load(tmp_path / "out.npy"), values)


def test_header_of_the_other_order_of_bytes(copy, write, read, edit, tmp_path, values):
    """Its words are in this machine's order then. Of an extended header only its author knows the words: it goes."""
    write("in.mrc", values.astype(">i2"))
    edit("in.mrc", EXTENDED, struct.pack(">i", 80))
    data = (tmp_path / "in.mrc").read_bytes()
    (tmp_path / "in.mrc").write_bytes(data[:1024] + bytes(range(80)) + data[1024:])
    copy("in.mrc", "out.mrc", "--dtype", "int16")
    found, header, extended = read("out.mrc")
    assert np.array_equal(found, values) and found.dtype == "<i2"
    assert header.nversion in (20140, 20141) and header.nsymbt == 0 and extended == b""


@pytest.mark.parametrize("dtype", TYPES)
def test_is_written(copy, read, tmp_path, values, dtype):
    np.save(tmp_path / "in.npy", values.astype("float64"))
    copy("in.npy", "out.mrc", "--dtype", dtype)
    data, header, _ = read("out.mrc")
    assert data.dtype == dtype and np.array_equal(data, values)
    assert (header.dmin, header.dmax) == (values.min(), values.max())
    assert np.isclose(header.dmean, values.mean()) and np.isclose(header.rms, values.std())
    assert json.loads((tmp_path / "out.mrc.orbital.json").read_text())["orbital"]["kind"] == ["identity"] * 3


def test_compressed_is_written(copy, tmp_path, values):
    np.save(tmp_path / "in.npy", values.astype("float64"))
    copy("in.npy", "out.mrc.gz", "--dtype", "int16")
    (tmp_path / "out.mrc").write_bytes(gzip.decompress((tmp_path / "out.mrc.gz").read_bytes()))
    with mrcfile.open(tmp_path / "out.mrc") as file:
        assert np.array_equal(file.data.T, values)
        assert (file.header.dmin, file.header.dmax) == (values.min(), values.max())


def test_statistics_are_of_what_is_stored(run, read, tmp_path):
    """Rounded, and cut to the range of the type."""
    np.save(tmp_path / "in.npy", np.linspace(-300.0, 100.3, 60).reshape(5, 4, 3))
    run("forward", "in.npy", "-o", "out.mrc", "--engine", "cpu", "--kind", "identity", "--dtype", "int8", code=3)
    data, header, _ = read("out.mrc")
    assert (header.dmin, header.dmax) == (-128, 100) and np.isclose(header.dmean, data.mean(dtype="float64"))


def test_header_is_kept(copy, write, read, tmp_path, values):
    write("in.mrc", values.astype("int16"), nxstart=3, nystart=-4, nzstart=5, exttyp=b"AGAR",
          cella=(10.0, 12.0, 9.0), origin=(1.5, -2.5, 3.5), ispg=1)
    with mrcfile.open(tmp_path / "in.mrc", "r+") as file:
        file.set_extended_header(np.frombuffer(b"known to its author" * 7, dtype="V1"))
        file.add_label("a label")
    before, (_, header, extended) = mrcfile.open(tmp_path / "in.mrc").header.copy(), read("in.mrc")
    copy("in.mrc", "out.mrc")
    data, header, kept = read("out.mrc")
    assert np.array_equal(data, values) and kept == extended == b"known to its author" * 7
    for name in before.dtype.names:
        if name not in ("mode", "dmin", "dmax", "dmean", "rms"):
            assert header[name].tobytes() == before[name].tobytes(), name


@pytest.mark.parametrize("axes", [(1, 2, 3), (2, 1, 3), (3, 2, 1), (1, 3, 2), (2, 3, 1), (3, 1, 2)])
def test_axes_are_those_that_are_named(copy, write, read, edit, tmp_path, values, axes):
    """In each order of columns, rows and sections axis 0 is x, and what is written has it first."""
    order = [axis - 1 for axis in axes]
    write("in.mrc", values.transpose(order).astype("int16"), nxstart=10 * axes[0], nystart=10 * axes[1],
          nzstart=10 * axes[2])
    edit("in.mrc", AXES, struct.pack("<3i", *axes))
    copy("in.mrc", "out.npy")
    copy("in.mrc", "out.mrc")
    assert np.array_equal(np.load(tmp_path / "out.npy"), values)
    data, header, _ = read("out.mrc")
    assert np.array_equal(data, values) and (header.mapc, header.mapr, header.maps) == (1, 2, 3)
    assert (header.nxstart, header.nystart, header.nzstart) == (10, 20, 30)


def test_axes_are_those_of_nifti(copy, read, tmp_path, values):
    nibabel.save(nibabel.Nifti1Image(values.astype("int16"), np.eye(4)), tmp_path / "in.nii")
    copy("in.nii", "out.mrc")
    copy("out.mrc", "back.nii")
    assert np.array_equal(read("out.mrc")[0], values)
    assert np.array_equal(nibabel.load(tmp_path / "back.nii").get_fdata(), values)


def test_complex_numbers(run, read, tmp_path, rng):
    values = rng.normal(size=(5, 4, 3)) + 1j * rng.normal(size=(5, 4, 3))
    np.save(tmp_path / "in.npy", values)
    run("forward", "in.npy", "-o", "c.mrc", "--engine", "cpu", "--kind", "dft")
    assert np.allclose(read("c.mrc")[0], np.fft.fftn(values, norm="ortho"), atol=1e-5)
    run("inverse", "c.mrc", "-o", "back.npy", "--engine", "cpu", "--dtype", "complex128")
    assert np.allclose(np.load(tmp_path / "back.npy"), values, atol=1e-5)


def test_record_goes_with_the_inverse(run, write, read, tmp_path, values):
    write("in.mrc", values.astype("int16"))
    run("forward", "in.mrc", "-o", "c.mrc", "--engine", "cpu", "--block", "4")
    run("inverse", "c.mrc", "-o", "back.mrc", "--dtype", "int16")
    assert np.array_equal(read("back.mrc")[0], values) and not (tmp_path / "back.mrc.orbital.json").exists()


@pytest.mark.parametrize("place, change, says", [
    (0, struct.pack("<i", 0), "holds no elements"),
    (0, struct.pack("<i", -5), "impossible shape"),
    (0, struct.pack("<3i", *[2**31 - 1] * 3), "impossible shape"),
    (0, struct.pack("<3i", 1000, 1000, 1000), "its header is wrong"),
    (12, struct.pack("<i", 3), "elements of mode 3"),
    (12, struct.pack("<i", 101), "elements of mode 101"),
    (AXES, struct.pack("<3i", 1, 2, 2), "does not name its three axes"),
    (AXES, struct.pack("<3i", 0, 2, 3), "does not name its three axes"),
    (AXES, struct.pack("<3i", -2**31, 2, 3), "does not name its three axes"),
    (EXTENDED, struct.pack("<i", -1), "impossible extended header"),
    (EXTENDED, struct.pack("<i", 2**31 - 1), "its header is wrong"),
    (208, b"PAM ", "is not an MRC file"),
])
def test_damage_is_told(fails, write, edit, values, place, change, says):
    write("in.mrc", values.astype("int16"))
    edit("in.mrc", place, change)
    fails("info", "in.mrc", says=says)


@pytest.mark.parametrize("length", [1, 1023, 1024, 1143])
def test_what_is_cut_short_is_told(fails, write, tmp_path, values, length):
    write("in.mrc", values.astype("int16"))
    (tmp_path / "in.mrc").write_bytes((tmp_path / "in.mrc").read_bytes()[:length])
    fails("info", "in.mrc", says="truncated, or its header is wrong")


def test_elements_are_behind_the_extended_header(fails, write, edit, tmp_path, values):
    write("in.mrc", values.astype("int16"))
    edit("in.mrc", EXTENDED, struct.pack("<i", 80))
    data = (tmp_path / "in.mrc").read_bytes()
    (tmp_path / "in.mrc").write_bytes(data[:1024] + bytes(80) + data[1024:-1])
    fails("info", "in.mrc", says="truncated, or its header is wrong")


def test_a_stack_of_volumes_is_told(fails, tmp_path, values):
    with mrcfile.new(tmp_path / "in.mrc") as file:
        file.set_data(np.stack([values, values]).astype("int16"))
    fails("info", "in.mrc", says="is a stack of 2 volumes")


def test_types_that_it_has_not(fails, tmp_path, values):
    np.save(tmp_path / "in.npy", values.astype("float64"))
    fails("forward", "in.npy", "-o", "out.mrc", "--engine", "cpu", "--dtype", "int32", says="no element type")
