# Lists the binary interface of a library: what a program that was linked with it relies on.
# SPDX-License-Identifier: Apache-2.0
"""Usage: abi.py HEADER LIBRARY.so PREFIX [FLAG...] > LIST

Symbols with their versions as the library exports them, but for those that it keeps for another library of the project;
types of functions, values of constants, sizes of structures and places of their members as two compilers see them in
the header (clang reads it, gcc lays it out, both with these flags). Names begin with PREFIX: what other headers declare
is not this library's."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout


def members(record, before=""):
    """Names of a structure's members, those of structures without a name within it too."""
    inner = None
    for node in record.get("inner", []):
        if node["kind"] == "RecordDecl":
            inner = node
        elif node["kind"] == "FieldDecl":
            name = before + node["name"]
            if inner and "unnamed" in node["type"]["qualType"]:
                yield from members(inner, name + ".")
            else:
                yield name, node["type"]["qualType"]
            inner = None


def layout(header, prefix, flags):
    """Lines on the header's types; C text that prints those with numbers."""
    tree = json.loads(run("clang", "-x", "c", "-std=c11", "-fsyntax-only", "-Xclang", "-ast-dump=json", *flags, header))
    lines, code = [], []
    for node in tree["inner"]:
        name = node.get("name", "")
        if not name.startswith(prefix):
            continue
        if node["kind"] == "FunctionDecl":
            lines.append(f"function {name}: {node['type']['qualType']}")
        elif node["kind"] == "TypedefDecl" and "(*)" in node["type"]["qualType"]:
            lines.append(f"type {name}: {node['type']['qualType']}")
        elif node["kind"] == "RecordDecl" and node.get("completeDefinition"):
            code.append(f'printf("struct {name}: %zu bytes\\n", sizeof({name}));')
            for member, kind in members(node):
                code.append(f'printf("struct {name}: %zu at %zu {member}: {kind}\\n", '
                            f"sizeof((({name} *)0)->{member}), offsetof({name}, {member}));")
        elif node["kind"] == "EnumDecl":
            code += [f'printf("constant {constant["name"]}: %d\\n", (int){constant["name"]});'
                     for constant in node["inner"] if constant["kind"] == "EnumConstantDecl"]
    return lines, code


def listing(header, library, prefix, flags=()):
    lines, code = layout(header, prefix, flags)
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "layout.c", Path(folder) / "layout"
        source.write_text(f'#include "{Path(header).resolve()}"\n#include <stdio.h>\nint main(void)\n{{\n'
                          + "\n".join(code) + "\nreturn 0;\n}\n")
        run("gcc", "-std=c11", *flags, source, "-o", program)
        lines += run(program).splitlines()
    symbols = run("nm", "-D", "--defined-only", "--format=just-symbols", library).splitlines()
    lines += [f"symbol {symbol.replace('@@', '@')}" for symbol in symbols
              if "@" in symbol and not symbol.endswith("_PRIVATE")]
    dynamic = [line for line in run("readelf", "-d", library).splitlines() if "(SONAME)" in line]
    lines.append(f"soname {dynamic[0].split('[')[1].rstrip(']')}" if dynamic else "soname none")
    return sorted(lines)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    print("\n".join(listing(*sys.argv[1:4], sys.argv[4:])))


if __name__ == "__main__":
    main()
