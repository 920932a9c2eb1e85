# Draws docs/images/orbit.svg: a transform on 3x3x3 nodes step by step, forward and back, from a trace of hls/.
# SPDX-License-Identifier: Apache-2.0
"""Usage: draw_orbit.py FOLDER PICTURE.svg

FOLDER holds orb_hls_orbit.so (make orbit), the model that computes with names of blocks and records its steps."""
import ctypes
import sys
from collections import defaultdict
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests/support"))
import program  # noqa: E402
from model import Model  # noqa: E402

P, SECONDS, MOVING = 3, 3, 0.35  # nodes a side; of a step; the part of it in which words roll
INK, SOFT, PAPER = "#1f2933", "#7b8794", "#ffffff"
COLOURS = {"x": "#1d4ed8", "c": "#b45309", "y": "#b91c1c"}
ROLLS = ("stays", "rolls along Q", "rolls along R", "rolls along S")
NAMES = ("X", "X′", "X″", "Z")
LINES = {"x": 17, "c": 33, "y": 49}


class Event(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in "axis transposed x_roll y_roll c_rolls q r s x c y".split()]

    @property
    def node(self):
        return self.q, self.r, self.s


def trace(folder):
    """The steps of a transform and back, each a list of the events of its nodes."""
    with Model("hls", "orbit", folder=folder) as model:
        forward, result = program.stages(P, (0, 0, 0))
        back, home = program.stages(P, (0, 0, 0), inverse=True, src=result, other=1 - result)
        names = list(range(1, 1 + P**3))  # of the coefficients of all three axes, and of the points
        model.program([program.coefficients(), program.load(), *forward, *back, program.unload(home, 0)], (1, 1, 1))
        out = model.run(names + names, len(names))
        if list(out) != names:
            sys.exit(f"draw_orbit.py: there and back is {list(out)}")
        library, number = ctypes.CDLL(str(folder / "orb_hls_orbit.so")), ctypes.c_size_t()
        library.orbit_events.restype = ctypes.POINTER(Event)
        events = library.orbit_events(ctypes.byref(number))
        if not events:
            sys.exit("draw_orbit.py: a node multiplied what does not belong together")
        copies = [Event.from_buffer_copy(events[n]) for n in range(number.value)]
    return [copies[n:n + P**3] for n in range(0, len(copies), P**3)]


def place(node):
    """Sheets of Q beside each other; S to the right, R upwards."""
    q, r, s = node
    return 28 + 266 * q + 82 * s, 122 + 74 * (P - 1 - r)


def digits(name):
    return f"{(name - 1) // 9}{(name - 1) // 3 % 3}{(name - 1) % 3}"


def words(event, kind, stage):
    """What a word is called in a stage of 0 to 5."""
    level = stage if stage < 3 else 6 - stage
    after = level + 1 if stage < 3 else level - 1
    if kind == "c":
        return f"C{event.axis + 1} {digits(event.c)[1:]}{'ᵀ' if event.transposed else ''}"
    return f"{NAMES[level] if kind == 'x' else NAMES[after]} {digits(event.x if kind == 'x' else event.y)}"


def origin(event, kind, before, same_stage):
    """The node at which a word was in the step before, or None if it is new."""
    if kind == "c":
        if not (same_stage and event.c_rolls):
            return event.node if same_stage else None
        return next(e.node for e in before if e.c == event.c and (e.r, e.s) == (event.r, event.s))
    if kind == "y":
        return next(e.node for e in before if e.y == event.y) if same_stage else None
    held = "x" if same_stage else "y"
    return next((e.node for e in before if getattr(e, held) == event.x), None)


def joined(times):
    return ";".join(f"{time:.4f}" for time in times)


def moving(group, offset, begin, total):
    """A group of words that come from `offset` at the beginning of their step."""
    if offset == (0, 0):
        return f"<g>{''.join(group)}</g>"
    start, end = begin / total, (begin + MOVING) / total
    times, values = ([0, end, 1], [offset, (0, 0), (0, 0)]) if not begin else (
        [0, start, end, 1], [offset, offset, (0, 0), (0, 0)])
    return (f'<g>{"".join(group)}<animateTransform attributeName="transform" type="translate" '
            f'dur="{total * SECONDS}s" repeatCount="indefinite" '
            f'values="{";".join("%d %d" % value for value in values)}" keyTimes="{joined(times)}"/></g>')


def frame(step, steps):
    """One step: its words, which are visible while it lasts."""
    events, before, total = steps[step], steps[step - 1] if step else [], len(steps)
    stage, first = step // P, step % P == 0
    one, out = events[0], []
    groups = defaultdict(list)
    for event in events:
        x, y = place(event.node)
        for kind in "xcy":
            source = origin(event, kind, before, not first) if step else None
            sx, sy = place(source) if source else (x, y)
            groups[sx - x, sy - y].append(f'<text x="{x + 36}" y="{y + LINES[kind]}" fill="{COLOURS[kind]}">'
                                          f"{words(event, kind, stage)}</text>")
    title = (f"{'Forward' if stage < 3 else 'Inverse'} stage {('I', 'II', 'III')[stage % 3]}, "
             f"step {step % P + 1} of {P}: contracts axis {one.axis + 1}")
    rolls = (f"operand {ROLLS[one.x_roll]} · coefficient {ROLLS[1] if one.c_rolls else ROLLS[0]} · "
             f"sum {ROLLS[one.y_roll]}")
    out.append(f'<text x="410" y="30" class="title">{title}</text><text x="410" y="54">{rolls}</text>')
    out += [moving(group, offset, step, total) for offset, group in sorted(groups.items())]
    start, end = step / total, (step + 1) / total
    times, values = [0], ["visible" if step == 0 else "hidden"]
    if step:
        times, values = [*times, start], [*values, "visible"]
    if step + 1 < total:
        times, values = [*times, end], [*values, "hidden"]
    shown = (f'<animate attributeName="visibility" calcMode="discrete" dur="{total * SECONDS}s" '
             f'repeatCount="indefinite" values="{";".join(values)}" keyTimes="{joined(times)}"/>')
    return f'<g visibility="{"hidden" if step else "visible"}">{shown}{"".join(out)}</g>'


def nodes():
    for q in range(P):
        x, y = place((q, P - 1, 0))
        yield f'<text x="{x + 118}" y="{y - 14}" fill="{SOFT}">Q = {q}   (S to the right, R upwards)</text>'
        for r in range(P):
            for s in range(P):
                x, y = place((q, r, s))
                yield f'<rect x="{x}" y="{y}" width="72" height="58" rx="5" fill="#f1f5f9" stroke="{SOFT}"/>'


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    steps = trace(Path(sys.argv[1]).resolve())
    legend = "".join(f'<tspan fill="{COLOURS[kind]}">{text}</tspan>' for kind, text in (
        ("x", "operand x   "), ("c", "coefficient c   "), ("y", "sum y = y + x · c")))
    body = [*nodes(), f'<text x="410" y="354" xml:space="preserve">{legend}</text>',
            f'<text x="410" y="376" fill="{SOFT}">Digits are block numbers. Each word that rolls goes '
            "to the node before its own; the first node passes it to the last.</text>",
            *(frame(step, steps) for step in range(len(steps)))]
    Path(sys.argv[2]).write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 392" font-family="sans-serif" font-size="13" '
        f'text-anchor="middle" fill="{INK}"><style>.title {{ font-size: 17px; font-weight: bold }}</style>'
        f'<rect width="820" height="392" fill="{PAPER}"/>\n' + "\n".join(body) + "\n</svg>\n", encoding="utf-8")


if __name__ == "__main__":
    main()
