# Fifth pass: translates the graph into an XLS proc whose every activation executes one path.
# SPDX-License-Identifier: Apache-2.0
"""An activation begins at the block that the state names: idle, at the entry, it receives the arguments. All blocks are
computed, each with a predicate that tells whether the path goes through it. Loads and stores are sent to their memory
under the predicate. Values that live across activations are kept in registers."""
from graphlib import CycleError

from . import operators
from .cuts import separate
from .liveness import find_lives
from .refusal import Refusal
from .text import Text, plain


class Process:
    def __init__(self, graph, lives):
        self.graph, self.lives, self.text = graph, lives, Text()
        self.value = {}       # name of a value -> its node in this activation
        self.predicate = {}   # block -> the path goes through it
        self.taken = {}       # edge -> the path goes along it
        self.merged = {}      # a value that may come from this activation or an earlier one -> its node
        self.stores = {}      # memory -> predicate, address and word of each of its stores
        self.loads = {}       # memory -> predicate and address of each of its loads
        self.words = {}       # memory -> the node of the word that it answers
        self.ports = []       # channels, for the schedule and the bench
        self.register = {name: f"r{n}_{plain(name)}" for n, name in enumerate(lives.kept)}
        self.count = max(1, len(graph.heads).bit_length())
        self.start = self.text.node("token", "literal", value="token")

    # ---- values ----
    def use(self, value, block):
        """The node of a value where a block uses it."""
        if not value.name:
            return self.text.constant(value.bits, value.number)
        home, graph = self.lives.home[value.name], self.graph
        # If an activation can reach this block without passing the defining block, the value is from an earlier one.
        earlier = any(head != home and block in graph.reached(head, graph.cut, avoid=home) for head in graph.heads)
        if not earlier:
            return self.value[value.name]
        if block not in graph.reached(home, graph.cut):
            return self.register[value.name]
        if value.name not in self.merged:
            self.merged[value.name] = self.text.choose(value.bits, self.predicate[home], self.value[value.name],
                                                       self.register[value.name])
        return self.merged[value.name]

    # ---- control ----
    def twin(self, block):
        """An earlier block that runs in an activation if and only if this one does."""
        graph = self.graph
        starts = [graph.entry, *graph.heads]
        leaves = {b for b in graph.order
                  if not graph.successors[b] or any((b, s) in graph.cut for s in graph.successors[b])}
        for other in graph.order[:graph.order.index(block)]:
            if block not in graph.reached(other, graph.cut):
                continue
            around = set().union(*(graph.reached(s, graph.cut, avoid=other) for s in starts))
            if block not in around and not graph.reached(other, graph.cut, avoid=block) & leaves:
                return other
        return None

    def enter(self, name, at, idle):
        """The predicate of a block, and its phis."""
        graph, text = self.graph, self.text
        into = [(source, name) for source in graph.predecessors(name) if (source, name) not in graph.cut]
        begins = [at[name]] if name in at else [idle] if name == graph.entry else []
        twin = self.twin(name)
        self.predicate[name] = self.predicate[twin] if twin else text.any(begins + [self.taken[e] for e in into])
        for phi in graph.block(name).phis:
            node = self.register[phi.name] if name in at else None
            for value, source in zip(phi.args, phi.sources):
                if (source, name) in graph.cut or source not in graph.order:
                    continue
                mine = self.use(value, source)
                node = mine if node is None else text.choose(phi.bits, self.taken[source, name], mine, node)
            self.value[phi.name] = node

    def leave(self, name):
        """Along which edges the path goes on."""
        block, text, here = self.graph.block(name), self.text, self.predicate[name]
        end, args = block.end, [self.use(value, name) for value in block.end.args]
        if end.op == "br":
            self.taken[name, end.sources[0]] = here
        elif end.op == "if":
            yes, no = end.sources
            self.taken[name, yes] = text.both(here, args[0])
            self.taken[name, no] = text.both(here, text.node(1, "not", args[0]))
        elif end.op == "switch":
            equal = [text.node(1, "eq", args[0], case) for case in args[1:]]
            none = text.node(1, "not", text.any(equal))
            edges = {}
            for target, condition in zip(end.sources, [none, *equal]):
                edges.setdefault(target, []).append(text.both(here, condition))
            self.taken |= {(name, target): text.any(terms) for target, terms in edges.items()}

    # ---- memories ----
    def address(self, one, name):
        bits = self.graph.program.memories[one.memory].address_bits
        total = None
        for value in one.args:
            term = self.text.resize(self.use(value, name), value.bits, bits)
            total = term if total is None else self.text.node(bits, "add", total, term)
        return self.text.constant(bits, 0) if total is None else total

    def load(self, one, name):
        """The word of the only load of this memory on the path. Its node is reserved here; send_loads makes it."""
        self.loads.setdefault(one.memory, []).append((self.predicate[name], self.address(one, name)))
        if one.memory not in self.words:
            port, memory = f"{one.memory}_rd", self.graph.program.memories[one.memory]
            self.channel(f"{port}_req", f"bits[{memory.address_bits}]", "send_only")
            self.channel(f"{port}_resp", f"bits[{memory.bits}]", "receive_only")
            self.words[one.memory] = self.text.reserve()
        return self.words[one.memory]

    def send_loads(self):
        """One request for all loads of a memory, of which a path has one at most, and one answer."""
        text = self.text
        for name, some in self.loads.items():
            memory, port = self.graph.program.memories[name], f"{name}_rd"
            address = some[0][1]
            for here, other in some[1:]:
                address = text.choose(memory.address_bits, here, other, address)
            here = text.any([one[0] for one in some])
            asked = text.node("token", "send", self.begun, address, predicate=here, channel=f"{port}_req")
            both = text.node(f"(token, bits[{memory.bits}])", "receive", asked, predicate=here, channel=f"{port}_resp")
            text.node(memory.bits, "tuple_index", both, index=1, node=self.words[name])

    def store(self, one, name):
        self.stores.setdefault(one.memory, []).append((self.predicate[name], self.address(one, name),
                                                       self.use(one.data, name)))

    def send_stores(self):
        """One request for all stores of a memory, of which a path has one at most. Returns the tokens."""
        tokens, text = [], self.text
        for name, some in self.stores.items():
            memory = self.graph.program.memories[name]
            kind = f"(bits[{memory.address_bits}], bits[{memory.bits}])"
            self.channel(f"{name}_wr_req", kind, "send_only")
            _, address, data = some[0]
            for here, other_address, other_data in some[1:]:
                address = text.choose(memory.address_bits, here, other_address, address)
                data = text.choose(memory.bits, here, other_data, data)
            pair = text.node(kind, "tuple", address, data)
            tokens.append(text.node("token", "send", self.begun, pair, predicate=text.any([one[0] for one in some]),
                                    channel=f"{name}_wr_req"))
        return tokens

    def channel(self, name, kind, direction):
        if name not in [port[0] for port in self.ports]:
            self.ports.append((name, kind, direction))

    # ---- the whole ----
    def build(self):
        graph, text, program = self.graph, self.text, self.graph.program
        scalars = program.scalars or [("", 1)]  # a function without arguments is started by a bit without meaning
        arguments = "(" + ", ".join(f"bits[{bits}]" for _, bits in scalars) + ")"
        self.channel("go", arguments, "receive_only")
        self.channel("done", f"bits[{max(program.result, 1)}]", "send_only")
        at = {head: text.node(1, "eq", "state", text.constant(self.count, n + 1)) for n, head in enumerate(graph.heads)}
        idle = text.node(1, "eq", "state", text.constant(self.count, 0))
        got = text.node(f"(token, {arguments})", "receive", self.start, predicate=idle, channel="go")
        # Of the arguments: no memory is accessed before they are there.
        self.begun = text.node("token", "tuple_index", got, index=0)
        values = text.node(arguments, "tuple_index", got, index=1)
        for n, (name, bits) in enumerate(scalars):
            self.value[name] = text.node(bits, "tuple_index", values, index=n)
        returns = []
        for name in graph.order:
            self.enter(name, at, idle)
            block = graph.block(name)
            for one in block.body:
                if one.op == "store":
                    self.store(one, name)
                elif one.op == "load":
                    self.value[one.name] = self.load(one, name)
                else:
                    self.value[one.name] = operators.translate(text, one, [self.use(v, name) for v in one.args])
            self.leave(name)
            if block.end.op == "ret":
                answer = self.use(block.end.args[0], name) if program.result else self.predicate[name]
                returns.append((self.predicate[name], answer))
        if len(returns) != 1:
            raise Refusal(f"{program.name} never returns")
        self.send_loads()
        stored = text.node("token", "after_all", self.begun, *self.send_stores())
        text.node("token", "send", stored, returns[0][1], predicate=returns[0][0], channel="done")
        self.next_state()
        return self.package()

    def next_state(self):
        """Where the path was cut, the next activation goes on, with the values that live there."""
        graph, text = self.graph, self.text
        ends = sorted(graph.cut)
        state = text.constant(self.count, 0)
        for source, head in ends:
            state = text.choose(self.count, self.taken[source, head],
                                text.constant(self.count, graph.heads.index(head) + 1), state)
        text.next_value("state", state)
        for name, register in self.register.items():
            bits, node = self.lives.bits[name], register
            for source, head in ends:
                new = self.carried(name, source, head)
                node = node if new is None else text.choose(bits, self.taken[source, head], new, node)
            text.next_value(register, node)

    def carried(self, name, source, head):
        """What a value becomes along a cut edge; None if it does not live behind it."""
        for phi in self.graph.block(head).phis:
            if phi.name == name:
                return self.use(phi.args[phi.sources.index(source)], source)
        if name not in self.lives.live[head]:
            return None
        return self.use(operators.named(name, self.lives.bits[name]), source)

    def package(self):
        name = self.graph.program.name
        registers = [("state", self.count), *((self.register[n], self.lives.bits[n]) for n in self.lives.kept)]
        states = ", ".join(f"{register}: bits[{bits}]" for register, bits in registers)
        zeros = ", ".join("0" for _ in registers)
        channels = [f"chan {port}({kind}, id={n}, kind=streaming, ops={direction}, flow_control=ready_valid, "
                    "strictness=proven_mutually_exclusive)" for n, (port, kind, direction) in enumerate(self.ports)]
        reads = [f"  {register}: bits[{bits}] = state_read(state_element={register})" for register, bits in registers]
        return "\n".join([f"package {name}", "", *channels, "", f"top proc {name}({states}, init={{{zeros}}}) {{",
                          *reads, *self.text.sorted(), "}", ""])


def to_process(graph):
    """The proc as text. On different paths, two arrays may be addressed by each other's words. In one activation, each
    request would then wait for the other, so the loads of one array get activations of their own."""
    while True:
        process = Process(graph, find_lives(graph))
        try:
            return process.build()
        except CycleError as cycle:
            memory = next(name for name, node in process.words.items() if node in cycle.args[1])
            if not separate(graph, memory):
                raise
