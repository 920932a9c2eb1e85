# The whole stack: the command, the real libftdi1, a simulated USB and chip, the pins of a Verilated board, the array.
# SPDX-License-Identifier: Apache-2.0
"""Every board here has a small array; what it computes has to be what the simulated array of the same configuration
computes, to the last bit. docs/simulated-boards.md tells how the USB, the chip and the faults are simulated."""
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest

UART = "link_uart"
# board, what the host has to be told of it, the same array simulated
STACKS = {
    "uart": ("link_uart", "", "sim:p=2,b=4,full=4,w=16,jobs=1"),
    "ulx3s": ("ulx3s_p2", "", "sim:p=2,b=4,full=4,w=16,jobs=1"),
    "fifo": ("link_async", "mode=fifo", "sim:p=2,b=4,full=4,w=16,jobs=1"),
    "sync": ("link_sync", "mode=sync", "sim:p=2,b=4,full=4,w=16,jobs=1"),
    "ulx3s-ft232h": ("ulx3s-ft232h_p2", "mode=sync", "sim:p=2,b=4,full=4,w=16,jobs=1"),
    "spi": ("link_spi", "mode=spi", "sim:p=2,b=4,full=4,w=16,jobs=1"),
    "uart-float": ("link_bfloat16", "", "sim:p=2,b=4,full=4,bfloat16,jobs=1"),
}


@pytest.fixture
def volume(tmp_path, rng):
    np.save(tmp_path / "in.npy", rng.normal(size=(16, 8, 15)))


def same(tmp_path, *names):
    first, *others = [(tmp_path / name).read_bytes() for name in names]
    return all(other == first for other in others)


@pytest.mark.parametrize("stack", STACKS)
def test_the_whole_stack_gives_the_same_bits(run, board, happened, tmp_path, volume, stack):
    name, told, model = STACKS[stack]
    there = ["in.npy", "--block", "8", "--engine"]
    run("forward", *there, f"ftdi:{told}", "-o", "board.npy", env=board(name))
    seen = happened()
    assert seen["from_board"] > 4096 and not any(seen[key] for key in ("overruns", "framing", "timing", "contention"))
    run("forward", *there, model, "-o", "model.npy")
    assert same(tmp_path, "board.npy", "model.npy")
    run("inverse", "board.npy", "--engine", f"ftdi:{told}", "-o", "board-back.npy", env=board(name))
    run("inverse", "model.npy", "--engine", model, "-o", "model-back.npy")
    assert same(tmp_path, "board-back.npy", "model-back.npy")


@pytest.mark.parametrize("chance", [0.01, 0.05])
@pytest.mark.parametrize("stack", ["uart", "fifo", "sync", "ulx3s-ft232h", "spi"])
def test_faults_cost_time_and_no_word(run, board, happened, tmp_path, volume, seed, stack, chance):
    name, told, model = STACKS[stack]
    print(f"ORB_BOARD_SEED={seed}")
    run("forward", "in.npy", "-o", "model.npy", "--block", "8", "--engine", model)
    for _ in range(2):  # a seed repeats a run
        run("forward", "in.npy", "-o", "board.npy", "--block", "8", "--engine", f"ftdi:{told}", "--force",
            env=board(name, SEED=seed, faults=chance))
        assert same(tmp_path, "board.npy", "model.npy")
        seen = happened()
    assert seen["microseconds"] < 5_000_000
    if chance == 0.05:
        assert seen["faults"]
    assert happened() == seen


@pytest.fixture
def one_worker(tmp_path_factory):
    """one_worker.c, to be loaded ahead of the libraries."""
    path = tmp_path_factory.mktemp("worker") / "one_worker.so"
    source = Path(__file__).with_name("one_worker.c")
    subprocess.run(["gcc", "-std=c11", "-shared", "-fPIC", "-o", path, source, "-ldl"], check=True)
    return path


def test_ten_thousand_frames_through_an_ft232h(run, board, happened, tmp_path, rng, seed, one_worker):
    """Each kind of fault in one of a hundred blocks of 512 bytes, or packets; frames are short, as RING is small."""
    print(f"ORB_BOARD_SEED={seed}")
    environment = board("link_ft232h", SEED=seed, faults=0.01)
    environment |= {"LD_PRELOAD": f"{environment['LD_PRELOAD']}:{one_worker}", "OMP_NUM_THREADS": "1"}
    np.save(tmp_path / "in.npy", rng.normal(size=(64, 64, 112)).astype("f4"))
    run("forward", "in.npy", "-o", "model.npy", "--block", "8", "--engine", STACKS["ulx3s-ft232h"][2])
    reports = []
    for _ in range(2):  # a seed repeats a run
        run("forward", "in.npy", "-o", "board.npy", "--block", "8", "--force", "--engine", "ftdi:mode=sync",
            env=environment)
        assert same(tmp_path, "board.npy", "model.npy"), "a word is wrong, lost or doubled"
        reports.append(happened())
    seen = reports[0]
    print(seen)
    assert seen["frames_to_board"] >= 10_000 and seen["frames_from_board"] >= 10_000
    assert all(seen[fault] > 10 for fault in ("lose", "flip", "twice", "delay", "short", "stall"))
    assert not any(seen[key] for key in ("overruns", "framing", "timing", "contention"))
    assert seen["microseconds"] < 5_000_000, "a request did not end in time"
    assert reports[1] == seen


def test_packets_may_be_short(run, board, happened, tmp_path, volume):
    """Each packet goes as soon as the chip has a byte for it."""
    run("forward", "in.npy", "-o", "model.npy", "--block", "8", "--engine", STACKS["uart"][2])
    run("forward", "in.npy", "-o", "board.npy", "--block", "8", "--engine", "ftdi:", env=board(UART, SHORT=1))
    assert same(tmp_path, "board.npy", "model.npy") and happened()["short"] > 50


def test_devices_lists_it(run, board):
    done = run("devices", env=board(UART, "loop_ft231x"))
    assert "No FTDI chip" not in done.stdout
    lines = [line for line in done.stdout.splitlines() if line.startswith("ftdi:")]
    assert len(lines) == 2, done.stdout
    assert "SIM0001" in lines[0] and "Simulated link_uart" in lines[0]
    assert "SIM0002" in lines[1] and "Simulated loop" in lines[1]


def test_one_of_two_boards(run, fails, board, happened, volume):
    ask = ["forward", "in.npy", "-o", "c.npy", "--block", "8", "--engine"]
    env = board("loop_ft2232h", UART)
    fails(*ask, "ftdi:", says="ftdi:", env=env)
    run(*ask, "ftdi:serial=SIM0002", env=env)
    run(*ask, "ftdi:desc=Simulated link_uart", "--force", env=env)


@pytest.mark.parametrize("serial", [True, False])
def test_devices_takes_no_board_from_its_driver(run, board, build, monkeypatch, serial):
    """Chips are listed with what they are; the system's serial driver holds them, or this user may not look."""
    monkeypatch.setenv("ORB_MODEL_PATH", str(build / "tests"))
    done = run("devices", env=board(UART, "loop_ft231x", **({} if serial else {"DENIED": 1})))
    chips = [line for line in done.stdout.splitlines() if line.startswith("ftdi:")]
    names = ["ftdi:serial=SIM0001", "ftdi:serial=SIM0002"] if serial else ["ftdi:at=", "ftdi:at="]
    assert [line.startswith(name) for line, name in zip(chips, names, strict=True)] == [True, True]
    assert "FT2232H" in chips[0] and "FT231X" in chips[1]
    assert all(("serial driver" if serial else "60-orbital.rules") in line for line in chips)


def test_info_tells_the_link(run, board, volume):
    """A quarter of the board's clock of 48 MHz is what this chip makes at most."""
    assert "UART of 12000000 baud" in run("info", "--engine", "ftdi:", env=board(UART)).stdout
    assert "UART of 3000000 baud" in run("info", "--engine", "ftdi:baud=3000000", env=board(UART)).stdout
    assert "synchronous FIFO" in run("info", "--engine", "ftdi:mode=sync", env=board("link_sync")).stdout


def test_time_on_the_link_is_not_computing(run, report, board, volume):
    run("forward", "in.npy", "-o", "c.npy", "--block", "8", "--json", "r.json", "--engine", "ftdi:", env=board(UART))
    seconds = report()["seconds"]
    assert 0 < seconds["compute"] < 0.1 * min(seconds["send"], seconds["receive"])


@pytest.mark.parametrize("name", ["ftdi:serial=SIM0001,mode=jtag", "ftdi:baud=9000000", "ftdi:mode=sync,channel=B"])
def test_boards_that_cannot_be(fails, board, volume, name):
    fails("forward", "in.npy", "-o", "c.npy", "--engine", name, says=[name, "does not name a"], env=board(UART))


@pytest.mark.parametrize("after", [50, 3000])
@pytest.mark.parametrize("stack", ["uart", "fifo", "sync", "ulx3s-ft232h", "spi"])
def test_unplugged(fails, board, volume, stack, after):
    """While it is opened, and in mid-stream."""
    name, told, _ = STACKS[stack]
    fails("forward", "in.npy", "-o", "c.npy", "--block", "8", "--quiet", "--engine", f"ftdi:{told}", says="unplugged",
          env=board(name, UNPLUG=after))


def test_permission_is_missing(fails, board, volume):
    fails("forward", "in.npy", "-o", "c.npy", "--engine", "ftdi:", says=["udev", "60-orbital.rules"],
          env=board(UART, DENIED=1))


def test_no_board(fails, board, volume):
    fails("forward", "in.npy", "-o", "c.npy", "--engine", "ftdi:", says="no such board", env=board())


@pytest.mark.parametrize("name", ["loop_ft2232h", "link_other"])
def test_wrong_bitstream(fails, board, happened, volume, name):
    """One that sends back what it gets; one that speaks the link, but is another design."""
    channel = "A" if name == "loop_ft2232h" else "B"
    fails("forward", "in.npy", "-o", "c.npy", "--engine", f"ftdi:channel={channel}", says="bitstream", env=board(name))
    assert happened()["from_board"] > 0


@pytest.mark.parametrize("after", [0, 6000])
def test_silent_device_is_an_error_within_a_second(fails, board, happened, volume, after):
    fails("forward", "in.npy", "-o", "c.npy", "--block", "8", "--quiet", "--engine", "ftdi:", says="answer",
          env=board(UART, SILENT=after))
    assert happened()["microseconds"] < 1_500_000


def test_two_processes(orbital, run, fails, board, tmp_path, volume):
    """Of two at once one gets the board; when that has ended, however, anybody does."""
    lock = tmp_path.parent / f"{tmp_path.name}.lock.1.1"  # of channel B
    np.save(tmp_path.parent / f"{tmp_path.name}.npy", np.ones((64, 64, 64)))
    first = subprocess.Popen([orbital, "forward", f"../{tmp_path.name}.npy", "-o", f"../{tmp_path.name}.c.npy",
                              "--block", "8", "--engine", "ftdi:"], cwd=tmp_path, env=board(UART),
                             stdout=subprocess.DEVNULL)
    try:
        while not lock.exists() or subprocess.run(["flock", "--nonblock", lock, "true"]).returncode == 0:
            assert first.poll() is None
            time.sleep(0.01)
        fails("forward", "in.npy", "-o", "c.npy", "--engine", "ftdi:", says="another process", env=board(UART))
        assert first.poll() is None
    finally:
        first.kill()
        first.wait()
    run("forward", "in.npy", "-o", "c.npy", "--block", "8", "--engine", "ftdi:", env=board(UART))
