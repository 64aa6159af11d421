// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan_layer/instance_extensions.h"

#include <dlfcn.h>
#include <vulkan/vk_layer.h>

#include <algorithm>
#include <cstring>

#include "suites/common/manifest_json.h"

namespace loadstone::suites {
namespace {

constexpr char kPassesOn[] = "passes on";

// The answers of the end of the chain; global because its functions have no user data.
struct Listed {
  std::string name;                     // of the layer
  std::vector<std::string> extensions;  // of its manifest
};
Listed listed;

VkResult Give(const std::vector<std::string>& names, uint32_t* count, VkExtensionProperties* list) {
  const auto all = static_cast<uint32_t>(names.size());
  if (list == nullptr) {
    *count = all;
    return VK_SUCCESS;
  }
  *count = std::min(*count, all);
  for (uint32_t i = 0; i < *count; ++i) {
    list[i] = {};
    strncpy(list[i].extensionName, names[i].c_str(), VK_MAX_EXTENSION_NAME_SIZE - 1);
    list[i].specVersion = 1;
  }
  return *count < all ? VK_INCOMPLETE : VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL AnswerAsLoader(const VkEnumerateInstanceExtensionPropertiesChain*,
                                              const char* layer_name, uint32_t* count,
                                              VkExtensionProperties* list) {
  if (layer_name == nullptr) return Give({kExtensionBelow}, count, list);
  return layer_name == listed.name ? Give(listed.extensions, count, list)
                                   : VK_ERROR_LAYER_NOT_PRESENT;
}

}  // namespace

PFN_vkVoidFunction PreInstanceFunction(const LayerUnderTest& layer, const std::string& function) {
  const std::string name = PreInstanceName(ManifestInProbe(), function);
  if (name.empty()) return nullptr;
  void* library = dlopen(layer.library.c_str(), RTLD_NOW | RTLD_NOLOAD);
  if (library == nullptr) return nullptr;
  void* found = dlsym(library, name.c_str());
  dlclose(library);
  return reinterpret_cast<PFN_vkVoidFunction>(found);
}

InstanceExtensionQuery::InstanceExtensionQuery(const LayerUnderTest& layer, const LsWitness& above,
                                               const LsWitness& below)
    : function_(OwnFunction(above, below, "vkEnumerateInstanceExtensionProperties")) {
  pre_instance_ =
      found() && function_ == PreInstanceFunction(layer, "vkEnumerateInstanceExtensionProperties");
  listed = {layer.name, NamesIn(ManifestInProbe(), "instance_extensions")};
}

VkResult InstanceExtensionQuery::operator()(const char* layer_name, uint32_t* count,
                                            VkExtensionProperties* list) const {
  if (!pre_instance_) {
    return As<PFN_vkEnumerateInstanceExtensionProperties>(function_)(layer_name, count, list);
  }
  const VkEnumerateInstanceExtensionPropertiesChain end = {
      .header = {.type = VK_CHAIN_TYPE_ENUMERATE_INSTANCE_EXTENSION_PROPERTIES,
                 .version = VK_CURRENT_CHAIN_VERSION,
                 .size = sizeof(end)},
      .pfnNextLayer = AnswerAsLoader,
      .pNextLink = nullptr};
  const auto intercept =
      As<VkResult(VKAPI_PTR*)(const VkEnumerateInstanceExtensionPropertiesChain*, const char*,
                              uint32_t*, VkExtensionProperties*)>(function_);
  return intercept(&end, layer_name, count, list);
}

DeviceExtensionQuery::DeviceExtensionQuery(const LsWitness& above, const LsWitness& below)
    : function_(As<PFN_vkEnumerateDeviceExtensionProperties>(
          OwnFunction(above, below, "vkEnumerateDeviceExtensionProperties"))) {
  const auto enumerate = As<PFN_vkEnumeratePhysicalDevices>(
      above.next_gipa(above.instance, "vkEnumeratePhysicalDevices"));
  uint32_t count = 1;
  if (enumerate != nullptr) enumerate(above.instance, &count, &device_);
}

void NotePassedOn() { Note(kPassesOn, kYes); }

SkipReason WhyPassedOn(const LayerComparison& runs) {
  return Answers(runs.with()).contains(kPassesOn)
             ? "the function is the one of pre_instance_functions, which passes on what it is asked"
             : "";
}

}  // namespace loadstone::suites
