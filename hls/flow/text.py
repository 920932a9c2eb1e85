# Builds the lines of a proc in XLS IR: nodes, constants, and selections by predicates.
# SPDX-License-Identifier: Apache-2.0
import re
from graphlib import TopologicalSorter

def plain(name):
    return re.sub(r"\W", "_", name)


class Text:
    def __init__(self):
        self.lines, self.count, self.constants = [], 0, {}

    def reserve(self):
        """Reserves the name of a node that is added later."""
        self.count += 1
        return f"n{self.count}"

    def node(self, kind, op, *args, node=None, **attributes):
        """Adds a node and returns its name. kind: its width in bits, or its type; node: its name, if reserved."""
        name = node or self.reserve()
        kind = f"bits[{kind}]" if isinstance(kind, int) else kind
        inside = ", ".join([*args, *(f"{key}={value}" for key, value in attributes.items())])
        self.lines.append((name, f"  {name}: {kind} = {op}({inside})"))
        return name

    def next_value(self, register, node):
        name = f"next_{register}"
        self.lines.append((name, f"  {name}: () = next_value(param={register}, value={node})"))

    def sorted(self):
        """The lines, each after those of the nodes that it uses. Raises CycleError if they use each other."""
        line_of = dict(self.lines)
        needs = {name: {used for used in re.findall(r"\bn\d+\b", line.partition("=")[2])} for name, line in self.lines}
        return [line_of[name] for name in TopologicalSorter(needs).static_order()]

    def constant(self, bits, number):
        key = (bits, number % (1 << bits))
        if key not in self.constants:
            self.constants[key] = self.node(bits, "literal", value=key[1])
        return self.constants[key]

    def both(self, a, b):
        return self.node(1, "and", a, b)

    def any(self, terms):
        if len(terms) == 1:
            return terms[0]
        return self.node(1, "or", *terms) if terms else self.constant(1, 0)

    def choose(self, bits, condition, yes, no):
        return yes if yes == no else self.node(bits, "sel", condition, cases=f"[{no}, {yes}]")

    def resize(self, node, old, new, signed=False):
        if new < old:
            return self.node(new, "bit_slice", node, start=0, width=new)
        if new > old:
            return self.node(new, "sign_ext" if signed else "zero_ext", node, new_bit_count=new)
        return node
