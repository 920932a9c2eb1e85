# Writes the completion of orbital or orbital-mpi for a shell, from what the program's own --help lists.
# SPDX-License-Identifier: Apache-2.0
"""Usage: completion.py PROGRAM bash|zsh|fish > FILE"""
import os
import re
import subprocess
import sys
from collections import namedtuple

# What --help does not list word by word; for each axis one, with commas between, where in LISTS.
TYPES = "uint8 uint16 uint32 uint64 int8 int16 int32 int64 float16 float32 float64 complex64 complex128"
VALUES = {"kind=KIND": "dct dst dht dwht dft identity", "norm=NORM": "ortho backward forward",
          "engine=NAME": "cpu sim hls ftdi udp",
          "algorithm=NAME": "alltoall transpose remap cuboid orbital auto blocks",
          "shift=SCALING": "auto measured bound", "endian=ORDER": "little big",
          "dtype=TYPE": TYPES, "in-dtype=TYPE": TYPES}
LISTS = ("kind", "type")

Option = namedtuple("Option", "short long argument about")
Command = namedtuple("Command", "name about options files")
OPTION = re.compile(r"^  (?:-(\S), |    )--([a-z][a-z0-9-]*)(?:=(\S+))?(?:\s{2,}(\S.*))?\s*$")


def help_of(program, *words):
    """On lines of any length, so that each option has one of its own."""
    environment = {**os.environ, "ARGP_HELP_FMT": "rmargin=1000,opt-doc-col=40"}
    return subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=True,
                          env=environment).stdout


def commands_of(program):
    listed = help_of(program).split("Commands:\n")[1].split("\n\n")[0]
    commands = []
    for line in listed.splitlines():
        name, about = line.split(None, 1)
        text = help_of(program, name)
        usage = text.splitlines()[0].split("[OPTION...]")[-1]
        options = [Option(*(part or "" for part in match.groups())) for match in map(OPTION.match, text.splitlines())
                   if match]
        commands.append(Command(name, about, options, bool(usage.strip())))
    return commands


def values(option):
    """The words that may follow an option; none if it takes anything else."""
    first, dots, last = option.argument.partition("..")
    if dots and first.isdigit() and last.isdigit():
        return [str(i) for i in range(int(first), int(last) + 1)]
    return VALUES.get(f"{option.long}={option.argument}", "").split()


def takes_file(option):
    return option.argument.startswith("FILE")


def names(option):
    return [f"-{option.short}"] * bool(option.short) + [f"--{option.long}"]


def bash(program, commands):
    """To bash "--option=value" is three words. Where nothing fits, it completes names of files."""
    out = [f"# bash completion of {program}", f"_{program}()", "{",
           "    local i=$COMP_CWORD word=${COMP_WORDS[COMP_CWORD]} head= words=",
           "    [[ $word == = ]] && word= && ((i++))",
           "    [[ ${COMP_WORDS[i - 1]} == = ]] && ((i--))",
           "    COMPREPLY=()",
           "    if ((COMP_CWORD == 1)); then",
           f"        words='{' '.join([c.name for c in commands] + ['--help', '--version'])}'",
           "    else", "        case ${COMP_WORDS[1]}:${COMP_WORDS[i - 1]} in"]
    for command in commands:
        for option in (o for o in command.options if o.argument):
            pattern = " | ".join(f"{command.name}:{name}" for name in names(option))
            act = "return" if takes_file(option) else f"words='{' '.join(values(option))}'"
            if option.long in LISTS:
                act += "; [[ $word == *,* ]] && head=${word%,*}, && word=${word##*,}"
            out.append(f"        {pattern}) {act} ;;")
        options = " ".join(name for o in command.options for name in names(o))
        act = "[[ $word == -* ]] || return; words" if command.files else "[[ $word == -* ]] && words"
        out.append(f"        {command.name}:*) {act}='{options}' ;;")
    out += ["        *) return ;;", "        esac", "    fi", "    compopt +o default",
            "    COMPREPLY=($(compgen -P \"$head\" -W \"$words\" -- \"$word\"))",
            "}", f"complete -o default -F _{program} {program}"]
    return "\n".join(out)


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh(program, commands):
    out = [f"#compdef {program}", f"# zsh completion of {program}", f"_{program}()", "{", "    local -a commands",
           "    commands=(" + " ".join(quoted(f"{c.name}:{c.about}") for c in commands) + ")",
           "    if ((CURRENT == 2)); then", "        _describe -t commands command commands",
           "        _arguments '--help[describe the command]' '--version[print the version]'", "        return",
           "    fi", "    shift words", "    ((CURRENT--))", "    case $words[1] in"]
    for command in commands:
        out.append(f"    {command.name}) _arguments -s \\")
        for option in command.options:
            about = re.sub(r"([\[\]:\\])", r"\\\1", option.about)
            tail = ""
            if takes_file(option):
                tail = f":{option.argument}:_files"
            elif option.argument:
                given = f"({' '.join(values(option))})" if values(option) else " "
                if option.long in LISTS:
                    given = f"_sequence compadd - {' '.join(values(option))}"
                tail = f":{option.argument}:{given}"
            long = f"--{option.long}" + ("=" if option.argument else "")
            short = f"-{option.short}"
            if option.short:
                out.append(f"        {quoted(f'({short} --{option.long})')}{{{quoted(short)},{quoted(long)}}}"
                           f"{quoted(f'[{about}]{tail}')} \\")
            else:
                out.append(f"        {quoted(f'{long}[{about}]{tail}')} \\")
        out.append("        '*:file:_files' ;;" if command.files else "        ;;")
    return "\n".join([*out, "    esac", "}", f'_{program} "$@"'])


def fish(program, commands):
    out = [f"# fish completion of {program}", f"complete -c {program} -f"]
    nothing = " -n 'not __fish_seen_subcommand_from " + " ".join(c.name for c in commands) + "'"
    out += [f"complete -c {program}{nothing} -a {c.name} -d {quoted(c.about)}" for c in commands]
    out += [f"complete -c {program}{nothing} -l help -d 'describe the command'",
            f"complete -c {program}{nothing} -l version -d 'print the version'"]
    for command in commands:
        when = f"complete -c {program} -n '__fish_seen_subcommand_from {command.name}'"
        if command.files:
            out.append(f"{when} -F")
        for option in command.options:
            line = when + (f" -s {quoted(option.short)}" if option.short else "") + f" -l {option.long}"
            if takes_file(option):
                line += " -r -F"
            elif option.argument:
                line += " -x" + (f" -a {quoted(' '.join(values(option)))}" if values(option) else "")
            out.append(f"{line} -d {quoted(option.about)}")
    return "\n".join(out)


def main():
    shells = {"bash": bash, "zsh": zsh, "fish": fish}
    if len(sys.argv) != 3 or sys.argv[2] not in shells:
        sys.exit(__doc__)
    print(shells[sys.argv[2]](os.path.basename(sys.argv[1]), commands_of(sys.argv[1])))


if __name__ == "__main__":
    main()
