# The bundles of rtl/include/orb_control.vh, as tests read, check and drive them.
# SPDX-License-Identifier: Apache-2.0
import re
from functools import cache

from sources import ROOT

SOURCE = ROOT / "rtl/include/orb_control.vh"


@cache
def macros():
    """Name -> text of each macro, on one line and without comments."""
    text = re.sub(r"/\*.*?\*/", " ", SOURCE.read_text().replace("\\\n", " "), flags=re.S)
    return dict(re.findall(r"^`define (ORB_\w+)(?:\(kind\))? +(.+?) *$", text, re.MULTILINE))


def expanded(text):
    """A macro's text with the macros that it names replaced by theirs."""
    return re.sub(r"`(ORB_\w+)(?:\(kind\))?", lambda found: expanded(macros()[found[1]]), text)


def names():
    """The bundles: each has its fields, their bits together (_BITS), and their declarations (_FIELDS)."""
    return [name.removesuffix("_BITS") for name in macros() if name.endswith("_BITS")]


def fields(bundle):
    """The names of the fields, highest first."""
    return [name.strip() for name in expanded(macros()[bundle]).split(",")]


def widths(bundle):
    """Field -> number of its bits, as an expression of the parameters."""
    found = {}
    for top, declared in re.findall(r"\bkind\s*(?:\[(.*?):0\])?([^;]*);", expanded(macros()[f"{bundle}_FIELDS"])):
        found.update({name.strip(): f"{top or 0} + 1" for name in declared.split(",")})
    return found


class Driver:
    """Drives the fields of a bundle that is an input of a bench's module."""

    def __init__(self, pin, bundle, dut):
        self.pin, self.values = pin, dict.fromkeys(fields(bundle), 0)
        bits = widths(bundle)
        known = {name: int(getattr(dut, name).value) for expression in bits.values()
                 for name in re.findall(r"[A-Z_]\w*", expression)}
        self.bits = {name: eval(bits[name], known) for name in self.values}

    def set(self, **values):
        unknown = set(values) - set(self.values)
        assert not unknown, f"no fields of the bundle: {unknown}"
        self.values |= values
        word = 0
        for name, value in self.values.items():
            assert 0 <= int(value) < 1 << self.bits[name], f"{name} = {value} has more than {self.bits[name]} bits"
            word = word << self.bits[name] | int(value)
        self.pin.value = word
