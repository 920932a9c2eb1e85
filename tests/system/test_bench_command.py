# `orbital bench`: what it measures comes back, and wrong use is an error. Times are not judged.
# SPDX-License-Identifier: Apache-2.0
import json

import pytest

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("options", [["--size", "9,8,7"], ["--size", "24", "--block", "8", "--double"],
                                     ["--size", "12", "--kind", "dft,dct,dst", "--type", "2,3,1", "--threads", "2"],
                                     ["--size", "8", "--kind", "dht,identity,dwht", "--norm", "backward"]])
def test_comes_back(run, options):
    said = json.loads(run("bench", *options, "--repeat", "4", "--json", "-").stdout)
    assert said["error"] <= (1e-14 if "--double" in options else 2e-6)
    for way in ("forward", "inverse"):
        times = said[way]
        assert 0 < times["least"] <= times["seconds"] <= times["greatest"]
        points = said["shape"][0] * said["shape"][1] * said["shape"][2]
        assert times["points_a_second"] == pytest.approx(points / times["seconds"])
        assert times["report"]["engine"].startswith("cpu")


def test_an_array_counts_its_cycles(run):
    text = run("bench", "--size", "8", "--engine", "hls:p=2,b=4,full=4,w=16", "--repeat", "1").stdout
    assert "1556 cycles of computing" in text and text.startswith("bench      8 x 8 x 8, single precision, 1 runs")


def test_quiet(run):
    assert run("bench", "--size", "4", "--quiet").stdout == ""


@pytest.mark.parametrize("wrong, says", [(["--size", "0"], "one number or three"), (["--size", "4,4"], "--size"),
                                         (["--repeat", "0"], "1 to 10000"), (["--repeat", "-1"], "1 to 10000"),
                                         (["--kind", "matrix:a.npy"], "time matrices"), (["in.npy"], "reads no file")])
def test_wrong_use(run, wrong, says):
    assert says in run("bench", *wrong, code=2).stderr
