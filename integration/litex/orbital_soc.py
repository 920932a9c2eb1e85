# Example of a SoC with an orbital core: a memory, the core, and an AXI4-Lite port for an external host instead of a
# processor.
# SPDX-License-Identifier: Apache-2.0
"""Usage: orbital_soc.py FOLDER [PARAMETER=VALUE...]

Writes orbital_soc.v and orbital_soc.json, the addresses of its registers and memory, into the folder. The parameters
are those of orbital_axi but STREAM_BITS."""
import sys
from pathlib import Path

from litex.build.generic_platform import GenericPlatform, Pins
from litex.build.io import CRG
from litex.soc.integration.export import get_csr_json
from litex.soc.integration.soc_core import SoCMini
from litex.soc.interconnect import axi
from orbital_litex import add_orbital

NAME = "orbital_soc"


class OrbitalSoC(SoCMini):
    """Ports: clk, rst, irq, and host_*, an AXI4-Lite port through which a host reaches all of the SoC's addresses."""

    def __init__(self, **parameters):
        host = axi.AXILiteInterface(data_width=32, address_width=32)
        platform = GenericPlatform(device="", name=NAME, io=[
            ("clk", 0, Pins(1)), ("rst", 0, Pins(1)), ("irq", 0, Pins(1)), *host.get_ios("host")])
        super().__init__(platform, clk_freq=int(100e6), integrated_main_ram_size=16 * 1024,
                         integrated_main_ram_init=None)
        self.crg = CRG(platform.request("clk"), platform.request("rst"))
        self.bus.add_master("host", host)
        self.comb += host.connect_to_pads(platform.request("host"), mode="slave")
        core = add_orbital(self, **parameters)
        self.comb += platform.request("irq").eq(core.ev.irq)


def main(folder, *parameters):
    soc = OrbitalSoC(**{name: int(value) for name, value in (pair.split("=") for pair in parameters)})
    soc.finalize()
    # One block of combinational logic for each signal: a block that reads what it assigns never comes to rest in a
    # simulator with events, as LiteX assigns a default first and without blocking.
    soc.platform.get_verilog(soc, name=NAME, regular_comb=False).write(str(Path(folder) / f"{NAME}.v"))
    (Path(folder) / f"{NAME}.json").write_text(get_csr_json(soc.csr_regions, soc.constants, soc.mem_regions))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
