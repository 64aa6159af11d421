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

// Defines a case of the Vulkan suites: world, app and expectations in one function, registered
// under <owner>/<name>. The case cites the owner and the policies after the name; it is skipped if
// one of them does not apply to the subject.
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

// The functions below interpret an observation in the terms of the documents.

// Returns the mock layers in the order in which their vkCreateInstance was entered: the instance
// call chain, beginning with the layer nearest to the application.
std::vector<std::string> InstanceChain(const Observation& seen);
// Returns the device call chain likewise, by vkCreateDevice.
std::vector<std::string> DeviceChain(const Observation& seen);
// Returns the mock drivers whose vkCreateInstance was entered.
std::vector<std::string> DriversReached(const Observation& seen);
// Returns the mocks that were called other than for loading, negotiation, function queries and
// unloading, without duplicates.
std::vector<std::string> Called(const Observation& seen);
// Returns the names that vkEnumerateInstanceLayerProperties returned to the application, in order.
std::vector<std::string> EnumeratedLayers(const Observation& seen);
// Returns the result of the application's first call of `command`; "no answer" if the call did not
// return.
std::string ResultOf(const Observation& seen, const std::string& command);
// The results of all such calls that returned and whose result the application recorded, in order.
std::vector<std::string> ResultsOf(const Observation& seen, const std::string& command);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_VULKAN_CASE_H_
