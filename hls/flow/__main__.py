# The command: C sources to Verilog, and a description of the ports of what was made.
# SPDX-License-Identifier: Apache-2.0
import argparse
import json
import re
import sys
from pathlib import Path

from .cuts import find_cuts
from .description import describe
from .front import to_llvm
from .gates import to_verilog
from .names import RESERVED
from .process import to_process
from .program import read_program
from .refusal import Merged, Refusal

def main():
    parser = argparse.ArgumentParser(prog="flow", description="Translates a C function to Verilog.")
    parser.add_argument("sources", nargs="+", metavar="SOURCE", help="C files that hold the function and what it calls")
    parser.add_argument("--top", required=True, help="name of the function")
    parser.add_argument("--out", required=True, type=Path, help="folder for TOP.v, TOP.json and intermediate files")
    parser.add_argument("--stages", type=int, default=6,
                        help="stages of the pipeline, 3 or more (default: %(default)s)")
    parser.add_argument("--latency", type=int, default=2,
                        help="cycles from a read request to its word (default: %(default)s)")
    parser.add_argument("--period", type=int,
                        help="clock period that XLS schedules for, in ps (default: the shortest that fits the stages)")
    parser.add_argument("--multiply", type=int, default=200,
                        help="delay of a multiplication in ps, as XLS assumes it (default: %(default)s)")
    parser.add_argument("--interval", type=int,
                        help="cycles between the starts of two activations (default: the fewest possible, up to 16)")
    parser.add_argument("-I", metavar="FOLDER", dest="folders", action="append", default=[], help="as for clang")
    parser.add_argument("-D", metavar="NAME=VALUE", dest="macros", action="append", default=[], help="as for clang")
    settings = parser.parse_args()
    options = [*(f"-I{folder}" for folder in settings.folders), *(f"-D{macro}" for macro in settings.macros)]
    top = settings.top
    if top in RESERVED or not re.fullmatch(r"[A-Za-z_]\w*", top, re.ASCII):
        parser.error(f"--top {top}: cannot be the name of a module, which has letters, digits and _ only, and is no "
                     "keyword of Verilog or word of XLS")
    for name, least in (("stages", 3), ("latency", 1), ("interval", 1), ("period", 1), ("multiply", 0)):
        if (number := getattr(settings, name)) is not None and number < least:
            parser.error(f"--{name} {number}: {least} or more")
    settings.out.mkdir(parents=True, exist_ok=True)
    for old in (f"{top}.v", f"{top}.json", f"{top}.ir"):
        (settings.out / old).unlink(missing_ok=True)
    try:
        program = read(settings, top, options)
        process = to_process(find_cuts(program))
        (settings.out / f"{top}.ir").write_text(process)
        verilog, interval = to_verilog(process, top, settings)
    except Refusal as refusal:
        sys.exit(f"{parser.prog}: {refusal}")
    (settings.out / f"{top}.v").write_text(verilog)
    (settings.out / f"{top}.json").write_text(json.dumps(describe(program, settings, interval), indent=1) + "\n")
    print(f"{top}: {interval} cycle{'s' * (interval > 1)} an activation, {settings.stages} stages")


def read(settings, top, options):
    """LLVM moves loads into the branches that use them, and may then merge loads of two arrays into one, which no
    memory can serve. The flow forbids this only where it happened, because the moves make other kernels smaller."""
    try:
        return read_program(to_llvm(settings.sources, top, options, settings.out), top)
    except Merged:
        return read_program(to_llvm(settings.sources, top, options, settings.out, sinks=False), top)


if __name__ == "__main__":
    main()
