# Why a fault that no program shows may be none: for the places where that was found by reading.
# SPDX-License-Identifier: Apache-2.0
import re

REASONS = [  # pattern of the fault's text, why it cannot show
    (r"orb_descriptor\.v", "acts on illegal descriptors only; the proof orb_descriptor and test_stop.py have these"),
    (r"sequencer\.\$(procmux|gt|sub)\$\S+ [ABY]\[[123]\d\]", "a count of more repeats than any run makes"),
    (r"sequencer\.\$(le|ge)\$", "acts on illegal extents only; the proof orb_sequencer and test_stop.py have these"),
    (r"counters\.\$\S+ [ABQY]\[(1[6-9]|[234]\d)\]", "a count of more cycles than any run takes"),
    (r"fma\.\$add\$\S+ [ABY]\[[3-9]\d\]", "a bit above the product, which nothing takes"),
    (r"round\.\$(not|shl)\$\S+ [ABY]\[(1[5-9]|[2-6]\d)\]", "a bit that no shift reaches, as none is above AW - W"),
    (r"slot_gen\.\$add\$\S+ B\[[3-9]\]", "a bit of an extent that is 0 at this size"),
    (r"regs\.program_(lo|hi)\.mem RD_DATA", "a bit of a descriptor that no operation here uses"),
    (r"regs\.\$procmux\$\d+ [AB]\[\d{3}\]", "a bit of a register that is always read as 0"),
    (r"orb_ram_[st]dp\.v", "the address or the word of a write that is not made"),
    (r"landings\.\$\S+ [ABY]\[[3-9]\]", "a bit of a window's length that is 0 in the slots of this core"),
    (r"coef_walk\.\$sub\$\S+ Y\[1\]", "with P = 2 this bit of the difference is always 0"),
    (r"torus\.\$procdff\$\d+ Q\[53\]", "the last block row takes the words of all rows, its own last"),
]


def explanation(text):
    """The reason, or None."""
    return next((reason for pattern, reason in REASONS if re.search(pattern, text)), None)
