# The rows of a study, and tables in Markdown.
# SPDX-License-Identifier: Apache-2.0
import csv
import math

NUMBERS = ("ranks", "seconds", "work", "wait", "idle", "steps", "messages", "bytes", "error")


def read(path):
    """The rows of a study, or None if it was not simulated."""
    if not path.exists():
        return None
    rows = list(csv.DictReader(path.open()))
    for row in rows:
        row.update({key: float(row[key]) for key in NUMBERS})
        row["ranks"] = int(row["ranks"])
    return rows


def where(rows, **wanted):
    found = [row for row in rows if all(row[key] == value for key, value in wanted.items())]
    return sorted(found, key=lambda row: row["ranks"])


def names(rows, key):
    return list(dict.fromkeys(row[key] for row in rows))


def table(heads, lines):
    """A table in Markdown."""
    return "\n".join("| " + " | ".join(line) + " |" for line in (heads, ["---"] * len(heads), *lines)) \
        .replace(" --- ", "---") + "\n"


def number(value):
    """A number with three significant digits."""
    digits = max(0, 2 - math.floor(math.log10(value))) if value else 0
    return f"{value:,.{digits}f}"
