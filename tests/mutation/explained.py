# Why no trial shows a fault: it acts on nothing, or where only another test looks. Found by reading, place by place.
# SPDX-License-Identifier: Apache-2.0
"""For those faults of seed 1 that Yosys chooses of today's RTL, as each edit of it makes Yosys choose others. Where a
pattern needs a line, that is as Yosys counts them: 2 more than the file has."""
import re

ONE_WORD = "a window is one cycle, in which streams yield whatever was before, and the word is written"
ONE_POINT = "a place in a block of one point, which is 0"
ONE_RING = "the only torus with P = 2 has 2 nodes a side"

REASONS = [  # cores, pattern of the fault's text, why it cannot show
    # what nothing takes
    (".*", r" = sequencer\.(descriptor\.hi|ahead\.next_hi)\[(22|23|2[7-9]|3[01])\]",
     "a bit of a descriptor that has no meaning"),
    (".*", r"sequencer\.\\descriptor\.\$(or|shl)\$\S+ [ABY]\[([4-9]|1[0-5])\]",
     "the bit of a buffer that this core does not have"),
    ("lanes", r" = array\.slot_gen\.walk\.row\[", "a row of a transposed matrix, which is illegal with lanes"),
    ("lanes", r"\\share\.\$procmux\$| = streams\.share\.l_denied\[", ONE_WORD),
    ("lanes", r"^const1 \S+node\.\$reduce_or\$\S+orb_node_fixed\.v:\d+\$\d+ Y\[0\]", ONE_WORD),
    ("float", r"^const0 \S+coefficients\.\\g_lane\[0\]\.memory\.\$procmux\$\d+ B\[\d+\] .*orb_ram_tdp\.v:41\.17-",
     "what was read last while coefficients are loaded: no stage runs then"),
    ("fine", r" = array\.g_magnitude\.magnitudes\.base\[", "a sum passes as one chunk, below which there is none"),
    # what is so anyway
    (".*", r"^const1 \S+ Q\[1\] = ring\[1\]", ONE_RING),
    (".*", r"^const1 \S+ Y\[0\] = streams\.load\.coef_walk\.top\[0\]", ONE_RING),
    (".*", r"^const0 \S+coef_walk\.\$add\$\S+orb_coef_walk\.v:69\$\d+ A\[0\]",
     ONE_RING + ": row 0 alone is counted up"),
    ("block", r"^const1 \S+ Y\[2\] = sequencer\.lengths\.g_block\.read_gap\[2\]",
     "it is 5 or, here 4 in place of 0, less than the 5 cycles that the ports ask for"),
    ("block", r"^cnot1 \S+order\.\\(un)?load_slot\.\$sub\$\S+ A\[\d\] by \[2\]",
     "the controlling bit is 0, as there are never four stages under way"),
    ("lanes", r"^const1 \S+ Q\[0\] = sequencer\.lengths\.g_block\.read_needs\[3\]",
     "it is 15 in all stages: the bit is 1"),
    ("lanes", r"^cnot1 \S+ctl\.\$procmux\$\d+ A\[\d+\] by \[20\] .*orb_block_ctl\.v",
     "the controlling bit is the shift's highest, and no shift is so large"),
    ("lanes", r"^cnot1 \S+ Y\[\d\] = array\.mesh\.g_q\[\d\]\.g_r\[1\]\.g_s\[0\]\.sat_sum\[\d\] by \[2\]",
     "the controlling bit is 0: it is a count of up to three"),
    ("float", r"sequencer\.\\lengths\.\$add\$\S+orb_gap\.v:77\$\d+ B\[\d\]",
     "with blocks of 2x2x2 stages wait for reads, longer than for ports"),
    ("float", r"^cnot1 \S+walk\.\$add\$\S+orb_slot_walk\.v:89\$\d+ Y\[\d\] by \[0\]",
     "the controlling bit is 0: all extents are 2, and so their products even"),
    ("float", r"^cnot1 \S+round\.\$gt\$\S+orb_round_float\.v:\d+\$\d+ A\[3\] by \[5\]",
     "more than 12 places, whatever the bit, as the controlling one counts 32"),
    ("float", r"^const1 \S+u_align\.\$reduce_or\$\S+orb_float_align\.v:33\$\d+ A\[0\] .*orb_float_align\.v:33\.31-",
     "the addend has a higher one too; or it is 0, and the product of 22 bits needs no rounding"),
    ("fine", r"walk\.\$add\$\S+orb_cube_walk\.v:70\$\d+ [ABY]\[0\]", ONE_POINT),
    ("fine", r"^const0 \S+ Q\[0\] = streams\.\w+\.(cube_)?walk\.(i|j|k|i_b23|j_b3)\[0\]", ONE_POINT),
    ("fine", r"^const0 \S+magnitudes\.\$procmux\$\d+ B\[\d\] .*orb_magnitude\.v:38\.",
     "the bit of a constant, a place in a chunk, that is 0 itself"),
    ("fine", r"^const1 \S+counters\.\$procmux\$\d+ B\[\d+\]",
     "the count of cycles of waiting, of which a fine core has none: another's would show"),
    # what other tests show
    ("float", r"\\u_find\.\$xor\$\S+ A\[15\]|^cnot0 \S+ A\[1\] = \S+\.u_find\.ones\[17\] by",
     "acts on sums that have cancelled to less than 2^-26, next to nothing in binary16: orb_fma_float shows it"),
    # what takes too long
    (".*", r"^const0 \S*counters\.\$\S+ [ABQY]\[(1[89]|[2-6]\d)\]", "a count of more cycles than a run takes"),
]


def explanation(fault):
    """The reason, or None."""
    core = fault.core.partition("_")[0]
    return next((reason for cores, pattern, reason in REASONS
                 if re.fullmatch(cores, core) and re.search(pattern, fault.text)), None)
