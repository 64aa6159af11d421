// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_COMPONENT_START_H_
#define LOADSTONE_HARNESS_CASE_COMPONENT_START_H_

#include <string>

#include "harness/policy/kinds.h"
#include "harness/world/component_under_test.h"

namespace loadstone {

// The first argument of a probe that starts a component; the API and ComponentUnderTest::ToJson()
// follow.
inline constexpr char kStartProbeWord[] = "start-component";

// How the reason begins of a component that started and refuses the loader.
inline constexpr char kRefusesLoader[] = "negotiation answers ";

// Loads the library of a layer, driver or runtime and negotiates with it as the newest loader does.
// Why it did not start, in words: the linker refuses it, or it refuses the loader. Empty where it
// started; a library without negotiation has when it is loaded. A crash is the process's.
std::string WhyNotStarted(Api api, const ComponentUnderTest& component);

// What such a probe does, for an API by its name: tells WhyNotStarted on standard output. Where a
// runtime started, the last line is the version of OpenXR that it answered in that negotiation;
// it is empty if the runtime does not negotiate, or if the version is not one of OpenXR 1. Returns
// the status to end with, 0 where the component started.
int StartComponent(const std::string& api, const std::string& component_json);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_COMPONENT_START_H_
