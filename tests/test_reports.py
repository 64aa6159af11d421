# SPDX-License-Identifier: Apache-2.0
"""The reports of a run, for programs and for readers."""

import hashlib
import json
import os
import re
import signal
import subprocess
import xml.etree.ElementTree as ElementTree

import jsonschema
import pytest
from conftest import BUILD, DISTRIBUTION, REFERENCE, ROOT, TOOL, repeated
from test_run import slow_run

SCHEMA = json.loads((ROOT / "harness/report/report.schema.json").read_text(encoding="utf-8"))
WORDS = ("--policy", "LLP_LOADER_3", "--policy", "LLP_LOADER_10", "--policy", "LS_VK_DISCOVERY_8", "--spec", "1.3.239")


def output_of(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, check=True, text=True).stdout


def package():
    """The package and version of the system's Vulkan loader."""
    return output_of("dpkg-query", "-W", "-f", "${Package} ${Version}", "libvulkan1")


def test_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_json_keeps_the_schema(run_json, faulty):
    report, _ = run_json(*WORDS, loader=faulty)
    jsonschema.validate(report, SCHEMA)
    assert {case["verdict"] for case in report["cases"]} == {"pass", "fail", "warn", "skip"}
    for case in report["cases"]:
        assert case["statement"] and re.search(r"(\d+\.\d+\.\d+|\(undated\)), \".+\", paragraph", case["section"])
        blamed = report["policies"][case["violates"] or case["policies"][0]]
        assert (blamed["level"], blamed["statement"]) == (case["level"], case["statement"])


@pytest.mark.parametrize("member", ["tool", "cases", "kernel"])
def test_schema_refuses_a_report_without(member, run_json):
    report, _ = run_json("--policy", "LLP_LOADER_6")
    del report[member]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(report, SCHEMA)


def test_json_says_what_was_judged(run_json):
    subject = run_json("--policy", "LLP_LOADER_6", "--spec", "1.4.330", loader=DISTRIBUTION)[0]["subject"]
    assert subject["spec"] == "1.4.330"
    assert subject["sha256"] == hashlib.sha256(DISTRIBUTION.read_bytes()).hexdigest()
    assert subject["build_id"] in output_of("readelf", "-n", DISTRIBUTION) and subject["build_id"]
    assert subject["package"] == package()
    assert subject["package"].startswith(f"libvulkan1 {subject['version']}.")


def version(text):
    return tuple(map(int, text.split(".")))


@pytest.mark.parametrize("spec", ["1.3.239", "1.4.330", "1.4.360"])
def test_reports_cite_what_was_written_when_the_subject_was(spec, run_json, tool, tmp_path, faulty):
    """Reports cite the newest edition of each document that is not newer than the subject, or else one marked as
    later."""
    everything = {each["id"]: each["sources"] for each in json.loads(tool("list", "policies", "--json").stdout)}
    policies = repeated("--policy", ["LLP_LOADER_3", "LLP_LOADER_6", "LLP_LOADER_10", "LLP_LOADER_11", "LS_VK_FILTER_4"])
    report, result = run_json(*policies, "--spec", spec, "--table", "--junit", tmp_path / "r.xml", "--html",
                              tmp_path / "r.html", "--sarif", tmp_path / "r.sarif", loader=faulty)
    jsonschema.validate(report, SCHEMA)
    for identifier, policy in report["policies"].items():
        for source in policy["sources"]:
            if source["edition"] == "undated":
                continue
            editions = [version(each["edition"]) for each in everything[identifier]
                        if each["document"] == source["document"]]
            best = max((each for each in editions if each <= version(spec)), default=min(editions))
            assert version(source["edition"]) == best, (identifier, source)
    assert {source["edition"] for source in report["policies"]["LLP_LOADER_3"]["sources"]} == {spec}
    assert spec in report["documents"] and f"cited documents: {report['documents']}" in result.stdout
    cited = next(case["section"] for case in report["cases"] if case["violates"] == "LLP_LOADER_3")
    assert f"LoaderLayerInterface {spec}, " in cited
    for name in ("r.xml", "r.html", "r.sarif"):
        assert f"LoaderLayerInterface {spec}, " in (tmp_path / name).read_text(encoding="utf-8")
    for name in ("r.xml", "r.html"):
        assert report["documents"] in (tmp_path / name).read_text(encoding="utf-8")


def test_a_citation_that_is_later_says_so(tool, run_json):
    words = ("--api", "openxr", "--policy", "LS_XR_LOADER_25", "--spec", "1.0.20")
    loader = DISTRIBUTION.with_name("libopenxr_loader.so.1")
    report, result = run_json(*words, loader=loader)
    section, = {case["section"] for case in report["cases"]}
    assert section.count("(later than 1.0.20)") == 2 and report["documents"] == "1.1.61 (later)"
    assert "(later than" in result.stdout
    case = report["cases"][0]["id"]
    markdown = tool("repro", case, "--loader", loader, "--markdown", "--spec", "1.0.20").stdout
    assert "later than 1.0.20" in markdown and "cited documents: 1.1.61" in markdown
    report, _ = run_json("--api", "openxr", "--case", "LS_XR_LAYER_MANIFEST_13/empty_file", "--spec", "1.0.20",
                         loader=loader)
    assert "OpenXR loader: API Layer Interaction 1.0.20, " in report["cases"][0]["section"]


def test_cases_that_may_have_one_cause_stand_together(run_json, tmp_path, faulty):
    report, result = run_json("--policy", "LS_VK_DEVICEORDER_*", "--policy", "LLP_LOADER_4",
                              "--html", tmp_path / "r.html", loader=faulty)
    fault, = report["faults"]
    assert fault["fault"] == "old_instances"
    assert fault["cases"] == ["LS_VK_DEVICEORDER_1/processor_in_an_instance_of_1_0",
                              "LS_VK_DEVICEORDER_1/types_in_an_instance_of_1_0", "LS_VK_DEVICEORDER_2/instance_of_1_0"]
    assert {case["id"] for case in report["cases"] if case["fault"]} == set(fault["cases"])
    assert report["summary"]["fail"] > 2 and result.returncode == 1
    together = "3 cases of 2 policies may have one cause:\n  " + fault["says"].split(" in ")[0]
    assert together in result.stdout
    assert f"3 cases of 2 policies may have one cause: {fault['says']}" in (tmp_path / "r.html").read_text()


def test_a_demand_does_not_read_as_what_happened(run_json, tmp_path, faulty):
    report, result = run_json("--policy", "LLP_LOADER_3", "--policy", "LLP_LOADER_10", "--junit", tmp_path / "r.xml",
                              loader=faulty)
    wrong = [case for case in report["cases"] if case["verdict"] in ("fail", "warn")]
    assert {case["demanded"] for case in wrong} == {True, False}
    for case in wrong:
        assert case["demanded"] == (case["ending"] == "")
        assert (f"  - violated: {case['reason'][:40]}" in result.stdout) == case["demanded"]
    assert "violated: if a component is listed twice" in (tmp_path / "r.xml").read_text(encoding="utf-8")


def test_json_of_a_loader_of_no_package(run_json):
    report, _ = run_json("--policy", "LLP_LOADER_6")
    jsonschema.validate(report, SCHEMA)
    assert report["subject"]["package"] == ""
    assert report["kernel"] == os.uname().release


def test_reproduce_command_judges_as_the_run_did(run_json, faulty):
    report, _ = run_json("--case", "LLP_LOADER_3/meta_layer_contains_a_layer_twice", "--spec", "1.4.330",
                         loader=faulty)
    case = report["cases"][0]
    assert case["verdict"] == "fail"
    words = case["reproduce"].split()
    assert words[0] == "loadstone" and words[-2:] == ["--spec", "1.4.330"]
    again = subprocess.run([TOOL, *words[1:]], stdout=subprocess.PIPE, text=True, check=False)
    assert again.returncode == 1 and f"observed: {case['observed']}" in again.stdout


def test_openxr_loader_without_a_version_claims_none(run_json, tmp_path):
    copy = tmp_path / "loader.so"
    copy.write_bytes((BUILD / "lib" / "libopenxr_loader.so.1").read_bytes())
    report, result = run_json("--api", "openxr", "--policy", "LS_XR_LOADER_8", loader=copy)
    jsonschema.validate(report, SCHEMA)
    assert (report["subject"]["version"], report["subject"]["spec"]) == ("", "1.0.0")
    assert "reported version" not in result.stdout and "of an unknown version" in result.stdout


def test_run_of_skipped_cases_alone_shows_nothing(tool, tmp_path):
    junit = tmp_path / "report.xml"
    result = tool("run", "--loader", REFERENCE, "--spec", "1.0.0", "--policy", "LS_VK_DISCOVERY_8", "--junit", junit)
    assert result.returncode == 3 and "every case was skipped" in result.stdout
    errors = ElementTree.parse(junit).getroot().findall(".//error")
    assert ["every case was skipped" in error.get("message") for error in errors] == [True]


def test_interrupted_run_is_marked_in_every_report(tmp_path):
    words = [word for name in ("json", "junit") for word in (f"--{name}", tmp_path / name)]
    with slow_run(*words) as process:
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=30)
    assert process.returncode == 3 and "interrupted before every case had run" in output
    report = json.loads((tmp_path / "json").read_text(encoding="utf-8"))
    jsonschema.validate(report, SCHEMA)
    assert report["interrupted"]
    root = ElementTree.parse(tmp_path / "junit").getroot()
    assert root.get("errors") != "0" and "interrupted" in root.find(".//error").get("message")


def test_manifest_that_is_no_json_is_shown_again_by_the_verb_that_takes_it(tool, tmp_path):
    manifest = tmp_path / "bad.json"
    manifest.write_text("{bad", encoding="utf-8")
    path = tmp_path / "report.json"
    tool("check-layer", manifest, "--json", path)
    report = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.validate(report, SCHEMA)
    failed = [case for case in report["cases"] if case["verdict"] == "fail"]
    assert failed and all(case["reproduce"].startswith("loadstone check-layer ") for case in failed)
    assert tool(*failed[0]["reproduce"].split()[1:]).returncode == 1


def test_sarif_points_at_the_binary(tool, tmp_path, faulty):
    path = tmp_path / "report.sarif"
    result = tool("run", "--loader", faulty, *WORDS, "--sarif", path)
    assert result.returncode == 1
    sarif = json.loads(path.read_text(encoding="utf-8"))
    run = sarif["runs"][0]
    assert sarif["version"] == "2.1.0" and run["invocations"][0]["executionSuccessful"]
    assert {each["level"] for each in run["results"]} == {"error", "warning"}
    for each in run["results"]:
        assert run["tool"]["driver"]["rules"][each["ruleIndex"]]["id"] == each["ruleId"]
        place = each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert place == f"file://{faulty}"


def test_github_shows_a_line_for_each_cause(tool, faulty):
    result = tool("run", "--loader", faulty, *WORDS, "--github")
    lines = [line for line in result.stdout.splitlines() if line.startswith("::")]
    assert any(line.startswith("::error title=fail LLP_LOADER_3 (must)::") for line in lines)
    assert any(line.startswith("::warning title=warn LS_VK_META_1 (robustness)::") for line in lines)
    assert "::" not in tool("run", "--loader", REFERENCE, "--policy", "LLP_LOADER_6", "--github").stdout


def test_console_report_is_readable_in_80_columns(tool, faulty):
    result = tool("run", "--loader", faulty, *WORDS)
    # Addresses are not wrapped.
    assert max(len(line) for line in result.stdout.splitlines() if "https://" not in line) <= 80
    assert "\npolicy " not in result.stdout and "paragraph" in result.stdout
    table = tool("run", "--loader", faulty, *WORDS, "--table").stdout.splitlines()
    assert [line for line in table if line.startswith("LLP_LOADER_3 ")] and "passed" in table[-1]


def test_bug_report_has_what_a_maintainer_asks(tool, faulty):
    result = tool("repro", "LLP_LOADER_3/meta_layer_contains_a_layer_twice", "--loader", faulty, "--markdown")
    assert result.returncode == 1
    assert re.match(r"# vulkan 1\.\d+\.\d+: fail \(LLP_LOADER_3\), must\n", result.stdout)
    for text in ("> If a layer name occurs more than once", "paragraph 15", "- applies to versions: all\n",
                 "- build ID: ", "component_layers",
                 "/usr/share/vulkan/explicit_layer.d/VK_LAYER_LS_meta.json",
                 "vkCreateInstance (layers VK_LAYER_LS_meta): application -> VK_LAYER_LS_b -> VK_LAYER_LS_a -> driver",
                 f"loadstone repro LLP_LOADER_3/meta_layer_contains_a_layer_twice --loader {faulty}"):
        assert text in result.stdout, text


def test_bug_report_names_the_package(tool):
    result = tool("repro", "LLP_LOADER_3/application_names_a_layer_twice", "--loader", DISTRIBUTION, "--markdown")
    assert result.stdout.startswith(f"# {package()}: ")
