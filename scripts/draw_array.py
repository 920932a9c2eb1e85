# Draws docs/images/array.svg: the torus of nodes with what rolls where, and the inside of a node.
# SPDX-License-Identifier: Apache-2.0
import sys

P = 3
INK, SOFT, PAPER = "#1f2933", "#7b8794", "#ffffff"
AXES = {"Q": "#c2410c", "R": "#15803d", "S": "#1d4ed8"}
FACES = ("#dbeafe", "#bfdbfe", "#93c5fd")
out = []


def line(x1, y1, x2, y2, colour=INK, width=1.4, marker=None, dash=None):
    out.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
               f'stroke-width="{width}"' + (f' marker-end="url(#{marker})"' if marker else "")
               + (f' stroke-dasharray="{dash}"' if dash else "") + "/>")


def text(x, y, words, size=13, anchor="middle", colour=INK, weight="normal"):
    out.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}" '
               f'font-weight="{weight}">{words}</text>')


def polygon(points, fill):
    out.append(f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}" fill="{fill}" stroke="{INK}" '
               f'stroke-width="0.7"/>')


def project(q, r, s):
    """Isometric view: S to the right, R to the back, Q down."""
    return 62 + 84 * s + 36 * r, 158 + 92 * q - 28 * r


def cube(q, r, s, edge=26):
    x, y = project(q, r, s)
    dx, dy = edge * 0.5, edge * 0.38
    polygon([(x, y), (x + edge, y), (x + edge, y + edge), (x, y + edge)], FACES[1])
    polygon([(x, y), (x + dx, y - dy), (x + edge + dx, y - dy), (x + edge, y)], FACES[0])
    polygon([(x + edge, y), (x + edge + dx, y - dy), (x + edge + dx, y + edge - dy), (x + edge, y + edge)], FACES[2])


def torus():
    text(210, 34, "P × P × P nodes on a torus", 16, weight="bold")
    text(210, 54, "each takes over from its +1 neighbours", 12, colour=SOFT)
    for r in reversed(range(P)):
        for q in range(P):
            for s in range(P):
                x, y = project(q, r, s)
                if s + 1 < P:
                    line(x + 84, y + 9, x + 43, y + 9, AXES["S"], 1.3, "S")
                if q + 1 < P:
                    line(x + 14, y + 92, x + 14, y + 28, AXES["Q"], 1.3, "Q")
                if r + 1 < P:
                    line(x + 43, y - 18, x + 31, y - 6, AXES["R"], 1.3, "R")
        for q in range(P):
            for s in range(P):
                cube(q, r, s)
    x, y = project(P - 1, 0, 0)
    text(x + 97, y + 52, "S", 14, colour=AXES["S"], weight="bold")
    text(210, y + 82, "each line of nodes is a ring:", 12, colour=SOFT)
    text(210, y + 98, "its last node takes over from its first", 12, colour=SOFT)
    x, y = project(0, 0, 0)
    text(x - 14, y + 110, "Q", 14, colour=AXES["Q"], weight="bold")
    text(x + 18, y - 34, "R", 14, colour=AXES["R"], weight="bold")


def box(x, y, w, h, title, note, fill):
    out.append(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="6" fill="{fill}" stroke="{INK}"/>')
    text(x + w / 2, y + h / 2 - 2, title, 13, weight="bold")
    text(x + w / 2, y + h / 2 + 15, note, 11, colour=SOFT)


def arrow(points, colour=INK, marker="ink"):
    for (x1, y1), (x2, y2) in zip(points, points[1:]):
        line(x1, y1, x2, y2, colour, 1.6, marker if (x2, y2) == points[-1] else None)


def node():
    text(620, 34, "A node: one multiply-add per cycle", 16, weight="bold")
    text(620, 54, "finishes a sum in b cycles, while a sum and an operand roll", 12, colour=SOFT)
    box(470, 90, 150, 56, "operands x", "NBUF · b³ words", FACES[0])
    box(680, 90, 150, 56, "coefficients c", "(P+2) · b² words", "#fef3c7")
    box(575, 190, 150, 56, "x · c + y", "W × CW bits to AW", "#dcfce7")
    box(680, 290, 150, 56, "accumulators y", "b³ sums", "#fee2e2")
    box(470, 290, 150, 56, "sum link", "⌈AW / b⌉ wires", PAPER)
    box(400, 190, 120, 56, "operand link", "⌈W / b⌉ wires", PAPER)
    box(470, 380, 150, 50, "round, saturate", "last step only", PAPER)
    arrow([(580, 146), (610, 189)])
    arrow([(740, 146), (690, 189)])
    arrow([(755, 290), (755, 262), (700, 262), (700, 248)])
    arrow([(600, 246), (560, 289)])
    arrow([(620, 318), (679, 318)])
    arrow([(545, 346), (545, 379)])
    arrow([(490, 146), (460, 189)])
    arrow([(470, 405), (382, 405), (382, 118), (469, 118)])
    arrow([(420, 189), (440, 150), (440, 130), (469, 130)])
    text(620, 462, "all nodes do the same at the same local address: one sequencer", 12, "middle", SOFT)


def main():
    torus()
    node()
    markers = "".join(
        f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="5" markerHeight="5" orient="auto">'
        f'<path d="M0,0 L8,4 L0,8 z" fill="{colour}"/></marker>' for name, colour in {**AXES, "ink": INK}.items())
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 480" font-family="sans-serif">'
                   f'<defs>{markers}</defs><rect width="860" height="480" fill="{PAPER}"/>\n' + "\n".join(out)
                   + "\n</svg>\n")


if __name__ == "__main__":
    main()
