# SPDX-License-Identifier: Apache-2.0
"""The applications of the cases and the mock layers comply with the API's rules: a sample; ci/validate-apps.sh runs
all."""

import sys

import pytest
from conftest import BUILD, ROOT, refusing_loader, repeated

sys.path.insert(0, str(ROOT / "tests" / "validation"))
import validate  # noqa: E402  (the module stands beside the table that it needs)

# Policies whose applications and layers call most functions.
SAMPLES = {
    "above": ("LLP_LAYER_1", "LLP_LAYER_10", "LLP_LAYER_14", "LLP_LAYER_17", "LLP_LAYER_19",
              "LS_VK_CHAIN_5", "LS_VK_EXTENSION_9", "LS_VK_EXTENSION_10", "LS_VK_LAYER_4"),
    "below": ("LLP_LAYER_2", "LLP_LAYER_10", "LLP_LAYER_14", "LS_VK_CHAIN_5", "LS_VK_LAYER_4"),
}
SELECTED = repeated("--policy", SAMPLES["above"])
OF_UNKNOWN = ("--policy", "LS_VK_PROCADDR_1", "--policy", "LS_VK_PROCADDR_2")
ONE = ("--case", "LLP_LOADER_3/application_names_a_layer_twice")
# Makes the vkCreateDevice of every application request no queues.
BEFORE = "    info_.enabledLayerCount = 0;\n"
WITHOUT_QUEUES = validate.variants.Edit("reference_loader/vulkan/create_device.cc", BEFORE,
                                        BEFORE + "    info_.queueCreateInfoCount = 0;\n")


@pytest.mark.parametrize("place", validate.PLACES)
def test_sample_is_valid(place):
    selection = repeated("--policy", SAMPLES[place])
    left, count, _ = validate.validate(place, BUILD, selection)
    assert not left
    assert count > 100


@pytest.mark.parametrize("place", validate.PLACES)
def test_wrong_application_is_noticed(place):
    left, _, _ = validate.validate(place, BUILD, ONE, edits_to_add=[WITHOUT_QUEUES])
    # Vulkan 1.4 has devices without queues, with a feature.
    assert {c.message for c in left} & {"VUID-VkDeviceCreateInfo-queueCreateInfoCount-arraylength",
                                        "VUID-VkDeviceCreateInfo-None-10778"}


def test_right_application_is_not():
    assert validate.validate("above", BUILD, ONE)[0] == []


# Functions that a loader may reject, and their file in the reference loader.
REFUSED = {"vkCreateInstance": "create_instance.cc", "vkCreateDevice": "create_device.cc",
           "vkEnumeratePhysicalDevices": "enumerate_devices.cc"}


@pytest.mark.parametrize("command", REFUSED)
def test_application_survives_a_refusal(command, tmp_path):
    loader = refusing_loader(f"reference_loader/vulkan/{REFUSED[command]}", command,
                             "VK_ERROR_INITIALIZATION_FAILED", tmp_path)
    report = validate.run(loader, BUILD, tmp_path, [*OF_UNKNOWN, *SELECTED], 1)
    assert report["summary"]["fail"] > 50
    assert validate.complaints(report) == []


def report_of(verdict, reason):
    return {"cases": [{"id": "A/a", "verdict": verdict, "reason": reason, "observed": "SIGSEGV"}]}


def test_each_message_of_a_case_is_a_complaint():
    found = validate.complaints(report_of("error", "VUID-a-b-1: one, two; VUID_Undefined: three"))
    assert [(c.message, c.text) for c in found] == [("VUID-a-b-1", "one, two"),
                                                    ("VUID_Undefined", "three")]
    assert [c.message for c in validate.complaints(report_of("error", "no world"))] == ["error"]
    assert validate.complaints(report_of("fail", "another order")) == []
    ended = validate.complaints(report_of("fail", "the process did not survive"))
    assert [c.message for c in ended] == [validate.ENDED]


def test_exceptions_have_reasons_and_cases(tool):
    known = tool("list", "cases").stdout.split()
    for exception in validate.exceptions():
        assert set(exception["places"]) <= set(validate.PLACES) and exception["messages"]
        assert len(exception["reason"]) > 20
        assert any(validate.fnmatch.fnmatchcase(case, exception["cases"]) for case in known)
