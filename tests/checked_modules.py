# SPDX-License-Identifier: Apache-2.0
"""Android hardware modules to check, made from the mock driver: good ones, and a bad one for each case of check-driver
--platform android."""

import json
import shutil

from layer_variants import MOCKS

TWO = ["VK_KHR_surface", "VK_KHR_device_group_creation"]
DEVICE = [{"extensions": ["VK_ANDROID_native_buffer"]}]


def make_module(root, config):
    """Installs a copy of the mock module below `root`; returns its path."""
    root.mkdir(parents=True)
    module = root / "vulkan.mock.so"
    shutil.copy(MOCKS / "vulkan_hal.so", module)
    (root / "vulkan.mock.so.config").write_text(json.dumps(config), encoding="utf-8")
    return module


def misbehave_as(*words, **config):
    """A module with some misbehavior listed in mock_runtime/README.md."""
    return {"physical_devices": DEVICE, "misbehave": list(words), **config}


BROKEN = {
    "LS_ANDROID_DRIVER_1/has_a_function_that_opens_it": misbehave_as("no_open"),
    "LS_ANDROID_DRIVER_1/id_is_vulkan": misbehave_as("wrong_module_id"),
    "LS_ANDROID_DRIVER_1/tag_is_that_of_modules": misbehave_as("wrong_module_tag"),
    "LS_ANDROID_DRIVER_10/older_usage_is_filled_in": misbehave_as("leave_usage"),
    "LS_ANDROID_DRIVER_10/usage_is_filled_in": misbehave_as("leave_usage2"),
    "LS_ANDROID_DRIVER_15/descriptors_of_fences_are_closed": misbehave_as("keep_fences"),
    "LS_ANDROID_DRIVER_16/descriptors_are_closed_after_a_failure": misbehave_as("refuse_fences", "keep_refused_fences"),
    "LS_ANDROID_DRIVER_17/fence_is_signalled_where_there_is_none_to_wait_for": misbehave_as("wait_without_fence"),
    "LS_ANDROID_DRIVER_17/semaphore_is_signalled_where_there_is_none_to_wait_for": misbehave_as("leave_semaphores"),
    "LS_ANDROID_DRIVER_18/release_after_semaphores_gives_a_descriptor": misbehave_as("refuse_several_semaphores"),
    "LS_ANDROID_DRIVER_18/release_gives_a_descriptor": misbehave_as("leave_release_fence"),
    "LS_ANDROID_DRIVER_2/device_can_be_closed": misbehave_as("no_close"),
    "LS_ANDROID_DRIVER_2/device_has_its_tag": misbehave_as("wrong_device_tag"),
    "LS_ANDROID_DRIVER_2/opening_gives_a_device": misbehave_as("open_without_device"),
    "LS_ANDROID_DRIVER_2/vk0_is_opened": misbehave_as("open_nothing"),
    "LS_ANDROID_DRIVER_22/shared_images_are_released_again": misbehave_as("release_once"),
    "LS_ANDROID_DRIVER_23/shared_images_are_told_by_a_boolean": misbehave_as("share_images_by_two"),
    "LS_ANDROID_DRIVER_24/module_is_used_to_its_end": misbehave_as(faults={"vkCreateInstance": "crash"}),
    "LS_ANDROID_DRIVER_4/extensions_are_those_of_the_query":
        misbehave_as("empty_list_of_the_module", instance_extensions=TWO),
    "LS_ANDROID_DRIVER_4/extensions_fit_the_room": misbehave_as("write_past_room", instance_extensions=TWO),
    "LS_ANDROID_DRIVER_4/device_has_the_three_functions": misbehave_as(hidden_functions=["vkCreateInstance"]),
    "LS_ANDROID_DRIVER_5/other_functions_are_found": misbehave_as(hidden_functions=["vkGetPhysicalDeviceFeatures"]),
    # VK_OBJECT_TYPE_INSTANCE, _PHYSICAL_DEVICE, _DEVICE, _QUEUE and _COMMAND_BUFFER
    "LS_ANDROID_DRIVER_6/instances_begin_with_the_magic_value": misbehave_as(without_magic=[1]),
    "LS_ANDROID_DRIVER_6/physical_devices_begin_with_the_magic_value": misbehave_as(without_magic=[2]),
    "LS_ANDROID_DRIVER_6/devices_begin_with_the_magic_value": misbehave_as(without_magic=[3]),
    "LS_ANDROID_DRIVER_6/queues_begin_with_the_magic_value": misbehave_as(without_magic=[4]),
    "LS_ANDROID_DRIVER_6/command_buffers_begin_with_the_magic_value": misbehave_as(without_magic=[6]),
    "LS_ANDROID_DRIVER_9/devices_have_its_functions": misbehave_as("no_acquire"),
    "LS_ANDROID_DRIVER_9/devices_have_its_functions_beside_others": misbehave_as("functions_of_the_last_device"),
    "LS_ANDROID_DRIVER_9/physical_devices_list_the_extension": misbehave_as(physical_devices=[{}]),
}

# Further modules that the cases are seen failing on.
MORE_BROKEN = [
    *[("LS_ANDROID_DRIVER_4/extensions_fit_the_room", misbehave_as(word, instance_extensions=TWO))
      for word in ("never_incomplete", "count_all")],
    *[(f"LS_ANDROID_DRIVER_10/{case}", misbehave_as(word)) for case in ("usage_is_filled_in", "older_usage_is_filled_in")
      for word in ("leave_usage_of_565", "leave_usage_of_transfers")],
    ("LS_ANDROID_DRIVER_10/usage_is_filled_in", misbehave_as("leave_usage_of_shared")),
    ("LS_ANDROID_DRIVER_15/descriptors_of_fences_are_closed", misbehave_as("keep_fences_of_semaphores")),
]

# Together they pass every case: no single module can both accept and reject a fence.
GOOD = {
    "plain": misbehave_as(),
    "with extensions": misbehave_as(instance_extensions=TWO),
    "without shared images": misbehave_as("share_no_images", "leave_usage_of_shared"),
    "without a function for the list": misbehave_as("nothing_without_instance"),
    "refuses what is no sync file": misbehave_as("refuse_fences"),
    "of Vulkan 1.0": misbehave_as(api_version="1.0.3", no_enumerate_version=True),
    "without a GPU": misbehave_as(physical_devices=[]),
    "refuses what is not of gralloc": misbehave_as(results={"vkCreateImage": -2}),
}
