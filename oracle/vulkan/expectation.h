// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_EXPECTATION_H_
#define LOADSTONE_ORACLE_VULKAN_EXPECTATION_H_

#include <map>
#include <string>
#include <vector>

#include "oracle/vulkan/model.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::vulkan {

// The section of the chain in which the documents place a layer; kAnywhere if they leave it open.
enum class Section { kImplicit, kOverride, kEnvironment, kApplication, kAnywhere };

// The expectation of the layers with one name.
struct Expected {
  Tristate enumerated = Tristate::kMaybe;
  Tristate active = Tristate::kMaybe;  // in the chain of an instance that was created
  // The policies that a loader violates if it differs.
  std::string enumerated_policy = policy::LLP_LOADER_1.text;
  std::string active_policy = policy::LLP_LOADER_1.text;
  std::string why;  // in a few words, the same for the same reason
  Section section = Section::kAnywhere;
  size_t position = 0;  // among the layers of VK_INSTANCE_LAYERS, counted from 1; 0: unspecified
  // Whether no other layer of this name may be used, and the policy for a loader that uses one.
  bool exclusive = false;
  std::string exclusive_policy = policy::LS_VK_DISCOVERY_5.text;
  // The layers of that name that may be used; several if any of them may.
  std::vector<const ModelLayer*> used;
};

// The expectation for a machine, derived from the documents.
struct Expectation {
  // It is unknown which layers exist: only how the subject ends is judged.
  bool layers_unknown = false;
  std::map<std::string, Expected> layers;  // by name, if in an unambiguous manifest
  // What vkCreateInstance must return; kMaybe: anything.
  Tristate created = Tristate::kMaybe;
  // Whether a driver is available; without one the result is known only if `incompatible` is set.
  Tristate driver = Tristate::kYes;
  bool unknown_layer = false;  // the application requests one: there must be no instance
  bool incompatible = false;   // VK_ERROR_INCOMPATIBLE_DRIVER is the only valid result
  std::string driver_policy = policy::LDP_LOADER_1.text;
  std::string created_policy = policy::LLP_LOADER_1.text;
  // The policy for a loader that reports an existing layer as missing.
  std::string layers_policy = policy::LLP_LOADER_1.text;
};

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_EXPECTATION_H_
