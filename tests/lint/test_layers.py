# The layers of the C code: no file includes one of a higher layer, no circle, no name twice.
# SPDX-License-Identifier: Apache-2.0
import re
from collections import defaultdict
from pathlib import PurePath

import pytest
from sources import ROOT, tracked

pytestmark = pytest.mark.quick

# The folders of each layer, the lowest first. A file includes files of its own folder and of lower layers. Where
# several folders stand in one layer, they do not include each other.
LAYERS = {
    "the library": [["host/include/orbital", "sim", "sim/board", "sim/ethernet"], ["host/lib"],
                    ["host/lib/array", "host/lib/cpu"], ["host/lib/link", "host/lib/model"],
                    ["host/lib/ftdi", "host/lib/udp"]],
    "the command": [["host/include/orbital"], ["host/volume/io"], ["host/volume"], ["host/volume/formats"],
                    ["host/cli"]],
    "the cluster": [["host/include/orbital"], ["host/lib"], ["mpi/include/orbital"], ["mpi/lib"], ["mpi/gemm"],
                    ["mpi/sim"]],
    "the cluster's command": [["host/include/orbital"], ["host/volume/io"], ["host/volume"], ["host/volume/formats"],
                              ["host/cli"], ["mpi/include/orbital"], ["mpi/cli"]],
}
TREES = ("host/", "mpi/", "sim/", "hls/")
GENERATED = {"orb_libdir.h", "orbital_regs.h", "orbital_link_regs.h", "Vorbital_core.h"}


def sources():
    return [PurePath(name) for name in tracked(".c", ".h", ".cpp") if name.startswith(TREES)]


def folder(path):
    return str(path.parent)


def includes(path):
    """The project's own files that a file includes, by their names, which are unique."""
    ours = {source.name: source for source in sources()}
    found = re.findall(r'^\s*#\s*include\s+["<]([^">]+)[">]', (ROOT / path).read_text(), re.M)
    return [ours[PurePath(name).name] for name in found if PurePath(name).name in ours]


def test_names_are_unique():
    places = defaultdict(list)
    for path in sources():
        places[path.name].append(str(path))
    assert {name: there for name, there in places.items() if len(there) > 1} == {}


def test_every_include_is_a_name():
    """A path would hide from the reader, and from these tests, which folders a layer sees."""
    for path in sources():
        for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', (ROOT / path).read_text(), re.M):
            assert "/" not in name, f"{path}: {name}"


@pytest.mark.parametrize("name", LAYERS)
def test_no_file_includes_a_higher_layer(name):
    level = {there: number for number, layer in enumerate(LAYERS[name]) for there in layer}
    checked = 0
    for path in sources():
        for other in includes(path):
            here, there = folder(path), folder(other)
            if here in level and there in level and here != there:
                assert level[there] < level[here], f"{path} includes {other}"
                checked += 1
    assert checked > 3


def test_every_folder_has_a_layer():
    known = {there for layers in LAYERS.values() for layer in layers for there in layer}
    assert {folder(path) for path in sources()} - known == {"hls"}


def test_no_circle():
    """Units are a source and its header: what one includes, in either file, does not come back to it."""
    def unit(path):
        return str(path.with_suffix(""))

    needs = defaultdict(set)
    for path in sources():
        needs[unit(path)] |= {unit(other) for other in includes(path)} - {unit(path)}
    state = {}

    def visit(at, way):
        assert state.get(at) != "open", " -> ".join([*way[way.index(at):], at])
        if at not in state:
            state[at] = "open"
            for other in sorted(needs[at]):
                visit(other, [*way, at] if at not in way else way)
            state[at] = "done"

    for at in sorted(needs):
        visit(at, [])
    assert len(state) > 100


def test_the_command_is_small():
    """host/cli holds commands and their options, and no library."""
    names = [path for path in sources() if folder(path) == "host/cli"]
    assert 20 < len(names) <= 50
