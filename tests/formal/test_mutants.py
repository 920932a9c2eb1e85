# The proofs can fail: each of these faults, put into a copy of the RTL, must break the proof that it is named with.
# SPDX-License-Identifier: Apache-2.0
import os
import random
import shutil

import pytest
import sby

# proof, task, file, what stands there, what is put there
MUTANTS = [
    ("orb_round", "odd", "node/orb_round", "(more | window[BELOW])", "more"),
    ("orb_round", "whole", "node/orb_round", "sum[LY] ^ sum[LY-1]", "sum[LY-1]"),
    ("orb_round", "odd", "control/orb_round_ctl", "ones << left[FB-1:0]", "{LY{1'b1}} << left[FB-1:0]"),
    ("orb_lane_fixed", "near", "node/orb_link_sum", "(from == 2'd2) ? in_r : in_s", "in_r"),
    ("orb_lane_fixed", "near", "node/orb_link_sum", "m_first ? in[0] : previous[LY-1]", "previous[LY-1]"),
    ("orb_lane_fixed", "near", "control/orb_lane_ctl", "y_left > 1", "y_left > 2"),
    ("orb_lane_fixed", "far", "node/orb_lane_fixed", ".CYCLES(FAR)", ".CYCLES(0)"),
    ("orb_fma_fixed", "three", "node/orb_fma_fixed", "$signed(p[PW-1:PS-1])", "$signed({p[PW-1:PS], 1'b0})"),
    ("orb_fma_fixed", "two", "vendor/generic/orb_accumulate", "first ? a : y", "y"),
    ("orb_fma_fixed", "one", "node/orb_fma_fixed", "$signed(p[PW-1:PS-1])", "p[PW-1:PS-1]"),
    ("orb_fifo", "prove", "stream/orb_fifo", "s_ready = !level[AB]", "s_ready = !level[AB] | m_ready"),
    ("orb_fifo", "prove", "stream/orb_fifo", "if (leaves) head", "if (m_ready) head"),
    ("orb_fifo", "prove", "stream/orb_fifo", "m_valid & !(leaves & (level == ONE))", "m_valid"),
    ("orb_slice", "prove", "stream/orb_slice", "m_data <= s_ready ? s_data : spare", "m_data <= s_data"),
    ("orb_slice", "prove", "stream/orb_slice", "moves | (s_ready & !s_valid)", "moves | s_ready"),
    ("orb_packet_out", "prove", "axi/orb_packet_out", "open_next & halt", "open & halt"),
    ("orb_packet_out", "prove", "axi/orb_packet_out", "s_tready = ready & !closing", "s_tready = ready"),
    ("orb_packet_out", "prove", "axi/orb_packet_out", "s_tlast | closing", "s_tlast"),
    ("orb_packet_in", "prove", "axi/orb_packet_in", "open_next & (dropping | halt)", "open_next & dropping"),
    ("orb_packet_in", "prove", "axi/orb_packet_in", "(check & taken & tlast & !last)", "(check & tlast & !last)"),
    ("orb_packet_in", "prove", "axi/orb_packet_in", "valid & !fault", "valid"),
    ("orb_packet_in", "prove", "axi/orb_packet_in", "s_tvalid & !dropping", "s_tvalid"),
    ("orb_cube_walk", "prove", "stream/orb_cube_walk", "3'b111: d <= d_down", "3'b111: d <= d_up"),
    ("orb_cube_walk", "prove", "stream/orb_cube_walk", "step2 = line_end & j_last", "step2 = line_end"),
    ("orb_cube_walk", "fine", "stream/orb_cube_walk", "ONE ? block3_ends", "1'b0 ? block3_ends"),
    ("orb_cube_walk", "whole", "stream/orb_cube_walk", "ONE1 | (block1", "(block1"),
    ("orb_coef_walk", "prove", "stream/orb_coef_walk", "(ahead >= ring[PB:0])", "(ahead > ring[PB:0])"),
    ("orb_coef_walk", "prove", "stream/orb_coef_walk", "(axis == 2'd0 & axes[1])", "axes[1]"),
    ("orb_coef_walk", "tori", "stream/orb_coef_walk", "m_b + pitch", "m_b + {{(CA - BB) {1'b0}}, b}"),
    ("orb_coef_walk", "prove", "stream/orb_coef_walk", "(m + TWO == b)", "(m + TWO == b1)"),
    ("orb_sequencer", "prove", "control/orb_shape", "low + rows(b2, b3 & ~LOW)", "rows(b2, b3 & ~LOW)"),
    ("orb_load", "prove", "stream/orb_load", "take_cube = s_tvalid & walking", "take_cube = walking"),
    ("orb_load", "prove", "stream/orb_load", "else if (take_coef & coef_last)", "else if (coef_last)"),
    ("orb_load", "words", "stream/orb_load", "s_tdata[p*IN_BITS+:DW]", "s_tdata[p*DW+:DW]"),
    ("orb_unload", "prove", "stream/orb_unload", "(ahead != FULL)", "1'b1"),
    ("orb_unload", "prove", "stream/orb_unload", "{last_q[LAT], u_data}", "{last_q[LAT-1], u_data}"),
    ("orb_unload", "prove", "stream/orb_unload", "next = walking & (!u_valid | u_en)", "next = walking"),
    ("orb_order", "prove", "stream/orb_order", "(placement == unload_placement)", "1'b1"),
    ("orb_order", "prove", "stream/orb_order", "load_hold = load_behind & !ahead", "load_hold = 1'b0"),
    ("orb_order", "prove", "stream/orb_op_slot", "stages - {3'd0, landed}", "stages"),
    ("orb_order", "prove", "stream/orb_op_slot", "landed & (ahead == 4'd1)", "landed & (ahead == 4'd2)"),
    ("orb_order", "prove", "stream/orb_op_slot", "other_taken & !other_done &", "other_taken &"),
    ("orb_port_share", "prove", "stream/orb_port_share", "window_last & (window | l_meets)", "window_last & l_meets"),
    ("orb_port_share", "prove", "stream/orb_port_share", "u_take ? u_next == a : u_is_a", "u_is_a"),
    ("orb_port_share", "prove", "stream/orb_port_share", "u_is_a = (u_node == a)", "u_is_a = (u_node != a)"),
    ("orb_port_share", "prove", "stream/orb_port_share", "window ? u_en : b_kept", "window ? 1'b0 : b_kept"),
    ("orb_load", "prove", "stream/orb_load", "l_take = take_cube", "l_take = take_cube | take_coef"),
    ("orb_unload", "prove", "stream/orb_unload", "u_step = next", "u_step = walking"),
    ("orb_port_share", "prove", "stream/orb_port_share", " & !(u_en & same)", ""),
    ("orb_port_share", "prove", "stream/orb_port_share", "u_take ? l_node == u_next : l_node == u_node",
     "l_node == u_node"),
    ("orb_counters", "counter0", "regs/orb_counters", "(sat_en & !sum[32])", "sat_en"),
    ("orb_counters", "counter5", "regs/orb_counters", "(at[4:2] == 3'd6)) ?", "(at[4:2] == 3'd7)) ?"),
    ("orb_counters", "counter5", "regs/orb_counters", "(at[4:2] != 3'd7)", "(at[4:2] != 3'd6)"),
    ("orb_counters", "counter0", "regs/orb_counters", "starts ? event_now[at_1[4:2]] : carry", "carry"),
    ("orb_regs", "prove", "regs/orb_regs", "s_axil_wvalid & !s_axil_bvalid", "s_axil_wvalid"),
    ("orb_regs", "prove", "regs/orb_regs", "(reading == 2'd0) & !s_axil_rvalid", "(reading == 2'd0)"),
    ("orb_regs", "prove", "regs/orb_regs", " & !status[ORB_STATUS_BUSY_LSB]", ""),
    ("orb_magnitude", "prove", "mesh/orb_magnitude", "length = all_wiped", "length = wiped[DB]"),
    ("orb_magnitude", "prove", "mesh/orb_magnitude", "fresh ? found_q > stored : found_q > best", "found_q > best"),
    ("orb_magnitude", "prove", "mesh/orb_magnitude", "known <= 1'b0;", "known <= known;"),
    ("orb_descriptor", "prove", "control/orb_descriptor", "rolls & (steps > 8'd2) & (roll0_n", "rolls & (roll0_n"),
    ("orb_descriptor", "prove", "control/orb_descriptor", "& (ring == P[7:0])", "& (ring != 8'd0)"),
    ("orb_descriptor", "prove", "control/orb_descriptor", "(roll1_n < NBUF[3:0])", "(roll1_n <= NBUF[3:0])"),
    ("orb_descriptor", "float", "control/orb_descriptor", "(clear | (axis == sums_axis))", "1'b1"),
    ("orb_slot_gen", "prove", "control/orb_slot_gen", "other_q <= write_q", "other_q <= read_q"),
    ("orb_slot_gen", "small", "control/orb_slot_gen", "(phase < extent_l)", "(phase <= extent_l)"),
    ("orb_slot_gen", "lanes", "control/orb_slot_gen", "rolls_now = x_rolls_q & !last_step", "rolls_now = x_rolls_q"),
    ("orb_slot_gen", "fine", "control/orb_slot_gen", "stage_last <= !rst & ended", "stage_last <= ended"),
    ("orb_slot_gen", "lanes", "control/orb_slot_walk", "(axis == 2'd1) ? e3 << SH : e3", "e3"),
    ("orb_slot_gen", "group_lanes", "control/orb_slot_gen", "index_first, !exhausted}", "index_first, 1'b1}"),
    ("orb_group_send", "bounded", "control/orb_group_send", "first_q <= 1'b0", "first_q <= first_q"),
    ("orb_node_ctl", "short", "control/orb_node_ctl", "end_d[X_IN+l] &", "end_d[X_IN+l-1] &"),
    ("orb_node_ctl", "short", "control/orb_sum_ctl", "y_waddr + SIDE[YW-1:0]", "y_waddr"),
    ("orb_node_ctl", "short", "control/orb_sum_ctl", "|zero : zero[m]", "1'b0"),
    ("orb_node_ctl", "late", "control/orb_sum_late", "read_first ? {YW{1'b0}} : next", "next"),
    ("orb_sequencer", "prove", "control/orb_sequencer", "(settle == 4'd0) & legal}", "(settle == 4'd0)}"),
    ("orb_sequencer", "prove", "control/orb_sequencer", "may[1] & !load_taken", "may[1]"),
    ("orb_sequencer", "prove", "control/orb_sequencer", "load_used = |(uses &",
     "load_used = |(writes &"),
    ("orb_sequencer", "prove", "control/orb_sequencer", "may[3] & !load_taken & drained", "may[3] & !load_taken"),
    ("orb_sequencer", "prove", "control/orb_sequencer", "if (!shape_ok) begin", "if (1'b0) begin"),
    ("orb_sequencer", "prove", "control/orb_sequencer", "(runs_left > 32'd1)", "(runs_left > 32'd2)"),
    ("orb_sequencer", "prove", "control/orb_sequencer", "E_LONG;\n            done  <= 1'b0;", "E_LONG;"),
    ("orb_sequencer", "prove", "control/orb_sequencer", "fault[0] ? E_SHORT", "fault[1] ? E_SHORT"),
    ("orb_sequencer", "lanes", "control/orb_sequencer", "(!store | (steps != 8'd1))", "!store"),
    ("orb_load", "prove", "stream/orb_load", "coef ? coef_last : cube_last", "cube_last"),
    ("orb_sequencer", "prove", "control/orb_fetch", "ends ? {DB{1'b0}} : fetch", "fetch"),
    ("orb_hazards", "stages", "control/orb_gap", "drained ? {MB", "1'b1 ? {MB"),
    ("orb_hazards", "stages", "control/orb_node_ctl", "LANDED = LAST - 1;", "LANDED = LAST - 2;"),
    ("orb_mesh", "p2", "mesh/orb_mesh", "r_ends ? x_link[RI] : x_link[RN]", "r_ends ? x_link[QI] : x_link[QN]"),
    ("orb_frame_ring", "prove", "link/orb_frame_ring", "!used[BITS] & (missed == 3'd0)", "!used[BITS]"),
    ("orb_byte_fifo", "prove", "link/orb_byte_fifo", "(after != head[BITS-1-:3])", "1'b1"),
    ("orb_byte_fifo", "prove", "link/orb_byte_ring", "(waiting & !moves)", "waiting"),
    ("orb_byte_fifo", "prove", "link/orb_byte_ring", "!m_tvalid | m_tready;", "1'b1;"),
    ("orb_fifo_async", "prove", "link/orb_fifo_async", "s_tready = !used[BITS] &", "s_tready ="),
    ("orb_fifo_async", "prove", "link/orb_fifo_async", "(head_gray != tail_seen) & !m_rst", "(head_gray != tail_seen)"),
    ("orb_fifo_async", "prove", "link/orb_fifo_async", "m_clk or posedge m_rst", "m_clk"),
    ("orb_fifo_async", "prove", "link/orb_reset", "{sync_first, 1'b0}", "2'b00"),
    ("orb_fifo_async", "prove", "link/orb_reset", "posedge clk or posedge arst", "posedge clk"),
    ("orb_fifo_async", "prove", "link/orb_fifo_async", "{tail_next, gray(tail_next)}", "{2{tail_next}}"),
    ("orb_ft245_bus", "prove", "link/orb_ft245_bus", "oe_n  <= 1'b0;", "{oe_n, rd_n} <= 2'b00;"),
    ("orb_ft245_bus", "prove", "link/orb_ft245_bus", "(held & !taken)", "held"),
    ("orb_ft245_bus", "prove", "link/orb_ft245_bus", "data_oe <= 1'b0;\n            burst", "burst"),
    ("orb_ft245_async", "bmc", "link/orb_ft245_async", "/ 1000 + 3;", "/ 1000;"),
    ("orb_ft245_async", "bmc", "link/orb_ft245_async", "!rxf_seen_n & !m_tvalid", "!rxf_seen_n"),
    ("orb_cobs_decode", "prove", "link/orb_cobs_decode", "(s_tdata != 8'hFF)", "1'b1"),
    ("orb_cobs_decode", "prove", "link/orb_cobs_decode", "(code & !zero & !delimiter)", "(code & !delimiter)"),
    ("orb_cobs_decode", "prove", "link/orb_cobs_decode", "m_good   = code", "m_good   = !zero"),
    ("orb_link_in", "prove", "link/orb_link_in", "if (m_axil_awready) m_axil_awvalid", "m_axil_awvalid"),
    ("orb_link_in", "prove", "link/orb_link_in", "if (taken) position", "if (m_axis_tready) position"),
    ("orb_link_in", "prove", "link/orb_link_in", "else if (!hold) begin", "else begin"),
    ("orb_link_in", "prove", "link/orb_link_in", "(ticks == LATE)", "(ticks == 3'd4)"),
    ("orb_link_in", "prove", "link/orb_link_in", "!m_axis_tvalid & !moved & !expired & !hold",
     "!m_axis_tvalid & !moved & !expired"),
    ("orb_link_in", "prove", "link/orb_link_in", "if (move) m_axis_tdata", "if (full) m_axis_tdata"),
    ("orb_link_in", "prove", "link/orb_link_in", "(all | ends) ?", "all ?"),
    ("orb_link_in", "prove", "link/orb_link_in", "{RING{1'b0}}) : one;", "{RING{1'b0}}) : 1'b0;"),
    ("orb_link_fetch", "prove", "link/orb_link_fetch", "(fetch),", "(s_axis_tready),"),
    ("orb_link_fetch", "prove", "link/orb_link_fetch", "full | (&position[REPLAY-1:0])",
     "full | (|position[REPLAY-1:0])"),
    ("orb_link_fetch", "prove", "link/orb_link_fetch", "no_place = reading;", "no_place = 1'b0;"),
    ("orb_link_fetch", "eager", "link/orb_link_fetch", "no_place = reading &", "no_place = !reading &"),
    ("orb_link_fetch", "eager", "link/orb_link_fetch", "unread[REPLAY] | (&unread[REPLAY-1:0])", "unread[REPLAY]"),
    ("orb_link_fetch", "eager", "link/orb_link_fetch", "valid & (out_is_read | out_is_out)", "1'b0"),
    ("orb_link_fetch", "prove", "link/orb_link_fetch", "+1] <= there;", "+1] <= there + 1'b1;"),
    ("orb_link_in", "prove", "link/orb_link_in", "!fits | too_many", "!fits"),
    ("orb_link_out", "prove", "link/orb_link_out", "(!held | sent)", "1'b1"),
    ("orb_link_out", "prove", "link/orb_link_out", "(load | !asked)", "1'b1"),
    ("orb_link_out", "late", "link/orb_link_out", "load = coming[MEM_LAT-1]", "load = coming[0]"),
    ("orb_link_out", "wide", "link/orb_link_out", "word <= word >> 8;", "word <= word >> 16;"),
    ("orb_crc32_word", "prove", "eth/orb_crc32_word", "takes_two ? two : one", "two"),
    ("orb_crc32_word", "prove", "eth/orb_crc32_word", "first & last[1] & !clear", "first & !clear"),
    ("orb_crc32_word", "prove", "eth/orb_crc32_word", "32'hEDB88320", "32'hEDB88321"),
    ("orb_crc32_word", "prove", "eth/orb_crc32_word", "32'hDEBB20E3", "32'hDEBB20E2"),
    ("orb_udp_in", "prove", "eth/orb_udp_in", "(accept) tail <= at;", "(intact) tail <= at;"),
    ("orb_udp_in", "prove", "eth/orb_udp_in", "else at <= tail;", "else ;"),
    ("orb_udp_in", "prove", "eth/orb_udp_in", "store = take & !used[BITS]", "store = take"),
    ("orb_udp_in", "prove", "eth/orb_udp_in", "whole & store & !s_error", "whole & store"),
    ("orb_udp_in", "prove", "eth/orb_udp_in", "whole & store & !s_error", "store & !s_error"),
    ("orb_udp_in", "prove", "eth/orb_udp_in", "(more | !s_last_byte[0])", "1'b1"),
    ("orb_udp_in", "prove", "eth/orb_udp_in", "ask   <= intact & good", "ask   <= good"),
    ("orb_udp_in", "prove", "eth/orb_udp_in", "(state == TAKE) & !pause", "(state == TAKE)"),
    ("orb_udp_in", "prove", "eth/orb_udp_in", "!re & (!coming | load)", "!re"),
    ("orb_udp_in", "prove", "eth/orb_udp_in", "(byte_number == word[33:32])", "(byte_number == 2'd3)"),
    ("orb_udp_session", "prove", "eth/orb_udp_session", "!ahead[31] & (ahead != 32'd0)", "!ahead[31]"),
    ("orb_udp_session", "prove", "eth/orb_udp_session", "(ip == host_ip) & (port == host_port)", "(ip == host_ip)"),
    ("orb_udp_session", "prove", "eth/orb_udp_session", "(same ? is_new : !served)", "!served"),
    ("orb_udp_session", "prove", "eth/orb_udp_session", "(judge & closes) served", "(judge & close) served"),
    ("orb_udp_session", "prove", "eth/orb_udp_session", "(operation[7:4] == 4'd0) & (port != PORT)", "(port != PORT)"),
    ("orb_udp_session", "prove", "eth/orb_udp_session", "judge & answers & !sending", "judge & answers"),
    ("orb_udp_session", "prove", "eth/orb_udp_session", "judge & (opens | closes | passes)",
     "judge & (opens | passes)"),
    ("orb_udp_session", "prove", "eth/orb_udp_session", "tick & !expired", "tick"),
    ("orb_udp_session", "prove", "eth/orb_udp_session", "own_new & !find", "own & !find"),
    ("orb_udp_out", "bounded", "eth/orb_udp_out", "(!a_tvalid | !from_b)", "!a_tvalid"),
    ("orb_udp_out", "bounded", "eth/orb_udp_out", "(&length[1:0]) | in_tlast", "(&length[1:0])"),
    ("orb_udp_out", "bounded", "eth/orb_udp_out", "tail[BITS-1:0] + 3", "tail[BITS-1:0] + 2"),
    ("orb_udp_out", "bounded", "eth/orb_udp_out", "m_tlast = (left == 14'd0)", "m_tlast = (left == 14'd1)"),
    ("orb_udp_out", "bounded", "eth/orb_udp_out", "(reads == R_MAC) & held & !give", "1'b0"),
    ("orb_udp_out", "bounded", "eth/orb_udp_out", "from_b ? b_ip : a_ip", "a_ip"),
    ("orb_udp_cross", "bounded", "eth/orb_udp_cross", "room <= !out_few", "room <= out_ready"),
    ("orb_udp_cross", "bounded", "eth/orb_udp_cross", "(m_length[1:0] - 2'd1)", "m_length[1:0]"),
]
# those that take a proof longer than half a minute to see
SLOW_MUTANTS = [
    ("orb_regs", "prove", "regs/orb_regs", "a_kept ? !w_lo & !w_hi & !starts", "a_kept ? !starts"),
]
SOME = 10  # of MUTANTS, drawn in each run; test-long tries all


def judge(mutant, root, work):
    """Runs the proof of a copy of the RTL with this fault in it."""
    proof, task, file, right, wrong = mutant
    for folder in ("rtl", "tests/formal"):
        shutil.copytree(root / folder, work / folder, ignore=shutil.ignore_patterns("__pycache__"))
    source = work / "rtl" / f"{file}.v"
    source.write_text(source.read_text().replace(right, wrong))
    done = sby.run(work / f"tests/formal/{proof}.sby", task, work / "work", work)
    assert done.returncode in (sby.FAILED, sby.UNKNOWN), f"{proof} accepts: {wrong}\n" + done.stdout + done.stderr


@pytest.mark.quick
def test_each_fault_has_its_place(root):
    for proof, task, file, right, _ in MUTANTS + SLOW_MUTANTS:
        assert (root / f"rtl/{file}.v").read_text().count(right) == 1, f"{right} is not in {file}.v once"
        assert task in [name for name, _ in sby.tasks(root / f"tests/formal/{proof}.sby")]


@pytest.mark.parametrize("draw", range(SOME))
def test_some_proofs_break(draw, root, tmp_path):
    order = random.Random(int(os.environ["ORB_SEED"])).sample(MUTANTS, SOME)
    print(*order[draw], sep=": ")
    judge(order[draw], root, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("mutant", MUTANTS + SLOW_MUTANTS, ids=lambda m: f"{m[0]}: {m[4]}")
def test_proof_breaks(mutant, root, tmp_path):
    judge(mutant, root, tmp_path)
