# The register maps as Python sees them, straight from their SystemRDL sources.
# SPDX-License-Identifier: Apache-2.0
import sys
from functools import cache

from sources import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import rdl_map  # noqa: E402


@cache
def load(path):
    """Name -> rdl_map.Register."""
    return {reg.name: reg for reg in rdl_map.load(str(ROOT / path))[1]}


def registers():
    """Name -> rdl_map.Register, of the core."""
    return load("rtl/regs/orbital.rdl")


def axi_registers():
    """Likewise, of the ports that orbital_axi adds."""
    return load("rtl/axi/orbital_axi.rdl")


def named(name):
    return registers().get(name) or axi_registers()[name]


def address(name, index=0):
    """Byte address of a register, of the index-th in a row."""
    reg = named(name)
    if not 0 <= index < reg.count:
        raise IndexError(f"{name} has {reg.count} registers")
    return reg.address + reg.stride * index


def encode(name, **values):
    """The word of a register with the named fields set, the others 0."""
    word = 0
    fields = {field.inst_name: field for field in named(name).fields}
    for key, value in values.items():
        field = fields[key]
        if not 0 <= value < 1 << field.width:
            raise ValueError(f"{name}.{key} = {value} does not fit {field.width} bits")
        word |= int(value) << field.lsb
    return word


def decode(name, word):
    """Field name -> value."""
    return {field.inst_name: word >> field.lsb & (1 << field.width) - 1 for field in named(name).fields}
