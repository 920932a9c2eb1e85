# Ten faults by hand in the text of the RTL: each where an engineer might well make it.
# SPDX-License-Identifier: Apache-2.0
"""Usage: by_hand.py FOLDER

Writes a copy of the RTL with all of them, and sources.f, the list of its files. Fault n acts in a simulation in which
orb_mutation() gives n."""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from sources import listed  # noqa: E402

FAULTS = [  # configuration that has to catch it, what it is, file, what stands there, what acts in its place
    ("block", "a flipped link selector", "node/orb_link_operand", "(from == 2'd1)", "(from == 2'd2)"),
    ("block", "a missed carry in the rounding", "node/orb_round", "sum[LY] ^ sum[LY-1]", "sum[LY-1]"),
    ("block", "a window that is a cycle too long", "control/orb_landing", "window_of(slot_now)",
     "window_of(slot_now) + 1'b1"),
    ("block", "a word that is dropped where a stream has the port", "node/orb_node_port", "(!s_hit)", "(1'b1)"),
    ("lanes", "a sum stored for the wrong lane", "control/orb_sum_ctl", "y_waddr + COUNT[YW-1:0]", "y_waddr"),
    ("lanes", "a lane that grabs its neighbour's operand", "control/orb_slot_gen",
     "(phase == element_l + LANE[LB-1:0])",
     "(phase == element_l)"),
    ("float", "a result that is never rounded up", "node/orb_round_float", "(more_q | significand_q[0])", "1'b0"),
    ("float", "a group whose sums leave from the wrong place", "control/orb_group_send", "{odd_group, {GB{1'b0}}}",
     "{!odd_group, {GB{1'b0}}}"),
    ("tori", "a membrane that opens when it should close", "mesh/orb_mesh", "wire q_ends = ends[PASSAGE[32*q+:32]]",
     "!ends[PASSAGE[32*q+:32]]"),
    ("tori", "a coefficient at the T of another torus", "mesh/orb_coef_select", "sizes[t]", "!sizes[t]"),
]

PACKAGE = """package orb_faults;
  import "DPI-C" function int orb_mutation();
  int number = orb_mutation();
endpackage
"""


def main(folder):
    folder = Path(folder)
    texts = {path.relative_to(ROOT / "rtl"): path.read_text() for path in (ROOT / "rtl").glob("**/*.v")}
    for number, (_, _, file, right, wrong) in enumerate(FAULTS, 1):
        path = Path(f"{file}.v")
        if texts[path].count(right) != 1:
            sys.exit(f"{right} is not in {path} once")
        declaration, _, expression = right.rpartition(" = ")
        before = f"{declaration} = " if declaration else ""
        texts[path] = texts[path].replace(
            right, f"{before}((orb_faults::number == {number}) ? ({wrong}) : ({expression}))")
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    (folder / "orb_faults.sv").write_text(PACKAGE)
    (folder / "sources.f").write_text("\n".join([f"{folder}/orb_faults.sv"] + [
        str(folder / Path(name).relative_to("rtl")) for name in listed("rtl/orbital_core.f")]) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
