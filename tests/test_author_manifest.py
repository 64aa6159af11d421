# SPDX-License-Identifier: Apache-2.0
"""`check-layer`, `check-driver` and `check-runtime` judge a manifest exactly as its author wrote it."""

import json

import pytest
from checked_components import make_component
from checked_components import Variant as Component
from conftest import named_and_sample
from layer_variants import API_VERSIONS, NAMES, Variant, make_layer

# For each kind of component the subject, its API, and the cases about its manifest, which always run.
KINDS = {"vulkan": ("layer", "vulkan", "LLP_LAYER_6/*"), "openxr": ("layer", "openxr", "LS_XR_LAYER_25/*"),
         "driver": ("driver", "vulkan", "LDP_DRIVER_4/*"), "runtime": ("runtime", "openxr", "LS_XR_RUNTIME_8/*")}


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path):
    """Makes a component of a kind and runs the verb for it; returns the failures, {case: level}, and all cases."""
    def run(kind, variant):
        subject, api, about_manifests = KINDS[kind]
        manifest = (make_layer if subject == "layer" else make_component)(tmp_path / "component", kind, variant)
        path = tmp_path / "report.json"
        result = tool(f"check-{subject}", manifest, "--json", path,
                      *named_and_sample(subject, about_manifests, api=api))
        assert result.returncode in (0, 1, 3), result.stderr
        cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
        return {case["id"]: case["level"] for case in cases if case["verdict"] not in ("pass", "skip")}, cases
    return run


def layer(manifest_format="1.2.0", **members):
    return Variant(format=manifest_format, manifest=members)


FORMAT = "LLP_LAYER_6/"
PLAIN = {"name": NAMES["vulkan"], "type": "GLOBAL", "library_path": "../liblayer.so",
         "api_version": API_VERSIONS["vulkan"], "implementation_version": "1", "description": "a layer"}
# Manifests with one error, and the only case that reports it; everything else is judged.
WRONG = {
    "no type": ("vulkan", layer(type=None), FORMAT + "has_the_required_members"),
    "no api_version": ("vulkan", layer(api_version=None), FORMAT + "has_the_required_members"),
    "no description": ("vulkan", layer(description=None), FORMAT + "has_the_required_members"),
    "no implementation_version": ("vulkan", layer(implementation_version=None), FORMAT + "has_the_required_members"),
    "one number": ("vulkan", layer(api_version="1"), FORMAT + "versions_are_versions"),
    "version 0": ("vulkan", layer(api_version="0.0.0"), FORMAT + "versions_are_versions"),
    "layers in 1.0.0": ("vulkan", Variant(text=json.dumps({"file_format_version": "1.0.0", "layers": [PLAIN]})),
                        FORMAT + "members_belong_to_the_format"),
    "library_arch in 1.2.0": ("vulkan", layer(library_arch="64"), FORMAT + "members_belong_to_the_format"),
    "another architecture": ("vulkan", layer("1.2.1", library_arch="32"),
                             FORMAT + "library_arch_is_that_of_the_library"),
    "no architecture": ("vulkan", layer("1.2.1", library_arch="x86_64"),
                        FORMAT + "library_arch_is_that_of_the_library"),
    "unknown format": ("vulkan", layer("9.0.0"), FORMAT + "format_is_one_of_the_document"),
    "unknown type": ("vulkan", layer(type="DEVICE"), FORMAT + "type_is_one_of_the_format"),
    "byte order mark": ("vulkan", Variant(text="\ufeff" + json.dumps({
        "file_format_version": "1.2.0", "layer": PLAIN})), FORMAT + "is_json"),
    "number for a function": ("vulkan", layer(pre_instance_functions={"vkEnumerateInstanceVersion": 5}),
                              FORMAT + "pre_instance_functions_can_be_intercepted"),
    "function that is missing": ("vulkan", layer(pre_instance_functions={"vkEnumerateInstanceVersion": "lsGone"}),
                                 FORMAT + "pre_instance_functions_are_exported"),
    "openxr: unknown format": ("openxr", Variant(format="9.0.0"), "LS_XR_LAYER_25/format_is_one_of_the_document"),
    "openxr: byte order mark": ("openxr", Variant(text="\ufeff" + json.dumps({
        "file_format_version": "1.0.0", "api_layer": {**PLAIN, "name": NAMES["openxr"], "api_version": "1.0"}})),
        "LS_XR_LAYER_25/is_json"),
    "openxr: extension without a version": ("openxr", Variant(manifest={"instance_extensions": [
        {"name": "XR_LS_own"}]}), "LS_XR_LAYER_25/extensions_have_their_members"),
    "openxr: one number": ("openxr", Variant(manifest={"api_version": "1"}),
                           "LS_XR_LAYER_25/api_version_is_a_version"),
    "runtime: unknown format": ("runtime", Component(format="9.0.0"), "LS_XR_RUNTIME_8/format_is_one_of_the_document"),
    "runtime: byte order mark": ("runtime", Component(text="\ufeff" + json.dumps({
        "file_format_version": "1.0.0", "runtime": {"library_path": "../libcomponent.so"}})),
        "LS_XR_RUNTIME_8/is_json"),
    "driver: unknown format": ("driver", Component(format="9.0.0"), "LDP_DRIVER_4/format_is_one_of_the_document"),
    "driver: version 0": ("driver", Component(manifest={"api_version": "0.0.0"}),
                          "LDP_DRIVER_4/versions_are_versions"),
}


@pytest.mark.parametrize("what", WRONG)
def test_flaw_is_reported_by_one_case(what, check):
    kind, variant, case = WRONG[what]
    found, cases = check(kind, variant)
    assert found == {case: "must"}
    assert [one["verdict"] for one in cases if one["id"] == case] == ["fail"]
    assert [one for one in cases if one["verdict"] == "pass" and one["seconds"] > 0]
    assert {one["see"] for one in cases if one["unjudged"]} <= {case}


# Unknown and redundant members are no violation.
GOOD = {
    "unknown members": ("vulkan", layer(**{"url": "https://example.org", "x-vendor": [1], "platforms": ["LINUX"]})),
    "members of the settings in an old format": ("vulkan", layer("1.1.2", introduction="text", status="STABLE")),
    "negotiation of 1.1.0 in 1.0.0": ("vulkan", layer("1.0.0", functions={
        "vkNegotiateLoaderLayerInterfaceVersion": "vkNegotiateLoaderLayerInterfaceVersion"})),
    "no patch": ("vulkan", layer(api_version="1.3")),
    "instance layer": ("vulkan", layer(type="INSTANCE")),
    "this architecture": ("vulkan", layer("1.2.1", library_arch="64")),
    "several layers": ("vulkan", Variant(text=json.dumps({"file_format_version": "1.0.1", "layers": [PLAIN]}))),
    "openxr: patch": ("openxr", Variant(manifest={"api_version": "1.0.20"})),
    "openxr: unknown members": ("openxr", Variant(manifest={"device_extensions": [{}], "url": 1})),
    "runtime: unknown members": ("runtime", Component(manifest={"VALVE_runtime_is_steamvr": True})),
    "driver: unknown members": ("driver", Component(manifest={"vendor": "x"})),
}


@pytest.mark.parametrize("what", GOOD)
def test_what_is_more_than_enough_is_no_flaw(what, check):
    assert check(*GOOD[what])[0] == {}
