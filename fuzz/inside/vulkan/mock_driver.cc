// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/vulkan/mock_driver.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "fuzz/inside/support/manifest_text.h"
#include "fuzz/inside/support/world.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace loadstone::fuzz::inside {
namespace {

constexpr int kMaximumDevices = 4;

// A dispatchable object: it begins with the loader's dispatch pointer.
struct Object {
  VK_LOADER_DATA loader_data;
  int driver;
};

struct DriverState {
  VkResult result = VK_SUCCESS;
  uint32_t interface_version = 7;
  uint32_t api_version = VK_API_VERSION_1_3;
  VkResult create_result = VK_SUCCESS;
  int devices = 1;
  std::vector<std::string> extensions;
  uint32_t extension_count = 0;
  std::vector<std::string> missing;
  Object device_objects[kMaximumDevices];
  // Owned by the driver, since in some worlds the instances cannot be destroyed.
  std::vector<std::unique_ptr<Object>> instances;
  MockDriverRecord record;

  bool IsMissing(std::string_view name) const {
    return std::find(missing.begin(), missing.end(), name) != missing.end();
  }
};

DriverState driver_states[kMockDrivers];

DriverState& StateOf(const void* object) {
  return driver_states[static_cast<const Object*>(object)->driver];
}

VKAPI_ATTR void VKAPI_CALL DestroyInstance(VkInstance instance, const VkAllocationCallbacks*) {
  if (instance == VK_NULL_HANDLE) return;
  std::erase_if(StateOf(instance).instances, [instance](const std::unique_ptr<Object>& object) {
    return object.get() == reinterpret_cast<Object*>(instance);
  });
}

VKAPI_ATTR VkResult VKAPI_CALL EnumeratePhysicalDevices(VkInstance instance, uint32_t* count,
                                                        VkPhysicalDevice* devices) {
  DriverState& state = StateOf(instance);
  const auto available = static_cast<uint32_t>(state.devices);
  if (devices == nullptr) {
    *count = available;
    return VK_SUCCESS;
  }
  *count = std::min(*count, available);
  for (uint32_t i = 0; i < *count; ++i) {
    devices[i] = reinterpret_cast<VkPhysicalDevice>(&state.device_objects[i]);
  }
  return *count < available ? VK_INCOMPLETE : VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL GetProperties(VkPhysicalDevice, VkPhysicalDeviceProperties* properties) {
  *properties = {};
  properties->apiVersion = VK_API_VERSION_1_3;
}

VKAPI_ATTR void VKAPI_CALL GetProperties2(VkPhysicalDevice,
                                          VkPhysicalDeviceProperties2* properties) {
  properties->properties = {};
}

VKAPI_ATTR VkResult VKAPI_CALL EnumerateDeviceExtensions(VkPhysicalDevice, const char*,
                                                         uint32_t* count, VkExtensionProperties*) {
  *count = 0;
  return VK_SUCCESS;
}

// The functions of driver number `index`.
template <int index>
struct DriverFunctions {
  static DriverState& state() { return driver_states[index]; }

  static VKAPI_ATTR VkResult VKAPI_CALL Negotiate(uint32_t* version) {
    *version = std::min(*version, state().interface_version);
    // A driver that is newer than the loader reports its version although the loader offers an
    // older one.
    if (state().interface_version > 1000) *version = state().interface_version;
    state().record.refused = state().result != VK_SUCCESS;
    return state().result;
  }

  static VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo*,
                                                       const VkAllocationCallbacks*,
                                                       VkInstance* instance) {
    state().record.used_after_refusal |= state().record.refused;
    if (state().create_result != VK_SUCCESS) return state().create_result;
    state().instances.push_back(std::make_unique<Object>(Object{{ICD_LOADER_MAGIC}, index}));
    *instance = reinterpret_cast<VkInstance>(state().instances.back().get());
    return VK_SUCCESS;
  }

  static VKAPI_ATTR VkResult VKAPI_CALL EnumerateVersion(uint32_t* version) {
    *version = state().api_version;
    return VK_SUCCESS;
  }

  static VKAPI_ATTR VkResult VKAPI_CALL EnumerateExtensions(const char*, uint32_t* count,
                                                            VkExtensionProperties* properties) {
    const uint32_t room = *count;
    *count = state().extension_count;
    if (properties == nullptr) return VK_SUCCESS;
    const size_t written = std::min<size_t>(room, state().extensions.size());
    for (size_t i = 0; i < written; ++i) {
      // A name of the maximum length has no terminating zero.
      std::strncpy(properties[i].extensionName, state().extensions[i].c_str(),
                   sizeof(properties[i].extensionName));
    }
    return VK_SUCCESS;
  }

  static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL PhysicalLookup(VkInstance, const char*) {
    return nullptr;
  }

  static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL Lookup(VkInstance, const char* name) {
    const std::string_view wanted = name;
    if (state().IsMissing(wanted)) return nullptr;
    const auto is = [wanted](std::string_view own) { return wanted == own; };
    const auto untyped = [](auto function) {
      return reinterpret_cast<PFN_vkVoidFunction>(function);
    };
    if (is("vk_icdNegotiateLoaderICDInterfaceVersion")) return untyped(&Negotiate);
    if (is("vk_icdGetPhysicalDeviceProcAddr")) return untyped(&PhysicalLookup);
    if (is("vkCreateInstance")) return untyped(&CreateInstance);
    if (is("vkEnumerateInstanceVersion")) return untyped(&EnumerateVersion);
    if (is("vkEnumerateInstanceExtensionProperties")) return untyped(&EnumerateExtensions);
    if (is("vkDestroyInstance")) return untyped(&DestroyInstance);
    if (is("vkEnumeratePhysicalDevices")) return untyped(&EnumeratePhysicalDevices);
    if (is("vkGetPhysicalDeviceProperties")) return untyped(&GetProperties);
    if (is("vkGetPhysicalDeviceProperties2")) return untyped(&GetProperties2);
    if (is("vkEnumerateDeviceExtensionProperties")) return untyped(&EnumerateDeviceExtensions);
    return nullptr;
  }

  static MemoryPlatform::Library Exports(std::string_view kind) {
    const auto plain = [](auto function) { return reinterpret_cast<void*>(function); };
    if (kind == "none") return {};
    if (kind == "old") {
      return {{"vkGetInstanceProcAddr", plain(&Lookup)},
              {"vkCreateInstance", plain(&CreateInstance)},
              {"vkEnumerateInstanceExtensionProperties", plain(&EnumerateExtensions)}};
    }
    MemoryPlatform::Library exports = {{"vk_icdGetInstanceProcAddr", plain(&Lookup)}};
    if (kind != "lookup") {
      exports["vk_icdNegotiateLoaderICDInterfaceVersion"] = plain(&Negotiate);
      exports["vk_icdGetPhysicalDeviceProcAddr"] = plain(&PhysicalLookup);
    }
    return exports;
  }
};

}  // namespace

MemoryPlatform::Library MockDriver(int index, const JsonNode& behaviour) {
  DriverState& state = driver_states[index];
  state = DriverState();
  state.result = static_cast<VkResult>(NumberOf(behaviour, "result", VK_SUCCESS));
  state.interface_version = static_cast<uint32_t>(NumberOf(behaviour, "interface", 7));
  state.api_version = VK_MAKE_API_VERSION(0, 1, NumberOf(behaviour, "api_version", 3) & 0x3FF, 0);
  state.create_result = static_cast<VkResult>(NumberOf(behaviour, "create_result", VK_SUCCESS));
  state.devices = std::clamp(NumberOf(behaviour, "devices", 1), 0, kMaximumDevices);
  state.extensions = StringsOf(behaviour.Find("extensions"));
  state.extension_count = static_cast<uint32_t>(
      NumberOf(behaviour, "extension_count", static_cast<int>(state.extensions.size())));
  state.missing = StringsOf(behaviour.Find("missing"));
  for (Object& object : state.device_objects) object = {{ICD_LOADER_MAGIC}, index};
  const std::string_view exports = behaviour.StringOf("exports");
  switch (index) {
    case 0:
      return DriverFunctions<0>::Exports(exports);
    case 1:
      return DriverFunctions<1>::Exports(exports);
    default:
      return DriverFunctions<2>::Exports(exports);
  }
}

void ResetMockDrivers() {
  for (DriverState& state : driver_states) state = DriverState();
}

const MockDriverRecord& MockDriverRecordOf(int index) { return driver_states[index].record; }

int LiveMockDriverInstances() {
  size_t count = 0;
  for (const DriverState& state : driver_states) count += state.instances.size();
  return static_cast<int>(count);
}

}  // namespace loadstone::fuzz::inside
