# A core whose nodes are C does what the hand-written core and the reference do: random programs.
# SPDX-License-Identifier: Apache-2.0
import os
import zlib

import numpy as np
import pytest
from kernel_bench import ROOT
from pair import Pair
from random_program import random_job, random_words, run_random
from registers import encode

pytestmark = pytest.mark.long

FOLDER = ROOT / "build/tests/hls"
PROGRAMS = {"p2_b4_f2_w18_n3": 2_000, "p2_b8_f2_w18": 100, "p2_b5_f2_w16": 300}


class Nodes(Pair):
    """A core and the reference. Nodes from C take cycles of their own."""

    def __init__(self, name, rng, written):
        self.written = written
        super().__init__(name, rng, FOLDER / written)

    def compare_registers(self, compute=True):
        super().compare_registers(compute and self.written == "hand")


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("written", ["c", "hand"])
def test_programs(name, written):
    """Both kinds of nodes run the same programs."""
    rng = np.random.default_rng(zlib.crc32(f"{os.environ['ORB_SEED']} {name}".encode()))
    with Nodes(name, rng, written) as pair:
        pair.initialise()
        for _ in range(PROGRAMS[name]):
            run_random(pair)


@pytest.mark.parametrize("how", ["reset", "abort"])
def test_stopped_in_the_middle(how, rng):
    """After a stop anywhere in a program, and new contents for all memories, nothing is left of it."""
    with Nodes("p2_b4_f2_w18_n3", rng, "c") as pair:
        pair.initialise()
        for _ in range(100):
            job = random_job(rng, pair.hls)
            pair.sim.program(job.descriptors, job.block, job.repeat, job.ring)
            words = random_words(rng, pair.hls, job)
            pair.sim.attempt(words, job.count, max_cycles=int(rng.integers(1, 3000)), out_stall=0.2)
            if how == "reset":
                pair.sim.reset()
                pair.hls.reset()
                assert pair.sim.read("STATUS") == 0
            else:
                pair.sim.write("CONTROL", encode("CONTROL", abort=1))
                assert not pair.sim.fields("STATUS")["busy"]
            pair.initialise()
            run_random(pair)
