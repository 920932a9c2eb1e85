# Line plots as SVG.
# SPDX-License-Identifier: Apache-2.0
import math
from collections import namedtuple
from html import escape

# points: (x, y); a dashed line is somebody else's
Line = namedtuple("Line", "name points colour dashed")

COLOURS = ("#1d4ed8", "#c2410c", "#15803d", "#7e22ce", "#be123c", "#0e7490", "#a16207", "#475569")
WIDTH, HEIGHT = 420, 320
LEFT, RIGHT, TOP, BOTTOM = 62, 20, 30, 44


def short(value):
    """A number as short as it goes."""
    text = f"{value:.10g}"
    return text if len(text) < 7 else f"{value:.0e}".replace("e-0", "e-").replace("e+0", "e")


def ticks(low, high, logarithmic, base):
    if not logarithmic:
        step = 10 ** math.floor(math.log10((high - low) or 1.0))
        step = step / 2 if (high - low) / step < 4 else step
        return [i * step for i in range(math.ceil(low / step), math.floor(high / step) + 1)]
    first, last = math.floor(math.log(low, base) + 1e-9), math.ceil(math.log(high, base) - 1e-9)
    return [base ** i for i in range(first, last + 1)]


class Scale:
    def __init__(self, values, at, logarithmic, base=10.0, zero=False):
        self.logarithmic = logarithmic
        low, high = min(values), max(values)
        low = 0.0 if zero and not logarithmic else low
        self.ticks = ticks(low, high, logarithmic, base)
        low, high = min([low, *self.ticks]), max([high, *self.ticks])
        self.low, self.span = self.of(low), (self.of(high) - self.of(low)) or 1.0
        self.at = at

    def of(self, value):
        return math.log(value) if self.logarithmic else value

    def __call__(self, value):
        return self.at[0] + (self.of(value) - self.low) / self.span * (self.at[1] - self.at[0])


def panel(title, lines, x_name, y_name, offset, log_y=True):
    """One pair of axes with its lines, and a legend at the top right or below."""
    lines = [line for line in lines if line.points]
    x = Scale([p[0] for line in lines for p in line.points], (LEFT, WIDTH - RIGHT), True, 4.0)
    y = Scale([p[1] for line in lines for p in line.points], (HEIGHT - BOTTOM, TOP), log_y, zero=True)
    out = [f'<g transform="translate({offset[0]},{offset[1]})">',
           f'<text x="{WIDTH / 2}" y="18" text-anchor="middle" font-size="13">{escape(title)}</text>']
    for tick in x.ticks:
        out.append(f'<line x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="#e5e7eb"/>'
                   f'<text x="{x(tick):.1f}" y="{HEIGHT - BOTTOM + 15}" text-anchor="middle">{short(tick)}</text>')
    for tick in y.ticks:
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(tick):.1f}" y2="{y(tick):.1f}" stroke="#e5e7eb"/>'
                   f'<text x="{LEFT - 5}" y="{y(tick) + 4:.1f}" text-anchor="end">{short(tick)}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{escape(x_name)}</text>'
               f'<text transform="translate(13,{(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">'
               f'{escape(y_name)}</text>')
    for line in lines:
        path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in line.points)
        dash = ' stroke-dasharray="5 3"' if line.dashed else ""
        out.append(f'<polyline points="{path}" fill="none" stroke="{line.colour}" stroke-width="1.6"{dash}/>')
        if not line.dashed:
            out.extend(f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="2" fill="{line.colour}"/>' for a, b in line.points)
    out.append("</g>")
    return "\n".join(out)


def legend(lines, y, width):
    """Names of the lines, in rows."""
    out, x = [], LEFT
    for line in lines:
        long = 40 + 6.2 * len(line.name)
        if x + long > width and x > LEFT:
            x, y = LEFT, y + 18
        dash = ' stroke-dasharray="5 3"' if line.dashed else ""
        out.append(f'<line x1="{x}" x2="{x + 24}" y1="{y - 4}" y2="{y - 4}" stroke="{line.colour}" stroke-width="1.6"'
                   f'{dash}/><text x="{x + 29}" y="{y}">{escape(line.name)}</text>')
        x += long
    return "\n".join(out), y


def picture(panels, named, columns=2):
    """panels: what `panel` takes before its offset, as tuples; named: the lines of the legend."""
    rows = -(-len(panels) // columns)
    width = WIDTH * min(columns, len(panels))
    text, bottom = legend(named, rows * HEIGHT + 18, width)
    drawn = "\n".join(panel(*p[:4], (WIDTH * (i % columns), HEIGHT * (i // columns)), *p[4:])
                      for i, p in enumerate(panels))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {bottom + 12}" font-family="sans-serif" '
            f'font-size="11"><rect width="{width}" height="{bottom + 12}" fill="white"/>\n{drawn}\n{text}\n</svg>\n')
