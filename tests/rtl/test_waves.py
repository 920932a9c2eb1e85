# The timing diagrams of docs/timing.md show what the Verilog does.
# SPDX-License-Identifier: Apache-2.0
import json
import re
import sys

import pytest
from sources import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import waves  # noqa: E402

SOURCES = sorted((ROOT / "docs/waves").glob("*.json"))
pytestmark = pytest.mark.quick


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_diagram_is_what_happens(source):
    assert waves.differences(json.loads(source.read_text())) == []


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_diagram_that_drifts(source, monkeypatch):
    """Another value of any signal, in any cycle in which the diagram shows one, is found."""
    diagram = json.loads(source.read_text())
    traces = waves.simulate(diagram)
    for lane, trace in zip(waves.lanes(diagram), traces):
        for cycle, shown in enumerate(waves.values(diagram, lane)):
            if shown is not None:
                now, trace[cycle] = trace[cycle], trace[cycle] ^ 1
                monkeypatch.setattr(waves, "simulate", lambda diagram: traces)
                assert [line.split(":")[0] for line in waves.differences(diagram)] == [f"{lane['name']}, cycle {cycle}"]
                trace[cycle] = now


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_update_changes_nothing(source):
    assert waves.updated(source.read_text()) == source.read_text()


def test_the_page_shows_all_diagrams():
    shown = re.findall(r"\]\(waves/(\w+)\.svg\)", (ROOT / "docs/timing.md").read_text())
    assert sorted(shown) == [source.stem for source in SOURCES]
