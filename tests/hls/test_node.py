# The step of a node as gates, against the same source compiled by gcc, which is the reference of the Verilog core.
# SPDX-License-Identifier: Apache-2.0
import sys

import numpy as np
import pytest
from kernel_bench import ROOT, Compiled, Gates, translate

pytestmark = pytest.mark.long

SOURCES = [ROOT / f"hls/orb_hls_{name}.c" for name in ("cell", "arith", "float")]
WALK = ["u32"] * 5 + ["u8"]  # extents, b2*b3, axis, transposed
STEP = [*WALK, "u8", "u32", "u32", "i32*", "i32*", "i64*", "i64*"]
NODE_STEP = [*WALK, "u8", "u8", "u8", "u32", "u32", "u32", "i32*", "i32*", "i64*", "i32*", "i64*", "i32*"]
# Parameters as in rtl/orbital_core.v, and how many random blocks to run.
SHAPES = {"p2_b8_w18": ({"P": 2, "BMAX": 8, "W": 18}, 10_000),
          "p3_b5_w25": ({"P": 3, "BMAX": 5, "W": 25, "CW": 18, "NBUF": 3, "CBANKS": 2}, 1_000),
          "p2_b4_w8": ({"P": 2, "BMAX": 4, "W": 8, "CW": 10, "AW": 24, "PS": 0}, 1_000),
          "p2_b2_w18": ({"P": 2, "BMAX": 2, "W": 18, "AW": 63}, 1_000)}


class Node:
    """A function of hls/ as gates and as gcc compiles it."""

    def __init__(self, top, types, result, stages, parameters, folder):
        self.top = top
        self.w, self.cw = parameters["W"], parameters.get("CW", 18)
        self.aw, self.bmax = parameters.get("AW", self.w + self.cw), parameters["BMAX"]
        self.cube, self.nbuf = self.bmax**3, parameters.get("NBUF", 2)
        self.block = self.bmax**2
        self.blocks = parameters.get("CBANKS", 1) * (parameters["P"] + 2)
        options = [f"-I{ROOT}/hls", *(f"-DORB_{name}={value}" for name, value in parameters.items())]
        self.made = translate(SOURCES, top, folder, options, stages)
        assert self.made["interval"] == 1
        self.gates = Gates(self.made, folder)
        self.compiled = Compiled(SOURCES, top, folder, types, result, options)

    def arrays(self, rng):
        def words(bits, count):
            low, high = -(1 << bits - 1), (1 << bits - 1) - 1
            kind = rng.integers(4)
            if kind == 0:
                return rng.choice([low, high, 0, -1], count)
            return rng.integers(low >> (kind - 1) * bits // 3, (high >> (kind - 1) * bits // 3) + 1, count)

        return {"x": words(self.w, self.nbuf * self.cube), "c": words(self.cw, self.blocks * self.block),
                "y": words(self.aw, self.cube), "rolled": np.zeros(self.cube, int), "sums": np.zeros(self.cube, int),
                "results": np.zeros(self.cube, int)}

    def trial(self, rng, extents, axis):
        """A random block: both answer and write the same."""
        b1, b2, b3 = extents
        scalars = [b1, b2, b3, b2 * b3, axis, int(rng.integers(2)), int(rng.integers(2))]
        if self.top == "orb_hls_node_step":
            scalars += [int(rng.integers(2)), int(rng.integers(2)), int(rng.integers(self.aw - self.w + 1))]
        scalars += [int(rng.integers(self.nbuf)) * self.cube, int(rng.integers(self.blocks)) * self.block]
        arrays = self.arrays(rng)
        names = [memory["name"] for memory in self.made["memories"]]
        answer, kept = self.compiled.run([*scalars, *(arrays[name] for name in names)])
        result, written = self.gates.run(scalars, {name: arrays[name] for name in names})
        assert answer is None or answer == result, f"{answer:#x}, gates {result:#x}: {scalars}"
        for name, array in zip(names, kept[len(scalars):]):
            if name in written:
                np.testing.assert_array_equal(written[name], array, f"{name}: {scalars}")
        assert self.gates.cycles <= np.prod(extents) * extents[axis] + 12


KERNELS = pytest.mark.parametrize("top, types, result, stages", [
    ("orb_hls_step", STEP, "", 6), ("orb_hls_node_step", NODE_STEP, "u32", 8)], ids=["step", "node_step"])


@KERNELS
@pytest.mark.parametrize("shape", SHAPES)
def test_blocks(top, types, result, stages, shape, tmp_path, rng):
    parameters, count = SHAPES[shape]
    node = Node(top, types, result, stages, parameters, tmp_path)
    for _ in range(count):
        node.trial(rng, rng.integers(2, node.bmax + 1, 3).tolist(), int(rng.integers(3)))


@KERNELS
def test_cycles_of_the_largest_block(top, types, result, stages, tmp_path, rng):
    """A product per cycle: 8*8*8*8 of them, and the pipeline. The report's table has the same figures."""
    sys.path.insert(0, str(ROOT / "scripts"))
    from hls_report import CYCLES
    node = Node(top, types, result, stages, SHAPES["p2_b8_w18"][0], tmp_path)
    for axis in range(3):
        node.trial(rng, (8, 8, 8), axis)
        assert f"{node.gates.cycles:,}" == CYCLES[top]
