#ifndef LOADSTONE_HARNESS_SUITES_VULKAN_LAYER_TARGETS_H_
#define LOADSTONE_HARNESS_SUITES_VULKAN_LAYER_TARGETS_H_

#include "harness/suites/vulkan/layer_work.h"

// What LLP_LAYER_21 and LLP_LAYER_22 have in common.
namespace loadstone {

struct TargetRule {
  const char* command;    // that creates
  const char* pointer;    // of the mock layer's event: pInstance or pDevice
  const char* before;     // of the mock layer's event: what that pointed to at entry
  const char* misbehave;  // word of the mock layer that breaks the rule
};

// Registers the cases of one of the two policies: layers that leave the target alone, and one that
// writes to it before it calls down, in every place of a chain.
void RegisterTargetCases(policy::Id policy, const TargetRule& rule);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SUITES_VULKAN_LAYER_TARGETS_H_
