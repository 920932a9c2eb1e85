# The configurations of which models are built, from sim/configs.mk.
# SPDX-License-Identifier: Apache-2.0
import re

from sources import ROOT


def configurations():
    """Name -> parameters of orbital_core that differ from their defaults, e.g. 'p2_b4_f4_w16' -> {'P': 2, ...}."""
    lines = re.findall(r"^CONFIG_(\w+) := (.*)$", (ROOT / "sim/configs.mk").read_text(), re.MULTILINE)
    return {name: {key: int(value) for key, value in (pair.split("=") for pair in pairs.split())}
            for name, pairs in lines}
