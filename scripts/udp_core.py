# Generates the Ethernet core of a board with liteeth: RGMII, MAC, answers to ARP, IP and one UDP port of 32-bit words.
# SPDX-License-Identifier: Apache-2.0
"""Usage: udp_core.py CORE_HZ UDP_PORT OUTPUT.v

The Ethernet core has half the clock of the array, CORE_HZ, and its timers, those of ARP, count cycles of that clock.
The module orb_udp_core has the pins of the PHY, the addresses as inputs, and datagrams in and out. Three things differ
from the core that liteeth_gen makes: that takes datagrams to any IP address; it sends to the port number on which it
listens; and before it answers somebody, it asks for his MAC address, and waits for it up to a second, in which it sends
nothing. Here a datagram comes with the MAC address of its sender, and goes to the one that is given with it. For 256
cycles after rst the clock domains of the PHY are reset, too."""
import sys
import tempfile
from pathlib import Path

from litex.build.generic_platform import Pins, Subsignal
from litex.build.lattice import LatticePlatform
from litex.gen import If, LiteXModule
from litex.soc.integration.builder import Builder
from litex.soc.integration.soc_core import SoCMini
from litex.soc.interconnect import stream
from liteeth.core.arp import LiteEthARP
from liteeth.core.ip import LiteEthIP
from liteeth.core.udp import LiteEthUDP
from liteeth.common import arp_table_request_layout, arp_table_response_layout, eth_phy_description
from liteeth.mac import LiteEthMAC
from liteeth.phy.ecp5rgmii import LiteEthPHYRGMII
from migen import ClockDomain, NextState, Signal

WIDTH = 32
BROADCAST = 0xFFFFFFFF


def datagram(name, *more):
    """Pins of a stream of datagrams."""
    fields = [("mac", 48), ("ip", 32), ("port", 16), ("data", WIDTH), ("valid", 1),
              ("ready", 1), ("last", 1), ("last_byte", 4)]
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


class Known(LiteXModule):
    """In the place of a table of ARP: the address is always known."""

    def __init__(self, mac):
        self.request = stream.Endpoint(arp_table_request_layout)
        self.response = stream.Endpoint(arp_table_response_layout)
        self.comb += [self.request.ready.eq(1), self.response.valid.eq(1), self.response.mac_address.eq(mac)]


class Padding(LiteXModule):
    """Pads to the shortest frame, in the place of liteeth's, which does not clear its counter behind a frame that is
    one to three bytes too short: the next short one would leave as it is, and every switch drops that."""
    WORDS = 60 // (WIDTH // 8)

    def __init__(self):
        self.sink, self.source = sink, source = [stream.Endpoint(eth_phy_description(WIDTH)) for _ in range(2)]
        count = Signal(max=self.WORDS + 1)  # words of the frame that have left, at most WORDS
        ends, pads, short = Signal(), Signal(), Signal()
        self.comb += [
            ends.eq(pads | sink.last),
            short.eq(count < self.WORDS - 1),
            If(pads, source.valid.eq(1)).Else(sink.connect(source)),
            If(short, source.last.eq(0), source.last_be.eq(0)
               ).Elif(ends & (count == self.WORDS - 1), source.last.eq(1), source.last_be.eq(1 << WIDTH // 8 - 1)),
        ]
        self.sync += If(source.valid & source.ready,
                        pads.eq(ends & short),
                        If(ends & ~short, count.eq(0)).Elif(count != self.WORDS, count.eq(count + 1)))


class UdpCore(SoCMini):
    def __init__(self, platform, clock_hz, udp_port):
        super().__init__(platform, clk_freq=clock_hz, ident="", ident_version=False)
        self.crg = Clock(platform)
        # The delays of LiteX's own design for the ECPIX-5: its PHY delays what it sends.
        self.phy = LiteEthPHYRGMII(platform.request("rgmii_clocks"), platform.request("rgmii"),
                                   tx_delay=2e-9, rx_delay=0, with_inband_status=False)
        self.phy.with_padding = False
        own_ip = platform.request("own_ip")
        mac, into, out = platform.request("mac"), platform.request("in"), platform.request("out")
        self.mac = LiteEthMAC(self.phy, dw=WIDTH, interface="crossbar", endianness="big", hw_mac=mac,
                              with_sys_datapath=True, tx_cdc_buffered=True, rx_cdc_buffered=True)
        self.padding = Padding()
        self.mac.core.tx_datapath.pipeline.insert(1, self.padding)
        self.arp = LiteEthARP(self.mac, mac, own_ip, clock_hz, dw=WIDTH)
        self.known = Known(out.mac)
        self.ip = LiteEthIP(self.mac, mac, own_ip, self.known, dw=WIDTH)
        self.udp = LiteEthUDP(self.ip, own_ip, dw=WIDTH)
        receiver = self.ip.rx
        to = receiver.depacketizer.source.target_ip
        receiver.fsm.act("IDLE", If((to != own_ip) & (to != BROADCAST) & receiver.depacketizer.source.valid &
                                    receiver.checksum.done, NextState("DROP")))
        port = self.udp.crossbar.get_port(udp_port, dw=WIDTH)
        source, sink = port.source, port.sink
        self.comb += [
            into.mac.eq(receiver.sink.sender_mac), into.ip.eq(source.ip_address), into.port.eq(source.src_port),
            into.data.eq(source.data),
            into.valid.eq(source.valid), source.ready.eq(into.ready), into.last.eq(source.last),
            # Where padding is in the last word, last_be of the source includes it, but the length does not.
            into.last_byte.eq(1 << (source.length - 1)[:2]), into.error.eq(source.error != 0),
            sink.ip_address.eq(out.ip), sink.dst_port.eq(out.port), sink.src_port.eq(udp_port), sink.data.eq(out.data),
            sink.valid.eq(out.valid), out.ready.eq(sink.ready), sink.last.eq(out.last), sink.last_be.eq(out.last_byte),
            sink.length.eq(out.length),
        ]


def main(core_hz, udp_port, output):
    platform = LatticePlatform("LFE5UM5G-85F-8BG554I", io=PINS, toolchain="trellis")
    with tempfile.TemporaryDirectory() as folder:
        core = UdpCore(platform, int(core_hz) // 2, int(udp_port))
        builder = Builder(core, output_dir=folder, compile_software=False, compile_gateware=False)
        builder.build(build_name="orb_udp_core", run=False)
        Path(output).write_text((Path(folder) / "gateware/orb_udp_core.v").read_text())


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
