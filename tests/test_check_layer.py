# SPDX-License-Identifier: Apache-2.0
"""`check-layer`: a good layer passes every case, and each case is seen failing on a bad one."""

import json
import os
import pathlib
import re
import shutil

import conftest
import pytest
from checked_layers import BROKEN, GOOD, MORE_BROKEN
from conftest import (BUILD, DISTRIBUTION, REFERENCE, ROOT, cases_of, changed_loader, in_sample, named_and_sample,
                      repeated, verdicts)
from layer_variants import (API_VERSIONS, INSTANCE_EXTENSION, INTERFACE_0, INTERFACE_0_OF_TWO_LAYERS, MOCKS, NAMES,
                            Variant, layer_checker, make_layer, vulkan)


@pytest.fixture(name="components")
def fixture_components(tmp_path):
    """Layers in the user's folders, as components of meta-layers."""
    folder = tmp_path / "home" / ".local" / "share" / "vulkan" / "explicit_layer.d"
    folder.mkdir(parents=True)
    for name, version in (("old", "1.0.3"), ("new", "1.4.300")):
        (folder / f"{name}.json").write_text(json.dumps({
            "file_format_version": "1.2.0", "layer": {
                "name": f"VK_LAYER_LS_{name}", "type": "GLOBAL", "library_path": "/gone.so",
                "api_version": version, "implementation_version": "1", "description": ""}}),
            encoding="utf-8")
    return {**os.environ, "HOME": str(tmp_path / "home")}


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path, components):
    """Runs check-layer and returns the JSON report and the process."""
    return layer_checker(tool, tmp_path, env=components)


def api_of(case):
    return "openxr" if case.startswith("LS_XR") else "vulkan"


def test_every_case_is_seen_failing():
    assert BROKEN.keys() == cases_of("layer")


@pytest.mark.parametrize("case, layer", [*sorted(BROKEN.items(), key=lambda item: item[0]), *MORE_BROKEN])
def test_case_fails_on_its_layer(case, layer, check, tmp_path):
    manifest = make_layer(tmp_path / "layer", api_of(case), layer)
    report, result = check(manifest, "--case", case, "--api", api_of(case), "--strict")
    (one,) = report["cases"]
    assert one["verdict"] == ("fail" if one["level"] == "must" else "warn"), one
    assert one["reason"]
    assert result.returncode == 1


@pytest.mark.parametrize("api, case", [("vulkan", "LLP_LAYER_20/library_is_there"),
                                       ("openxr", "LS_XR_LAYER_25/library_is_there")])
def test_library_of_a_linked_manifest_is_relative_to_its_target_too(api, case, check, tmp_path):
    link = tmp_path / "link" / "explicit.d" / "layer.json"
    link.parent.mkdir(parents=True)
    link.symlink_to(make_layer(tmp_path / "layer", api, Variant()))
    report, _ = check(link, *named_and_sample("layer", case, api=api))
    assert {one["id"]: one["verdict"] for one in report["cases"]}[case] == "pass"
    assert not {"fail", "warn", "error"} & {one["verdict"] for one in report["cases"]}


@pytest.mark.parametrize("case", [case for case in sorted(BROKEN) if api_of(case) == "openxr" and in_sample(case, 16)])
def test_skip_names_no_case_that_passed(case, check, tmp_path):
    report, _ = check(make_layer(tmp_path / "layer", "openxr", BROKEN[case]), "--api", "openxr")
    assert not conftest.skips_without_a_failure(report)


def test_good_layers_pass(check, tmp_path):
    passed = set()
    for api, variants in GOOD.items():
        for number, variant in enumerate(variants):
            chosen = [case for case in sorted(cases_of("layer", "--api", api)) if case not in passed or in_sample(case, 16)]
            report, result = check(make_layer(tmp_path / f"{api}{number}", api, variant),
                                   *repeated("--case", chosen))
            bad = [case for case in report["cases"] if case["verdict"] not in ("pass", "skip")]
            assert not bad, bad
            assert result.returncode == 0
            assert all(case["reason"] for case in report["cases"] if case["verdict"] == "skip")
            passed |= {case["id"] for case in report["cases"] if case["verdict"] == "pass"}
    # The mock only implements creation and destruction for a wrapped device.
    report, _ = check(make_layer(tmp_path / "device", "vulkan", vulkan(wrap=["VkDevice"])),
                      "--case", "LLP_LAYER_19/*")
    passed |= {case["id"] for case in report["cases"] if case["verdict"] == "pass"}
    # The exports of a layer that negotiates are not judged.
    case = "LS_VK_LAYER_27/exports_its_functions"
    named = make_layer(tmp_path / "named", "vulkan", Variant(library="vulkan_layer_v0", format="1.0.0"))
    for manifest in (named, old_layer(tmp_path / "renamed", **RENAMED)):
        report, _ = check(manifest, "--case", case)
        assert [one["verdict"] for one in report["cases"]] == ["pass"]
        passed.add(case)
    # One of several layers in a library has functions of its own.
    case = "LS_VK_LAYER_27/one_of_several_layers_has_functions_of_its_own"
    several = make_layer(tmp_path / "several", "vulkan", Variant(source=INTERFACE_0_OF_TWO_LAYERS))
    for manifest, verdict in ((named, "skip"), (several, "pass")):
        report, _ = check(manifest, "--case", case)
        assert [one["verdict"] for one in report["cases"]] == [verdict], report
    passed.add(case)
    # Neither are those of a layer that does not negotiate, if it is not of interface version 0.
    case = "LS_VK_LAYER_33/exports_no_other_functions_of_vulkan"
    old = make_layer(tmp_path / "old", "vulkan", Variant(source=INTERFACE_0))
    for manifest, verdict in ((named, "pass"), (old, "pass"), (old_layer(tmp_path / "other", **RENAMED), "skip")):
        report, _ = check(manifest, "--case", case)
        assert [one["verdict"] for one in report["cases"]] == [verdict], report
    passed.add(case)
    assert passed == cases_of("layer")


PRE_INSTANCE = {"pre_instance_functions": {
    "vkEnumerateInstanceExtensionProperties": "lsPreEnumerateInstanceExtensionProperties"}, **INSTANCE_EXTENSION}


def pre_instance_layer(root, **config):
    """A layer whose vkGetInstanceProcAddr returns the pre-instance function, which takes a chain, as RenderDoc's
    does."""
    return make_layer(root, "vulkan", Variant(
        library="vulkan_layer_pre_instance", folder="implicit_layer.d",
        manifest={**PRE_INSTANCE, "disable_environment": {"NO_CHECKED": "1"}},
        config={"pre_instance": {"through_query": True}, **config}))


def test_pre_instance_function_is_called_through_a_chain(check, tmp_path):
    report, result = check(pre_instance_layer(tmp_path / "layer"),
                           *named_and_sample("layer", "LLP_LAYER_15/*", "LS_VK_LAYER_20/*"))
    found = {case["id"]: (case["verdict"], case["reason"]) for case in report["cases"]}
    assert result.returncode == 0, found
    for case in ("LLP_LAYER_15/own_name_gives_its_own_extensions",
                 "LS_VK_LAYER_20/manifest_lists_its_instance_extensions"):
        assert found[case][0] == "pass", found[case]
    for case in ("LLP_LAYER_15/no_name_is_not_present", "LLP_LAYER_15/other_name_is_not_present",
                 "LLP_LAYER_15/own_name_gives_what_the_manifest_lists"):
        assert found[case][0] == "skip" and "pre_instance_functions" in found[case][1]


def test_crash_over_a_question_is_one_failure(check, tmp_path):
    fault = {"vkEnumerateInstanceExtensionProperties": "crash"}
    report, _ = check(make_layer(tmp_path / "layer", "vulkan", vulkan(faults=fault)), "--loader", REFERENCE,
                      "--policy", "LLP_LAYER_15", "--policy", "LS_VK_LAYER_20")
    found = {case["id"]: (case["verdict"], case["reason"]) for case in report["cases"]}
    owner = "LLP_LAYER_15/own_name_gives_its_own_extensions"
    assert {case for case, (verdict, _) in found.items() if verdict == "fail"} == {owner}
    assert owner in found["LLP_LAYER_15/no_name_is_not_present"][1]
    assert owner in found["LS_VK_LAYER_20/manifest_lists_its_instance_extensions"][1]


def test_layer_without_introspection_is_no_finding(check, tmp_path):
    report, result = check(make_layer(tmp_path / "layer", "vulkan", Variant(library="vulkan_layer")), "--strict",
                           *named_and_sample("layer"))
    assert result.returncode == 0
    assert {case["verdict"] for case in report["cases"]} == {"pass", "skip"}


def old_layer(root, **functions):
    """A layer of interface version 1: no negotiation, and a manifest that names its exports."""
    return make_layer(root, "vulkan", Variant(library="vulkan_layer_v1_renamed", format="1.0.0",
                                              manifest={"functions": functions}))


RENAMED = {"vkGetInstanceProcAddr": "lsGetInstanceProcAddr", "vkGetDeviceProcAddr": "lsGetDeviceProcAddr"}


def test_layer_that_names_its_functions_is_judged_in_the_chain(check, tmp_path):
    manifest = old_layer(tmp_path / "layer", **RENAMED)
    of_the_chain = ("LLP_LAYER_1/application_sees_the_same", "LLP_LAYER_12/moves_the_link_of_the_instance_on",
                    "LLP_LAYER_13/moves_the_link_of_the_device_on", "LS_VK_LAYER_2/gives_its_create_instance",
                    "LS_VK_LAYER_4/work_and_waits_reach_the_driver")
    report, _ = check(manifest, *named_and_sample("layer", "LLP_LAYER_4/*", *of_the_chain))
    found = {case["id"]: case["verdict"] for case in report["cases"]}
    for case in of_the_chain:
        assert found[case] == "pass", case
    # Layers of that interface version lack the negotiation function, which layers should have.
    assert {case for case, verdict in found.items() if verdict not in ("pass", "skip")} == {
        "LLP_LAYER_4/exports_the_negotiation"}
    assert not [case for case in report["cases"] if "creates no instance" in case["reason"]]


def test_layer_of_interface_0_is_judged_in_the_chain(check, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan", Variant(library="vulkan_layer_v0", format="1.0.0"))
    report, _ = check(manifest, *named_and_sample("layer", "LLP_LAYER_4/*", "LLP_LAYER_1/application_sees_the_same"))
    found = {case["id"]: case["verdict"] for case in report["cases"]}
    assert found["LLP_LAYER_1/application_sees_the_same"] == "pass"
    assert {case for case, verdict in found.items() if verdict not in ("pass", "skip")} == {
        "LLP_LAYER_4/exports_the_negotiation"}


def test_reason_names_what_keeps_a_layer_out(check, tmp_path):
    manifest = old_layer(tmp_path / "layer", vkGetInstanceProcAddr="lsMissing")
    report, _ = check(manifest, "--case", "LLP_LAYER_12/moves_the_link_of_the_instance_on")
    (one,) = report["cases"]
    assert one["verdict"] == "skip" and one["unjudged"]
    assert "liblayer.so exports neither a negotiation nor vkGetInstanceProcAddr" in one["reason"]


def test_crash_over_an_unmet_demand_names_it(check, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan", vulkan(
        demanded_device_extension="VK_INTEL_performance_query", faults={"vkGetDeviceQueue": "crash"}))
    report, _ = check(manifest, "--loader", DISTRIBUTION, "--case", "LLP_LAYER_2/application_comes_to_its_end")
    (one,) = report["cases"]
    assert one["verdict"] == "fail"
    assert "it enables VK_INTEL_performance_query, which the device does not have" in one["reason"]


# This loader crashes when an allocation fails with exactly three layers.
SOURCE = "reference_loader/vulkan/physical_devices.cc"
ALLOCATION = "instance->allocator.New<PhysicalDevice>(VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE);"
CRASH = """[&] {
        try {
          return instance->allocator.New<PhysicalDevice>(VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE);
        } catch (...) {
          if (instance->layers.size() == 3) __builtin_trap();
          throw;
        }
      }();"""


def test_crash_of_the_loader_is_not_the_layers(check, tmp_path):
    text = (ROOT / SOURCE).read_text(encoding="utf-8")
    assert text.count(ALLOCATION) == 1
    loader = changed_loader(SOURCE, text.replace(ALLOCATION, CRASH), tmp_path)
    manifest = make_layer(tmp_path / "layer", "vulkan")
    report, _ = check(manifest, "--loader", loader, "--case",
                      "LLP_LAYER_1/failing_allocations_are_survived")
    (one,) = report["cases"]
    assert one["verdict"] == "skip", one
    assert "below the layer" in one["reason"] and "vkEnumeratePhysicalDevices" in one["reason"]


LEAK = CRASH.replace("if (instance->layers.size() == 3) __builtin_trap();", ALLOCATION)


def test_crash_of_a_layer_is_a_finding_below_a_loader_that_loses_memory(check, tmp_path):
    text = (ROOT / SOURCE).read_text(encoding="utf-8")
    loader = changed_loader(SOURCE, text.replace(ALLOCATION, LEAK), tmp_path)
    variant = BROKEN["LLP_LAYER_1/failing_allocations_are_survived"]
    report, _ = check(make_layer(tmp_path / "layer", "vulkan", variant), "--loader", loader, "--case", "*/failing_allocations_*")
    seen = {case["id"].split("/")[0]: case for case in report["cases"]}
    assert seen["LLP_LAYER_1"]["verdict"] == "fail", seen
    assert "out of balance" in seen["LLP_LAYER_14"]["reason"], seen


def test_allocations_after_a_large_manifest_fail_too(check, tmp_path):
    """Debian's loader reads manifests with the application's allocator, before it calls a layer."""
    variant = Variant(manifest={"features": {"settings": [{"key": "large", "value": list(range(3000))}]}},
                      config=BROKEN["LLP_LAYER_1/failing_allocations_are_survived"].config)
    if not DISTRIBUTION.exists():
        pytest.skip("there is no loader of the distribution")
    report, _ = check(make_layer(tmp_path / "layer", "vulkan", variant), "--loader", DISTRIBUTION, "--case",
                      "LLP_LAYER_1/failing_allocations_are_survived")
    (one,) = report["cases"]
    assert one["verdict"] == "fail", one


# This loader crashes after a failed creation with three layers, when the chain has returned.
FAILED_CREATION = """    if (result != VK_SUCCESS) {
      DestroyDriverInstances(instance, pAllocator);"""


def test_crash_of_the_loader_above_the_layer_is_not_the_layers(check, tmp_path):
    source = "reference_loader/vulkan/create_instance.cc"
    text = (ROOT / source).read_text(encoding="utf-8")
    assert text.count(FAILED_CREATION) == 1
    crash = FAILED_CREATION.replace("{\n", "{\n      if (instance->enabled_layers.size() == 3) __builtin_trap();\n")
    loader = changed_loader(source, text.replace(FAILED_CREATION, crash), tmp_path)
    report, _ = check(make_layer(tmp_path / "layer", "vulkan"), "--loader", loader, "--case",
                      "LLP_LAYER_1/failing_allocations_are_survived")
    (one,) = report["cases"]
    assert one["verdict"] == "skip", one
    assert "in the loader, above all layers" in one["reason"]


def test_hang_is_a_finding(check, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan", vulkan(faults={"vkCreateInstance": "hang"}))
    report, _ = check(manifest, "--timeout", "1", "--case", "LLP_LAYER_2/application_comes_to_its_end")
    (one,) = report["cases"]
    assert one["verdict"] == "fail"
    assert "vkCreateInstance" in one["observed"] + one["reason"]


def test_crash_leaves_the_other_cases_without_a_verdict(check, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan",
                          vulkan(faults={"vkCreateInstance": "crash"}))
    report, _ = check(manifest, *named_and_sample("layer", "LLP_LAYER_2/application_comes_to_its_end"))
    failing = {case["id"] for case in report["cases"] if case["verdict"] == "fail"}
    assert failing == {"LLP_LAYER_2/application_comes_to_its_end"}
    assert not [case for case in report["cases"] if case["verdict"] == "error"]


def test_order_and_jobs_change_nothing(check, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan")
    some = named_and_sample("layer", every=4)
    assert verdicts(check(manifest, "-j", "1", *some)[0]) == verdicts(check(manifest, "-j", "4", *some)[0])


def test_report_names_layer_and_loader(check, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan")
    report, result = check(manifest, "--case", "LLP_LAYER_3/*")
    assert report["subject"]["path"] == str(manifest)
    assert report["subject"]["version"] == API_VERSIONS["vulkan"]
    assert report["subject"]["layer"] == NAMES["vulkan"]
    assert "liblayer.so" in result.stdout and "libvulkan.so.1" in result.stdout
    assert "folders" not in result.stdout  # where the loader searches


def test_report_says_how_to_run_one_case_again(check, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan", Variant(manifest={"type": 1}))
    _, result = check(manifest, "--case", "LLP_LAYER_6/*")
    command = re.sub(r" \\\n +", " ", result.stdout)
    assert f"loadstone check-layer {manifest} --layer {NAMES['vulkan']} --case " in command


def test_waivers_hold(check, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan", Variant(manifest={"name": "bad"}))
    waivers = tmp_path / "waivers.json"
    waivers.write_text(json.dumps([{"case": "LLP_LAYER_3/name_follows_the_scheme", "reason": "known",
                                    "expires": "2999-01-01"}]),
                       encoding="utf-8")
    report, result = check(manifest, "--case", "LLP_LAYER_3/*", "--waivers", waivers)
    assert [case["verdict"] for case in report["cases"]] == ["waived"]
    assert result.returncode == 0


def test_run_leaves_cases_of_layers_out(tool):
    result = tool("run", "--loader", BUILD / "lib" / "libvulkan.so.1", "--case", "LLP_LAYER_3/name_*")
    assert result.returncode == 2
    assert "no case matches" in result.stderr


def test_repro_names_the_command(tool):
    result = tool("repro", "LLP_LAYER_3/name_follows_the_scheme", "--loader",
                  BUILD / "lib" / "libvulkan.so.1")
    assert result.returncode == 2
    assert "check-layer MANIFEST --case LLP_LAYER_3/name_follows_the_scheme" in result.stderr


MEMBERS = {"name": "VK_LAYER_LS_x", "library_path": "liblayer.so"}
REFUSED = {
    "driver.json": ({"file_format_version": "1.0.0", "ICD": {}}, "driver"),
    "runtime.json": ({"file_format_version": "1.0.0", "runtime": {}}, "runtime"),
    "several.json": ({"file_format_version": "1.0.1",
                      "layers": [MEMBERS, {**MEMBERS, "name": "VK_LAYER_LS_y"}]}, "--layer"),
    "deep.json": ("[" * 100000, "deeper"),
    "elf.json": (None, "ELF"),
}


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_other_files_are_refused_in_one_line(name, tool, tmp_path):
    content, word = REFUSED[name]
    path = tmp_path / name
    if content is None:
        shutil.copy(MOCKS / "vulkan_layer.so", path)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content),
                        encoding="utf-8")
    result = tool("check-layer", path)
    assert result.returncode == 2
    assert len(result.stderr.strip().splitlines()) == 1
    assert word in result.stderr


@pytest.mark.parametrize("path", ["/nonexistent.json", "/tmp", "/dev/null", ""])
def test_no_file_is_refused_in_one_line(path, tool):
    result = tool("check-layer", path)
    assert result.returncode == 2
    assert len(result.stderr.strip().splitlines()) == 1


def test_other_api_is_refused(tool, tmp_path):
    result = tool("check-layer", make_layer(tmp_path / "layer", "vulkan"), "--api", "openxr")
    assert result.returncode == 2
    assert "vulkan, not for openxr" in result.stderr


def test_library_of_another_architecture_is_refused(tool, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan")
    library = pathlib.Path(tmp_path / "layer" / "liblayer.so")
    content = bytearray(library.read_bytes())
    content[4] = 1  # 32-bit
    library.write_bytes(content)
    result = tool("check-layer", manifest)
    assert result.returncode == 2
    assert "architecture" in result.stderr


def test_one_of_several_layers_is_chosen(check, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan")
    one = json.loads(manifest.read_text(encoding="utf-8"))["layer"]
    manifest.write_text(json.dumps({"file_format_version": "1.0.1",
                                    "layers": [{**one, "name": "VK_LAYER_LS_z"}, one]}),
                        encoding="utf-8")
    report, _ = check(manifest, "--layer", NAMES["vulkan"], *named_and_sample("layer", "LLP_LAYER_6/*"))
    assert not [case for case in report["cases"] if case["verdict"] in ("fail", "error")]
