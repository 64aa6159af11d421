// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_WORLD_OF_H_
#define LOADSTONE_HARNESS_CASE_WORLD_OF_H_

#include <optional>

#include "harness/case/case.h"
#include "harness/world/subject.h"
#include "harness/world/world.h"

namespace loadstone {

// The world that the case would run in, without running it; nothing where the case ends before it
// has one. Throws what the body of the case throws before it comes to its world.
std::optional<World> WorldOf(const CaseInfo& info, const Subject& subject);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_WORLD_OF_H_
