# SPDX-License-Identifier: Apache-2.0
"""ci/nightly.py and ci/file_issues.py: what a night compares, and which issues it opens, updates and reopens.

Stand-ins for gh and glab keep issues in a file.
"""

import json
import os
import subprocess
import sys

import pytest
from conftest import REFERENCE, ROOT, TOOL

CI = ROOT / "ci"
STAND_IN = """#!{python}
import json, pathlib, sys
path = pathlib.Path("{store}")
issues = json.loads(path.read_text()) if path.exists() else []
words = sys.argv[1:]
option = lambda name: words[words.index(name) + 1]
github = "{name}" == "gh"
number, body = ("number", "body") if github else ("iid", "description")
if words[1] == "list":
    page = 1 if github else int(option("--page"))
    size = 1000 if github else int(option("--per-page"))
    print(json.dumps(issues[(page - 1) * size:page * size]))
elif words[1] == "create":
    text = sys.stdin.read() if github else option("--description")
    issues.append({{number: len(issues) + 1, "state": "OPEN" if github else "opened", "title": option("--title"),
                   body: text}})
elif words[1] in ("edit", "update"):
    issues[int(words[2]) - 1][body] = sys.stdin.read() if github else option("--description")
elif words[1] == "reopen":
    issues[int(words[2]) - 1]["state"] = "OPEN" if github else "opened"
else:
    sys.exit("what is " + " ".join(words))
path.write_text(json.dumps(issues))
"""


class Trackers:
    """A folder with a stand-in for `program`, and its issues."""

    def __init__(self, folder, program):
        self.folder, self.program, self.store = folder, program, folder / "issues.json"
        stand_in = folder / program
        stand_in.write_text(STAND_IN.format(python=sys.executable, store=self.store, name=program), encoding="utf-8")
        stand_in.chmod(0o755)

    def issues(self):
        return json.loads(self.store.read_text(encoding="utf-8"))

    def close(self, index):
        issues = self.issues()
        issues[index]["state"] = "CLOSED" if self.program == "gh" else "closed"
        self.store.write_text(json.dumps(issues), encoding="utf-8")

    def file(self, *words):
        return run("file_issues.py", *words, "--post", self.program, path=self.folder)


def run(script, *words, path=None):
    environment = {**os.environ, "PATH": f"{path or TOOL.parent}:{os.environ['PATH']}"}
    return subprocess.run([sys.executable, CI / script, *words, "--loadstone", TOOL], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, env=environment)


@pytest.fixture(name="tracker", params=["gh", "glab"])
def fixture_tracker(request, tmp_path):
    return Trackers(tmp_path, request.param)


@pytest.fixture(name="report", scope="module")
def fixture_report(tmp_path_factory, faulty):
    """A report with two causes."""
    path = tmp_path_factory.mktemp("report") / "report.json"
    subprocess.run([TOOL, "run", "--loader", faulty, "--policy", "LLP_LOADER_3", "--policy", "LLP_LOADER_6", "--json",
                    path], stdout=subprocess.DEVNULL, check=False)
    report = json.loads(path.read_text(encoding="utf-8"))
    assert report["summary"]["fail"] > 1
    return path


def test_it_posts_nothing_unless_told_to(report, tmp_path):
    result = run("file_issues.py", report, path=tmp_path)
    assert result.returncode == 0 and "LLP_LOADER_3: " in result.stdout
    assert all("would be opened" in line for line in result.stdout.splitlines())


def test_each_cause_is_one_issue_with_a_bug_report(report, tracker):
    result = tracker.file(report)
    assert result.returncode == 0, result.stderr
    issues = tracker.issues()
    assert len(issues) == len(result.stdout.splitlines()) == len({issue["title"] for issue in issues})
    text = issues[0].get("body") or issues[0]["description"]
    assert text.startswith("<!-- loadstone cause ") and "## Policy" in text and "\n## Cases\n\n- L" in text


def test_another_night_opens_no_second_issue(report, tracker):
    tracker.file(report)
    before = tracker.issues()
    result = tracker.file(report)
    assert all("is up to date" in line for line in result.stdout.splitlines())
    assert tracker.issues() == before


def test_a_cause_that_is_seen_again_is_reopened(report, tracker):
    tracker.file(report)
    tracker.close(0)
    result = tracker.file(report)
    assert "reopened issue 1" in result.stdout
    assert tracker.issues()[0]["state"].lower().startswith("open")


def test_other_cases_of_a_cause_update_its_issue(report, tracker, tmp_path):
    tracker.file(report)
    text = json.loads(report.read_text(encoding="utf-8"))
    case = next(case for case in text["cases"] if case["verdict"] == "fail")
    text["cases"].append({**case, "id": case["id"] + "_too"})
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(text), encoding="utf-8")
    result = tracker.file(changed)
    assert "updated issue 1" in result.stdout
    assert len(tracker.issues()) == len(result.stdout.splitlines())
    assert case["id"] + "_too" in json.dumps(tracker.issues()[0])


def test_the_most_serious_causes_come_first_and_no_more_than_asked_for(report, tracker):
    result = tracker.file(report, "--most", "0")
    assert result.stdout.endswith(" more causes are left for later runs\n") and tracker.issues() == []
    result = tracker.file(report, "--most", "1")
    assert ": opened (" in result.stdout and len(tracker.issues()) == 1


@pytest.mark.parametrize("content", [None, "", "{", "[]", '{"subject": {}}', '{"subject": {}, "cases": [1]}', "\x00"])
def test_another_file_is_refused_in_one_line(content, tmp_path):
    path = tmp_path / "report.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    result = run("file_issues.py", path)
    assert result.returncode == 2 and result.stdout == ""
    assert result.stderr.startswith(f"file_issues.py: {path} is no report of ") and result.stderr.count("\n") == 1


@pytest.mark.parametrize(("program", "text", "message"), [
    ("gh", "echo not signed in >&2; exit 4", "gh issue list: not signed in"),
    ("glab", "echo '<html>'", "glab issue list printed something else than issues"),
])
def test_a_program_that_cannot_post_gives_one_line(program, text, message, report, tmp_path):
    stand_in = tmp_path / program
    stand_in.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    stand_in.chmod(0o755)
    result = run("file_issues.py", report, "--post", program, path=tmp_path)
    assert result.returncode == 2 and message in result.stderr and result.stderr.count("\n") == 1


def test_a_missing_program_gives_one_line(report):
    result = subprocess.run([sys.executable, CI / "file_issues.py", report, "--post", "gh", "--loadstone", TOOL],
                            capture_output=True, text=True, check=False, env={"PATH": "/nonexistent"})
    assert result.returncode == 2 and "there is no program 'gh'" in result.stderr and result.stderr.count("\n") == 1


def night(state, loader, *words):
    return run("nightly.py", "--loader", loader, "--state", state, "--options",
               "--case LLP_LOADER_3/meta_layer_contains_a_layer_twice", *words)


def test_a_night_that_is_worse_fails(tmp_path, faulty):
    first = night(tmp_path / "state", REFERENCE, "--seconds", "0")
    assert first.returncode == 0 and "## Since the night before" not in first.stdout
    second = night(tmp_path / "state", faulty, "--seconds", "0")
    assert second.returncode == 1, second.stdout
    third = night(tmp_path / "state", faulty, "--seconds", "0")
    assert third.returncode == 0, third.stdout
    assert (tmp_path / "state" / "summary.txt").read_text(encoding="utf-8") in third.stdout


def test_new_findings_of_the_fuzzer_fail_a_night_once(tmp_path, faulty):
    results = [night(tmp_path / "state", faulty, "--seconds", "1") for _ in range(2)]
    new = [result.stdout.split("## New findings of the fuzzer\n\n")[1].split("\n\n")[0] for result in results]
    assert all(line.startswith("L") for text in new if text != "none" for line in text.splitlines()), new
    assert [result.returncode for result in results] == [0 if text == "none" else 1 for text in new]


def test_a_night_without_the_tool_gives_one_line(tmp_path):
    result = subprocess.run([sys.executable, CI / "nightly.py", "--loader", REFERENCE, "--state", tmp_path / "state"],
                            capture_output=True, text=True, check=False, env={"PATH": "/nonexistent"})
    assert result.returncode == 2 and "--loadstone names the tool" in result.stderr and result.stderr.count("\n") == 1
    assert not (tmp_path / "state").exists()


def test_a_night_without_a_loader_ends_with_2(tmp_path):
    result = night(tmp_path / "state", tmp_path / "none.so", "--seconds", "0")
    assert result.returncode == 2 and "none.so" in result.stdout
