# `make html` builds one site of all pages and headers, without a warning, in which no link is dead.
# SPDX-License-Identifier: Apache-2.0
import re
import subprocess
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag

import pytest


class Page(HTMLParser):
    """The names that links may lead to, and the links."""

    def __init__(self, text):
        super().__init__()
        self.names, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for key, value in attributes:
            if key == "id" or (key == "name" and tag == "a"):
                self.names.add(value)
            elif key in ("href", "src") and value:
                self.links.append(value)


@pytest.fixture(scope="module")
def site(root, build):
    done = subprocess.run(["make", "html", "SETUP=no"], cwd=root, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return build / "html"


def test_no_link_is_dead(site):
    pages = {path.resolve(): Page(path.read_text()) for path in site.rglob("*.html")}
    dead = []
    for path, page in pages.items():
        for link in page.links:
            if "://" in link or link.startswith(("mailto:", "data:")):
                continue
            target, name = (unquote(part) for part in urldefrag(re.sub(r"\?[^#]*", "", link)))
            file = (path.parent / target).resolve() if target else path
            if not file.exists() or (name and file in pages and name not in pages[file].names):
                dead.append(f"{path.name}: {link}")
    assert not dead
    assert sum(len(page.links) for page in pages.values()) > 1000


def test_every_page_is_there_and_in_the_contents(root, site):
    contents = Page((site / "README.html").read_text()).links
    for page in (root / "docs").glob("*.[mr]*"):
        assert (site / f"{page.stem}.html").exists(), page.name
        assert page.stem == "README" or f"{page.stem}.html" in contents, page.name


def test_the_header_is_there_and_can_be_searched(site):
    names = Page((site / "c-interface.html").read_text()).names
    assert {"c.orb_open", "c.orb_plan_create", "c.orb_mpi_execute"} <= names
    index = (site / "searchindex.js").read_text()
    assert '"torus"' in index or "torus:" in index
