# SPDX-License-Identifier: Apache-2.0
"""`--guard` of the verbs that run cases: which memory errors are detected, and which component is accused."""

import json

import build_variant
import pytest
import variants
from conftest import BUILD, REFERENCE
from layer_variants import layer_checker, make_layer, vulkan

MEMORY_ERRORS = variants.read(variants.PLANTED_MEMORY_ERRORS)
CASES = {"vulkan": "LLP_LOADER_3/application_names_a_layer_twice",
         "openxr": "LS_XR_CHAIN_1/implicit_then_environment_then_application"}
LAYER_CASE = "LLP_LAYER_1/application_sees_the_same"
WINDOWS = BUILD.with_name("build-windows") / "lib" / "vulkan-1.dll"
READS = vulkan(faults={"vkEnumeratePhysicalDevices": "read_past_end"})


@pytest.fixture(name="judged")
def fixture_judged(tool, tmp_path):
    """Runs a verb on one case; returns the case's result, and the process."""
    def run(*words):
        path = tmp_path / "report.json"
        result = tool(*words, "-j", "1", "--json", path)
        assert result.returncode in (0, 1, 3), result.stderr
        (one,) = json.loads(path.read_text(encoding="utf-8"))["cases"]
        return one, result
    return run


@pytest.mark.parametrize("name, told", [
    ("name_one_byte_short", "a write past the end of an allocation"),
    ("name_without_its_end", "a read past the end of an allocation"),
    ("openxr_name_one_byte_short", "a write past the end of an allocation")])
def test_error_of_the_loader_is_a_warning(judged, tool, tmp_path, name, told):
    broken = MEMORY_ERRORS[name]
    variant = build_variant.build(broken, BUILD, tmp_path)
    words = ("--api", broken.api, "--loader", variant)
    case = CASES[broken.api]
    unguarded, _ = judged("run", *words, "--case", case)
    assert unguarded["verdict"] == "pass", unguarded
    guarded, result = judged("run", *words, "--case", case, "--guard")
    assert guarded["verdict"] == "warn" and guarded["violates"] == broken.policy, guarded
    assert guarded["level"] == "robustness" and guarded["reason"] == told
    assert f"{variant.name}+0x" in guarded["observed"] and "allocated by " in guarded["observed"]
    assert result.returncode == 0 and "--guard" in result.stdout
    again = tool("repro", case, *words, "--guard")
    assert f"violates: {broken.policy}" in again.stdout, again.stdout


@pytest.mark.parametrize("api", CASES)
def test_reference_loader_has_none(judged, api):
    loader = REFERENCE if api == "vulkan" else REFERENCE.with_name("libopenxr_loader.so.1")
    one, _ = judged("run", "--api", api, "--loader", loader, "--case", CASES[api], "--guard")
    assert one["verdict"] == "pass", one


def test_error_of_a_layer_is_a_warning(judged, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan", READS)
    words = ("check-layer", manifest, "--case", LAYER_CASE)
    assert judged(*words)[0]["verdict"] == "pass"
    guarded, _ = judged(*words, "--guard")
    assert guarded["verdict"] == "warn" and guarded["violates"] == "LS_VK_ROBUSTNESS_5", guarded
    assert guarded["observed"].startswith(
        "a read past the end of an allocation, at byte 16 of 16, in liblayer.so+0x"), guarded


def test_layer_is_not_accused_of_an_error_of_the_loader(judged, tmp_path):
    variant = build_variant.build(MEMORY_ERRORS["name_without_its_end"], BUILD, tmp_path)
    manifest = make_layer(tmp_path / "layer", "vulkan")
    one, result = judged("check-layer", manifest, "--case", LAYER_CASE, "--loader", variant, "--guard")
    assert one["verdict"] == "error" and not one.get("violates"), one
    assert "not attributed to the subject, because the component that did it was " + variant.name in one["reason"]
    assert result.returncode == 3


@pytest.mark.parametrize("words, loader, told", [
    (("--platform", "windows"), WINDOWS, "works only with Linux libraries"),
    (("--no-robustness",), REFERENCE, "leave out one of them")])
def test_where_it_cannot_be(tool, words, loader, told):
    if not loader.exists():
        pytest.skip(f"{loader.name} is not built")
    result = tool("run", "--loader", loader, "--guard", *words)
    assert result.returncode == 2 and told in result.stderr, result.stderr
    assert result.stderr.count("\n") == 1


def test_failing_allocations_are_judged_with_a_guard(tool, tmp_path):
    """The mock driver frees what it has where one of its own allocations fails, and uses nothing of it."""
    check = layer_checker(tool, tmp_path)
    report, result = check(make_layer(tmp_path / "layer", "vulkan"), "--guard", "--case", "*/failing_allocations*")
    assert result.returncode == 0 and {case["verdict"] for case in report["cases"]} == {"pass"}, result.stdout
