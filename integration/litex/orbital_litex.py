# The orbital core for a SoC made with LiteX: registers on the SoC's bus, streams from and to its memory by LiteX's DMA.
# SPDX-License-Identifier: Apache-2.0
import re
from pathlib import Path

from litex.gen import LiteXModule
from litex.soc.cores.dma import WishboneDMAReader, WishboneDMAWriter
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect import axi, wishbone
from litex.soc.interconnect.csr import CSRField, CSRStorage
from migen import ClockSignal, Instance, ResetInserter, ResetSignal, Signal

ROOT = Path(__file__).resolve().parents[2]
LISTS = ["rtl/orbital_core.f", "rtl/orbital_axi.f"]
REGISTERS = ["rtl/include/orbital_regs.vh", "rtl/include/orbital_axi_regs.vh"]
REGISTERS_SIZE = 0x1000  # bytes of the address range of the core's registers


class Interrupt(LiteXModule):
    """The interrupt of the core, where LiteX looks for it. Its registers are IRQ_STATUS and IRQ_ENABLE of the core, so
    it needs no EventManager of LiteX."""

    def __init__(self):
        self.irq = Signal()


class OrbitalCore(LiteXModule):
    """The core with DMA channels that read and write its streams in memory.

    parameters: those of orbital_axi except STREAM_BITS, by name. The others keep their defaults. A word of a stream
    takes 32 bits of memory.

    The SoC connects `bus`, the AXI4-Lite port of the registers, the Wishbone masters `reader.bus` and `writer.bus`, and
    the interrupt `ev.irq`; `busy` may stay open. The software sets base, length and enable of `reader` and `writer`,
    and starts the program.

    A transfer of the reader is a packet of the core's input. A transfer of the writer ends after `length` bytes, no
    matter how many cubes these are, or after the beat that marks a cube as incomplete. Clear enable before the next
    transfer.
    """

    def __init__(self, **parameters):
        bits = 32 * parameters.get("IO_WORDS", 1)
        self.bus = axi.AXILiteInterface(data_width=32, address_width=32)

        # An abort leaves words in the queue of the reader. This drops them.
        self.control = CSRStorage(fields=[CSRField(
            "reset", size=1, description="1 holds the core in reset and drops the words on their way to it. Clear "
            "enable of both DMA channels first.")])
        reset = self.control.fields.reset

        # "big" leaves the words of the bus as they are, "little" reverses their bytes.
        self.reader = ResetInserter()(WishboneDMAReader(master(bits), endianness="big"))
        self.reader.add_csr()
        self.comb += self.reader.reset.eq(reset)
        self.writer = WishboneDMAWriter(master(bits), endianness="big")
        self.writer.add_ctrl(ready_on_idle=0)  # words of a result wait until the transfer is enabled
        self.writer.add_csr()

        self.ev = Interrupt()
        self.busy = Signal()  # a program runs

        source, sink = self.reader.source, self.writer.sink
        # m_axis_tlast alone marks the end of each cube, at which the transfer of the writer goes on. Together with
        # m_axis_tuser it marks the last beat of a cube of which no more comes.
        tlast, tuser = Signal(), Signal()
        self.comb += sink.last.eq(tlast & tuser)
        self.specials += Instance(
            "orbital_axi", **{f"p_{name}": value for name, value in parameters.items()}, p_STREAM_BITS=32,
            i_clk=ClockSignal(), i_rst=ResetSignal() | reset, o_irq=self.ev.irq, o_busy=self.busy,
            i_s_axil_awaddr=self.bus.aw.addr[:12], i_s_axil_awvalid=self.bus.aw.valid,
            o_s_axil_awready=self.bus.aw.ready, i_s_axil_wdata=self.bus.w.data, i_s_axil_wstrb=self.bus.w.strb,
            i_s_axil_wvalid=self.bus.w.valid, o_s_axil_wready=self.bus.w.ready, o_s_axil_bresp=self.bus.b.resp,
            o_s_axil_bvalid=self.bus.b.valid, i_s_axil_bready=self.bus.b.ready,
            i_s_axil_araddr=self.bus.ar.addr[:12], i_s_axil_arvalid=self.bus.ar.valid,
            o_s_axil_arready=self.bus.ar.ready, o_s_axil_rdata=self.bus.r.data, o_s_axil_rresp=self.bus.r.resp,
            o_s_axil_rvalid=self.bus.r.valid, i_s_axil_rready=self.bus.r.ready,
            i_s_axis_tdata=source.data, i_s_axis_tvalid=source.valid, o_s_axis_tready=source.ready,
            i_s_axis_tlast=source.last, o_m_axis_tdata=sink.data, o_m_axis_tvalid=sink.valid,
            i_m_axis_tready=sink.ready, o_m_axis_tlast=tlast, o_m_axis_tuser=tuser)


def master(bits):
    """A Wishbone master with a data bus of so many bits and addresses of 32 bits."""
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


def register_offsets():
    """Name -> byte offset of each register of orbital_axi; of a row of registers, that of the first."""
    text = "".join((ROOT / name).read_text() for name in REGISTERS)
    return {name: int(offset, 16) for name, offset in re.findall(r"ORB_REG_(\w+) = \d+'h(\w+);", text)}


def add_orbital(soc, name="orbital", origin=0x9000_0000, family=None, **parameters):
    """Adds a core to a SoC: its registers at `origin`, its DMA channels as masters of the bus, its interrupt if the SoC
    has a processor with interrupts, and a constant NAME_REGISTER_ADDR with the address of each register for the
    software. Returns the OrbitalCore."""
    core = OrbitalCore(**parameters)
    soc.add_module(name=name, module=core)
    soc.bus.add_slave(name, core.bus, region=SoCRegion(origin=origin, size=REGISTERS_SIZE, cached=False))
    bus = getattr(soc, "dma_bus", soc.bus)  # a processor with caches has a bus that keeps them coherent
    bus.add_master(f"{name}_reader", core.reader.bus)
    bus.add_master(f"{name}_writer", core.writer.bus)
    for register, offset in register_offsets().items():
        soc.add_constant(f"{name}_{register}_addr", origin + offset)
    if soc.irq.enabled:
        soc.irq.add(name, use_loc_if_exists=True)
    add_sources(soc.platform, family)
    return core
