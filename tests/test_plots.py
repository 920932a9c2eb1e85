# Plots of benchmarks and studies: each point stands where its numbers say, and the same numbers make the same file.
# SPDX-License-Identifier: Apache-2.0
import math
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

SVG = "{http://www.w3.org/2000/svg}"
RANKS = {"32": 1.3, "128": 0.4, "512": 0.1}


@pytest.fixture
def draw(root, tmp_path):
    """draw(*lines) are the bytes of the plot that these lines of Python make, in a new process."""
    def run(*lines, **environment):
        start = ["import sys", f"sys.path.insert(0, {str(root / 'bench')!r})", "from plots import *"]
        program = "\n".join([*start, *lines])
        subprocess.run([sys.executable, "-c", program, tmp_path / "plot.svg"], check=True,
                       env={**os.environ, **environment})
        return (tmp_path / "plot.svg").read_bytes()
    return run


POINTS = [(2, 0.001), (8, 0.1), (32, 0.01)]
TWO_PANELS = [f"ours = Line('ours', {POINTS}, COLOURS[0], False)",
              f"theirs = Line('theirs', {POINTS[:2]}, COLOURS[1], True)",
              "draw_lines(sys.argv[1], [Panel('seconds', [ours, theirs], 'ranks', 'seconds'),",
              "                         Panel('parts', [ours], 'ranks', '%', False)], [ours, theirs])"]
TWO_BARS = ["draw_bars(sys.argv[1], 'title', ['a', 'b'], [Bars('x', [(0.5, 1, 1.5), (2, 3, 3.5)], COLOURS[0]),",
            "          Bars('y', [(1, 2, 2), (1, 1.5, 2)], COLOURS[1])], 'ratio', 'as fast')"]


@pytest.mark.parametrize("lines", [TWO_PANELS, TWO_BARS], ids=["lines", "bars"])
def test_the_same_numbers_make_the_same_file(draw, lines):
    first = draw(*lines, PYTHONHASHSEED="1", SOURCE_DATE_EPOCH="1")
    assert first == draw(*lines, PYTHONHASHSEED="2", SOURCE_DATE_EPOCH="1000000000")
    assert not re.search(rb"dc:date|20\d\d-\d\d-\d\d", first)


def places(tree, name):
    """The points of the lines of that name, each line as a list of (x, y)."""
    paths = (group.find(f"{SVG}path").get("d") for group in tree.iter(f"{SVG}g") if group.get("id") == name)
    return [[tuple(map(float, pair)) for pair in re.findall(r"[ML] ([\d.]+) ([\d.]+)", path)] for path in paths]


def test_points_stand_where_their_numbers_say(draw):
    tree = ElementTree.fromstring(draw(*TWO_PANELS))
    logarithmic, linear = places(tree, "ours")
    (theirs,) = places(tree, "theirs")
    assert theirs == logarithmic[:2]
    for found, of in ((logarithmic, math.log), (linear, float)):
        (x0, y0), (x1, y1), (x2, y2) = found
        (a0, b0), (a1, b1), (a2, b2) = ((math.log(x), of(y)) for x, y in POINTS)
        assert x0 < x1 < x2 and y1 < y0  # in SVG, y goes downwards
        assert (x2 - x0) / (x1 - x0) == pytest.approx((a2 - a0) / (a1 - a0), abs=1e-4)
        assert (y2 - y0) / (y1 - y0) == pytest.approx((b2 - b0) / (b1 - b0), abs=1e-4)


def test_names_are_text(draw):
    text = {"".join(part.itertext()) for part in ElementTree.fromstring(draw(*TWO_PANELS)).iter(f"{SVG}text")}
    assert {"seconds", "parts", "ranks", "%", "ours", "theirs"} <= text


def test_a_study_becomes_a_page_with_its_plot(root, tmp_path):
    """The report of a study with few points: its table and its plot hold the numbers of the CSV file."""
    points = [(ranks, shift, 2048, seconds) for ranks, seconds in RANKS.items() for shift in (ranks, "8,4", "2")]
    points += [(ranks, "8,4", 64, seconds) for ranks, seconds in (("32", 0.002), ("512", 0.003))]
    (tmp_path / "quadrics.csv").write_text(
        "platform,ranks,n,shift,seconds,work,wait,idle,steps,messages,bytes,error\n" +
        "".join(f'quadrics,{ranks},"{n},{n}","{shift}",{seconds},0,0,0,1,1,1,0\n'
                for ranks, shift, n, seconds in points))
    subprocess.run([sys.executable, root / "mpi/sim/report.py", tmp_path, tmp_path / "page.md", tmp_path / "pictures"],
                   check=True, env={**os.environ, "PYTHONPATH": str(root / "bench")})
    page = (tmp_path / "page.md").read_text()
    assert "| torus, both ways | 1300.0 | 400.0 | 100.0 | -0.93 |" in page and "](pictures/quadrics.svg)" in page
    assert "| 32 ranks | 2.00 | 1,300 |" in page and "| 512 ranks | 3.00 | 100 |" in page
    tree = ElementTree.parse(tmp_path / "pictures/quadrics.svg")
    ((x0, y0), (x1, y1), (x2, y2)), = places(tree, "torus, both ways: -0.93")
    assert x1 - x0 == pytest.approx(x2 - x1, abs=1e-3)
    assert (y2 - y0) / (y1 - y0) == pytest.approx(math.log(13) / math.log(3.25), abs=1e-4)
