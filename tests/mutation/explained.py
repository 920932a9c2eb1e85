# Why no trial shows a fault: it acts on nothing, or where only another test looks. Found by reading, place by place.
# SPDX-License-Identifier: Apache-2.0
"""For faults that Yosys chooses of today's RTL, from the seeds that were read. A fault's text names the signal at the
bit where it acts, and the register that takes it over, so that most reasons outlive an edit of the RTL."""
import re

HELD = "what a register holds, which is used only in the cycle after it was taken"
ONE_WORD = "a window is one cycle, in which streams yield whatever was before, and the word is written"
ONE_POINT = "a place in a block of one point, which is 0"
ONE_RING = "the only torus with P = 2 has 2 nodes a side"
NO_STREAMS = "with two buffers, no stream runs beside a stage whose words land, so that it never waits for a window"
RESPONSE = "acts on the response alone, which the models do not hand over: the bench and the proof of orb_regs show it"
WHOLE_BUFFERS = "a bit below the size of a buffer, which nothing takes as that is a power of two"
ZERO_DECIDES = "the controlling bit is 0, as a buffer or a coefficient block begins at a multiple of its size"
NO_TINY_SUM = "no sum of products of binary16 numbers is below 2^-126 except 0: the bench of orb_fma_float shows it"
SAME_SLOTS = "all slots of this core have one length, and so the number is always the same"
SECOND_ROLL = "the second buffer into which operands roll, of which the two steps with P = 2 have no use"
FEW_CLIPPED = "more clipped results than there are in a run"
NO_NEXT = "the next place in a block of one point, which has none"
SHIFTED_OUT = "a bit below the result, which is shifted out"
EVEN = "what is held is inverted in each cycle, and taken after an even number of them"
AT_ONCE = "the models take an answer at once, and ask again only after it: the proof of orb_regs shows it"
NEVER_WAITS = "the fine cell never waits"
LOWEST = "the lowest place, at which a magnitude is 0 as without any"
UPPER_HALF = "copies the upper half of a count, which is 0 in a run of less than 2^32 cycles"

REASONS = [  # cores, pattern of the fault's text, why it cannot show
    # what a register holds
    (".*", r"(round\.(window|top)|m_bits|[ab]_read_q|sums\.read_q|\.bits|\.y_q|moved_q|u_pack\.y|"
           r"u_(turn|product_shift)\.g_reg\.d_q|below_q|y_new|step_q|r_sat|u_data|"
           r"coefficient\.moving|load\.c_addr|g_queue\.first_q)\[\d+\] holds\}", HELD),
    (".*", r"round\.flips\[0\] holds\} .*orb_round\.v:67\.13", HELD),
    (".*", r"\{regs\.s_axil_rdata\[(1[6-9]|2\d|3[01])\] holds\}",
     "what a register holds, as the models take an answer at once: the proof of orb_regs shows it"),
    ("float", r"^const1 \$mux +S\[0\] \{\S+\.fma\.en_q\[\d\]\} .*orb_reg\.v:23\.35-",
     "takes in each cycle what is used only in the cycle after an enable"),
    ("block|lanes|float", r"^const1 \$or +A\[0\] \{mesh\.\S+\} .*orb_coef_select\.v:49\.18-",
     "a coefficient memory is read in each cycle, and what it gives is used only after a read"),
    (".*", r"^const1 \$mux +[AB]\[0\] \{sequencer\.shape_ok\[0\] holds\}",
     "whether a shape is legal, which decides in the first cycle of a run only"),
    # what nothing takes
    (".*", r"\{sequencer\.hi_q\[(22|23|2[7-9]|3[01])\]", "a bit of a descriptor that has no meaning"),
    ("block|lanes", r"\{issue\.slot_gen\.(read|write)_q\[[0-5]\]", WHOLE_BUFFERS),
    ("float", r"\{issue\.slot_gen\.(read|write)_q\[[0-2]\]", WHOLE_BUFFERS),
    (".*", r"\{issue\.slot_gen\.(other_q\[\d\]|write_q\[\d\] takes issue\.slot_gen\.other_q)",
     SECOND_ROLL),
    (".*", r"\$shl +B\[\d\] \{sequencer\.hi_q\[\d+\]\} .*orb_descriptor\.v:93\.64|"
           r"\$eq +\w\[\d\] \{sequencer\.hi_q\[\d+\]\} .*orb_descriptor\.v:89\.45-", SECOND_ROLL),
    ("lanes", r"\{sequencer\.decode\.g_reg\.d_q\[(19|2[0-46-9]|3[01])\]", WHOLE_BUFFERS + "; of a buffer that rolls"),
    ("lanes", r"\{\S+round\.words\[[01]\]\}", SHIFTED_OUT),
    ("block", r"\{\S+round\.words\[[0-3]\](\}| takes)", SHIFTED_OUT),
    (".*", r"\$mem_v2 \S+ WR_ADDR\[\d+\] \{mesh\.g_q\[\d\]\.spread\.copy\.g_register\.d_q\[",
     "the address of the port that reads products, which never writes"),
    ("block", r"\{issue\.g_block\.g_stage\[\d\]\.kept\[2[78]\] holds\}",
     "the axis of a stage, of which landings with one lane have no use"),
    ("lanes", r"\{issue\.g_block\.g_stage\[\d\]\.kept\[1[1-4]\]",
     "the length of a slot, of which only windows would depend, and they are one cycle each with lanes"),
    ("lanes", r"\{streams\.\w+\.(cube_)?walk\.d\[0\]|walk\.\$procmux\$\d+_CMP\[0\]\} .*orb_cube_walk\.v:92\.|"
              r"\$eq +B\[[01]\] \{1\} .*orb_cube_walk\.v:101\.17-",
     "of placements other than 0, which are not legal with two words a beat"),
    ("lanes", r"^const0 \$\w+ +\w\[0\] \{streams\.load\.coef_walk\.m_b\[0\]",
     "a row's address, a multiple of the lanes"),
    ("lanes", r"\{issue\.slot_gen\.c_base\[[0-2]\]",
     "a bit below the size of a coefficient block, which nothing takes as that is a power of two"),
    ("lanes", r"^const0 \$\w+ +\w\[\d\] \{streams\.load\.l_node\[2\]",
     "the place of a beat's first word along the first axis, which is 0"),
    ("lanes", r"^inv \$dff +\w\[0\] \{\S+landings\.window_last\[0\]", NO_STREAMS),
    ("lanes", r"^const0 \$mux +Y\[\d\] \{sequencer\.lengths\.g_block\.other_gap\[\d\] takes \S+port_gap\[",
     "the wait for the port, which is never the longer one"),
    ("lanes|float", r"streams\.share\.([lu]_(is|meets)|[ab]_kept)|share\.\$ternary\$\S+:(49|5[34])\$|"
                    r"orb_port_share\.v:6[12]\.", ONE_WORD),
    (".*", r"\{streams\.share\.([ab]_kept|[lu]_meets)\[0\] takes 0\}",
     "the cycle after a reset, in which no stream asks for a node"),
    ("block|lanes|float", r"^const1 \$mux +S\[0\] \{mesh\.\S+\.copy\.g_register\.d_q\[\d+\]\} .*orb_serial\.v:48\.26",
     "what a link shifts when it has no word on its way, which nothing takes"),
    ("lanes", r"\{\$auto\$wreduce[^}]*\}.* rtl/control/orb_slot_walk\.v:69\.50-69\.74|"
              r"\{issue\.slot_gen\.walk\.(row|index_moves|index_last)\[",
     "where the row of a transposed matrix begins, and cores with lanes refuse those"),
    ("block", r"^const1 \$and +Y\[0\] \{\S+slot_gen\.\$and\$\S+orb_slot_gen\.v:191\$",
     "what a node takes between two stages, and replaces before it passes it on"),
    ("block|fine", r"^const1 \$and +\w\[\d+\] \{reports\.planes\.\S+\.d_q\[2\]\}",
     "with one lane, orb_magnitude looks only when this lane looks"),
    ("block|lanes", r"\{\S+\.y_link\.in\[0\]\} .*orb_link_sum\.v:39\.", LOWEST),
    ("fine", r"\{\S+\.m_(bits|here|any)\[0\][ }]", LOWEST),
    ("fine", r"^cnot1 \$(?:dff|or) +\w\[(\d)\] \{\S+\.m_(?:bits|here|any)\[\1\][^}]*\} by \[1\d\]",
     "a higher bit of the sum differs from the bit below it, and only the highest counts"),
    (".*", r"\$pmux +B\[([89]|1[01])\] \{sequencer\.stop_error\[\d\] takes",
     "the error as a program begins: whatever ends a program sets it anew"),
    (".*", r"\$shiftx +A\[4[2-7]\] .*orb_counters\.v:80\.", "what is added to the eighth counter, which nothing reads"),
    ("fine", r"\{issue\.slot_gen\.(axis_q|walk\.\w+)\[|orb_slot_walk\.v:100\.",
     "where a slot lies in its block, and the blocks of the fine cell have one point"),
    ("fine", r"\{issue\.slot_gen\.gap_left\[|"
             r"^const1 \$mux +A\[0\] \{issue\.slot_gen\.go\[0\] takes \S+\} .*orb_slot_gen\.v:100\.14-",
     NEVER_WAITS),
    ("fine", r"\{issue\.slot_gen\.carousel\[[^}]*\} .*orb_slot_gen\.v:(201|216)\.",
     "what a slot has behind its first cycle, and those of the fine cell have one"),
    ("fine", r"^const1 \$mux +S\[0\] \{issue\.slot_gen\.go\[0\]\} .*orb_slot_gen\.v:208\.18-",
     "the cycle of a slot, number 0 in the fine cell, which nothing changes while no stage runs"),
    ("fine", r"\{issue\.g_fine\.ctl\.stage_(run|now)\[([67]|1[89])\]",
     "the length of a slot, or the axis of a stage, of which nodes with one point have no use"),
    ("fine", r"\{streams\.load\.coef_walk\.[mn]_last\[0\]\}|orb_coef_walk\.v:71\.49-", NO_NEXT),
    ("block|float", r"\{\S+\.sums\.(read|write)_lane\[", "where the sum of the next lane is, and there is one lane"),
    (".*", r"\{s_axis_last\[0\]\}", "the end of a load, which only orbital_axi takes: the proof of orb_load shows it"),
    (".*", r"^const1 \$and +\w\[0\] \{\S+regs\.\$or\$\S+orb_regs\.v:91\$\S+\} .*orb_regs\.v:9[56]\.",
     "CONTROL or TORUS is written into the memory, too, where nothing is read"),
    ("lanes", r"^const1 \$or +B\[0\] \{\S+regs\.\$eq\$\S+\} .*orb_regs\.v:91\.25-",
     "CONTROL or TORUS is written into the memory, too, where nothing is read; else " + RESPONSE),
    ("float", r"^cnot1 \$sub +Y\[2\] \{issue\.slot_gen\.pitch_up\[2\]\} by \[0\]",
     "the controlling bit is that of an extent of 1, and then a slot has one product, behind which no step is taken"),
    (".*", r"\$sub +\w\[0\] \{\S+\} .*orb_cube_walk\.v:59\.54-",
     "what d becomes at the end of a cube, behind which the walk begins anew"),
    # what is so anyway
    ("lanes", r"^const1 \$add +Y\[0\] \{streams\.\w+\.places\.g_part\[1\]\.fold_q\.block\[0\]\}",
     "the second word of a beat is always for the second of two nodes"),
    (".*", r"^const0 \$\w+ +\w\[\d+\] \{sequencer\.state\[3\]", "the states are 0 to 5, so that this bit is 0"),
    (".*", r"^cnot1 \$\w+ +\w\[\d+\] \{sequencer\.runs_left\[\d+\][^}]*\} by \[(1[1-9]|2\d|3[01])\]",
     "the controlling bit is 0, as programs are repeated less than 2048 times"),
    ("block|lanes", r"^cnot1 \$add +A\[0\] \{streams\.\w+\.cube_walk\.[ijk]\[0\]\} by \[1\]",
     "the number of the last place in a block of 4, which nothing takes"),
    ("block|lanes|fine", r"^const0 \$\w+ +\w\[\d\] \{issue\.slot_gen\.turn\[\d\]\}", "a group has one slot, number 0"),
    ("lanes", r"^const1 \$\w+ +\w\[0\] \{issue\.slot_gen\.lanes\[0\]\}", "the first lane has an element in each slot"),
    ("lanes|float", r"^inv \$dff +Q\[\d+\] \{\S+lane\.x_held\[\d+\]\}", EVEN),
    ("block|lanes|float", r"^(inv|cnot[01]) \$dff +Q\[\d+\] \{\S+landings\.base_next\[\d+\]\}", EVEN),
    ("block|lanes", r"^(inv|cnot[01]) \$dff +Q\[\d+\] \{\S+\.sums\.(read|write)_slot\[\d+\]\}", EVEN),
    ("float", r"^inv \$mux +A\[\d+\] \{\S+\.sums\.(read|write)_slot\[\d+\] holds\}", EVEN),
    ("float", r"^cnot1 \$add +A\[\d+\] \{counters\.pieces\.read_q\[\d+\]\} by \[15\]",
     "the controlling bit is 0, as runs take less than 32,768 cycles"),
    ("fine", r"^const1 \$shiftx +B\[([6-9]|[12]\d|3[01])\] .*orb_counters\.v:80\.",
     "an upper bit of a place, which the simulator leaves out"),
    ("fine", r"^cnot1 \$shiftx +A\[\d+\] \{\S+\} by \[1[2-7]\] .*orb_counters\.v:80\.",
     "the controlling bit counts cycles in which a stage waits, and " + NEVER_WAITS),
    ("fine", r"^const1 \$\w+ +\w\[0\] \{sequencer\.shapes\.b\d+\[0\]\}", "an extent of the fine cell, which is 1"),
    ("fine", r"^inv \$dff +CLK\[0\] \{clk\[0\]\} .*orb_counters\.v:83\.",
     "a register that is loaded half a cycle later, before anything takes it"),
    (".*", r"^cnot1 \$mux +Y\[0\] \{sequencer\.state\[0\] takes \S+\} by \[1\] .*orb_sequencer\.v:179\.13-",
     "the controlling bit is 0, as a run begins with state 1 after state 0"),
    ("fine", r"^const0 \$\w+ +\w\[\d\] \{issue\.slot_gen\.phase\[\d\]\}",
     "a slot of the fine cell is one cycle, number 0"),
    (".*", r"^cnot1 \$\w+ +\w\[\d\] \{streams\.order\.\w+_slot\.buffer_q\[\d\]\} by \[[23]\]",
     "the controlling bit is 0, as a core with three buffers or fewer has none of number 4 or above"),
    (".*", r"^const0 \$\w+ +\w\[[23]\] \{sequencer\.descriptor\.read_last\[[23]\]",
     "a number of 4 or above, which is illegal in any case as a core with three buffers or fewer has no such buffer"),
    (".*", r"^const0 \$\w+ +\w\[[23]\] \{streams\.order\.\w+_slot\.ahead\[[23]\]",
     "the number is 3 at most, as no more stages are under way"),
    ("block|lanes", r"^const0 \$\w+ +\w\[9\] \{streams\.order\.lead\[9\]",
     "a lead of 512 beats, before which every unload is done"),
    (".*", r"^cnot1 \$\w+ +\w\[1\] \{issue\.slot_gen\.step\[1\][^}]*\} by \[0\]",
     "the number of the second step, which is the last, and of which counts only that it is not 0"),
    (".*", r"^const0 \$mux +S\[0\] \{streams\.\w+\.(cube_)?walk\.block[23]_last\[0\]\}",
     "a number of one bit, which goes on from 1 to 0 anyway"),
    (".*", r"^const0 \$mux +A\[\d\] \{sequencer\.error\[\d\] holds\} .*orb_sequencer\.v:208\.13-",
     "the error while a program runs, when there is none"),
    (".*", r"^cnot0 \$reduce_and ", "the controlling bit is 0, and so is the conjunction, whatever the other bit is"),
    (".*", r"^cnot1 \$(reduce_(or|bool)|logic_not) ",
     "the controlling bit is 1, and so is the disjunction, whatever the other bit is"),
    (".*", r"^inv \$mux +Y\[\d\] \{mesh\.c_at\[\d\]\[\d\]\} .*orb_mesh\.v:79\.",
     "the address of a port of a coefficient memory, where it writes and where it reads"),
    ("block", r"^inv \$eq +Y\[0\] \{streams\.share\.u_is_a\[0\]\} ",
     "counts only where a load and an unload share a window: the proof of orb_port_share shows it"),
    (".*", r"^cnot(?:1 \$(?:eq|ne) .* has 0 |0 \$(?:eq|ne) .* has 1 )",
     "the controlling bit already differs from the constant's, so that the other bit does not count"),
    ("block|lanes", r"^cnot1 \$\w+ +\w\[(\d)\] \{(\S+_slot\.base_q|\S+landings\.(roll_base|base_next|base_here))\[\1\]"
                    r"[^}]*\} by \[[0-5]\]", ZERO_DECIDES),
    ("lanes", r"^cnot1 \$\w+ +\w\[\d+\] \{sequencer\.decode\.g_reg\.d_q\[\d+\][^}]*\} "
              r"by \[(1[2-79]|2[0-46-9]|3[013-8])\]", ZERO_DECIDES),
    ("lanes", r"^cnot1 \$\w+ +\w\[(\d)\] \{issue\.slot_gen\.c_base\[\1\][^}]*\} by \[[0-2]\]", ZERO_DECIDES),
    ("block|lanes", r"^cnot1 \$\w+ +\w\[(\d)\] \{streams\.\w+\.(cube_)?walk\.[ijk]\[\1\][^}]*\} by \[2\]",
     "the controlling bit is 0, as extents are 4 at most and coordinates are less"),
    ("float", r"^cnot1 \$dff +\w\[\d+\] \{mesh\.\S+\.d_q\[\d+\] takes streams\.load\.c_addr\[\d\]\} by \[77\]",
     "the controlling bit, with which an operand leaves, is 0 as coefficients come only while no stage runs"),
    (".*", r"^cnot1 \$\w+ +\w\[\d\] \{sequencer\.shapes\.ring\[\d\][^}]*\} by \[[02-7]\]", ONE_RING),
    (".*", r"^const0 \$\w+ +\w\[\d\] \{streams\.load\.coef_walk\.g_t\[\d\]\.turned\[1\]\}", ONE_RING),
    (".*", r"^const0 \$\w+ +\w\[[2-7]\] \{sequencer\.shapes\.ring\[[2-7]\]\}", ONE_RING),
    ("block|float|fine", r"^const1 \$\w+ +\w\[0\] \{streams\.\w+\.(cube_)?walk\.block1_ends\[0\]\}",
     "a cube has two blocks along the first axis, and ends with the second"),
    ("block|lanes", r"^const0 \$\w+ +\w\[\d\] \{streams\.load\.coef_walk\.m_b\[[4-9]\]|"
                    r"^const0 \$\w+ +\w\[\d\] \{\S+walk\.j_b3\[[4-9]\]",
     "where a row of a block of 4 begins, which is 12 at most"),
    ("block", r"^cnot1 \$\w+ +\w\[[0-4]\] \{\S+g_round\.round\.left\[[0-4]\]\} by \[5\]",
     "the controlling bit is 1 in negative numbers only, as others are 24 at most, and of those the sign alone counts"),
    ("float", r"^const1 \$\w+ +\w\[\d\] \{issue\.g_block\.send\.g_queue\.members_now\[\d\]\}",
     "a block has eight slots, two full groups"),
    ("lanes", r"^const(1 \S+ +\w\[\d\] \{\S+\.place_q\[[03]|0 \S+ +\w\[\d\] \{\S+\.place_q\[[12])\]\}",
     "each word of a beat has one place along the first axis"),
    ("fine", r"^const0 \S+ +\w+\[0\] \{streams\.\w+\.(cube_)?walk\.(i|j|k|i_b23|j_b3)\[0\]", ONE_POINT),
    ("fine", r"\{\S+walk\.\$(?:add|ternary)\$\S+orb_cube_walk\.v:(79|8[2378])\$|"
             r"^const1 \$eq +Y\[0\] \{\S+\.coef_walk\.[mn]_last\[",
     NO_NEXT),
    ("block|lanes", r"^const1 \$mux +S\[0\] \{issue\.g_block\.events\.g_lane\[0\]\.ends\.d_q\[4\]\} (?!.*orb_lane_ctl)",
     "the parity of a stage, which changes only in the cycle in which it is taken"),
    ("lanes|float", r"^const0 \$\w+ +\w\[[1-3]\] \{issue\.g_block\.landings\.(last_)?left\[[1-3]\]",
     "a window is one cycle, so that the number is 0 or 1"),
    ("lanes|float", r"^inv \$and +\w\[0\] \{\S+landings\.\$logic_not\$\S+orb_landing\.v:125\$",
     "the stage is busy for a cycle after its last window as it is"),
    ("lanes|float", r"^const0 \$and +Y\[0\] \{\S+\.\\port\.\$procmux\$\d+_Y\[0\]\}", ONE_WORD),
    ("lanes|float", r"^inv \$and +B\[0\] \{\S+\$or\$\S+orb_port_share\.v:4[67]\$", NO_STREAMS),
    ("lanes|float", r"^const1 \$or +\w\[0\] \{mesh\.g_q\[0\]\.spread\.u_en\[0\]\} .*orb_unload\.v", NO_STREAMS),
    (".*", r"^const1 \$\w+ +\w\[0\] \{streams\.unload\.g_several\.fifo\.s_ready\[0\]\}",
     "the unload counts the beats ahead of the sink, and reads none for which there is no room"),
    (".*", r"^const1 \$and +\w\[0\] \{\S+sequencer\.\$eq\$\S+orb_sequencer\.v:86\$\S+ .*orb_sequencer\.v:86\.24",
     "orb_regs takes no start while a program runs: the proof of orb_regs shows it"),
    # lengths of slots and waits
    ("block", r"^const0 \$sub +Y\[2\] \{\S+landings\.\$sub\$", "a window has 4 cycles, and so 3 are left at most"),
    ("block", r"^cnot0 \$sub +A\[2\] \{issue\.slot_gen\.gap_left\[2\]\} by \[3\]",
     "the waits of this core are 5, 9, 13 and 17 cycles, and count down by a detour of the same length"),
    ("float", r"^cnot1 \$mux +Y\[\d\] \{sequencer\.lengths\.g_block\.other_gap\[\d\] takes",
     "all slots have one length, so that next_gap is as large without the fault, and decides"),
    ("block", r"^const0 \$\w+ +\w\[[01]\] \{sequencer\.lengths\.g_block\.flight\[[01]\]\}|"
              r"^cnot1 \$\w+ +\w\[\d\] \{issue\.g_block\.landings\.slot_now\[\d\]\} by \[[01]\]|"
              r"^cnot1 \$\w+ +\w\[3\] \{issue\.slot_gen\.phase\[3\][^}]*\} by \[2\]|"
              r"^const0 \$\w+ +\w\[\d+\] \{issue\.g_block\.g_stage\[\d\]\.kept\[1[235]\]", SAME_SLOTS + ", 4"),
    ("block", r"^cnot0 \$\w+ +\w\[4\] \{sequencer\.lengths\.g_block\.covered_q\[4\]\} by \[2\]",
     "makes the number smaller only for an area of 5, which no block has; where it is larger, next_gap decides"),
    ("block|lanes|float", r"^const1 \$\w+ +\w\[\d+\] \{sequencer\.lengths\.g_block\.covered_q\[\d+\]",
     "all slots have one length, so that next_gap, which does not take this number, is as large, and decides"),
    ("lanes", r"^const1 \$\w+ +\w\[[0-2]\] \{sequencer\.lengths\.g_block\.port_needs\[[0-2]\]",
     "a window is one cycle, so that the number is always 7"),
    ("float", r"^cnot0 \$\w+ +\w\[\d\] \{sequencer\.lengths\.g_block\.read_needs\[\d\][^}]*\} by \[[014]\]",
     SAME_SLOTS + ", 19, which has 1 at the controlling bit"),
    ("float", r"\{sequencer\.lengths\.g_block\.gap_q\[\d\] takes sequencer\.lengths\.g_block\.next_gap\[",
     "all slots have one length, so that this wait is never the longer one, and is not taken"),
    # the arithmetic of binary16 in binary32
    ("float", r"^const0 \$\w+ +\w\[0\] \{\S+u_normalise\.near_4\[0\]\}|"
              r"^cnot1 \$\w+ +\w\[\d\] \{\S+u_normalise\.limit_4\[\d\]\} by \[[02]\]|"
              r"^cnot1 \$dff +Q\[[6-9]\] \{\S+u_normalise\.u_side_16\.g_reg\.d_q\[[6-9]\]\} by \[[7-9]\]|"
              r"^const1 \$reduce_or +A\[\d\] \{\S+u_side_shift\.g_reg\.d_q\[1[0-2]\]\}|"
              r"^const1 \$logic_not +A\[0\] \{\S+u_shift\.s\[23\]\} .*orb_float_place\.v:70\.|"
              r"^const1 \$and +B\[0\] \{\S+u_normalise\.\$eq\$\S+\} .*orb_float_normalise\.v:84\.|"
              r"^const0 \$eq +\w\[0\] \{\S+u_normalise\.n_16\[0\]\}|"
              r"^const1 \$logic_not +A\[0\] \{\S+fma\.\$reduce_or\$\S+\} .*orb_float_normalise\.v:", NO_TINY_SUM),
    ("float", r"\{\S+u_find\.ones\[1[2-5]\]\}|\$or +\w\[0\] \{\S+u_find\.limit\[[1-3]\]\}",
     "a group of places below the window, in which there are ones anyway"),
    ("float", r"\{\S+u_find\.ones\[1[6-9]\]\}|\{\S+u_normalise\.stop\[[1-4]\]\}|"
              r"^const1 \$or +\w\[0\] \{\S+u_find\.limit\[4\]\}",
     "a difference of binary16 products that is not 0 has its leading one far above these places"),
    ("float", r"\{\S+u_shift\.g_reg\.moved_q\[\d+\]\} .*orb_float_align\.v:33\.31-33\.33|"
              r"^(cnot1 \$shr +Y\[\d+\] \{\S+ by \[[0-5]\]|const0 \$shr +Y\[[0-4]\]) .*orb_float_shift\.v:31\.",
     "a product of two binary16 numbers fits into binary32, so that an addend below all its places changes nothing"),
    ("float", r"^cnot1 \$\w+ +\w\[\d+\] \{\S+u_side_shift\.g_reg\.d_q\[\d+\].*\} by \[12\]",
     "the controlling bit is 0, as exponents of sums of binary16 products are far below 256"),
    ("float", r"^cnot1 \$mux +\w\[1\] \{\S+u_side_16\.g_reg\.d_q\[3\] takes \S+\} by \[2\]|"
              r"^cnot1 \$mux +\w\[0\] \{\S+u_side_16\.g_reg\.d_q\[2\] takes \S+\} by \[[12]\]",
     "the controlling bit decides alone, as it is that of a higher group"),
    ("float", r"^const0 \$or +B\[0\] \{\S+\$and\$\S+orb_descriptor\.v:89\$", SECOND_ROLL),
    ("float", r"^inv \$gt +B\[0\] \{0\} .*orb_round_float\.v:50\.",
     "a shift by one place more, which leaves the leading one among the bits that are lost"),
    ("float", r"^cnot1 \$dff +Q\[[0-4]\] \{\S+\.below_q\[[0-4]\]\} by \[[5-7]\]",
     "the controlling bit makes the number infinite, whatever the lower ones are"),
    ("float", r"^cnot1 \$mux +\w\[\d+\] \{\S+u_side_shift\.g_reg\.d_q\[(1\d|[4-9])\] [^}]*\} by \[0\]",
     "the controlling bit says that the result is not a number, whatever its exponent is"),
    ("float", r"^const1 \$dff +Q\[0\] \{\S+\.fma\.en_q\[0\]\}",
     "a stage that goes on without a product, which nothing takes"),
    ("float", r"\{issue\.slot_gen\.carousel\[\d+\] holds\} .*orb_slot_gen\.v:216\.",
     "a ring that stands still, which the next step fills anew"),
    # what other tests show
    ("float", r"^cnot0 \$reduce_or +A\[2\] \{\S+u_find\.ones\[22\]\} by \[0\]",
     "a leading one that only subnormal factors and a cancelled sum bring so far down: the bench of orb_fma_float "
     "shows it"),
    ("float", r"^inv \$mux +B\[\d+\] \{\S+u_shift\.g_reg\.moved_q\[\d+\] takes 0\} .*orb_float_shift\.v:31\.",
     "a bit far below an addend that is above the product, which only a sum of zeros shows: the bench of orb_fma_float "
     "does"),
    (".*", r"\{regs\.(answered\[0\]\}|[rw]_known\[0\]\}|s_axil_bvalid\[0\]\}|s_axil_[br]resp\[)|"
           r"\$lt\$\S+orb_regs\.v:207\$|\{s_axil_bready\[0\]\}|\{regs\.a_program\[0\]\} .*orb_regs\.v:186\.", RESPONSE),
    ("float", r"\$lt +\w\[\d+\] \{\S+\} .*orb_regs\.v:161\.56-", RESPONSE + "; magnitudes are 0 here"),
    (".*", r"^const1 \$\w+ +\w\[0\] \{(s_axil_rready|regs\.s_axil_arready)\[0\]\}", AT_ONCE),
    (".*", r"^const0 \$logic_not +A\[0\] \{regs\.abort_run\[0\]\} .*orb_regs\.v:78\.",
     "a start beside an abort, with which the core shows itself busy for a cycle: the proof of orb_regs shows it"),
    (".*", r"^const1 \$\w+ +\w\[0\] \{regs\.magnitude_reads\[0\]\}",
     "a magnitude that is read while a sum begins, and here it is read after the run: the proof of orb_regs shows it"),
    (".*", r"\{regs\.raddr\[\d\]\} .*orb_regs\.v:194\.",
     "one entry of a program when it is read: the bench of orb_regs reads all"),
    # what takes too long
    (".*", r"\{regs\.a_counter\[0\]\} .*orb_regs\.v:168\.|\{\S+regs\.\$and\$\S+orb_regs\.v:168\$|"
           r"\{counters\.(keep\[0\]\}|source\[\d\][ }])|\{\S+counters\.\$(or|and|ne)\$\S+orb_counters\.v:88\$",
     UPPER_HALF),
    (".*", r"^cnot1 \$or +B\[\d+\] \{counters\.too_many\[0\]\}", FEW_CLIPPED),
    ("fine", r"^const0 \$mux +Y\[1[89]\] \{\S+\.m_bits\[1[89]\] takes", "no sum of a run has so large a magnitude"),
    (".*", r"^cnot1 \$or +\w\[\d+\] \{counters\.(too_many\[0\]|sum\[\d+\])\} by \[(2\d|3[01])\]",
     FEW_CLIPPED),
    (".*", r"^const0 \$\w+ +\w\[\d+\] \{counters\.saturations\[(2\d|3[01])\]|"
           r"^cnot1 \$\w+ +\w\[\d+\] \{counters\.saturations\[\d+\][^}]*\} by \[(2\d|3[01])\]",
     FEW_CLIPPED),
    ("fine", r"^const0 \$\w+ +\w\[\d+\] \{counters\.saturations\[1\d\]|"
             r"^cnot1 \$\w+ +\w\[\d+\] \{counters\.saturations\[\d+\]\} by \[[12]\d\]",
     FEW_CLIPPED),
]


def explanation(fault):
    """The reason, or None."""
    core = fault.core.partition("_")[0]
    return next((reason for cores, pattern, reason in REASONS
                 if re.fullmatch(cores, core) and re.search(pattern, fault.text)), None)
