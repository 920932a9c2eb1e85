# Why no trial shows a fault: it acts on nothing, or where only another test looks. Found by reading, place by place.
# SPDX-License-Identifier: Apache-2.0
"""For faults that Yosys chooses of today's RTL, from the seeds that were read. A fault's text names the signal at the
bit where it acts, and the register that takes it over, so that most reasons outlive an edit of the RTL."""
import re

HELD = "what a register holds, which is used only in the cycle after it was taken"
ONE_WORD = "a window is one cycle, in which streams yield whatever was before, and the word is written"
ONE_POINT = "a place in a block of one point, which is 0"
ONE_RING = "the only torus with P = 2 has 2 nodes a side"
NO_STREAMS = "with two buffers, no stream runs beside a stage"
PORTS_WAIT = "the wait for the ports is 5 cycles, and all others are at most as long"
READS_WAIT = "the wait for reads is 3, 7 or 11 cycles, and that for the ports is 3"
RESPONSE = "acts on the response alone, which the models do not hand over: the bench and the proof of orb_regs show it"
COUNTED = "a count of more cycles than a run takes, or one that is compared with the cycles of the run only"

REASONS = [  # cores, pattern of the fault's text, why it cannot show
    # what nothing takes
    (".*", r"(round\.words|m_bits|[ab]_read_q|sums\.read_q|\.bits|\.y_q|moved_q)\[\d+\] holds\}", HELD),
    (".*", r"\{sequencer\.(hi_q|next_hi)\[(22|23|2[7-9]|3[01])\]", "a bit of a descriptor that has no meaning"),
    (".*", r"\$shl +B\[\d\] \{sequencer\.(hi|lo)_q\[\d+\]\}", "the bit of a buffer that this core does not have"),
    ("block|float", r"\{\S+sums\.(read|write)_lane\[", "the number of a further lane, of which the core has none"),
    ("block|float", r"\{issue\.slot_gen\.odd_group\[", "groups of one slot have no parity"),
    ("block", r"\{issue\.slot_gen\.read_q\[[0-5]\]\}",
     "a bit below the size of a buffer, which nothing takes as that is a power of two"),
    ("lanes", r"\{\S+round\.words\[[01]\]\}", "a bit below the result, which is shifted out"),
    ("lanes", r"\{issue\.g_block\.landings\.window_last\[0\]\}", NO_STREAMS),
    ("block|lanes", r"\$dff  Q\[\d+\] \{mesh\.g_q\[\d\]\.spread\.copy\.\S+ .*orb_link_sum\.v:27\.26-",
     "a difference at the lowest bit of a sum gives the length 0, as none does"),
    ("block|lanes", r"^const1 \$dff  Q\[\d+\] \{mesh\.g_q\[\d\]\.spread\.copy\.\S+ .*orb_round\.v:26\.26-",
     "the rounding goes on behind the sum, when its result has been taken, and begins anew with the next one"),
    ("lanes|float", r"streams\.share\.[lu]_(is|meets|denied)", ONE_WORD),
    ("lanes|float", r"\$mux +S\[0\] \{streams\.load\.take_cube\[0\]\} .*orb_port_share\.v", ONE_WORD),
    # what is so anyway
    (".*", r"\{ring\[1\]\}|^const1 \S+ +Y\[0\] \{streams\.load\.coef_walk\.top\[0\]\}", ONE_RING),
    (".*", r"^cnot0 \$sub +A\[0\] \{streams\.load\.coef_walk\.g_t\[1\]\.ahead\[0\]\} by \[1\]",
     "the controlling bit is 0 where `ahead` is less than the ring, so that the difference is not used"),
    (".*", r"^cnot0 \$reduce_and ", "the controlling bit is 0, and so is the conjunction, whatever the other bit is"),
    (".*", r"^cnot1 \$reduce_or ", "the controlling bit is 1, and so is the disjunction, whatever the other bit is"),
    (".*", r"^cnot1 \$ne +A\[0\] \{streams\.unload\.ahead\[0\]\} by \[1\]",
     "the number with which it is compared has 0 at the controlling bit"),
    (".*", r"^const0 \$mux +Y\[1\] \{sequencer\.state\[1\] .*orb_sequencer\.v:179\.13",
     "the bit is 0 in IDLE and in both states that follow it"),
    (".*", r"\{sequencer\.error\[1\] takes \S+\} by \[3\]", "the controlling bit is 0, as errors are less than 8"),
    ("block", r"\{sequencer\.lengths\.g_block\.(covered_q\[0\] takes|port_gap\[3\]\} by \[2\])", PORTS_WAIT),
    ("lanes", r"\{sequencer\.lengths\.g_block\.other_gap\[1\] takes \S+port_gap\[1\]\}", READS_WAIT),
    ("float|fine", r"^const0 \S+ +Q\[[1-9]\] \{streams\.\w+\.(cube_)?walk\.[ijk]\[1\]\}",
     "extents are 2 at most, so a coordinate has one bit"),
    ("fine", r"^const0 \S+ +\w+\[0\] \{streams\.\w+\.(cube_)?walk\.(i|j|k|i_b23|j_b3)\[0\]", ONE_POINT),
    # what other tests show
    (".*", r"\{s_axil_a[rw]addr\[1[01]\]\}", RESPONSE),
    ("float", r"^const1 \S+ +Y\[0\] \{\S+u_shift\.s\[23\]\}",
     "acts on sums below 2^-126, of which binary16 shows nothing: orb_fma_float shows it"),
    ("float", r"\{\S+u_side_shift\.g_reg\.d_q\[10\] takes",
     "a bit of an exponent that no product of two binary16 numbers reaches"),
    # what takes too long
    ("float|fine", r"^const0 \S+ +\w+\[\d+\] \{counters\.\S*\[1[1-5]\]\}", COUNTED),
]


def explanation(fault):
    """The reason, or None."""
    core = fault.core.partition("_")[0]
    return next((reason for cores, pattern, reason in REASONS
                 if re.fullmatch(cores, core) and re.search(pattern, fault.text)), None)
