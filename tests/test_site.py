# `make html` builds one site of all pages and headers, without a warning, in which no link is dead, and which a browser
# shows and searches.
# SPDX-License-Identifier: Apache-2.0
import re
import shutil
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
def browser(tmp_path_factory):
    """Opens a page in a headless browser; returns the page as it is after its scripts have run."""
    program = shutil.which("chromium")
    if not program:
        pytest.skip("chromium is not installed")

    def page(path, query=""):
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1300,1000",
                   f"--user-data-dir={tmp_path_factory.mktemp('profile')}", "--allow-file-access-from-files",
                   "--virtual-time-budget=20000", "--dump-dom"]
        done = subprocess.run([program, *options, path.resolve().as_uri() + query], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return page


@pytest.fixture(scope="module")
def site(root, tmp_path_factory):
    """Each worker of pytest builds a site of its own, because none may read pages while another writes them."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(["make", "html", "SETUP=no", f"SITE={folder}/html", f"SITE_WORK={folder}/work"], cwd=root,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "html"


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


def test_browser_shows_the_index(site, browser):
    page = browser(site / "README.html")
    assert re.search(r"<h1>Documentation", page)
    assert "tutorial.html" in Page(page).links


def test_browser_plays_the_animated_figure(site, browser, tmp_path):
    """The figure is on its page, and moves: in the middle of its time another step is visible than at the beginning."""
    page = browser(site / "architecture.html")
    assert any(link.endswith("_images/orbit.svg") for link in Page(page).links)
    figure = (site / "_images/orbit.svg").read_text()
    script = """<script>
        const figure = document.querySelector("svg");
        figure.pauseAnimations();
        function show(seconds) {
            for (const title of document.querySelectorAll(".title"))
                if (getComputedStyle(title).visibility == "visible")
                    document.body.append(`|${seconds} s: ${title.textContent}|`);
        }
        figure.setCurrentTime(0);
        setTimeout(() => { show(0); figure.setCurrentTime(28); setTimeout(show, 500, 28); }, 500);
        const box = figure.viewBox.baseVal;
        for (const text of document.querySelectorAll("svg text")) {
            const size = text.getBBox();
            if (size.x < 0 || size.x + size.width > box.width || size.y + size.height > box.height)
                document.body.append(`|outside: ${text.textContent}|`);
        }
        </script>"""
    (tmp_path / "figure.html").write_text(f"<meta charset=utf-8><body>{figure}{script}")
    shown = re.findall(r"\|((?:[0-9]+ s|outside): [^|]*)\|", re.sub(r"<script>.*?</script>", "", browser(
        tmp_path / "figure.html"), flags=re.DOTALL))
    assert [re.sub(r", step.*", "", title) for title in shown] == ["0 s: Forward I", "28 s: Inverse I"]


@pytest.mark.parametrize("word, page", [("torus", "registers.html"), ("orb_plan_create", "c-interface.html")])
def test_browser_searches(site, browser, word, page):
    """The search is a script: without it the page of results is empty."""
    found = browser(site / "search.html", f"?q={word}")
    results = re.search(r'<ul[^>]*class="search".*?</ul>', found, re.DOTALL)
    assert results and any(link.startswith(page) for link in Page(results.group()).links)


def test_browser_finds_nothing_where_nothing_is(site, browser):
    assert "did not match any documents" in browser(site / "search.html", "?q=zyzzyva")


def test_browser_keeps_wide_tables_in_the_page(site, browser, tmp_path):
    """A table that is wider than the page scrolls inside it, so the page does not."""
    script = """<script>document.body.append(
        `|${document.documentElement.scrollWidth} of ${document.documentElement.clientWidth}|`)</script>"""
    for name in ("resources", "scaling-lirkov", "cluster-measurements"):
        copy = site / f".{name}.html"
        copy.write_text((site / f"{name}.html").read_text().replace("</body>", script + "</body>"))
        try:
            wide, room = re.findall(r"\|(\d+) of (\d+)\|", browser(copy))[0]
        finally:
            copy.unlink()
        assert int(wide) <= int(room), name
