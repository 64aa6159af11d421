// SPDX-License-Identifier: Apache-2.0
// Runs the application of a world against the functions that the loader exports.

#include <cstring>
#include <memory>

#include "fuzz/inside/support/host_machine.h"
#include "fuzz/inside/support/manifest_text.h"
#include "fuzz/inside/vulkan/mock_driver.h"
#include "fuzz/inside/vulkan/mock_layer.h"
#include "fuzz/inside/vulkan/world_rules.h"
#include "reference_loader/vulkan/drivers.h"
#include "reference_loader/vulkan/generated/commands.h"

namespace loadstone::fuzz::inside {
namespace {

std::vector<std::string> Extensions(const char* layer) {
  uint32_t count = 0;
  std::vector<std::string> names;
  if (vkEnumerateInstanceExtensionProperties(layer, &count, nullptr) != VK_SUCCESS) return names;
  std::vector<VkExtensionProperties> properties(count);
  if (vkEnumerateInstanceExtensionProperties(layer, &count, properties.data()) != VK_SUCCESS) {
    return names;
  }
  for (uint32_t i = 0; i < count; ++i) {
    names.push_back(TextOf(properties[i].extensionName, sizeof(properties[i].extensionName)));
  }
  return names;
}

void Enumerate(VulkanAnswer* answer) {
  uint32_t count = 0;
  VkResult result = vkEnumerateInstanceLayerProperties(&count, nullptr);
  std::vector<VkLayerProperties> properties(count);
  if (result == VK_SUCCESS) {
    result = vkEnumerateInstanceLayerProperties(&count, properties.data());
  }
  answer->seen.enumerate_result = result;
  for (uint32_t i = 0; result == VK_SUCCESS && i < count; ++i) {
    const VkLayerProperties& layer = properties[i];
    answer->seen.layers.push_back({TextOf(layer.layerName, sizeof(layer.layerName)),
                                   layer.specVersion, layer.implementationVersion,
                                   TextOf(layer.description, sizeof(layer.description))});
    if (i < kAskedLayers) {
      answer->layer_extensions.push_back(Extensions(answer->seen.layers.back().name.c_str()));
    }
  }
  uint32_t version = 0;
  vkEnumerateInstanceVersion(&version);
  Extensions(nullptr);
}

uint32_t ApiVersion(const World& world) {
  VersionParts parts;
  if (!IsVersion(world.api_version, &parts)) return VK_API_VERSION_1_3;
  return VK_MAKE_API_VERSION(0, static_cast<uint32_t>(parts[0] & 0x7F),
                             static_cast<uint32_t>(parts[1] & 0x3FF),
                             static_cast<uint32_t>(parts[2] & 0xFFF));
}

void CreateAndDestroy(const World& world, VulkanAnswer* answer) {
  const std::vector<const char*> layers = PointersTo(world.machine.layers);
  const std::vector<const char*> extensions = PointersTo(world.machine.extensions);
  VkApplicationInfo application = {};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = ApiVersion(world);
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  info.enabledLayerCount = static_cast<uint32_t>(layers.size());
  info.ppEnabledLayerNames = layers.data();
  info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  VkInstance instance = VK_NULL_HANDLE;
  const VkResult result = vkCreateInstance(&info, nullptr, &instance);
  answer->seen.tried_create = true;
  answer->seen.create_result = result;
  answer->seen.created = result == VK_SUCCESS;
  if (result != VK_SUCCESS) return;
  answer->driver_instances = LiveMockDriverInstances();
  vkEnumeratePhysicalDevices(instance, &answer->physical_devices, nullptr);
  std::vector<VkPhysicalDevice> devices(answer->physical_devices);
  uint32_t count = answer->physical_devices;
  vkEnumeratePhysicalDevices(instance, &count, devices.data());
  for (VkPhysicalDevice device : devices) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(device, &properties);
  }
  vkGetInstanceProcAddr(instance, "vkUnknownLS");
  vkDestroyInstance(instance, nullptr);
}

}  // namespace

VulkanAnswer RunVulkanWorld(const World& world) {
  VulkanAnswer answer;
  ResetMockDrivers();
  ResetMockLayers();
  MemoryPlatform machine;
  world.Install(&machine);
  const std::vector<std::string> layers = world.InstallLibraries(
      kDriverKind, {kMockDrivers, MockDriver}, {kMockLayers, MockLayer}, &machine);
  const HostMachine host(machine);
  Enumerate(&answer);
  CreateAndDestroy(world, &answer);
  answer.files_read = machine.files_read();
  // The loader keeps the drivers of the last enumeration; an enumeration that finds none releases
  // them.
  const MemoryPlatform nothing;
  vulkan::DriversOfSystem(nothing, vulkan::Log(nothing));
  for (const int i : MockLayerCreations())
    answer.seen.chain.push_back(layers[static_cast<size_t>(i)]);
  for (size_t i = 0; i < layers.size(); ++i) {
    const MockLayerRecord& record = MockLayerRecordOf(static_cast<int>(i));
    answer.used_after_refusal |= record.used_after_refusal;
    answer.broken_link |= record.broken_link;
  }
  for (int i = 0; i < kMockDrivers; ++i) {
    answer.used_after_refusal |= MockDriverRecordOf(i).used_after_refusal;
  }
  answer.leaked_instances = LiveMockDriverInstances();
  answer.leaked_libraries = machine.open_libraries();
  return answer;
}

}  // namespace loadstone::fuzz::inside
