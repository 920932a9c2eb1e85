# The proofs can fail: each of these faults, put into a copy of the RTL, must break the proof that it is named with.
# SPDX-License-Identifier: Apache-2.0
import shutil

import pytest
import sby

MUTANTS = [  # proof, task, file, what stands there, what is put there
    ("orb_round", "prove", "cell/orb_round", "(v_q & below)) | shifted[1]", "(v_q & below))"),
    ("orb_round", "prove", "cell/orb_round", "carries ? !s_q[W] :", "carries ? 1'b1 :"),
    ("orb_fifo", "prove", "stream/orb_fifo", "s_ready = !level[AB]", "s_ready = !level[AB] | m_ready"),
    ("orb_fifo", "prove", "stream/orb_fifo", "if (m_valid & m_ready) head", "if (m_ready) head"),
    ("orb_cube_walk", "prove", "stream/orb_cube_walk", "3'b111: d <= d_down", "3'b111: d <= d_up"),
    ("orb_cube_walk", "prove", "stream/orb_cube_walk", "step2 = line_end & j_last", "step2 = line_end"),
    ("orb_coef_walk", "prove", "stream/orb_coef_walk", "(ahead >= P[PB:0])", "(ahead > P[PB:0])"),
    ("orb_coef_walk", "prove", "stream/orb_coef_walk", "(axis == 2'd0 & axes[1])", "axes[1]"),
    ("orb_load", "prove", "stream/orb_load", "l_we <= !rst & take & cube", "l_we <= !rst & cube"),
    ("orb_load", "prove", "stream/orb_load", "else if (take & coef_last)", "else if (coef_last)"),
    ("orb_unload", "prove", "stream/orb_unload", "(ahead < DEPTH)", "(ahead <= DEPTH)"),
    ("orb_unload", "prove", "stream/orb_unload", "{last_q[LAT], u_data}", "{last_q[LAT-1], u_data}"),
    ("orb_regs", "prove", "control/orb_regs", "s_axil_wvalid & !s_axil_bvalid", "s_axil_wvalid"),
    ("orb_regs", "prove", "control/orb_regs", "(reading == 2'd1) & !fetch", "(reading == 2'd1)"),
    ("orb_descriptor", "prove", "array/orb_descriptor", "steps > 8'd2", "steps > 8'd3"),
    ("orb_descriptor", "prove", "array/orb_descriptor", "(roll1_n < NBUF[3:0])", "(roll1_n <= NBUF[3:0])"),
    ("orb_slot_gen", "prove", "array/orb_slot_gen", "other_q <= write_q", "other_q <= read_q"),
    ("orb_slot_gen", "small", "array/orb_slot_gen", "(phase < extent_l)", "(phase <= extent_l)"),
    ("orb_slot_gen", "lanes", "array/orb_slot_gen", "rolls_now = x_rolls_q & !last_step", "rolls_now = x_rolls_q"),
    ("orb_slot_gen", "fine", "array/orb_slot_gen", "stage_last <= !rst & at_group_end", "stage_last <= at_group_end"),
    ("orb_slot_gen", "lanes", "array/orb_slot_walk", "(axis == 2'd1) ? e3 << SH : e3", "e3"),
    ("orb_group_send", "bounded", "array/orb_group_send", "first_q <= 1'b0", "first_q <= first_q"),
    ("orb_node_ctl", "short", "array/orb_node_ctl", "roll_d[X_IN+l]", "roll_d[X_IN+l-1]"),
    ("orb_node_ctl", "short", "array/orb_node_ctl", "write_slot = begin_d[V+1]", "write_slot = begin_d[V]"),
    ("orb_sequencer", "prove", "array/orb_sequencer", "legal_q ? READY : SETTLE", "READY"),
    ("orb_sequencer", "prove", "array/orb_sequencer", "stage_ready : drained)", "stage_ready : 1'b1)"),
    ("orb_hazards", "stages", "array/orb_gap", "drained ? 16'd0", "1'b1 ? 16'd0"),
    ("orb_hazards", "stages", "array/orb_block_ctl", "FMA_LAT + SL + 1 + LANES;", "FMA_LAT + SL + LANES;"),
]


@pytest.mark.parametrize("proof, task, file, right, wrong", MUTANTS, ids=[f"{m[0]}: {m[4]}" for m in MUTANTS])
def test_proof_breaks(proof, task, file, right, wrong, root, tmp_path):
    for folder in ("rtl", "tests/formal", "build/gen"):
        shutil.copytree(root / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    source = tmp_path / "rtl" / f"{file}.v"
    text = source.read_text()
    assert text.count(right) == 1, f"{right} is not in {source.name} once"
    source.write_text(text.replace(right, wrong))

    done = sby.run(tmp_path / f"tests/formal/{proof}.sby", task, tmp_path / "work", tmp_path)
    assert done.returncode in (sby.FAILED, sby.UNKNOWN), done.stdout + done.stderr
