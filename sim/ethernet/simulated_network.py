# A simulated board on a simulated network, and the command that talks to it.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import socket
import subprocess
import tempfile
from pathlib import Path

ADDRESS = "127.0.0.50"  # as sim/ethernet/ethernet.mk has it
BUILD = Path(__file__).resolve().parents[2] / "build"
FAULTS = ("LOSE", "TWICE", "DELAY", "SWAP", "DAMAGE", "CUT")


def free_port():
    """A port of UDP that nobody uses."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.bind(("", 0))
        return one.getsockname()[1]


class Network:
    """One board; use it in a with statement. Settings are those of docs/simulated-boards.md without ORB_NET_; `report`
    is there afterwards."""

    def __init__(self, board="ecpix5-85-eth_p2", **settings):
        self.folder = tempfile.TemporaryDirectory()
        self.clock = Path(self.folder.name) / "clock"
        path = Path(self.folder.name) / "report.json"
        environment = {f"ORB_NET_{name}": str(value) for name, value in settings.items()}
        self.path = path
        self.port = free_port()
        self.engine = f"udp:{ADDRESS}:{self.port}"
        self.process = subprocess.Popen([BUILD / "lib/ethernet" / board, self.clock, str(self.port)],
                                        stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, **environment, "ORB_NET_REPORT": str(path)})
        assert self.process.stdout.readline() == "ready\n"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        assert self.process.wait(600) == 0
        self.report = json.loads(self.path.read_text())
        self.folder.cleanup()

    def environment(self):
        return {**os.environ, "ORB_NET_CLOCK": str(self.clock), "LD_PRELOAD": str(BUILD / "lib/libnet-clock.so"),
                "ORB_UDP_FIND": f"{ADDRESS}:{self.port}"}

    def start(self, *arguments):
        """Starts the command."""
        return subprocess.Popen([BUILD / "bin/orbital", *map(str, arguments)], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, env=self.environment())

    def run(self, *arguments):
        """Runs the command; returns (exit code, output, errors)."""
        process = self.start(*arguments)
        out, errors = process.communicate(timeout=1800)
        return process.returncode, out, errors
