# SPDX-License-Identifier: Apache-2.0
"""`check-driver` and `check-runtime`: good components pass every case, and each case is seen failing on a bad one."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import conftest
import pytest
from checked_components import ALONE, BROKEN, GOOD, GOOD_ON_WINDOWS, MASK, Variant, configured, make_component, misbehave_as
from conftest import BUILD, LAVAPIPE, cases_of, in_sample, of_debian_12, verdicts
from layer_variants import MOCKS

KINDS = ("driver", "runtime")
CASES = [(kind, case) for kind in KINDS for case in sorted(BROKEN[kind])]
FIRST = {"driver": "LDP_DRIVER_4/is_json", "runtime": "LS_XR_RUNTIME_8/is_json"}


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path):
    """Runs check-driver or check-runtime and returns the JSON report and the process."""
    def run(kind, manifest, *words):
        path = tmp_path / "report.json"
        result = tool(f"check-{kind}", manifest, "--json", path, *words)
        assert result.returncode in (0, 1, 3), result.stderr
        return json.loads(path.read_text(encoding="utf-8")), result
    return run


def verdict_of(report):
    return {case["id"]: case["verdict"] for case in report["cases"]}


@pytest.mark.parametrize("kind", KINDS)
def test_every_case_is_seen_failing(kind):
    assert BROKEN[kind].keys() == cases_of(kind)


@pytest.mark.parametrize("kind, case", CASES)
def test_case_fails_on_its_component(kind, case, check, tmp_path):
    variant = BROKEN[kind][case]
    manifest = make_component(tmp_path / kind, kind, variant)
    report, result = check(kind, manifest, "--case", case, "--strict", *variant.options)
    (one,) = report["cases"]
    assert one["verdict"] == ("fail" if one["level"] == "must" else "warn"), one
    assert one["reason"]
    assert result.returncode == 1


@pytest.mark.parametrize("case", sorted(filter(in_sample, BROKEN["runtime"])))
def test_skip_names_no_case_that_passed(case, check, tmp_path):
    variant = BROKEN["runtime"][case]
    report, _ = check("runtime", make_component(tmp_path / "runtime", "runtime", variant), *variant.options)
    assert not conftest.skips_without_a_failure(report)


ENDS_EARLY = {"LS_XR_RUNTIME_22/application_comes_to_its_end"}


@pytest.mark.parametrize("variant, accused", [
    *[(configured(faults={name: "crash"}), ENDS_EARLY) for name in (
        "load", "xrGetInstanceProcAddr", "xrEnumerateInstanceExtensionProperties", "xrCreateInstance",
        "xrDestroyInstance", "unload")],
    (configured(faults={"negotiate": "crash"}), ENDS_EARLY | {
        "LS_XR_RUNTIME_5/refuses_versions_it_has_not", "LS_XR_RUNTIME_6/accepts_what_it_supports"}),
    (misbehave_as("overlook_second_array", extensions=MASK),
     {"LS_XR_RUNTIME_21/arrays_of_one_function_obey_their_capacities"}),
    (misbehave_as("one_instance_for_ever"), {"LS_XR_RUNTIME_14/an_instance_follows_another"}),
    *ALONE,
    (configured(results={"xrGetInstanceProcAddr": -2}), {"LS_XR_RUNTIME_19/gives_what_needs_no_instance"}),
    (configured(unsupported_without_instance=True), set()),
    (configured(negotiation={"leave_untouched": True}), {
        "LS_XR_RUNTIME_25/interface_version_is_within_the_range", "LS_XR_RUNTIME_6/gives_its_query"}),
    (configured(negotiation={"result": -1}), {"LS_XR_RUNTIME_6/accepts_what_it_supports"}),
])
def test_runtime_is_accused_of_what_it_does_alone(variant, accused, check, tmp_path):
    report, _ = check("runtime", make_component(tmp_path / "runtime", "runtime", variant))
    assert {case for case, verdict in verdict_of(report).items() if verdict not in ("pass", "skip")} == accused
    assert not conftest.skips_without_a_failure(report)


@pytest.mark.parametrize("kind", KINDS)
def test_good_ones_pass(kind, check, tmp_path):
    passed = set()
    for number, variant in enumerate(GOOD[kind] + GOOD_ON_WINDOWS[kind]):
        report, result = check(kind, make_component(tmp_path / str(number), kind, variant), *variant.options)
        bad = [case for case in report["cases"] if case["verdict"] not in ("pass", "skip")]
        assert not bad, bad
        assert result.returncode == 0
        assert all(case["reason"] for case in report["cases"] if case["verdict"] == "skip")
        passed |= {case["id"] for case in report["cases"] if case["verdict"] == "pass"}
    assert passed == cases_of(kind)


@pytest.mark.parametrize("kind", KINDS)
def test_library_of_a_linked_manifest_is_beside_the_link_or_its_target(kind, check, tmp_path):
    manifest = make_component(tmp_path / "target", kind)
    link = tmp_path / "link" / "manifests" / "component.json"
    link.parent.mkdir(parents=True)
    link.symlink_to(manifest)
    for _ in range(2):
        found = verdict_of(check(kind, link)[0])
        assert not {"fail", "warn", "error"} & set(found.values()), found
        assert found[FIRST[kind].replace("is_json", "library_is_there")] == "pass"
        for file in (tmp_path / "target").glob("libcomponent.so*"):
            file.rename(tmp_path / "link" / file.name)


@pytest.mark.parametrize("kind, function", [("driver", "vkCreateInstance"), ("runtime", "xrCreateInstance")])
@pytest.mark.parametrize("fault", ["crash", "abort", "exit", "hang"])
def test_end_of_the_process_is_a_finding_and_no_error(kind, function, fault, check, tmp_path):
    manifest = make_component(tmp_path / kind, kind, configured(faults={function: fault}))
    report, _ = check(kind, manifest, "--timeout", "1", "--no-robustness", "-j", "8")
    assert not [case for case in report["cases"] if case["verdict"] == "error"]
    report, _ = check(kind, manifest, "--timeout", "1", "--case", "*/application_comes_to_its_end")
    (one,) = report["cases"]
    assert one["verdict"] == "fail"
    assert one["violates"] == {"driver": "LDP_DRIVER_1", "runtime": "LS_XR_RUNTIME_14"}[kind]
    assert function in one["observed"] + one["reason"]


@pytest.mark.parametrize("kind", KINDS)
def test_library_that_the_linker_refuses_is_no_error(kind, check, tmp_path):
    source = "void missing(void); void lsFunction(void) { missing(); }"
    manifest = make_component(tmp_path / kind, kind, Variant(source=source))
    subprocess.run(["cc", "-shared", "-fPIC", "-Wl,-z,now", "-o", tmp_path / kind / "libcomponent.so",
                    tmp_path / kind / "component.c"], check=True)
    report, _ = check(kind, manifest)
    assert not [case for case in report["cases"] if case["verdict"] == "error"]
    assert any("missing" in case["reason"] + case["observed"] for case in report["cases"]
               if case["verdict"] in ("fail", "warn"))


@pytest.mark.parametrize("fault, word", [("change_folder", "/tmp"), ("handle_signal", "SIGUSR1"),
                                         ("leave_process", "process "), ("set_environment", "LOADSTONE_MOCK")])
def test_what_a_driver_changes_is_named(fault, word, check, tmp_path):
    manifest = make_component(tmp_path / "driver", "driver", configured(faults={"vkCreateDevice": fault}))
    report, _ = check("driver", manifest, "--case", "*/process_is_left_as_it_was")
    (one,) = report["cases"]
    assert one["verdict"] == "warn" and word in one["observed"]


def test_crash_in_a_driver_with_devices_is_not_held_against_ldp_driver_2(check, tmp_path):
    manifest = make_component(tmp_path / "driver", "driver", configured(faults={"vkCreateDevice": "crash"}))
    report, _ = check("driver", manifest, "--case", "LDP_DRIVER_2/*")
    assert [case["verdict"] for case in report["cases"]] == ["skip"]


@pytest.mark.parametrize("version, options, judged", [
    ("1.0.20", (), "1.0.20"), ("1.1.36", (), "1.1.36"), ("1.1.36", ("--spec", "1.1.61"), "1.1.61"),
    ("2.0.0", (), "1.0.0")])
def test_runtime_is_judged_by_the_version_that_it_answers(version, options, judged, check, tmp_path):
    runtime = make_component(tmp_path / "runtime", "runtime", configured(negotiation={"api_version": version}))
    report, _ = check("runtime", runtime, "--case", FIRST["runtime"], *options)
    assert report["subject"]["spec"] == judged


def test_runtime_of_the_newest_version_has_its_structures_judged_by_default(check, tmp_path):
    runtime = make_component(tmp_path / "runtime", "runtime", misbehave_as(
        "compare_versions_alone", negotiation={"api_version": "1.1.61"}))
    report, _ = check("runtime", runtime, "--policy", "LS_XR_RUNTIME_4")
    assert verdict_of(report) == {"LS_XR_RUNTIME_4/refuses_wrong_structures": "fail"}


@pytest.mark.parametrize("what", ["other_type", "older_version", "smaller_size"])
def test_runtime_that_overlooks_one_wrong_member_is_noticed(what, check, tmp_path):
    runtime = make_component(tmp_path / "runtime", "runtime", configured(negotiation={
        "api_version": "1.1.61", "accepts": what}))
    report, _ = check("runtime", runtime)
    assert {case for case, verdict in verdict_of(report).items() if verdict not in ("pass", "skip")} == {
        "LS_XR_RUNTIME_4/refuses_wrong_structures"}


def test_runtime_that_compares_patches_is_noticed(check, tmp_path):
    runtime = make_component(tmp_path / "runtime", "runtime", misbehave_as("compare_patches"))
    report, _ = check("runtime", runtime, "--case", "LS_XR_RUNTIME_5/*")
    assert {case for case, verdict in verdict_of(report).items() if verdict == "fail"} == {
        "LS_XR_RUNTIME_5/accepts_ranges_that_include_its_versions"}


@pytest.mark.parametrize("command", ["xrStringToPath", "xrGetSystem", "xrCreateActionSet", "xrCreateSession",
                                     "xrBeginSession"])
def test_crash_of_a_runtime_in_use_is_a_finding(command, check, tmp_path):
    runtime = make_component(tmp_path / "runtime", "runtime", configured(
        faults={command: "crash"}, extensions=["XR_MND_headless"]))
    report, _ = check("runtime", runtime)
    assert {case for case, verdict in verdict_of(report).items() if verdict not in ("pass", "skip")} == ENDS_EARLY


def test_older_documents_make_a_runtime_compare_versions_alone(check, tmp_path):
    runtime = make_component(tmp_path / "runtime", "runtime", misbehave_as("compare_versions_alone"))
    assert verdict_of(check("runtime", runtime, "--policy", "LS_XR_RUNTIME_4")[0]) == {
        "LS_XR_RUNTIME_4/refuses_wrong_structures": "skip"}
    report, result = check("runtime", runtime, "--spec", "1.0.20")
    assert result.returncode == 0 and not {"fail", "warn"} & set(verdict_of(report).values()), verdict_of(report)
    report, result = check("runtime", runtime, "--spec", "1.1.61")
    assert result.returncode == 1
    assert [case for case, verdict in verdict_of(report).items() if verdict == "fail"] == [
        "LS_XR_RUNTIME_4/refuses_wrong_structures"]


@pytest.mark.parametrize("answer, warned", [({"interface_version": 9}, True), ({"api_version": "2.0.0"}, False)])
def test_answer_outside_of_the_range_is_no_failure_before_the_documents_demand_it(answer, warned, check, tmp_path):
    runtime = make_component(tmp_path / "runtime", "runtime", configured(negotiation=answer))
    found = verdict_of(check("runtime", runtime, "--case", "*within_the_range*")[0])
    assert found["LS_XR_RUNTIME_6/versions_are_within_the_ranges"] == "skip"
    assert found["LS_XR_RUNTIME_25/interface_version_is_within_the_range"] == ("warn" if warned else "pass")
    found = verdict_of(check("runtime", runtime, "--case", "*within_the_range*", "--spec", "1.1.61")[0])
    assert found["LS_XR_RUNTIME_6/versions_are_within_the_ranges"] == "fail"
    assert found["LS_XR_RUNTIME_25/interface_version_is_within_the_range"] == "skip"


@pytest.mark.parametrize("version", ["1.1", "1.3"])
def test_newer_driver_may_accept_every_version(version, check, tmp_path):
    manifest = make_component(tmp_path / "driver", "driver", configured(
        misbehave=["accept_every_version"], interface_version=4, api_version=f"{version}.0",
        manifest={"api_version": version}))
    report, _ = check("driver", manifest, "--case", "LDP_DRIVER_9/*", "--case", "LS_VK_DRIVER_12/*")
    assert {case["verdict"] for case in report["cases"]} == {"skip"}
    assert all(".r1" in case["reason"] for case in report["cases"])


@of_debian_12()
@pytest.mark.skipif(not LAVAPIPE.exists(), reason="mesa-vulkan-drivers is not installed")
def test_driver_of_debian_is_judged_to_the_end(check):
    report, _ = check("driver", LAVAPIPE)
    judged = {case["id"]: case["verdict"] for case in report["cases"]}
    assert not {"fail", "warn", "error"} & set(judged.values()), report["cases"]
    assert judged["LS_VK_DRIVER_8/command_buffers_begin_with_the_magic_value"] == "pass"


@pytest.mark.parametrize("kind", KINDS)
def test_order_and_jobs_change_nothing(kind, check, tmp_path):
    manifest = make_component(tmp_path / kind, kind)
    assert verdicts(check(kind, manifest, "-j", "1")[0]) == verdicts(check(kind, manifest, "-j", "4")[0])


@pytest.mark.parametrize("kind", KINDS)
def test_report_names_the_component(kind, check, tmp_path):
    manifest = make_component(tmp_path / kind, kind)
    report, result = check(kind, manifest, "--case", FIRST[kind])
    assert report["subject"]["path"] == str(manifest)
    assert report["subject"]["kind"] == kind
    assert len(report["subject"]["sha256"]) == 64
    assert "libcomponent.so" in result.stdout and "libvulkan.so.1" not in result.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_report_says_how_to_run_one_case_again(kind, check, tmp_path):
    manifest = make_component(tmp_path / kind, kind, Variant(text="{,}"))
    _, result = check(kind, manifest)
    command = re.sub(r" \\\n +", " ", result.stdout)
    assert f"loadstone check-{kind} {manifest} --case {FIRST[kind]}" in command


@pytest.mark.parametrize("kind", KINDS)
def test_every_report_is_written(kind, check, tmp_path):
    manifest = make_component(tmp_path / kind, kind, Variant(text="{,}"))
    words = [word for name in ("junit", "html", "sarif") for word in (f"--{name}", tmp_path / name)]
    check(kind, manifest, *words)
    for name in ("junit", "html", "sarif"):
        assert FIRST[kind] in (tmp_path / name).read_text(encoding="utf-8").replace("\u200b", "") or \
            FIRST[kind].split("/", maxsplit=1)[0] in (tmp_path / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_waivers_hold(kind, check, tmp_path):
    manifest = make_component(tmp_path / kind, kind, Variant(text="{,}"))
    waivers = tmp_path / "waivers.json"
    waivers.write_text(json.dumps([{"case": FIRST[kind], "reason": "known", "expires": "2999-01-01"}]),
                       encoding="utf-8")
    report, result = check(kind, manifest, "--case", FIRST[kind], "--waivers", waivers)
    assert [case["verdict"] for case in report["cases"]] == ["waived"]
    assert result.returncode == 0


@pytest.mark.parametrize("kind", KINDS)
def test_policy_is_chosen_and_explained(kind, check, tool, tmp_path):
    policy = FIRST[kind].split("/", maxsplit=1)[0]
    report, _ = check(kind, make_component(tmp_path / kind, kind), "--policy", policy)
    assert {case["id"].split("/")[0] for case in report["cases"]} == {policy}
    assert FIRST[kind] in tool("explain", policy).stdout


@pytest.mark.parametrize("kind", KINDS)
def test_repro_names_the_command(kind, tool, tmp_path):
    result = tool("repro", FIRST[kind], "--loader", MOCKS / "vulkan_driver.so")
    assert result.returncode == 2
    assert f"check-{kind} MANIFEST --case {FIRST[kind]}" in result.stderr


ENDS = {"driver": ("LS_VK_DRIVER_18/application_comes_to_its_end", "vkCreateInstance"),
        "runtime": ("LS_XR_RUNTIME_22/application_comes_to_its_end", "xrCreateInstance")}


@pytest.mark.parametrize("kind", KINDS)
def test_repro_shows_and_keeps_a_case(kind, tool, tmp_path):
    case, function = ENDS[kind]
    manifest = make_component(tmp_path / kind, kind)
    result = tool("repro", case, "--manifest", manifest, "--keep", tmp_path / "kept")
    assert result.returncode == 0, result.stderr
    assert "verdict: pass" in result.stdout and function in result.stdout
    library = tmp_path / kind / "libcomponent.so"
    assert (tmp_path / "kept" / "world" / str(library)[1:]).read_bytes() == library.read_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_repro_prints_a_bug_report(kind, tool, tmp_path):
    case, function = ENDS[kind]
    manifest = make_component(tmp_path / kind, kind, configured(faults={function: "crash"}))
    result = tool("repro", case, "--manifest", manifest, "--markdown")
    assert result.stdout.startswith("# ")
    assert f"SIGSEGV during {function}" in result.stdout
    assert f"- manifest: {manifest}" in result.stdout and "- library: " in result.stdout
    assert f"There is no script: the case judges a {kind}" in result.stdout
    assert f"loadstone check-{kind} {manifest} --case {case}" in result.stdout


def test_repro_takes_a_manifest_for_what_is_no_loader_alone(tool, tmp_path):
    manifest = make_component(tmp_path / "driver", "driver")
    loader = BUILD / "lib" / "libvulkan.so.1"
    result = tool("repro", "LLP_LOADER_3/application_names_a_layer_twice", "--loader", loader, "--manifest", manifest)
    assert result.returncode == 2 and "--manifest" in result.stderr
    result = tool("repro", "LLP_LOADER_3/application_names_a_layer_twice")
    assert result.returncode == 2 and "--loader is required" in result.stderr


LAYER = {"file_format_version": "1.0.0", "layer": {}}
DRIVER = {"file_format_version": "1.0.0", "ICD": {}}
RUNTIME = {"file_format_version": "1.0.0", "runtime": {}}
REFUSED = {
    "layer": (LAYER, {"driver": "a layer", "runtime": "a layer"}),
    "driver": (DRIVER, {"runtime": "a Vulkan driver"}),
    "runtime": (RUNTIME, {"driver": "an OpenXR runtime"}),
    "deep": ("[" * 100000, {"driver": "deeper", "runtime": "deeper"}),
    "elf": (None, {"driver": "ELF", "runtime": "ELF"}),
    "enormous": ("[" + " " * (17 << 20) + "]", {"driver": "16 MiB", "runtime": "16 MiB"}),
}


@pytest.mark.parametrize("kind, name", [(kind, name) for name, (_, words) in REFUSED.items() for kind in words])
def test_other_files_are_refused_in_one_line(kind, name, tool, tmp_path):
    content, words = REFUSED[name]
    path = tmp_path / "other.json"
    if content is None:
        shutil.copy(MOCKS / "vulkan_driver.so", path)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    result = tool(f"check-{kind}", path)
    assert result.returncode == 2
    assert len(result.stderr.strip().splitlines()) == 1
    assert words[kind] in result.stderr


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("path", ["/nonexistent.json", "/tmp", "/dev/null", ""])
def test_no_file_is_refused_in_one_line(kind, path, tool):
    result = tool(f"check-{kind}", path)
    assert result.returncode == 2
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_fifo_is_refused_and_not_waited_for(kind, tool, tmp_path):
    os.mkfifo(tmp_path / "fifo.json")
    result = tool(f"check-{kind}", tmp_path / "fifo.json")
    assert result.returncode == 2
    assert "not a regular file" in result.stderr


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", ["", "[]", "null", "{}", '{"ICD": 3, "runtime": 3}', "\x00\xff"])
def test_manifest_that_says_nothing_is_judged(kind, text, check, tmp_path):
    manifest = make_component(tmp_path / kind, kind)
    manifest.write_bytes(text.encode("latin-1"))
    report, result = check(kind, manifest)
    assert result.returncode == 1
    assert not [case for case in report["cases"] if case["verdict"] == "error"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("path", ["..", "../fifo", "/nonexistent.so", "libnosuchlibrary.so.9"])
def test_manifest_that_leads_to_no_library_is_judged(kind, path, check, tmp_path):
    manifest = make_component(tmp_path / kind, kind, Variant(manifest={"library_path": path}))
    os.mkfifo(tmp_path / kind / "fifo")
    report, _ = check(kind, manifest, "--case", "*/library_is_there")
    assert [case["verdict"] for case in report["cases"]] == ["fail"]
