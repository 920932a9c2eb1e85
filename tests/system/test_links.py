# The figures of boards with fast ports are measured, here with small arrays, and those that miss their goal are found.
# SPDX-License-Identifier: Apache-2.0
import re
import subprocess
import sys

import pytest

# More than a gigabit Ethernet, and USB 2.0 at high speed, can move.
WIRE, USB = 125, 60
FACTS = "P=2,BMAX=4,W=16,CORE_HZ=100000000,LINK="


@pytest.fixture
def measure(root, build, brain, tmp_path):
    """measure(engine, *options) runs the measurement with cubes of 8³ points, and a slice of the brain."""
    def run(engine, *options):
        boards = ["ulx3s_12f:P=2,BMAX=8,W=18,LANES=2,CORE_HZ=80000000,LINK=300000",
                  "ulx3s_float32:P=3,BMAX=8,W=32,EXP=8",
                  f"ecpix5-85-eth_p2:{FACTS}100000000", f"ulx3s-ft232h_p2:{FACTS}40000000", f"ulx3s_p2:{FACTS}300000"]
        return subprocess.run([sys.executable, root / "bench/links/links.py", "ulx3s-ft232h_p2", "ecpix5-85-eth_p2",
                               engine, tmp_path, *boards, "--brain", brain, "--side", "8", "--cubes", "150", "--slabs",
                               "1", *options], capture_output=True, text=True, timeout=1800)
    return run


def rows(text):
    """The first two columns: the numbers of each figure by its name."""
    found = re.findall(r"^\| ([^|]+) \| ([0-9.e+-]+) (?:MB/s|ms|s) \|", text, re.M)
    return {name: float(value) for name, value in found}


def test_figures_of_fast_ports(measure):
    done = measure("sim:p=2,b=4,full=4,w=16", "--any")
    assert done.returncode == 0, done.stdout + done.stderr
    usb, ethernet = (rows(part) for part in done.stdout.split("**ecpix5-85-eth_p2**"))
    assert 0 <= usb["to the board alone"] < USB  # 0: less than 64 Kbyte
    assert 0 < usb["one 8³ cube there and back"] < usb["the same with the opening of the chip"]
    both = ethernet["each direction, both at the same time"]
    assert 0 < both < WIRE
    assert 0 < ethernet["one 8³ cube there and back"] < ethernet["the same with opening and closing"]
    assert ethernet["150 cubes with opening and closing, each"] < ethernet["the same with opening and closing"]
    measured = next(name for name in ethernet if name.endswith("blocks of the brain, forward"))
    blocks = int(measured.split()[0])
    assert blocks == 28 * 23
    whole = next(name for name in ethernet if name.startswith("extrapolated"))
    assert ethernet[whole] == pytest.approx(ethernet[measured] * 23, rel=1e-2)
    assert {"ecpix5-85-eth_p2", "ulx3s-ft232h_p2", "ulx3s_p2", "engine cpu, this machine"} <= set(ethernet)
    # Two kilobytes at 0.3 MB/s, and less on a faster port.
    assert ethernet["ulx3s_p2"] == pytest.approx(2 * 1024 / 0.3e6 * 1e3, rel=0.05)
    assert ethernet["ecpix5-85-eth_p2"] < ethernet["ulx3s_p2"]
    cube, brain = map(float, re.search(r"^\| ulx3s_12f \| (\S+) ms \(16³\) \| (\S+) s \|", done.stdout, re.M).groups())
    assert cube == pytest.approx(2 * 3 * 4096 / 0.3e6 * 1e3 + 0.154, rel=0.01)
    assert brain == pytest.approx(12 * 14 * 12 * (cube + 0.154) / 2 / 1e3, rel=0.01)
    assert "ulx3s_float32" not in done.stdout


def test_results_that_differ(measure):
    done = measure("sim:p=4,b=8", "--any")
    assert done.returncode == 1
    assert "the result is not that of sim:p=4,b=8" in done.stderr


def test_goals_that_are_missed(measure):
    """A small array moves few words at a time."""
    done = measure("sim:p=2,b=4,full=4,w=16")
    missed = re.findall(r"^\| ([^|]+) \| [^|]+ \| [^|]*MISSED \|", done.stdout, re.M)
    assert done.returncode == 1 and missed
    assert done.stderr.strip() == f"links.py: not as required: {', '.join(missed)}"
