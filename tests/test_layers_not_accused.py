# SPDX-License-Identifier: Apache-2.0
"""`check-layer` does not accuse layers of what they may do: require, enable, remove or reject something on purpose."""

import dataclasses

import pytest
from conftest import BUILD, REFERENCE
from layer_variants import DEVICE_EXTENSION, OWN, Variant, layer_checker, make_layer, vulkan

import build_variant  # noqa: E402  (the modules stand beside the loaders)
import variants  # noqa: E402


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path):
    """Runs check-layer and returns the JSON report and the process."""
    return layer_checker(tool, tmp_path)


def test_demand_on_another_driver_is_no_finding(check, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan",
                          vulkan(demanded_device_extension="VK_INTEL_performance_query"))
    report, _ = check(manifest, "--loader", REFERENCE, "--case", "LLP_LAYER_1/*")
    reasons = [case["reason"] for case in report["cases"] if case["verdict"] == "skip"]
    assert reasons and all("VK_INTEL_performance_query" in why for why in reasons)
    assert {case["verdict"] for case in report["cases"]} == {"pass", "skip"}


def test_functions_of_an_extension_that_the_layer_enables_are_no_finding(check, tmp_path):
    """The extension is enabled below the layer, though not by the application."""
    manifest = make_layer(tmp_path / "layer", "vulkan", vulkan(demanded_device_extension="VK_KHR_swapchain"))
    report, _ = check(manifest, "--case", "LLP_LAYER_18/device_extension_that_is_not_enabled_is_null")
    (one,) = report["cases"]
    assert one["verdict"] == "pass", one


def test_extensions_that_the_layer_removes_are_no_finding(check, tmp_path):
    """The layer passes the query down, and nothing says that it returns all that it gets."""
    manifest = make_layer(tmp_path / "layer", "vulkan", vulkan(remove_device_extensions=True))
    report, _ = check(manifest, "--case", "LS_VK_LAYER_28/no_name_is_passed_down")
    (one,) = report["cases"]
    assert one["verdict"] == "pass", one


@pytest.mark.parametrize("needed, verdict", [("VK_LS_nobody", "skip"), ("VK_LS_device", "pass")])
def test_device_extensions_for_other_devices_are_no_finding(needed, verdict, check, tmp_path):
    """A layer lists its device extensions only for physical devices on which it supports them."""
    manifest = make_layer(tmp_path / "layer", "vulkan", dataclasses.replace(
        vulkan(device_extensions=OWN, needed_device_extension=needed), manifest=DEVICE_EXTENSION))
    report, _ = check(manifest, "--case", "LLP_LAYER_16/own_name_gives_what_the_manifest_lists")
    (one,) = report["cases"]
    assert one["verdict"] == verdict, one
    if verdict == "skip":
        assert "asks what the physical device has" in one["reason"]


@pytest.mark.parametrize("result", [-3, 0])
def test_layer_that_finds_no_devices_is_not_judged_by_its_links(result, check, tmp_path):
    """A layer for other devices may return an error, or no device, from vkEnumeratePhysicalDevices."""
    manifest = make_layer(tmp_path / "layer", "vulkan", vulkan(results={"vkEnumeratePhysicalDevices": result}))
    report, _ = check(manifest, "--loader", REFERENCE, "--case", "LLP_LAYER_13/*")
    reasons = {case["id"].partition("/")[2]: case["reason"] for case in report["cases"] if case["verdict"] == "skip"}
    assert len(reasons) == len(report["cases"]) == 3, report["cases"]
    assert "shows it no physical device" in reasons["moves_the_link_of_the_device_on"]
    for case in ("finds_its_link_behind_another_structure", "finds_its_link_behind_another_of_its_type"):
        assert "shows no physical device" in reasons[case]


@pytest.mark.parametrize("result", [-3, 0])
def test_layer_that_finds_no_devices_is_not_accused(result, check, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan", vulkan(results={"vkEnumeratePhysicalDevices": result}))
    report, _ = check(manifest, "--loader", REFERENCE, "--case", "LLP_LAYER_1/*")
    accused = {case["id"]: case["reason"] for case in report["cases"] if case["verdict"] not in ("pass", "skip")}
    assert not accused


def test_layer_of_an_older_version_may_ask_without_an_instance(check, tmp_path):
    """The documents of older versions than 1.3 are not at hand."""
    manifest = make_layer(tmp_path / "layer", "vulkan",
                          dataclasses.replace(vulkan("ask_without_instance"), manifest={"api_version": "1.1.73"}))
    report, _ = check(manifest, "--loader", REFERENCE, "--case", "LS_VK_LAYER_29/*")
    assert {case["verdict"] for case in report["cases"]} == {"skip"}


def test_layer_of_an_older_interface_may_ask_without_an_instance(check, tmp_path):
    """"Layer Conventions and Rules" notes that older layer libraries may expect that the instance is ignored."""
    manifest = make_layer(tmp_path / "layer", "vulkan",
                          dataclasses.replace(vulkan("ask_without_instance"), library="vulkan_layer_v1"))
    report, _ = check(manifest, "--loader", REFERENCE, "--case", "LS_VK_LAYER_29/asks_for_create_device_*")
    (one,) = report["cases"]
    assert one["verdict"] == "skip" and "older than interface version 2" in one["reason"], one


@pytest.mark.parametrize("changes, verdict, word", [
    ({"device_name": "another"}, "pass", "another"),
    ({"results": {"vkEnumeratePhysicalDevices": 0}}, "skip", "no physical device"),
])
def test_other_physical_devices_are_no_finding(changes, verdict, word, check, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan", vulkan(**changes))
    report, _ = check(manifest, "--case", "LLP_LAYER_1/application_sees_the_same")
    (one,) = report["cases"]
    assert one["verdict"] == verdict, one
    assert word in one["reason"] + one["observed"]


@pytest.mark.parametrize("defect", ["xr_named_implicit_layer_fails_instance", "xr_named_implicit_layer_doubled"])
def test_loader_that_fails_for_a_named_implicit_layer_is_no_finding(defect, check, tmp_path):
    loader = build_variant.build(variants.read(variants.DEFECTS)[defect], BUILD, tmp_path)
    layer = Variant(folder="implicit.d", manifest={"disable_environment": "NO_CHECKED"})
    report, _ = check(make_layer(tmp_path / "layer", "openxr", layer), "--loader", loader,
                      "--case", "LS_XR_LAYER_12/naming_an_enabled_layer_has_no_effect")
    (one,) = report["cases"]
    assert one["verdict"] == "skip" and "named" in one["reason"], one
