# The simulated network of sim/ethernet, for tests.
# SPDX-License-Identifier: Apache-2.0
import sys

from sources import ROOT

sys.path.insert(0, str(ROOT / "sim/ethernet"))
from simulated_network import ADDRESS, FAULTS, Network  # noqa: E402

__all__ = ["ADDRESS", "FAULTS", "Network"]
