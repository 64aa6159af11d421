# SPDX-License-Identifier: Apache-2.0
"""`check-layer` for OpenXR: a layer is only accused of its own violation, not of its consequences."""

import json

import pytest
from conftest import BUILD, in_sample
from layer_variants import XR_COMMANDS, Variant, layer_checker, make_layer, negotiation, vulkan


CREATE = "xrCreateApiLayerInstance"
SEES_ANOTHER = {"LS_XR_LAYER_12/application_sees_the_same"}
ENDS_EARLY = {"LS_XR_LAYER_12/application_comes_to_its_end"}


@pytest.mark.parametrize("variant, accused", [
    (vulkan(results={CREATE: -2}), SEES_ANOTHER), (vulkan(results_after={CREATE: -2}), SEES_ANOTHER),
    (vulkan("no_call_down"), SEES_ANOTHER), (vulkan("null_instance"), SEES_ANOTHER),
    (vulkan(faults={CREATE: "crash"}), ENDS_EARLY), (vulkan(faults={"load": "crash"}), ENDS_EARLY),
    (vulkan(faults={"negotiate": "crash"}), ENDS_EARLY | {
        "LS_XR_LAYER_3/refuses_versions_it_has_not", "LS_XR_LAYER_4/accepts_what_it_supports"}),
    (vulkan("changes_one_result"), {"LS_XR_LAYER_34/returns_the_result_of_the_next"}),
    (vulkan("one_instance_for_ever"), {"LS_XR_LAYER_12/library_that_stays_loaded_serves_again"}),
    (vulkan("drops_settings"), {"LS_XR_LAYER_20/copy_has_the_other_members"}),
    (vulkan("writes_to_create_info"), {"LS_XR_LAYER_12/create_info_of_the_application_is_unchanged"}),
    # A session without graphics may have no swapchains.
    (vulkan(results={"xrCreateSwapchain": -8}), set()), (vulkan(results={"xrEnumerateSwapchainFormats": -8}), SEES_ANOTHER),
    (negotiation(result=-6), {"LS_XR_LAYER_4/accepts_what_it_supports"}),
    (negotiation(null_gipa=True), {"LS_XR_LAYER_5/gives_both_functions"}),
])
def test_api_layer_is_accused_only_of_its_own_violation(variant, accused, tool, tmp_path):
    # Another loader may crash on what such a layer returns, which would be reported in addition.
    path = tmp_path / "report.json"
    tool("check-layer", make_layer(tmp_path / "layer", "openxr", variant), "--json", path,
         "--loader", BUILD / "lib" / "libopenxr_loader.so.1")
    report = json.loads(path.read_text(encoding="utf-8"))
    assert {case["id"] for case in report["cases"] if case["verdict"] not in ("pass", "skip")} == accused


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path):
    return layer_checker(tool, tmp_path)


@pytest.mark.parametrize("command", [command for command in XR_COMMANDS if in_sample(command, 6)])
def test_layer_that_swallows_a_command_is_noticed(command, check, tmp_path):
    report, _ = check(make_layer(tmp_path / "layer", "openxr", vulkan(results={command: 0})),
                      "--case", "LS_XR_LAYER_10/*", "--case", "LS_XR_LAYER_12/application_sees_the_same")
    assert {"fail", "warn"} & {case["verdict"] for case in report["cases"]}


@pytest.mark.parametrize("fault, word", [("change_folder", "/tmp"), ("handle_signal", "SIGUSR1"),
                                         ("leave_process", "process "), ("set_environment", "LOADSTONE_MOCK")])
def test_what_a_layer_changes_is_named(fault, word, check, tmp_path):
    report, _ = check(make_layer(tmp_path / "layer", "openxr", vulkan(faults={"xrGetSystem": fault})),
                      "--case", "LS_XR_LAYER_36/*")
    (one,) = report["cases"]
    assert one["verdict"] == "warn" and word in one["observed"]


@pytest.mark.parametrize("how, count", [("overlook_capacity", 2), ("write_beyond", 2), ("one_element_is_enough", 3)])
def test_layer_that_does_not_obey_a_capacity_is_noticed(how, count, check, tmp_path):
    own = [{"name": f"XR_LS_{number}"} for number in range(count)]
    report, _ = check(make_layer(tmp_path / "layer", "openxr", vulkan(how, enumerate={}, extensions=own)),
                      "--case", "LS_XR_LAYER_9/enumerations_obey_the_capacity")
    (one,) = report["cases"]
    assert one["verdict"] == "fail" and f"capacity 1 of {count}" in one["observed"]


def test_layer_with_two_extensions_obeys_the_capacity(check, tmp_path):
    listed = [{"name": name, "extension_version": "1"} for name in ("XR_LS_own", "XR_LS_other")]
    layer = Variant(manifest={"instance_extensions": listed}, config={
        "enumerate": {}, "extensions": [{"name": "XR_LS_own"}, {"name": "XR_LS_other"}]})
    report, _ = check(make_layer(tmp_path / "layer", "openxr", layer), "--policy", "LS_XR_LAYER_9",
                      "--policy", "LS_XR_LAYER_16", "--policy", "LS_XR_LAYER_27")
    assert not {"fail", "warn", "error"} & {case["verdict"] for case in report["cases"]}
