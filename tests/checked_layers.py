# SPDX-License-Identifier: Apache-2.0
"""Layers to check, made from the mock layers: good ones, and a bad one for each case of check-layer."""

from checked_api_layers import BROKEN_API_LAYERS, MORE_BROKEN_API_LAYERS
from layer_variants import (BELOW, DEVICE_EXTENSION, INSTANCE_EXTENSION, INTERCEPTED, MORE_THAN_INTERFACE_0,
                            OTHER_VERSION, OWN, PRE_INSTANCE, PRE_INSTANCE_EXTENSIONS, WRAPPED,
                            XR_EXTENSION, XR_TAKEN_OUT, Variant, negotiation, newest, vulkan)

BROKEN = {
    "LLP_LAYER_1/application_sees_the_same": vulkan(results={"vkQueueWaitIdle": -4}),
    "LLP_LAYER_1/an_instance_follows_another": vulkan("one_instance_for_ever"),
    "LLP_LAYER_1/applications_of_every_version": vulkan("refuse_newer_versions"),
    "LLP_LAYER_1/choice_of_two_gpus_is_the_same_everywhere":
        vulkan("groups_without_last_device", intercept=["vkEnumeratePhysicalDeviceGroups"]),
    "LLP_LAYER_1/core_functions_of_devices": vulkan(wrap=["VkBuffer"]),
    "LLP_LAYER_1/device_of_a_group_reaches_the_driver": vulkan("drop_device_structures"),
    "LLP_LAYER_1/devices_of_two_physical_devices_live_at_once":
        vulkan("newest_device_alone", intercept=["vkCreateBuffer"]),
    "LLP_LAYER_1/functions_of_newer_versions": vulkan(wrap=["VkBuffer"]),
    "LLP_LAYER_1/a_device_follows_a_refusal": vulkan("fail_after_failure"),
    "LLP_LAYER_1/devices_live_on_after_a_refusal": vulkan("fail_after_failure"),
    "LLP_LAYER_1/instances_live_on_after_a_refusal": vulkan("fail_after_failure"),
    "LLP_LAYER_1/images_are_presented": vulkan(results_after={"vkGetPhysicalDeviceSurfaceFormatsKHR": 0}),
    "LLP_LAYER_1/list_and_groups_have_the_same_physical_devices":
        vulkan("groups_without_last_device", intercept=["vkEnumeratePhysicalDeviceGroups"]),
    "LLP_LAYER_1/lists_keep_to_their_room": vulkan(results_after={"vkEnumeratePhysicalDevices": 0}),
    "LLP_LAYER_1/null_handles_are_destroyed":
        vulkan(faults={"null handle": "crash"}, intercept=["vkDestroyBuffer"]),
    "LLP_LAYER_1/protected_queues": vulkan("get_every_queue"),
    "LLP_LAYER_1/two_devices_live_at_once": vulkan("newest_device_alone", intercept=["vkCreateBuffer"]),
    "LLP_LAYER_1/two_instances_live_at_once": vulkan("one_instance_for_ever"),
    "LLP_LAYER_1/two_threads_have_devices_of_one_instance": vulkan("refuse_other_threads"),
    "LLP_LAYER_1/two_threads_have_instances_of_their_own": vulkan("refuse_other_threads"),
    "LLP_LAYER_1/failing_allocations_are_survived": vulkan("ignore_failed_allocation"),
    "LLP_LAYER_10/wrapped_handles_are_unwrapped": vulkan("leak_wrapped", wrap=["VkQueue"]),
    "LLP_LAYER_12/finds_its_link_behind_another_structure": vulkan("first_structure_alone"),
    "LLP_LAYER_13/finds_its_link_behind_another_structure": vulkan("first_structure_alone"),
    "LLP_LAYER_12/finds_its_link_behind_another_of_its_type": vulkan("first_of_its_type_alone"),
    "LLP_LAYER_13/finds_its_link_behind_another_of_its_type": vulkan("first_of_its_type_alone"),
    "LLP_LAYER_12/moves_the_link_of_the_instance_on": vulkan("no_advance_instance"),
    "LLP_LAYER_13/moves_the_link_of_the_device_on": vulkan("no_advance_device"),
    "LLP_LAYER_14/allocations_are_balanced": vulkan("leak_allocation"),
    "LLP_LAYER_14/failing_allocations_leave_nothing_behind": vulkan("leak_after_failure"),
    "LLP_LAYER_14/refusals_leave_nothing_behind": vulkan("leak_after_failure"),
    "LLP_LAYER_15/name_of_another_layer_is_not_present":
        vulkan(results={"vkEnumerateInstanceExtensionProperties": 0}),
    "LLP_LAYER_15/own_list_has_each_extension_once": vulkan(instance_extensions=OWN + OWN),
    "LLP_LAYER_15/own_name_gives_its_own_extensions":
        vulkan(instance_extensions=[{"name": "VK_LS_below"}]),
    "LLP_LAYER_15/own_name_gives_what_the_manifest_lists": Variant(manifest=INSTANCE_EXTENSION),
    "LLP_LAYER_15/no_name_is_not_present": vulkan("enumerate_null_layer_name"),
    "LLP_LAYER_15/other_name_is_not_present":
        vulkan(results={"vkEnumerateInstanceExtensionProperties": 0}),
    "LLP_LAYER_16/name_of_another_layer_gives_nothing_of_its_own":
        vulkan("answer_for_other_layers", device_extensions=OWN),
    "LLP_LAYER_16/own_list_has_each_extension_once": vulkan(device_extensions=OWN + OWN),
    "LLP_LAYER_16/own_name_gives_its_own_extensions":
        vulkan(device_extensions=[{"name": "VK_LS_device"}]),
    "LLP_LAYER_16/own_name_gives_what_the_manifest_lists": Variant(manifest=DEVICE_EXTENSION),
    "LLP_LAYER_17/unknown_instance_extension_is_no_error": vulkan("reject_unknown_extensions"),
    "LLP_LAYER_18/unknown_function_is_null": vulkan("gpa_nonnull_for_unknown"),
    "LLP_LAYER_18/instance_extension_that_is_not_enabled_is_null":
        vulkan(physical_device_functions=["vkDestroySurfaceKHR"]),
    "LLP_LAYER_18/device_extension_that_is_not_enabled_is_null":
        vulkan(device_functions=["vkCreateSwapchainKHR"]),
    "LLP_LAYER_18/own_device_extension_that_is_not_enabled_is_null":
        Variant(manifest=DEVICE_EXTENSION, config={"device_extensions": [{"name": "VK_LS_own"}],
                                                   "device_functions": ["vkOwnLS"]}),
    "LLP_LAYER_19/wrapped_instance_has_a_dispatch_table":
        vulkan("no_dispatch_table", wrap=["VkInstance"]),
    "LLP_LAYER_19/wrapped_device_has_a_dispatch_table":
        vulkan("no_dispatch_table", wrap=["VkDevice"]),
    "LLP_LAYER_2/application_above_a_layer_that_wraps": vulkan("skip_next_instance"),
    "LLP_LAYER_2/application_above_a_layer_that_wraps_command_buffers":
        vulkan("command_buffers_past_next", intercept=["vkAllocateCommandBuffers"]),
    "LLP_LAYER_2/application_comes_to_its_end": vulkan(faults={"vkCreateBuffer": "crash"}),
    "LLP_LAYER_2/library_loads_and_unloads": vulkan(faults={"unload": "abort"}),
    "LLP_LAYER_2/makes_no_invalid_calls":
        vulkan("invalid_call_below", intercept=["vkCreateBuffer"]),
    "LLP_LAYER_20/library_is_there": Variant(manifest={"library_path": "../gone.so"}),
    "LLP_LAYER_21/instance_is_untouched_before_the_call_down": vulkan("write_instance_first"),
    "LLP_LAYER_22/device_is_untouched_before_the_call_down": vulkan("write_device_first"),
    "LLP_LAYER_3/name_follows_the_scheme":
        Variant(manifest={"name": "VK_LAYER_lower"}, config={"name": "VK_LAYER_lower"}),
    "LLP_LAYER_4/exports_the_negotiation": Variant(library="vulkan_layer_v1"),
    "LLP_LAYER_5/negotiates_the_current_version": negotiation(result=-3),
    "LLP_LAYER_5/gives_its_get_instance_proc_addr": negotiation(null=["gipa"]),
    "LLP_LAYER_5/offered_a_newer_version_answers_its_own": negotiation(version=1000),
    "LLP_LAYER_6/is_json": Variant(text='{"file_format_version": "1.2.0", "layer": {},}'),
    "LLP_LAYER_6/file_name_ends_in_json": Variant(file="layer.jsn"),
    "LLP_LAYER_6/has_a_layer_with_a_name": Variant(manifest={"name": None}),
    "LLP_LAYER_6/members_have_their_types": Variant(manifest={"description": ["a", "list"]}),
    "LLP_LAYER_6/extensions_have_their_members":
        Variant(manifest={"device_extensions": [{"name": "VK_EXT_debug_marker", "spec_version": "4"}]}),
    "LLP_LAYER_6/versions_are_versions": Variant(manifest={"api_version": "one"}),
    "LLP_LAYER_6/has_the_required_members": Variant(manifest={"type": None}),
    "LLP_LAYER_6/type_is_one_of_the_format": Variant(manifest={"type": "DEVICE"}),
    "LLP_LAYER_6/format_is_one_of_the_document": Variant(format="9.0.0"),
    "LLP_LAYER_6/library_arch_is_that_of_the_library": Variant(format="1.2.1", manifest={"library_arch": "32"}),
    "LLP_LAYER_6/pre_instance_functions_can_be_intercepted":
        Variant(manifest={"pre_instance_functions": {"vkCreateInstance": "vkCreateInstance"}}),
    "LLP_LAYER_6/pre_instance_functions_are_exported":
        Variant(manifest={"pre_instance_functions": {"vkEnumerateInstanceVersion": "lsNowhere"}}),
    "LLP_LAYER_6/members_belong_to_the_format":
        Variant(format="1.1.0", manifest={"library_path": None, "component_layers": []}),
    "LLP_LAYER_7/components_are_installed":
        Variant(manifest={"library_path": None, "component_layers": ["VK_LAYER_LS_nowhere"]}),
    "LLP_LAYER_8/components_are_not_older":
        Variant(manifest={"library_path": None, "component_layers": ["VK_LAYER_LS_old"]}),
    "LLP_LAYER_9/names_a_variable_that_disables_it": Variant(folder="implicit_layer.d"),
    "LS_VK_LAYER_10/wrapped_instance_has_the_physical_device_query":
        vulkan("hide_physical_device_query", wrap=WRAPPED, negotiation={"null": ["gpdpa"]}),
    "LS_VK_LAYER_11/enumerates_itself_alone": vulkan("enumerate_another_layer"),
    "LS_VK_LAYER_12/intercepts_create_device": vulkan("create_device_from_below"),
    "LS_VK_LAYER_13/gives_create_instance_whatever_the_instance":
        vulkan("create_instance_without_instance_alone"),
    "LS_VK_LAYER_17/introspection_gives_the_layer": Variant(config={"name": "VK_LAYER_LS_another"}),
    "LS_VK_LAYER_17/introspection_gives_the_versions_of_the_layer": Variant(config={"implementation_version": 7}),
    "LS_VK_LAYER_17/introspection_gives_instance_extensions": Variant(manifest=INSTANCE_EXTENSION),
    "LS_VK_LAYER_17/introspection_gives_device_extensions": Variant(manifest=DEVICE_EXTENSION),
    "LS_VK_LAYER_17/introspection_of_extensions_comes_first":
        vulkan("extensions_after_layers", instance_extensions=OWN),
    "LS_VK_LAYER_17/introspection_of_extensions_with_too_little_room":
        vulkan("fail_without_room", instance_extensions=OWN),
    "LS_VK_LAYER_17/device_extensions_have_the_versions_of_the_manifest":
        Variant(manifest=DEVICE_EXTENSION, config={"device_extensions": OTHER_VERSION}),
    "LS_VK_LAYER_17/instance_extensions_have_the_versions_of_the_manifest":
        Variant(manifest=INSTANCE_EXTENSION, config={"instance_extensions": OTHER_VERSION}),
    "LS_VK_LAYER_27/exports_its_functions": Variant(library="vulkan_layer_none"),
    "LS_VK_LAYER_27/one_of_several_layers_has_functions_of_its_own":
        Variant(library="vulkan_layer_v0", config={"misbehave": ["enumerate_another_layer"]}),
    "LS_VK_LAYER_18/library_has_the_usual_suffix": Variant(manifest={"library_path": "layer.dll"}),
    "LS_VK_LAYER_19/has_either_a_library_or_components":
        Variant(manifest={"component_layers": ["VK_LAYER_LS_other"]}),
    "LS_VK_LAYER_2/gives_its_create_instance": vulkan(hidden_functions=["vkCreateInstance"]),
    "LS_VK_LAYER_20/manifest_lists_its_instance_extensions":
        vulkan(instance_extensions=[{"name": "VK_LS_unlisted"}]),
    "LS_VK_LAYER_20/manifest_lists_its_device_extensions":
        vulkan(device_extensions=[{"name": "VK_LS_unlisted"}]),
    "LS_VK_LAYER_22/offered_version_0": negotiation(version=2),
    "LS_VK_LAYER_22/offered_version_1": negotiation(version=2),
    "LS_VK_LAYER_28/no_name_is_passed_down":
        vulkan(results={"vkEnumerateDeviceExtensionProperties": 0}),
    "LS_VK_LAYER_29/asks_for_create_instance_without_an_instance": vulkan("ask_with_target"),
    "LS_VK_LAYER_29/asks_for_create_device_with_the_instance": vulkan("ask_without_instance"),
    "LS_VK_LAYER_30/standard_output_is_the_applications": vulkan(faults={"vkCreateBuffer": "print"}),
    "LS_VK_LAYER_31/process_is_left_as_it_was": vulkan(faults={"vkCreateInstance": "set_environment"}),
    "LS_VK_LAYER_32/declared_negotiation_is_exported":
        Variant(library="vulkan_layer_v1", manifest={"functions": {
            "vkNegotiateLoaderLayerInterfaceVersion": "lsNegotiate"}}),
    "LS_VK_LAYER_33/exports_no_other_functions_of_vulkan": Variant(source=MORE_THAN_INTERFACE_0),
    "LS_VK_LAYER_35/gives_its_get_device_proc_addr": negotiation(null=["gdpa"]),
    "LS_VK_LAYER_3/acquisition_that_failed_below_is_no_success":
        vulkan(results_after={"vkAcquireNextImageKHR": 0}),
    "LS_VK_LAYER_3/presentation_that_failed_below_is_no_success": vulkan(results_after={"vkQueuePresentKHR": 0}),
    "LS_VK_LAYER_3/commands_that_failed_below_are_no_success": vulkan(results_after={"vkQueueWaitIdle": 0}),
    "LS_VK_LAYER_3/objects_that_failed_below_are_no_success": vulkan(results_after={"vkCreateSemaphore": 0}),
    "LS_VK_LAYER_3/what_failed_below_although_its_parents_exist_is_no_success":
        vulkan(results_after={"vkCreateImageView": 0}),
    "LS_VK_LAYER_3/device_that_failed_below_is_no_success": vulkan("succeed_after_failure"),
    "LS_VK_LAYER_3/instance_that_failed_below_is_no_success": vulkan("succeed_after_failure"),
    "LS_VK_LAYER_4/work_and_waits_reach_the_driver": vulkan(results={"vkDeviceWaitIdle": 0}),
    "LS_VK_LAYER_4/creations_reach_what_is_below": vulkan("skip_next_instance"),
    "LS_VK_LAYER_4/recorded_commands_and_submissions_reach_the_driver": vulkan(results={"vkQueueSubmit": 0}),
    "LS_VK_LAYER_4/destructions_reach_what_is_below": vulkan("no_destroy_below"),
    "LS_VK_LAYER_5/negotiation_calls_no_other_layer":
        vulkan("negotiate_calls_down", negotiation={"next": BELOW}),
    "LS_VK_LAYER_6/instance_commands_add_no_device_commands": vulkan("device_call_in_instance_call"),
    "LS_VK_LAYER_6/device_commands_add_no_instance_commands":
        vulkan("instance_call_in_device_call", intercept=["vkCreateBuffer"]),
    "LS_VK_LAYER_7/functions_it_does_not_know_come_from_below": vulkan("drop_unknown_functions"),
    "LS_VK_LAYER_8/own_physical_device_functions_are_not_skipped": vulkan("pass_physical_device_queries_down"),
    "LS_VK_LAYER_8/physical_device_functions_alone": vulkan("physical_device_query_for_all"),
    "LS_VK_LAYER_9/physical_device_query_is_found_by_name": vulkan("hide_physical_device_query"),
    "LS_VK_PREINSTANCE_8/functions_call_the_next":
        Variant(library="vulkan_layer_pre_instance", folder="implicit_layer.d", manifest=PRE_INSTANCE,
                config={"pre_instance": {"answer_alone": True}}),
    "LS_VK_PREINSTANCE_8/next_function_gets_its_link":
        Variant(library="vulkan_layer_pre_instance", folder="implicit_layer.d", manifest=PRE_INSTANCE,
                config={"pre_instance": {"pass_own_link": True}}),
    "LS_VK_PREINSTANCE_8/next_function_gets_the_layer_name":
        Variant(library="vulkan_layer_pre_instance", folder="implicit_layer.d", manifest=PRE_INSTANCE_EXTENSIONS,
                config={"pre_instance": {"drop_layer_name": True}}),
    **BROKEN_API_LAYERS,
}

# Further layers that the cases are seen failing on.
MORE_BROKEN = [
    ("LLP_LAYER_1/failing_allocations_are_survived", vulkan("read_failed_instance")),
    ("LLP_LAYER_1/devices_live_on_after_a_refusal", vulkan("succeed_after_failure")),
    ("LLP_LAYER_1/devices_live_on_after_a_refusal", vulkan("read_failed_device")),
    ("LLP_LAYER_1/instances_live_on_after_a_refusal", vulkan("read_failed_instance")),
    ("LLP_LAYER_1/instances_live_on_after_a_refusal", vulkan("succeed_after_failure")),
    ("LS_VK_LAYER_3/objects_that_failed_below_are_no_success", vulkan(results_after={"vkCreateImage": 0})),
    ("LS_VK_LAYER_3/what_failed_below_although_its_parents_exist_is_no_success",
     vulkan(results_after={"vkAllocateCommandBuffers": 0})),
    ("LLP_LAYER_1/functions_of_newer_versions", vulkan(wrap=["VkDeviceMemory"])),
    ("LLP_LAYER_1/list_and_groups_have_the_same_physical_devices", vulkan("list_without_last_device")),
    ("LLP_LAYER_3/name_follows_the_scheme",
     Variant(manifest={"name": "VK_LAYER_ACME_two-words"}, config={"name": "VK_LAYER_ACME_two-words"})),
    ("LLP_LAYER_3/name_follows_the_scheme",
     Variant(manifest={"name": "VK_LAYER_ACME_two/words"}, config={"name": "VK_LAYER_ACME_two/words"})),
    ("LLP_LAYER_21/instance_is_untouched_before_the_call_down", vulkan("clear_instance_first")),
    ("LLP_LAYER_22/device_is_untouched_before_the_call_down", vulkan("clear_device_first")),
    ("LLP_LAYER_21/instance_is_untouched_before_the_call_down", vulkan("own_target")),
    ("LLP_LAYER_22/device_is_untouched_before_the_call_down", vulkan("own_target")),
    ("LS_VK_LAYER_11/enumerates_itself_alone", vulkan("count_seven_layers")),
    ("LS_VK_LAYER_31/process_is_left_as_it_was", vulkan(faults={"vkCreateInstance": "handle_signal"})),
    *MORE_BROKEN_API_LAYERS,
]

GOOD = {
    "vulkan": [
        Variant(),
        Variant(folder="implicit_layer.d", manifest={"disable_environment": {"NO_CHECKED": "1"}},
                config={"wrap": WRAPPED, "intercept": INTERCEPTED, "scratch_memory": True}),
        Variant(library="vulkan_layer_introspective_renamed", manifest={
            "functions": {"vkNegotiateLoaderLayerInterfaceVersion": "lsNegotiate"},
            **INSTANCE_EXTENSION, **DEVICE_EXTENSION},
            config={"instance_extensions": [{"name": "VK_LS_own"}],
                    "device_extensions": [{"name": "VK_LS_own"}]}),
        Variant(manifest={"library_path": None, "component_layers": ["VK_LAYER_LS_new"]}),
        Variant(format="1.2.1", manifest={"library_arch": "64", "type": "INSTANCE", "url": "https://example.org"}),
        Variant(library="vulkan_layer_pre_instance", folder="implicit_layer.d", manifest=PRE_INSTANCE),
        Variant(library="vulkan_layer_pre_instance", folder="implicit_layer.d", manifest=PRE_INSTANCE_EXTENSIONS),
    ],
    "openxr": [
        Variant(),
        newest(Variant()),
        Variant(config={"enumerate": {}, **XR_TAKEN_OUT, "wrap": ["XrInstance", "XrSession"], "messages": True},
                manifest=XR_EXTENSION),
        Variant(config={"wrap": ["XrSession", "XrSwapchain", "XrSpace"]}),
        Variant(folder="implicit.d", manifest={"disable_environment": "NO_CHECKED", **XR_EXTENSION},
                config={"enumerate": {"without_name": True}, **XR_TAKEN_OUT}),
    ],
}
