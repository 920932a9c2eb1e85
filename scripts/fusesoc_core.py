# Writes orbital.core, the description of the Verilog for FuseSoC, from the lists of sources.
# SPDX-License-Identifier: Apache-2.0
"""Usage: fusesoc_core.py OUTPUT.core"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILESETS = {"core": "rtl/orbital_core.f", "axi": "rtl/orbital_axi.f", "link": "rtl/orbital_link.f",
            "ports": "rtl/ports.f"}

HEAD = """CAPI=2:
# The Verilog of orbital for FuseSoC: written by `make generated` from the lists in rtl/.
# SPDX-License-Identifier: Apache-2.0
name: ::orbital:{version}
description: A 3D array processor for separable transforms, with AXI4-Lite registers and AXI4-Streams.

filesets:
"""

TARGETS = """
targets:
  default:  # the core with the ports of a system on a chip
    filesets: [core, axi]
    toplevel: orbital_axi
  core:  # the core alone, without registers at its streams
    filesets: [core]
    toplevel: orbital_core
  link:  # the core behind the byte link, whose top is orbital_link, and the ports
    filesets: [core, link, ports]
    toplevel: orbital_link
  lint:  # of the target link
    filesets: [core, link, ports]
    toplevel: orbital_link
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall]
  lint_axi:  # of the default target
    filesets: [core, axi]
    toplevel: orbital_axi
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall]
"""


def text():
    """What belongs into the file."""
    header = (ROOT / "host/include/orbital/orbital.h").read_text()
    parts = [HEAD.format(version=re.search(r'ORB_VERSION "(.*)"', header).group(1))]
    for name, path in FILESETS.items():
        files = [line for line in (ROOT / path).read_text().splitlines() if line.startswith("rtl/")]
        included = sorted(str(file.relative_to(ROOT)) for file in (ROOT / "rtl/include").glob("*.vh"))
        parts.append(f"  {name}:\n    file_type: verilogSource-2005\n    files:\n")
        if name == "core":  # the link, which needs the core, finds them too
            parts += [f"      - {file}: {{is_include_file: true, include_path: rtl/include}}\n" for file in included]
        parts += [f"      - {file}\n" for file in files]
    return "".join(parts) + TARGETS


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    Path(sys.argv[1]).write_text(text(), encoding="utf-8")
