// SPDX-License-Identifier: Apache-2.0
// Faults that may make several cases fail, and that a maintainer would fix in one place. Reports
// group these cases; each case still counts on its own.
#include "harness/case/faults.h"

namespace loadstone::suites::faults {
namespace {

constexpr char kElevated[] =
    "an elevated application is treated like any other: it gets drivers, layers or settings from "
    "places that its user chose";
constexpr char kFull[] = "a text of 255 characters, which fills its array, is treated as too long";
constexpr char kUnknown[] =
    "functions that the loader does not know are not forwarded to layers and drivers";
constexpr char kUnknownEnds[] =
    "a call of a function that the loader does not know ends the process";
constexpr char kNoLibrary[] =
    "a library that cannot be loaded is treated as a lack of memory, and no instance is created";
constexpr char kPipe[] = "a pipe in place of a file is opened and blocks the loader";
constexpr char kNoJson[] = "a file that is not JSON ends the whole search with an error";
constexpr char kFilters[] =
    "VK_LOADER_LAYERS_DISABLE has precedence over everything that enables a layer by name or "
    "filter";
constexpr char kLongLists[] = "a filter variable is read only up to some element, not to its end";
constexpr char kFormats[] = "a text is used as the format of a message";
constexpr char kOldInstance[] =
    "devices are sorted and selected only in instances of Vulkan 1.1 or newer";
constexpr char kInterface[] =
    "functions of a driver's interface are looked up only among its exports";
constexpr char kFolders[] = "the layer folders are searched in another order";
constexpr char kNoSurface[] = "a surface that is VK_NULL_HANDLE is read in a query that allows it";
constexpr char kOverride[] =
    "the components of the override layer are placed above other implicit layers";
constexpr char kRepeatedNames[] =
    "a name of an API layer that is repeated is treated as a further layer, which is missing";
constexpr char kUnreadable[] = "a folder that cannot be read ends the search for API layers";
constexpr char kDoubles[] = "if a component is listed more than once, a later place counts";

constexpr CaseFault kRows[] = {
    {"elevated_paths", kElevated,
     "@(LDP_LOADER_13|LLP_LOADER_13|LS_VK_SETTINGS_2)/@(elevated|set_user_id|set_group_id)*"},
    {"elevated_paths", kElevated,
     "LS_XR_@(LAYER_DISCOVERY_@(4|5|7|9)|RUNTIME_DISCOVERY_@(5|10)|ACTIVATION_7)/"
     "@(elevated|set_user_id)*"},
    {"elevated_paths", kElevated, "*/same_name_*", "", "LLP_LOADER_13"},
    {"unreadable_folders", kUnreadable, "LS_XR_LAYER_MANIFEST_13/*cannot_be_read*"},
    {"full_texts", kFull,
     "@(LLP_LOADER_1|LS_VK_EXTENSION_2|LS_VK_MANIFEST_@(1|4)|LS_XR_LAYER_MANIFEST_14)/"
     "*_255_@(characters|letters|bytes)"},
    {"unknown_functions", kUnknown, "LS_VK_PROCADDR_@(1|2|3|5)/*"},
    {"unknown_functions", kUnknown, "LS_VK_ROBUSTNESS_1/*_query_of_unknown_function_*"},
    {"unknown_functions_end", kUnknownEnds, "LS_VK_PROCADDR_@(1|2)/*",
     "* during call of an unknown function"},
    {"no_library_no_memory", kNoLibrary, "@(LLP_LAYER_6|LS_VK_DISCOVERY_6|LS_VK_ROBUSTNESS_[12])/*",
     "", "*", "\"VK_ERROR_OUT_OF_HOST_MEMORY\""},
    {"pipes", kPipe, "*/*@(fifo|pipe)_without_a_writer*", "did not end*"},
    {"no_json", kNoJson,
     "LS_VK_@(DISCOVERY_6|ROBUSTNESS_2)/?(driver_)@(a_backslash_in_an_open_string|an_open_*|"
     "blank_file|byte_order_mark|comments|garbage|high_bytes|*null_byte*|plain_text|sparse_file_*|"
     "trailing_commas|truncated_*|utf_16|xml)"},
    {"disable_outweighs", kFilters, "LS_VK_FILTER_4/*"},
    {"disable_outweighs", kFilters, "*/activation_*", "", "LS_VK_FILTER_4"},
    {"long_lists", kLongLists, "LS_VK_FILTER_5/*_@(last|list)_of_*"},
    {"formats", kFormats, "LS_VK_ROBUSTNESS_1/*conversions_of_printf_in_*", "killed by *"},
    {"old_instances", kOldInstance, "LS_VK_DEVICEORDER_@(1|2)/*instance_of_1_0"},
    {"missing_surfaces", kNoSurface, "LS_VK_CHAIN_5/*_without_a_surface"},
    {"exported_interface", kInterface,
     "@(LS_VK_DRIVER_INTERFACE_4/driver_of_one_export|LS_VK_DRIVER_PROVIDED_4/"
     "interface_of_a_driver)"},
    {"override_order", kOverride, "LLP_LOADER_11/after_*"},
    {"override_order", kOverride, "*/override_*", "", "LLP_LOADER_11"},
    {"double_components", kDoubles, "LLP_LOADER_3/*meta_layer*"},
    {"repeated_names", kRepeatedNames, "LS_XR_ACTIVATION_9/*", "", "*",
     "*XR_ERROR_API_LAYER_NOT_PRESENT*"},
    {"folder_order", kFolders, "*", "", "LS_VK_DISCOVERY_5"},
};

const CaseFaults faults(kRows);

}  // namespace
}  // namespace loadstone::suites::faults
