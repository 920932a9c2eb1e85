# Puts a core with one fault through trials beside its reference, until they differ.
# SPDX-License-Identifier: Apache-2.0
"""Usage: judge.py FOLDER MODEL NUMBER SEED TRIALS

TRIALS random trials come first, and then those that are aimed. Prints how the fault showed: an exception's name and
text, or, where no trial showed it, the cycles that all took, and what the core counted of them; those of the core
without a fault (number 0) tell whether the fault has cost any."""
import os
import sys
from itertools import chain, repeat
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from aimed import AIMED  # noqa: E402
from pair import Pair  # noqa: E402
from trials import COUNTERS, trial  # noqa: E402


def main(folder, model, number, seed, trials):
    os.environ["ORB_MUTATION"] = number  # before the model is loaded
    done = 0
    try:
        with Pair(model, np.random.default_rng(int(seed)), Path(folder)) as pair:
            pair.initialise()
            counts = [0] * len(COUNTERS)
            for done, kind in enumerate(chain(repeat(None, int(trials)), AIMED), 1):
                trial(pair, kind)
                counts = [count + pair.sim.read64(name) for count, name in zip(counts, COUNTERS)]
            print("cycles", pair.sim.cycles(), *counts)
    except Exception as problem:  # whatever the two do not agree in
        print(f"trial {done}, {type(problem).__name__}: {str(problem).splitlines()[0]}")


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    main(*sys.argv[1:])
