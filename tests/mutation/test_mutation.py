# Faults put into the core are seen by the random programs: some of them each time, all in the long tests.
# SPDX-License-Identifier: Apache-2.0
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from campaign import CORES, SURVIVED, faults, judge  # noqa: E402


@pytest.fixture
def folder(build):
    """The models with the faults that the default seed chose."""
    return build / "tests" / "mutation" / "1"


def check(folder, chosen, seed, share):
    """At most this share of the faults may stay unseen and unexplained."""
    silent = []
    for fault in chosen:
        state, detail = judge(folder, fault, seed)
        if state == SURVIVED and not detail:
            silent.append(f"{fault.core} {fault.number}: {fault.text}")
    print(f"{len(silent)} of {len(chosen)} unseen", *silent, sep="\n")
    assert len(silent) <= share * len(chosen), "\n".join(silent)


@pytest.mark.parametrize("core", CORES)
def test_some_faults(core, folder, rng, seed):
    chosen = [fault for fault in faults(folder) if fault.core == f"{core}_yosys"]
    check(folder, rng.choice(chosen, 4, replace=False), seed, 0.5)


def test_some_faults_by_hand(folder, rng, seed):
    by_hand = [fault for fault in faults(folder) if fault.core.endswith("_hand")]
    check(folder, rng.choice(by_hand, 4, replace=False), seed, 0)


@pytest.mark.long
@pytest.mark.parametrize("core", [f"{core}_yosys" for core in CORES])
def test_all_faults(core, folder, seed):
    check(folder, [fault for fault in faults(folder) if fault.core == core], seed, 0.25)


@pytest.mark.long
def test_all_faults_by_hand(folder, seed):
    check(folder, [fault for fault in faults(folder) if fault.core.endswith("_hand")], seed, 0)
