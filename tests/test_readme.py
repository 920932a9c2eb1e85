# The commands of README's quickstart and of the tutorial work as they stand there.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import subprocess

from png import read_png

TUTORIAL_LEFT_OUT = ("make ", "export ", "mkdir ", "cd ", "cp ", "hls:")  # building, and what takes minutes


def test_tutorial(root, build, brain, tmp_path):
    (tmp_path / "brain.nii.gz").symlink_to(brain)
    blocks = re.findall(r"^```sh\n(.*?)^```$", (root / "docs/tutorial.md").read_text(), re.MULTILINE | re.DOTALL)
    lines = [line for line in "".join(blocks).splitlines() if not any(word in line for word in TUTORIAL_LEFT_OUT)]
    assert len(lines) >= 9
    subprocess.run(["sh", "-ec", "\n".join(lines)], cwd=tmp_path, stdin=subprocess.DEVNULL, check=True,
                   env={**os.environ, "PATH": f"{(build / 'bin').resolve()}:{os.environ['PATH']}"})
    for name in re.findall(r"-o (\S+)", "\n".join(lines)):
        assert (tmp_path / name).stat().st_size > 0, name


def test_quickstart(root, build, brain):
    """On a machine that has what the set-up installs, the first commands leave the picture that README promises."""
    picture = build / "brain.png"
    picture.unlink(missing_ok=True)
    script = re.search(r"^```sh\n(.*?)^```$", (root / "README.md").read_text(), re.MULTILINE | re.DOTALL).group(1)
    done = subprocess.run(["sh", "-ec", script.replace("make command", "make command SETUP=no")], cwd=root,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    height, width = read_png(picture).shape[:2]
    assert width > 3 * 181 and height > 3 * 181  # three planes beside each other, three rows
