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
    return 28 + 266 * q + 82 * s, 166 + 74 * (P - 1 - r)


def digits(name):
    return f"{(name - 1) // 9}{(name - 1) // 3 % 3}{(name - 1) % 3}"


def words(event, kind, stage):
    """What a word is called in a stage of 0 to 5."""
    level = stage if stage < 3 else 6 - stage
    after = level + 1 if stage < 3 else level - 1
    if kind == "c":
        return f"C{event.axis + 1} {digits(event.c)[1:]}"
    return f"{NAMES[level] if kind == 'x' else NAMES[after]} {digits(event.x if kind == 'x' else event.y)}"


def letters(events, numbers):
    """The block numbers that each node holds, in terms of its place: "QRT" for block (Q, R, T)."""
    places = {"Q": lambda e: e.q, "R": lambda e: e.r, "S": lambda e: e.s, "T": lambda e: (e.q + e.r + e.s) % P}
    return [next(letter for letter, place in places.items()
                 if all(int(numbers(event)[n]) == place(event) for event in events))
            for n in range(len(numbers(events[0])))]


def equation(events, stage):
    """What a stage computes, as its first step shows it."""
    x, c, y = (letters(events, lambda event, kind=kind: words(event, kind, stage).split()[1]) for kind in "xcy")
    summed, = set(x) - set(y)
    x, c, y = (f"{words(events[0], kind, stage).split()[0]}({','.join(places)})"
               for kind, places in (("x", x), ("c", c), ("y", y)))
    if events[0].axis == 0:  # the matrix stands on the left, as in docs/architecture.md
        return f"{y} = Σ over {summed} of {c}{'' if events[0].transposed else 'ᵀ'} · {x}"
    return f"{y} = Σ over {summed} of {x} · {c}{'ᵀ' if events[0].transposed else ''}"


def overview(stage):
    """The six stages in a row, with the current one filled."""
    for n in range(6):
        x, here = 28 + 130 * n, n == stage
        yield (f'<rect x="{x}" y="86" width="114" height="22" rx="4" fill="{INK if here else PAPER}" '
               f'stroke="{SOFT}"/><text x="{x + 57}" y="101" fill="{PAPER if here else SOFT}">{stage_name(n)}</text>')


def stage_name(stage):
    return f"{'Forward' if stage < 3 else 'Inverse'} {('I', 'II', 'III')[stage % 3]}"


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


def moving(group, offset, wraps, begin, total):
    """A group of words that come from `offset` at the beginning of their step.

    Words that pass from the first node to the last fade out there and in here, as they would cross all others."""
    if offset == (0, 0):
        return f"<g>{''.join(group)}</g>"
    start, end = begin / total, (begin + MOVING) / total
    there = "%d %d" % offset
    around = f'dur="{total * SECONDS}s" repeatCount="indefinite"'
    if wraps:
        middle = (start + end) / 2
        motion = (f'type="translate" calcMode="discrete" {around} values="{there};0 0" '
                  f'keyTimes="{joined([0, middle])}"/>'
                  f'<animate attributeName="opacity" {around} values="1;1;0;1;1" '
                  f'keyTimes="{joined([0, start, middle, end, 1])}"/>')
    else:
        motion = (f'type="translate" {around} values="{there};{there};0 0;0 0" '
                  f'keyTimes="{joined([0, start, end, 1])}"/>')
    return f'<g>{"".join(group)}<animateTransform attributeName="transform" {motion}</g>'


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
            wraps = bool(source) and any(abs(a - b) > 1 for a, b in zip(source, event.node))
            groups[(sx - x, sy - y), wraps].append(f'<text x="{x + 36}" y="{y + LINES[kind]}" fill="{COLOURS[kind]}">'
                                          f"{words(event, kind, stage)}</text>")
    title = f"{stage_name(stage)}, step {step % P + 1} of {P}: {equation(steps[stage * P], stage)}"
    rolls = (f"operand x {ROLLS[one.x_roll]} · coefficient c {ROLLS[1] if one.c_rolls else ROLLS[0]} · "
             f"sum y {ROLLS[one.y_roll]}")
    out.append(f'<text x="410" y="30" class="title">{title}</text><text x="410" y="58">{rolls}</text>')
    out += overview(stage)
    out += [moving(group, *key, step, total) for key, group in sorted(groups.items())]
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
    body = [*nodes(), f'<text x="410" y="398" xml:space="preserve">{legend}</text>',
            f'<text x="410" y="420" fill="{SOFT}">Digits are block numbers; T = (Q + R + S) mod {P}. '
            "What rolls moves to the previous node.</text>",
            f'<text x="410" y="438" fill="{SOFT}">The first node of a ring passes it to the last one.</text>',
            *(frame(step, steps) for step in range(len(steps)))]
    Path(sys.argv[2]).write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 452" font-family="sans-serif" font-size="13" '
        f'text-anchor="middle" fill="{INK}"><style>.title {{ font-size: 17px; font-weight: bold }}</style>'
        f'<rect width="820" height="452" fill="{PAPER}"/>\n' + "\n".join(body) + "\n</svg>\n", encoding="utf-8")


if __name__ == "__main__":
    main()
