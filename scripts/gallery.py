# Runs the lines of a page's blocks of shell, and keeps the pictures that it shows.
# SPDX-License-Identifier: Apache-2.0
"""Usage: gallery.py PAGE.md FOLDER

The lines run in FOLDER, one block after the other, until one fails; orbital is found on the path. Each picture of the
page is then copied from there to where the page has it."""
import re
import shutil
import subprocess
import sys
from pathlib import Path


def blocks(page):
    return re.findall(r"^```sh\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def pictures(page):
    return re.findall(r"^!\[[^\]]*\]\(([^)]+)\)$", page.read_text(), re.MULTILINE)


def main(page, folder):
    page, folder = Path(page), Path(folder)
    for block in blocks(page):
        print(block, end="", flush=True)
        if subprocess.run(["sh", "-eu", "-c", block], cwd=folder).returncode:
            return 1
    for picture in pictures(page):
        shutil.copy(folder / Path(picture).name, page.parent / picture)
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
