# A function as gates and as gcc compiles it, behind one call each: what tests compare.
# SPDX-License-Identifier: Apache-2.0
import ctypes
import json
import os
import subprocess
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
FLOW_PYTHON = ROOT / "build/hls-venv/bin/python"
HARNESS = Path(__file__).with_name("kernel_harness.cpp")
SPARE = 64  # bits of a word of the bench


def translate(sources, top, folder, options=(), stages=6, package=ROOT / "hls", expect=0):
    """Runs the flow. Returns the description of what it made; what it said, if it is expected to refuse."""
    command = [FLOW_PYTHON, "-m", "flow", *sources, "--top", top, "--out", folder, "--stages", stages, *options]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"})
    assert (done.returncode != 0) == bool(expect), f"{done.stdout}{done.stderr}"
    return done.stderr if expect else json.loads((Path(folder) / f"{top}.json").read_text())


def memory_verilog(number, memory, made):
    """A memory of the bench: the host has one port, the kernel another. The memory answers after the latency that the
    kernel was made for, and holds its words until the last one is taken. At interval 1 and without stalls, the kernel
    has to take each word when it comes."""
    name, bits, address, words = memory["name"], memory["bits"], memory["address"], memory["words"]
    lines = [f"reg [{bits - 1}:0] {name}_words[0:{(1 << address) - 1}];", f"wire {name}_vld;",
             f"wire [{address - 1}:0] {name}_at;"]
    write = f"if (we && sel == {number}) {name}_words[at[{address - 1}:0]] <= data[{bits - 1}:0];"
    if memory["kind"] == "read":
        last = made["latency"] - 1
        lines += [f"reg [{(last + 1) * bits - 1}:0] {name}_pipe;", f"reg [{last}:0] {name}_there;",
                  f"wire {name}_take;", f"wire {name}_goes = {name}_take | !{name}_there[{last}];",
                  f"wire {name}_rdy = {name}_goes & !slow[{number}];", f"wire {name}_en = {name}_vld & {name}_rdy;",
                  "always @(posedge clk) begin", write,
                  f"if ({name}_goes) {name}_pipe <= ({name}_pipe << {bits}) | {name}_words[{name}_at];",
                  f"if ({name}_goes) {name}_there <= ({name}_there << 1) | {name}_en;",
                  f"if (rst) {name}_there <= 0;"]
        lines += [f"if (!{name}_goes && !stalls) bad <= 1;"] * (made["interval"] == 1)
    else:
        lines += [f"wire [{bits - 1}:0] {name}_word;", f"wire {name}_rdy = !slow[{number}];",
                  f"wire {name}_en = {name}_vld & {name}_rdy;",
                  "always @(posedge clk) begin", write, f"else if ({name}_en) {name}_words[{name}_at] <= {name}_word;"]
    return [*lines, f"if ({name}_en && {name}_at >= {words}) bad <= 1;", "end"]


def bench_verilog(made):
    """The kernel with its memories, behind the ports that kernel_harness.cpp drives."""
    scalars = [bits for _, bits in made["scalars"]]
    top, total, result = made["top"], max(sum(scalars), 1), max(made["result"], 1)
    lines = ["module kernel_bench (input wire clk, input wire rst, input wire we, input wire [7:0] sel,",
             "    input wire [31:0] at, input wire [63:0] data, input wire go, output wire taken, output wire done,",
             "    input wire stalls, input wire [15:0] slow, output wire [63:0] result, output wire [63:0] word,",
             "    output reg bad);", "    always @(posedge clk) if (we && sel == 254) bad <= 0;",
             "    wire ended;", "    assign done = ended & !slow[15];",
             "    initial bad = 0;", f"    reg [{SPARE * max(len(scalars), 1) - 1}:0] held;",
             "    always @(posedge clk) if (we && sel == 255) held[64*at[4:0]+:64] <= data;",
             f"    wire [{result - 1}:0] answer;", "    assign result = {64'b0, answer};",
             f"    wire [{total - 1}:0] packed_go = {{"
             + (", ".join(f"held[{64 * n}+:{bits}]" for n, bits in enumerate(scalars)) or "1'b0") + "};"]
    ports, words = [], []
    for number, memory in enumerate(made["memories"]):
        name = memory["name"]
        lines += memory_verilog(number, memory, made)
        words.append(f"sel == {number} ? {{64'b0, {name}_words[at[{memory['address'] - 1}:0]]}}")
        if memory["kind"] == "read":
            last, bits = made["latency"] - 1, memory["bits"]
            ports += [f".{name}_rd_req_rdy({name}_rdy), .{name}_rd_req_vld({name}_vld), "
                      f".{name}_rd_req_data({name}_at), .{name}_rd_resp_vld({name}_there[{last}]), "
                      f".{name}_rd_resp_data({name}_pipe[{last * bits}+:{bits}]), .{name}_rd_resp_rdy({name}_take)"]
        else:
            ports += [f".{name}_wr_req_rdy({name}_rdy), .{name}_wr_req_vld({name}_vld), "
                      f".{name}_wr_req_data({{{name}_at, {name}_word}})"]
    lines += [f"    assign word = {' : '.join([*words, '0'])};",
              f"    {top} kernel (.clk(clk), .rst(rst), .go_data(packed_go), .go_vld(go), .go_rdy(taken), "
              f".done_rdy(!slow[15]), .done_vld(ended), .done_data(answer){''.join(', ' + port for port in ports)});",
              "endmodule"]
    return "\n".join(lines) + "\n"


class Gates:
    """The kernel, Verilated."""

    def __init__(self, made, folder):
        folder = Path(folder).resolve()
        self.made, library = made, folder / "gates.so"
        (folder / "bench.v").write_text(bench_verilog(made))
        command = ["verilator", "--cc", "--exe", "--build", "-O3", "--x-assign", "unique", "--x-initial", "unique",
                   "-Wno-fatal", "-Wno-lint", "--top-module", "kernel_bench", "--prefix", "Vkernel_bench",
                   "--Mdir", folder / "obj", folder / "bench.v", folder / f"{made['top']}.v", HARNESS, "-CFLAGS",
                   "-fPIC -O1", "-MAKEFLAGS", "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0",
                   "-LDFLAGS", "-shared -Wl,-Bsymbolic", "-o", library]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                              env={**os.environ, "MAKEFLAGS": ""})
        assert done.returncode == 0, done.stdout + done.stderr
        self.call = ctypes.CDLL(str(library))
        self.call.run.restype = ctypes.c_long
        self.cycles = 0

    def run(self, scalars, arrays, limit=1_000_000):
        """Runs the kernel on copies of the arrays, by name. Returns its result and the arrays that it wrote."""
        (answer,), written = self.run_calls([scalars], arrays, limit)
        return answer, written

    def run_calls(self, calls, arrays, limit=1_000_000, seed=0):
        """Runs calls behind each other on the same arrays, each as soon as the kernel takes its arguments. With a seed,
        the memories and the reader of the results are often not ready. Returns the results and the written arrays."""
        memories, count = self.made["memories"], len(calls)
        names = {memory["name"] for memory in memories}
        assert set(arrays) >= names, f"no array {', '.join(sorted(names - set(arrays)))}"
        for memory in memories:
            assert len(arrays[memory["name"]]) == memory["words"], f"{memory['name']} has {memory['words']} words"
        expected = [name for name, _ in self.made["scalars"]]
        assert all(len(scalars) == len(expected) for scalars in calls), f"scalar arguments: {', '.join(expected)}"
        held = [int(v) % (1 << 64) for scalars in calls for v in scalars]
        held = (ctypes.c_uint64 * max(len(held), 1))(*held)
        kept = [np.ascontiguousarray(arrays[m["name"]], dtype=np.int64).copy() for m in memories]
        pointers = (ctypes.c_void_p * max(len(kept), 1))(*[a.ctypes.data for a in kept])
        sizes = (ctypes.c_long * max(len(kept), 1))(*[a.size for a in kept])
        written = (ctypes.c_int * max(len(kept), 1))(*[m["kind"] == "write" for m in memories])
        bits = (ctypes.c_int * max(len(kept), 1))(*[m["bits"] for m in memories])
        results, width = (ctypes.c_uint64 * count)(), self.made["result"]
        self.cycles = self.call.run(count, len(calls[0]), held, len(kept), pointers, sizes, written, bits, results,
                                    ctypes.c_long(limit), seed)
        assert self.cycles != 0, "no answer"
        assert self.cycles != -2, "more answers than calls"
        assert self.cycles > 0, "a word outside of its memory, or a word that was not taken"
        answers = [result & (1 << width) - 1 if width else None for result in results]
        return answers, {m["name"]: a for m, a in zip(memories, kept) if m["kind"] == "write"}


class Compiled:
    """The same function, as gcc compiles it, with the types of C."""

    KINDS = {"i8": np.int8, "u8": np.uint8, "i16": np.int16, "u16": np.uint16, "i32": np.int32, "u32": np.uint32,
             "i64": np.int64, "u64": np.uint64}

    def __init__(self, sources, top, folder, types, result, options=()):
        """types: of each argument, "u16", or "i32*" for an array. result: likewise, or ""."""
        library = Path(folder).resolve() / f"{top}_gcc.so"
        subprocess.run(["gcc", "-std=c11", "-O1", "-Wall", "-Wno-unknown-pragmas", "-shared", "-fPIC", *options,
                        *map(str, sources), "-o", library], check=True)
        self.function, self.types = getattr(ctypes.CDLL(str(library)), top), types
        self.function.argtypes = [ctypes.c_void_p if t.endswith("*") else np.ctypeslib.as_ctypes_type(self.KINDS[t])
                                  for t in types]
        self.function.restype = np.ctypeslib.as_ctypes_type(self.KINDS[result]) if result else None

    def run(self, arguments):
        """arguments in the order of the function; arrays are changed in place."""
        kept = [np.ascontiguousarray(a, self.KINDS[t[:-1]]) if t.endswith("*") else int(a)
                for a, t in zip(arguments, self.types)]
        answer = self.function(*[a.ctypes.data if isinstance(a, np.ndarray) else a for a in kept])
        return answer, kept
