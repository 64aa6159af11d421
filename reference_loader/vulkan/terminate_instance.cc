// SPDX-License-Identifier: Apache-2.0
// The end of the instance chain: creates the drivers' instances, and has the lookup functions for
// layers.

#include <algorithm>
#include <cstring>

#include "reference_loader/vulkan/android_surface.h"
#include "reference_loader/vulkan/extensions.h"
#include "reference_loader/vulkan/instance.h"
#include "reference_loader/vulkan/private_link.h"
#include "reference_loader/vulkan/unknown_functions.h"

namespace reference_loader::vulkan {
namespace {

constexpr char kProperties2[] = VK_KHR_GET_PHYSICAL_DEVICE_PROPERTIES_2_EXTENSION_NAME;

bool Contains(const std::vector<const char*>& names, const char* name) {
  return std::any_of(names.begin(), names.end(),
                     [name](const char* one) { return std::strcmp(one, name) == 0; });
}

// VkInstanceCreateInfo for one driver: only the extensions of the driver (LDP_LOADER_9) and their
// flag, no layers, and no API version above 1.0 when it supports no other (LDP_LOADER_7).
class DriverCreateInfo {
 public:
  DriverCreateInfo(const VkInstanceCreateInfo& info, const DriverLibrary& driver) : info_(info) {
    for (uint32_t i = 0; i < info.enabledExtensionCount; ++i) {
      if (driver.HasExtension(info.ppEnabledExtensionNames[i])) {
        extensions_.push_back(info.ppEnabledExtensionNames[i]);
      }
    }
    if (driver.is_hardware_module && driver.HasExtension(kProperties2)) {
      // The loader queries properties itself (Providing shared presentable images).
      if (!Contains(extensions_, kProperties2)) extensions_.push_back(kProperties2);
    }
    info_.enabledExtensionCount = static_cast<uint32_t>(extensions_.size());
    info_.ppEnabledExtensionNames = extensions_.empty() ? nullptr : extensions_.data();
    if (!EnablesExtension(info_, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME)) {
      info_.flags &= ~VkInstanceCreateFlags{VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR};
    }
    info_.enabledLayerCount = 0;
    info_.ppEnabledLayerNames = nullptr;
    if (info.pApplicationInfo != nullptr && driver.only_vulkan_1_0 &&
        info.pApplicationInfo->apiVersion >= VK_API_VERSION_1_1) {
      application_ = *info.pApplicationInfo;
      application_.apiVersion = VK_API_VERSION_1_0;
      info_.pApplicationInfo = &application_;
    }
  }

  const VkInstanceCreateInfo* info() const { return &info_; }
  const std::vector<const char*>& extensions() const { return extensions_; }
  uint32_t api_version() const {
    const bool given = info_.pApplicationInfo != nullptr && info_.pApplicationInfo->apiVersion != 0;
    return given ? info_.pApplicationInfo->apiVersion : VK_API_VERSION_1_0;
  }

 private:
  VkInstanceCreateInfo info_;
  VkApplicationInfo application_ = {};
  std::vector<const char*> extensions_;
};

void FillDriverFunctions(DriverInstance* driver) {
  const PFN_vkGetInstanceProcAddr get = driver->library->get_instance_proc_addr;
  for (uint32_t i = 0; i < kInstanceCommandCount; ++i) {
    driver->functions[i] = get(driver->handle, InstanceCommandAt(i)->name);
  }
  // A driver may have a function under its core name, under the extension's name, or both.
  for (size_t i = 0; i < kInstanceAliasCount; ++i) {
    PFN_vkVoidFunction& alias = driver->functions[kInstanceAliases[i].alias];
    PFN_vkVoidFunction& target = driver->functions[kInstanceAliases[i].target];
    if (alias == nullptr) alias = target;
    if (target == nullptr) target = alias;
  }
  driver->get_device_proc_addr =
      reinterpret_cast<PFN_vkGetDeviceProcAddr>(get(driver->handle, "vkGetDeviceProcAddr"));
  if (driver->library->is_hardware_module) InstallSurfaceFunctions(driver);
}

// Creates the instance of one driver. A driver that fails is skipped, so that the others work.
VkResult CreateDriverInstance(const VkInstanceCreateInfo& info,
                              const VkAllocationCallbacks* callbacks, const Log& log,
                              DriverInstance* driver) {
  const DriverCreateInfo own(info, *driver->library);
  driver->enabled_extensions.assign(own.extensions().begin(), own.extensions().end());
  VkInstance handle = VK_NULL_HANDLE;
  const VkResult result = driver->library->create_instance(own.info(), callbacks, &handle);
  if (result != VK_SUCCESS || handle == VK_NULL_HANDLE) {
    log.Write(kLogWarning | kLogDriver,
              "Driver \"" + driver->library->name + "\" cannot create an instance, ignored");
    return result;
  }
  driver->handle = handle;
  if (!valid_loader_magic_value(handle)) {
    log.Write(kLogWarning | kLogDriver,
              "Driver \"" + driver->library->name + "\" returns objects without ICD_LOADER_MAGIC");
  }
  driver->api_version = own.api_version();
  FillDriverFunctions(driver);
  return VK_SUCCESS;
}

VkResult CreateDriverInstances(const VkInstanceCreateInfo& info,
                               const VkAllocationCallbacks* callbacks, Instance* instance) {
  for (const auto& driver : instance->drivers) {
    const VkResult result = CreateDriverInstance(info, callbacks, instance->log, driver.get());
    if (result == VK_ERROR_OUT_OF_HOST_MEMORY) return result;
  }
  std::erase_if(instance->drivers,
                [](const auto& driver) { return driver->handle == VK_NULL_HANDLE; });
  uint32_t index = 0;
  for (const auto& driver : instance->drivers) driver->index = index++;
  return instance->drivers.empty() ? VK_ERROR_INCOMPATIBLE_DRIVER : VK_SUCCESS;
}

// A device function, or a function that this loader does not know: from the first driver that has
// it.
PFN_vkVoidFunction FindInDrivers(const Instance& instance, const char* name) {
  for (const auto& driver : instance.drivers) {
    if (driver->handle == VK_NULL_HANDLE) continue;
    const auto function = driver->library->get_instance_proc_addr(driver->handle, name);
    if (function != nullptr) return function;
  }
  return nullptr;
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL TerminateCreateInstance(const VkInstanceCreateInfo* info,
                                                       const VkAllocationCallbacks* callbacks,
                                                       VkInstance* instance) {
  return Guarded([&] {
    auto* object = static_cast<Instance*>(FindPrivateLink<VkLayerInstanceCreateInfo>(
        VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO, info->pNext));
    if (object == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
    // Null after a call that failed, if the layer makes another one.
    if (*instance != VK_NULL_HANDLE && *instance != reinterpret_cast<VkInstance>(object)) {
      object->log.Write(kLogError | kLogLayer,
                        "A layer wrote to *pInstance before it called down (LLP_LAYER_21)");
      return VK_ERROR_INITIALIZATION_FAILED;
    }
    for (const auto& driver : object->drivers) {
      // If a layer calls down twice, both calls would return the same instances.
      if (driver->handle != VK_NULL_HANDLE) return VK_ERROR_INITIALIZATION_FAILED;
    }
    const VkResult result = CreateDriverInstances(*info, callbacks, object);
    if (result == VK_SUCCESS) {
      *instance = object->handle();
    } else {
      DestroyDriverInstances(object, callbacks);
    }
    return result;
  });
}

void DestroyDriverInstances(Instance* instance, const VkAllocationCallbacks* callbacks) {
  for (const auto& driver : instance->drivers) {
    if (driver->handle == VK_NULL_HANDLE) continue;
    const auto destroy = driver->Get<PFN_vkDestroyInstance>(kInstance_vkDestroyInstance);
    if (destroy != nullptr) destroy(driver->handle, callbacks);
    driver->handle = VK_NULL_HANDLE;
  }
}

VKAPI_ATTR void VKAPI_CALL terminate_vkDestroyInstance(VkInstance instance,
                                                       const VkAllocationCallbacks* callbacks) {
  DestroyDriverInstances(InstanceOf(instance), callbacks);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL TerminateGetInstanceProcAddr(VkInstance instance,
                                                                      const char* name) {
  if (std::strcmp(name, "vkCreateInstance") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(&TerminateCreateInstance);
  }
  if (std::strcmp(name, "vkGetInstanceProcAddr") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(&TerminateGetInstanceProcAddr);
  }
  if (std::strcmp(name, "vk_layerGetPhysicalDeviceProcAddr") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(&TerminateGetPhysicalDeviceProcAddr);
  }
  const Command* command = FindCommand(name);
  if (command != nullptr) {
    if (command->level == CommandLevel::kGlobal) return command->trampoline;
    if (command->terminator != nullptr) return command->terminator;
  }
  if (instance == VK_NULL_HANDLE) return nullptr;
  if (const auto own = AndroidSurfaceTerminator(*InstanceOf(instance), name)) return own;
  return FindInDrivers(*InstanceOf(instance), name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL TerminateGetPhysicalDeviceProcAddr(VkInstance instance,
                                                                            const char* name) {
  const Command* command = FindCommand(name);
  if (command != nullptr) {
    return command->level == CommandLevel::kPhysicalDevice ? command->terminator : nullptr;
  }
  if (instance == VK_NULL_HANDLE) return nullptr;
  return UnknownPhysicalDeviceTerminator(InstanceOf(instance), name);
}

}  // namespace reference_loader::vulkan
