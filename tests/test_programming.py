# docs/programming.md: its example in Python makes the words of its table.
# SPDX-License-Identifier: Apache-2.0
import re

import program
import pytest


@pytest.mark.quick
def test_the_words_are_those_of_the_example(root):
    page = (root / "docs/programming.md").read_text()
    code, = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names = {"program": program}
    exec(code, names)
    rows = re.findall(r"^\| (\d+) \| 0x([0-9a-f]{8}) \| 0x([0-9a-f]{8}) \|", page, re.MULTILINE)
    assert [(int(i), int(low, 16), int(high, 16)) for i, low, high in rows] == [
        (i, low, high) for i, (low, high) in enumerate(names["descriptors"])]
