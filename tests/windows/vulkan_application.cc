// SPDX-License-Identifier: Apache-2.0
// An application that prints what vulkan-1.dll beside it returns.
// Usage: vulkan_application.exe [LAYER...]    with these layers enabled

#include <windows.h>

#include <string>
#include <vector>

#include "reference_loader/vulkan/test_driver.h"
#include "tests/windows/trace.h"

namespace {

using loadstone::Trace;

PFN_vkGetInstanceProcAddr lookup = nullptr;

template <typename Function>
Function Get(VkInstance instance, const char* name) {
  return reinterpret_cast<Function>(lookup(instance, name));
}

void ShowLayers() {
  const auto enumerate = Get<PFN_vkEnumerateInstanceLayerProperties>(
      VK_NULL_HANDLE, "vkEnumerateInstanceLayerProperties");
  uint32_t count = 0;
  enumerate(&count, nullptr);
  std::vector<VkLayerProperties> layers(count);
  enumerate(&count, layers.data());
  for (const VkLayerProperties& layer : layers) Trace(std::string("layer ") + layer.layerName);
}

// The function that no loader knows must receive its arguments unchanged, and the driver's handle.
void ShowDevices(VkInstance instance) {
  uint32_t count = 0;
  const auto enumerate =
      Get<PFN_vkEnumeratePhysicalDevices>(instance, "vkEnumeratePhysicalDevices");
  enumerate(instance, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  enumerate(instance, &count, devices.data());
  const auto get =
      Get<PFN_vkGetPhysicalDeviceProperties>(instance, "vkGetPhysicalDeviceProperties");
  const auto test = Get<reference_loader::vulkan::PFN_vkTestPhysical>(instance, "vkTestPhysical");
  for (VkPhysicalDevice device : devices) {
    VkPhysicalDeviceProperties properties;
    get(device, &properties);
    Trace("device of vendor " + std::to_string(properties.vendorID));
    if (test != nullptr) Trace("sum " + std::to_string(test(device, 2, 0.5)));
  }
}

void ShowInstance(const std::vector<const char*>& layers) {
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.enabledLayerCount = static_cast<uint32_t>(layers.size());
  info.ppEnabledLayerNames = layers.data();
  VkInstance instance = VK_NULL_HANDLE;
  const VkResult result =
      Get<PFN_vkCreateInstance>(VK_NULL_HANDLE, "vkCreateInstance")(&info, nullptr, &instance);
  Trace("result " + std::to_string(result));
  if (result != VK_SUCCESS) return;
  ShowDevices(instance);
  Get<PFN_vkDestroyInstance>(instance, "vkDestroyInstance")(instance, nullptr);
}

}  // namespace

int main(int count, char** arguments) {
  const HMODULE loader = LoadLibraryA("vulkan-1.dll");
  if (loader == nullptr) {
    Trace("no loader: error " + std::to_string(GetLastError()));
    return 1;
  }
  lookup = reinterpret_cast<PFN_vkGetInstanceProcAddr>(
      reinterpret_cast<void*>(GetProcAddress(loader, "vkGetInstanceProcAddr")));
  ShowLayers();
  Trace("enumerated");
  ShowInstance(std::vector<const char*>(arguments + 1, arguments + count));
  return 0;
}
