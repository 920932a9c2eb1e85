# The plots of benchmarks and studies: one style, drawn by matplotlib, the same bytes for the same numbers.
# SPDX-License-Identifier: Apache-2.0
import math
from collections import namedtuple

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

# points: (x, y). A dashed line was not measured or simulated here.
Line = namedtuple("Line", "name points colour dashed")
# One pair of axes, each logarithmic or not; y then begins at 0.
Panel = namedtuple("Panel", "title lines x_name y_name log_y log_x", defaults=(True, True))
# values: one (low, middle, high) for each row of bars; the whisker goes from low to high.
Bars = namedtuple("Bars", "name values colour")

COLOURS = ("#1d4ed8", "#c2410c", "#15803d", "#7e22ce", "#be123c", "#0e7490", "#a16207", "#475569")
COLUMNS = 2
PANEL_INCHES = 4.4, 3.4

# Text stays text. The identifiers within the file come from the salt, and not from a random number.
STYLE = {"svg.fonttype": "none", "svg.hashsalt": "orbital", "font.family": "sans-serif", "font.size": 9,
         "axes.titlesize": 10, "axes.grid": True, "axes.axisbelow": True, "axes.edgecolor": "#9ca3af",
         "grid.color": "#e5e7eb", "xtick.color": "#374151", "ytick.color": "#374151", "xtick.minor.visible": False,
         "lines.linewidth": 1.4, "lines.markersize": 3, "legend.frameon": False}


def short(value, _=None):
    """A number as short as it goes."""
    text = f"{value:.10g}"
    return text if len(text) < 7 else f"{value:.0e}".replace("e-0", "e-").replace("e+0", "e")


def powers(values, base):
    """The powers of base around all values: a locator of ticks, and the limits of the axis."""
    first = math.floor(math.log(min(values), base) + 1e-9)
    last = max(first + 1, math.ceil(math.log(max(values), base) - 1e-9))
    at = [float(base)**i for i in range(first, last + 1)]
    return FixedLocator(at), (at[0], at[-1])


def logarithmic(axis, scale, limit, values, base):
    locator, ends = powers(values, base)
    scale("log", base=base)
    margin = (ends[1] / ends[0])**0.02
    limit(ends[0] / margin, ends[1] * margin)
    axis.set_major_locator(locator)
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(short))


def style_of(line):
    return {"color": line.colour, "linestyle": (0, (4, 2)) if line.dashed else "-",
            "marker": None if line.dashed else "o"}


def draw_panel(axes, panel):
    lines = [line for line in panel.lines if line.points]
    for line in lines:
        axes.plot(*zip(*line.points), gid=line.name, **style_of(line))
    x, y = ([point[i] for line in lines for point in line.points] for i in range(2))
    if panel.log_x:
        logarithmic(axes.xaxis, axes.set_xscale, axes.set_xlim, x, 4)
    if panel.log_y:
        logarithmic(axes.yaxis, axes.set_yscale, axes.set_ylim, y, 10)
    else:
        axes.set_ylim(bottom=0)
    axes.set_title(panel.title)
    axes.set_xlabel(panel.x_name)
    axes.set_ylabel(panel.y_name)


def save(figure, path):
    """Without what differs from day to day."""
    figure.savefig(path, format="svg", facecolor="white", metadata={"Date": None, "Creator": None})


def new_figure(width, height):
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasSVG(figure)
    return figure


def draw_lines(path, panels, legend):
    """Panels in rows of two, and below them a legend that names the lines of `legend`."""
    with matplotlib.rc_context(STYLE):
        columns = min(COLUMNS, len(panels))
        rows = math.ceil(len(panels) / columns)
        entries = math.ceil(len(legend) / (4 if columns > 1 else 2))
        figure = new_figure(PANEL_INCHES[0] * columns, PANEL_INCHES[1] * rows + 0.2 * entries + 0.1)
        grid = figure.subplots(rows, columns, squeeze=False).flat
        for axes, panel in zip(grid, panels):
            draw_panel(axes, panel)
        for axes in list(grid)[len(panels):]:
            axes.set_axis_off()
        figure.legend([Line2D([], [], **style_of(line)) for line in legend], [line.name for line in legend],
                      loc="outside lower center", ncols=min(len(legend), 4 if columns > 1 else 2))
        save(figure, path)


def draw_bars(path, title, rows, groups, x_name, mark):
    """Horizontal bars, one group of them for each name in rows, with a line at the value 1, which `mark` explains."""
    with matplotlib.rc_context(STYLE):
        figure = new_figure(2 * PANEL_INCHES[0], 0.36 * len(rows) + 1.2)
        axes = figure.subplots()
        height = 0.8 / len(groups)
        for i, group in enumerate(groups):
            low, middle, high = zip(*group.values)
            at = [row - 0.4 + height * (i + 0.5) for row in range(len(rows))]
            spread = [[m - l for m, l in zip(middle, low)], [h - m for m, h in zip(middle, high)]]
            bars = axes.barh(at, middle, 0.92 * height, color=group.colour, xerr=spread,
                             error_kw={"ecolor": "#1f2933", "elinewidth": 1})
            for bar, row in zip(bars, rows):
                bar.set_gid(f"{group.name}: {row}")
        axes.axvline(1, color="#1f2933", linestyle=(0, (4, 2)), linewidth=1)
        axes.annotate(mark, (1, 1), xycoords=("data", "axes fraction"), xytext=(3, 3), textcoords="offset points")
        axes.set_yticks(range(len(rows)), rows)
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.grid(visible=False, axis="y")
        axes.set_title(title, pad=16)
        axes.set_xlabel(x_name)
        figure.legend([Patch(color=group.colour) for group in groups], [group.name for group in groups],
                      loc="outside lower center", ncols=len(groups))
        save(figure, path)
