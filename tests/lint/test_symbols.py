# No function of the libraries and the commands is public to other files without need.
# SPDX-License-Identifier: Apache-2.0
import re
import subprocess
from pathlib import Path

import pytest
from sources import ROOT, tracked


@pytest.mark.quick
def test_a_global_function_is_used_by_another_file(build):
    """Others are static, or nothing needs them. Tests count as users, and so does a public header."""
    sources = tracked(".c")
    words = {path: set(re.findall(r"\w+", (ROOT / path).read_text()))
             for path in [*sources, *(path for path in tracked(".h") if "/include/" in path)]}
    objects = {build / "obj" / path.replace(".c", ".o"): path for path in sources if path.startswith(("host/", "mpi/"))}
    objects = {path: source for path, source in objects.items() if path.exists()}
    assert len(objects) > 150
    table = subprocess.run(["nm", "-A", "-P", *objects], capture_output=True, text=True, check=True).stdout
    unused = []
    for file, name in re.findall(r"^(.*): (\S+) T ", table, re.MULTILINE):
        source = objects[Path(file)]
        if name != "main" and not any(name in found for path, found in words.items() if path != source):
            unused.append(f"{source}: {name}")
    assert not unused
