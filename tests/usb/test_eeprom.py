# New modules with an FT232H or FT2232H: Debian's ftdi_eeprom makes their ports FIFOs, with the settings in boards/.
# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("chip, model", [("ft232h", "ulx3s-ft232h_p2"), ("ft2232h", "link_sync")])
def test_a_new_module_becomes_a_fifo(build, tmp_path, chip, model):
    environment = {**os.environ, "LD_PRELOAD": str(build / "lib/libusb-sim.so"),
                   "ORB_BOARD_MODELS": str(build / "lib/board" / f"{model}.so"),
                   "ORB_BOARD_EEPROM": str(tmp_path / "eeprom"), "ORB_MODEL_PATH": str(tmp_path)}

    def run(*command, code=0):
        done = subprocess.run(command, cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=300)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    orbital = build / "bin/orbital"
    assert "mode" in run(orbital, "info", "--engine", "ftdi:mode=sync", code=1)  # erased: a UART
    said = run("ftdi_eeprom", "--flash-eeprom", ROOT / "boards" / f"{chip}.conf")
    assert "FTDI write eeprom: 0" in said
    image = (tmp_path / "eeprom.1").read_bytes()
    assert image[0] == 1 and (chip == "ft232h" or image[1] & 7 == 0)  # port A is a FIFO, B a UART
    assert "ftdi:serial=ORB0001" in run(orbital, "devices")
    assert "synchronous FIFO" in run(orbital, "info", "--engine", "ftdi:serial=ORB0001,mode=sync")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["eeprom.1"]
