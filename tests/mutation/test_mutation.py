# Faults put into the core are seen by the trials, or cannot show: some of them each time, all in the long tests.
# SPDX-License-Identifier: Apache-2.0
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from campaign import CORES, SURVIVED, faults, judge  # noqa: E402

# Of the faults and of the trials: fixed, as a fault in a rare case shows in some trials and not in others.
SEED = 1


@pytest.fixture
def folder(build):
    """The models with the faults."""
    return build / "tests" / "mutation" / str(SEED)


def check(folder, chosen):
    """No fault may stay unseen without a reason."""
    silent = []
    for fault in chosen:
        state, detail = judge(folder, fault, SEED)
        if state == SURVIVED and not detail:
            silent.append(f"{fault.core} {fault.number}: {fault.text}")
    assert not silent, "\n".join([f"{len(silent)} of {len(chosen)} unseen", *silent])


@pytest.mark.parametrize("core", CORES)
def test_some_faults(core, folder, rng):
    chosen = [fault for fault in faults(folder) if fault.core == f"{core}_yosys"]
    check(folder, rng.choice(chosen, 4, replace=False))


def test_some_faults_by_hand(folder, rng):
    by_hand = [fault for fault in faults(folder) if fault.core.endswith("_hand")]
    check(folder, rng.choice(by_hand, 4, replace=False))


@pytest.mark.long
@pytest.mark.parametrize("core", [f"{core}_yosys" for core in CORES])
def test_all_faults(core, folder):
    check(folder, [fault for fault in faults(folder) if fault.core == core])


@pytest.mark.long
def test_all_faults_by_hand(folder):
    check(folder, [fault for fault in faults(folder) if fault.core.endswith("_hand")])
