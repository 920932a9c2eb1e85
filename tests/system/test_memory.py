# Volumes that are larger than the memory there is.
# SPDX-License-Identifier: Apache-2.0
import numpy as np

CPU = ["--engine", "cpu:threads=1"]


def test_memory_is_bounded(run, fails, tmp_path, rng):
    """32 MiB of bytes are 256 MiB of numbers, and as much again: they go through an address space that holds neither.
    All at once they do not, which shows that the limit would be felt."""
    shape = (128, 512, 512)
    limit = ["prlimit", f"--as={200 << 20}"]
    volume = np.lib.format.open_memmap(tmp_path / "in.npy", "w+", "u1", shape)
    volume[40:42] = volume[-1] = rng.integers(0, 255, shape[1:])
    volume.flush()
    forward = ["forward", "in.npy", "-o", "c.npy", "--block", "8", "--dtype", "int16", *CPU]
    run(*forward, "--memory", "32", under=limit)
    run("inverse", "c.npy", "-o", "back.npy", "--dtype", "int16", "--memory", "32", under=limit)
    back = np.load(tmp_path / "back.npy", mmap_mode="r")
    assert all(np.abs(back[i].astype(int) - volume[i]).max() <= 3 for i in [0, 39, 40, 41, 42, 127])
    fails(*forward, "--memory", "1000", "--force", says="not enough memory", under=limit)
    fails("inverse", "c.npy", "-o", "x.npy", "--memory", "1000", says="not enough memory", under=limit)
