# The simulated machines: platform files for SimGrid, and the tables of rates of their ranks.
# SPDX-License-Identifier: Apache-2.0
import math
from collections import namedtuple
from pathlib import Path

HERE = Path(__file__).resolve().parent

# bandwidth: bytes/s of a link in one direction; latency: seconds of a link; rates: the table in rates/, without its
# suffix; tree, hosts: the shape of a fat tree and its hosts; ranks: those of a host, which share its rate and its link;
# start: seconds that a message keeps its sender busy when it starts, and its receiver when it ends. A torus has the
# dimensions of the process grid.
Platform = namedtuple("Platform", "topology bandwidth latency rates tree hosts about ranks start", defaults=(1, 0))

# Options of SimGrid: without the factors that were measured on one cluster; messages progress without calls of MPI, and
# clocks cost nothing. An MPI_Ialltoallv of p ranks is p - 1 concurrent exchanges, an MPI_Allreduce a tree. Times are
# exact to 1 ps: with SimGrid's default of 1 ns, a case takes another time if it starts at another moment.
OPTIONS = ["--cfg=smpi/simulate-computation:no", "--cfg=smpi/host-speed:1Gf", "--cfg=smpi/test:0",
           "--cfg=smpi/wtime:0", "--cfg=smpi/lat-factor:0:1", "--cfg=smpi/bw-factor:0:1",
           "--cfg=surf/precision:1e-12", "--cfg=network/crosstraffic:no", "--cfg=smpi/alltoallv:ring",
           "--cfg=smpi/reduce:binomial", "--log=root.thresh:warning"]

PLATFORMS = {
    "torus": Platform("TORUS", 6.8e9, 0.5e-6, "x86", None, None,
                      "3D torus, 6.8 GB/s and 0.5 µs a link (one link of a Tofu-D network, nominal)"),
    "fat-tree": Platform("FAT_TREE", 12.5e9, 0.5e-6, "x86", "2;32,32;1,32;1,1", 1024,
                         "fat tree of two levels, 12.5 GB/s and 0.5 µs a link (InfiniBand EDR, nominal)"),
    "bgp": Platform("TORUS", 425e6, 1.5e-6, "lirkov", None, None,
                    "Blue Gene/P: 3D torus, 3.4 Gb/s a link (Lirkov et al.), 1.5 µs a link (assumed)"),
    "quadrics": Platform("TORUS", 12.5e6, 1e-6, "none", None, None,
                         "APE100/Quadrics: 3D torus, 8 cycles of 25 MHz for a word of 32 bits (Lippert et al.), 1 µs a "
                         "link (assumed)"),
    "cm200": Platform("TORUS", 169.8e3, 1e-6, "cm200", None, None,
                      "CM-200: 2D torus of processors; rates from Tables 2 and 5 of Mathur and Johnsson, bandwidth of "
                      "one direction of a link from Table 5; 1 µs a link (assumed)"),
    "galera": Platform("FAT_TREE", 2e9, 1e-6, "lirkov", "2;24,14;1,24;1,1", 336,
                       "Galera: 336 nodes on InfiniBand (Lirkov et al.); 2 GB/s and 1 µs a link in a fat tree "
                       "(assumed)"),
}
PLATFORMS["galera-cores"] = PLATFORMS["galera"]._replace(
    ranks=8, about="Galera with a rank on each of the eight cores of a node, which compute as fast together as the "
                   "node with eight threads; messages between ranks of a node cost next to nothing (assumed)")

# The torus and the fat tree with the rates of work and of copies in one table, and three costs of a message.
# 1.5 µs is the default of LogGOPSim (Hoefler, Schneider, Lumsdaine 2010); 0.4 µs is assumed for newer networks.
STARTS = (0, 400, 1500)  # ns
for _name in ("torus", "fat-tree"):
    for _ns in STARTS:
        PLATFORMS[f"{_name}-{_ns}"] = PLATFORMS[_name]._replace(
            rates="x86-transforms", start=_ns * 1e-9,
            about=f"`{_name}` with the rates of `x86-transforms.csv`, which charge copies; a message keeps its sender "
                  f"and its receiver busy for {_ns / 1000:g} µs each")


def options(name):
    """The options of SimGrid for a machine."""
    start = PLATFORMS[name].start
    costs = [f"--cfg=smpi/{kind}:0:{start:g}:0" for kind in ("os", "ois", "or")] if start else []
    return OPTIONS + costs


def shape(ranks, dimensions=3):
    """Sides with this product that differ the least, the largest first, as from MPI_Dims_create."""
    if dimensions == 1:
        return (ranks,)
    best = None
    for first in range(1, ranks + 1):
        if ranks % first == 0:
            rest = shape(ranks // first, dimensions - 1)
            sides = tuple(sorted((first, *rest), reverse=True))
            if best is None or sides[0] - sides[-1] < best[0] - best[-1]:
                best = sides
    return best


def host_files(name, ranks):
    """A host file for so many ranks: one line for each."""
    return "".join(f"node-{rank // PLATFORMS[name].ranks}\n" for rank in range(ranks))


def xml(name, ranks, sides):
    """A platform for so many ranks. A torus has these sides; the last one varies fastest, as in a process grid."""
    p = PLATFORMS[name]
    cores = f" core=\"{p.ranks}\"" if p.ranks > 1 else ""
    sides = [side for side in sides if side > 1] or [2]  # SimGrid refuses sides of one host
    hosts = p.hosts or math.prod(sides)
    parameters = p.tree or ",".join(str(side) for side in reversed(sides))
    return ("<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
            f"<platform version=\"4.1\"><cluster id=\"{name}\" prefix=\"node-\" suffix=\"\" radical=\"0-{hosts - 1}\" "
            f"speed=\"1Gf\"{cores} bw=\"{p.bandwidth:.0f}Bps\" lat=\"{p.latency:.9f}s\" loopback_bw=\"1000GBps\" "
            f"loopback_lat=\"0s\" topology=\"{p.topology}\" topo_parameters=\"{parameters}\"/></platform>\n")
