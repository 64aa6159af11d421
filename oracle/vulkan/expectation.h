// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_EXPECTATION_H_
#define LOADSTONE_ORACLE_VULKAN_EXPECTATION_H_

#include <map>
#include <string>
#include <vector>

#include "oracle/vulkan/model.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::vulkan {

// Where in the chain the documents put a layer; kAnywhere where they leave it open.
enum class Section { kImplicit, kOverride, kEnvironment, kApplication, kAnywhere };

// What is expected of the layers with one name.
struct Expected {
  Tristate enumerated = Tristate::kMaybe;
  Tristate active = Tristate::kMaybe;  // in the chain of an instance that was created
  // The policies that a loader breaks which does otherwise.
  std::string enumerated_policy = policy::LLP_LOADER_1.text;
  std::string active_policy = policy::LLP_LOADER_1.text;
  std::string why;  // in a few words, the same for the same reason
  Section section = Section::kAnywhere;
  size_t position = 0;  // among those of VK_INSTANCE_LAYERS, counted from 1; 0: open
  // No other layer of this name may be used; the policy of a loader that does.
  bool exclusive = false;
  std::string exclusive_policy = policy::LS_VK_DISCOVERY_5.text;
  // The layers of that name that may be used; several where any of them may.
  std::vector<const ModelLayer*> used;
};

// What the documents make of a machine.
struct Expectation {
  // Nothing is known of which layers are there: only how the subject ends is judged.
  bool layers_unknown = false;
  std::map<std::string, Expected> layers;  // by name, without those in ambiguous manifests alone
  // What vkCreateInstance has to return; kMaybe: anything.
  Tristate created = Tristate::kMaybe;
  // Whether there is a driver for it; without one nothing else is known of what it returns, but
  // where `incompatible` says so.
  Tristate driver = Tristate::kYes;
  bool unknown_layer = false;  // the application asks for one, so that there is no instance
  bool incompatible = false;   // VK_ERROR_INCOMPATIBLE_DRIVER is all that it may return
  std::string driver_policy = policy::LDP_LOADER_1.text;
  std::string created_policy = policy::LLP_LOADER_1.text;
  // Of a loader that misses a layer which is there.
  std::string layers_policy = policy::LLP_LOADER_1.text;
};

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_EXPECTATION_H_
