# Third pass: where an activation ends. One activation of the hardware is one path through the graph without its cuts.
# SPDX-License-Identifier: Apache-2.0
"""All edges into the head of an innermost loop are cut, so an activation is a turn of such a loop, and after its last
turn all that follows up to the next loop. What goes around an outer loop without an inner one is cut at its own head. A
memory has one port to read and one to write. If a path has two accesses of a port, it is cut between them: in front of
a loop, or in front of the second access."""
from dataclasses import dataclass, field

from .program import Block, Instruction
from .refusal import Refusal

MAX_SPLITS = 64


@dataclass
class Graph:
    program: object
    order: list = field(default_factory=list)      # blocks, see arrange
    successors: dict = field(default_factory=dict)
    back: set = field(default_factory=set)         # edges that close a loop
    cut: set = field(default_factory=set)          # edges that end an activation: those and others

    @property
    def entry(self):
        return next(iter(self.program.blocks))

    @property
    def heads(self):
        """The blocks at which an activation may begin, besides the entry."""
        return [b for b in self.order if any(target == b for _, target in self.cut)]

    def block(self, name):
        return self.program.blocks[name]

    def predecessors(self, name):
        return [b for b in self.successors if name in self.successors[b]]

    def reached(self, start, without, avoid=None):
        """Blocks on paths from `start`, itself included, over edges that are not in `without`, not through `avoid`."""
        seen, todo = set(), [start] if start != avoid else []
        while todo:
            at = todo.pop()
            if at not in seen:
                seen.add(at)
                todo += [s for s in self.successors[at] if (at, s) not in without and s != avoid]
        return seen


def starts(graph, cut):
    """The blocks at which an activation may begin."""
    return [graph.entry, *sorted({target for _, target in cut})]


def walk(graph):
    """Sets the successors of the blocks and the edges that close a loop."""
    blocks = graph.program.blocks
    graph.back = set()
    graph.successors = {name: list(dict.fromkeys(block.end.sources)) for name, block in blocks.items()}
    finish(graph, next(iter(blocks)), set(), graph.back)


def finish(graph, start, without, closing=None):
    """The blocks from `start` on, each behind all that follow it, over edges not in `without`. Edges that close a
    circle are added to `closing`."""
    finished, opened, seen = [], {start}, {start}
    todo = [(start, iter(graph.successors[start]))]
    while todo:
        at, further = todo[-1]
        target = next(further, None)
        if target is None:
            todo.pop()
            opened.discard(at)
            finished.append(at)
        elif (at, target) in without:
            continue
        elif target in opened:
            closing.add((at, target))
        elif target not in seen:
            seen.add(target)
            opened.add(target)
            todo.append((target, iter(graph.successors[target])))
    return finished


def arrange(graph):
    """The order of the blocks: each behind all from which it is reached without a cut."""
    order = []
    for start in starts(graph, graph.cut):
        order += [b for b in finish(graph, start, graph.cut, set()) if b not in order]
    graph.order = order[::-1]


def cut_loops(graph):
    """Innermost loops first; then each that is left."""
    for head in {target for _, target in graph.back}:
        loop = body(graph, head)
        if not any(other in loop for _, other in graph.back if other != head):
            graph.cut |= {(source, head) for source in graph.successors if head in graph.successors[source]}
    while True:
        closing = set()
        for start in starts(graph, graph.cut):
            finish(graph, start, graph.cut, closing)
        if not closing:
            break
        graph.cut |= {edge for edge in closing if edge in graph.back} or closing


    # Where an outer loop is cut, the first turn of an inner one may share an activation with what is before it.
    for edge in sorted(graph.cut - graph.back):
        without = graph.cut - {edge}
        closing = set()
        for start in starts(graph, without):
            finish(graph, start, without, closing)
        if not closing:
            graph.cut = without


def body(graph, head):
    """The blocks of a loop: those from which its head is reached again without leaving through the head."""
    inside = {head}
    todo = [source for source, target in graph.back if target == head]
    while todo:
        at = todo.pop()
        if at not in inside:
            inside.add(at)
            todo += [source for source in graph.successors if at in graph.successors[source]]
    return inside


def check_reducible(graph):
    """A loop is entered at its head alone; the language has no other loops without goto."""
    for source, head in graph.back:
        if source in graph.reached(graph.entry, set(), avoid=head):
            raise Refusal("a loop that is entered at two places", graph.block(head).end.line)


def split(graph, name, position):
    """Moves what stands in a block from `position` on into a block of its own, and returns its name."""
    blocks, old = graph.program.blocks, graph.program.blocks[name]
    behind = f"{name}.then{position}"
    while behind in blocks:
        behind += "."
    new = Block(behind, [], old.body[position:], old.end)
    old.body, old.end = old.body[:position], Instruction("br", "", 0, [], old.end.line, sources=[behind])
    graph.program.blocks = {}
    for key, block in blocks.items():
        graph.program.blocks[key] = block
        if key == name:
            graph.program.blocks[behind] = new
        for phi in block.phis:
            phi.sources = [behind if source == name else source for source in phi.sources]
    graph.cut = {(behind if source == name else source, target) for source, target in graph.cut}
    walk(graph)
    return behind


def accesses(block):
    return [(n, one) for n, one in enumerate(block.body) if one.op in ("load", "store")]


def conflict(graph):
    """Two accesses of a port in one activation, if there are: block of the first, block and position of the second."""
    for name in graph.order:
        used = set()
        for position, one in accesses(graph.block(name)):
            if one.memory in used:
                return name, name, position
            used.add(one.memory)
    for name in graph.order:
        mine = {one.memory for _, one in accesses(graph.block(name))}
        behind = graph.reached(name, graph.cut) - {name}
        for later in (b for b in graph.order if b in behind):
            for position, one in accesses(graph.block(later)):
                if one.memory in mine:
                    return name, later, position
    return None


def between(graph, first, second):
    """The block to begin a new activation with: the head of a loop on the way, as it costs a cycle a loop and not one a
    turn, or the block of the second access."""
    for head in graph.order:
        if head in {target for _, target in graph.back} and head != first:
            if head in graph.reached(first, graph.cut) and second in graph.reached(head, graph.cut):
                return head
    return second


def find_cuts(program):
    graph = Graph(program)
    walk(graph)
    check_reducible(graph)
    cut_loops(graph)
    arrange(graph)
    for _ in range(MAX_SPLITS):
        found = conflict(graph)
        if not found:
            return graph
        first, second, position = found
        line = graph.block(second).body[position].line
        at = split(graph, second, position) if first == second else between(graph, first, second)
        graph.cut |= {(source, at) for source in graph.predecessors(at)}
        arrange(graph)
    raise Refusal(f"more than {MAX_SPLITS} accesses that share the port of a memory", line)
