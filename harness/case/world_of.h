// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_WORLD_OF_H_
#define LOADSTONE_HARNESS_CASE_WORLD_OF_H_

#include <optional>

#include "harness/case/case.h"
#include "harness/world/subject.h"
#include "harness/world/world.h"

namespace loadstone {

// Returns the world in which the case would run, without running it; std::nullopt if the case ends
// before it runs one. Throws what the body of the case throws before that.
std::optional<World> WorldOf(const CaseInfo& info, const Subject& subject);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_WORLD_OF_H_
