# SPDX-License-Identifier: Apache-2.0
"""Drivers and runtimes to check, made from the mocks: good ones, and a bad one for each case of check-driver and
check-runtime."""

import dataclasses
import json
import shutil
import subprocess

from layer_variants import MOCKS

MEMBER = {"driver": "ICD", "runtime": "runtime"}
FORMATS = {"driver": "1.0.1", "runtime": "1.0.0"}
GOOD_LIBRARY = {"driver": "vulkan_driver", "runtime": "openxr_runtime"}
GOOD_MEMBERS = {"driver": {"api_version": "1.3.239"}, "runtime": {"name": "Loadstone mock runtime"}}
# The library exports a function with an official name and calls it by that name, so another library can interpose it.
INTERPOSABLE = """
void {function}(void) {{}}
void {caller}(void) {{ {function}(); }}
"""

# A DLL that exports a command under its official name.
EXPORTED = """
__declspec(dllexport) int xrNegotiateLoaderRuntimeInterface(void) { return 0; }
__declspec(dllexport) int xrCreateInstance(void) { return 0; }
"""


@dataclasses.dataclass(frozen=True)
class Variant:
    """How a component differs from the default one: members of its object in the manifest (None removes one), the
    configuration of its mock, the mock itself or C source instead of it, how the manifest is written, and further
    options of the tool."""
    manifest: dict = dataclasses.field(default_factory=dict)
    config: dict = dataclasses.field(default_factory=dict)
    library: str = ""
    source: str = ""
    file: str = "component.json"
    text: str = ""
    format: str = ""
    break_library: str = ""
    options: tuple = ()
    compiler: str = ""  # for Windows, whatever the platform of the others is


def make_component(root, kind, variant=Variant(), mocks=MOCKS, compiler="cc", suffix=".so"):
    """Installs a copy of the mock in `mocks` below `root`; returns the path of its manifest."""
    folder = root / "manifests"
    folder.mkdir(parents=True)
    if variant.compiler:
        compiler, suffix = variant.compiler, ".dll"
    library = root / f"libcomponent{suffix}"
    if variant.source:
        source = root / "component.c"
        source.write_text(variant.source, encoding="utf-8")
        subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source], check=True)
    else:
        shutil.copy(mocks / f"{variant.library or GOOD_LIBRARY[kind]}{suffix}", library)
    if variant.break_library:
        library.write_text(variant.break_library, encoding="utf-8")
    (root / f"{library.name}.config").write_text(json.dumps(variant.config), encoding="utf-8")
    members = {"library_path": f"../{library.name}", **GOOD_MEMBERS[kind], **variant.manifest}
    members = {key: value for key, value in members.items() if value is not None}
    manifest = folder / variant.file
    manifest.write_text(variant.text or json.dumps(
        {"file_format_version": variant.format or FORMATS[kind], MEMBER[kind]: members}), encoding="utf-8")
    return manifest


def configured(library="", manifest=None, **config):
    return Variant(library=library, manifest=manifest or {}, config=config)


def misbehave_as(*words, manifest=None, **config):
    """A component with some misbehavior listed in mock_runtime/README.md."""
    return configured(manifest=manifest, misbehave=list(words), **config)


def newest(variant):
    """The same variant, judged by a version of OpenXR in which every MUST holds."""
    return dataclasses.replace(variant, options=("--spec", "1.1.61"))


XCB = ["VK_KHR_surface", "VK_KHR_xcb_surface"]
EXTERNAL_QUEUES = [{"extensions": ["VK_NV_external_compute_queue"]}]
TWO_DEVICES = [{"name": "first"}, {"name": "second"}]
MASK = ["XR_MND_headless", "XR_KHR_visibility_mask"]
HEADLESS = ["VK_KHR_surface", "VK_EXT_headless_surface"]
PRESENTING = [{"extensions": ["VK_KHR_swapchain"]}]
OLD = {"manifest": {"api_version": "1.0.3"}, "api_version": "1.0.3"}

BROKEN_DRIVERS = {
    "LDP_DRIVER_1/another_driver_works_beside_it": configured(faults={"vkCreateInstance": "limit_memory"}),
    "LDP_DRIVER_10/own_versions_are_not_refused": misbehave_as("refuse_newer_versions"),
    "LDP_DRIVER_2/survives_without_devices":
        configured(physical_devices=[], faults={"vkEnumeratePhysicalDevices": "crash"}),
    "LDP_DRIVER_3/agrees_with_the_newest_loader": configured(negotiate_result=-9),
    "LDP_DRIVER_3/answers_nothing_newer_than_offered": configured(interface_answer=9),
    "LDP_DRIVER_3/library_loads_and_unloads": configured(faults={"unload": "crash"}),
    "LDP_DRIVER_4/file_name_ends_in_json": Variant(file="driver.jsn"),
    "LDP_DRIVER_4/format_is_one_of_the_document": Variant(format="9.0.0"),
    "LDP_DRIVER_4/has_the_required_members": Variant(manifest={"api_version": None}),
    "LDP_DRIVER_4/is_json": Variant(text='{"ICD": {},}'),
    "LDP_DRIVER_4/library_arch_is_that_of_the_library": Variant(manifest={"library_arch": "32"}),
    "LDP_DRIVER_4/library_is_there": Variant(break_library="no library"),
    "LDP_DRIVER_4/members_have_their_types": Variant(manifest={"is_portability_driver": "no"}),
    "LDP_DRIVER_4/versions_are_versions": Variant(manifest={"api_version": "new"}),
    "LDP_DRIVER_7/drivers_of_vulkan_1_1_have_version_5": configured(interface_version=4),
    "LDP_DRIVER_8/own_surfaces_need_version_3":
        configured(interface_version=2, own_surfaces=True, instance_extensions=XCB),
    "LDP_DRIVER_9/unsupported_versions_are_refused":
        misbehave_as("accept_every_version", interface_version=4, **OLD),
    "LS_VK_DRIVER_1/exports_its_query": configured("vulkan_driver_no_query"),
    "LS_VK_DRIVER_10/negotiation_is_exported_before_version_7":
        configured("vulkan_driver_v7", interface_version=6),
    "LS_VK_DRIVER_10/negotiation_is_given_since_version_7":
        configured(hidden_functions=["vk_icdNegotiateLoaderICDInterfaceVersion"]),
    "LS_VK_DRIVER_10/physical_device_query_is_given_since_version_7":
        configured(hidden_functions=["vk_icdGetPhysicalDeviceProcAddr"]),
    "LS_VK_DRIVER_11/answers_a_version_that_exists": configured(interface_version=5000),
    "LS_VK_DRIVER_11/answers_the_newest_that_both_support": configured(interface_answer=3),
    "LS_VK_DRIVER_12/newer_versions_are_refused_for_an_old_loader": misbehave_as("accept_every_version", **OLD),
    "LS_VK_DRIVER_13/exports_what_version_0_needs": configured("vulkan_driver_none"),
    "LS_VK_DRIVER_17/library_has_the_usual_suffix": Variant(manifest={"library_path": "driver.dylib"}),
    "LS_VK_DRIVER_18/application_comes_to_its_end": configured(faults={"vkDestroyInstance": "crash"}),
    "LS_VK_DRIVER_18/destroying_no_instance_has_no_effect": misbehave_as("need_instance_to_destroy"),
    "LS_VK_DRIVER_18/pipeline_cache_data_fit_the_room": misbehave_as("never_incomplete"),
    "LS_VK_DRIVER_18/unknown_extensions_are_refused": misbehave_as("wrong_refusal"),
    "LS_VK_DRIVER_18/unsupported_features_are_refused": misbehave_as("accept_every_feature"),
    "LS_VK_DRIVER_18/unsupported_features_are_refused_by_the_newer_structure": misbehave_as("accept_features2"),
    "LS_VK_DRIVER_28/creations_succeed_after_a_refusal": misbehave_as("fail_after_refusal"),
    "LS_VK_DRIVER_18/applications_of_1_0_are_accepted_for_an_old_loader":
        misbehave_as("refuse_patches_of_old_loaders"),
    "LS_VK_DRIVER_18/every_description_of_an_application_is_accepted": misbehave_as("fail_newer_versions"),
    "LS_VK_DRIVER_19/standard_output_is_the_applications": configured(faults={"vkCreateInstance": "print"}),
    "LS_VK_DRIVER_20/process_is_left_as_it_was": configured(faults={"vkCreateInstance": "set_environment"}),
    "LS_VK_DRIVER_21/each_block_returns_to_its_allocator": misbehave_as("free_with_instance_allocator"),
    "LS_VK_DRIVER_21/failing_allocations_are_survived": misbehave_as("ignore_failed_allocation"),
    "LS_VK_DRIVER_21/what_was_allocated_is_freed": misbehave_as("leak_after_failure"),
    "LS_VK_DRIVER_22/device_functions_are_given": configured(hidden_device_functions=["vkCmdDraw"]),
    "LS_VK_DRIVER_25/device_extensions_fit_the_room":
        misbehave_as("write_past_room", physical_devices=[{"extensions": ["VK_LS_a", "VK_LS_b"]}]),
    "LS_VK_DRIVER_25/device_groups_fit_the_room": misbehave_as("never_incomplete", physical_devices=TWO_DEVICES),
    "LS_VK_DRIVER_25/instance_extensions_fit_the_room": misbehave_as("count_all", instance_extensions=XCB),
    "LS_VK_DRIVER_25/physical_devices_fit_the_room": misbehave_as("write_past_room", physical_devices=TWO_DEVICES),
    "LS_VK_DRIVER_25/queue_families_fit_the_room": misbehave_as("leave_last_element"),
    "LS_VK_DRIVER_25/surface_lists_fit_the_room": misbehave_as("keep_count", instance_extensions=HEADLESS),
    "LS_VK_DRIVER_26/each_physical_device_is_in_one_group":
        misbehave_as("first_device_in_all_groups", physical_devices=TWO_DEVICES),
    "LS_VK_DRIVER_26/newer_queries_return_the_same": misbehave_as("other_properties2"),
    "LS_VK_DRIVER_26/physical_devices_stay_the_same": misbehave_as("other_physical_devices"),
    "LS_VK_DRIVER_26/properties_stay_the_same": misbehave_as("change_properties"),
    "LS_VK_DRIVER_26/queues_stay_the_same": misbehave_as("other_queues"),
    "LS_VK_DRIVER_27/destroying_nothing_has_no_effect": misbehave_as("need_object_to_destroy"),
    "LS_VK_DRIVER_27/freeing_nothing_has_no_effect": misbehave_as("need_object_to_free"),
    "LS_VK_DRIVER_28/a_device_follows_another": misbehave_as("one_device_for_ever"),
    "LS_VK_DRIVER_28/an_instance_follows_another": misbehave_as("one_instance_for_ever"),
    "LS_VK_DRIVER_28/devices_work_beside_each_other": misbehave_as("queues_of_first_device"),
    "LS_VK_DRIVER_28/instances_work_beside_each_other": misbehave_as("one_instance_at_a_time"),
    "LS_VK_DRIVER_28/two_threads_create_devices": misbehave_as("refuse_other_threads"),
    "LS_VK_DRIVER_28/two_threads_create_instances": misbehave_as("refuse_other_threads"),
    "LS_VK_DRIVER_3/global_functions_are_given_without_an_instance":
        configured(hidden_functions=["vkEnumerateInstanceVersion"]),
    "LS_VK_DRIVER_3/instance_functions_are_given":
        configured(hidden_functions=["vkGetPhysicalDeviceFeatures"]),
    "LS_VK_DRIVER_4/official_names_are_bound_within_the_library":
        Variant(source=INTERPOSABLE.format(function="vkQueueSubmit", caller="vk_icdGetInstanceProcAddr")),
    "LS_VK_DRIVER_5/has_a_physical_device_query":
        configured("vulkan_driver_v7", hidden_functions=["vk_icdGetPhysicalDeviceProcAddr"]),
    "LS_VK_DRIVER_6/gives_functions_of_physical_devices": misbehave_as("physical_device_query_for_some"),
    "LS_VK_DRIVER_6/gives_no_functions_of_anything_else": misbehave_as("physical_device_query_for_all"),
    "LS_VK_DRIVER_6/gives_nothing_for_unknown_names": misbehave_as("physical_device_query_for_unknown"),
    "LS_VK_DRIVER_7/physical_device_query_is_exported_before_version_7":
        configured("vulkan_driver_v7", interface_version=6),
    # VK_OBJECT_TYPE_INSTANCE, _PHYSICAL_DEVICE, _DEVICE, _QUEUE and _COMMAND_BUFFER
    "LS_VK_DRIVER_8/instances_begin_with_the_magic_value": configured(without_magic=[1]),
    "LS_VK_DRIVER_8/physical_devices_begin_with_the_magic_value": configured(without_magic=[2]),
    "LS_VK_DRIVER_8/devices_begin_with_the_magic_value": configured(without_magic=[3]),
    "LS_VK_DRIVER_8/queues_begin_with_the_magic_value": configured(without_magic=[4]),
    "LS_VK_DRIVER_8/command_buffers_begin_with_the_magic_value": configured(without_magic=[6]),
    "LS_VK_DRIVER_8/every_physical_device_begins_with_the_magic_value":
        configured(physical_devices=TWO_DEVICES, without_magic=[[2, 2]]),
    "LS_VK_DRIVER_8/queues_of_every_family_begin_with_the_magic_value":
        configured(physical_devices=[{"queue_families": [{"flags": 15, "count": 1}, {"flags": 4, "count": 2}]}],
                   without_magic=[[4, 2]]),
    "LS_VK_DRIVER_8/queues_of_the_second_query_begin_with_the_magic_value": configured(without_magic=[4]),
    "LS_VK_DRIVER_8/secondary_command_buffers_begin_with_the_magic_value": configured(without_magic=[[6, 1]]),
    # VK_OBJECT_TYPE_EXTERNAL_COMPUTE_QUEUE_NV
    "LS_VK_DRIVER_8/external_queues_begin_with_the_magic_value":
        configured(physical_devices=EXTERNAL_QUEUES, without_magic=[1000556000]),
    "LS_VK_DRIVER_9/creation_and_destruction_are_there_together":
        configured(own_surfaces=True, instance_extensions=XCB, hidden_functions=["vkDestroySurfaceKHR"]),
    "LS_VK_DRIVER_9/own_surfaces_are_taken_by_all_functions":
        configured(own_surfaces=True, instance_extensions=XCB,
                   hidden_functions=["vkGetPhysicalDeviceSurfaceFormatsKHR"]),
    "LS_VK_DRIVER_18/fences_and_events_have_their_states": configured(results={"vkGetEventStatus": 3}),
    "LS_VK_DRIVER_18/buffers_need_at_least_their_size": misbehave_as("round_sizes_down"),
    "LS_VK_DRIVER_18/sparse_formats_have_the_aspects_of_the_image": misbehave_as("no_sparse_aspects", sparse_formats=1),
    "LS_VK_DRIVER_18/swapchains_have_images_of_their_own":
        misbehave_as("acquire_one_image", instance_extensions=HEADLESS, physical_devices=PRESENTING),
    "LS_VK_DRIVER_18/newer_format_features_include_the_older": misbehave_as("no_newer_format_features"),
    "LS_VK_DRIVER_21/pool_is_destroyed_with_what_is_in_it": misbehave_as("keep_command_buffers"),
    "LS_VK_DRIVER_25/sparse_formats_fit_the_room": misbehave_as("write_past_room", sparse_formats=2),
    "LS_VK_DRIVER_18/memory_keeps_what_was_written": configured(results={"vkMapMemory": 0}),
    "LS_VK_DRIVER_18/queries_write_their_structures_alone": misbehave_as("clear_type"),
    "LS_VK_DRIVER_18/required_limits_and_formats_are_supported":
        configured(results={"vkGetPhysicalDeviceImageFormatProperties": -11}),
    "LS_VK_DRIVER_18/timeline_semaphores_have_their_values": configured(results={"vkSignalSemaphore": 0}),
    "LS_VK_DRIVER_22/functions_of_device_extensions_are_given":
        configured(instance_extensions=HEADLESS, physical_devices=PRESENTING,
                   hidden_device_functions=["vkAcquireNextImageKHR"]),
    "LS_VK_DRIVER_18/what_pools_give_is_distinct": configured(results={"vkAllocateDescriptorSets": 0}),
}

BROKEN_RUNTIMES = {
    "LS_XR_RUNTIME_22/answers_agree_with_each_other":
        configured(extensions=["XR_MND_headless"], results={"xrAttachSessionActionSets": 0}),
    "LS_XR_RUNTIME_1/exports_the_negotiation": configured("openxr_runtime_none"),
    "LS_XR_RUNTIME_14/an_instance_follows_another": misbehave_as("one_instance_for_ever"),
    "LS_XR_RUNTIME_14/an_instance_follows_a_refused_one": misbehave_as("no_instance_after_a_refusal"),
    "LS_XR_RUNTIME_14/an_instance_that_follows_another_works": misbehave_as("later_instances_do_not_work"),
    "LS_XR_RUNTIME_15/empty_name_is_invalid": configured(check_application=False),
    "LS_XR_RUNTIME_15/unsupported_version_is_told": configured(check_application=False),
    "LS_XR_RUNTIME_15/minor_version_that_does_not_exist": misbehave_as("accept_every_minor_version"),
    "LS_XR_RUNTIME_15/next_major_version": configured(check_application=False),
    "LS_XR_RUNTIME_15/largest_version": configured(check_application=False),
    "LS_XR_RUNTIME_14/instance_after_the_library_was_loaded_again": misbehave_as("one_load_for_ever"),
    "LS_XR_RUNTIME_22/calls_from_another_thread": misbehave_as("one_thread"),
    "LS_XR_RUNTIME_16/commands_ignore_unknown_structures": misbehave_as("refuse_unknown_structures"),
    "LS_XR_RUNTIME_16/unknown_structures_are_ignored": misbehave_as("refuse_chains"),
    "LS_XR_RUNTIME_19/answers_others_with_handle_invalid": misbehave_as("functions_without_instance"),
    "LS_XR_RUNTIME_19/gives_what_needs_no_instance": configured(hidden_functions=["xrCreateInstance"]),
    "LS_XR_RUNTIME_2/dll_exports_no_official_names": Variant(
        source=EXPORTED, compiler="x86_64-w64-mingw32-gcc"),
    "LS_XR_RUNTIME_20/functions_of_disabled_extensions_are_unsupported":
        configured(functions=["xrCreateHandTrackerEXT"]),
    "LS_XR_RUNTIME_22/queue_of_events_ends": configured(results={"xrPollEvent": 0}),
    "LS_XR_RUNTIME_22/properties_are_filled": configured(results={"xrGetInstanceProperties": 0}),
    "LS_XR_RUNTIME_22/structures_are_filled":
        configured(extensions=["XR_MND_headless"], results={"xrGetCurrentInteractionProfile": 0}),
    "LS_XR_RUNTIME_22/frames_keep_their_order":
        configured(extensions=["XR_MND_headless"], results={"xrEndFrame": 0}),
    "LS_XR_RUNTIME_20/gives_core_functions": configured(hidden_functions=["xrGetSystem"]),
    "LS_XR_RUNTIME_20/gives_core_functions_of_1_1":
        configured(negotiation={"api_version": "1.1.36"}, hidden_functions=["xrLocateSpaces"]),
    "LS_XR_RUNTIME_20/unknown_names_are_unsupported": misbehave_as("succeed_for_unknown_names"),
    "LS_XR_RUNTIME_21/arrays_obey_their_capacity": misbehave_as("write_beyond", extensions=["XR_MND_headless"]),
    "LS_XR_RUNTIME_21/arrays_of_one_function_obey_their_capacities": misbehave_as("fill_each_array", extensions=MASK),
    "LS_XR_RUNTIME_21/extensions_obey_their_capacity":
        misbehave_as("write_beyond", extensions=["XR_LS_a", "XR_LS_b"]),
    "LS_XR_RUNTIME_21/tells_how_many_extensions":
        configured(results={"xrEnumerateInstanceExtensionProperties": -1}),
    "LS_XR_RUNTIME_21/too_little_room_is_told": misbehave_as("overlook_capacity", extensions=["XR_LS_a", "XR_LS_b"]),
    "LS_XR_RUNTIME_22/application_comes_to_its_end": configured(faults={"xrCreateInstance": "crash"}),
    "LS_XR_RUNTIME_23/process_is_left_as_it_was": configured(faults={"xrCreateInstance": "change_folder"}),
    "LS_XR_RUNTIME_23/standard_output_is_the_applications": configured(faults={"xrCreateInstance": "print"}),
    "LS_XR_RUNTIME_25/interface_version_is_within_the_range": configured(negotiation={"interface_version": 9}),
    "LS_XR_RUNTIME_3/official_names_are_bound_within_the_library":
        Variant(source=INTERPOSABLE.format(function="xrEndFrame", caller="xrNegotiateLoaderRuntimeInterface")),
    "LS_XR_RUNTIME_4/refuses_wrong_structures": newest(configured(check_negotiation=False)),
    "LS_XR_RUNTIME_5/accepts_ranges_that_include_its_versions": misbehave_as("refuse_newer_interfaces"),
    "LS_XR_RUNTIME_5/refuses_versions_it_has_not": configured(check_negotiation=False),
    "LS_XR_RUNTIME_6/accepts_what_it_supports": configured(negotiation={"result": -6}),
    "LS_XR_RUNTIME_6/gives_its_query": configured(negotiation={"null_gipa": True}),
    "LS_XR_RUNTIME_6/versions_are_within_narrow_and_wide_ranges":
        newest(misbehave_as("answer_own_version", negotiation={"api_version": "1.1.36"})),
    "LS_XR_RUNTIME_6/versions_are_within_the_ranges": newest(configured(negotiation={"interface_version": 9})),
    "LS_XR_RUNTIME_8/file_name_ends_in_json": Variant(file="runtime.jsn"),
    "LS_XR_RUNTIME_8/format_is_one_of_the_document": Variant(format="9.0.0"),
    "LS_XR_RUNTIME_8/format_is_a_version": Variant(format="new"),
    "LS_XR_RUNTIME_8/has_the_required_members": Variant(manifest={"library_path": None}),
    "LS_XR_RUNTIME_8/is_json": Variant(text='{"runtime": {},}'),
    "LS_XR_RUNTIME_8/library_is_there": Variant(break_library="no library"),
    "LS_XR_RUNTIME_8/members_have_their_types": Variant(manifest={"functions": "none"}),
    "LS_XR_RUNTIME_9/library_has_the_usual_suffix": Variant(manifest={"library_path": "runtime.dylib"}),
}

BROKEN = {"driver": BROKEN_DRIVERS, "runtime": BROKEN_RUNTIMES}
# Further runtimes, each with the only cases that it fails.
ALONE = [
    (misbehave_as("functions_without_instance_beside_one"), {"LS_XR_RUNTIME_19/answers_others_with_handle_invalid"}),
    (misbehave_as("events_without_session", extensions=["XR_MND_headless"]), {"LS_XR_RUNTIME_22/structures_are_filled"}),
    (misbehave_as("fewer_functions_of_later_instances"), {"LS_XR_RUNTIME_20/gives_core_functions"}),
    (misbehave_as("refuse_unknown_structures_of_sessions", extensions=["XR_MND_headless"]),
     {"LS_XR_RUNTIME_16/commands_ignore_unknown_structures"}),
    *[(configured(results={command: 0}, extensions=["XR_MND_headless"]), {"LS_XR_RUNTIME_21/arrays_obey_their_capacity"})
      for command in ("xrLocateViews", "xrGetInputSourceLocalizedName")],
    (misbehave_as("one_handle_for_sessions", extensions=["XR_MND_headless"]),
     {"LS_XR_RUNTIME_22/answers_agree_with_each_other"}),
    (misbehave_as("later_instances_attach_again", extensions=["XR_MND_headless"]),
     {"LS_XR_RUNTIME_22/answers_agree_with_each_other"}),
    (misbehave_as("one_element_is_enough", extensions=["XR_LS_a", "XR_LS_b", "XR_LS_c"]),
     {"LS_XR_RUNTIME_21/arrays_obey_their_capacity", "LS_XR_RUNTIME_21/extensions_obey_their_capacity"}),
]

GOOD = {
    "driver": [
        Variant(manifest={"library_arch": "64"}),
        configured("vulkan_driver_v7", physical_devices=[]),
        configured("vulkan_driver_v1", **OLD),
        configured("vulkan_driver_v0", **OLD),
        configured(interface_version=4, **OLD),
        configured(own_surfaces=True, instance_extensions=XCB),
        configured(instance_extensions=XCB),
        configured(instance_extensions=HEADLESS, physical_devices=TWO_DEVICES, sparse_formats=2),
        configured(instance_extensions=HEADLESS, physical_devices=PRESENTING),
        configured(physical_devices=EXTERNAL_QUEUES),
        misbehave_as("physical_device_query_for_none"),
    ],
    "runtime": [
        Variant(format="1.0.0"),
        newest(Variant(format="1.0.0")),
        configured("openxr_runtime_renamed",
                   manifest={"functions": {"xrNegotiateLoaderRuntimeInterface": "lsNegotiate"}},
                   extensions=["XR_LS_a", "XR_LS_b"]),
        configured(negotiation={"api_version": "1.1.36"}, extensions=["XR_MND_headless"]),
        configured(extensions=MASK),
    ],
}

# Those of Windows alone: the DLL exports a function of the vendor, whose name is not official.
GOOD_ON_WINDOWS = {"driver": [], "runtime": [
    Variant(source=EXPORTED.replace("xrCreateInstance", "xrLoadstoneStart"), compiler="x86_64-w64-mingw32-gcc")]}
