# Gives the multipliers and block RAMs of a large array their places on a chip, before nextpnr.
# SPDX-License-Identifier: Apache-2.0
"""Places the multipliers and block RAMs of a large array on an LFE5U-85F, over which nextpnr's placers scatter them.

Usage: floorplan.py NETLIST.json PLANNED.json

An 85F has its block RAMs in four rows and its multipliers in three, twelve rows apart. Nodes get places on a grid in
which the neighbours of a folded torus are near, and each multiplier and memory the free site that is nearest to where
its wires lead: an assignment of least wire length. All other block RAMs, those of the link, are kept together in the
middle. Everything else, and a small array, is left to nextpnr.
"""
import json
import re
import sys

import numpy as np
from scipy.optimize import linear_sum_assignment

# Sites of an LFE5U-85F as nextpnr-ecp5 names them: X/Y/NAME
GROUPS = (4, 13, 22, 31, 40, 49, 58, 69, 78, 87, 96, 105, 114)
MEMORIES = [(x + 2 * n, y, f"EBR{n}") for y in (22, 46, 70, 82) for x in GROUPS for n in range(4)]
MULTIPLIERS = [(x + n, y, f"MULT18_{n}") for y in (10, 34, 58) for x in GROUPS for n in (0, 1, 4, 5)]
ROUNDS = 6
LINK = 4  # how much stronger a memory of the link is pulled to the middle than one of a node to its multiplier
SMALL = 26  # nodes that find their places without

NODE = re.compile(r"\.mesh\.g_q\[(\d+)\]\.g_r\[(\d+)\]\.g_s\[(\d+)\]\.")


def grid(places, side):
    """Where each node (Q, R, S) is on the chip: neighbours in a ring of four are two bits of a hypercube."""
    if side == 4:
        at = [((q >> 1) * 8 + (r >> 1) * 4 + s, (q & 1) * 2 + (r & 1)) for q, r, s in places]
    else:
        at = [(r * side + s, q) for q, r, s in places]
    at = np.array(at, float)
    sites = np.array([site[:2] for site in MEMORIES + MULTIPLIERS])
    low, high = sites.min(axis=0), sites.max(axis=0)
    return low + (at + 0.5) / (at.max(axis=0) + 1) * (high - low)


def assign(points, pulls):
    """The number of the site of each item, from the points of sites and the (weight, point) pairs that pull at it."""
    cost = np.zeros((len(pulls), len(points)))
    for item, forces in enumerate(pulls):
        for weight, point in forces:
            cost[item] += weight * np.abs(points - point).sum(axis=1) ** 1.5  # a long wire is worse than two short ones
    _, chosen = linear_sum_assignment(cost)
    return chosen


def items_of(cells):
    """Multipliers and memories, (name, kind, numbers of the nodes it belongs to), and the places of the nodes. A memory
    of the link belongs to no node."""
    owned, link, places = [], [], set()
    for name, cell in cells.items():
        if cell["type"] not in ("DP16KD", "MULT18X18D"):
            continue
        if node := NODE.search(name):
            place = tuple(int(n) for n in node.groups())
            places.add(place)
            memory = next((kind for kind in ("coefficients", "sums") if f".{kind}." in name), "operands")
            owned.append((name, "multiplier" if cell["type"] == "MULT18X18D" else memory, place))
        elif cell["type"] == "DP16KD":
            link.append((name, "link", []))
    places = sorted(places)  # in the order of their numbers
    number = {place: n for n, place in enumerate(places)}
    shared = {"coefficients": 2}  # of a node and the one behind it
    return [(name, kind, [*range(number[of], min(number[of] + shared.get(kind, 1), len(places)))])
            for name, kind, of in owned] + link, places


def floorplan(cells):
    """BEL of each multiplier and memory of the array."""
    items, places = items_of(cells)
    if len(places) <= SMALL:
        return {}
    side = 1 + max(max(place) for place in places)
    home = grid(places, side)
    centre, multiplier = home.copy(), home.copy()  # of a node's logic, of its multipliers
    groups = [([item for item in items if (item[1] == "multiplier") == wanted], sites,
               np.array([site[:2] for site in sites], float))
              for wanted, sites in ((True, MULTIPLIERS), (False, MEMORIES))]
    for members, sites, _ in groups:
        if len(members) > len(sites):
            kind = "multipliers" if sites is MULTIPLIERS else "block RAMs"
            sys.exit(f"the array has {len(members)} {kind}, the chip {len(sites)}")
    for _ in range(ROUNDS):
        at = [[] for _ in places]
        chosen, into = {}, [[] for _ in places]
        for members, sites, points in groups:
            pulls = []
            for _, kind, nodes in members:
                if kind in ("operands", "coefficients"):  # into the multipliers; operands also to and from the links
                    pulls.append([(1, multiplier[n]) for n in nodes] +
                                 [(1, centre[n]) for n in nodes if kind == "operands"])
                elif kind == "link":
                    pulls.append([(LINK, home.mean(axis=0))])
                else:
                    pulls.append([(2, centre[n]) for n in nodes])
            for (name, kind, nodes), site in zip(members, assign(points, pulls)):
                chosen[name] = sites[site]
                for n in nodes:
                    if kind != "coefficients":
                        at[n].append(points[site])
                    if kind == "multiplier":
                        into[n].append(points[site])
            multiplier = np.array([np.mean(around, axis=0) if around else multiplier[n]
                                   for n, around in enumerate(into)])
        centre = np.array([(home[n] + np.mean(around, axis=0)) / 2 for n, around in enumerate(at)])
    lengths = [np.abs(np.array(chosen[name][:2]) - multiplier[n]).sum()
               for name, kind, nodes in items if kind in ("operands", "coefficients") for n in nodes]
    print(f"{len(chosen)} multipliers and memories placed" +
          (f"; from memory to multiplier {np.mean(lengths):.1f} tiles, at most {max(lengths):.0f}" if lengths else ""))
    return {name: f"X{x}/Y{y}/{bel}" for name, (x, y, bel) in chosen.items()}


def main(source, target):
    with open(source, encoding="utf-8") as file:
        netlist = json.load(file)
    top = max(netlist["modules"].values(), key=lambda module: len(module["cells"]))
    for name, bel in floorplan(top["cells"]).items():
        top["cells"][name]["attributes"]["BEL"] = bel
    with open(target, "w", encoding="utf-8") as file:
        json.dump(netlist, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
