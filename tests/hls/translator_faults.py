# Faults in the translator, one of each kind that it could have: file, what stands there, what stands there instead.
# SPDX-License-Identifier: Apache-2.0

# Each comes with the cases of which at least one has to fail.
FAULTS = {
    "sign of an extension": ("operators.py", 'op == "sext"', 'op == "zext"', ["total", "product"]),
    "a comparison that ignores the sign": ("operators.py", '"slt": "slt"', '"slt": "ult"', ["chosen", "bounds"]),
    "a right shift without sign": ("operators.py", '"ashr": "shra"', '"ashr": "shrl"', ["widths"]),
    "branches exchanged": ("process.py", "yes, no = end.sources", "no, yes = end.sources", ["filtered", "total"]),
    "a phi takes the value of another edge": (
        "process.py", "self.taken[source, name], mine, node)", "self.taken[source, name], node, mine)",
        ["chosen", "filtered"]),
    "a register that is not kept": (
        "process.py", "node = node if new is None else", "node = text.constant(bits, 0) if new is None else",
        ["twice", "filtered"]),
    "a value of an earlier activation": (
        "process.py", "if not earlier:", "if True:", ["product", "triangle"]),
    "a store whatever the path is": (
        "process.py", "predicate=text.any([one[0] for one in some])", "predicate=text.constant(1, 1)",
        ["several", "chosen"]),
    "the cases of a switch": (
        "process.py", "zip(end.sources, [none, *equal])", "zip(end.sources, [none, *equal[::-1]])", ["chosen"]),
    "one term of an address": (
        "process.py", 'self.text.node(bits, "add", total, term)', "term", ["offsets"]),
    "two accesses of a port": ("cuts.py", "if one.memory in used:", "if False:", ["pairs"]),
    "the next activation begins at another block": (
        "process.py", "graph.heads.index(head) + 1), state)", "len(graph.heads)), state)", ["twice", "filtered"]),
    "an access before the arguments are there": (
        "process.py", "send\", self.begun, address", "send\", self.start, address", ["known"]),
    "the address of another load": (
        "process.py", "text.choose(memory.address_bits, here, other, address)", "address", ["three", "arms"]),
    "a signed quotient that is rounded down": (
        "operators.py", "text.constant(bits, divisor - 1), text", "text.constant(bits, 0), text", ["divided"]),
    "an overflow without sign": ("operators.py", 'one.op[0] == "s", one.op[1:4]', "False, one.op[1:4]", ["counts"]),
    "a quotient by a negative number without its sign": (
        "operators.py", 'quotient if divisor == one.args[1].number else text.node(bits, "neg", quotient)', "quotient",
        ["divided"]),
    "a subtraction that does not stop at zero": ("operators.py", "text.constant(bits, 0), text.node(bits, \"sub\"",
                                                 "text.node(bits, \"sub\", *args), text.node(bits, \"sub\"",
                                                 ["bounds"]),
}
