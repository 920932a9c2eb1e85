# How long a work takes is said at its start, and a signal ends it soon, with nothing left.
# SPDX-License-Identifier: Apache-2.0
import re
import signal
import socket
import subprocess
import time
import zlib

import numpy as np
import pytest

SLOW = "sim:p=4,b=8,full=4,w=18"  # for which this volume is some ten million cycles


@pytest.fixture
def start(orbital, tmp_path, rng):
    """start(*arguments) runs a transform that takes a simulated array far longer than ten seconds."""
    np.save(tmp_path / "in.npy", rng.normal(size=(160, 160, 160)).astype("float32"))

    def start_command(*arguments):
        return subprocess.Popen([orbital, "forward", "in.npy", "-o", "out.nii.gz", "--json", "r.json", *arguments],
                                cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                # a background job inherits that interrupts are ignored
                                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    return start_command


def end(process, tmp_path, signals):
    """Sends the signals, after which the process must not go on with its minutes of work."""
    for number in signals:
        process.send_signal(number)
    out, errors = process.communicate(timeout=60)
    assert -process.returncode in signals and out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["in.npy"]
    return errors.splitlines()


def test_estimate_and_interrupt(start, tmp_path):
    process = start("--engine", SLOW)
    first = process.stderr.readline()
    assert re.fullmatch(r"orbital: forward will take about \d+(\.\d)? (seconds|minutes|hours) on sim:p=4,.*; "
                        r"--engine cpu takes seconds\n", first)
    assert end(process, tmp_path, [signal.SIGINT]) == ["orbital: stopping"]


def test_second_signal_leaves_nothing(start, tmp_path):
    process = start("--engine", SLOW)
    process.stderr.readline()
    assert end(process, tmp_path, [signal.SIGINT, signal.SIGTERM])[:1] == ["orbital: stopping"]


def test_quiet_is_quiet(start, tmp_path):
    process = start("--engine", SLOW, "--quiet")
    time.sleep(5)
    assert end(process, tmp_path, [signal.SIGTERM]) == ["orbital: stopping"]


def test_preparations_can_be_interrupted(orbital, tmp_path):
    """The matrix of a long line is prepared for minutes, in one call of the library."""
    np.save(tmp_path / "in.npy", np.ones(16384))
    process = subprocess.Popen([orbital, "forward", "in.npy", "-o", "out.npy", "--engine", "cpu:fast=no"],
                               cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    while not list(tmp_path.glob(".orbital*")):
        time.sleep(0.01)
    time.sleep(0.5)
    assert process.poll() is None
    assert end(process, tmp_path, [signal.SIGINT]) == ["orbital: stopping"]


def test_short_works_are_not_estimated(run, tmp_path, rng):
    np.save(tmp_path / "in.npy", rng.normal(size=(8, 8, 8)))
    assert run("forward", "in.npy", "-o", "c.npy", "--engine", SLOW).stderr == ""


def test_a_busy_board_is_not_waited_for_after_a_signal(orbital):
    """A board that serves another host is asked again and again."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as board:
        board.bind(("127.0.0.1", 0))
        board.settimeout(60)
        process = subprocess.Popen([orbital, "info", "--engine", f"udp:127.0.0.1:{board.getsockname()[1]}"], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        asked = 0
        while process.poll() is None:
            try:
                request, host = board.recvfrom(2048)
            except TimeoutError:
                break
            asked += 1
            body = request[:1] + bytes([request[1] | 4 << 4]) + request[2:10] + b"ORBE" + bytes(6) + b"\1\0"
            board.sendto(body + zlib.crc32(body).to_bytes(4, "little"), host)
            if asked == 2:
                process.send_signal(signal.SIGINT)
                board.settimeout(2)
        process.communicate(timeout=60)
    assert process.returncode == -signal.SIGINT and asked < 10
