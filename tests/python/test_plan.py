# Plans, devices and the declarations of the Python package.
# SPDX-License-Identifier: Apache-2.0
import gc
import os
import subprocess
import sys

import numpy as np
import orbital
import pytest
import scipy.linalg
from orbital import _library as library
from scipy_transform import transform

ENUMS = {"STATUS": library.STATUS, "KIND": library.KIND, "NORM": library.NORM, "ELEMENT": library.ELEMENT,
         "SHIFT": library.SHIFT}
SPELT = {"norm ortho": "ORTHO", "norm backward": "BACKWARD", "norm forward": "FORWARD_NORM", "element float32": "F32",
         "element float64": "F64", "element complex64": "C64", "element complex128": "C128",
         "shift auto": "SHIFT_AUTO", "shift bound": "SHIFT_BOUND", "shift measured": "SHIFT_MEASURED"}


@pytest.mark.quick
def test_declarations_are_those_of_the_header(root, tmp_path):
    """Sizes and places of all members, and all numbers, as the compiler sees them; nothing of the header is missing."""
    want, lines = [], []
    for structure, ours in (("orb_device_info", library.DeviceInfo), ("orb_plan_desc", library.PlanDesc),
                            ("orb_report", library.Report)):
        lines.append(f"sizeof({structure})")
        want.append(library.ctypes.sizeof(ours))
        for member, _ in ours._fields_:
            lines += [f"offsetof({structure}, {member})", f"sizeof((({structure} *)0)->{member})"]
            want += [getattr(ours, member).offset, getattr(ours, member).size]
    for enum, names in ENUMS.items():
        for value, name in enumerate(names):
            lines.append("ORB_" + SPELT.get(f"{enum.lower()} {name}", str(name).upper()))
            want.append(value if enum == "STATUS" else names[name])
    prints = "".join(f'printf("%zu\\n", (size_t)({line}));\n' for line in lines)
    last = f"return orb_strerror({len(library.STATUS)})[0] != 'u';"  # that is unknown
    (tmp_path / "m.c").write_text("#include <orbital/orbital.h>\n#include <stddef.h>\n#include <stdio.h>\n"
                                  f"int main(void) {{ {prints} {last} }}")
    subprocess.run(["gcc", f"-I{root}/host/include", "m.c", f"-L{root}/build/lib", "-lorbital",
                    f"-Wl,-rpath,{root}/build/lib", "-o", "m"], cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "m"], capture_output=True, text=True, check=True)
    assert [int(n) for n in done.stdout.split()] == want


@pytest.mark.quick
def test_each_status_is_an_exception_or_a_result(monkeypatch):
    monkeypatch.setattr(library, "_last_error", lambda: b"n[1] is 0: \xc3\xa9")
    for status, name in enumerate(library.STATUS):
        if name in ("OK", "SATURATED"):
            library.check(status, "x")
            continue
        with pytest.raises(orbital.Error) as caught:
            library.check(status, "this")
        assert str(caught.value) == "this: n[1] is 0: \u00e9" and caught.value.status == name
    assert issubclass(orbital.ArgumentError, ValueError) and issubclass(orbital.MemoryShortage, MemoryError)


@pytest.mark.quick
def test_mixed_kinds_blocks_and_batches(rng):
    """Random plans against scipy.fft, block by block; the inverse brings the points back."""
    for _ in range(60):
        axes = int(rng.integers(1, 4))
        shape, batch = tuple(rng.integers(2, 12, axes)), tuple(rng.integers(0, 4, rng.integers(0, 3)))
        block = [int(b) for b in rng.integers(2, 9, axes)]
        kinds = [str(k) for k in rng.choice(["dct", "dst", "dft", "identity"], axes)]
        types, norm = [int(t) for t in rng.integers(1, 5, axes)], str(rng.choice(["ortho", "backward", "forward"]))
        dtype = list(library.ELEMENT)[rng.integers(4)]
        x = rng.uniform(-1, 1, batch + shape).astype(dtype)
        with orbital.Plan(shape, kinds, type=types, norm=norm, block=block, dtype=dtype) as plan:
            got, padded = plan.forward(x), plan.coefficient_shape
            back = plan.inverse(got)
        assert padded == tuple(-(-n // b) * b for n, b in zip(shape, block)) and got.shape == batch + padded
        tolerance = 2e-5 if dtype.itemsize // (1 + (dtype.kind == "c")) == 4 else 1e-12
        for one in np.ndindex(*batch):
            whole = np.zeros(padded, dtype)
            whole[tuple(slice(n) for n in shape)] = x[one]
            for corner in np.ndindex(*(p // b for p, b in zip(padded, block))):
                part = tuple(slice(c * b, (c + 1) * b) for c, b in zip(corner, block))
                want = transform(whole[part][(None,) * (3 - axes)], ["identity"] * (3 - axes) + kinds,
                                 [1] * (3 - axes) + types, norm)
                assert np.allclose(got[one][part], want, rtol=0, atol=tolerance * max(1, np.abs(want).max()))
        assert back.dtype == dtype and np.allclose(back, x, rtol=0, atol=tolerance * 10)


@pytest.mark.quick
@pytest.mark.parametrize("engine", ["cpu:threads=2", "hls:p=2,b=4,full=4,w=16,jobs=1"])
def test_arrays_with_gaps_and_in_place(rng, engine):
    """Arrays of any strides, to arrays of other strides and to themselves; what is between stays."""
    for _ in range(40):
        axes = int(rng.integers(1, 4))
        shape, batch = tuple(int(n) for n in rng.integers(1, 9, axes)), tuple(rng.integers(1, 4, rng.integers(0, 3)))
        arrays = []
        for _ in range(2):
            order, step = rng.permutation(axes + len(batch)), rng.integers(1, 3, axes + len(batch))
            sizes = (np.array(batch + shape) * step)[order]
            whole = np.full(sizes, 7.0)
            arrays.append(whole.transpose(np.argsort(order))[tuple(slice(None, None, s) for s in step)])
        points = rng.uniform(-1, 1, batch + shape)
        with orbital.Plan(shape, "dst", engine=engine) as plan:
            want = plan.forward(points)
            for x, out in (arrays, arrays[::-1], arrays[:1] * 2, (arrays[0], None), (points, arrays[1])):
                x[...] = points
                got = plan.forward(x, out=out)
                assert got is out or out is None
                assert np.allclose(got, want, rtol=0, atol=1e-12) and (x is out or np.array_equal(x, points))
        for array in arrays:
            array[...] = 7.0
            assert np.all(array.base == 7.0)


@pytest.mark.quick
def test_a_plan_keeps_few_layouts(rng):
    with orbital.Plan((4, 5), engine="cpu:threads=1") as plan:
        for gap in [*range(1, 30), 1]:
            x = rng.uniform(size=(4, 5 * gap))[:, ::gap]
            assert np.allclose(plan.forward(x), orbital.dctn(x, norm="ortho"))
        gc.collect()
        assert len(plan._device.plans) <= 8


@pytest.mark.quick
def test_other_kinds(rng):
    x = rng.standard_normal((5, 8))
    fourier = np.fft.fft(x, norm="ortho")
    assert np.allclose(orbital.Plan(8, "dht").forward(x), fourier.real - fourier.imag)
    assert np.allclose(orbital.Plan([8], ["dwht"], norm="backward").forward(x), x @ scipy.linalg.hadamard(8))
    own = np.linalg.qr(rng.standard_normal((8, 8)))[0] * rng.uniform(1, 2, 8)  # whose inverse is no larger
    plan = orbital.Plan(x.shape, ["identity", (own.T, np.linalg.inv(own.T))])
    assert np.allclose(plan.forward(x), x @ own.T) and np.allclose(plan.inverse(plan.forward(x)), x)
    pair = own.T, np.linalg.inv(own.T)
    cube = rng.standard_normal((8, 8))
    assert np.allclose(orbital.Plan(cube.shape, pair).forward(cube), own @ cube @ own.T)  # a tuple is for all axes
    with pytest.raises(orbital.ArgumentError, match="give the inverse too"):
        orbital.Plan(x.shape, ["identity", own])
    for matrix in ((1 + 1j) * np.eye(4), (np.eye(4), 1j * np.eye(4))):
        with pytest.raises(TypeError, match="axis 0 is complex128: only real matrices"):
            orbital.Plan((4,), matrix)
    with pytest.raises(ValueError, match="kind of axis 1 is None"):
        orbital.Plan((4, 4), ["dct", None])
    with pytest.raises(ValueError, match="null character"):
        orbital.Plan((4,), engine="cpu\0x")
    with pytest.raises(orbital.ArgumentError, match="power of two"):
        orbital.Plan(6, "dwht")


@pytest.mark.quick
def test_exceptions_name_the_argument():
    for wrong, line in [({"engine": "cpu:threads=0"}, '"threads=0" does not name this processor'),
                        ({"kind": "dwht"}, "kind[2] is dwht of type 1 on 6 points"),
                        ({"kind": np.full((6, 6), np.nan)}, "matrix[2] or its inverse holds a NaN"),
                        ({"engine": "hls:p=2,b=4,x=1"}, '"x=1" does not name an array')]:
        with pytest.raises(orbital.ArgumentError) as caught:
            orbital.Plan(6, **wrong)
        assert line in str(caught.value)


@pytest.mark.quick
def test_version_of_the_library(root):
    assert f'#define ORB_VERSION "{orbital.library_version()}"' in (root / "host/include/orbital/orbital.h").read_text()


BAD = [((), {}), ((1, 2, 3, 4), {}), ((0, 2), {}), ((4, 4), {"kind": "dcd"}), ((4, 4), {"kind": ["dct"]}),
       (4, {"kind": "matrix"}), (4, {"kind": np.eye(3)}), (4, {"norm": "orto"}), (4, {"shift": "x"}),
       (4, {"block": -1}), (4, {"type": 5}), (4, {"engine": "cpu:threads=0"}), (4, {"engine": "gpu"}),
       (4, {"kind": np.full((4, 4), np.nan)}), (2**64 + 4, {}), (4, {"block": 2**64 + 2}), (4, {"type": 2**32 + 2})]


@pytest.mark.quick
@pytest.mark.parametrize("shape, how", BAD)
def test_bad_plans(shape, how):
    with pytest.raises(ValueError):
        orbital.Plan(shape, **how)


@pytest.mark.quick
def test_bad_arrays():
    plan = orbital.Plan((3, 4), dtype="f4", engine="cpu:threads=1")
    x = np.ones((3, 4), "f4")
    read_only = x.copy()
    read_only.flags.writeable = False
    overlap = np.empty((4, 4), "f4")
    for out, given in ((np.empty((4, 3), "f4"), x), (np.empty((3, 4)), x), (read_only, x), ([1], x),
                       (np.broadcast_to(x[0], (3, 4)), x), (overlap[1:], overlap[:3]), (overlap[:3], overlap.T[:3]),
                       (np.empty(49, "u1")[1:].view("f4").reshape(3, 4), x), (x.T.reshape(3, 4).astype(">f4"), x)):
        with pytest.raises(ValueError, match="a writeable array of float32"):
            plan.forward(given, out=out)
    for bad in (np.ones((4, 3)), np.ones(4), 1.0):
        with pytest.raises(ValueError, match=r"plan takes \(..., 3, 4\)"):
            plan.forward(bad)
    for dtype in ("f2", "g", ">f8", "i4"):
        with pytest.raises(TypeError, match="use float32"):
            orbital.Plan(4, dtype=dtype)
    with pytest.raises(TypeError, match="another dtype"):
        plan.forward(x * 1j)
    out = np.empty((3, 4), "f4")
    assert plan.forward(x.astype(">f8")[::-1], out=out) is out and plan.report["blocks"] == 1
    with pytest.raises(MemoryError, match="smaller volume"):
        orbital.Plan((2**40, 2**40, 2**40), "identity")


@pytest.mark.quick
def test_devices_and_their_plans_in_any_order():
    with orbital.Device("cpu:threads=1") as device:
        assert device.info["engine"] == "cpu:threads=1" and device.info["instances"] == 1
        plan, other = orbital.Plan(4, engine=device), orbital.Plan(5, engine=device)
        other.close()
        plan.forward(np.ones(4))
    for closed in (plan, other):
        with pytest.raises(ValueError, match="make a new one"):
            closed.forward(np.ones(closed.shape))
    with pytest.raises(ValueError, match="make a new one"):
        other.forward(np.ones(10)[::2])
    with pytest.raises(ValueError, match="open it again"):
        plan.inverse(np.ones(4))
    with pytest.raises(ValueError, match="open it again"):
        device.info
    device.close()
    plan = orbital.Plan(4, engine=orbital.Device("cpu:threads=1"))
    gc.collect()
    assert plan.forward(np.ones(4)).shape == (4,)
    assert "cpu" in orbital.engines()


@pytest.mark.quick
def test_progress(rng):
    seen = []
    plan = orbital.Plan((64, 8, 8), block=8, engine="cpu:threads=1", progress=lambda *done: seen.append(done))
    plan.forward(np.ones((64, 8, 8)))
    assert seen[-1] == (8, 8)
    with pytest.raises(orbital.Error, match="cancelled"):
        orbital.Plan((64, 8, 8), block=8, progress=lambda *_: True).forward(np.ones((64, 8, 8)))

    def interrupt(*_):
        raise KeyboardInterrupt
    plan = orbital.Plan((64, 8, 8), block=8, progress=interrupt)
    with pytest.raises(KeyboardInterrupt):
        plan.forward(np.ones((64, 8, 8)))


@pytest.mark.quick
@pytest.mark.parametrize("engine", ["cpu:threads=2", "hls:p=2,b=4,full=4,w=16"])
def test_progress_cannot_use_its_device(engine):
    x = np.ones((16, 16, 16))
    for use in (lambda: plan.close(), lambda: plan.forward(x), lambda: device.close(), lambda: device.info,
                lambda: orbital.Plan((4, 4), engine=device)):
        with orbital.Device(engine) as device:
            plan = orbital.Plan(x.shape, block=8, engine=device, progress=lambda *_: use())
            with pytest.raises(ValueError, match="runs a transform"):
                plan.forward(x)
            assert orbital.Plan((4, 4), engine=device).forward(np.ones((4, 4))).shape == (4, 4)


def test_report_and_saturation_of_an_array():
    plan = orbital.Plan((8, 8, 8), engine="hls:p=2,b=4,full=4,w=16,jobs=1", shift="measured")
    plan.forward(np.random.default_rng(1).standard_normal((8, 8, 8)))
    assert plan.report["rounds"] == 1 and plan.report["cuts"] == (1, 1, 1) and plan.report["ideal_cycles"] > 0
    assert 0 < plan.report["last_place"] < 1 and plan.report["seconds"]["total"] > 0 and "p=2" in plan.report["engine"]
    plan = orbital.Plan((8, 8, 8), [np.eye(8)] * 3, engine="hls:p=2,b=8,full=8,float32,jobs=1")
    with pytest.warns(orbital.SaturationWarning, match="not finite"):
        plan.forward(np.full((8, 8, 8), np.inf))
    assert plan.report["saturations"] > 0


@pytest.mark.quick
def test_missing_library(root):
    done = subprocess.run([sys.executable, "-c", "import orbital"], cwd=root / "python", capture_output=True, text=True,
                          env={**os.environ, "ORB_LIBRARY": "/nowhere/liborbital.so"})
    assert "ImportError: /nowhere/liborbital.so" in done.stderr and "libftdi1-2" in done.stderr
