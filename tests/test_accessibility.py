# SPDX-License-Identifier: Apache-2.0
"""The pages of a report, of a matrix and of the site, checked by axe-core in a browser, light and dark."""

import json
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

import pytest
from conftest import EVERYTHING, ROOT, TOOL
from matrices import reports_of_loaders
from test_html_report import WORDS, chromium

sys.path.insert(0, str(ROOT / "docs" / "site"))
import convert  # noqa: E402  (the module stands in this folder)

AXE = pathlib.Path(os.environ.get("LOADSTONE_AXE", ROOT / "build-axe/axe.min.js"))

pytestmark = pytest.mark.skipif(not AXE.is_file(), reason="there is no axe-core: ci/setup.sh gets it from npm's "
                                                          "registry, or LOADSTONE_AXE is the path of its axe.min.js")

OF_THE_SITE = ("README", "docs/policies/loaderdriverinterface", "docs/findings/debian-12-mangohud", "docs/platforms")

RUN = """
for (const each of document.querySelectorAll('details')) each.open = true;
axe.run().then(function (found) {
  const told = found.violations.map(function (each) { return [each.id, each.nodes[0].html.slice(0, 200)]; });
  document.body.dataset.checked = found.passes.length;
  document.body.dataset.scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.body.dataset.violations = encodeURIComponent(JSON.stringify(told));
});
"""


def violations(page, folder, scheme="light"):
    """The rules that a page violates in a color scheme, each with an example. Opens everything that is folded first."""
    options = ["--force-dark-mode"] if scheme == "dark" else []
    axe = AXE.read_text(encoding="utf-8").replace("</script", "<\\/script")
    changed = folder / "changed.html"
    text = page.read_text(encoding="utf-8").replace("<head>", f'<head><base href="{page.as_uri()}">', 1)
    head, end, rest = text.rpartition("</body>")
    changed.write_text(f"{head}<script>{axe}</script><script>{RUN}</script>{end}{rest}", encoding="utf-8")
    dom = chromium(folder / "profile", *options, "--virtual-time-budget=60000", "--dump-dom", changed.as_uri()).decode()
    body = dict(re.findall(r'data-(\w+)="([^"]*)"', re.search(r"<body([^>]*)>", dom).group(1)))
    assert int(body["checked"]) > 5 and body["scheme"] == scheme
    return json.loads(urllib.parse.unquote(body["violations"]))


@pytest.fixture(name="pages", scope="module")
def fixture_pages(tmp_path_factory, faulty, site):
    folder = tmp_path_factory.mktemp("pages")
    pages = {"report": folder / "report.html", "matrix": folder / "matrix.html"}
    subprocess.run([TOOL, "run", "--loader", faulty, *WORDS, "--html", pages["report"]], stdout=subprocess.DEVNULL,
                   check=False)
    reports = reports_of_loaders(folder, faulty)
    subprocess.run([TOOL, "matrix", *reports.values(), "--html", pages["matrix"]], stdout=subprocess.DEVNULL,
                   check=True)
    pages["matrix of the site"] = folder / "linked.html"
    linked = convert.site({"README.md": "# Loadstone"}, [], pages["matrix"].read_text(encoding="utf-8"))[convert.MATRIX]
    pages["matrix of the site"].write_text(linked, encoding="utf-8")
    return pages | {name: site / f"{name}.html" for name in OF_THE_SITE}


@pytest.mark.parametrize("name, scheme", [
    (name, scheme) for name in ("report", "matrix", "matrix of the site", *OF_THE_SITE) for scheme in ("light", "dark")
    if scheme == "light" or EVERYTHING or name in ("report", "matrix", "README")])
def test_page_has_no_violation(name, scheme, pages, tmp_path):
    assert not violations(pages[name], tmp_path, scheme)


def test_a_violation_is_found(pages, tmp_path):
    text = pages["report"].read_text(encoding="utf-8")
    broken = tmp_path / "broken.html"
    broken.write_text(text.replace("<h2>", '<p style="color: #ccc; background: #fff">hard to read</p><h2>', 1),
                      encoding="utf-8")
    assert "color-contrast" in [rule for rule, _ in violations(broken, tmp_path)]
