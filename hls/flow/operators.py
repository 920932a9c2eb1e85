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
    raise Refusal(f"instruction {op}", one.line)
