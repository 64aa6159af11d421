// SPDX-License-Identifier: Apache-2.0
// Cases that are not run on Windows although their policies hold there and its worlds could be
// made, with the reason.
#include "harness/case/exclusions.h"

namespace loadstone::suites::not_on_windows {
namespace {

constexpr char kNoOrder[] = "the documents give the keys of Windows no order";
constexpr char kHandles[] =
    "its application counts descriptors, and Windows has handles in their place";

constexpr Exclusion kRows[] = {
    // LS_VK_DISCOVERY_8.r3
    {"LLP_LOADER_2/add_implicit_layer_path_is_ignored_beside_the_replacing_one",
     "the documents give precedence to neither variable on Windows"},
    {"LLP_LAYER_6/suffix_*",
     "a value names one file, and the documents do not say that its suffix counts"},
    {"LLP_LAYER_20/*_folder_listed_twice", "keys of Windows are no list"},
    {"LS_VK_EXTENSION_[125]/implicit_layer_in_two_folders", kNoOrder},
    {"LS_VK_MANIFEST_17/later_layer_of_the_same_name", kNoOrder},
    {"LS_VK_MANIFEST_7/*_full_path_of_other_alphabets",
     "the mocks for Windows do not find their configuration at such a path"},
    {"LS_VK_MANIFEST_7/*_full_path_without_suffix", "Windows completes such a name by .dll"},
    {"LS_VK_MANIFEST_9/*_file_name_in_the_second_folder",
     "which variables a loader lets Windows search is its own choice"},
    {"LS_VK_DEBUG_3/layers_found_and_where", "the places of Windows are keys and not folders"},
    {"LS_VK_ROBUSTNESS_3/files_of_*", kHandles},
    {"LS_XR_ROBUSTNESS_2/files_of_*", kHandles},
    {"LS_VK_ROBUSTNESS_6/*", "its drivers read which devices there are from a path of Linux"},
    {"LS_VK_DEVICEFILTER_1/*_that_come_later",
     "its drivers read which devices there are from a path of Linux"},
    {"LS_XR_ACTIVATION_2/disable_variable_of_another_name",
     "variables of Windows are the same whatever the case of their letters"},
    {"LS_XR_DEBUG_2/each_level_says_what_those_before_it_say",
     "its application starts others in the manner of Linux"},
    {"LS_XR_RUNTIME_MANIFEST_5/relative_path_through_a_link",
     "the active runtime of Windows is a value, which is no link"},
};

const Exclusions on_windows("windows", kRows);

}  // namespace
}  // namespace loadstone::suites::not_on_windows
