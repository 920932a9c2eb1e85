# Writes the table of what arrays hold into docs/integration.md: nodes, multipliers and memories, from their parameters.
# SPDX-License-Identifier: Apache-2.0
"""Usage: sizes.py PAGE.md

The part of the page between its two marks is rewritten."""
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

BEGIN, END = "<!-- make generated: sizes -->\n", "<!-- end of sizes -->\n"
ROWS = [
    {"P": 2, "BMAX": 4, "W": 16}, {"P": 2, "BMAX": 8}, {"P": 3, "BMAX": 5, "NBUF": 3, "CBANKS": 2},
    {"P": 4, "BMAX": 8}, {"P": 4, "BMAX": 8, "NBUF": 4}, {"P": 4, "BMAX": 8, "LANES": 2}, {"P": 4, "BMAX": 1},
    {"P": 8, "BMAX": 4}, {"P": 8, "BMAX": 1}, {"P": 2, "BMAX": 8, "EXP": 8, "W": 16, "AW": 32},
    {"P": 2, "BMAX": 8, "EXP": 8, "W": 32}]
HEADS = ["parameters", "largest cube", "nodes", "multipliers", "operand memories", "accumulator memories",
         "coefficient memories", "Kbit"]


@dataclass(frozen=True)
class Memories:
    """Equal memories."""
    count: int
    words: int
    bits: int  # of a word

    def __str__(self):
        return f"{self.count} of {self.words:,}×{self.bits}" if self.count else "–"


class Sizes:
    """What the nodes of an array consist of; orbital_core's parameters, with its defaults."""

    def __init__(self, P=4, BMAX=8, EXP=0, W=18, CW=None, AW=None, NBUF=2, CBANKS=1, LANES=1):
        cw = CW or (W if EXP or W < 18 else 18)
        aw = AW or (W if EXP else W + cw)
        pitch = -(-BMAX // LANES)
        blocks = 0 if BMAX == 1 else 1  # nodes of one point hold sums and coefficients in registers
        self.nodes, self.cube = P**3, P * BMAX
        self.multipliers = self.nodes * LANES
        self.product = f"{W}×{cw}" if EXP == 0 else f"{W - EXP}×{W - EXP}"  # of significands in floating point
        self.operands = Memories(self.nodes, NBUF * BMAX**3, W)
        # lanes in fixed point share a memory, those in floating point have one each
        shared = LANES if EXP == 0 else 1
        self.sums = Memories(blocks * self.nodes * LANES // shared, BMAX**2 * pitch * shared, aw)
        places = CBANKS * (P + 2) * BMAX * pitch
        self.coefficients = Memories(blocks * LANES * -(-self.nodes // 2), 2 << (places - 1).bit_length(), cw)

    def memories(self):
        """(words, bits) -> how many memories."""
        result = Counter()
        for one in (self.operands, self.sums, self.coefficients):
            result[one.words, one.bits] += one.count
        return +result

    def kbit(self):
        return sum(words * bits * count for (words, bits), count in self.memories().items()) / 1024


def table():
    lines = [HEADS, ["---"] * len(HEADS)]
    for parameters in ROWS:
        s = Sizes(**parameters)
        lines.append([", ".join(f"{key}={value}" for key, value in parameters.items()), f"{s.cube}³", str(s.nodes),
                      f"{s.multipliers} of {s.product}", str(s.operands), str(s.sums), str(s.coefficients),
                      f"{s.kbit():,.0f}"])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def page(text):
    """The page with the table of today."""
    return re.sub(f"(?<={re.escape(BEGIN)}).*?(?={re.escape(END)})", lambda _: f"\n{table()}\n", text, flags=re.DOTALL)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    Path(sys.argv[1]).write_text(page(Path(sys.argv[1]).read_text()))
