# The unmodified command on a simulated board with Ethernet: liteeth, a PHY at its pins, a network with faults.
# SPDX-License-Identifier: Apache-2.0
import json
import subprocess
import zlib

import numpy as np
import pytest
from ethernet import FAULTS, Network, Peer

MODEL = "sim:p=2,b=4,full=4,w=16"
EVERY_FAULT = dict.fromkeys(FAULTS, 0.02)
FIND, OPEN, CLOSE = 4, 5, 6
COUNTED = dict(zip(FAULTS, ("lost", "twice", "delayed", "swapped", "damaged", "cut")))


@pytest.fixture
def volume(tmp_path, rng):
    path = tmp_path / "in.npy"
    np.save(path, rng.uniform(-1, 1, (16, 16, 16)).astype(np.float32))
    return path


def expected(command, source):
    """What the simulated array alone makes of it."""
    result = source.with_name("model.npy")
    subprocess.run([command, "forward", source, "--block", "8", "-o", result, "--force", "--engine", MODEL], check=True)
    return result.read_bytes()


def forward(network, source):
    result = source.with_name("board.npy")
    code, _, errors = network.run("forward", source, "--block", 8, "-o", result, "--force", "--engine", network.engine)
    assert code == 0, errors
    return result.read_bytes()


@pytest.fixture
def command(build):
    return build / "bin/orbital"


def test_the_board_is_found_and_described():
    with Network() as network:
        code, out, errors = network.run("devices", "--json", "-")
    assert code == 0, errors
    board, = (d for d in json.loads(out)["devices"] if d["engine"].startswith("udp:"))
    assert board["engine"] == network.engine and board["about"] == "Ethernet, 02:4f:52:42:00:01"
    assert (board["p"], board["bmax"], board["w"], board["link"]) == (2, 4, 16, "Ethernet")


def test_transform_without_faults(command, volume):
    with Network() as network:
        assert forward(network, volume) == expected(command, volume)
    assert network.report["bad"] == 0


def test_transform_with_every_fault_and_foreign_traffic(command, volume, seed):
    with Network(SEED=seed % 1000, FLOOD=20000, **EVERY_FAULT) as network:
        assert forward(network, volume) == expected(command, volume)
    assert network.report["foreign"] > 0 and sum(network.report.get(key, 0) for key in COUNTED.values()) > 0


@pytest.mark.parametrize("fault", FAULTS)
def test_one_fault_often(command, volume, seed, fault):
    with Network(SEED=seed % 1000, **{fault: 0.1}) as network:
        assert forward(network, volume) == expected(command, volume)
    assert network.report[COUNTED[fault]] > 0


def request(operation, number):
    body = bytes([0, operation, 0, 0, 0, 0]) + number.to_bytes(4, "little")
    return body + zlib.crc32(body).to_bytes(4, "little")


def test_the_seed_repeats_a_run(seed):
    reports = []
    for _ in range(2):
        with Network(SEED=seed % 1000, FLOOD=20000, **EVERY_FAULT) as network:
            with Peer(network) as host:
                host.wait(0)
                answers = sum(host.ask(request(FIND, number)) is not None for number in range(300))
        reports.append({"answers": answers, **network.report})
    print(reports)
    assert reports[0] == reports[1]
    assert reports[0]["foreign"] > 0 and all(reports[0].get(key, 0) > 0 for key in COUNTED.values())


def is_served(network):
    """Asks the board whether it serves a host: its answer to a find has that in byte 10 of the payload."""
    with Peer(network) as peer:
        peer.wait(0)  # what time it is
        answer = peer.ask(request(FIND, 0))
    return answer is not None and answer[20] == 1


def test_foreign_traffic_does_not_ask_to_be_served(seed):
    """Foreign frames resemble the last one of the host. Here that is a copy of an old open, which a board drops."""
    with Network(SEED=seed % 1000, FLOOD=100000) as network:
        with Peer(network) as host:
            host.wait(0)
            for operation, number in ((OPEN, 1), (CLOSE, 2)):
                assert any(host.ask(request(operation, number)) for _ in range(50))
            host.send(request(OPEN, 1))
            end = host.now + 50_000_000
            while host.now < end:
                host.wait((end - host.now) / 1000)
        assert not is_served(network)
    assert network.report["foreign"] > 1000


def test_a_second_host_is_told_that_the_board_is_busy(command, tmp_path, rng):
    source = tmp_path / "large.npy"
    np.save(source, rng.uniform(-1, 1, (32, 32, 32)).astype(np.float32))
    result = tmp_path / "board.npy"
    with Network() as network:
        first = network.start("forward", source, "--block", 8, "-o", result, "--engine", network.engine)
        while not is_served(network):
            assert first.poll() is None, "the first host ended before it opened the board"
        code, out, errors = network.run("info", "--engine", f"{network.engine},served=leave")
        assert first.poll() is None, "the first host was done before the second came"
        assert code != 0 and out == "" and errors == (
            f"orbital: {network.engine},served=leave: {network.engine} serves another host: wait until that is done\n")
        assert first.wait(600) == 0, first.stderr.read()
    assert result.read_bytes() == expected(command, source)


def test_the_address_can_be_changed():
    other = "127.0.0.60"
    with Network() as network:
        code, out, errors = network.run("info", "--engine", f"{network.engine},address={other}")
        assert code == 0 and f"udp:{other}:{network.port}" in out, errors
        code, out, errors = network.run("info", "--engine", f"udp:{other}:{network.port}")
        assert code == 0, errors


@pytest.mark.parametrize("engine, reason", [
    ("udp:127.0.0.1:9", "udp:127.0.0.1:9: udp:127.0.0.1:9 refuses datagrams, so it is no orbital board, or a firewall "
                        "is in between: `orbital devices` lists the boards"),
    ("udp::", "udp:: \":\" does not name a board, or is given twice: use HOST or HOST:PORT, address=A.B.C.D to give it "
              "another address, and served=leave"),
    ("udp:a:b:c", "udp:a:b:c: \"a:b:c\" does not name a board, or is given twice: use HOST or HOST:PORT, "
                  "address=A.B.C.D to give it another address, and served=leave"),
])
def test_errors_are_one_line(command, engine, reason):
    done = subprocess.run([command, "info", "--engine", engine], capture_output=True, text=True)
    assert done.returncode != 0 and done.stderr == f"orbital: {reason}\n"
