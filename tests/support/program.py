# Programs for the array: stage descriptors as the sequencer reads them.
# SPDX-License-Identifier: Apache-2.0
from registers import encode

STAGE, LOAD, UNLOAD, COEFFICIENTS = range(4)
NONE, Q, R, S = range(4)

# axis, roll of x, of y, of c, placement of the result; the first stage of an inverse starts at the last placement
FORWARD = ((2, NONE, S, Q, 1), (0, S, Q, NONE, 2), (1, Q, R, NONE, 3))
INVERSE = ((1, R, Q, NONE, 2), (0, Q, S, NONE, 1), (2, S, NONE, Q, 0))


def descriptor(op, **fields):
    """The (low, high) words of a descriptor."""
    words = []
    for name, keys in (("PROGRAM_LO", ("last", "clear", "store", "transposed", "axis", "x_roll", "y_roll", "c_roll",
                                       "steps", "shift")),
                       ("PROGRAM_HI", ("src", "roll0", "roll1", "dst", "bank", "placement", "axes"))):
        chosen = {key: int(fields.pop(key)) for key in keys if key in fields}
        words.append(encode(name, **chosen, **({"op": op} if name == "PROGRAM_LO" else {})))
    if fields:
        raise ValueError(f"unknown fields {sorted(fields)}")
    return tuple(words)


def coefficients(axes=7, bank=0, last=False):
    return descriptor(COEFFICIENTS, axes=axes, bank=bank, last=last)


def load(dst=0, placement=0, last=False):
    return descriptor(LOAD, dst=dst, placement=placement, last=last)


def unload(src, placement, last=True):
    return descriptor(UNLOAD, src=src, placement=placement, last=last)


def ended(descriptors):
    """The same, with the last one marked as the program's end."""
    low, high = descriptors[-1]
    return [*descriptors[:-1], (low | encode("PROGRAM_LO", last=1), high)]


def stages(ring, shifts, inverse=False, src=0, other=1, bank=0, lanes=1, keep=None):
    """The three stages of a transform on tori of `ring` nodes a side, between two buffers. Returns (descriptors, buffer
    of the result). keep: a third buffer that is used in place of src, which so keeps the operand.
    Lanes read matrices as they are, so an inverse needs transposed blocks of coefficients there."""
    result, spare = [], src if keep is None else keep
    for (axis, x_roll, y_roll, c_roll, _), shift in zip(INVERSE if inverse else FORWARD, shifts):
        # The operand rolls to and fro between other and spare; the result goes where the last step does not read.
        dst = spare if x_roll != NONE and ring % 2 == 0 else other
        result.append(descriptor(STAGE, clear=1, store=1, transposed=inverse and lanes == 1, axis=axis, x_roll=x_roll,
                                 y_roll=y_roll, c_roll=c_roll, steps=ring, shift=shift, src=src, roll0=other,
                                 roll1=spare, dst=dst, bank=bank))
        other += spare - dst
        src = spare = dst
    return result, src


def transform(p, shifts, inverse=False):
    """Load, transform, unload: a whole program for two buffers, coefficients already there."""
    body, result = stages(p, shifts, inverse)
    return [load(0, 3 if inverse else 0), *body, unload(result, 0 if inverse else 3)]
