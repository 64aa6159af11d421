// Cases that are not run on Windows although their policies hold there and its worlds could be
// made, with the reason.
#include "harness/case/exclusions.h"

namespace loadstone::suites::not_on_windows {
namespace {

constexpr char kLibraryOfLinux[] = "its library_path is written for Linux";

constexpr Exclusion kRows[] = {
    {"LLP_LOADER_1/*_library_*", kLibraryOfLinux},
    {"LS_VK_MANIFEST_7/*", kLibraryOfLinux},
    {"LS_VK_MANIFEST_8/*", kLibraryOfLinux},
    {"LS_VK_DRIVER_DISCOVERY_6/loaded_before_the_others", "one of its places is a folder of Linux"},
    {"LS_VK_DEBUG_3/layers_found_and_where", "the places of Windows are keys and not folders"},
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
