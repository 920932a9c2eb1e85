# Bench of the folded order of places: every block of every legal torus, and that neighbours are near.
# SPDX-License-Identifier: Apache-2.0
import cocotb
from cocotb.triggers import Timer
from places import fold, rings


@cocotb.test()
async def every_block(dut):
    p, every = int(dut.P.value), int(dut.ALL.value)
    for ring in rings(p):
        dut.ring.value = ring
        for block in range(ring if every else p):
            dut.block.value = block
            await Timer(1, "ns")
            places = [fold(ring, b) for b in range(p) if b == block or every and b % ring == block]
            assert int(dut.place.value) == sum(1 << place for place in places), (ring, block)


@cocotb.test()
async def neighbours_are_two_places_apart_at_most(dut):
    p = int(dut.P.value)
    for ring in rings(p):
        dut.ring.value = ring
        places = []
        for block in range(ring):
            dut.block.value = block
            await Timer(1, "ns")
            hit = int(dut.place.value)
            places.append((hit & -hit).bit_length() - 1)  # the lowest, in the first torus
        assert sorted(places) == list(range(ring))
        assert all(abs(a - b) <= 2 for a, b in zip(places, places[1:] + places[:1])), places
