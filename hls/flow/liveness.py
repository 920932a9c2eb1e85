# Fourth pass: the values that are live at the entry of each block, and those that need a register.
# SPDX-License-Identifier: Apache-2.0
from dataclasses import dataclass


@dataclass
class Liveness:
    home: dict    # name of a value -> the block that defines it
    bits: dict    # ... -> its width
    live: dict    # block -> names of the values that are live at its entry, without its phis
    kept: list    # names of the values that one activation passes to a later one, each in a register


def uses(block):
    """The names that a block uses, without those that its phis use."""
    for one in [*block.body, block.end]:
        for value in [*one.args, *([one.data] if one.data else [])]:
            if value.name:
                yield one, value.name


def find_lives(graph):
    program = graph.program
    home = {name: graph.entry for name, _ in program.scalars}
    bits = dict(program.scalars)
    define, use = {}, {}
    for name in graph.order:
        block = graph.block(name)
        define[name] = {one.name for one in [*block.phis, *block.body] if one.name}
        for one in [*block.phis, *block.body]:
            if one.name:
                home[one.name], bits[one.name] = name, one.bits
        use[name] = {used for _, used in uses(block)} - define[name]
    live, changed = {name: set(use[name]) for name in graph.order}, True
    while changed:
        changed = False
        for name in reversed(graph.order):
            out = set()
            for target in graph.successors[name]:
                out |= live[target]
                for phi in graph.block(target).phis:
                    out |= {value.name for value, source in zip(phi.args, phi.sources)
                            if source == name and value.name}
            new = use[name] | (out - define[name])
            if new != live[name]:
                live[name], changed = new, True
    kept = set()
    for head in graph.heads:
        kept |= live[head] | {phi.name for phi in graph.block(head).phis}
    return Liveness(home, bits, live, sorted(kept))
