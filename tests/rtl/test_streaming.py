# A steady stream: cubes come and go while the array computes, at the pace of whatever takes longest.
# SPDX-License-Identifier: Apache-2.0
import pytest
from configs import all_configurations
from cycles import is_fine, landings, period, slot, window
from exact import FORWARD_AXES
from pair import Pair, words_of
from program import ended, load
from stream import OPERATIONS, can_stream, period_of, steady

STREAMING = {name: p for name, p in all_configurations().items() if can_stream(p)}
NAMES = pytest.mark.parametrize("name", STREAMING)
FIRST, LAST = 2, 15  # cubes between whose ends the pace is measured
HANDOVER = 3  # cycles from the end of a load or unload to the first beat of the next
FETCH = 2     # cycles from one descriptor to the next


def pace(pair, placement, stalls=(0.0, 0.0)):
    """Streams random cubes through both models, which have to agree. Returns the cycle of each cube's last word, from
    the start of the program."""
    m, rng = pair.sim, pair.rng
    block = (m.bmax,) * 3
    points = (m.p * m.bmax)**3
    pair.initialise()
    pair.program([load(0, last=True)], block)
    pair.run(words_of("random", rng, points, pair.hls), 0)
    repeat = -(-(LAST + 1) // len(period_of(m.p, m.nbuf)))
    cubes = repeat * len(period_of(m.p, m.nbuf))
    shift = 0 if m.exp else min(m.cw - m.ps + 1, m.aw - m.w)
    pair.program(ended(steady(m, (shift,) * 3, placement)), block, repeat)
    start = m.cycles()
    pair.run(words_of("random", rng, cubes * points, pair.hls), cubes * points, stalls)
    assert m.lasts.size == cubes
    return m.lasts.astype(int) - start


def ideal(m):
    """(cycles of computing, beats of a cube)."""
    return period(m, (m.bmax,) * 3, FORWARD_AXES), (m.p * m.bmax)**3 // m.io_words


def allowed(m):
    """Cycles a cube: 2 % above the longer of computing and moving. Where a word that lands has one cycle only to be
    written, it may cost the streams that cycle; and five descriptors have to be fetched."""
    compute, beats = ideal(m)
    block = (m.bmax,) * 3
    if not is_fine(m) and window(m, slot(m, m.bmax)) == 1:
        beats += sum(landings(m, block, axis, m.p, rolls=axis != FORWARD_AXES[0]) for axis in FORWARD_AXES)
    return max(1.02 * max(compute, beats), beats + HANDOVER, FETCH * OPERATIONS)


def report(m, ends):
    compute, beats = ideal(m)
    cycles = (ends[LAST - 1] - ends[FIRST - 1]) / (LAST - FIRST)
    print(f"{cycles:.1f} cycles a cube for max({compute} compute, {beats} beats), "
          f"{100 * cycles / max(compute, beats) - 100:+.2f} %; filling: {ends[0]} cycles to the end of cube 1")
    return cycles


@NAMES
def test_steady_stream(name, rng):
    """Results leave as the nodes hold them, so a cube can come in right behind, at the same places."""
    with Pair(name, rng) as pair:
        assert report(pair.sim, pace(pair, placement=0)) <= allowed(pair.sim)


@pytest.mark.parametrize("name", [name for name, p in STREAMING.items()
                                  if p["NBUF"] > 3 and p.get("IO_WORDS", 1) == 1])
def test_steady_stream_in_order(name, rng):
    """With a fourth buffer the results can be sorted as they leave, at the same pace."""
    with Pair(name, rng) as pair:
        assert report(pair.sim, pace(pair, placement=3)) <= allowed(pair.sim)


@NAMES
@pytest.mark.parametrize("stalls", [(0.3, 0.0), (0.0, 0.3), (0.5, 0.5)], ids=["source", "sink", "both"])
def test_streams_that_stall(name, stalls, rng):
    """All is as it should be when source and sink pause, and the pauses are felt: each beat has its handshake."""
    with Pair(name, rng) as pair:
        assert report(pair.sim, pace(pair, placement=0, stalls=stalls)) > 1.2 * ideal(pair.sim)[1]
