# The generated pages of docs/ are those that `make docs` writes.
# SPDX-License-Identifier: Apache-2.0
import subprocess
import sys

import pytest


@pytest.mark.quick
def test_register_page_is_up_to_date(root, tmp_path):
    page = tmp_path / "registers.md"
    subprocess.run([sys.executable, "scripts/rdl_markdown.py", str(page), "rtl/regs/orbital.rdl",
                    "rtl/link/orbital_link.rdl"], cwd=root, check=True)
    assert page.read_text() == (root / "docs/registers.md").read_text(), "docs/registers.md is old: make docs"
