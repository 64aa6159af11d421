// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_VULKAN_OVERRIDE_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_VULKAN_OVERRIDE_RULES_H_

#include <string>
#include <vector>

#include "oracle/answer.h"

namespace loadstone::fuzz::inside {

// What becomes of a machine with layers of known names when one more manifest lies among its
// implicit layers, for an application that asks for none.
struct OverrideAnswer {
  // The override layer applies.
  bool applies = false;
  // The layers, and those in the chain by their libraries.
  oracle::Answer seen;
  std::vector<std::string> files_read;

  bool operator==(const OverrideAnswer&) const = default;
};

// Lets the loader choose the layers on that machine.
OverrideAnswer ReadOverrideManifest(const std::string& text);

// A complaint about an answer: of an override layer that cannot apply, or of what the oracle has
// against it. Empty when there is none.
std::string CheckOverrideAnswer(const std::string& text, const OverrideAnswer& answer);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_VULKAN_OVERRIDE_RULES_H_
