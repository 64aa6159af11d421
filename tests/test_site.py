# SPDX-License-Identifier: Apache-2.0
"""The site of all pages: it is complete, its links are valid, its search field finds policies and cases, and a
phone shows it."""

import html.parser
import json
import posixpath
import re
import subprocess
import sys
import urllib.parse

import pytest
from conftest import ROOT, TOOL
from matrices import case, report, write
from test_html_report import chromium

BUILD_SITE = ROOT / "docs" / "site" / "build.py"
sys.path.insert(0, str(BUILD_SITE.parent))
import convert  # noqa: E402  (these stand in this folder)
import releases  # noqa: E402


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


def build(output, *words):
    return subprocess.run([sys.executable, BUILD_SITE, "--tool", TOOL, "--output", output, *words], capture_output=True,
                          text=True, check=False)


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
            "docs/windows_statements.md", "docs/releases.md", "docs/policies/README.md",
            "docs/policies/ids.md"} <= names - checked_in


def test_a_folder_with_other_files_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("mine")
    result = build(tmp_path)
    assert (result.returncode, result.stderr) == (
        1, f"{tmp_path}: is not a site of these pages; name an empty folder\n")
    assert (tmp_path / "letter.txt").read_text() == "mine"


def test_every_page_links_the_matrix_of_reports(tmp_path):
    write(tmp_path, "old.json", report("1.3.239", [case("LLP_LOADER_3/a", "fail")]))
    write(tmp_path, "new.json", report("1.4.309", [case("LLP_LOADER_3/a")]))
    site = tmp_path / "site"
    result = build(site, "--reports", tmp_path)
    assert result.returncode == 0, result.stderr
    matrix = (site / convert.MATRIX).read_text(encoding="utf-8")
    assert "1.3.239" in matrix and "1.4.309" in matrix
    for page, link in (("README", "./matrix.html"), ("docs/running", "../matrix.html")):
        assert link in Page((site / f"{page}.html").read_text(encoding="utf-8")).links
    first = Page((site / "README.html").read_text(encoding="utf-8")).links
    back = {link for link in Page(matrix).links if link.startswith("./")}
    assert back and back <= first, "the page of the matrix has the links of every page"


def test_the_address_of_the_site_shows_its_first_page(site):
    assert (site / "index.html").read_bytes() == (site / "README.html").read_bytes()


def test_without_reports_no_page_mentions_a_matrix_of_them(site):
    assert not (site / convert.MATRIX).exists()
    assert ">Matrix</a>" not in (site / "README.html").read_text(encoding="utf-8")


def test_reports_that_cannot_be_used_are_refused_in_a_line(tmp_path):
    site, reports = tmp_path / "site", tmp_path / "reports"
    reports.mkdir()
    result = build(site, "--reports", reports)
    assert result.returncode == 1
    assert result.stderr == (f"{reports}: has no JSON reports; name a folder such as build/subjects, which "
                             "subjects/judge_subjects.py makes\n")
    (reports / "broken.json").write_text("{", encoding="utf-8")
    result = build(site, "--reports", reports)
    assert result.returncode == 1 and f"{reports}/broken.json" in result.stderr and result.stderr.count("\n") == 1
    assert not site.exists()


def test_a_policy_has_the_releases_that_violate_it():
    rows = {("testing/a", "fail", "LLP_LOADER_3"): 2, ("bookworm/a", "fail", "LLP_LOADER_3"): 4,
            ("bookworm/a", "warn", "LLP_LOADER_3"): 1, ("testing/a", "warn", "LS_OTHER_1"): 5,
            ("trixie-i386/b", "fail", "LLP_LOADER_3"): 6, ("trixie/b", "fail", "LLP_LOADER_3"): 7}
    text = releases.page(rows, {"LLP_LOADER_3": "policies/x.md#llp_loader_3"})
    link = "[LLP_LOADER_3](policies/x.md#llp_loader_3)"
    assert "\n## a\n\n| policy | bookworm | testing |\n| --- | --- | --- |\n" in text
    assert f"\n| {link} | fail 4, warn 1 | fail 2 |\n" in text
    assert "\n| LS_OTHER_1 |  | warn 5 |\n" in text
    assert f"\n## b\n\n| policy | trixie | trixie-i386 |\n| --- | --- | --- |\n| {link} | fail 7 | fail 6 |\n" in text


def test_links_become_links_to_html():
    pages = {"README.md": "", "docs/a.md": "[up](../README.md) [here](#x) [code](../src/x.cc) [room](b/) [web](https://a.org)",
             "docs/b/README.md": ""}
    files = convert.site(pages, [])
    text = files["docs/a.html"]
    assert '<a href="../README.html">up</a> <a href="#x">here</a> code <a href="b/README.html">room</a>' in text
    assert '<a href="https://a.org">web</a>' in text


def test_a_cell_has_the_name_of_its_column():
    table = "| policy | `level` | |\n| --- | --- | --- |\n| LLP_LOADER_3 | must | x |\n| LLP_LOADER_4 | may | y |\n"
    text = convert.site({"README.md": table}, [])["README.html"]
    assert text.count('<td data-column="level">') == 2 and text.count("<td>") == 5
    assert text.count("<th>") == 2, "the column without a name has no head"


PHONE = 390
KINDS = ("README", "docs/policies/README", "docs/policies/loaderlayerinterface", "docs/policies/ids",
         "docs/policies/readings", "docs/kill_table", "docs/platforms", "docs/releases", "docs/findings/README",
         "docs/findings/debian-12-libvulkan1", "docs/running")
# What is wider than the screen in a frame: the page, or an element that scrolls or hides a part of itself.
WIDER = """
function wider(page) {
  const elements = Array.from(page.body.querySelectorAll('*'));
  const cut = elements.filter(function (each) {
    return each.scrollWidth > each.clientWidth && page.defaultView.getComputedStyle(each).overflowX !== 'visible';
  });
  const whole = page.documentElement.scrollWidth > page.documentElement.clientWidth ? ['page'] : [];
  return whole.concat(cut.filter(function (each) { return each.tagName !== 'INPUT'; })
                         .map(function (each) { return each.outerHTML.slice(0, 80); }));
}
"""


def wider_than_a_phone(pages, folder):
    """{page: what of it is wider than the screen of a phone}. A window of Chromium has at least 500 pixels, so the
    pages are in frames."""
    outer = folder / "outer.html"
    frames = "".join(f'<iframe width="{PHONE}" height="800" src="{page.as_uri()}"></iframe>' for page in pages)
    outer.write_text(f"""<!DOCTYPE html><body>{frames}<script>{WIDER}
        addEventListener('load', function () {{
          const found = Array.from(window.frames).map(function (each) {{ return wider(each.document); }});
          document.body.dataset.wider = encodeURIComponent(JSON.stringify(found));
        }});</script></body>""", encoding="utf-8")
    dom = chromium(folder / "profile", "--allow-file-access-from-files", "--dump-dom", outer.as_uri()).decode()
    found = json.loads(urllib.parse.unquote(re.search('data-wider="([^"]*)"', dom)[1]))
    return {page: wide for page, wide in zip(pages, found, strict=True) if wide}


def test_pages_fit_the_width_of_a_phone(site, tmp_path):
    assert not wider_than_a_phone([site / f"{kind}.html" for kind in KINDS], tmp_path)


def test_a_page_that_is_too_wide_is_found(site, tmp_path):
    style, pages = (site / "style.css").read_text(encoding="utf-8"), []
    bodies = {"fits": "<p>text</p>", "wide": f"<p>{'word' * 30}</p>", "scrolls": f"<pre>{'word ' * 30}</pre>"}
    for name, body in bodies.items():
        pages.append(tmp_path / f"{name}.html")
        rules = style + "p { overflow-wrap: normal !important; } pre { white-space: pre !important; overflow-x: auto; }"
        pages[-1].write_text(f"<!DOCTYPE html><style>{rules}</style><main>{body}</main>", encoding="utf-8")
    found = wider_than_a_phone(pages, tmp_path)
    assert [found.get(page, [""])[0].partition(">")[0] for page in pages] == ["", "page", "<pre"]
