# SPDX-License-Identifier: Apache-2.0
"""`check-layer` for OpenXR: a layer is only accused of its own violation, not of its consequences."""

import json

import pytest
from checked_layers import make_layer, negotiation, vulkan
from conftest import BUILD


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
