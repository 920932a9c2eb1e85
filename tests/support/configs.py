# The configurations of which models are built.
# SPDX-License-Identifier: Apache-2.0
import re

from sources import ROOT

MODELS = ROOT / "build/lib/orbital"
CORNERS = "tests/rtl/rtl_tests.mk"  # those at the corners of the parameters, for tests only
CORNER_FOLDER = ROOT / "build/tests/rtl"


def configurations(path="sim/configs.mk"):
    """Name -> parameters of orbital_core that differ from their defaults, e.g. 'p2_b4_f4_w16' -> {'P': 2, ...}: those
    of which there is a Verilated model and one from hls/."""
    text = (ROOT / path).read_text().replace("\\\n", " ")
    values = dict(re.findall(r"^CONFIG_(\w+) +:= (.*)$", text, re.MULTILINE))
    names = re.search(r"^(?:CONFIGS|CORNERS|HLS_NODE_CONFIGS) +:= (.*)$", text, re.MULTILINE).group(1).split()
    return {name: {key: int(value) for key, value in (pair.split("=") for pair in values[name].split())}
            for name in names}


def all_configurations():
    """Those and the corners."""
    return configurations() | configurations(CORNERS)


def deep(least):
    """Names of all whose programs may have this many descriptors."""
    return [name for name, parameters in all_configurations().items() if parameters.get("DEPTH", 16) >= least]


def folder_of(name):
    """Where the models of a configuration are."""
    return CORNER_FOLDER if name in configurations(CORNERS) else MODELS


def fewer(name, count):
    """How many random programs to run on a configuration, of so many on a small one: large arrays are slow to simulate,
    and long programs take longer."""
    parameters = all_configurations()[name]
    slow = 1 if parameters["P"] < 4 else 10
    return max(count // (slow if parameters.get("DEPTH", 16) <= 16 else 2 * slow), 2)
