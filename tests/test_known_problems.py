# SPDX-License-Identifier: Apache-2.0
"""Known problems: baselines, generated waivers, partial runs, and comparisons of two runs."""

import json
import subprocess

import jsonschema
import pytest
from conftest import DISTRIBUTION, REFERENCE, TOOL, complaints, verdicts
from test_bad_input import assert_one_line
from test_reports import SCHEMA

WORDS = ("--policy", "LLP_LOADER_3", "--policy", "LLP_LOADER_10", "--spec", "1.3.239")


@pytest.fixture(name="report_of", scope="module")
def fixture_report_of(tmp_path_factory):
    """The path of the JSON report of a run, which is executed once."""
    known = {}

    def report_of(loader, *words):
        if (loader, *words) not in known:
            path = tmp_path_factory.mktemp("report") / "report.json"
            subprocess.run([TOOL, "run", "--loader", loader, "--json", path, *words],
                           stdout=subprocess.DEVNULL, check=False)
            known[loader, *words] = path
        return known[loader, *words]
    return report_of


def test_baseline_leaves_nothing_where_nothing_got_worse(run_json, report_of, faulty):
    report, result = run_json(*WORDS, "--strict", "--baseline", report_of(faulty, *WORDS),
                              loader=faulty)
    assert result.returncode == 0 and report["summary"]["fail"] == report["summary"]["warn"] == 0
    assert report["summary"]["waived"] == 4 and report["better"] == []


def test_baseline_shows_what_got_worse_and_better(run_json, report_of, tmp_path, faulty):
    old = json.loads(report_of(faulty, *WORDS).read_text(encoding="utf-8"))
    violated = [case for case in old["cases"] if case["verdict"] == "fail"]
    mended, = [case for case in old["cases"] if case["id"] == "LLP_LOADER_3/application_names_a_layer_twice"]
    violated[0].update(verdict="pass", violates="")
    mended.update(verdict="fail", violates="LLP_LOADER_3", level="must")
    baseline = tmp_path / "baseline.json"
    baseline.write_text(json.dumps(old), encoding="utf-8")
    report, result = run_json(*WORDS, "--baseline", baseline, loader=faulty)
    assert result.returncode == 1
    assert [case["id"] for case in report["cases"] if case["verdict"] == "fail"] == [violated[0]["id"]]
    assert report["better"] == [mended["id"]]
    assert f"better than the baseline: {mended['id']}" in result.stdout


def make_wrong_list(case):
    """Changes the result of a crashed case to a wrong list."""
    case.update(verdict="fail", level="must", violates=case["policies"][0], ending="",
                reason="each layer is loaded once", expected='"a" alone', observed='"a", "a"')


CRASHES = ("--policy", "LLP_LOADER_10", "--policy", "LS_VK_OVERRIDE_1", "--spec", "1.3.239")


@pytest.mark.parametrize("older", [False, True], ids=["today", "older_version"])
def test_baseline_hides_no_new_crash(tool, run_json, report_of, tmp_path, older, faulty):
    old = json.loads(report_of(faulty, *CRASHES).read_text(encoding="utf-8"))
    crashed = [case for case in old["cases"] if "killed by" in case["observed"]]
    assert len(crashed) >= 2
    make_wrong_list(crashed[0])
    if older:
        for case in old["cases"]:
            case.pop("ending")
            case.pop("demanded")
            case.pop("fault")
    baseline = tmp_path / "baseline.json"
    baseline.write_text(json.dumps(old), encoding="utf-8")
    report, result = run_json(*CRASHES, "--strict", "--baseline", baseline, loader=faulty)
    assert result.returncode == 1
    assert [case["id"] for case in report["cases"] if case["verdict"] in ("fail", "warn")] == [crashed[0]["id"]]
    diff = tool("diff", baseline, report_of(faulty, *CRASHES))
    assert diff.returncode == 1 and "\n1 worse, 0 better, 0 not comparable\n" in diff.stdout
    assert "before: each layer is loaded once" in diff.stdout


def test_a_waiver_of_a_wrong_list_hides_no_crash(tool, report_of, tmp_path, faulty):
    old = json.loads(report_of(faulty, *CRASHES).read_text(encoding="utf-8"))
    crashed = [case for case in old["cases"] if "killed by" in case["observed"]]
    for case in crashed:
        make_wrong_list(case)
    report = tmp_path / "lists.json"
    report.write_text(json.dumps(old), encoding="utf-8")
    waivers = tmp_path / "waivers.json"
    waivers.write_text(tool("waivers", "--from", report).stdout, encoding="utf-8")
    result = tool("run", "--loader", faulty, *CRASHES, "--strict", "--waivers", waivers)
    assert result.returncode == 1
    assert f"does not cover {crashed[0]['id']}, because the ending of the process is \"killed by SIG" in result.stderr
    for cause, status in ((None, 1), ({"ending": "killed by SIG*"}, 0)):
        entry = {"case": "*", "reason": "known", "expires": "2999-12-31"}
        waivers.write_text(json.dumps([entry if cause is None else {**entry, "cause": cause},
                                       {"policy": "*", "reason": "no crash", "expires": "2999-12-31"}]),
                           encoding="utf-8")
        result = tool("run", "--loader", faulty, *CRASHES, "--strict", "--waivers", waivers)
        assert result.returncode == status, result.stdout


def test_what_varies_is_not_worse(tool, run_json, report_of, tmp_path, faulty):
    """The order, the number of processes and the path of the loader may differ."""
    words = ("--policy", "LS_VK_DISCOVERY_6", *CRASHES, "--shard", "1/4")
    copy = tmp_path / "elsewhere" / "libvulkan.so"
    copy.parent.mkdir()
    copy.write_bytes(faulty.read_bytes())
    baseline = report_of(faulty, *words)
    for loader, more in ((faulty, ("--seed", "7", "-j", "3")), (copy, ("-j", "1"))):
        report, result = run_json(*words, *more, "--strict", "--baseline", baseline, loader=loader)
        assert result.returncode == 0, result.stdout
        assert report["summary"]["waived"] > 10 and report["better"] == []
        diff = tool("diff", baseline, tmp_path / "report.json")
        assert diff.stdout.endswith("\n0 worse, 0 better, 0 not comparable\n")


def test_waivers_to_start_from_waive_everything(tool, report_of, tmp_path, faulty):
    waivers = tmp_path / "waivers.json"
    drafted = tool("waivers", "--from", report_of(faulty, *WORDS))
    assert drafted.returncode == 0
    waivers.write_text(drafted.stdout, encoding="utf-8")
    result = tool("run", "--loader", faulty, *WORDS, "--strict", "--waivers", waivers)
    assert result.returncode == 0 and " 4 waived" in result.stdout and not complaints(result)


def test_unused_waivers_stand_in_the_report(run_json, report_of, tool, tmp_path, faulty):
    waivers = tmp_path / "waivers.json"
    waivers.write_text(tool("waivers", "--from", report_of(faulty, *WORDS)).stdout, encoding="utf-8")
    report, _ = run_json(*WORDS, "--waivers", waivers, loader=REFERENCE)
    assert len(report["warnings"]) == 4 and all("covers no failing case" in each for each in report["warnings"])


def test_shards_make_one_run(tool, report_of, tmp_path, faulty):
    whole = json.loads(report_of(faulty, *WORDS).read_text(encoding="utf-8"))
    parts = [report_of(faulty, *WORDS, "--shard", f"{number}/3") for number in (1, 2, 3)]
    for part in parts:
        report = json.loads(part.read_text(encoding="utf-8"))
        jsonschema.validate(report, SCHEMA)
        assert 0 < len(report["cases"]) < len(whole["cases"])
    merged = tmp_path / "merged.json"
    result = tool("merge", *parts, "--json", merged)
    report = json.loads(merged.read_text(encoding="utf-8"))
    jsonschema.validate(report, SCHEMA)
    assert result.returncode == 1 and verdicts(report) == verdicts(whole)


def test_merge_without_a_shard_is_incomplete(tool, report_of, tmp_path):
    merged = tmp_path / "merged.json"
    part = report_of(REFERENCE, "--policy", "LLP_LOADER_3", "--shard", "1/3")
    result = tool("merge", part, "--json", merged)
    assert result.returncode == 3 and "no report of shard 2/3, 3/3" in result.stdout
    assert "2/3" in json.loads(merged.read_text(encoding="utf-8"))["incomplete"]


def test_merge_takes_one_loader(tool, report_of, faulty):
    result = tool("merge", report_of(faulty, *WORDS), report_of(REFERENCE, *WORDS))
    assert_one_line(result, "not for the same binary")


def test_diff_of_two_loaders(tool, report_of, faulty):
    old, new = report_of(faulty, *WORDS), report_of(REFERENCE, *WORDS)
    better = tool("diff", old, new)
    assert better.returncode == 0 and "0 worse, 4 better, 0 not comparable" in better.stdout
    worse = tool("diff", new, old, "--markdown")
    assert worse.returncode == 1 and "## worse: 4" in worse.stdout
    assert tool("diff", old, old).stdout.endswith("\n0 worse, 0 better, 0 not comparable\n")


def test_diff_as_a_page(tool, report_of, tmp_path, faulty):
    page = tmp_path / "diff.html"
    result = tool("diff", report_of(faulty, *WORDS), report_of(REFERENCE, *WORDS), "--html", page)
    assert result.returncode == 0 and "0 worse, 4 better" in result.stdout
    text = page.read_text(encoding="utf-8")
    assert "<h2>worse: 0</h2>" in text and "<h2>better: 4</h2>" in text
    assert text.count("<tr>") == 4 and 'class="badge fail"' in text and "src=" not in text and "href=" not in text
    assert_one_line(tool("diff", report_of(faulty, *WORDS), report_of(REFERENCE, *WORDS), "--html",
                         "/nowhere/diff.html"), "/nowhere")


BAD = {
    "shard that is none": (("run", "--loader", REFERENCE, "--shard", "6/5"), "6/5"),
    "more shards than cases": (("run", "--loader", REFERENCE, "--policy", "LLP_LOADER_6", "--shard", "1/9999"),
                               "1/9999"),
    "baseline that is missing": (("run", "--loader", REFERENCE, "--baseline", "/nowhere/b"), "/nowhere/b"),
    "baseline that is no report": (("run", "--loader", REFERENCE, "--baseline", __file__), "not a report"),
    "merge of nothing": (("merge",), "reports"),
    "diff of one": (("diff", "/nowhere/a"), "after"),
    "waivers from nothing": (("waivers",), "--from"),
    "waivers from no report": (("waivers", "--from", "/dev/null"), "/dev/null"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_words(name, tool):
    words, said = BAD[name]
    assert_one_line(tool(*words), said)


def test_baseline_of_another_api(tool, report_of, tmp_path):
    old = json.loads(report_of(REFERENCE, *WORDS).read_text(encoding="utf-8"))
    old["subject"]["api"] = "openxr"
    baseline = tmp_path / "baseline.json"
    baseline.write_text(json.dumps(old), encoding="utf-8")
    # Printed before the tool tries the loader, which would fail.
    loader = tmp_path / "cut-off.so"
    loader.write_bytes(DISTRIBUTION.read_bytes()[:4096])
    assert_one_line(tool("run", "--loader", loader, *WORDS, "--baseline", baseline), "openxr loaders")


@pytest.mark.parametrize("verb", ["run", "repro", "fuzz", "check-layer", "merge", "diff", "waivers", "explain"])
def test_help_shows_examples(verb, tool):
    result = tool(verb, "--help")
    assert result.returncode == 0 and f"loadstone {verb}" in result.stdout.split("Example", 1)[1]
    assert max(len(line) for line in result.stdout.split("Example", 1)[1].splitlines()) <= 100


@pytest.mark.parametrize("verb", ["run", "repro", "fuzz", "check-layer", "merge"])
def test_help_says_what_the_exit_status_means(verb, tool):
    assert "3: Loadstone could not reach a verdict" in tool(verb, "--help").stdout
