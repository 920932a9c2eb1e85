# Faults put into the C code are seen by the tests that are named for them.
# SPDX-License-Identifier: Apache-2.0
import random
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
from host_campaign import folder_of, main  # noqa: E402
from host_faults import CAUGHT, SURVIVED, Fault, Tree, listed, programs_of  # noqa: E402

DRAWN = 5


@pytest.mark.quick
def test_faults_fit_the_text(root):
    faults = listed()
    assert len(set(faults)) == len(faults) >= 150
    for fault in faults:
        assert fault.edit(root), f"does not stand there once: {fault}"
        file, _, function = fault.test.partition("::")
        assert (root / "tests" / file).with_suffix(".py" if function else ".c").exists(), fault
        assert function or file.startswith("host/"), fault
        assert programs_of(fault.test), fault


@pytest.mark.quick
def test_the_page_counts_all_faults(root):
    faults = listed()
    shows = [not fault.reason for fault in faults]
    folders = Counter(zip(map(folder_of, faults), shows))
    page = (root / "docs/testing.md").read_text()
    assert f"`make mutate-host` tries {len(faults)} faults" in page
    assert f"| all | {shows.count(True)} | {shows.count(False)} |" in page
    for folder in dict.fromkeys(map(folder_of, faults)):
        assert f"| `{folder}` | {folders[folder, True]} | {folders[folder, False]} |" in page


@pytest.fixture
def fixed_seed(seed, monkeypatch):
    """The faults' tests have a fixed seed, with which each fault is known to show: some show in rare cases only. `seed`
    still follows the ORB_SEED of the run, as it is computed before."""
    monkeypatch.setenv("ORB_SEED", "1")


@pytest.fixture(scope="module")
def tree(build, tmp_path_factory):
    return Tree(tmp_path_factory.mktemp("host-faults"), build)


@pytest.mark.usefixtures("fixed_seed")
def test_some_faults(tree, seed):
    """Which ones depends on the ORB_SEED of the run; make mutate-host tries all."""
    drawn = random.Random(seed).sample([fault for fault in listed() if not fault.reason], DRAWN)
    for fault in drawn:
        state, detail, _ = tree.judge(fault)
        assert state == CAUGHT, f"{state} ({detail}): {fault}"


def test_an_edit_without_effect_survives(tree):
    """So that not everything counts as caught."""
    fault = Fault("host/lib/text.c", "unsigned value = 0;", "unsigned value = 1 - 1;", "host/test_status")
    assert tree.judge(fault)[0] == SURVIVED


@pytest.mark.long
@pytest.mark.usefixtures("fixed_seed")
def test_all_faults(build):
    assert main(build) == 0
