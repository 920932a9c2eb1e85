# Writes the register map as Verilog-2005 localparams, to be included inside the modules that use it.
# SPDX-License-Identifier: Apache-2.0
"""Usage: rdl_verilog.py MAP.rdl OUTPUT.vh

For a register NAME: ORB_REG_NAME is its byte address, ORB_REG_NAME_STRIDE and _COUNT describe a row of registers.
For a field: ORB_NAME_FIELD_LSB and _WIDTH, and _RESET where the map states a reset value."""
import sys
from pathlib import Path

import rdl_map


def constants(top, registers):
    """Yields (name, value) with values as Verilog literals."""
    width = (top.size - 1).bit_length()
    yield "ORB_REG_ADDR_WIDTH", str(width)
    for reg in registers:
        yield f"ORB_REG_{reg.name}", f"{width}'h{reg.address:03X}"
        if reg.stride:
            yield f"ORB_REG_{reg.name}_STRIDE", str(reg.stride)
            yield f"ORB_REG_{reg.name}_COUNT", str(reg.count)
        for field in reg.fields:
            name = f"ORB_{reg.name}_{field.inst_name.upper()}"
            yield f"{name}_LSB", str(field.lsb)
            yield f"{name}_WIDTH", str(field.width)
            reset = field.get_property("reset")
            if reset is not None:
                yield f"{name}_RESET", f"{field.width}'h{reset:X}"


def text(source):
    """The file for the map in the file source."""
    top, registers = rdl_map.load(source)
    lines = [f"// Registers of the {top.get_property('name')}: written by `make generated` from {Path(source).name}.",
             "// SPDX-License-Identifier: Apache-2.0",
             "/* verilator lint_off UNUSEDPARAM */"]
    lines += [f"localparam {name} = {value};" for name, value in constants(top, registers)]
    lines += ["/* verilator lint_on UNUSEDPARAM */"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    Path(sys.argv[2]).write_text(text(sys.argv[1]), encoding="utf-8")
