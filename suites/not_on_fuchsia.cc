// SPDX-License-Identifier: Apache-2.0
// Cases that do not run with the rules of Fuchsia although their policies apply there, with the
// reason.
#include "harness/case/exclusions.h"

namespace loadstone::suites::not_on_fuchsia {
namespace {

// LS_VK_DISCOVERY_1.r3, LS_VK_DISCOVERY_3.r3, LS_VK_DISCOVERY_15.r1
constexpr char kNoFallback[] =
    "the document names XDG_HOME_DIRS, so a folder below HOME need not be used in place of a "
    "variable";

constexpr Exclusion kRows[] = {
    {"LLP_LOADER_13/plain_home_*", kNoFallback},
    {"LS_VK_DISCOVERY_[13]/*_variable_not_set*", kNoFallback},
    {"LS_VK_DISCOVERY_[24]/*_beside_the_folders_of_the_user", kNoFallback},
    {"LS_VK_DISCOVERY_5/*_home_config_before_*", kNoFallback},
};

const Exclusions on_fuchsia("fuchsia", kRows);

}  // namespace
}  // namespace loadstone::suites::not_on_fuchsia
