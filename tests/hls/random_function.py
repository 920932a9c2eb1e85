# Random functions in the subset of docs/hls.md: nests of loops, conditions, loads and stores.
# SPDX-License-Identifier: Apache-2.0
"""Every operation has 64 bits, so that the flow and gcc, which has no _BitInt, compute the same. Variables, words of
arrays and results have random widths, to which each assignment cuts its value."""
from kernel_cases import Case

WORDS = (1, 4, 16, 64)
TURNS = 7      # of a loop at most
LOADS = 3      # in a statement at most


class Writer:
    def __init__(self, rng):
        self.rng, self.lines, self.count = rng, [], 0
        self.variables = {}          # name -> its type, of those that may be read
        self.constant = set()        # those that must not be written: counters of loops
        self.loads = self.loops = 0  # loads that the statement may still have; loops around it
        self.left = int(rng.integers(8, 24))  # statements

    # ---- types and names ----
    def kind(self):
        return f"{self.pick('iu')}{int(self.rng.integers(2, 64))}"

    def pick(self, some):
        return some[int(self.rng.integers(len(some)))]

    def name(self, letter):
        self.count += 1
        return f"{letter}{self.count}"

    # ---- expressions: text of a uint64_t ----
    def expression(self, depth):
        if depth == 0 or self.rng.random() < 0.15:
            return self.leaf()
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        places = int(self.rng.integers(64))
        power = 1 << int(self.rng.integers(63))
        return self.pick([
            f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} & {b})", f"({a} | {b})", f"({a} ^ {b})", f"(~{a})",
            f"({a} << {places})", f"({a} >> {places})", f"(uint64_t)((int64_t){a} >> {places})", f"({a} << ({b} & 63))",
            f"({a} / {power}u)" if power < 1 << 31 else f"({a} % {power}u)", f"(uint64_t)((int64_t){a} / {power})",
            f"(uint64_t)((int64_t){a} % {power})", f"({self.condition(a, b)} ? {a} : {b})",
            f"(uint64_t){self.condition(a, b)}"])

    def condition(self, a, b):
        compare = self.pick(["<", "<=", ">", ">=", "==", "!="])
        return self.pick([f"({a} {compare} {b})", f"((int64_t){a} {compare} (int64_t){b})", f"(({a} & 3) {compare} 1)"])

    def leaf(self):
        chance = self.rng.random()
        if chance < 0.25 and self.loads and self.inputs:
            self.loads -= 1
            name, words = self.pick(self.inputs)
            return f"(uint64_t){name}[{self.pick(list(self.variables) or ['1u'])} & {words - 1}]"
        if chance < 0.8 and self.variables:
            return f"(uint64_t){self.pick(list(self.variables))}"
        return f"UINT64_C({self.pick([0, 1, 2, 255, (1 << 63) - 1, (1 << 64) - 1, int(self.rng.integers(1 << 62))])})"

    # ---- statements ----
    def put(self, text, depth):
        self.lines.append("    " * depth + text)

    def assign(self, name, kind):
        return f"{name} = {'TO_INT' if kind[0] == 'i' else 'TO_UINT'}({kind[1:]}, {self.expression(3)});"

    def block(self, depth):
        outside = dict(self.variables)
        for _ in range(int(self.rng.integers(1, 4))):
            self.statement(depth)
        self.variables = outside

    def statement(self, depth):
        self.loads, self.left = LOADS, self.left - 1
        chance = self.rng.random()
        free = [name for name in self.variables if name not in self.constant]
        if chance < 0.15 and self.outputs:
            name, kind, words = self.pick(self.outputs)
            at = self.pick(list(self.variables) or ["0u"])
            self.put(self.assign(f"{name}[{at} & {words - 1}]", kind), depth)
        elif chance < 0.40 and free:
            name = self.pick(free)
            self.put(self.assign(name, self.variables[name]), depth)
        elif chance < 0.50:
            kind, name = self.kind(), self.name("v")
            text = self.assign(name, kind)
            self.put(f"{'INT' if kind[0] == 'i' else 'UINT'}({kind[1:]}) {text}", depth)
            self.variables[name] = kind
        elif chance < 0.62:
            self.put(f"if ({self.condition(self.expression(1), self.expression(1))}) {{", depth)
            self.block(depth + 1)
            if self.rng.random() < 0.5:
                self.put("} else {", depth)
                self.block(depth + 1)
            self.put("}", depth)
        elif chance < 0.70:
            self.switch(depth)
        elif chance < 0.76 and self.loops:
            jump = self.pick(["break", "continue"])
            self.put(f"if ({self.condition(self.expression(1), self.expression(1))}) {jump};", depth)
        elif chance < 0.80:
            condition = self.condition(self.expression(2), self.expression(1))
            self.put(f"if ({condition}) return {self.expression(1)};", depth)
        elif self.loops < 3 and self.left > 0:
            self.loop(depth)

    def switch(self, depth):
        self.put(f"switch ({self.expression(2)} & {self.pick([1, 3, 7])}) {{", depth)
        for case in range(int(self.rng.integers(1, 4))):
            self.put(f"case {case}: {{", depth)
            loops, self.loops = self.loops, 0 if self.rng.random() < 0.5 else self.loops
            self.block(depth + 1)
            self.loops = loops
            self.put("}" + self.pick(["", " break;"]), depth)
        self.put("}", depth)

    def loop(self, depth):
        """A loop with a counter in its condition, so that it always ends."""
        name, end = self.name("n"), f"({self.expression(1)} & {TURNS})"
        self.loops += 1
        self.constant.add(name)
        kind = self.pick(["for", "do", "while"])
        self.put(f"UINT(4) {name} = 0;", depth)
        self.variables[name] = "u4"
        heads = {"for": f"for (; {name} < {end}; {name}++) {{", "do": "do {", "while": f"while ({name}++ < {end}) {{"}
        self.put(heads[kind], depth)
        self.block(depth + 1)
        self.put(f"}} while ({name}++ < {end});" if kind == "do" else "}", depth)
        self.loops -= 1

    # ---- the whole ----
    def function(self):
        arguments, declared = [], []
        for _ in range(int(self.rng.integers(0, 4))):
            name, kind = self.name("a"), self.kind()
            self.variables[name] = kind
            arguments.append(f"{name} {kind}")
        self.inputs, self.outputs = [], []
        for letter in "x" * int(self.rng.integers(0, 4)) + "y" * int(self.rng.integers(1, 3)):
            name, kind, words = self.name(letter), self.kind(), self.pick(WORDS)
            (self.inputs.append((name, words)) if letter == "x" else self.outputs.append((name, kind, words)))
            arguments.append(f"{name} {'o' * (letter == 'y')}{kind}*{words}")
        for argument in arguments:
            name, kind = argument.split()
            element, _, words = kind.removeprefix("o").partition("*")
            text = f"{'INT' if element[0] == 'i' else 'UINT'}({element[1:]}) {name}"
            declared.append(text if not words else f"{'const ' * (name[0] == 'x')}{text}[restrict static {words}]")
        while self.left > 0:
            self.statement(1)
        head = f"uint64_t f({', '.join(declared)})"
        last = " ^ ".join(f"(uint64_t){name}" for name in self.variables) or "0"
        body = [*self.lines, f"    return {last};"]
        return arguments, "\n".join(['#include "exact.h"', f"{head};", head, "{", *body, "}", ""])


def random_case(rng, folder, include):
    """Writes a function to folder/f.c. Returns its case."""
    arguments, text = Writer(rng).function()
    (folder / "f.c").write_text(text)
    return Case(str(folder / "f"), "f", arguments, "u64", options=(f"-I{include}",))
