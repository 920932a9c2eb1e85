# Faults put into the core are seen by the trials.
# SPDX-License-Identifier: Apache-2.0
import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import by_hand  # noqa: E402
from campaign import CAUGHT, CORES, PAGE, SURVIVED, TIMING, chosen_by_yosys, judge, made_by_hand, update  # noqa: E402

# Of the faults and of the trials: fixed, as a fault in a rare case shows in some trials and not in others.
SEED = 1

YOSYS = [f"{core}_yosys" for core in CORES]


@pytest.fixture
def folder(build):
    """The models with the faults."""
    return build / "tests" / "mutation" / str(SEED)


def check(folder, chosen):
    """No fault may stay unseen without a reason. An edit of the RTL makes Yosys choose others: each that survives then
    needs a trial that shows it, or a reason in explained.py."""
    silent = []
    for fault in chosen:
        state, detail = judge(folder, fault, SEED)
        if state == SURVIVED and not detail:
            silent.append(f"{fault.core} {fault.number}: {fault.text}")
    assert not silent, "\n".join(silent)


@pytest.mark.quick
def test_faults_by_hand_fit_the_text(tmp_path):
    by_hand.main(tmp_path)
    assert "orb_faults::number" in (tmp_path / "node/orb_node_port.v").read_text()


@pytest.mark.quick
def test_a_campaign_replaces_the_rows_of_its_seed():
    count = {("fine_yosys", state): n for n, state in enumerate((CAUGHT, TIMING, SURVIVED))}
    first = update(PAGE.read_text(), "8", count, "abc")
    assert "| 8 | fine | 0 | 1 | 2 | abc |\n" in first
    second = update(first, "8", {("tori_hand", state): 7 for state in (CAUGHT, TIMING, SURVIVED)}, "def")
    assert "| 8 | tori, by hand | 7 | 7 | 7 | def |\n" in second and "| 8 | fine |" not in second
    added = set(second.splitlines()) ^ set(PAGE.read_text().splitlines())
    assert added == {"| 8 | tori, by hand | 7 | 7 | 7 | def |"}


def of_core(folder, core):
    return [fault for fault in chosen_by_yosys(folder) if fault.core == core]


@pytest.mark.parametrize("core", YOSYS)
def test_a_tenth_of_the_faults(core, folder, seed):
    """Which ones depends on ORB_SEED."""
    faults = of_core(folder, core)
    check(folder, random.Random(seed).sample(faults, len(faults) // 10))


def test_a_fault_by_hand(folder, seed):
    check(folder, [random.Random(seed).choice(made_by_hand())])


@pytest.mark.long
@pytest.mark.parametrize("core", YOSYS)
def test_all_faults(core, folder):
    check(folder, of_core(folder, core))


@pytest.mark.long
def test_all_faults_by_hand(folder):
    check(folder, made_by_hand())
