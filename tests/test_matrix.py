# SPDX-License-Identifier: Apache-2.0
"""`loadstone matrix`: many reports as one page, one JSON and badges; what changed since an earlier matrix."""

import json
import re
import subprocess
import xml.etree.ElementTree as ElementTree

import jsonschema
import pytest
from conftest import DISTRIBUTION, REFERENCE, ROOT, TOOL
from matrices import case, report, write
from test_bad_input import assert_one_line
from test_html_report import chromium

SCHEMA = json.loads((ROOT / "harness/report/matrix.schema.json").read_text(encoding="utf-8"))
WORDS = ("--policy", "LLP_LOADER_3", "--policy", "LLP_LOADER_10", "--spec", "1.3.239")


@pytest.fixture(name="reports", scope="module")
def fixture_reports(tmp_path_factory, faulty):
    """{loader: report of a few policies} of loaders that really ran."""
    folder = tmp_path_factory.mktemp("reports")
    paths = {}
    for name, loader in {"reference": REFERENCE, "distribution": DISTRIBUTION, "faulty": faulty}.items():
        paths[name] = folder / f"{name}.json"
        subprocess.run([TOOL, "run", "--loader", loader, *WORDS, "--json", paths[name]], stdout=subprocess.DEVNULL,
                       check=False)
    return paths


@pytest.fixture(name="matrix_of")
def fixture_matrix_of(tool, tmp_path):
    """Runs the verb on reports; returns the JSON, and the process."""
    def matrix_of(*words):
        path = tmp_path / "matrix.json"
        result = tool("matrix", *words, "--json", path)
        assert result.returncode in (0, 1), result.stderr
        matrix = json.loads(path.read_text(encoding="utf-8"))
        jsonschema.validate(matrix, SCHEMA)
        return matrix, result
    return matrix_of


def subject_of(matrix, path):
    """The position of the subject with this path."""
    position, = [i for i, each in enumerate(matrix["subjects"]) if each["path"] == str(path)]
    return position


def cell_of(matrix, policy, subject):
    row, = [each for each in matrix["policies"] if each["id"] == policy]
    cell, = [each for each in row["cells"] if each["subject"] == subject]
    return cell


def test_matrix_of_loaders_that_ran(reports, matrix_of, faulty):
    matrix, result = matrix_of(*reports.values())
    assert result.returncode == 0
    good, bad = subject_of(matrix, REFERENCE), subject_of(matrix, faulty)
    assert cell_of(matrix, "LLP_LOADER_3", good)["verdict"] == "pass"
    cell = cell_of(matrix, "LLP_LOADER_3", bad)
    assert cell["verdict"] == "fail" and cell["causes"]
    faults = json.loads(reports["faulty"].read_text(encoding="utf-8"))
    failing = {each["id"] for each in faults["cases"] if each["verdict"] == "fail"}
    named = {matrix["cases"][number] for cause in matrix["causes"] if cause["verdict"] == "fail"
             for has in cause["subjects"] if has["subject"] == bad for number in has["cases"]}
    assert named == failing
    for name, subject in (("reference", good), ("faulty", bad)):
        cases = json.loads(reports[name].read_text(encoding="utf-8"))["cases"]
        verdicts = dict(zip(matrix["cases"], matrix["subjects"][subject]["verdicts"], strict=True))
        assert {each["id"]: each["verdict"] for each in cases} == verdicts
    for row in matrix["policies"]:
        assert row["title"] and row["sources"][0]["url"].startswith("https://")
    assert re.search(r"^subject +error +fail +warn +waived +pass +skip +causes$", result.stdout, re.M)


def test_schema_refuses_another_verdict(reports, matrix_of):
    matrix, _ = matrix_of(reports["reference"])
    matrix["policies"][0]["cells"][0]["verdict"] = "good"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(matrix, SCHEMA)


def test_subjects_share_causes(reports, matrix_of, tmp_path):
    """The distribution's loader and a copy of its report as another version have every cause in common."""
    other = json.loads(reports["distribution"].read_text(encoding="utf-8"))
    other["subject"] |= {"version": "1.3.999", "package": "libvulkan1 1.3.999", "sha256": "00"}
    matrix, _ = matrix_of(reports["distribution"], write(tmp_path, "other.json", other))
    for cause in matrix["causes"]:
        assert [has["subject"] for has in cause["subjects"]] == [0, 1]
    history, = matrix["history"]
    assert history["versions"][1] == "1.3.999"
    for cause in history["causes"]:
        assert (cause["first"], cause["last"]) == tuple(history["versions"])


def test_history_says_since_when(matrix_of, tmp_path):
    verdicts = {"1.9.0": "pass", "1.10.0": "fail", "1.11.0": "fail", "1.12.0": "pass"}
    paths = [write(tmp_path, f"{version}.json", report(version, [case("LLP_LOADER_3/a", verdict, "wrong")]))
             for version, verdict in verdicts.items()]
    history, = matrix_of(*reversed(paths))[0]["history"]
    assert history["versions"] == list(verdicts)
    assert history["causes"] == [{"cause": 0, "first": "1.10.0", "last": "1.11.0", "without": ["1.9.0", "1.12.0"]}]


def test_standard_output_takes_one_output(reports, tool):
    result = tool("matrix", reports["reference"], "--json", "-")
    assert json.loads(result.stdout)["matrix"] == 1 and result.stderr.startswith("subject ")


# What changed since an earlier matrix.


def test_baseline(tool, matrix_of, tmp_path):
    def reports_of(**changed):
        verdicts = {"a": "pass", "b": "fail", "c": "skip"} | changed
        return write(tmp_path, "r.json", report("1.3.0", [case(f"LLP_LOADER_3/{name}", verdict, "wrong")
                                                         for name, verdict in verdicts.items()]))
    old = tmp_path / "old.json"
    assert tool("matrix", reports_of(), "--json", old).returncode == 0
    _, same = matrix_of(reports_of(), "--baseline", old)
    assert same.returncode == 0 and same.stdout.endswith("\n0 worse, 0 better, 0 not comparable\n")
    _, worse = matrix_of(reports_of(a="fail", b="pass"), "--baseline", old)
    assert worse.returncode == 1 and worse.stdout.endswith("\n1 worse, 1 better, 0 not comparable\n")
    assert "\n  worse: LLP_LOADER_3: pass -> fail (LLP_LOADER_3/a)\n" in worse.stdout
    _, better = matrix_of(reports_of(b="pass"), "--baseline", old)
    assert better.returncode == 0 and better.stdout.endswith("\n0 worse, 1 better, 0 not comparable\n")
    _, unknown = matrix_of(reports_of(b="error"), "--baseline", old)
    assert unknown.returncode == 0 and unknown.stdout.endswith("\n0 worse, 0 better, 1 not comparable\n")


def test_baseline_says_the_same_as_diff(reports, tool, matrix_of, tmp_path):
    """The counts are those of `loadstone diff` between the reports."""
    old = tmp_path / "old.json"
    for before, after_it in (("reference", "faulty"), ("faulty", "reference")):
        tool("matrix", reports[before], "--json", old)
        later = json.loads(reports[after_it].read_text(encoding="utf-8"))
        earlier = json.loads(reports[before].read_text(encoding="utf-8"))["subject"]
        later["subject"] |= {"path": earlier["path"], "package": earlier["package"]}
        changed = write(tmp_path, "changed.json", later)
        diff = tool("diff", reports[before], changed)
        _, result = matrix_of(changed, "--baseline", old)
        assert result.stdout.splitlines()[-1] == diff.stdout.splitlines()[-1]
        assert result.returncode == diff.returncode


# Badges.


def test_badges(reports, tool, tmp_path):
    folder = tmp_path / "new" / "badges"
    assert tool("matrix", *reports.values(), "--badges", folder).returncode == 0
    pictures = sorted(folder.iterdir())
    assert len(pictures) == 3
    texts = {tuple(each.itertext()) for each in (ElementTree.parse(path).getroot() for path in pictures)}
    assert any(re.fullmatch(r"\d+ passed", text[-1]) for text in texts)
    assert any(re.fullmatch(r"\d+ failed", text[-1]) for text in texts)


# The page, in a browser.


@pytest.fixture(name="page", scope="module")
def fixture_page(reports, tmp_path_factory):
    page = tmp_path_factory.mktemp("matrix") / "matrix.html"
    subprocess.run([TOOL, "matrix", *reports.values(), "--html", page], stdout=subprocess.DEVNULL, check=True)
    return page


def body_of(page, folder, address=""):
    """The attributes of the body after the scripts of the page have run, and the whole page."""
    dom = chromium(folder, "--dump-dom", f"{page.as_uri()}{address}").decode()
    attributes = re.search(r"<body([^>]*)>", dom).group(1)
    return dict(re.findall(r'data-(\w+)="([^"]*)"', attributes)), dom


def after(page, folder, script):
    """The page after this script, which runs when the page's own script has run; it stores results in `data`."""
    changed = folder / "changed.html"
    added = f"<script>const data = document.body.dataset;\n{script}</script></body>"
    changed.write_text(page.read_text(encoding="utf-8").replace("</body>", added), encoding="utf-8")
    return body_of(changed, folder / "profile")[0]


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
    verdicts = {"1.0.0": ("fail", "pass", "fail"), "1.1.0": ("pass", "pass", "fail")}
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
    assert data["chosen"] == "1", "two subjects of a kind are compared at first"
    assert data["kinds"] == "These subjects are of different kinds, so no policy applies to both."
    assert data["same"] == "0 policies differ"
    assert data["different"] == "LS_TEST_1; fail 1/1; pass; only libvulkan.so 1.0.0: order fail"
    assert data["reverse"] == "LS_TEST_1; pass; fail 1/1; only libvulkan.so 1.0.0: order fail"


def test_page_can_be_painted_on_a_phone(page, tmp_path):
    data = after(page, tmp_path, """
        document.documentElement.style.width = '360px';
        data.wide = Array.from(document.body.children).filter(function (each) {
          return each.getBoundingClientRect().right > 360;
        }).map(function (each) { return each.tagName + '.' + each.className; }).join(' ');""")
    assert data["wide"] == ""
    picture = tmp_path / "page.png"
    chromium(tmp_path / "profile", f"--screenshot={picture}", "--window-size=500,1200", "--force-dark-mode",
             page.as_uri())
    assert len(picture.read_bytes()) > 30000


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


# Invalid input.


def test_input_that_is(tool, tmp_path, reports):
    good = reports["reference"]
    bad = {"missing": None, "empty": b"", "cut off": good.read_bytes()[:1000], "text": b"no JSON",
           "binary": b"\xff\0\xfe" * 9, "another schema": b'{"schema": 2}', "a list": b"[]",
           "another format": b'{"version": "2.1.0", "runs": []}'}
    for name, content in bad.items():
        path = tmp_path / f"{name}.json"
        if content is not None:
            path.write_bytes(content)
        assert_one_line(tool("matrix", good, path), str(path), "; give JSON reports of run, check-layer")


def test_input_that_is_huge(tool, tmp_path):
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate((256 << 20) + 1)
    assert_one_line(tool("matrix", path), str(path), "larger than 256 MiB", "; give JSON reports")
    path.unlink()


def test_input_without_cases(tool, tmp_path):
    path = write(tmp_path, "none.json", report("1.3.0", []))
    assert_one_line(tool("matrix", path), str(path), "without any case", "leave it out")


def test_one_subject_twice(tool, tmp_path, reports):
    copy = tmp_path / "copy.json"
    copy.write_bytes(reports["reference"].read_bytes())
    assert_one_line(tool("matrix", reports["reference"], reports["faulty"], copy), str(copy), str(reports["reference"]),
                    "the same subject", "leave one out")


def test_no_report(tool):
    assert_one_line(tool("matrix"), "reports is required")


def test_a_matrix_is_no_report_and_a_report_is_no_matrix(tool, tmp_path, reports):
    matrix = tmp_path / "matrix.json"
    tool("matrix", reports["reference"], "--json", matrix)
    assert_one_line(tool("matrix", matrix), str(matrix), "is a matrix and not a report", "--baseline")
    assert_one_line(tool("matrix", reports["reference"], "--baseline", reports["reference"]), str(reports["reference"]),
                    "is not a matrix", "name with --baseline a file of 'loadstone matrix --json'")
    nothing = tmp_path / "nothing"
    assert_one_line(tool("matrix", reports["reference"], "--baseline", nothing), str(nothing), "No such file",
                    "--baseline")


def test_outputs_that_cannot_be_written(tool, tmp_path, reports):
    for option in ("--html", "--json"):
        assert_one_line(tool("matrix", reports["reference"], option, "/nowhere/x"), "/nowhere/x", "No such file")
    file = tmp_path / "file"
    file.write_text("")
    assert_one_line(tool("matrix", reports["reference"], "--badges", file), str(file), "cannot make the folder")
    assert_one_line(tool("matrix", reports["reference"], "--html", "x", "--json", "x"), "are given the same file")
