# Bodies that are hard for COBS: blocks of all lengths around 254, with and without a 0 at the end.
# SPDX-License-Identifier: Apache-2.0
import random


def full(length):
    """Bytes without a 0."""
    return bytes(random.randrange(1, 256) for _ in range(length))


def bodies():
    yield from (bytes([0]), bytes([7]), bytes(5), bytes([0, 1]), bytes([1, 0]))
    for length in (253, 254, 255, 508):
        yield full(length)
        yield full(length) + b"\0"
        yield b"\0" + full(length)
        yield full(length) + b"\0\0" + full(3)
    for _ in range(8):
        zeros = random.choice([0.01, 0.1, 0.5])
        yield bytes(0 if random.random() < zeros else random.randrange(1, 256) for _ in range(random.randint(1, 300)))
