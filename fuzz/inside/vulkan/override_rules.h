#ifndef LOADSTONE_FUZZ_INSIDE_VULKAN_OVERRIDE_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_VULKAN_OVERRIDE_RULES_H_

#include <string>
#include <vector>

#include "fuzz/inside/support/json_tree.h"

namespace loadstone::fuzzing {

// What becomes of a machine with layers of known names when one more manifest lies among its
// implicit layers.
struct OverrideAnswer {
  // The override layer applies.
  bool applies = false;
  // Names and manifests of the layers in the chain, of an application that asks for none.
  std::vector<std::string> chain;
  std::vector<std::string> manifests;
  std::vector<std::string> files_read;

  bool operator==(const OverrideAnswer&) const = default;
};

// Lets the loader choose the layers on that machine.
OverrideAnswer ReadOverrideManifest(const std::string& text);

// A complaint about an answer that no loader may give; empty when there is none
// (LoaderLayerInterface, Override Meta-Layer).
std::string CheckOverrideAnswer(const std::string& text, const OverrideAnswer& answer);

}  // namespace loadstone::fuzzing

#endif  // LOADSTONE_FUZZ_INSIDE_VULKAN_OVERRIDE_RULES_H_
