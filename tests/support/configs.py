# The configurations of which models are built.
# SPDX-License-Identifier: Apache-2.0
import re

from sources import ROOT

CORNERS = "tests/rtl/rtl_tests.mk"  # those at the corners of the parameters, for tests only
CORNER_FOLDER = ROOT / "build/tests/rtl"


def configurations(path="sim/configs.mk"):
    """Name -> parameters of orbital_core that differ from their defaults, e.g. 'p2_b4_f4_w16' -> {'P': 2, ...}: those
    of which there is a Verilated model and one from hls/."""
    text = (ROOT / path).read_text().replace("\\\n", " ")
    values = dict(re.findall(r"^CONFIG_(\w+) +:= (.*)$", text, re.MULTILINE))
    names = re.search(r"^(?:CONFIGS|CORNERS) +:= (.*)$", text, re.MULTILINE).group(1).split()
    return {name: {key: int(value) for key, value in (pair.split("=") for pair in values[name].split())}
            for name in names}
