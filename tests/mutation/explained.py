# Why no trial shows a fault: it acts on nothing, or where only another test looks. Found by reading, place by place.
# SPDX-License-Identifier: Apache-2.0
import re

LANE_ONE = "block|float|fine"  # cores of one lane

REASONS = [  # cores, pattern of the fault's text, why it cannot show
    # what nothing takes
    (LANE_ONE, r"landings\.r_(stride_q|base)\[", "of a further lane's result, and there is one lane"),
    ("lanes", r"^const1 \S+torus\.\$procdff\$\d+ D\[114\]", "sums are kept apart in groups only, and here are none"),
    ("fine", r"slot_gen\.\\walk\.\$ternary\$\S+orb_slot_walk\.v:85\$\d+ Y", "an address in a block of one point"),
    (".*", r"sequencer\.\$procmux\$\d+ [ABY]\[\d+\] = sequencer\.descriptor\.hi\[(22|23|2[7-9]|3[01])\]",
     "a bit of a descriptor that has no meaning"),
    (".*", r"sequencer\.\\descriptor\.\$(or|shl)\$\S+orb_descriptor\.v:10\d\$\d+ [ABY]\[([4-9]|1[0-5])\]",
     "the bit of a buffer that this core does not have"),
    # what a register or a link holds when its word has been taken
    ("block|lanes|float", r"lane\.\$procmux\$\d+ A\[\d+\] .*orb_lane\.v:162\.14-",
     "the sum link's register when it stands still: its word has gone"),
    ("block|lanes", r"events\.\$procmux\$\d+ Y\[2\] .*orb_node_ctl\.v:148\.21-",
     "the operand link goes on when its word has gone: what it then moves nobody takes"),
    ("float", r"fma\.\\u_window\.\\u_shift\.\$procmux\$\d+ A\[\d+\] .*orb_float_shift\.v:38\.39-",
     "a stage of the multiply-add holds its word for one cycle more than it is needed"),
    ("block|lanes", r"coefficients\.\\g_lane\[\d\]\.memory\.\$procmux\$\d+ A\[\d+\] .*orb_ram_tdp\.v:(34|40)\.",
     "a coefficient that was read is taken in the next cycle, and not needed any longer"),
    ("fine", r"gather\.\$procmux\$\d+ A\[\d+\] .*orb_gather\.v:45\.13-", "a count is taken in the next cycle"),
    # what is so anyway
    ("block", r"^const0 \S+coef_walk\.\$ternary\$\S+orb_coef_walk\.v:6\d\$\d+ B\[0\]", "the bit is a constant 0"),
    ("lanes", r"landings\.r_base\[[0-5]\]", "buffers begin at multiples of 64"),
    ("lanes", r"g_lane\[0\]\.lane\.\$procmux\$\d+ Y\[\d\] .*orb_lane\.v:118\.35-",
     "lane 0 grabs in an even cycle of a slot of four: the operand is inverted an even number of times"),
    ("lanes", r"^cnot1 \S+torus\.\$eq\$\S+ A\[1\] .*orb_torus\.v:218\.34-",
     "the axes are 0, 1 and 2: the controlling bit is 0 where this one is 1"),
    ("lanes", r"^const1 \S+torus\.\$ternary\$\S+ B\[0\] .*orb_torus\.v:218\.67-",
     "the node of the last block takes the words of all, its own last"),
    ("lanes", r"^cnot1 \S+ Q\[1\] = array\.tag_now\[1\]",
     "the controlling bit is the shift's highest, and no shift is so large"),
    ("lanes", r"share\.\$eq\$\S+orb_port_share\.v:3[01]\$",
     "a window is one cycle, in which streams yield whatever was before"),
    ("float", r"^cnot1 \S+ Q\[26\] = shift\[2\]",
     "the controlling bit is one of the shift too, and a shift is illegal with floats"),
    ("float", r"^cnot1 \S+sequencer\.\$add\$\S+orb_sequencer\.v:211\$\d+ A\[1\]",
     "the controlling bit is 0, as there are never eight stages under way"),
    ("float", r"u_align\.\$reduce_or\$\S+orb_float_align\.v:33\$\d+ A\[\d\]",
     "the addend has a higher one too; or it is 0, and the product of 22 bits needs no rounding"),
    ("float", r"u_shift\.\$ternary\$\S+orb_float_shift\.v:31\$\d+ B\[1?\d\]",
     "the addend is far above the product, which with such a little more is still below half a last place"),
    ("fine", r"cube_walk\.\$ternary\$\S+orb_cube_walk\.v:72\$\d+ S\[0\]", "block 1 + 1 is 0 of itself where P is 2"),
    ("fine", r"^cnot1 \S+sequencer\.\$procmux\$\d+ B\[2\] .*orb_sequencer\.v:277\.17-",
     "the controlling bit is the state's highest, which no state has"),
    ("fine", r"^inv \S+streams\.\\order\.\$procdff\$\d+ CLK",
     "the lead counts half a cycle early, where the load would go with the read of the same node, and yields to it"),
    # what other tests show
    ("float", r"^const1 \S+u_normalise\.\\u_4\.\$shl\$\S+ Y\[\d\]",
     "acts on sums exactly between two numbers of binary32, of which binary16 shows little: orb_fma_float has it"),
    # what takes too long
    (".*", r"counters\.\$\S+ [ABQY]\[(1[89]|[234]\d)\]", "a count of more cycles than a run takes"),
]


def explanation(fault):
    """The reason, or None."""
    core = fault.core.partition("_")[0]
    return next((reason for cores, pattern, reason in REASONS
                 if re.fullmatch(cores, core) and re.search(pattern, fault.text)), None)
