# What each instruction that computes becomes in XLS IR.
# SPDX-License-Identifier: Apache-2.0
from .program import Value
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
    if op in ("sdiv", "srem", "udiv", "urem"):
        return divide(text, one, args[0])
    raise Refusal(f"instruction {op}", one.line)


def divide(text, one, dividend):
    """By 2^n. A signed quotient is rounded towards 0, so negative dividends grow by 2^n - 1 before the shift."""
    bits, signed, divisor = one.bits, one.op[0] == "s", one.args[1].number
    places = text.constant(bits, divisor.bit_length() - 1)
    if signed:
        negative = text.node(1, "slt", dividend, text.constant(bits, 0))
        more = text.choose(bits, negative, text.constant(bits, divisor - 1), text.constant(bits, 0))
        quotient = text.node(bits, "shra", text.node(bits, "add", dividend, more), places)
    else:
        quotient = text.node(bits, "shrl", dividend, places)
    if one.op.endswith("div"):
        return quotient
    return text.node(bits, "sub", dividend, text.node(bits, "shll", quotient, places))
