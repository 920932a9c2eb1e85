# Writes a register map as Markdown, for docs/.
# SPDX-License-Identifier: Apache-2.0
"""Usage: rdl_markdown.py OUTPUT.md MAP.rdl"""
import sys
from pathlib import Path

import rdl_map

ACCESS = {"r": "read", "w": "write", "rw": "read, write"}


def text(node):
    """The description as one line that does not break a table."""
    return " ".join((node.get_property("desc") or "").split()).replace("|", "\\|")


def address(reg):
    if not reg.stride:
        return f"0x{reg.address:03X}"
    return f"0x{reg.address:03X} + {reg.stride}·i, i = 0…{reg.count - 1}"


def summary(registers):
    yield "| Address | Register | |"
    yield "|---|---|---|"
    for reg in registers:
        yield f"| {address(reg)} | [{reg.name}](#{reg.name.lower()}) | {text(reg.node).split('. ')[0].rstrip('.')} |"


def detail(reg):
    yield f"## {reg.name}"
    yield ""
    yield f"Address {address(reg)}. {text(reg.node)}"
    yield ""
    yield "| Bits | Field | Access | Reset | |"
    yield "|---|---|---|---|---|"
    for field in sorted(reg.fields, key=lambda f: f.lsb):
        bits = str(field.lsb) if field.width == 1 else f"{field.msb}:{field.lsb}"
        reset = field.get_property("reset")
        shown = "–" if reset is None else hex(reset) if reset > 9 else str(reset)
        yield f"| {bits} | {field.inst_name} | {ACCESS[field.get_property('sw').name]} | {shown} | {text(field)} |"


def chapter(source):
    top, registers = rdl_map.load(source)
    yield f"# Registers of the {top.get_property('name')}"
    yield from ("", text(top), "", f"Written by `make generated` from `{source}`; edit that file, not this one.", "")
    yield from summary(registers)
    for reg in registers:
        yield ""
        yield from detail(reg)


def main(target, source):
    Path(target).write_text("\n".join(chapter(source)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
