# SPDX-License-Identifier: Apache-2.0
"""`check-driver`: each way in which the mock driver breaks lists, results, null handles and several objects is seen, and
no other case accuses it."""

import json

import conftest
import pytest
from checked_components import HEADLESS, TWO_DEVICES, make_component, misbehave_as

EXTENSIONS = ["VK_LS_a", "VK_LS_b"]
LISTS = {f"LS_VK_DRIVER_25/{what}_fit_the_room" for what in (
    "device_extensions", "device_groups", "instance_extensions", "physical_devices", "queue_families",
    "sparse_formats", "surface_lists")}


@pytest.fixture(name="judge")
def fixture_judge(tool, tmp_path):
    """Runs check-driver on a variant of the mock driver; returns the JSON report and the exit status."""
    def run(variant, *words):
        manifest = make_component(tmp_path / "driver", "driver", variant)
        path = tmp_path / "report.json"
        result = tool("check-driver", manifest, "--json", path, *words)
        assert result.returncode in (0, 1, 3), result.stderr
        return json.loads(path.read_text(encoding="utf-8")), result.returncode
    return run


def accused(report):
    return {case["id"] for case in report["cases"] if case["verdict"] not in ("pass", "skip")}


@pytest.mark.parametrize("word, unseen", [
    ("write_past_room", set()), ("count_all", set()), ("leave_last_element", set()), ("keep_count", set()),
    # vkGetPhysicalDeviceQueueFamilyProperties and the query of sparse formats have no result.
    ("never_incomplete", {"LS_VK_DRIVER_25/queue_families_fit_the_room",
                          "LS_VK_DRIVER_25/sparse_formats_fit_the_room"})])
def test_each_list_shows_each_fault(word, unseen, judge):
    families = [{"flags": 15, "count": 1}, {"flags": 4, "count": 1}]
    devices = [{"extensions": EXTENSIONS, "queue_families": families} for _ in range(2)]
    report, status = judge(misbehave_as(word, instance_extensions=HEADLESS, physical_devices=devices,
                                        sparse_formats=2), "--policy", "LS_VK_DRIVER_25")
    assert accused(report) == LISTS - unseen
    assert status == 1


SAME = "LS_VK_DRIVER_26/"
BESIDE = "LS_VK_DRIVER_28/"


@pytest.mark.parametrize("word, cases", [
    ("first_device_in_no_group", {SAME + "each_physical_device_is_in_one_group"}),
    ("other_devices_in_groups", {SAME + "each_physical_device_is_in_one_group"}),
    ("other_features2", {SAME + "newer_queries_return_the_same"}),
    ("clear_type", {"LS_VK_DRIVER_18/queries_write_their_structures_alone"}),
    ("local_heap_is_not_local", {"LS_VK_DRIVER_18/memory_keeps_what_was_written"}),
    ("other_queues2", {SAME + "queues_stay_the_same"}),
    ("one_device_at_a_time", {BESIDE + "devices_work_beside_each_other"}),
    ("share_physical_devices", {BESIDE + "instances_work_beside_each_other"}),
    ("stop_with_another_instance", {BESIDE + "instances_work_beside_each_other"}),
    ("one_instance_for_ever", {BESIDE + "an_instance_follows_another", BESIDE + "instances_work_beside_each_other",
                               BESIDE + "creations_succeed_after_a_refusal"}),
    ("need_instance_to_destroy", {"LS_VK_DRIVER_18/destroying_no_instance_has_no_effect"}),
    ("need_application_info", {"LS_VK_DRIVER_18/every_description_of_an_application_is_accepted",
                               "LS_VK_DRIVER_18/applications_of_1_0_are_accepted_for_an_old_loader"}),
])
def test_driver_is_accused_of_what_it_does_alone(word, cases, judge):
    # What two threads see of these depends on which of them is the first.
    words = ("--case", "*_beside_*") if word in ("share_physical_devices", "stop_with_another_instance") else ()
    report, _ = judge(misbehave_as(word, physical_devices=TWO_DEVICES), *words)
    assert accused(report) == cases
    assert not conftest.skips_without_a_failure(report)


def test_write_behind_a_structure_is_seen(judge):
    # In other cases it may change whatever the application has there.
    report, _ = judge(misbehave_as("write_behind_features"), "--case", "*/queries_write_their_structures_alone")
    (case,) = report["cases"]
    assert "vkGetPhysicalDeviceFeatures wrote behind the structure" in case["observed"], case


def test_crash_of_a_second_instance_is_a_failure(judge):
    report, status = judge(misbehave_as("need_application_info"), "--case", "LS_VK_DRIVER_18/every_*")
    (case,) = report["cases"]
    assert case["verdict"] == "fail" and case["violates"] == "LDP_DRIVER_1" and status == 1
    assert "SIGSEGV during vkCreateInstance" in case["observed"] + case["reason"]
