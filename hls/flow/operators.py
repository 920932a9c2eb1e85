# What each instruction that computes becomes in XLS IR.
# SPDX-License-Identifier: Apache-2.0
from .program import Value, magnitude
from .refusal import Refusal

BINARY = {"add": "add", "sub": "sub", "mul": "smul", "and": "and", "or": "or", "xor": "xor", "shl": "shll",
          "lshr": "shrl", "ashr": "shra"}
COMPARE = {"eq": "eq", "ne": "ne", "ult": "ult", "ule": "ule", "ugt": "ugt", "uge": "uge", "slt": "slt", "sle": "sle",
           "sgt": "sgt", "sge": "sge"}
CHOICE = {"umin": "ult", "umax": "ugt", "smin": "slt", "smax": "sgt"}  # the first operand is taken if it compares so


def named(name, bits):
    return Value(bits, name)


def translate(text, one, args):
    """The node of an instruction's value, from the nodes of its operands."""
    op, bits = one.op, one.bits
    if op in BINARY:
        return text.node(bits, BINARY[op], *args)
    if op == "icmp":
        return text.node(1, COMPARE[one.detail], *args)
    if op == "select":
        return text.choose(bits, *args)
    if op in ("zext", "sext", "trunc"):
        return text.resize(args[0], one.args[0].bits, bits, op == "sext")
    if op == "freeze":
        return args[0]
    if op in CHOICE:
        return text.choose(bits, text.node(1, CHOICE[op], *args), *args)
    if op == "abs":
        negative = text.node(1, "slt", args[0], text.constant(bits, 0))
        return text.choose(bits, negative, text.node(bits, "neg", args[0]), args[0])
    if op == "usub.sat":
        return text.choose(bits, text.node(1, "ult", *args), text.constant(bits, 0), text.node(bits, "sub", *args))
    if op == "uadd.sat":
        total = text.node(bits, "add", *args)
        return text.choose(bits, text.node(1, "ult", total, args[0]), text.constant(bits, -1), total)
    if op in ("sadd.sat", "ssub.sat"):
        return saturate(text, text.node(bits + 1, op[1:4], *(text.resize(arg, bits, bits + 1, True) for arg in args)),
                        bits)
    if op in ("fshl", "fshr"):
        return funnel(text, one, args)
    if op == "ctpop":
        return population(text, args[0], bits)
    if op in ("ctlz", "cttz"):
        word = args[0] if op == "cttz" else text.node(bits, "reverse", args[0])
        first = text.node(bits + 1, "one_hot", word, lsb_prio="true")  # bit `bits` if the word is 0
        return text.resize(text.node(bits.bit_length(), "encode", first), bits.bit_length(), bits)
    if op.endswith(".with.overflow"):
        return overflow(text, one, args)
    if op == "bswap":
        return text.node(bits, "concat", *(text.node(8, "bit_slice", args[0], start=at, width=8)
                                           for at in range(0, bits, 8)))
    if op == "bitreverse":
        return text.node(bits, "reverse", args[0])
    if op in ("sdiv", "srem", "udiv", "urem"):
        return divide(text, one, args[0])
    raise Refusal(f"instruction {op}", one.line)


def saturate(text, wide, bits):
    """A number of bits + 1 as the nearest one of `bits`."""
    low, high = -(1 << bits - 1), (1 << bits - 1) - 1
    above = text.node(1, "sgt", wide, text.constant(bits + 1, high))
    below = text.node(1, "slt", wide, text.constant(bits + 1, low))
    inside = text.resize(wide, bits + 1, bits)
    inside = text.choose(bits, below, text.constant(bits, low), inside)
    return text.choose(bits, above, text.constant(bits, high), inside)


def overflow(text, one, args):
    """Of a sum, difference or product: the low bits (detail "0"), or whether they are not all of it (detail "1")."""
    signed, op, bits = one.op[0] == "s", one.op[1:4], one.args[0].bits
    if op == "mul":
        wide = 2 * bits
        whole = text.node(wide, "smul" if signed else "umul", *args)
    else:
        wide = bits + 1
        whole = text.node(wide, op, *(text.resize(arg, bits, wide, signed) for arg in args))
    low = text.resize(whole, wide, bits)
    return low if one.detail == "0" else text.node(1, "ne", whole, text.resize(low, bits, wide, signed))


def population(text, word, bits):
    """The number of ones in a word, added up as a tree."""
    terms = [text.resize(text.node(1, "bit_slice", word, start=at, width=1), 1, bits) for at in range(bits)]
    while len(terms) > 1:
        pairs = zip(terms[::2], terms[1::2])
        terms = [*(text.node(bits, "add", *pair) for pair in pairs), *terms[len(terms) & ~1:]]
    return terms[0]


def funnel(text, one, args):
    """The upper half of two words behind each other, shifted left (fshl), or the lower half, shifted right: a rotation
    if both are the same."""
    bits, left, amount = one.bits, one.op == "fshl", one.args[2]
    if not amount.name:
        start = (bits - amount.number % bits if left else amount.number % bits)
        return text.node(bits, "bit_slice", text.node(2 * bits, "concat", args[0], args[1]), start=start, width=bits)
    if bits & (bits - 1):
        raise Refusal(f"x << n | y >> ({bits} - n) with a variable n: only in 8, 16, 32 or 64 bits", one.line)
    places = text.node(bits, "and", args[2], text.constant(bits, bits - 1))
    both = text.node(2 * bits, "shll" if left else "shrl", text.node(2 * bits, "concat", args[0], args[1]), places)
    return text.node(bits, "bit_slice", both, start=bits if left else 0, width=bits)


def divide(text, one, dividend):
    """By 2^n, or by -2^n, which LLVM makes of a - b / 2^n. A signed quotient is rounded towards 0, so negative
    dividends grow by 2^n - 1 before the shift."""
    bits, signed = one.bits, one.op[0] == "s"
    divisor = magnitude(one.args[1]) if signed else one.args[1].number
    places = text.constant(bits, divisor.bit_length() - 1)
    if signed:
        negative = text.node(1, "slt", dividend, text.constant(bits, 0))
        more = text.choose(bits, negative, text.constant(bits, divisor - 1), text.constant(bits, 0))
        quotient = text.node(bits, "shra", text.node(bits, "add", dividend, more), places)
    else:
        quotient = text.node(bits, "shrl", dividend, places)
    if one.op.endswith("div"):
        return quotient if divisor == one.args[1].number else text.node(bits, "neg", quotient)
    return text.node(bits, "sub", dividend, text.node(bits, "shll", quotient, places))
