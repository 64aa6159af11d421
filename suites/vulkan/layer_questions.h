// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_LAYER_QUESTIONS_H_
#define LOADSTONE_SUITES_VULKAN_LAYER_QUESTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "suites/suites.h"

// An application's queries to a loader about one layer or one function, and the answers.
namespace loadstone::suites {

// The list of extensions in a manifest, or in the configuration of a mock, which has numbers as
// versions: an array of {"name": ..., "spec_version": ...}, made from texts such as "VK_LS_a 3".
std::string ManifestExtensions(const std::vector<std::string>& extensions);
std::string MockExtensions(const std::vector<std::string>& extensions);

// Calls vkEnumerateInstanceExtensionProperties for a layer, or without one.
void AskInstanceExtensions(VulkanApp& app, const char* layer);
// Calls vkEnumerateDeviceExtensionProperties for the first physical device of the current instance.
void AskDeviceExtensions(VulkanApp& app, const char* layer);

// The first answer for `layer` (empty: without a layer) as texts such as "VK_LS_a 3", in their
// order; {"VkResult -6"} for an error, or {"no answer"} if there was none.
std::vector<std::string> InstanceExtensionsOf(const Observation& seen, const std::string& layer);
std::vector<std::string> DeviceExtensionsOf(const Observation& seen, const std::string& layer);

// Queries vkGetInstanceProcAddr with the current instance or without one, or vkGetDeviceProcAddr.
enum class Through { kNoInstance, kInstance, kDevice };
void AskFunction(VulkanApp& app, Through through, const std::string& name);
// The names for which AskFunction got a function, once for each query.
std::vector<std::string> FunctionsFound(const Observation& seen);

// Looks a function up with vkGetInstanceProcAddr, or for a device with vkGetDeviceProcAddr as well,
// and calls it with the signature of the mocks' unknown functions: uint32_t (handle, uint32_t
// value).
void CallUnknown(VulkanApp& app, Through through, void* handle, const std::string& name,
                 uint32_t value);
// Calls `function`, which may be null, in the same way.
void CallUnknown(PFN_vkVoidFunction function, void* handle, const std::string& name,
                 uint32_t value);
// The result of the n-th call of CallUnknown; nothing if there was no such function or call.
std::optional<int64_t> UnknownAnswer(const Observation& seen, size_t n = 0);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_LAYER_QUESTIONS_H_
