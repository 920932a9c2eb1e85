# Every element type of every format over its full range, against the libraries of others: both ends, signs, subnormal
# numbers, infinities, the limits of 64 bits, and what is rounded or clipped on the way out.
# SPDX-License-Identifier: Apache-2.0
import json

import nibabel
import numpy as np
import pytest
import tifffile
from volume_files import load, path_of, save

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]

INTEGERS = ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"]
FLOATS = ["float16", "float32", "float64"]
COMPLEX = ["complex64", "complex128"]
SHAPE = (3, 4, 4)
FORMATS = {
    "x.npy": [*INTEGERS, *FLOATS, *COMPLEX], "x.raw": [*INTEGERS, *FLOATS, *COMPLEX],
    "x.nii": [*INTEGERS, "float32", "float64", *COMPLEX], "x.nrrd": [*INTEGERS, "float32", "float64", *COMPLEX],
    "x.mrc": ["int8", "int16", "uint16", "float16", "float32", "complex64"], "x.tif": [*INTEGERS, *FLOATS, *COMPLEX],
    "x.h5:/v": [*INTEGERS, *FLOATS, *COMPLEX],
}
CASES = [(name, dtype) for name, types in FORMATS.items() for dtype in types]
ORDERED = ["x.npy", "x.raw", "x.nii", "x.nrrd", "x.tif", "x.h5:/v"]  # formats whose oracles write either byte order


@pytest.fixture
def copy(run):
    """copy(input, output, ..., code=0) leaves the numbers as they are."""
    return lambda source, target, *options, code=0: run("forward", source, "-o", target, "--engine", "cpu:threads=1",
                                                        "--kind", "identity", *options, code=code)


def part(dtype):
    """The type of the parts of complex numbers, or the type itself."""
    return np.empty(0, dtype).real.dtype


def integers(dtype):
    """Both ends and what is next to them, each bit, and the signs. A double holds those of 64 bits only in part."""
    limits = np.iinfo(dtype)
    numbers = {0, 1, limits.max // 3, *(1 << bit for bit in range(limits.bits - 1))}
    numbers |= {limits.min, limits.min + 1, -1, -limits.max // 3} if limits.min else {1 << limits.bits - 1}
    if limits.bits < 64:
        numbers |= {limits.max, limits.max - 1}
    else:
        numbers |= {2**53 - 1, limits.max - (2**10 if limits.min else 2**11) + 1}  # the largest that a double holds
    return [n for n in sorted(numbers) if int(float(n)) == n]


def floats(dtype):
    """Zeros, subnormal numbers and their neighbours, the largest, and numbers beside 1, all of either sign."""
    limits = np.finfo(dtype)
    numbers = [0.0, limits.smallest_subnormal, 3 * limits.smallest_subnormal,
               limits.smallest_normal - limits.smallest_subnormal, limits.smallest_normal, limits.smallest_normal * 1.5,
               limits.max, limits.max / 2, 1, 1 + limits.eps, 1 - limits.epsneg, np.pi, limits.eps, 2048.0]
    return [sign * float(number) for number in numbers for sign in (1, -1)]


def extremes(dtype, rng):
    """A volume of them, in any order, filled up with others of them."""
    dtype = np.dtype(dtype)
    if dtype.kind == "c":
        pairs = [extremes(part(dtype), rng) for _ in range(2)]
        values = np.empty(pairs[0].shape, dtype)
        values.real, values.imag = pairs
        return values
    numbers = floats(dtype) if dtype.kind == "f" else integers(dtype)
    count = int(np.prod(SHAPE)) * -(-len(numbers) // int(np.prod(SHAPE)))
    numbers = np.array(numbers + [numbers[i] for i in rng.integers(0, len(numbers), count - len(numbers))], dtype)
    return rng.permutation(numbers).reshape(-1, *SHAPE[1:])


def alike(one, other):
    """The same bits but for those of NaN; so zeros have signs."""
    return one.dtype == other.dtype and one.shape == other.shape and np.array_equal(one, other, equal_nan=True) and \
        all(np.array_equal(np.signbit(a), np.signbit(b)) for a, b in [(one.real, other.real), (one.imag, other.imag)])


def wide(values):
    """As many bits as the command computes with."""
    return values.astype("complex128" if np.iscomplexobj(values) else "float64")


def layout_of(values):
    return ["--shape", ",".join(map(str, values.shape)), "--in-dtype", values.dtype.newbyteorder("=").name, "--endian",
            "big" if values.dtype.str[0] == ">" else "little"]


@pytest.mark.parametrize("name, dtype", CASES)
def test_is_read(copy, tmp_path, rng, name, dtype):
    values = extremes(dtype, rng)
    save(tmp_path, name, values)
    copy(name, "out.npy", "--dtype", wide(values).dtype.name, *(layout_of(values) if name == "x.raw" else []))
    assert alike(np.load(tmp_path / "out.npy"), wide(values))


@pytest.mark.parametrize("name, dtype", [(name, dtype) for name, dtype in CASES
                                         if name in ORDERED and dtype not in ("int8", "uint8")])
def test_is_read_in_the_other_byte_order(copy, tmp_path, rng, name, dtype):
    values = extremes(dtype, rng).astype(np.dtype(dtype).newbyteorder(">"))
    if name == "x.nii":
        header = nibabel.Nifti1Header(endianness=">")
        header.set_data_dtype(values.dtype)
        nibabel.save(nibabel.Nifti1Image(values, np.eye(4), header), tmp_path / name)
        assert (tmp_path / name).read_bytes()[:4] == b"\0\0\1\x5c"
    elif name == "x.nrrd":
        save(tmp_path, name, values)
        assert b"endian: big" in (tmp_path / name).read_bytes()
    elif name == "x.tif":
        tifffile.imwrite(tmp_path / name, values, photometric="minisblack", byteorder=">")
        assert (tmp_path / name).read_bytes()[:2] == b"MM"
    else:
        save(tmp_path, name, values)
    copy(name, "out.npy", "--dtype", wide(values).dtype.name, *(layout_of(values) if name == "x.raw" else []))
    assert alike(np.load(tmp_path / "out.npy"), wide(values).astype(wide(values).dtype.newbyteorder("=")))


@pytest.mark.parametrize("name, dtype", CASES)
def test_is_written(copy, tmp_path, rng, name, dtype):
    values = extremes(dtype, rng)
    np.save(tmp_path / "in.npy", wide(values))
    copy("in.npy", name, "--dtype", dtype)
    found = load(tmp_path, name)
    assert alike(np.asarray(found, found.dtype.newbyteorder("=")), values)


@pytest.mark.parametrize("name, dtype", CASES)
def test_comes_back(run, tmp_path, rng, name, dtype):
    """Its own type is restored, forward and back, with nothing but its own record."""
    values = extremes(dtype, rng)
    np.save(tmp_path / "in.npy", values)
    run("forward", "in.npy", "-o", "c.npy", "--kind", "identity", "--engine", "cpu:threads=1", "--dtype",
        wide(values).dtype.name)
    run("inverse", "c.npy", "-o", name)
    found = load(tmp_path, name)
    assert alike(np.asarray(found, found.dtype.newbyteorder("=")), values)


# ---- what the type cannot hold ----

def rounded(dtype):
    """Doubles, and what they are as integers: to the nearest, ties to even, and clipped at both ends."""
    limits = np.iinfo(dtype)
    near = [0.5, 1.5, 2.5, 0.49999999999999994, 99.5, 100.5, 0.5000000000000001]
    near += [-n for n in near] if limits.min else [-0.5]
    inside = [(n, int(np.rint(n))) for n in near]
    if limits.bits < 64:
        inside += [(limits.max + 0.25, limits.max), (limits.min - 0.25, limits.min), (limits.min - 0.5, limits.min)]
    top = float(limits.max) + (0.5 if limits.bits < 64 else 0)  # the limit of 64 bits is no double, the next one is
    outside = [(top, limits.max), (1e300, limits.max), (2.0**limits.bits, limits.max), (-1e300, limits.min),
               (np.nextafter(limits.min - 0.5, -np.inf), limits.min)]
    if limits.bits == 64 and limits.min:
        outside[-1] = (np.nextafter(float(limits.min), -np.inf), limits.min)
    return inside, outside


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_are_rounded_and_clipped(copy, tmp_path, dtype):
    inside, outside = rounded(dtype)
    for pairs, code in [(inside, 0), (outside, 3)]:
        np.save(tmp_path / "in.npy", np.array([value for value, _ in pairs]))
        done = copy("in.npy", "out.npy", "--dtype", dtype, "--force", code=code)
        assert np.load(tmp_path / "out.npy").tolist() == [expected for _, expected in pairs]
        assert f"{len(outside)} values are out of the range of {dtype}" in done.stderr if code else not done.stderr


@pytest.mark.parametrize("dtype", ["float16", "float32", "complex64"])
def test_floats_are_rounded_and_clipped(copy, tmp_path, rng, dtype):
    """To the nearest, ties to even, also among subnormal numbers; what would round to infinity becomes the largest."""
    limits = np.finfo(part(dtype))
    tiny, largest = float(limits.smallest_subnormal), float(limits.max)
    numbers = [n * tiny / 4 for n in range(1, 40)] + [1 + n * float(limits.eps) / 4 for n in range(17)]
    numbers += (2.0**rng.uniform(np.log2(tiny) - 2, np.log2(largest) - 1, 500)).tolist() + [largest * (1 + 2.0**-40)]
    half = 2.0**(limits.maxexp - limits.nmant - 2)  # of the distance to the number that is too large
    beyond = [largest + half, 2 * largest, 1e300]
    for values, code in [(numbers, 0 if dtype == "float16" else 3), (beyond, 3)]:
        values = np.array([sign * value for value in values for sign in (1, -1)])
        with np.errstate(over="ignore"):
            expected = np.where(np.abs(values) > largest, np.sign(values) * largest, values).astype(part(dtype))
        np.save(tmp_path / "in.npy", values)
        copy("in.npy", "out.npy", "--dtype", dtype, "--force", code=code)
        found = np.load(tmp_path / "out.npy")
        assert alike(found, expected.astype(dtype))


@pytest.mark.parametrize("dtype, limit", [("int64", 2**63 - 1), ("uint64", 2**64 - 1)])
def test_integers_beyond_double_precision(copy, tmp_path, dtype, limit):
    """They are rounded to the nearest double, ties to even. The limit is one beyond the type, and is clipped to it."""
    numbers = [2**53 + 1, 2**53 + 3, 2**62 + 1, 2**62 + 2**9, 2**62 + 2**9 + 1, limit - 2**20]
    np.save(tmp_path / "in.npy", np.array(numbers, dtype))
    copy("in.npy", "out.npy", "--dtype", dtype)
    assert np.load(tmp_path / "out.npy").tolist() == [int(float(n)) for n in numbers]
    np.save(tmp_path / "in.npy", np.array([limit, limit - 1], dtype))
    done = copy("in.npy", "out.npy", "--dtype", dtype, "--force", code=3)
    assert np.load(tmp_path / "out.npy").tolist() == [limit, limit] and "2 values are out of the range" in done.stderr


# ---- numbers that are not finite ----

@pytest.mark.slow
@pytest.mark.parametrize("name, dtype", [case for case in CASES if case[1] in [*FLOATS, *COMPLEX]])
def test_what_is_not_finite_is_found(run, fails, tmp_path, rng, name, dtype):
    """A message gives the place of an infinity or a NaN in either part, and says which of them it is."""
    for value, called in [(np.inf, "infinite"), (-np.inf, "infinite"), (np.nan, "not a number")]:
        for imaginary in [False, True] if dtype in COMPLEX else [False]:
            values = np.ones(SHAPE, dtype)
            values[2, 1, 3] = complex(1, value) if imaginary else value
            path = tmp_path / path_of(name)
            path.unlink(missing_ok=True)
            save(tmp_path, name, values)
            raw = layout_of(values) if name == "x.raw" else []
            fails("forward", name, "-o", "out.npy", *raw, says=[path.name, f"voxel (2, 1, 3) is {called}"])
            said = json.loads(run("info", name, *raw, "--json", "-").stdout)["volume"]
            assert said["not_finite"] == 1 and said["smallest"] <= said["largest"] < 2


@pytest.mark.parametrize("name, dtype", [case for case in CASES if case[1] in [*FLOATS, *COMPLEX]])
def test_what_is_not_finite_is_written(run, tmp_path, name, dtype):
    """A matrix makes infinities of either sign, and what is not a number."""
    np.save(tmp_path / "m.npy", np.array([[1e308, 1e308], [1e308, 0]]))
    np.save(tmp_path / "m.inverse.npy", np.eye(2))  # of no use here
    values = np.zeros((2, 4, 4), "complex128" if dtype in COMPLEX else "float64")
    values[:, 0, 0] = [100, 0]
    values[:, 0, 1] = [-100, 0]
    values[:, 1, 0] = [100, -100]
    if dtype in COMPLEX:
        values[:, 2, 2] = [-100j, 0]
    np.save(tmp_path / "in.npy", values)
    done = run("forward", "in.npy", "-o", name, "--kind", "matrix:m.npy,identity,identity", "--dtype", dtype,
               "--engine", "cpu:threads=1", code=3)
    found = load(tmp_path, name)
    assert found.dtype.newbyteorder("=") == dtype and "are larger than" in done.stderr
    assert found[0, 0, 0].real == found[1, 0, 0].real == np.inf and found[0, 0, 1].real == -np.inf
    assert np.isnan(found[0, 1, 0].real) and found[1, 1, 0].real == np.inf
    assert np.count_nonzero(np.isfinite(found)) == found.size - (8 if dtype in COMPLEX else 6)
    if dtype in COMPLEX:
        assert found[0, 2, 2].imag == found[1, 2, 2].imag == -np.inf and found[0, 2, 2].real == 0


# ---- known limits ----

def test_truth_values_are_bytes(run, tmp_path, rng):
    values = rng.integers(0, 2, SHAPE).astype(bool)
    np.save(tmp_path / "in.npy", values)
    run("forward", "in.npy", "-o", "c.npy")
    run("inverse", "c.npy", "-o", "back.npy")
    back = np.load(tmp_path / "back.npy")
    assert back.dtype == "uint8" and np.array_equal(back, values)
