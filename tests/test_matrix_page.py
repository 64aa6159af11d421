# SPDX-License-Identifier: Apache-2.0
"""The page of `loadstone matrix` in a browser."""

import json
import re
import subprocess
import urllib.parse

import pytest
from conftest import TOOL
from matrices import case, report, reports_of_loaders, write
from test_html_report import chromium


@pytest.fixture(name="page", scope="module")
def fixture_page(tmp_path_factory, faulty):
    folder = tmp_path_factory.mktemp("matrix")
    page = folder / "matrix.html"
    reports = reports_of_loaders(folder, faulty)
    subprocess.run([TOOL, "matrix", *reports.values(), "--html", page], stdout=subprocess.DEVNULL, check=True)
    return page


def body_of(page, folder, address="", options=()):
    """The attributes of the body after the scripts of the page have run, and the whole page."""
    dom = chromium(folder, *options, "--dump-dom", f"{page.as_uri()}{address}").decode()
    attributes = re.search(r"<body([^>]*)>", dom).group(1)
    return dict(re.findall(r'data-(\w+)="([^"]*)"', attributes)), dom


def after(page, folder, script, options=()):
    """The page after this script, which runs when the page's own script has run; it stores results in `data`."""
    changed = folder / "changed.html"
    added = f"<script>const data = document.body.dataset;\n{script}</script></body>"
    changed.write_text(page.read_text(encoding="utf-8").replace("</body>", added), encoding="utf-8")
    return body_of(changed, folder / "profile", options=options)[0]


def test_page_opens_and_loads_nothing(page, tmp_path):
    data = after(page, tmp_path, "data.loaded = performance.getEntriesByType('resource').length;"
                                 "data.rows = document.querySelectorAll('tr[data-policy]').length;")
    assert data["loaded"] == "0"
    assert int(data["shown"]) == int(data["rows"]) > 2


def test_a_page_that_loads_something_is_noticed_and_refused(page, tmp_path):
    data = after(page, tmp_path, """
        document.addEventListener('securitypolicyviolation', function () { data.refused = 1; });
        const image = new Image();
        image.onerror = function () { data.failed = 1; };
        image.src = 'http://127.0.0.1:9/x.png';""")
    assert data["refused"] == data["failed"] == "1"


@pytest.mark.parametrize("address, rows", [("#fail", {"LLP_LOADER_3"}), ("#twice", {"LLP_LOADER_3"}),
                                           ("#nothing_is", set())])
def test_address_filters_policies(address, rows, page, tmp_path):
    data, dom = body_of(page, tmp_path, address)
    visible = {name for attributes, name in re.findall(r'<tr( data-policy="([^"]+)"[^>]*)>', dom)
               if " hidden" not in attributes}
    assert visible >= rows and len(visible) == int(data["shown"])
    assert bool(visible) == bool(rows) and "LLP_LOADER_10" not in visible


def test_checkboxes_and_search_filter_policies(page, tmp_path):
    data = after(page, tmp_path, """
        const box = document.querySelector('input[value=pass]');
        data.all = data.shown;
        for (const each of document.querySelectorAll('.filter input[type=checkbox]')) {
          each.checked = each.value === 'fail';
        }
        box.dispatchEvent(new Event('change'));
        data.failing = data.shown;
        document.getElementById('search').value = 'LLP_LOADER_3 ';
        document.getElementById('search').dispatchEvent(new Event('input'));
        data.one = data.shown;
        data.parts = document.querySelectorAll('details.policy:not([hidden])').length;""")
    assert int(data["all"]) > int(data["failing"]) >= int(data["one"]) == int(data["parts"]) == 1


def test_address_of_a_policy_opens_it(page, tmp_path):
    _, dom = body_of(page, tmp_path, "#LLP_LOADER_3")
    assert re.search(r'<details class="part policy" id="LLP_LOADER_3" open="">', dom)
    assert len(re.findall(r'<details[^>]* open=""', dom)) == 1


def test_keys_move_between_cells_and_open_a_policy(page, tmp_path):
    data = after(page, tmp_path, """
        function press(key) {
          document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: key, bubbles: true }));
          const cell = document.activeElement;
          return cell.parentNode.dataset.policy + ' ' + cell.cellIndex;
        }
        document.querySelector('td[tabindex]').focus();
        data.right = press('ArrowRight');
        data.down = press('ArrowDown');
        data.left = press('ArrowLeft');
        data.beyond = press('ArrowLeft');
        data.up = press('ArrowUp');
        data.reachable = document.querySelectorAll('td[tabindex]').length;
        data.label = document.activeElement.getAttribute('aria-label');
        press('Enter');
        data.address = location.hash;""")
    first = data["up"].split()[0]
    assert data["right"] == f"{first} 2" and data["up"] == f"{first} 1"
    second = data["down"].split()[0]
    assert second != first and data["left"] == data["beyond"] == f"{second} 1"
    assert data["reachable"] == "1" and data["label"].startswith(f"{first}, lib") and data["address"] == f"#{first}"


def test_two_subjects_are_compared(tool, tmp_path):
    verdicts = {"1.0.0": ("fail", "pass", "fail"), "1.1.0": ("pass", "skip", "fail")}
    paths = []
    for version, each in verdicts.items():
        cases = [case(f"LS_TEST_{number}/a", verdict, f"order {verdict}") for number, verdict in enumerate(each, 1)]
        paths.append(write(tmp_path, f"{version}.json", report(version, cases)))
    layer = report("1.0.0", [case("LS_TEST_9/a")], kind="layer", layer="VK_LAYER_a")
    paths.append(write(tmp_path, "layer.json", layer))
    page = tmp_path / "page.html"
    assert tool("matrix", *paths, "--html", page).returncode == 0
    data = after(page, tmp_path, """
        function compare(left, right) {
          document.getElementById('left').selectedIndex = left;
          document.getElementById('right').selectedIndex = right;
          document.getElementById('left').dispatchEvent(new Event('change'));
          const place = document.getElementById('different');
          const rows = Array.from(place.querySelectorAll('tr'));
          return rows.map(function (row) {
            return Array.from(row.cells).map(function (cell) { return cell.textContent; }).join('; ');
          }).join('. ') || place.textContent;
        }
        data.chosen = document.querySelectorAll('#different tr').length;
        data.kinds = compare(0, 1);
        data.same = compare(1, 1);
        data.different = compare(1, 2);
        data.reverse = compare(2, 1);""")
    assert data["chosen"] == "2", "two subjects of a kind are compared at first"
    assert data["kinds"] == "These subjects are of different kinds, so no policy applies to both."
    assert data["same"] == "0 policies differ"
    why = "only libvulkan.so 1.0.0: order fail"
    assert data["different"] == f"LS_TEST_1; fail 1/1; pass; {why}. LS_TEST_2; pass; skip; "
    assert data["reverse"] == f"LS_TEST_1; pass; fail 1/1; {why}. LS_TEST_2; skip; pass; "


def test_page_fits_the_width_of_a_phone(tool, tmp_path):
    """Only the tables of a page with many subjects are wider, and scroll by themselves. A window of Chromium has at
    least 500 pixels, so the page is in a frame."""
    paths = [write(tmp_path, f"{i}.json", report(f"1.{i}.0", [case("LLP_LOADER_3/a"), case("LLP_LOADER_4/a", "fail")]))
             for i in range(30)]
    page = tmp_path / "page.html"
    assert tool("matrix", *paths, "--html", page).returncode == 0
    changed = page.read_text(encoding="utf-8").replace("</body>", """<script>
        parent.postMessage([document.documentElement.scrollWidth,
                            document.querySelector('table.cells').scrollWidth].join(), '*');</script></body>""")
    (tmp_path / "changed.html").write_text(changed, encoding="utf-8")
    outer = tmp_path / "outer.html"
    outer.write_text("""<!DOCTYPE html><body><script>
        addEventListener('message', function (event) { document.body.dataset.widths = event.data; });</script>
        <iframe width=360 height=800 src="changed.html"></iframe></body>""", encoding="utf-8")
    whole, table = body_of(outer, tmp_path / "profile")[0]["widths"].split(",")
    assert int(whole) <= 360 < int(table)


def test_printing_opens_the_policies_with_causes(page, tmp_path):
    data = after(page, tmp_path, """
        const open = function () { return document.querySelectorAll('details.policy[open]').length; };
        data.before = open();
        window.dispatchEvent(new Event('beforeprint'));
        data.printed = open();
        data.without = document.querySelectorAll('details.policy[open]:not(:has(.cause))').length;
        window.dispatchEvent(new Event('afterprint'));
        data.after = open();""")
    assert data["before"] == data["without"] == data["after"] == "0" and int(data["printed"]) > 0


def test_page_is_dark_if_the_browser_prefers_that(page, tmp_path):
    script = "data.color = getComputedStyle(document.body).backgroundColor;"
    assert after(page, tmp_path, script)["color"] == "rgb(255, 255, 255)"
    assert after(page, tmp_path, script, ["--force-dark-mode"])["color"] == "rgb(23, 25, 29)"


def test_page_can_be_painted(page, tmp_path):
    picture = tmp_path / "page.png"
    chromium(tmp_path / "profile", f"--screenshot={picture}", "--window-size=1200,1200", page.as_uri())
    assert len(picture.read_bytes()) > 30000


PHONE, DESK = 390, 1400
# The words that continue on another line. An ID may be broken behind each _, where the page has a <wbr>, and so is
# several texts here. Columns of subjects are turned, and a path may be longer than a screen is wide.
BROKEN = """
function broken(page) {
  for (const each of page.querySelectorAll('details')) each.open = true;
  const texts = page.createTreeWalker(page.querySelector('main'), NodeFilter.SHOW_TEXT);
  const found = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.parentNode.closest('thead, table.facts, .cause, option') !== null) continue;
    for (const word of text.data.matchAll(/[^\\s\\/-]+/g)) {
      const range = page.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const tops = Array.from(range.getClientRects()).map(function (each) { return Math.round(each.top); });
      if (new Set(tops).size > 1) found.push(word[0]);
    }
  }
  return found;
}
"""


def broken_words(page, folder, width):
    """The words of a page that continue on another line, on a screen of that width. A window of Chromium has at least
    500 pixels, so the page is in a frame."""
    outer = folder / "outer.html"
    outer.write_text(f"""<!DOCTYPE html><body><iframe width="{width}" height="800" src="{page.as_uri()}"></iframe>
        <script>{BROKEN}
        addEventListener('load', function () {{
          const page = frames[0].document;
          document.body.dataset.rows = page.querySelectorAll('tr[data-policy] th').length;
          document.body.dataset.wide = page.documentElement.scrollWidth > page.documentElement.clientWidth;
          document.body.dataset.broken = encodeURIComponent(JSON.stringify(broken(page)));
        }});</script></body>""", encoding="utf-8")
    data, _ = body_of(outer, folder / "profile", options=["--allow-file-access-from-files"])
    assert int(data["rows"]) > 1
    assert data["wide"] == "false"
    return json.loads(urllib.parse.unquote(data["broken"]))


@pytest.fixture(name="page_of_versions", scope="module")
def fixture_page_of_versions(tmp_path_factory):
    """Long IDs, two versions with a history, and policies that differ."""
    folder = tmp_path_factory.mktemp("versions")
    policies = ("LS_VK_DRIVER_DISCOVERY_12", "LS_XR_RUNTIME_DISCOVERY_9", "LLP_LOADER_3")
    paths = []
    for version, verdict in (("1.3.239.0-1", "fail"), ("1.4.309.0-1", "pass")):
        cases = [case(f"{policy}/a_folder_of_a_certain_length", verdict, "did not find the driver's manifest")
                 for policy in policies]
        paths.append(write(folder, f"{version}.json", report(version, [*cases, case("LS_VK_ROBUSTNESS_15/a")])))
    subprocess.run([TOOL, "matrix", *paths, "--html", folder / "page.html"], stdout=subprocess.DEVNULL, check=True)
    return folder / "page.html"


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_no_word_is_broken(width, page, page_of_versions, tmp_path):
    for each in (page, page_of_versions):
        assert not broken_words(each, tmp_path, width)


def test_a_broken_word_is_found(page_of_versions, tmp_path):
    page = tmp_path / "without.html"
    text = page_of_versions.read_text(encoding="utf-8").replace("<wbr></wbr>", "")
    assert text != page_of_versions.read_text(encoding="utf-8")
    page.write_text(text, encoding="utf-8")
    assert "LS_VK_DRIVER_DISCOVERY_12" in broken_words(page, tmp_path, PHONE)


SUBJECTS, POLICIES, CASES = 30, 440, 10
MOST_BYTES, MOST_ELEMENTS = 8 << 20, 70000


@pytest.fixture(name="large_page", scope="module")
def fixture_large_page(tmp_path_factory):
    """The page of 30 subjects with 4,400 cases each, of which every fifth goes wrong in a way of its own."""
    folder = tmp_path_factory.mktemp("large")
    words = ["order", "chain", "folder", "layer", "driver", "filter", "name"]
    paths = []
    for subject in range(SUBJECTS):
        cases = []
        for number in range(POLICIES * CASES):
            wrong = (number + subject) % 5 == 0
            why = " ".join(words[(number * 3 + subject * 5 + i * (number % 11 + 1)) % 7] for i in range(12))
            identifier = f"LS_TEST_{number // CASES + 1}/case_{number}"
            cases.append(case(identifier, "fail", why, why) if wrong else case(identifier))
        paths.append(write(folder, f"{subject}.json", report(f"1.{subject}.0", cases)))
    page = folder / "large.html"
    subprocess.run([TOOL, "matrix", *paths, "--html", page, "--json", folder / "large.json"], stdout=subprocess.DEVNULL,
                   check=True)
    return page


def test_large_page_is_bounded(large_page, tmp_path):
    assert large_page.stat().st_size < MOST_BYTES
    data = after(large_page, tmp_path, """
        data.elements = document.querySelectorAll('*').length;
        data.cells = document.querySelectorAll('table.cells td').length;
        data.opened = Math.round(performance.now());""")
    assert int(data["shown"]) == POLICIES and int(data["cells"]) == POLICIES * SUBJECTS
    assert int(data["elements"]) < MOST_ELEMENTS
    print(f"{large_page.stat().st_size} bytes, {data['elements']} elements, {data['opened']} ms")
