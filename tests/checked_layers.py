# SPDX-License-Identifier: Apache-2.0
"""Layers to check, made from the mock layers: good ones, and a bad one for each case of check-layer."""

import dataclasses
import json
import re
import shutil
import subprocess

from conftest import BUILD, ROOT

MOCKS = BUILD / "lib" / "loadstone"
NAMES = {"vulkan": "VK_LAYER_LS_checked", "openxr": "XR_APILAYER_LS_checked"}
BELOW = "/opt/loadstone/libVK_LAYER_LS_below.so"
# A layer is judged by its api_version; the newest policy for layers holds since 1.4.326.
API_VERSIONS = {"vulkan": "1.4.330", "openxr": "1.0"}
FORMATS = {"vulkan": "1.2.0", "openxr": "1.0.0"}
GOOD_LIBRARY = {"vulkan": "vulkan_layer_introspective", "openxr": "openxr_layer"}
INTERCEPTED = ["vkEnumeratePhysicalDevices", "vkGetDeviceQueue", "vkDeviceWaitIdle",
               "vkQueueSubmit", "vkCreateBuffer"]
WRAPPED = ["VkInstance", "VkPhysicalDevice", "VkQueue"]
# The manifest entry for an extension that the layer provides itself.
INSTANCE_EXTENSION = {"instance_extensions": [{"name": "VK_LS_own", "spec_version": "1"}]}
OWN = [{"name": "VK_LS_own"}]
OTHER_VERSION = [{"name": "VK_LS_own", "spec_version": 99}]
PRE_INSTANCE = {"disable_environment": {"NO_CHECKED": "1"},
                "pre_instance_functions": {"vkEnumerateInstanceVersion": "lsPreEnumerateInstanceVersion"}}
DEVICE_EXTENSION = {"device_extensions": [
    {"name": "VK_LS_own", "spec_version": "1", "entrypoints": ["vkOwnLS"]}]}
XR_EXTENSION = {"instance_extensions": [{"name": "XR_LS_own", "extension_version": "1"}]}
XR_TAKEN_OUT = {"extensions": [{"name": "XR_LS_own"}], "takes_out_extensions": True}

# Libraries of interface version 0, without and with a function that this version does not require.
INTERFACE_0 = "".join(f"void {name}(void) {{}}\n" for name in (
    "VK_LAYER_LS_checkedGetInstanceProcAddr", "VK_LAYER_LS_checkedGetDeviceProcAddr",
    "vkEnumerateInstanceLayerProperties", "vkEnumerateInstanceExtensionProperties",
    "vkEnumerateDeviceLayerProperties", "vkEnumerateDeviceExtensionProperties", "vkobject", "ownFunction"))
MORE_THAN_INTERFACE_0 = INTERFACE_0 + "void vkQueueSubmit(void) {}\n"

# The commands that the application of the cases calls, and those without which it cannot call most of the others.
XR_LISTS = (ROOT / "suites" / "openxr_layer" / "application_commands.h").read_text(encoding="utf-8")
XR_COMMANDS = re.findall(r'"(xr\w+)"', XR_LISTS)
# Those that change something in the runtime.
XR_CHANGES = re.findall(r'"(xr\w+)"', XR_LISTS.split("kXrQueries")[0])
XR_NEEDED = ("xrCreate", "xrGetSystem", "xrStringToPath", "xrBeginSession", "xrWaitFrame")


@dataclasses.dataclass(frozen=True)
class Variant:
    """How a layer differs from the default one: members of its object in the manifest (None removes one), the
    configuration of its mock, the mock itself or C source instead of it, and the folder of the manifest."""
    manifest: dict = dataclasses.field(default_factory=dict)
    config: dict = dataclasses.field(default_factory=dict)
    library: str = ""
    folder: str = "explicit_layer.d"
    file: str = "layer.json"
    text: str = ""
    format: str = ""
    break_library: str = ""
    source: str = ""


def make_layer(root, api, variant=Variant(), mocks=MOCKS, suffix=".so", compiler="gcc"):
    """Installs a copy of the mock layer in `mocks` below `root`; returns the path of its manifest."""
    folder = root / variant.folder
    folder.mkdir(parents=True)
    library = root / f"liblayer{suffix}"
    shutil.copy(mocks / f"{variant.library or GOOD_LIBRARY[api]}{suffix}", library)
    config = {"name": NAMES[api], **variant.config}
    (root / f"{library.name}.config").write_text(json.dumps(config), encoding="utf-8")
    if variant.source:
        (root / "layer.c").write_text(variant.source, encoding="utf-8")
        subprocess.run([compiler, "-shared", "-fPIC", "-o", library, root / "layer.c"], check=True)
    if variant.break_library:
        library.write_text(variant.break_library, encoding="utf-8")
    layer = {"name": NAMES[api], "type": "GLOBAL", "library_path": f"../{library.name}",
             "api_version": API_VERSIONS[api], "implementation_version": "1",
             "description": "a layer to be checked", **variant.manifest}
    if api == "openxr":
        layer.pop("type", None)
    layer = {key: value for key, value in layer.items() if value is not None}
    manifest = folder / variant.file
    kind = {"vulkan": "layer", "openxr": "api_layer"}[api]
    manifest.write_text(variant.text or json.dumps(
        {"file_format_version": variant.format or FORMATS[api], kind: layer}),
        encoding="utf-8")
    return manifest


def vulkan(*words, **config):
    """A layer with some misbehavior listed in mock_layers/README.md."""
    return Variant(config={"misbehave": list(words), **config} if words else config)


def negotiation(**answer):
    return Variant(config={"negotiation": answer})


def newest(variant):
    """The same variant, for a version of OpenXR in which every policy holds."""
    return dataclasses.replace(variant, manifest={**variant.manifest, "api_version": "1.1.61"})


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
    "LS_VK_LAYER_17/introspection_gives_instance_extensions": Variant(manifest=INSTANCE_EXTENSION),
    "LS_VK_LAYER_17/introspection_gives_device_extensions": Variant(manifest=DEVICE_EXTENSION),
    "LS_VK_LAYER_17/device_extensions_have_the_versions_of_the_manifest":
        Variant(manifest=DEVICE_EXTENSION, config={"device_extensions": OTHER_VERSION}),
    "LS_VK_LAYER_17/instance_extensions_have_the_versions_of_the_manifest":
        Variant(manifest=INSTANCE_EXTENSION, config={"instance_extensions": OTHER_VERSION}),
    "LS_VK_LAYER_27/exports_its_functions": Variant(library="vulkan_layer_none"),
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
    "LS_VK_LAYER_29/asks_for_create_device_with_the_instance": vulkan("ask_without_instance"),
    "LS_VK_LAYER_30/standard_output_is_the_applications": vulkan(faults={"vkCreateBuffer": "print"}),
    "LS_VK_LAYER_31/process_is_left_as_it_was": vulkan(faults={"vkCreateInstance": "set_environment"}),
    "LS_VK_LAYER_32/declared_negotiation_is_exported":
        Variant(library="vulkan_layer_v1", manifest={"functions": {
            "vkNegotiateLoaderLayerInterfaceVersion": "lsNegotiate"}}),
    "LS_VK_LAYER_33/exports_no_other_functions_of_vulkan": Variant(source=MORE_THAN_INTERFACE_0),
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
    "LS_VK_LAYER_6/device_commands_add_no_instance_commands":
        vulkan("instance_call_in_device_call", intercept=["vkCreateBuffer"]),
    "LS_VK_LAYER_7/functions_it_does_not_know_come_from_below": vulkan("drop_unknown_functions"),
    "LS_VK_LAYER_8/physical_device_functions_alone": vulkan("physical_device_query_for_all"),
    "LS_VK_LAYER_9/physical_device_query_is_found_by_name": vulkan("hide_physical_device_query"),
    "LS_VK_PREINSTANCE_8/functions_call_the_next":
        Variant(library="vulkan_layer_pre_instance", folder="implicit_layer.d", manifest=PRE_INSTANCE,
                config={"pre_instance": {"answer_alone": True}}),
    "LS_XR_LAYER_1/exports_the_negotiation": Variant(library="openxr_layer_none"),
    "LS_XR_LAYER_10/calls_reach_the_runtime": vulkan(results={"xrDestroySession": 0}),
    "LS_XR_LAYER_10/most_commands_reach_the_runtime":
        vulkan(results={command: 0 for command in XR_COMMANDS if not command.startswith(XR_NEEDED)}),
    "LS_XR_LAYER_11/calls_that_it_adds_go_down": vulkan("calls_from_the_top"),
    "LS_XR_LAYER_12/application_comes_to_its_end": vulkan(faults={"xrGetSystem": "crash"}),
    "LS_XR_LAYER_12/application_sees_the_same": vulkan(results={"xrGetSystem": -2}),
    "LS_XR_LAYER_12/library_that_stays_loaded_serves_again": vulkan("one_instance_for_ever"),
    "LS_XR_LAYER_12/lost_instance_is_told": vulkan("hides_lost_instance"),
    "LS_XR_LAYER_12/naming_an_enabled_layer_has_no_effect":
        Variant(folder="implicit.d", manifest={"disable_environment": "NO_CHECKED"},
                config={"misbehave": ["refuses_own_name"]}),
    "LS_XR_LAYER_12/messenger_of_the_application_arrives": vulkan("drops_chains"),
    "LS_XR_LAYER_12/application_with_its_extensions_comes_to_its_end":
        Variant(manifest=XR_EXTENSION, config={**XR_TAKEN_OUT, "faults": {"own extension": "crash"}}),
    "LS_XR_LAYER_39/own_extensions_can_be_enabled":
        Variant(manifest=XR_EXTENSION, config={"enumerate": {}, "extensions": [{"name": "XR_LS_own"}]}),
    "LS_XR_LAYER_12/refused_instance_is_not_left_in_the_runtime": vulkan("leaves_instance_behind"),
    "LS_XR_LAYER_13/makes_no_invalid_calls": vulkan("null_handle_below"),
    "LS_XR_LAYER_14/wrapped_handles_are_unwrapped": vulkan("leak_wrapped", wrap=["XrSession"]),
    "LS_XR_LAYER_15/enumerates_itself_alone": vulkan("enumerate_another_layer", enumerate={}),
    "LS_XR_LAYER_16/own_name_gives_its_own_extensions":
        vulkan(enumerate={}, results={"xrEnumerateInstanceExtensionProperties": -2}),
    "LS_XR_LAYER_16/own_name_gives_what_the_manifest_lists":
        Variant(manifest=XR_EXTENSION, config={"enumerate": {}}),
    "LS_XR_LAYER_16/own_name_gives_each_extension_once":
        vulkan(enumerate={}, extensions=[{"name": "XR_LS_own"}, {"name": "XR_LS_own"}]),
    "LS_XR_LAYER_16/names_of_others_do_not_give_its_extensions":
        vulkan("own_extensions_for_every_name", enumerate={}, extensions=[{"name": "XR_LS_own"}]),
    "LS_XR_LAYER_17/explicit_layer_gives_nothing_without_a_name":
        vulkan(enumerate={"without_name": True}, extensions=[{"name": "XR_LS_own"}]),
    "LS_XR_LAYER_18/implicit_layer_adds_its_own_without_a_name":
        Variant(folder="implicit.d", manifest={"disable_environment": "NO_CHECKED"},
                config={"enumerate": {}, "extensions": [{"name": "XR_LS_own"}]}),
    "LS_XR_LAYER_18/implicit_layer_has_its_own_without_an_instance":
        Variant(folder="implicit.d", manifest={"disable_environment": "NO_CHECKED", **XR_EXTENSION},
                config={"enumerate": {}, "extensions": [{"name": "XR_LS_own"}]}),
    "LS_XR_LAYER_19/functions_it_does_not_know_come_from_below": vulkan("drop_unknown_functions"),
    "LS_XR_LAYER_2/refuses_wrong_structures": newest(negotiation(accept_anything=True)),
    "LS_XR_LAYER_20/moves_next_info_on": vulkan("no_advance"),
    "LS_XR_LAYER_21/returns_the_result_of_the_next":
        newest(vulkan("changes_result")),
    "LS_XR_LAYER_22/ignores_loader_instance": vulkan("uses_loader_instance"),
    "LS_XR_LAYER_24/name_follows_the_scheme":
        Variant(manifest={"name": "XR_APILAYER_lower"}, config={"name": "XR_APILAYER_lower"}),
    "LS_XR_LAYER_25/is_json": Variant(text='{"api_layer": {},}'),
    "LS_XR_LAYER_25/file_name_ends_in_json": Variant(file="layer.jsn"),
    "LS_XR_LAYER_25/has_the_required_members": Variant(manifest={"description": None}),
    "LS_XR_LAYER_25/format_is_one_of_the_document": Variant(format="9.0.0"),
    "LS_XR_LAYER_25/api_version_is_a_version": Variant(manifest={"api_version": "1"}),
    "LS_XR_LAYER_25/extensions_have_their_members":
        Variant(manifest={"instance_extensions": [{"name": "XR_LS_own", "spec_version": "1"}]}),
    "LS_XR_LAYER_25/library_is_there": Variant(break_library="no library"),
    "LS_XR_LAYER_25/members_have_their_types": Variant(manifest={"functions": "none"}),
    "LS_XR_LAYER_26/names_a_variable_that_disables_it": Variant(folder="implicit.d"),
    "LS_XR_LAYER_27/manifest_lists_its_extensions":
        vulkan(enumerate={}, extensions=[{"name": "XR_LS_unlisted"}]),
    "LS_XR_LAYER_27/manifest_has_the_versions_of_its_extensions":
        Variant(manifest=XR_EXTENSION, config={"enumerate": {}, "extensions": [{"name": "XR_LS_own", "version": 99}]}),
    "LS_XR_LAYER_3/refuses_versions_it_has_not": negotiation(accept_anything=True),
    "LS_XR_LAYER_30/library_has_the_usual_suffix":
        Variant(manifest={"library_path": "layer.dylib"}),
    "LS_XR_LAYER_32/copy_of_a_messenger_is_no_error": vulkan("refuses_two_messengers"),
    "LS_XR_LAYER_32/first_of_two_messengers_alone":
        vulkan("tells_every_messenger", messages=True),
    "LS_XR_LAYER_33/interface_version_is_within_the_range": negotiation(interface_version=2),
    "LS_XR_LAYER_34/returns_the_result_of_the_next": vulkan("changes_result"),
    "LS_XR_LAYER_35/standard_output_is_the_applications": vulkan(faults={"xrGetSystem": "print"}),
    "LS_XR_LAYER_36/process_is_left_as_it_was": vulkan(faults={"xrGetSystem": "set_environment"}),
    "LS_XR_LAYER_37/most_intercepted_commands_call_down":
        vulkan(results={command: 0 for command in XR_CHANGES if not command.startswith(XR_NEEDED)}),
    "LS_XR_LAYER_4/accepts_ranges_that_include_its_versions": negotiation(refuse_newer_interfaces=True),
    "LS_XR_LAYER_4/accepts_what_it_supports": newest(negotiation(interface_version=2)),
    "LS_XR_LAYER_5/gives_both_functions": negotiation(null_create=True),
    "LS_XR_LAYER_7/has_no_create_instance": vulkan("own_create_instance"),
    "LS_XR_LAYER_9/enumerations_obey_the_capacity":
        vulkan("overlook_capacity", enumerate={}, extensions=[{"name": "XR_LS_own"}, {"name": "XR_LS_other"}]),
    "LS_XR_LAYER_9/success_from_below_is_handed_on_as_it_is": vulkan("plain_success", intercept=["xrSyncActions"]),
    "LS_XR_LAYER_9/tells_of_what_failed_below": vulkan(results_after={"xrCreateSession": 0}),
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
    ("LS_XR_LAYER_9/success_from_below_is_handed_on_as_it_is", vulkan("plain_success", intercept=["xrEndFrame"])),
    ("LS_XR_LAYER_12/application_sees_the_same", vulkan("plain_success", intercept=["xrBeginFrame"])),
    ("LS_XR_LAYER_12/application_sees_the_same", vulkan(results_after={"xrEnumerateViewConfigurationViews": 0})),
    ("LS_XR_LAYER_12/application_sees_the_same", vulkan(results_after={"xrLocateViews": 0})),
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
    ],
    "openxr": [
        Variant(),
        newest(Variant()),
        Variant(config={"enumerate": {}, **XR_TAKEN_OUT, "wrap": ["XrInstance", "XrSession"], "messages": True},
                manifest=XR_EXTENSION),
        Variant(folder="implicit.d", manifest={"disable_environment": "NO_CHECKED", **XR_EXTENSION},
                config={"enumerate": {"without_name": True}, **XR_TAKEN_OUT}),
    ],
}


def layer_checker(tool, folder, **options):
    """A function that runs check-layer on a manifest, with further words, and returns the JSON report, which it writes
    into `folder`, and the process."""
    def run(manifest, *words):
        path = folder / "report.json"
        result = tool("check-layer", manifest, "--json", path, *words, **options)
        assert result.returncode in (0, 1, 3), result.stderr
        return json.loads(path.read_text(encoding="utf-8")), result
    return run
