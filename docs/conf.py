# The site that `make html` makes of these pages and the public headers.
# SPDX-License-Identifier: Apache-2.0
import os
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent

project = "orbital"
version = re.search(r'ORB_VERSION "(.*)"', (HERE.parent / "host/include/orbital/orbital.h").read_text()).group(1)
extensions = ["myst_parser", "breathe"]
root_doc = "README"
exclude_patterns = ["images"]
myst_heading_anchors = 3
breathe_projects = {"orbital": os.environ["ORB_SITE"] + "/xml"}
breathe_default_project = "orbital"
breathe_domain_by_extension = {"h": "c"}
html_theme = "alabaster"
html_theme_options = {"description": "An open 3D array processor", "page_width": "1100px", "fixed_sidebar": True}
html_sidebars = {"**": ["about.html", "searchbox.html", "navigation.html"]}
html_show_copyright = False
html_copy_source = False
html_static_path = ["site.css"]
html_css_files = ["site.css"]


def add_contents(_app, page, source):
    """The sections of the index become the contents beside each page: what a section links to first belongs to it."""
    if page != root_doc:
        return
    seen = set()
    for section in re.split(r"^## ", source[0], flags=re.MULTILINE)[1:]:
        pages = [name for name in re.findall(r"\]\(([a-z0-9-]+)\.(?:md|rst)\)", section) if name not in seen]
        pages = list(dict.fromkeys(pages))
        seen.update(pages)
        lines = [section.split("\n")[0], "", *pages, "```", ""]
        source[0] += "\n```{toctree}\n:hidden:\n:caption: " + "\n".join(lines)


def setup(app):
    app.connect("source-read", add_contents)
