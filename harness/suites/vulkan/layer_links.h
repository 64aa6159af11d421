#ifndef LOADSTONE_HARNESS_SUITES_VULKAN_LAYER_LINKS_H_
#define LOADSTONE_HARNESS_SUITES_VULKAN_LAYER_LINKS_H_

#include <vector>

#include "harness/suites/vulkan/layer_work.h"

// What LLP_LAYER_12 and LLP_LAYER_13 have in common.
namespace loadstone {

struct LinkRule {
  const char* command;      // that creates
  const char* next_create;  // of the mock layer's event: the next such command was found
  const char* misbehave;    // word of the mock layer that breaks the rule
};

// Registers the cases of one of the two policies: the links of layers of every origin, and layers
// that leave their link where it is, in every place of a chain.
void RegisterLinkCases(const std::vector<policy::Id>& policies, const LinkRule& rule);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SUITES_VULKAN_LAYER_LINKS_H_
