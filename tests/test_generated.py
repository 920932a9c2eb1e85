# The generated files that are committed are those that `make generated` writes.
# SPDX-License-Identifier: Apache-2.0
import subprocess
import sys
from pathlib import PurePath

import pytest
from sources import tracked

CORE_MAP, AXI_MAP, LINK_MAP = "rtl/regs/orbital.rdl", "rtl/axi/orbital_axi.rdl", "rtl/link/orbital_link.rdl"
GENERATED = {  # file: script and what it is called with, around the file
    "docs/registers.md": ("rdl_markdown", (), (CORE_MAP,)),
    "docs/axi-registers.md": ("rdl_markdown", (), (AXI_MAP,)),
    "docs/link-registers.md": ("rdl_markdown", (), (LINK_MAP,)),
    "rtl/include/orbital_regs.vh": ("rdl_verilog", (CORE_MAP,), ()),
    "rtl/include/orbital_axi_regs.vh": ("rdl_verilog", (AXI_MAP,), ()),
    "rtl/include/orbital_link_regs.vh": ("rdl_verilog", (LINK_MAP,), ()),
    "orbital.core": ("fusesoc_core", (), ()),
    **{str(source.with_suffix(".svg")): ("waves", ("svg",), (source,))
       for source in map(PurePath, tracked(".json")) if source.parent == PurePath("docs/waves")},
}


@pytest.mark.quick
@pytest.mark.parametrize("name", GENERATED)
def test_generated_file_is_current(root, tmp_path, name):
    script, before, behind = GENERATED[name]
    file = tmp_path / "file"
    subprocess.run([sys.executable, f"scripts/{script}.py", *before, str(file), *behind], cwd=root, check=True)
    assert file.read_text() == (root / name).read_text(), f"{name} is not current: make generated"
