# The shells complete commands, options, their values and files, each in a terminal of its own.
# SPDX-License-Identifier: Apache-2.0
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time

import pytest

FILES = {"bash": "bash-completion/completions/orbital", "zsh": "zsh/site-functions/_orbital"}
# ESC * inserts all that fits; zsh has a completer for that. Each command line prints its words.
PRINT = "orbital() { printf '<%s>' \"$@\"; echo; }"
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "\t", "\x1b*", [PRINT, ". {file}"]),
    "zsh": (["zsh", "-f", "-i"], "\t", "\t", [PRINT, "fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D",
            "zstyle ':completion:*' completer _all_matches _complete",
            "zstyle ':completion:*' insert true; zstyle ':completion:*' old-matches true"]),
}


class Terminal:
    """An interactive shell."""

    def __init__(self, command, folder):
        self.output = ""
        self.pid, self.fd = pty.fork()
        if not self.pid:
            os.chdir(folder)
            os.execvpe(command[0], command, {**os.environ, "TERM": "dumb", "PS1": "$ "})

    def type(self, text):
        os.write(self.fd, f"{text}\r".encode())

    def words(self, text):
        """Types a line, and returns the words that it prints. One more tells where they end."""
        mark = f"<end{len(self.output)}>"
        self.type(f"{text} {mark[1:-1]}")
        deadline = time.monotonic() + 30
        while mark not in self.output:
            assert time.monotonic() < deadline, self.output
            if select.select([self.fd], [], [], 1)[0]:
                self.output += os.read(self.fd, 65536).decode(errors="replace")
        return re.findall(r"<([^<>\s]*)>", self.output.split(mark)[-2].splitlines()[-1])

    def close(self):
        os.close(self.fd)
        os.waitpid(self.pid, 0)


def commands(orbital):
    text = subprocess.run([orbital, "--help"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  (\w+) +\w", text.split("Commands:")[1].split("\n\n")[0], re.MULTILINE)


def options(orbital, command):
    """From what --usage says, which the generator does not read."""
    text = subprocess.run([orbital, command, "--usage"], capture_output=True, text=True, check=True).stdout
    return sorted(set(re.findall(r"--[a-z0-9-]+", text.split("Usage:")[1])))


@pytest.fixture(params=SHELLS)
def shell(request, build, tmp_path):
    """shell(text, all=False) is the words of a command line after completion: of the only thing that fits, or all."""
    if not shutil.which(request.param):
        pytest.skip(f"{request.param} is not installed")
    command, one, several, setup = SHELLS[request.param]
    file = build / "share" / FILES[request.param]
    (tmp_path / "brain.nii").touch()
    (tmp_path / "brain.npy").touch()
    terminal = Terminal(command, tmp_path)
    for text in setup:
        terminal.type(text.replace("{file}", str(file)).replace("{folder}", str(file.parent)))
    yield lambda text, all=False: terminal.words(f"orbital {text}{several if all else one}")
    terminal.close()


def test_every_command_and_option(shell, orbital):
    found = commands(orbital)
    assert {"forward", "inverse", "info"} <= set(found)
    for command in found:
        assert shell(command[:-1]) == [command]
        assert sorted(w for w in shell(f"{command} --", all=True) if w.startswith("--")) == options(orbital, command)


def test_values_and_files(shell):
    assert shell("forward --kind=ide")[1].rstrip(",") == "--kind=identity"
    assert shell("forward --kind dct,dwh")[2].rstrip(",") == "dct,dwht"
    assert shell("forward -n ort") == ["forward", "-n", "ortho"]
    assert shell("inverse --dtype complex6") == ["inverse", "--dtype", "complex64"]
    assert shell("info brain.ni") == ["info", "brain.nii"]
    assert shell("forward -o brain.np") == ["forward", "-o", "brain.npy"]
    assert shell("forward --json=brain.np") == ["forward", "--json=brain.npy"]
    assert shell("devices brain.np") == ["devices", "brain.np"]


def test_fish(build, orbital, tmp_path):
    if not shutil.which("fish"):
        pytest.skip("fish is not installed")
    (tmp_path / "brain.nii").touch()
    script = build / "share/fish/vendor_completions.d/orbital.fish"

    def complete(text):
        done = subprocess.run(["fish", "--no-config", "-c", f"source {script}; complete -C {text!r}"], cwd=tmp_path,
                              capture_output=True, text=True, env={**os.environ, "HOME": str(tmp_path)})
        assert done.returncode == 0 and not done.stderr, done.stderr
        return sorted(line.split("\t")[0] for line in done.stdout.splitlines())

    assert sorted(commands(orbital)) == complete("orbital ")
    for command in commands(orbital):
        assert complete(f"orbital {command} --") == options(orbital, command)
    assert complete("orbital forward --norm=o") == ["--norm=ortho"]
    assert complete("orbital info br") == ["brain.nii"]
    assert complete("orbital devices br") == []


def test_values_are_those_of_the_command(root, orbital, monkeypatch):
    """Each word is accepted, which the missing file comes behind; types are all that there are."""
    monkeypatch.syspath_prepend(str(root / "scripts"))
    completion = __import__("completion")
    pairs = {(option.long, word) for command in completion.commands_of(orbital) if command.name == "forward"
             for option in command.options for word in completion.values(option)}
    assert {name for name, _ in pairs} == {"kind", "type", "norm", "engine", "shift", "dtype", "in-dtype", "endian"}
    for name, word in sorted(pairs):
        raw = ["--shape=1,1,1", *(["--in-dtype=int8"] if name != "in-dtype" else [])]
        done = subprocess.run([orbital, "forward", "missing.raw", "-o", "x.npy", *raw, f"--{name}={word}"],
                              capture_output=True, text=True)
        assert done.returncode == 1 and "missing.raw" in done.stderr, f"--{name}={word}: {done.stderr}"
    wrong = subprocess.run([orbital, "forward", "missing.npy", "--dtype=no"], capture_output=True, text=True).stderr
    assert re.findall(r"\b(?:u?int|float|complex)\d+", wrong) == completion.TYPES.split()


@pytest.mark.parametrize("arguments", [[], ["build/bin/orbital", "csh"]])
def test_wrong_usage(root, arguments):
    done = subprocess.run([sys.executable, root / "scripts/completion.py", *arguments], capture_output=True, text=True)
    assert done.returncode == 1 and "Usage:" in done.stderr and not done.stdout
