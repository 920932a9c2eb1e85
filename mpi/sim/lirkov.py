# The measurements of Lirkov et al., and how fast their nodes were.
# SPDX-License-Identifier: Apache-2.0
"""A node's rate is that of its own 1-node columns: a transform of N points an axis is three products, 3·N⁴
multiply-adds, in the seconds of the table, of the direction that was faster, as some forward ones took long at small
N. So the rate of a product of blocks of b points is that of N = b."""
import csv
from pathlib import Path

NODES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
ELEMENTS = {("dct", "single"): "f32", ("dct", "double"): "f64", ("dft", "single"): "c64", ("dft", "double"): "c128"}
DIRECTIONS = {"forward": "forward", "backward": "inverse"}


def rows():
    """The tables' rows as dictionaries; columns of nodes are numbers or None."""
    text = (Path(__file__).resolve().parent / "lirkov.csv").read_text().splitlines()
    for row in csv.DictReader(line for line in text if not line.startswith("#")):
        row["element"] = ELEMENTS[row["kind"], row["precision"]]
        row["n"] = int(row["n"])
        row["at"] = {nodes: float(row[str(nodes)]) if row[str(nodes)] else None for nodes in NODES}
        yield row


def rates(machine, ranks=1):
    """A table for the simulation. `ranks` ranks of a node compute as fast together as the node does with their blocks
    in one: each has an equal part of the rate for blocks whose side is longer by the cube root of `ranks`."""
    longer = round(ranks ** (1 / 3))
    fastest = {}
    for row in rows():
        if row["machine"] == machine and row["quantity"] == "seconds" and row["at"][1]:
            key = row["element"], row["n"]
            fastest[key] = min(row["at"][1], fastest.get(key, row["at"][1]))
    order = {element: i for i, element in enumerate(ELEMENTS.values())}
    lines = [f"product,{element},{n // longer},{3 * n ** 4 / seconds / ranks:.6g}"
             for (element, n), seconds in sorted(fastest.items(), key=lambda item: (order[item[0][0]], item[0][1]))]
    return "work,element,size,rate\n" + "\n".join(lines) + "\n"
