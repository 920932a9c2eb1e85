# Runs random programs on a core with one fault and on the reference, until they differ.
# SPDX-License-Identifier: Apache-2.0
"""Usage: judge.py FOLDER MODEL NUMBER SEED PROGRAMS

Prints how the fault showed: an exception's name and text, or, where no program showed it, the cycles that all took;
those of the core without a fault (number 0) tell whether the fault has cost any."""
import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from pair import Pair  # noqa: E402
from random_program import STALLS, random_job, random_words  # noqa: E402

MAX_CYCLES = 200_000  # of one program; the longest takes a tenth


def run_program(pair):
    job = random_job(pair.rng, pair.hls)
    words = random_words(pair.rng, pair.hls, job)
    pair.program(job.descriptors, job.block, job.repeat, job.ring)
    pair.run(words, job.count, STALLS[pair.rng.integers(len(STALLS))], MAX_CYCLES)


def main(folder, model, number, seed, programs):
    os.environ["ORB_MUTATION"] = number  # before the model is loaded
    try:
        with Pair(model, np.random.default_rng(int(seed)), Path(folder)) as pair:
            pair.initialise()
            for _ in range(int(programs)):
                run_program(pair)
            print(f"cycles {pair.sim.cycles()}")
    except Exception as problem:  # whatever the two do not agree in
        print(f"{type(problem).__name__}: {str(problem).splitlines()[0]}")


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    main(*sys.argv[1:])
