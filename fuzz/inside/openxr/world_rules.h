// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_OPENXR_WORLD_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_OPENXR_WORLD_RULES_H_

#include <string>

#include "fuzz/inside/support/layer_rules.h"
#include "reference_loader/openxr/openxr_headers.h"

namespace loadstone::fuzz::inside {

// The kind of libraries that are runtimes; others are API layers.
inline constexpr char kRuntimeKind[] = "runtime";

// What an application got from an OpenXR loader in a world, and what the mocks recorded.
struct OpenxrAnswer : WorldAnswer {
  // The number of the runtime's instances while the application had one.
  int runtime_instances = 0;
  XrResult destroyed = XR_SUCCESS;

  bool operator==(const OpenxrAnswer&) const = default;
};

// A complaint about an answer that no loader may give in that world; empty if there is none.
std::string CheckOpenxrAnswer(const World& world, const OpenxrAnswer& answer);

// Runs the world: enumerates, creates an instance with mock components, and destroys it.
OpenxrAnswer RunOpenxrWorld(const World& world);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_OPENXR_WORLD_RULES_H_
