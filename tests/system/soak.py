# Random transforms on one engine, compared with those of another, for as long as asked; prints what was used as JSON.
# SPDX-License-Identifier: Apache-2.0
"""python soak.py ENGINE REFERENCE SECONDS SEED

Devices are opened and closed all the time, as are plans, and some plans are illegal. Memory in use and open files are
counted after the first transforms, when all caches are full, and at the end."""
import ctypes
import gc
import json
import os
import sys
import time
import warnings

import numpy as np
import orbital

WARM_UP = 40   # transforms before the first count
TURN = 20      # transforms for which a device stays open
KINDS = ["dct", "dst", "dht", "identity", "dft"]


class Mallinfo(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")]


LIBC = ctypes.CDLL(None)
LIBC.mallinfo2.restype = Mallinfo


def used():
    """Bytes that are allocated, and descriptors that are open."""
    gc.collect()
    heap = LIBC.mallinfo2()
    return {"bytes": heap.uordblks + heap.hblkhd, "files": len(os.listdir("/proc/self/fd"))}


def random_plan(rng):
    """Arguments of a plan of up to three axes and 500 points, mostly a legal one."""
    axes = rng.integers(1, 4)
    shape = tuple(int(n) for n in rng.integers(1, 9, size=axes))
    kinds = [str(kind) for kind in rng.choice(KINDS, size=axes)]
    block = None if rng.random() < 0.5 else int(rng.integers(1, 5))
    dtype = str(rng.choice(["float32", "float64", "complex64", "complex128"]))
    plan = {"shape": shape, "kind": kinds, "block": block, "dtype": dtype,
            "shift": str(rng.choice(["auto", "measured", "bound"]))}
    return plan | {"type": 9} if rng.random() < 0.05 else plan


def transform(device, plan, points, forward):
    """The results, or the error that the engine reports."""
    try:
        with orbital.Plan(engine=device, **plan) as made:
            if forward:
                return made.forward(points(plan["shape"], plan["dtype"]))
            return made.inverse(points(made.coefficient_shape, made.coefficient_dtype))
    except orbital.ArgumentError as error:
        return str(error)


def soak(engine, reference, seconds, seed):
    warnings.simplefilter("ignore", orbital.SaturationWarning)
    rng = np.random.default_rng(seed)
    started = time.time()  # the monotonic clock is that of a simulated board
    counts = {"transforms": 0, "refused": 0}
    first = None

    def one(devices):
        plan = random_plan(rng)
        forward = bool(rng.random() < 0.5)
        draw = rng.integers(1 << 32)

        def points(shape, dtype):
            local = np.random.default_rng(draw)
            values = local.normal(size=shape) * 2.0 ** local.integers(-20, 20)
            if local.random() < 0.05:
                values.flat[0] = np.nan  # refused in fixed point
            return (values + 1j * local.normal(size=shape) if np.dtype(dtype).kind == "c" else values).astype(dtype)

        got, wanted = (transform(device, plan, points, forward) for device in devices)
        same = got == wanted if isinstance(wanted, str) else isinstance(got, np.ndarray) and np.array_equal(got, wanted)
        if not same:
            raise SystemExit(f"seed {seed}, transform {sum(counts.values())}: {plan}, forward={forward}: "
                             f"{engine} gives {got!r}, {reference} {wanted!r}")
        counts["refused" if isinstance(wanted, str) else "transforms"] += 1

    while first is None or time.time() - started < seconds:
        with orbital.Device(engine) as device, orbital.Device(reference) as other:
            for _ in range(TURN):
                one((device, other))
        if first is None and sum(counts.values()) >= WARM_UP:
            first = used()
    return {**counts, "seconds": time.time() - started, "first": first, "last": used()}


if __name__ == "__main__":
    print(json.dumps(soak(sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4]))))
