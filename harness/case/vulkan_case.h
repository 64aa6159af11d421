// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_VULKAN_CASE_H_
#define LOADSTONE_HARNESS_CASE_VULKAN_CASE_H_

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/case/expect.h"
#include "harness/probe/vulkan_app.h"
#include "harness/world/vulkan_world.h"

// A case of the Vulkan suites: world, app and expectations in one function, registered under
// <owner>/<name>. The owner and whatever policies follow the name are those it cites; it is skipped
// where one of them does not hold for the subject.
//
//   VULKAN_CASE(LLP_LOADER_3, application_names_a_layer_twice) {
//     const Observation seen = Observe(c, VulkanWorld(c.subject()).With(Layer("VK_LAYER_LS_a")),
//                                      [](VulkanApp& app) { ... });
//     EXPECT_SEEN(InstanceChain(seen), ElementsAre("VK_LAYER_LS_a")) << "one line of why";
//   }
#define VULKAN_CASE(owner, name, ...)                                                 \
  LOADSTONE_CASE(::loadstone::Api::kVulkan, ::loadstone::SubjectKind::kLoader, owner, \
                 name __VA_OPT__(, ) __VA_ARGS__)

namespace loadstone {

// Runs `app` in `world` (see Case::Run).
Observation Observe(Case& c, const VulkanWorld& world, const std::function<void(VulkanApp&)>& app);

// What follows reads an observation in the terms of the documents.

// The mock layers in the order in which their vkCreateInstance was entered: the instance call
// chain, the one nearest to the application first.
std::vector<std::string> InstanceChain(const Observation& seen);
// Likewise for vkCreateDevice.
std::vector<std::string> DeviceChain(const Observation& seen);
// The mock drivers whose vkCreateInstance was entered.
std::vector<std::string> DriversReached(const Observation& seen);
// Everybody of whom something was asked other than being loaded, negotiated with, queried for
// functions and unloaded, each once.
std::vector<std::string> Called(const Observation& seen);
// The names that vkEnumerateInstanceLayerProperties gave the application, in order.
std::vector<std::string> EnumeratedLayers(const Observation& seen);
// What the application got from its first call of `command`; a call that never came back gives
// "no answer".
std::string ResultOf(const Observation& seen, const std::string& command);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_VULKAN_CASE_H_
