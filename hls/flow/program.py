# Second pass: reads LLVM IR into blocks of plain instructions, and finds the memories.
# SPDX-License-Identifier: Apache-2.0
import re
from dataclasses import dataclass, field

import llvmlite.binding as llvm

from .refusal import Merged, Refusal

ARITHMETIC = {"add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr"}
CASTS = {"zext", "sext", "trunc"}
# LLVM's own functions that the flow translates, and those that do nothing. LLVM recognises the patterns in plain C.
INTRINSICS = {"umin", "umax", "smin", "smax", "abs", "usub.sat", "uadd.sat", "ssub.sat", "sadd.sat", "fshl", "fshr",
              "bswap", "bitreverse", "ctpop", "ctlz", "cttz"}
OVERFLOW = re.compile(r"[us](?:add|sub|mul)\.with\.overflow")  # returns the low bits, and whether bits were lost
# Instructions that compute a pointer. They are followed from the access that uses their value.
POINTERS = {"getelementptr", "bitcast", "phi", "select", "alloca", "freeze"}
IGNORED = ("lifetime.", "dbg.", "assume", "experimental.noalias")
MAX_BITS = 64
INNER_BITS = 65  # of a value inside: clang adds numbers with and without sign in one bit more
PAIR = re.compile(r"\{ i(\d+), i(\d+) \}")  # what a check for overflow returns
DIVISION = {"udiv", "sdiv", "urem", "srem"}
FLOATING = {"fadd", "fsub", "fmul", "fdiv", "frem", "fneg", "fcmp", "sitofp", "uitofp", "fptosi", "fptoui", "fpext",
            "fptrunc"}


@dataclass(frozen=True)
class Value:
    """An operand: the name of a value, or a constant."""
    bits: int
    name: str = ""
    number: int = 0


@dataclass
class Instruction:
    op: str
    name: str                  # of its value, "" if it has none
    bits: int                  # of its value
    args: list                 # of Value
    line: str = ""             # where it stands in the source
    detail: str = ""           # predicate of a comparison
    memory: str = ""           # accessed by a load or store; the address is the sum of args
    data: Value = None         # that is stored
    sources: list = field(default_factory=list)  # blocks of a phi's args; targets of a branch


@dataclass
class Block:
    name: str
    phis: list
    body: list
    end: Instruction           # br (unconditional), if, switch, ret, never


@dataclass
class Memory:
    words: int
    bits: int = 0              # of a word; 0 until an access tells
    reads: bool = False
    writes: bool = False
    line: str = ""

    @property
    def address_bits(self):
        return max((self.words - 1).bit_length(), 1)


@dataclass
class Program:
    name: str
    scalars: list              # (name, bits) of each argument that is no memory
    memories: dict             # name -> Memory
    blocks: dict               # name -> Block, the entry first
    result: int                # bits of what is returned, 0 for nothing


class Reader:
    def __init__(self, text, top):
        self.text, self.module = text, llvm.parse_assembly(text)
        try:
            self.function = self.module.get_function(top)
        except NameError:
            raise Refusal(f"no function {top} in the sources, or it is static") from None
        if self.function.is_declaration:
            raise Refusal(f"no body of function {top} in the sources")
        self.places = dict(re.findall(r"^(!\d+) = (?:distinct )?!DILocation\((.*)\)$", text, re.MULTILINE))
        self.nodes = dict(re.findall(r"^(!\d+) = (?:distinct )?!(\w+\(.*\))$", text, re.MULTILINE))
        self.memories, self.pointers = {}, {}

    # ---- where an instruction stands in the source ----
    def file_of(self, scope):
        node = self.nodes.get(scope, "")
        found = re.search(r"\bfile: (!\d+)", node)
        if found:
            name = re.search(r'filename: "([^"]*)"', self.nodes.get(found[1], ""))
            return unescaped(name[1]) if name else ""
        return ""

    def line_of(self, instruction):
        found = re.search(r"!dbg (!\d+)", str(instruction))
        place = self.places.get(found[1], "") if found else ""
        line, scope = re.search(r"line: (\d+)", place), re.search(r"scope: (!\d+)", place)
        return f"{self.file_of(scope[1])}:{line[1]}" if line and scope and line[1] != "0" else ""

    def line_of_function(self):
        found = re.search(rf"^define [^@]*@{re.escape(self.function.name)}\(.*!dbg (!\d+)", self.text, re.MULTILINE)
        node = self.nodes.get(found[1], "") if found else ""
        line = re.search(r"\bline: (\d+)", node)
        return f"{self.file_of(found[1])}:{line[1]}" if line else None

    # ---- operands ----
    def bits_of(self, value, line, what="", most=INNER_BITS):
        """what: words in front of the message, as "argument n, "."""
        found = re.fullmatch(r"i(\d+)", str(value.type))
        if not found:
            kind = str(value.type)
            refused = "a number in floating point" if kind in ("float", "double", "half", "bfloat") else f"type {kind}"
            raise Refusal(f"{what}{refused}: integers only", line)
        if int(found[1]) > most:
            raise Refusal(f"{what}a number of {found[1]} bits: {MAX_BITS} at most", line)
        return int(found[1])

    def value(self, operand, line):
        bits = self.bits_of(operand, line)
        if operand.name:
            return Value(bits, operand.name)
        text = str(operand).split()[-1]
        if constant(text) is None:
            raise Refusal(f"constant {text}", line)
        return Value(bits, "", constant(text) % (1 << bits))

    # ---- memories ----
    def arguments(self):
        scalars, line = [], self.line_of_function()
        for argument in self.function.arguments:
            if str(argument.type) != "ptr":
                scalars.append((argument.name, self.bits_of(argument, line, f"argument {argument.name}, ",
                                                             MAX_BITS)))
                continue
            attributes = b" ".join(argument.attributes).decode()
            if "sret" in attributes:
                raise Refusal("a result that is a structure: write its members to arrays", line)
            size = re.search(r"dereferenceable\((\d+)\)", attributes)
            if not size:
                raise Refusal(f"array {argument.name} has no size: declare it as {argument.name}[restrict static SIZE]",
                              line)
            if "noalias" not in attributes:
                raise Refusal(f"array {argument.name} may overlap another: declare it restrict", line)
            self.memories[argument.name] = Memory(int(size[1]))  # in bytes, until its first access
        return scalars

    def moves(self, pointer, seen=()):
        """Whether a pointer is computed from itself, as in a loop."""
        if pointer.name in seen:
            return True
        sources = [one.name for one in pointer.operands if one.value_kind == llvm.ValueKind.instruction]
        return any(self.moves(self.pointers[name], (*seen, pointer.name)) for name in sources if name in self.pointers)

    def origin(self, pointer, line):
        """The argument that a pointer comes from, and the steps on the way."""
        steps = []
        while pointer.value_kind == llvm.ValueKind.instruction:
            step = self.pointers[pointer.name]
            line = line or self.line_of(step)
            if step.opcode == "alloca":
                raise Refusal("a local array, or a variable whose address is taken", line)
            if step.opcode in ("phi", "select") and not self.moves(step):
                raise Merged("one access of two arrays: load from both into variables, and choose then", line)
            if step.opcode not in ("getelementptr", "bitcast"):
                raise Refusal("a pointer that changes: index the array instead", line)
            steps.append(step)
            pointer = list(step.operands)[0]
        if pointer.value_kind != llvm.ValueKind.argument:  # a global variable may have the name of an argument
            raise Refusal("a variable or an array that is no argument: local and global arrays have no memory", line)
        return pointer.name, steps

    def address(self, pointer, bits, line):
        """The memory that a pointer points into, and the values that are added up to the address of a word."""
        name, steps = self.origin(pointer, line)
        indices = []
        for step in steps:
            operands = list(step.operands)
            element = re.search(r"getelementptr (?:inbounds )?(\S+),", str(step))
            if len(operands) != 2 or not element or element[1] != f"i{bits}":
                raise Refusal("a structure, an array of arrays or words of two types: one index of an array of "
                              "numbers only", line)
            indices.append(self.value(operands[1], line))
        memory = self.memories[name]
        if not memory.bits:
            memory.words, memory.bits = memory.words // word_bytes(bits), bits
        if memory.bits != bits:
            raise Refusal(f"array {name} is accessed as words of {memory.bits} and of {bits} bits", line)
        constant = sum(index.number for index in indices) % (1 << 64)
        if not any(index.name for index in indices) and constant >= memory.words:
            raise Refusal(f"index {constant} of array {name}, which has {memory.words} words", line)
        return name, indices

    # ---- instructions ----
    def instruction(self, one):
        line, op, operands = self.line_of(one), one.opcode, list(one.operands)
        if op in ("load", "store"):
            if " volatile " in str(one):
                raise Refusal("a volatile access", line)
            pointer = operands[-1]
            data = one if op == "load" else operands[0]
            if str(data.type) == "ptr":
                raise Refusal("a pointer in memory", line)
            bits = self.bits_of(data, line, most=MAX_BITS)
            memory, indices = self.address(pointer, bits, line)
            self.note_access(self.memories[memory], op, memory, line)
            stored = None if op == "load" else self.value(data, line)
            return Instruction(op, one.name if op == "load" else "", bits, indices, line, memory=memory, data=stored)
        if op == "call":
            return self.call(one, operands, line)
        if op in DIVISION:
            divisor = self.value(operands[1], line)
            size = magnitude(divisor) if op[0] == "s" else divisor.number
            if divisor.name or size & (size - 1) or not size or (op[0] == "s" and size >> divisor.bits - 1):
                raise Refusal("a division by a number that is no constant power of two: subtract in a loop, or "
                              "multiply by the reciprocal and shift", line)
            return Instruction(op, one.name, self.bits_of(one, line), [self.value(operands[0], line), divisor], line)
        if op in FLOATING:
            raise Refusal("a number in floating point: integers only", line)
        if op == "extractvalue" and PAIR.fullmatch(str(operands[0].type)):
            return Instruction("freeze", one.name, self.bits_of(one, line),
                               [self.part(operands[0], last_number(one), line)], line)
        if op not in ARITHMETIC | CASTS | {"icmp", "select", "freeze"}:
            raise Refusal(f"instruction {op}", line)
        bits, args = self.bits_of(one, line), [self.value(x, line) for x in operands]
        predicate = re.search(r"\bicmp (?:samesign )?(\w+)", str(one))
        return Instruction(op, one.name, bits, args, line, detail=predicate[1] if op == "icmp" else "")

    def call(self, one, operands, line):
        callee = operands[-1].name
        if callee.startswith(tuple(f"llvm.{name}" for name in IGNORED)):
            return None
        name = re.fullmatch(r"llvm\.([\w.]+)\.i\d+", callee)
        if callee.startswith(("llvm.memset.", "llvm.memcpy.", "llvm.memmove.")):
            raise Refusal("a whole array or structure that is set or copied at once, which may be a local array", line)
        overflow = name and OVERFLOW.fullmatch(name[1])
        if callee.startswith("llvm.") and not (overflow or name and name[1] in INTRINSICS):
            raise Refusal(f"a built-in function of the compiler ({callee})", line)
        if not callee.startswith("llvm."):
            raise Refusal(f"a call of {callee or 'a pointer'}: it is unknown, recursive or noinline", line)
        args = [self.value(x, line) for x in operands[:-1]]
        if overflow:
            return [Instruction(name[1], f"{one.name}|{k}", bits, args, line, detail=str(k))
                    for k, bits in enumerate(bits_of_pair(one))]
        return Instruction(name[1], one.name, self.bits_of(one, line), args, line)

    # ---- pairs ----
    def part(self, operand, k, line):
        """A member of a pair."""
        bits = bits_of_pair(operand)[k]
        if operand.name:
            return Value(bits, f"{operand.name}|{k}")
        numbers = re.findall(r"i\d+ ([^ ,}]+)", str(operand).partition("}")[2])  # none if the whole is undefined
        return Value(bits, "", constant(numbers[k]) % (1 << bits) if numbers else 0)

    def pair(self, one):
        """An instruction whose value is a pair, as one for each member."""
        line, op, operands = self.line_of(one), one.opcode, list(one.operands)
        if op == "call":
            return self.call(one, operands, line)

        def members(op, args_of, **more):
            return [Instruction(op, f"{one.name}|{k}", bits, args_of(k), line, **more)
                    for k, bits in enumerate(bits_of_pair(one))]
        if op == "phi":
            return members("phi", lambda k: [self.part(x, k, line) for x in operands],
                           sources=[b.name for b in one.incoming_blocks])
        if op == "select":
            choice = self.value(operands[0], line)
            return members("select", lambda k: [choice, *(self.part(x, k, line) for x in operands[1:])])
        if op == "insertvalue":
            new, at = self.value(operands[1], line), last_number(one)
            return members("freeze", lambda k: [new if k == at else self.part(operands[0], k, line)])
        if op == "freeze":
            return members("freeze", lambda k: [self.part(operands[0], k, line)])
        raise Refusal(f"instruction {op}", line)

    def note_access(self, memory, op, name, line):
        memory.reads |= op == "load"
        memory.writes |= op == "store"
        memory.line = memory.line or line
        if memory.reads and memory.writes:
            raise Refusal(f"array {name} is both read and written: an iteration may read what an earlier one has not "
                          "yet written. Use two arrays", line)

    def end(self, one):
        line, operands, text = self.line_of(one), list(one.operands), str(one)
        labels = [re.sub('"', "", name) for name in re.findall(r'label %("[^"]*"|[\w.$-]+)', text)]
        if one.opcode == "ret":
            return Instruction("ret", "", 0, [self.value(x, line) for x in operands], line)
        if one.opcode == "br" and len(labels) == 1 or one.opcode == "br" and labels[0] == labels[1]:
            return Instruction("br", "", 0, [], line, sources=labels[:1])
        if one.opcode == "br":
            return Instruction("if", "", 0, [self.value(operands[0], line)], line, sources=labels)  # yes, no
        if one.opcode == "switch":
            chosen = self.value(operands[0], line)
            numbers = re.findall(r"\bi\d+ (-?\d+|true|false), label", text.partition("[")[2])
            cases = [Value(chosen.bits, "", int({"true": 1, "false": 0}.get(number, number)) % (1 << chosen.bits))
                     for number in numbers]
            return Instruction("switch", "", 0, [chosen, *cases], line, sources=labels)  # default, cases
        if one.opcode == "unreachable":
            return Instruction("never", "", 0, [], line)
        raise Refusal(f"instruction {one.opcode}", line)

    def read(self):
        scalars, blocks, result = self.arguments(), {}, 0
        for block in self.function.blocks:  # pointers first: their uses may stand before them in this order
            for one in block.instructions:
                if str(one.type) == "ptr":
                    self.pointers[one.name] = one
        for block in self.function.blocks:
            *all_but_last, last = block.instructions
            phis, body = [], []
            for one in all_but_last:
                if str(one.type) == "ptr" and one.opcode in POINTERS:
                    continue
                if PAIR.fullmatch(str(one.type)):
                    (phis if one.opcode == "phi" else body).extend(self.pair(one))
                elif one.opcode == "phi":
                    line = self.line_of(one)
                    phis.append(Instruction("phi", one.name, self.bits_of(one, line),
                                            [self.value(x, line) for x in one.operands], line,
                                            sources=[b.name for b in one.incoming_blocks]))
                elif (read := self.instruction(one)) is not None:
                    body.append(read)
            blocks[block.name] = Block(block.name, phis, body, self.end(last))
            if last.opcode == "ret" and list(last.operands):
                result = self.bits_of(list(last.operands)[0], None)
        used = {name: memory for name, memory in self.memories.items() if memory.bits}
        return Program(self.function.name, scalars, used, blocks, result)


def constant(text):
    """The number that a constant of LLVM IR is, or None."""
    number = {"true": 1, "false": 0, "undef": 0, "poison": 0}.get(text)
    return int(text) if number is None and re.fullmatch(r"-?\d+", text) else number


def bits_of_pair(value):
    return [int(bits) for bits in PAIR.fullmatch(str(value.type)).groups()]


def last_number(one):
    """The member that an insertvalue or extractvalue is about."""
    return int(re.search(r", (\d+)(?:, !dbg !\d+)?$", str(one))[1])


def unescaped(name):
    """A name as it stands in the source. LLVM writes characters outside of ASCII, and quotation marks, as \\C3."""
    return re.sub(rb"\\([0-9A-F]{2})", lambda code: bytes.fromhex(code[1].decode()), name.encode()).decode()


def magnitude(value):
    """Of a constant with sign."""
    return (1 << value.bits) - value.number if value.number >> value.bits - 1 else value.number


def word_bytes(bits):
    """What a word takes in the memory of the target that the front pass compiles for."""
    return 1 << max((bits + 7) // 8 - 1, 0).bit_length()


def read_program(text, top):
    head = re.search(rf"^define [^@]*@{top}\((.*)\)", text, re.MULTILINE)
    if strange := re.search(r'%("[^"]*"|[\w.]*\$[\w.$]*)', head[1] if head else ""):
        raise Refusal(f"argument {unescaped(strange[1].strip(chr(34)))}: a name of letters, digits and _ only")
    # Variables and blocks may have any characters in their names. llvmlite reads plain ones only.
    text = re.sub(r'%"[^"]*"|^"[^"]*":', lambda name: name[0].replace("\\", "."), text, flags=re.MULTILINE)
    return Reader(text, top).read()
