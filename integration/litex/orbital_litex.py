# The orbital core for a SoC made with LiteX: registers on the SoC's bus, streams from and to its memory by LiteX's DMA.
# SPDX-License-Identifier: Apache-2.0
from pathlib import Path

from litex.gen import LiteXModule
from litex.soc.cores.dma import WishboneDMAReader, WishboneDMAWriter
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect import axi, wishbone
from litex.soc.interconnect.csr import CSRField, CSRStorage
from litex.soc.interconnect.csr_eventmanager import EventManager, EventSourceProcess
from migen import ClockSignal, Instance, ResetInserter, ResetSignal

ROOT = Path(__file__).resolve().parents[2]
LISTS = ["rtl/orbital_core.f", "rtl/orbital_axi.f"]
REGISTERS_SIZE = 0x1000  # bytes of addresses that the registers of the core take


class OrbitalCore(LiteXModule):
    """The core with a reader and a writer of memory at its streams.

    parameters: those of orbital_axi but STREAM_BITS, by name; those left out keep their defaults. A word takes 32
    bits of memory.

    The SoC connects `bus`, the AXI4-Lite port of the registers, and the Wishbone masters `reader.bus` and `writer.bus`.
    The software sets base, length and enable of `reader` and `writer`, and starts the program. A transfer ends after
    `length` bytes, however many cubes these are. Clear enable before the next one.
    """

    def __init__(self, **parameters):
        bits = 32 * parameters.get("IO_WORDS", 1)
        self.bus = axi.AXILiteInterface(data_width=32, address_width=32)

        # After an abort, words may be left in the queue of the reader. This drops them.
        self.control = CSRStorage(fields=[CSRField(
            "reset", size=1, description="1 holds the core in reset and drops words on their way to it. Clear enable "
            "of both DMA channels before.")])
        reset = self.control.fields.reset

        # "big" leaves the words of the bus as they are, "little" reverses their bytes.
        self.reader = ResetInserter()(WishboneDMAReader(master(bits), endianness="big"))
        self.reader.add_csr()
        self.comb += self.reader.reset.eq(reset)
        self.writer = WishboneDMAWriter(master(bits), endianness="big")
        self.writer.add_ctrl(ready_on_idle=0)  # words of a result wait until the transfer is enabled
        self.writer.add_csr()

        self.ev = EventManager()
        self.ev.ended = EventSourceProcess(edge="falling", description="The program ended.")
        self.ev.finalize()

        source, sink = self.reader.source, self.writer.sink
        self.specials += Instance(
            "orbital_axi", **{f"p_{name}": value for name, value in parameters.items()}, p_STREAM_BITS=32,
            i_clk=ClockSignal(), i_rst=ResetSignal() | reset, o_busy=self.ev.ended.trigger,
            i_s_axil_awaddr=self.bus.aw.addr[:12], i_s_axil_awvalid=self.bus.aw.valid,
            o_s_axil_awready=self.bus.aw.ready, i_s_axil_wdata=self.bus.w.data, i_s_axil_wstrb=self.bus.w.strb,
            i_s_axil_wvalid=self.bus.w.valid, o_s_axil_wready=self.bus.w.ready, o_s_axil_bresp=self.bus.b.resp,
            o_s_axil_bvalid=self.bus.b.valid, i_s_axil_bready=self.bus.b.ready,
            i_s_axil_araddr=self.bus.ar.addr[:12], i_s_axil_arvalid=self.bus.ar.valid,
            o_s_axil_arready=self.bus.ar.ready, o_s_axil_rdata=self.bus.r.data, o_s_axil_rresp=self.bus.r.resp,
            o_s_axil_rvalid=self.bus.r.valid, i_s_axil_rready=self.bus.r.ready,
            i_s_axis_tdata=source.data, i_s_axis_tvalid=source.valid, o_s_axis_tready=source.ready, i_s_axis_tlast=0,
            # m_axis_tlast marks the end of each cube and would end the writer's transfer there
            o_m_axis_tdata=sink.data, o_m_axis_tvalid=sink.valid, i_m_axis_tready=sink.ready)


def master(bits):
    """A Wishbone master for words of so many bits, with addresses of 32 bits."""
    return wishbone.Interface(data_width=bits, address_width=32, addressing="word")


def add_sources(platform, family=None):
    """The Verilog of the core. family: a folder in rtl/vendor, whose files replace the portable ones."""
    own = {path.name: path for path in (ROOT / "rtl/vendor" / family).glob("*.v")} if family else {}
    lines = [line for name in LISTS for line in (ROOT / name).read_text().split("\n")]
    listed = [ROOT / line for line in lines if line.startswith("rtl/")]
    portable = [own.pop(path.name, path) if path.parent.name == "generic" else path for path in listed]
    for path in [*portable, *own.values()]:
        platform.add_source(str(path))
    platform.add_verilog_include_path(str(ROOT / "rtl/include"))


def add_orbital(soc, name="orbital", origin=0x9000_0000, family=None, **parameters):
    """Adds a core to a SoC, with its registers at `origin`, its DMA channels as masters of the bus, and its interrupt
    where the SoC has a processor that takes one. Returns the OrbitalCore."""
    core = OrbitalCore(**parameters)
    soc.add_module(name=name, module=core)
    soc.bus.add_slave(name, core.bus, region=SoCRegion(origin=origin, size=REGISTERS_SIZE, cached=False))
    bus = getattr(soc, "dma_bus", soc.bus)  # a processor with caches has a bus that keeps them coherent
    bus.add_master(f"{name}_reader", core.reader.bus)
    bus.add_master(f"{name}_writer", core.writer.bus)
    if soc.irq.enabled:
        soc.irq.add(name, use_loc_if_exists=True)
    add_sources(soc.platform, family)
    return core
