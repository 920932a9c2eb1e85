# Rules that hold for every file of the repository.
# SPDX-License-Identifier: Apache-2.0
import re
from pathlib import PurePath

import pytest
from sources import ROOT, tracked

SOURCE = (".c", ".h", ".cpp", ".v", ".sv", ".vh", ".py", ".mk", ".rdl", ".sby", ".sh", ".f", ".1", ".in", "Makefile")
HEAD_LINES = 5
MAX_LINES = 400
MAX_COLUMNS = 120


def sources():
    scripts = [n for n in tracked() if "." not in PurePath(n).name and (ROOT / n).read_bytes().startswith(b"#!")]
    return sorted({*tracked(*SOURCE), *scripts})


@pytest.mark.quick
def test_each_source_names_its_licence():
    bare = [n for n in sources()
            if "SPDX-License-Identifier: Apache-2.0" not in "".join((ROOT / n).read_text().splitlines()[:HEAD_LINES])]
    assert not bare


@pytest.mark.quick
def test_sources_are_short_and_narrow():
    problems = []
    for name in sources():
        lines = (ROOT / name).read_text().splitlines()
        if len(lines) > MAX_LINES:
            problems.append(f"{name}: {len(lines)} lines")
        problems += [f"{name}:{i}: {len(line)} columns" for i, line in enumerate(lines, 1) if len(line) > MAX_COLUMNS]
    assert not problems


@pytest.mark.quick
def test_sources_have_no_stray_whitespace():
    stray = [f"{n}:{i}" for n in sources() for i, line in enumerate((ROOT / n).read_text().split("\n"), 1)
             if line != line.rstrip() or ("\t" in line and not n.endswith((".mk", "Makefile", "rules")))]
    assert not stray


@pytest.mark.quick
def test_links_of_the_pages_lead_somewhere():
    broken = []
    for page in tracked(".md"):
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", (ROOT / page).read_text()):
            if "://" not in target and not (ROOT / page).parent.joinpath(target).exists():
                broken.append(f"{page}: {target}")
    assert not broken


@pytest.mark.quick
def test_links_into_pages_lead_to_headings():
    """An anchor is a heading in lower case, with hyphens for spaces and without punctuation."""
    links = [(PurePath(page), *link) for page in tracked(".md")
             for link in re.findall(r"\]\((?![^)\s]*://)([^)#\s]*)#([^)\s]+)\)", (ROOT / page).read_text())]
    broken = []
    for page, target, anchor in links:
        headings = re.findall(r"^#+ (.*)$", (ROOT / page.parent / target if target else ROOT / page).read_text(), re.M)
        if anchor not in [re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings]:
            broken.append(f"{page}: {target}#{anchor}")
    assert links and not broken


@pytest.mark.quick
def test_the_header_names_each_engine():
    """Whoever gives orb_open another name reads there what names exist."""
    engines = re.findall(r'\{"(\w+)", &orb_engine_\w+\},', (ROOT / "host/lib/device.c").read_text())
    header = (ROOT / "host/include/orbital/orbital.h").read_text()
    comment = re.search(r"/\*\*([^*]*)\*/\s*ORB_NO_ENGINE,", header).group(1)
    assert len(engines) >= 4 and not [name for name in engines if f'"{name}"' not in comment]
