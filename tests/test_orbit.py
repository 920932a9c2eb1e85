# The animated figure of docs/architecture.md is what the trace of the model in C gives.
# SPDX-License-Identifier: Apache-2.0
import subprocess
import xml.etree.ElementTree as ElementTree


def test_figure_is_current(root, tmp_path):
    picture = tmp_path / "orbit.svg"
    subprocess.run(["make", "orbit", "SETUP=no", f"ORBIT={picture}"], cwd=root, stdin=subprocess.DEVNULL, check=True)
    assert picture.read_text() == (root / "docs/images/orbit.svg").read_text(), "not current: make orbit"


def test_figure_shows_every_step(root):
    """Three stages forward and three back, of three steps each, in each of which 27 nodes have three words."""
    tree = ElementTree.parse(root / "docs/images/orbit.svg").getroot()
    frames = [group for group in tree if group.tag.endswith("}g")]
    assert len(frames) == 18
    for frame in frames:
        groups = [group for group in frame if group.tag.endswith("}g")]
        words = [text.text for group in groups for text in group if text.tag.endswith("}text")]
        assert len(words) == 3 * 27
        operands = [word for word in words if word.startswith(("X", "Z"))]
        assert len(set(operands)) == 2 * 27  # no two nodes hold the same operand or sum
