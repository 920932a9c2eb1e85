# Third pass: where an activation ends. An activation is one path through the control-flow graph without its cut edges.
# SPDX-License-Identifier: Apache-2.0
"""All edges into the header of an innermost loop are cut. An activation is therefore one iteration of such a loop; that
of the last iteration contains all code up to the next loop. A path around an outer loop that skips its inner loops is
cut at the header of the outer loop. A memory has one port for reads and one for writes. If a path has two accesses of a
port, it is cut between them: before a loop, or before the second access."""
from dataclasses import dataclass, field

from .program import Block, Instruction
from .refusal import Refusal

MAX_SPLITS = 64


@dataclass
class Graph:
    program: object
    order: list = field(default_factory=list)      # of the blocks, see arrange
    successors: dict = field(default_factory=dict)
    back: set = field(default_factory=set)         # edges that close a loop
    cut: set = field(default_factory=set)          # edges that end an activation

    @property
    def entry(self):
        return next(iter(self.program.blocks))

    @property
    def heads(self):
        """The blocks at which an activation may begin, except the entry."""
        return [b for b in self.order if any(target == b for _, target in self.cut)]

    def block(self, name):
        return self.program.blocks[name]

    def predecessors(self, name):
        return [b for b in self.successors if name in self.successors[b]]

    def reached(self, start, without, avoid=None):
        """`start` and the blocks reachable from it without the edges in `without` and the block `avoid`."""
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
    """Finds the successors of the blocks, and the edges that close a loop."""
    blocks = graph.program.blocks
    graph.back = set()
    graph.successors = {name: list(dict.fromkeys(block.end.sources)) for name, block in blocks.items()}
    finish(graph, next(iter(blocks)), set(), graph.back)


def finish(graph, start, without, closing=None):
    """Searches depth-first from `start`, without the edges in `without`. Returns the blocks in postorder, each after
    its successors, and adds the edges that close a cycle to `closing`."""
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
    """Orders the blocks: each after all blocks from which it is reached without a cut."""
    order = []
    for start in starts(graph, graph.cut):
        order += [b for b in finish(graph, start, graph.cut, set()) if b not in order]
    graph.order = order[::-1]


def cut_loops(graph):
    """Cuts the innermost loops first, and then each cycle that is left."""
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


    # If an outer loop is cut, the first iteration of its inner loop may share an activation with the code before it.
    for edge in sorted(graph.cut - graph.back):
        without = graph.cut - {edge}
        closing = set()
        for start in starts(graph, without):
            finish(graph, start, without, closing)
        if not closing:
            graph.cut = without


def body(graph, head):
    """The blocks of a loop: its header, and those from which the header is reached again without passing it."""
    inside = {head}
    todo = [source for source, target in graph.back if target == head]
    while todo:
        at = todo.pop()
        if at not in inside:
            inside.add(at)
            todo += [source for source in graph.successors if at in graph.successors[source]]
    return inside


def check_reducible(graph):
    """Refuses a loop that is entered elsewhere than at its header, as goto makes it possible."""
    for source, head in graph.back:
        if source in graph.reached(graph.entry, set(), avoid=head):
            raise Refusal("a loop that is entered at two places", graph.block(head).end.line)


def split(graph, name, position):
    """Moves the instructions of a block from `position` on into a new block, and returns its name."""
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
    """Two accesses of a port in one activation, or None: block of the first, block and position of the second."""
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
    """The block with which a new activation begins: the header of a loop on the way, because a cut there costs one
    activation per run of the loop, not one per iteration; otherwise the block of the second access."""
    for head in graph.order:
        if head in {target for _, target in graph.back} and head != first:
            if head in graph.reached(first, graph.cut) and second in graph.reached(head, graph.cut):
                return head
    return second


def separate(graph, memory):
    """Begins an activation at every load of a memory, so that its addresses depend on registers alone."""
    before = set(graph.cut)
    for name in list(graph.program.blocks):
        loads = [n for n, one in accesses(graph.block(name)) if one.op == "load" and one.memory == memory]
        for position in loads:  # one, as two would be in two activations
            at = split(graph, name, position) if position else name
            graph.cut |= {(source, at) for source in graph.predecessors(at)}
    arrange(graph)
    return graph.cut != before


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
