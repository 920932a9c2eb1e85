# The JSON description of a kernel: its ports, memories and timing.
# SPDX-License-Identifier: Apache-2.0


def ports(program):
    """The ports of the module: name, direction, bits, and the fields of packed data, the highest bits first."""
    go = program.scalars or [("unused", 1)]
    found = [("clk", "input", 1, None), ("rst", "input", 1, None),
             *channel("go", "input", sum(bits for _, bits in go), go)]
    for name, memory in program.memories.items():
        address = ("address", memory.address_bits)
        if memory.reads:
            found += [*channel(f"{name}_rd_req", "output", memory.address_bits, [address]),
                      *channel(f"{name}_rd_resp", "input", memory.bits, [("word", memory.bits)])]
        else:
            found += channel(f"{name}_wr_req", "output", memory.address_bits + memory.bits,
                             [address, ("word", memory.bits)])
    found += channel("done", "output", max(program.result, 1), [("result" if program.result else "unused",
                                                                  max(program.result, 1))])
    return [{"name": name, "direction": direction, "bits": bits, **({"fields": fields} if fields else {})}
            for name, direction, bits, fields in found]


def channel(name, direction, bits, fields):
    """The three ports of a channel. Ready has the opposite direction."""
    back = "input" if direction == "output" else "output"
    return [(f"{name}_data", direction, bits, fields), (f"{name}_vld", direction, 1, None),
            (f"{name}_rdy", back, 1, None)]


def describe(program, settings, interval):
    return {"top": program.name, "interval": interval, "stages": settings.stages, "latency": settings.latency,
            "result": program.result, "scalars": program.scalars,
            "memories": [{"name": name, "kind": "read" if memory.reads else "write", "words": memory.words,
                          "address": memory.address_bits, "bits": memory.bits}
                         for name, memory in program.memories.items()],
            "ports": ports(program)}
