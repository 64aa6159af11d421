# SPDX-License-Identifier: Apache-2.0
"""OpenXR API layers to check, made from the mock layer: a bad one for each case of check-layer."""

from layer_variants import (XR_CHANGES, XR_COMMANDS, XR_EXTENSION, XR_NEEDED, XR_TAKEN_OUT, Variant, negotiation,
                            newest, vulkan)

# Members of the structures of negotiation of which a layer overlooks some wrong values.
NOT_COMPARED = ("other_type", "older_version", "smaller_size")

BROKEN_API_LAYERS = {
    "LS_XR_LAYER_1/exports_the_negotiation": Variant(library="openxr_layer_none"),
    "LS_XR_LAYER_10/calls_reach_the_runtime": vulkan(results={"xrDestroySession": 0}),
    "LS_XR_LAYER_10/most_commands_reach_the_runtime":
        vulkan(results={command: 0 for command in XR_COMMANDS if not command.startswith(XR_NEEDED)}),
    "LS_XR_LAYER_11/calls_that_it_adds_go_down": vulkan("calls_from_the_top"),
    "LS_XR_LAYER_11/calls_that_it_adds_in_frames_go_down":
        vulkan("calls_from_the_top_in_frames", intercept=["xrEndFrame"]),
    "LS_XR_LAYER_12/application_comes_to_its_end": vulkan(faults={"xrGetSystem": "crash"}),
    "LS_XR_LAYER_12/application_sees_the_same_in_every_place": vulkan("refuses_to_be_innermost"),
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
    "LS_XR_LAYER_12/create_info_of_the_application_is_unchanged": vulkan("writes_to_create_info"),
    "LS_XR_LAYER_12/refused_instance_is_not_left_in_the_runtime": vulkan("leaves_instance_behind"),
    "LS_XR_LAYER_12/each_of_two_sessions_has_its_own_state":
        vulkan("uses_the_first_session", intercept=["xrBeginSession"]),
    "LS_XR_LAYER_12/functions_of_extensions_return_the_same": vulkan(results={"xrGetDisplayRefreshRateFB": -2}),
    "LS_XR_LAYER_12/unknown_values_have_the_same_names":
        vulkan("renames_unknown_values", intercept=["xrResultToString"]),
    "LS_XR_LAYER_13/functions_of_extensions_make_no_invalid_calls":
        vulkan("leak_to_extensions", wrap=["XrSession"]),
    "LS_XR_LAYER_13/frames_with_layers_make_no_invalid_calls": vulkan("leak_in_frames", wrap=["XrSwapchain"]),
    "LS_XR_LAYER_13/makes_no_invalid_calls": vulkan("null_handle_below"),
    "LS_XR_LAYER_14/wrapped_handles_in_frames_are_unwrapped": vulkan("leak_in_frames", wrap=["XrSpace"]),
    "LS_XR_LAYER_14/wrapped_handles_are_unwrapped": vulkan("leak_wrapped", wrap=["XrSession"]),
    "LS_XR_LAYER_15/enumerates_itself_alone": vulkan("enumerate_another_layer", enumerate={}),
    "LS_XR_LAYER_15/api_version_is_that_of_the_manifest":
        Variant(manifest={"api_version": "1.1"}, config={"enumerate": {}}),
    "LS_XR_LAYER_15/version_is_that_of_the_manifest":
        Variant(manifest={"implementation_version": "7"}, config={"enumerate": {}}),
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
    "LS_XR_LAYER_17/explicit_layer_gives_nothing_without_an_instance":
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
    "LS_XR_LAYER_20/copy_has_the_other_members": vulkan("own_layer_info"),
    "LS_XR_LAYER_20/layer_info_of_the_caller_is_unchanged": vulkan("writes_to_layer_info"),
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
    "LS_XR_LAYER_4/accepts_an_offer_without_a_name": vulkan("needs_its_name"),
    "LS_XR_LAYER_4/accepts_ranges_that_include_its_versions": negotiation(refuse_newer_interfaces=True),
    "LS_XR_LAYER_4/accepts_what_it_supports": newest(negotiation(interface_version=2)),
    "LS_XR_LAYER_4/versions_are_within_narrow_and_wide_ranges": newest(negotiation(api_version="1.1.36")),
    "LS_XR_LAYER_5/gives_both_functions": negotiation(null_create=True),
    "LS_XR_LAYER_7/has_no_create_instance": vulkan("own_create_instance"),
    "LS_XR_LAYER_9/enumerations_obey_the_capacity":
        vulkan("overlook_capacity", enumerate={}, extensions=[{"name": "XR_LS_own"}, {"name": "XR_LS_other"}]),
    "LS_XR_LAYER_9/success_from_below_is_handed_on_as_it_is": vulkan("plain_success", intercept=["xrSyncActions"]),
    "LS_XR_LAYER_9/tells_of_what_failed_below": vulkan(results_after={"xrCreateSession": 0}),
}

# Further layers that the cases are seen failing on.
MORE_BROKEN_API_LAYERS = [
    ("LS_XR_LAYER_12/functions_of_extensions_return_the_same",
     vulkan(results={"xrPerfSettingsSetPerformanceLevelEXT": -2})),
    ("LS_XR_LAYER_12/functions_of_extensions_return_the_same", vulkan(results_after={"xrGetVisibilityMaskKHR": -2})),
    ("LS_XR_LAYER_12/unknown_values_have_the_same_names",
     vulkan("renames_unknown_values", intercept=["xrStructureTypeToString"])),
    ("LS_XR_LAYER_14/wrapped_handles_in_frames_are_unwrapped", vulkan("leak_in_frames", wrap=["XrSwapchain"])),
    ("LS_XR_LAYER_14/wrapped_handles_in_frames_are_unwrapped", vulkan("leak_wrapped", wrap=["XrSwapchain"])),
    ("LS_XR_LAYER_13/makes_no_invalid_calls", vulkan("leak_in_views", wrap=["XrSpace"])),
    ("LS_XR_LAYER_19/functions_it_does_not_know_come_from_below", vulkan("success_for_unknown_functions")),
    ("LS_XR_LAYER_20/copy_has_the_other_members", vulkan("drops_settings")),
    *[("LS_XR_LAYER_2/refuses_wrong_structures", newest(negotiation(accepts=what))) for what in NOT_COMPARED],
    *[("LS_XR_LAYER_26/names_a_variable_that_disables_it",
       Variant(folder="implicit.d", manifest={"disable_environment": name})) for name in ("", "NO_CHECKED=1")],
    ("LS_XR_LAYER_26/names_a_variable_that_disables_it",
     Variant(folder="elsewhere", manifest={"enable_environment": "CHECKED"})),
    ("LS_XR_LAYER_9/success_from_below_is_handed_on_as_it_is", vulkan("plain_success", intercept=["xrEndFrame"])),
    ("LS_XR_LAYER_12/application_sees_the_same_in_every_place", vulkan("refuses_to_be_outermost")),
    ("LS_XR_LAYER_12/application_sees_the_same", vulkan("plain_success", intercept=["xrBeginFrame"])),
    ("LS_XR_LAYER_12/application_sees_the_same", vulkan(results_after={"xrEnumerateViewConfigurationViews": 0})),
    ("LS_XR_LAYER_12/application_sees_the_same", vulkan(results_after={"xrLocateViews": 0})),
]
