# The host refuses exactly the cores that orb_limits does not let elaborate, and hls/ compiles each of the others.
# SPDX-License-Identifier: Apache-2.0
import ctypes
import subprocess

import pytest
from sources import ROOT

NAMES = ["P", "BMAX", "BFULL", "EXP", "W", "CW", "AW", "PS", "NBUF", "CBANKS", "DEPTH", "LANES", "IO_WORDS"]
CORES = {
    "fixed": [4, 8, 4, 0, 18, 18, 36, 8, 2, 1, 16, 1, 1],
    "fine": [8, 1, 1, 0, 18, 18, 36, 8, 2, 1, 16, 1, 1],
    "binary32": [4, 8, 4, 8, 32, 32, 32, 0, 2, 1, 16, 1, 1],
    "bfloat16": [4, 8, 4, 8, 16, 16, 32, 0, 2, 1, 16, 1, 1],
    "binary16": [2, 4, 4, 5, 16, 16, 16, 0, 2, 1, 16, 1, 1],
    # no spare bit: the sums of 64 * 2 products fill the accumulator; all of a product but the sign is dropped
    "tight": [64, 2, 2, 0, 8, 8, 22, 0, 2, 1, 2, 1, 1],
    "short": [2, 2, 2, 0, 25, 8, 25, 9, 2, 1, 2, 1, 1],
}
# Each value that a limit lies beside, on both sides, and those that registers can hold besides.
VALUES = {
    "P": [0, 1, 2, 3, 6, 32, 63, 64, 65, 128, 222, 255],
    "BMAX": [0, 1, 2, 3, 32, 63, 64, 65, 126, 255],
    "BFULL": [0, 1, 2, 16, 17, 32, 33, 36, 37, 255],
    "EXP": [0, 1, 4, 5, 6, 7, 8, 9, 15],
    "W": [0, 7, 8, 9, 15, 16, 17, 24, 25, 26, 31, 32, 33, 255],
    "CW": [0, 7, 8, 16, 18, 19, 32, 255],
    "AW": [0, 8, 16, 17, 18, 21, 22, 31, 32, 33, 36, 63, 64, 65, 255],
    "PS": [0, 1, 3, 4, 7, 8, 9, 17, 18, 24, 25, 63, 231, 255],
    "NBUF": [0, 1, 2, 14, 15, 16, 255],
    "CBANKS": [0, 1, 14, 15],
    "DEPTH": [0, 1, 2, 3, 16, 24, 31, 32, 33, 64, 255],
    "LANES": [0, 1, 2, 3, 4, 5, 8, 15],
    "IO_WORDS": [0, 1, 2, 3, 4, 5, 8, 15],
}


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """The name of what the host refuses, or None."""
    library = tmp_path_factory.mktemp("host") / "limits.so"
    sources = [ROOT / "tests/rtl/orb_limits/limits_of_host.c",
               *(ROOT / "host/lib/array" / name for name in ("core_limits.c", "fixed.c"))]
    folders = [f"-I{ROOT / folder}" for folder in ("host/include", "host/lib", "host/lib/array")]
    subprocess.run(["cc", "-shared", "-fPIC", "-fsanitize=undefined", "-fno-sanitize-recover=all", "-static-libubsan",
                    *folders, *sources, "-o", library, "-lm"], check=True)
    said = ctypes.CDLL(str(library)).limits_of_host
    said.restype = ctypes.c_char_p
    return lambda values: said((ctypes.c_uint * len(NAMES))(*values))


def rtl_accepts(core):
    """Elaborates orb_limits by itself. What is refused names a module that does not exist."""
    settings = [f"-Porb_limits.{name}={value}" for name, value in zip(NAMES, core)]
    done = subprocess.run(["iverilog", "-g2005", "-t", "null", f"-I{ROOT / 'rtl/include'}", "-s", "orb_limits",
                           *settings, *float_latencies(core), ROOT / "rtl/control/orb_limits.v"],
                          capture_output=True, text=True)
    assert done.returncode == 0 or "orbital_core_" in done.stderr, done.stderr
    return done.returncode == 0


def float_latencies(core):
    """A product in floating point takes longer than a sum; latencies are no part of the identity."""
    return ["-Porb_limits.FMA_LAT=2"] if core[NAMES.index("EXP")] and core[NAMES.index("BMAX")] != 1 else []


def hls_compiles(core):
    settings = [f"-DORB_{name}={value}" for name, value in zip(NAMES, core)]
    return subprocess.run(["cc", "-std=c11", "-fsyntax-only", "-x", "c", *settings, ROOT / "hls/orb_hls.h"],
                          capture_output=True).returncode == 0


@pytest.mark.parametrize("name", CORES)
def test_limits_agree(name, host):
    """One parameter after the other takes each value, the others being those of a legal core."""
    accepted = 0
    assert host(CORES[name]) is None and rtl_accepts(CORES[name])
    for at, parameter in enumerate(NAMES):
        for value in VALUES[parameter]:
            core = [*CORES[name][:at], value, *CORES[name][at + 1:]]
            legal = rtl_accepts(core)
            assert (host(core) is None) == legal, (parameter, value, host(core))
            assert not legal or hls_compiles(core), (parameter, value)
            accepted += legal
    assert len(NAMES) <= accepted < sum(map(len, VALUES.values())) - len(NAMES)
