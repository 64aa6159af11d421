// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_VULKAN_OVERRIDE_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_VULKAN_OVERRIDE_RULES_H_

#include <string>
#include <vector>

#include "oracle/answer.h"

namespace loadstone::fuzz::inside {

// The state of a machine with layers of known names after one more manifest is added to its
// implicit layers, for an application that requests none.
struct OverrideAnswer {
  // The override layer applies.
  bool applies = false;
  // The enumerated layers, and the libraries of those in the chain.
  oracle::Answer seen;
  std::vector<std::string> files_read;

  bool operator==(const OverrideAnswer&) const = default;
};

// Makes the loader choose the layers on that machine.
OverrideAnswer ReadOverrideManifest(const std::string& text);

// A complaint about an answer: an override layer that cannot apply, or a fault that the oracle
// finds. Empty if there is none.
std::string CheckOverrideAnswer(const std::string& text, const OverrideAnswer& answer);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_VULKAN_OVERRIDE_RULES_H_
