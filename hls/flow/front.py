# First pass: C to LLVM IR, with loops in the form that the other passes expect.
# SPDX-License-Identifier: Apache-2.0
import re
import subprocess
from pathlib import Path

from .refusal import Refusal

LLVM = Path("/usr/lib/llvm-14/bin")
# On this target, arguments keep the widths of their types: a _BitInt of 18 bits is an i18.
TARGET = "aarch64-none-elf"
COMPILE = [f"{LLVM}/clang", "-std=c2x", "-O1", "-gline-tables-only", "-fno-discard-value-names", "-ffreestanding",
           "-fsigned-char", f"--target={TARGET}", "-Xclang", "-disable-llvm-passes", "-DORB_EXACT", "-S", "-emit-llvm"]
# All calls are inlined and all structures become scalars. Loops are rotated: the test is at the end, so a simple loop
# is a single block. Loops with a constant number of iterations are unrolled where the source asks for it.
INLINE = "function(lower-expect,mem2reg),always-inline,cgscc(inline)"
SCALARS = "function(sroa,early-cse,instcombine,simplifycfg,instcombine"
LOOPS = "loop-simplify,lcssa,loop(loop-rotate,loop-unroll-full),sroa,instcombine,gvn,simplifycfg,instcombine,dce"
PASSES = f"{INLINE},{SCALARS},{LOOPS},adce,simplifycfg,mergereturn,instnamer)"


# A typed pointer, as LLVM 14 writes it: to a number, a structure, an array or a pointer.
TYPED = re.compile(r"(?:\bi\d+|\b(?:float|double|half)|%[\w.]+|%\"[^\"]*\"|\[[^][]*\]|\bptr)\*")


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        raise Refusal(f"{Path(command[0]).name} refuses the source\n{done.stderr.strip()}")
    return done.stderr


def to_llvm(sources, top, options, folder, sinks=True):
    """Compiles sources with options of the compiler. Returns LLVM IR as text, in which `top` calls nothing. sinks: LLVM
    may move instructions into the branches that use them."""
    for old in folder.glob(f"{top}.part*.ll"):
        old.unlink()
    parts = []
    for number, source in enumerate(sources):
        if not Path(source).is_file():
            raise Refusal(f"{source}: no such file")
        parts.append(folder / f"{top}.part{number}.ll")
        run(*COMPILE, *options, source, "-o", parts[-1])
    linked, ready = folder / f"{top}.linked.ll", folder / f"{top}.ll"
    run(LLVM / "llvm-link", "-S", *parts, "-o", linked)
    run(LLVM / "opt", "-S", f"-internalize-public-api-list={top}",
        f"-passes=internalize,globaldce,{PASSES}", "-inline-threshold=100000", "-inlinecold-threshold=100000",
        "-inline-cold-callsite-threshold=100000", f"-instcombine-code-sinking={str(sinks).lower()}",
        linked, "-o", ready)
    return without_types(ready.read_text())


def without_types(text):
    """The same IR with untyped pointers, as newer releases of LLVM write it."""
    while (plain := TYPED.sub("ptr", text)) != text:
        text = plain
    return text
