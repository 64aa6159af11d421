// SPDX-License-Identifier: Apache-2.0
// Cases whose processes run without a guarded heap, also with --guard, with the reason.
#include "harness/case/exclusions.h"

namespace loadstone::suites::not_guarded {
namespace {

constexpr Exclusion kRows[] = {
    {"LLP_LAYER_10/layer_that_passes_*_wrapped",
     "a mock layer passes its own objects to the loader, which cannot avoid reading them as "
     "objects of another type"},
};

const Exclusions guarded(kGuarded, kRows);

}  // namespace
}  // namespace loadstone::suites::not_guarded
