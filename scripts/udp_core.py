# Generates the Ethernet core of a board with liteeth: RGMII, MAC, ARP, ping, IP and one UDP port of 32-bit words.
# SPDX-License-Identifier: Apache-2.0
"""Usage: udp_core.py CLOCK_HZ UDP_PORT OUTPUT.v

The module orb_udp_core has the pins of the PHY, the addresses as inputs, and datagrams in and out. liteeth as it is takes
datagrams to any IP address, and sends to the port number on which it listens; both are changed here."""
import sys
import tempfile
from pathlib import Path

from litex.build.generic_platform import Pins, Subsignal
from litex.build.lattice import LatticePlatform
from litex.gen import If, LiteXModule
from litex.soc.integration.builder import Builder
from litex.soc.integration.soc_core import SoCMini
from liteeth.core import LiteEthUDPIPCore
from liteeth.phy.ecp5rgmii import LiteEthPHYRGMII
from migen import ClockDomain, NextState

WIDTH = 32
BROADCAST = 0xFFFFFFFF


def datagram(name, *more):
    """Pins of a stream of datagrams."""
    fields = [("ip", 32), ("port", 16), ("data", WIDTH), ("valid", 1), ("ready", 1), ("last", 1), ("last_byte", 4)]
    return name, 0, *(Subsignal(field, Pins(bits)) for field, bits in [*fields, *more])


PINS = [
    ("clk", 0, Pins(1)),
    ("rst", 0, Pins(1)),
    ("mac", 0, Pins(48)),
    ("own_ip", 0, Pins(32)),
    ("rgmii_clocks", 0, Subsignal("tx", Pins(1)), Subsignal("rx", Pins(1))),
    ("rgmii", 0, Subsignal("rx_ctl", Pins(1)), Subsignal("rx_data", Pins(4)), Subsignal("tx_ctl", Pins(1)),
     Subsignal("tx_data", Pins(4))),
    datagram("in", ("error", 1)),
    datagram("out", ("length", 16)),
]


class Clock(LiteXModule):
    def __init__(self, platform):
        self.cd_sys = ClockDomain()
        self.comb += [self.cd_sys.clk.eq(platform.request("clk")), self.cd_sys.rst.eq(platform.request("rst"))]


class UdpCore(SoCMini):
    def __init__(self, platform, clock_hz, udp_port):
        super().__init__(platform, clk_freq=clock_hz, ident="", ident_version=False)
        self.crg = Clock(platform)
        # The delays of LiteX's own design for the ECPIX-5: its PHY delays what it sends.
        self.phy = LiteEthPHYRGMII(platform.request("rgmii_clocks"), platform.request("rgmii"),
                                   with_hw_init_reset=False, tx_delay=2e-9, rx_delay=0, with_inband_status=False)
        own_ip = platform.request("own_ip")
        self.core = LiteEthUDPIPCore(self.phy, platform.request("mac"), own_ip, clock_hz, dw=WIDTH,
                                     with_sys_datapath=True, tx_cdc_buffered=True, rx_cdc_buffered=True)
        receiver = self.core.ip.rx
        to = receiver.depacketizer.source.target_ip
        receiver.fsm.act("IDLE", If((to != own_ip) & (to != BROADCAST) & receiver.depacketizer.source.valid &
                                    receiver.checksum.done, NextState("DROP")))
        port = self.core.udp.crossbar.get_port(udp_port, dw=WIDTH)
        source, sink, into, out = port.source, port.sink, platform.request("in"), platform.request("out")
        self.comb += [
            into.ip.eq(source.ip_address), into.port.eq(source.src_port), into.data.eq(source.data),
            into.valid.eq(source.valid), source.ready.eq(into.ready), into.last.eq(source.last),
            into.last_byte.eq(source.last_be), into.error.eq(source.error),
            sink.ip_address.eq(out.ip), sink.dst_port.eq(out.port), sink.src_port.eq(udp_port), sink.data.eq(out.data),
            sink.valid.eq(out.valid), out.ready.eq(sink.ready), sink.last.eq(out.last), sink.last_be.eq(out.last_byte),
            sink.length.eq(out.length),
        ]


def main(clock_hz, udp_port, output):
    platform = LatticePlatform("LFE5UM5G-85F-8BG554I", io=PINS, toolchain="trellis")
    with tempfile.TemporaryDirectory() as folder:
        builder = Builder(UdpCore(platform, int(clock_hz), int(udp_port)), output_dir=folder, compile_software=False,
                          compile_gateware=False)
        builder.build(build_name="orb_udp_core", run=False)
        Path(output).write_text((Path(folder) / "gateware/orb_udp_core.v").read_text())


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
