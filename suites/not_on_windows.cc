// SPDX-License-Identifier: Apache-2.0
// Cases that do not run on Windows although their policies apply there and their worlds could be
// made, with the reason.
#include "harness/case/exclusions.h"

namespace loadstone::suites::not_on_windows {
namespace {

constexpr char kNoOrder[] = "the documents define no order for the keys of Windows";
constexpr char kHandles[] =
    "its application counts file descriptors, but Windows has handles instead";

constexpr char kProcess[] = "its application observes the process with Linux functions";

constexpr char kNoFolder[] =
    "its manifest is in a folder that is searched; on Windows a value names it (windows_*)";

constexpr char kNoBytes[] =
    "names of files and variables on Windows are no bytes, and cannot contain these characters";

constexpr char kSemicolon[] = "the semicolon separates the elements of a list on Windows";

constexpr char kLongPath[] = "a path on Windows has at most 260 characters without a prefix";

constexpr char kKeys[] = "Windows uses registry keys instead of folders";

constexpr char kOneFile[] =
    "files of which the names differ in the case of letters alone are one file on Windows";

constexpr Exclusion kRows[] = {
    // LS_VK_DISCOVERY_8.r3
    {"LLP_LOADER_2/add_implicit_layer_path_is_ignored_beside_*",
     "the documents give precedence to neither variable on Windows"},
    {"LLP_LAYER_6/suffix_*",
     "a registry value names one file, and the documents do not say that the file's suffix "
     "matters"},
    {"LLP_LAYER_20/*_folder_listed_twice", "Windows registry keys are not a list"},
    {"LS_VK_EXTENSION_[125]/implicit_layer_in_two_folders", kNoOrder},
    {"LS_VK_MANIFEST_17/later_layer_of_the_same_name", kNoOrder},
    {"LS_VK_MANIFEST_7/*_full_path_of_other_alphabets",
     "the mocks for Windows do not find their configuration at such a path"},
    {"LS_VK_MANIFEST_7/*_full_path_without_suffix", "Windows appends .dll to such a name"},
    {"LS_VK_MANIFEST_9/*_file_name_in_the_second_folder",
     "the loader may choose which variables Windows searches"},
    {"LDP_LOADER_2/two_manifests_with_a*",
     "a library has another path on Windows, and a link needs a privilege"},
    {"LS_VK_DRIVER_MANIFEST_1/full_path_with_dots", kNoFolder},
    {"LS_VK_DRIVER_MANIFEST_1/relative_path*", kNoFolder},
    {"LS_VK_DRIVER_MANIFEST_1/file_*", kNoFolder},
    {"LS_VK_DRIVER_MANIFEST_3/unusual_*", kNoFolder},
    {"LDP_DRIVER_4/files_of_other_*", kNoFolder},
    {"LLP_LOADER_2/*_names_folders_*_standard_ones", kKeys},
    {"LS_VK_DRIVER_DISCOVERY_6/files_in_folders_*_standard_ones", kKeys},
    {"LS_VK_OVERRIDE_2/override_paths_with_*_standard_folder", kKeys},
    {"LS_VK_DEBUG_3/layers_found_and_where", kKeys},
    {"LS_VK_ROBUSTNESS_1/control_characters_in_*", kNoBytes},
    {"LS_VK_ROBUSTNESS_1/bytes_that_are_no_text_in_*", kNoBytes},
    {"LS_VK_LAYER_3[01]/*", kProcess},
    {"LS_XR_LAYER_3[56]/*", kProcess},
    {"LS_VK_DRIVER_19/*", kProcess},
    {"LS_VK_DRIVER_20/*", kProcess},
    {"LS_XR_RUNTIME_23/*", kProcess},
    {"LS_VK_ROBUSTNESS_3/files_of_*", kHandles},
    {"LS_VK_ROBUSTNESS_3/process_after_*", kProcess},
    {"LS_XR_ROBUSTNESS_2/files_of_*", kHandles},
    {"LS_VK_ROBUSTNESS_6/*", "its drivers read the list of devices from a Linux path"},
    {"LS_VK_ROBUSTNESS_1/*_within_a_query_of_*",
     "its drivers read the list of extensions from a Linux path"},
    {"LS_VK_ROBUSTNESS_1/extensions_change_within_*",
     "its drivers read the list of extensions from a Linux path"},
    {"LS_VK_DEVICEFILTER_1/*_that_come_later",
     "its drivers read the list of devices from a Linux path"},
    {"LS_VK_OVERRIDE_1/*program_path_of_*", kLongPath},
    {"LS_XR_LAYER_MANIFEST_9/full_path_of_more_than_*", kLongPath},
    {"LS_XR_LAYER_MANIFEST_*/deep_*", kLongPath},
    {"LS_XR_RUNTIME_MANIFEST_4/full_path_of_more_than_*", kLongPath},
    {"LS_XR_RUNTIME_MANIFEST_*/deep_*", kLongPath},
    {"LS_XR_RUNTIME_DISCOVERY_10/path_of_more_than_*", kLongPath},
    {"LS_XR_LAYER_DISCOVERY_10/folder_of_more_than_*", kLongPath},
    {"LS_XR_LAYER_DISCOVERY_10/semicolon_*", kSemicolon},
    {"LS_XR_ACTIVATION_8/semicolon_*", kSemicolon},
    {"LS_XR_ACTIVATION_[68]/one_of_two_beside_a_name_in_other_letters", kOneFile},
    {"LS_XR_ACTIVATION_[68]/name_in_other_letters_*", kOneFile},
    {"LS_XR_ACTIVATION_[68]/both_with_a_name_in_other_letters_*", kOneFile},
    {"LS_XR_LOADER_9/extensions_*_in_other_letters*", kOneFile},
    {"LS_VK_DISCOVERY_19/names_that_differ_in_letter_case_*", kOneFile},
    {"LLP_LOADER_1/each_of_two_names_that_differ_in_letter_case", kOneFile},
    {"LS_XR_ACTIVATION_2/disable_variable_of_another_name",
     "the case of letters in variable names does not matter on Windows"},
    {"LS_XR_DEBUG_2/each_level_says_what_those_before_it_say",
     "its application starts other processes with Linux functions"},
    {"LS_XR_RUNTIME_MANIFEST_5/relative_path_through_a_link",
     "the active runtime on Windows is a registry value, which is not a link"},
};

const Exclusions on_windows("windows", kRows);

}  // namespace
}  // namespace loadstone::suites::not_on_windows
