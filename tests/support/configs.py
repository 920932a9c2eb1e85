# The configurations of which models are built.
# SPDX-License-Identifier: Apache-2.0
import re

from sources import ROOT

CORNERS = "tests/rtl/rtl_tests.mk"  # those at the corners of the parameters, for tests only
CORNER_FOLDER = ROOT / "build/tests/rtl"


def configurations(path="sim/configs.mk"):
    """Name -> parameters of orbital_core that differ from their defaults, e.g. 'p2_b4_f4_w16' -> {'P': 2, ...}."""
    lines = re.findall(r"^CONFIG_(\w+) +:= (.*)$", (ROOT / path).read_text(), re.MULTILINE)
    return {name: {key: int(value) for key, value in (pair.split("=") for pair in pairs.split())}
            for name, pairs in lines}
