# Why a fault that no program shows may be none: for the places where that was found by reading.
# SPDX-License-Identifier: Apache-2.0
import re

REASONS = [  # pattern of the fault's text, why it cannot show
    (r"orb_descriptor\.v", "acts on illegal descriptors only; the proof orb_descriptor and test_stop.py have these"),
    (r"sequencer\.\$procmux\$\d+ [AB]\[[123]\d\]", "a count of more repeats than any run makes"),
    (r"orb_ram_[st]dp\.v", "the address or the word of a write that is not made"),
    (r"landings\.\$\S+ [ABY]\[[3-9]\]", "a bit of a window's length that is 0 in the slots of this core"),
    (r"coef_walk\.\$sub\$\S+ Y\[1\]", "with P = 2 this bit of the difference is always 0"),
    (r"torus\.\$procdff\$\d+ Q\[53\]", "the last block row takes the words of all rows, its own last"),
]


def explanation(text):
    """The reason, or None."""
    return next((reason for pattern, reason in REASONS if re.search(pattern, text)), None)
