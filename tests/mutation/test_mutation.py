# Faults put into the core are seen by the trials.
# SPDX-License-Identifier: Apache-2.0
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import by_hand  # noqa: E402
from campaign import CAUGHT, CORES, PAGE, SURVIVED, TIMING, chosen_by_yosys, judge, made_by_hand, update  # noqa: E402

# Of the faults and of the trials: fixed, as a fault in a rare case shows in some trials and not in others.
SEED = 1

# Share of Yosys' faults that may survive without a reason. An edit of the RTL makes Yosys choose other faults: each of
# them that survives then needs a trial that shows it, or a reason in explained.py.
OF_ALL = 0


@pytest.fixture
def folder(build):
    """The models with the faults."""
    return build / "tests" / "mutation" / str(SEED)


def check(folder, chosen, share):
    """At most this share of the faults may stay unseen without a reason."""
    silent = []
    for fault in chosen:
        state, detail = judge(folder, fault, SEED)
        if state == SURVIVED and not detail:
            silent.append(f"{fault.core} {fault.number}: {fault.text}")
    print(f"{len(silent)} of {len(chosen)} unseen", *silent, sep="\n")
    assert len(silent) <= share * len(chosen), "\n".join(silent)


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


@pytest.mark.long
@pytest.mark.parametrize("core", [f"{core}_yosys" for core in CORES])
def test_all_faults(core, folder):
    check(folder, [fault for fault in chosen_by_yosys(folder) if fault.core == core], OF_ALL)


@pytest.mark.long
def test_all_faults_by_hand(folder):
    check(folder, made_by_hand(), 0)
