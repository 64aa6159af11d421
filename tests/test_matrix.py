# SPDX-License-Identifier: Apache-2.0
"""`loadstone matrix`: many reports as one JSON and badges; what changed since an earlier matrix."""

import json
import re
import xml.etree.ElementTree as ElementTree

import jsonschema
import pytest
from conftest import REFERENCE, ROOT
from matrices import case, report, reports_of_loaders, write
from test_bad_input import assert_one_line

SCHEMA = json.loads((ROOT / "harness/report/matrix.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(name="reports", scope="module")
def fixture_reports(tmp_path_factory, faulty):
    return reports_of_loaders(tmp_path_factory.mktemp("reports"), faulty)


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
    other["subject"] |= {"version": "1.999.0", "package": "libvulkan1 1.999.0", "sha256": "00"}
    matrix, _ = matrix_of(reports["distribution"], write(tmp_path, "other.json", other))
    for cause in matrix["causes"]:
        assert [has["subject"] for has in cause["subjects"]] == [0, 1]
    history, = matrix["history"]
    assert history["versions"][1] == "1.999.0"
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
    same = tmp_path / "same"
    assert_one_line(tool("matrix", reports["reference"], "--html", same, "--json", same), "are given the same file")
