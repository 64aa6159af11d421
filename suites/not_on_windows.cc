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
};

const Exclusions on_windows("windows", kRows);

}  // namespace
}  // namespace loadstone::suites::not_on_windows
