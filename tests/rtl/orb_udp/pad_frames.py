# Frames through the padding of the Ethernet core, in migen's simulator; runs in the Python that has liteeth.
# SPDX-License-Identifier: Apache-2.0
"""Usage: pad_frames.py SEED LENGTH...

Prints how long the frames are behind it. They come and go with pauses; byte n of a frame is n modulo 256."""
import random
import sys
from pathlib import Path

from migen import run_simulation, passive

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))
from udp_core import Padding  # noqa: E402


def send(sink, lengths, pauses):
    for length in lengths:
        for at in range(0, length, 4):
            last = at + 4 >= length
            while pauses.random() < 0.3:
                yield
            yield sink.data.eq(int.from_bytes(bytes(n & 255 for n in range(at, min(at + 4, length))), "little"))
            yield sink.last.eq(last)
            yield sink.last_be.eq(1 << (length - 1) % 4 if last else 0)
            yield sink.valid.eq(1)
            yield
            while not (yield sink.ready):
                yield
            yield sink.valid.eq(0)


@passive
def stall(source, pauses):
    while True:
        yield source.ready.eq(pauses.random() < 0.7)
        yield


def receive(source, count, result):
    data = b""
    while len(result) < count:
        yield
        if (yield source.valid) and (yield source.ready):
            data += (yield source.data).to_bytes(4, "little")
            if (yield source.last):
                result.append(data[:len(data) - 4 + (yield source.last_be).bit_length()])
                data = b""


def main(seed, *lengths):
    lengths, result, pauses = [int(n) for n in lengths], [], random.Random(int(seed))
    dut = Padding()
    run_simulation(dut, [send(dut.sink, lengths, pauses), stall(dut.source, pauses),
                         receive(dut.source, len(lengths), result)])
    for length, frame in zip(lengths, result):
        assert frame[:length] == bytes(n & 255 for n in range(length)) and not any(frame[length:])
    print(*(len(frame) for frame in result))


if __name__ == "__main__":
    main(*sys.argv[1:])
