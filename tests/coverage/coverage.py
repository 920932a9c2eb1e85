# Runs programs that were compiled with --coverage, and prints which lines and branches they reached, by source file.
# SPDX-License-Identifier: Apache-2.0
"""Usage: coverage.py OBJECTS PROGRAM...

OBJECTS: the folder of the objects, where the programs leave their counts. A source that is compiled several times, for
several sets of instructions, counts once: what any of its objects reached is reached."""
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path


def counts_of(objects, root):
    """{source, relative to root: ({line: reached}, {(line, branch): taken})}"""
    lines, branches = defaultdict(dict), defaultdict(dict)
    for data in sorted(Path(objects).rglob("*.gcno")):
        said = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", data.resolve()], cwd=root,
                              capture_output=True, text=True, check=True).stdout
        for file in (file for line in said.splitlines() if line for file in json.loads(line)["files"]):
            path = (Path(root) / file["file"]).resolve()
            if not path.is_relative_to(Path(root).resolve()):
                continue
            name = str(path.relative_to(Path(root).resolve()))
            for line in file["lines"]:
                number = line["line_number"]
                lines[name][number] = lines[name].get(number, False) or line["count"] > 0
                for i, branch in enumerate(line["branches"]):
                    branches[name][number, i] = branches[name].get((number, i), False) or branch["count"] > 0
    return {name: (lines[name], branches[name]) for name in sorted(lines)}


def row(name, lines, branches):
    parts = []
    for reached in (lines, branches):
        share = f"{100 * sum(reached) / len(reached):5.1f} %" if reached else "      -"
        parts.append(f"{sum(reached):6} of {len(reached):5} {share:>8}")
    return f"{name:40}" + "   ".join(parts)


def table(counts):
    """Each file, each folder, and all."""
    rows = [f"{'':40}{'lines':>23}   {'branches':>23}"]
    folders = defaultdict(lambda: ([], []))
    for name, (lines, branches) in counts.items():
        rows.append(row(name, lines.values(), branches.values()))
        for folder in (str(Path(name).parent) + "/", "all"):
            folders[folder][0].extend(lines.values())
            folders[folder][1].extend(branches.values())
    rows += ["", *(row(folder, *folders[folder]) for folder in sorted(folders, key=lambda name: name == "all"))]
    return "\n".join(rows)


def main(objects, *programs):
    for old in Path(objects).rglob("*.gcda"):
        old.unlink()
    for program in programs:
        done = subprocess.run([program], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            print(f"{program} fails, so that nothing can be said:\n{done.stdout}{done.stderr}", file=sys.stderr)
            return 1
    print(table(counts_of(objects, Path.cwd())))
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
