# SPDX-License-Identifier: Apache-2.0
"""The site of all pages: it is complete, its links are valid, and its search field finds policies and cases."""

import html.parser
import json
import posixpath
import re
import subprocess
import sys

import pytest
from conftest import ROOT, TOOL

BUILD_SITE = ROOT / "docs" / "site" / "build.py"
sys.path.insert(0, str(BUILD_SITE.parent))
import convert  # noqa: E402  (stands in this folder)


class Page(html.parser.HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        if "id" in named:
            self.anchors.add(named["id"])
        for key in ("href", "src"):
            if key in named:
                self.links.add(named[key])


@pytest.fixture(name="site", scope="module")
def fixture_site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("documents") / "site"
    subprocess.run([sys.executable, BUILD_SITE, "--tool", TOOL, "--output", folder], check=True)
    return folder


@pytest.fixture(name="entries", scope="module")
def fixture_entries(site):
    text = (site / convert.INDEX).read_text(encoding="utf-8")
    return json.loads(re.fullmatch(r"const searchIndex = (.*);\n", text, re.S)[1])


def test_links_and_search_results_lead_somewhere(site, entries):
    parsed = {path.relative_to(site).as_posix(): Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    for name, page in parsed.items():
        for link in page.links:
            if re.match("https?:", link):
                continue
            place, _, anchor = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), place)) if place else name
            assert (site / target).is_file(), (name, link)
            assert not anchor or anchor in parsed[target].anchors, (name, link)
    for words, place in entries:
        target, _, anchor = place.partition("#")
        assert anchor in parsed[target].anchors, words


def test_search_knows_every_policy_and_case(entries, tool):
    known = {words.partition(":")[0] for words, _ in entries}
    for what in ("policies", "cases"):
        assert {each["id"] for each in json.loads(tool("list", what, "--json").stdout)} <= known


def test_no_page_that_is_made_from_data_is_checked_in(site):
    made = {path.relative_to(site).with_suffix(".md") for path in site.rglob("*.html")}
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "*.md"], stdout=subprocess.PIPE, text=True, check=False).stdout
    checked_in = set(listed.split())
    if not checked_in:
        pytest.skip("this tree is no clone")
    names = {path.as_posix() for path in made}
    assert {"docs/kill_table.md", "docs/defects.md", "docs/defects_on_windows.md", "docs/platforms.md",
            "docs/windows_statements.md", "docs/policies/README.md", "docs/policies/ids.md"} <= names - checked_in


def test_a_folder_with_other_files_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("mine")
    result = subprocess.run([sys.executable, BUILD_SITE, "--tool", TOOL, "--output", tmp_path],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    assert (result.returncode, result.stderr) == (
        1, f"{tmp_path}: is not a site of these pages; name an empty folder\n")
    assert (tmp_path / "letter.txt").read_text() == "mine"


def test_links_become_links_to_html():
    pages = {"README.md": "", "docs/a.md": "[up](../README.md) [here](#x) [code](../src/x.cc) [room](b/) [web](https://a.org)",
             "docs/b/README.md": ""}
    files = convert.site(pages, [])
    text = files["docs/a.html"]
    assert '<a href="../README.html">up</a> <a href="#x">here</a> code <a href="b/README.html">room</a>' in text
    assert '<a href="https://a.org">web</a>' in text
