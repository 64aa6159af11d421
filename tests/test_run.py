# SPDX-License-Identifier: Apache-2.0
"""The main job: verdicts and reports, which depend on nothing but the subject."""

import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest
from conftest import (DISTRIBUTION, EVERYTHING, REFERENCE, TOOL, all_of_linux_pass, descendants, of_debian_12, repeated,
                      sample_of, stray_manifests, verdicts, wait_until)

NEWEST = ("--spec", "newest")

def test_reference_loader_passes_everything(whole):
    report, result = whole(REFERENCE, *NEWEST)
    assert result.returncode == 0, result.stdout
    assert all_of_linux_pass(report)
    assert report["summary"]["pass"] > 3000


def test_report_has_what_the_schema_says(whole):
    report, _ = whole(DISTRIBUTION)
    assert report["schema"] == 1
    assert set(report["subject"]) >= {"path", "api", "platform", "version"}
    assert set(report["summary"]) >= {"pass", "fail", "warn", "waived", "skip", "error", "seconds"}
    for case in report["cases"]:
        assert set(case) >= {"id", "policies", "verdict", "seconds", "reason", "expected", "observed",
                             "level", "violates", "tries"}
        assert (case["violates"] != "") == (case["verdict"] in ("fail", "warn"))
        assert (case["verdict"], case["level"]) != ("fail", "robustness")
        assert case["id"].startswith(case["policies"][0] + "/")
        assert (case["reason"] != "") == (case["verdict"] != "pass")


def test_a_pass_may_name_a_layer_that_broke_a_rule(run_json):
    case = "LLP_LAYER_10/layer_that_passes_queues_on_wrapped"
    report, _ = run_json("--case", case)
    assert [(each["id"], each["verdict"]) for each in report["cases"]] == [(case, "pass")]
    assert report["cases"][0]["observed"].startswith("VK_LAYER_LS_wrap: passed a handle down")


def test_newer_features_are_skipped_with_the_reason(run_json):
    report, _ = run_json("--spec", "1.3.200", "--case", "LS_VK_FILTER_*")
    skipped = [case for case in report["cases"] if case["verdict"] == "skip"]
    assert skipped and all("1.3.200" in case["reason"] for case in skipped)


def test_newest_edition(run_json, tool):
    policies = json.loads(tool("list", "policies", "--api", "vulkan", "--json").stdout)
    editions = {source["edition"] for policy in policies for source in policy["sources"]} - {"undated"}
    newest = max(editions, key=lambda edition: tuple(map(int, edition.split("."))))
    report, _ = run_json("--spec", "newest", "--case", "LLP_LOADER_3/meta_layer_contains_a_layer_twice")
    assert report["subject"]["spec"] == newest


@of_debian_12()
def test_violations_of_the_distribution(whole, tool):
    """Exactly the violations in docs/findings; some policies have no cases, only findings of the fuzzer."""
    report, result = whole(DISTRIBUTION)
    assert report["subject"]["version"] == "1.3.239" and result.returncode == 1
    failing = {case["violates"] for case in report["cases"] if case["violates"]}
    findings = pathlib.Path(__file__).resolve().parent.parent / "docs" / "findings"
    text = (findings / "debian-12-libvulkan1.md").read_text(encoding="utf-8")
    written = {line.split()[1].rstrip(":") for line in text.splitlines() if line.startswith("## ")}
    judged = {policy["id"] for policy in json.loads(tool("list", "policies", "--json").stdout) if policy["cases"]}
    assert failing == written & judged and written - judged == {"LS_VK_ROBUSTNESS_5"}
    assert not [case for case in report["cases"] if case["verdict"] == "error"]


def test_googletest_variables_of_a_ci_choose_nothing(run_json):
    words = ("--case", "LLP_LOADER_3/application_*", *NEWEST)
    plain = verdicts(run_json(*words)[0])
    foreign = {"GTEST_FILTER": "-*", "GTEST_TOTAL_SHARDS": "7", "GTEST_SHARD_INDEX": "3",
               "GTEST_FAIL_FAST": "1", "TESTBRIDGE_TEST_ONLY": "none"}
    report, result = run_json(*words, env=dict(os.environ, **foreign))
    assert len(plain) > 3 and verdicts(report) == plain and result.returncode == 0


def test_policies_are_chosen_in_any_case_and_by_globs(run_json, tool):
    words = ("--case", "LLP_LOADER_[36]/*", *NEWEST)
    report, result = run_json("--policy", "llp_loader_6", *words)
    assert result.returncode == 0 and {case["policies"][0] for case in report["cases"]} == {"LLP_LOADER_6"}
    report, _ = run_json("--policy", "LLP_LOADER_?", *words)
    assert {case["policies"][0] for case in report["cases"]} == {"LLP_LOADER_3", "LLP_LOADER_6"}
    said = tool("explain", "LLP_LOADER_6").stdout
    for name in ["llp_loader_6", "LLP_LOADER_6.r1", "LLP_LOADER_6/some_case"]:
        assert said and tool("explain", name).stdout == said


def test_report_on_standard_output_stands_there_alone(tool):
    result = tool("run", "--loader", REFERENCE, "--policy", "LLP_LOADER_6", "--json", "-")
    assert json.loads(result.stdout)["summary"]["fail"] == 0
    assert " passed, 0 failed" in result.stderr


def test_repeated_cases_count_once(run_json):
    words = ("--case", "LLP_LOADER_3/application_*")
    once, _ = run_json(*words)
    thrice, result = run_json(*words, "--repeat", "3", "-j", "2")
    assert verdicts(thrice) == verdicts(once) and result.returncode == 0


def test_progress_counts_each_repetition():
    words = ("--case", "LLP_LOADER_3/application_names_a_layer_twice", "--repeat", "3", "-j", "1")
    screen, terminal = os.openpty()
    with subprocess.Popen([TOOL, "run", "--loader", REFERENCE, *words], stdout=subprocess.PIPE,
                          stderr=terminal) as process:
        os.close(terminal)
        summary = process.stdout.read().decode()
    shown = re.findall(r"\] (\d+/\d+)", os.read(screen, 1 << 16).decode())
    os.close(screen)
    assert "\n1 passed" in summary
    assert list(dict.fromkeys(shown)) == ["0/3", "1/3", "2/3", "3/3"]


def test_junit_can_be_read(tool, tmp_path, faulty):
    path = tmp_path / "report.xml"
    tool("run", "--loader", faulty, "--policy", "LLP_LOADER_3", "--junit", path)
    root = ElementTree.parse(path).getroot()
    cases = root.findall(".//testcase")
    assert cases and any(case.find("failure") is not None for case in cases)


def test_waived_violations_conform(tool, tmp_path, faulty):
    waivers = tmp_path / "waivers.json"
    waivers.write_text(json.dumps([
        {"policy": "*", "reason": "known", "link": "https://example.org/1", "expires": "2999-12-31"}]),
        encoding="utf-8")
    result = tool("run", "--loader", faulty, "--waivers", waivers, "--policy", "LLP_LOADER_3",
                  "--policy", "LLP_LOADER_10")
    assert result.returncode == 0 and " 0 failed" in result.stdout


ROBUSTNESS = "LLP_LOADER_10/recursive_at_depth_2"  # which cites LS_VK_META_1


def test_what_no_document_demands_is_a_warning(run_json, faulty):
    report, result = run_json("--case", ROBUSTNESS, loader=faulty)
    case = report["cases"][0]
    assert (case["verdict"], case["violates"], case["level"]) == (
        "warn", "LS_VK_META_1", "robustness")
    assert result.returncode == 0 and "warn LS_VK_META_1 (robustness): 1 case" in result.stdout


def test_strict_counts_warnings(run_json, faulty):
    report, result = run_json("--case", ROBUSTNESS, "--strict", loader=faulty)
    assert report["summary"]["warn"] == 1 and result.returncode == 1


def test_robustness_can_be_left_out(run_json, faulty):
    report, result = run_json("--case", ROBUSTNESS, "--case", "LS_VK_DISCOVERY_6/empty_object",
                              "--no-robustness", loader=faulty)
    assert {case["verdict"] for case in report["cases"]} == {"skip"} and result.returncode == 3
    assert all("no document demands" in case["reason"] for case in report["cases"])


def test_expired_waiver_waives_nothing(tool, tmp_path, faulty):
    waivers = tmp_path / "waivers.json"
    waivers.write_text(json.dumps([{"policy": "*", "reason": "known", "expires": "2020-01-01"}]),
                       encoding="utf-8")
    result = tool("run", "--loader", faulty, "--policy", "LLP_LOADER_3", "--waivers", waivers)
    assert result.returncode == 1 and "expired" in result.stderr


def test_fail_fast_ends_at_the_first_failure_that_is_not_known(tool, tmp_path, faulty):
    cases = ("--case", "LLP_LOADER_3/*", "--case", "LS_VK_FILTER_4/*")
    known = tmp_path / "known.json"
    whole_run = json.loads(tool("run", "--loader", faulty, *cases, "--json", "-").stdout)
    failing = {case["id"] for case in whole_run["cases"] if case["violates"]}
    fast = ("run", "--loader", faulty, *cases, "-j", "1", "--fail-fast", "--json", known)
    result = tool(*fast)
    first = json.loads(known.read_text(encoding="utf-8"))
    assert result.returncode == 1 and "did not run" in result.stdout
    assert [case["violates"] != "" for case in first["cases"]].count(True) == 1 < len(failing)
    known.write_text(json.dumps(whole_run), encoding="utf-8")
    result = tool(*fast[:-1], "-", "--baseline", known)
    report = json.loads(result.stdout)
    assert result.returncode == 0 and len(report["cases"]) == len(whole_run["cases"])
    assert {case["id"] for case in report["cases"] if case["verdict"] == "waived"} == failing


def test_fail_fast_goes_on_after_a_warning_that_is_no_failure(run_json, faulty):
    cases = ("--case", "LLP_LOADER_10/recursive_*", "--fail-fast", "-j", "1")
    report, result = run_json(*cases, loader=faulty)
    assert result.returncode == 0 and report["summary"]["warn"] > 1
    report, result = run_json(*cases, "--strict", loader=faulty)
    assert result.returncode == 1 and report["summary"]["warn"] == 1


def test_order_and_jobs_do_not_matter(whole, run_json):
    """With a loader that never hangs: a sample of the cases in parallel and shuffled, and parts of the cases one after
    the other. With LOADSTONE_EVERYTHING each part also runs in parallel."""
    first = verdicts(whole(REFERENCE, *NEWEST)[0])
    chosen, words = sample_of(first)
    assert verdicts(run_json("-j", "8", "--seed", "1", *NEWEST, *words)[0]) == chosen
    for seed in range(17 if EVERYTHING else 1):
        part = sorted(first)[seed::17]
        chosen = repeated("--case", part)
        for jobs in ("1", "8") if EVERYTHING else ("1",):
            assert verdicts(run_json("-j", jobs, "--seed", str(seed), *NEWEST, *chosen)[0]) == {
                case: first[case] for case in part}


def test_order_and_jobs_do_not_matter_for_violations(whole, run_json):
    first, words = sample_of(verdicts(whole(DISTRIBUTION)[0]))
    assert {verdict for verdict, *_ in first.values()} >= {"pass", "fail", "warn", "skip"}
    assert verdicts(run_json("-j", "8", "--seed", "7", *words, loader=DISTRIBUTION)[0]) == first


STRAY = {
    "vulkan/implicit_layer.d": {"file_format_version": "1.2.0", "layer": {
        "name": "VK_LAYER_LS_stray", "type": "INSTANCE", "library_path": "/nowhere/stray.so",
        "api_version": "1.3.0", "implementation_version": "1", "description": "stray",
        "disable_environment": {"DISABLE_LS_STRAY": "1"}}},
    "vulkan/icd.d": {"file_format_version": "1.0.0",
                     "ICD": {"library_path": "/nowhere/stray.so", "api_version": "1.3.0"}}}


def test_host_does_not_matter(whole, run_json, tmp_path):
    before, words = sample_of(verdicts(whole(DISTRIBUTION)[0]))
    environment = dict(os.environ, HOME=str(tmp_path / "home"), VK_LAYER_PATH="/nowhere",
                       VK_INSTANCE_LAYERS="VK_LAYER_LS_stray", VK_LOADER_DEBUG="all")
    count, within = stray_manifests(tmp_path / "strays", tmp_path / "home", STRAY)
    assert count >= 4
    after = verdicts(run_json("-j", "4", *words, loader=DISTRIBUTION, env=environment, within=within)[0])
    assert after == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_ordinary_user_gets_the_same_verdicts(whole):
    as_root, words = sample_of(verdicts(whole(DISTRIBUTION)[0]))
    # Tests that need a second user run only as root.
    alone = ("skip", "a set-user-ID or set-group-ID application needs a second ID, which only a run as root has",
             "", "")
    as_user = {case: alone if re.search("/set_(user|group)_id_", case) and verdict[0] != "skip" else verdict
               for case, verdict in as_root.items()}
    copy = pathlib.Path("/tmp") / f"loadstone-user-{os.getpid()}"
    try:
        copy.mkdir()
        subprocess.run(["cp", "-r", "--parents", "bin/loadstone", "libexec", "lib/loadstone", "share",
                        copy],
                       cwd=TOOL.parent.parent, check=True)
        subprocess.run(["chmod", "-R", "a+rX", copy], check=True)
        report = copy / "report.json"
        report.touch()
        os.chown(copy, 1234, 1234)
        os.chown(report, 1234, 1234)
        subprocess.run(["setpriv", "--reuid=1234", "--regid=1234", "--clear-groups",
                        copy / "bin/loadstone", "run", "--loader", DISTRIBUTION, "-j", "4", "--json", report,
                        *words], stdout=subprocess.DEVNULL, check=False)
        assert verdicts(json.loads(report.read_text(encoding="utf-8"))) == as_user
    finally:
        subprocess.run(["rm", "-rf", copy], check=True)


# Runs that end early.

SLOW = ("--case", "LLP_LOADER_8/links_of_64_layers", "-j", "2", "--repeat", "100000")


@contextlib.contextmanager
def slow_run(*words):
    """A run with a case in progress: a worker, the first process of a world, and the probe."""
    with subprocess.Popen([TOOL, "run", "--loader", DISTRIBUTION, *words, *SLOW],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert wait_until(lambda: len(descendants(process.pid)) >= 3)
            yield process
        finally:
            process.kill()


def gone(processes):
    return not any(pathlib.Path(f"/proc/{process}").exists() for process in processes)


def test_interrupt_leaves_a_partial_report(tmp_path):
    report = tmp_path / "report.json"
    with slow_run("--json", report) as process:
        below = descendants(process.pid)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode == 3
    assert json.loads(report.read_text(encoding="utf-8"))["interrupted"] is True
    assert wait_until(lambda: gone(below))


def test_kill_leaves_nothing(tmp_path):
    mounts = pathlib.Path("/proc/self/mountinfo").read_text()
    with slow_run("--json", tmp_path / "report.json") as process:
        below = descendants(process.pid)
        process.kill()
        process.communicate(timeout=30)
    assert wait_until(lambda: gone(below))
    assert pathlib.Path("/proc/self/mountinfo").read_text() == mounts


def test_reproducing_a_violation(tool, tmp_path, faulty):
    folder = tmp_path / "kept"
    result = tool("repro", "LLP_LOADER_10/recursive_at_depth_2", "--loader", faulty, "--keep",
                  folder)
    assert result.returncode == 0 and "verdict: warn" in result.stdout
    assert "violates: LS_VK_META_1 (robustness)" in result.stdout
    assert {path.name for path in folder.iterdir()} == {
        "world", "world.txt", "environment", "trace.jsonl", "output.txt"}
    assert list(folder.glob("world/usr/share/vulkan/explicit_layer.d/*.json")) or list(
        folder.glob("world/**/explicit_layer.d/*.json"))


def test_lists_and_explanations(tool):
    policies = json.loads(tool("list", "policies", "--json").stdout)
    cases = json.loads(tool("list", "cases", "--json").stdout)
    by_id = {policy["id"]: policy for policy in policies}
    assert {f"LLP_LOADER_{n}" for n in range(1, 14)} <= set(by_id)
    assert {f"LLP_LAYER_{n}" for n in range(1, 23)} <= set(by_id)
    for case in cases:
        for policy in case["policies"]:
            assert case["id"] in by_id[policy]["cases"]
    for number in range(1, 14):
        assert by_id[f"LLP_LOADER_{number}"]["cases"], number
    assert "LLP_LOADER_5" in tool("explain", "LLP_LOADER_5").stdout


def test_reference_loader_is_judged_by_its_own_version_by_default(run_json):
    """The version of the headers that it was built with."""
    text = pathlib.Path("/usr/include/vulkan/vulkan_core.h").read_text(encoding="utf-8")
    patch = re.search(r"#define VK_HEADER_VERSION (\d+)", text)[1]
    minor = re.search(r"#define VK_HEADER_VERSION_COMPLETE \w+\(0, 1, (\d+), ", text)[1]
    report, _ = run_json("--policy", "LLP_LOADER_3", loader=REFERENCE)
    assert report["subject"]["version"] == report["subject"]["spec"] == f"1.{minor}.{patch}"
