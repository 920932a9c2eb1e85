# The functions in cases/, with random arguments for each.
# SPDX-License-Identifier: Apache-2.0
from dataclasses import dataclass

from kernel_bench import Compiled, Gates, ROOT, translate

FOLDER = ROOT / "tests/hls/cases"


@dataclass
class Case:
    """A function of a file. arguments: of each argument its name and type: "u10", or "i18*1000" for an array of so many
    words. The letter o stands before an array that is written."""
    source: str
    top: str
    arguments: list
    result: str = ""
    interval: int = 1       # cycles a turn that the flow has to find
    options: tuple = ()     # of the compiler
    flow: tuple = ()        # of the flow
    compiled: dict = None   # names of arguments -> types of C, where they are not 64 bits wide

    @property
    def sources(self):
        return [FOLDER / f"{self.source}.c"]


CASES = {case.top + "".join(case.options): case for case in [
    Case("loops", "total", ["n u10 1000", "x i18*1000"], "i40"),
    Case("loops", "triangle", ["n u5", "x i20*1024", "out oi30*32"]),
    Case("loops", "product", ["rows u4", "columns u4", "depth u4", "a i16*256", "b i16*256", "out oi36*256"]),
    Case("loops", "steps", ["start u16", "most u12 300"], "u24"),
    Case("loops", "filtered", ["n u7", "x u8*128", "out ou12*128"], "u32", interval=3),
    Case("conditions", "chosen", ["n u6", "kind u3", "x i24*64", "out oi24*64"], "i48"),
    Case("conditions", "either", ["n u8", "x u16*512"], "u32", interval=3),
    Case("conditions", "bounds", ["n u7", "x i32*128", "out oi32*128"], "u32", compiled={"x": "i32*", "out": "i32*"}),
    Case("memories", "several", ["n u4", "base u6", "a i9*16", "b i33*100", "c u8*64", "p oi45*64", "q oi33*16"],
         compiled={"c": "u8*"}),
    Case("memories", "offsets", ["n u4", "base u5", "x i16*128"], "u32"),
    Case("memories", "twice", ["n u5", "rounds u3", "x i16*64", "out oi32*64"], "i32"),
    Case("memories", "pairs", ["n u5", "x i18*64", "out oi20*64"]),
    Case("memories", "chase", ["start u8", "n u7", "next u8*256"], "u20", interval=3),
    Case("memories", "horner", ["n u6", "z u31", "x u31*64"], "u31"),
    Case("memories", "copy", ["x i18*8", "out oi18*8"]),
    Case("widths", "widths", ["in_a u64*64", "in_b u64*64", "out ou64*64"]),
    Case("memories", "three", ["a u4", "b u4", "c u4", "x u8*16"], "u32", compiled={"x": "u8*"}),
    Case("memories", "arms", ["a u4", "b u4", "x u8*32"], "u32", interval=3, compiled={"x": "u8*"}),
    Case("memories", "each_other", ["n i32", "x u8*64", "z u8*64"], "i32", interval=5,
         compiled={"n": "i32", "x": "u8*", "z": "u8*"}),
    Case("memories", "choice", ["n i32", "x i16*64", "z i16*64"], "i16",
         compiled={"n": "i32", "x": "i16*", "z": "i16*"}),
    Case("memories", "known", ["n u32", "x u32*8"], "u32", compiled={"n": "u32", "x": "u32*"}),
    Case("conditions", "flags", ["n u6", "m u6", "s i32"], "i32", compiled={"s": "i32"}),
    Case("conditions", "overflows", ["op u2", "a i32", "b i32", "c i64", "d u64"], "i32",
         compiled={"a": "i32", "b": "i32"}),
    Case("conditions", "letters", ["c i8", "n i32"], "i32", compiled={"c": "i8", "n": "i32"}),
    Case("widths", "idioms", ["a u32", "k u5", "x i16", "y i16"], "u32",
         compiled={"a": "u32", "x": "i16", "y": "i16"}),
    Case("widths", "counts", ["a u32", "b u32", "x i8", "y i8", "p u18", "q u18"], "u32",
         compiled={"a": "u32", "b": "u32", "x": "i8", "y": "i8"}),
    Case("widths", "divided", ["x i32*64", "out oi32*64"], compiled={"x": "i32*", "out": "i32*"}),
    *[Case("widths", "ports", [f"a u{bits}", "n u3", f"x u{bits}*8", f"out ou{bits}*8"], f"u{bits}",
           options=(f"-DBITS={bits}",)) for bits in (1, 2, 7, 8, 9, 31, 32, 33, 62, 63)],
]}


def words(rng, kind, count):
    """Random words of a type such as i18: one in four at the ends of the range."""
    bits, signed = int(kind[1:]), kind[0] == "i"
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    ends = [low, high, 0, 1, high - 1]
    return [ends[rng.integers(5)] if rng.random() < 0.25 else low + int(rng.integers(1 << min(bits, 63)))
            for _ in range(count)]


class Bench:
    """A case, built both ways."""

    def __init__(self, case, folder, **settings):
        self.case = case
        self.made = translate(case.sources, case.top, folder, [*case.options, *case.flow], **settings)
        self.gates = Gates(self.made, folder)
        types = []
        for argument in case.arguments:
            name, kind = argument.split()[:2]
            plain = kind.removeprefix("o")
            types.append((case.compiled or {}).get(name, f"{plain[0]}64{'*' if '*' in kind else ''}"))
        result = f"{case.result[0]}64" if case.result else ""
        self.compiled = Compiled(case.sources, case.top, folder, types, result, case.options)

    def trial(self, rng, calls=1, seed=0):
        """Runs both on the same random arguments, and compares their results and the arrays that they write. From call
        to call, only the scalar arguments change. seed: of stalls, see Gates.run_calls."""
        arrays, scalars = {}, [{} for _ in range(calls)]
        for argument in self.case.arguments:
            name, kind, *most = argument.split()
            element, _, count = kind.removeprefix("o").partition("*")
            if count:
                arrays[name] = words(rng, element, int(count))
                continue
            for call in scalars:
                value = words(rng, element, 1)[0]
                call[name] = min(value, int(most[0])) if most else value
        names, kept, expected = [argument.split()[0] for argument in self.case.arguments], arrays, []
        for call in scalars:
            answer, done = self.compiled.run([call.get(name, kept.get(name)) for name in names])
            kept = dict(zip(names, done))
            expected.append(answer)
        answers, written = self.gates.run_calls([list(call.values()) for call in scalars],
                                                {name: as_signed(some) for name, some in arrays.items()}, seed=seed)
        if self.case.result:
            bits = int(self.case.result[1:])
            assert answers == [one % (1 << bits) for one in expected], f"{scalars}, stalls of seed {seed}"
        for argument in self.case.arguments:
            name, kind = argument.split()[:2]
            array = kept[name]
            if kind.startswith("o"):
                bits = int(kind.split("*")[0][2:])
                mine = [int(v) % (1 << bits) for v in written.get(name, arrays[name])]  # or it is never written
                theirs = [int(v) % (1 << bits) for v in array]
                wrong = [n for n, (a, b) in enumerate(zip(mine, theirs)) if a != b]
                assert not wrong, f"{name}[{wrong[0]}] is {mine[wrong[0]]}, not {theirs[wrong[0]]}: {scalars}"


def as_signed(values):
    return [v - (1 << 64) if v >= 1 << 63 else v for v in values]
