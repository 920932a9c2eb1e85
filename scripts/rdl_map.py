# Reads a SystemRDL address map into a flat list of registers, from which the generators write their views.
# SPDX-License-Identifier: Apache-2.0
from dataclasses import dataclass

from systemrdl import RDLCompiler
from systemrdl.node import RegfileNode


@dataclass(frozen=True)
class Register:
    """One register, or one row of equal registers."""
    name: str  # PROGRAM_LO for register LO of register file PROGRAM
    node: object  # systemrdl RegNode
    address: int  # of the first, in bytes
    stride: int  # between neighbours, in bytes; 0 when there is one only
    count: int

    @property
    def fields(self):
        return self.node.fields()


def load(path):
    """Returns (address map node, registers in the order of their addresses)."""
    compiler = RDLCompiler()
    compiler.compile_file(path)
    top = compiler.elaborate().top
    return top, list(_registers(top, "", 0, 0, 1))


def _registers(parent, prefix, base, stride, count):
    for child in parent.children():
        address = base + child.raw_address_offset
        if child.is_array:
            if stride or len(child.array_dimensions) != 1:
                raise ValueError(f"{child.get_path()}: arrays of arrays are not supported")
            step, number = child.array_stride, child.array_dimensions[0]
        else:
            step, number = stride, count
        if isinstance(child, RegfileNode):
            yield from _registers(child, f"{prefix}{child.inst_name}_", address, step, number)
        else:
            yield Register(prefix + child.inst_name, child, address, step, number)
