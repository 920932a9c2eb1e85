# The real libftdi1 on the simulated USB; each case of the cmocka program counts.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import subprocess

import cases


def run(build, tmp_path, *boards, only=()):
    """The program's exit code, output, counts, failures and the report of the boards."""
    results, report = tmp_path / "results-%g.xml", tmp_path / "report.json"
    models = ":".join(str(build / "lib/board" / f"{board}.so") for board in boards)
    done = subprocess.run([build / "tests/usb/test_usb_sim", *only], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=300,
                          env={**os.environ, "CMOCKA_MESSAGE_OUTPUT": "xml", "CMOCKA_XML_FILE": str(results),
                               "ORB_BOARD_MODELS": models, "ORB_BOARD_LOCK": str(tmp_path / "lock"),
                               "ORB_BOARD_REPORT": str(report)})
    count, failures = cases.read_junit_files(tmp_path.glob("results-*.xml"))
    return done.returncode, done.stdout + done.stderr, count, failures, json.loads(report.read_text())


def test_libftdi(build, tmp_path, request):
    status, output, count, failures, devices = run(build, tmp_path, "loop_ft2232h", "loop_ft231x", "loop_async",
                                                   "loop_sync", "loop_ft232h")
    cases.record(request, count)
    assert not failures, "\n".join(failures) + "\n" + output
    assert status == 0 and count, output
    for device in devices:
        assert device["from_board"] >= 4000
        assert not device["overruns"] and not device["contention"] and not device["timing"], device


def test_a_hasty_board_is_seen(build, tmp_path):
    *_, devices = run(build, tmp_path, "loop_ft2232h", "loop_ft231x", "loop_hasty", "loop_sync",
                      "loop_ft232h", only=["test_fifos_loop"])
    assert devices[2]["timing"] >= 2 * 4000  # each RD# and each WR# is too short
