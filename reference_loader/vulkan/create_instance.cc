// SPDX-License-Identifier: Apache-2.0
// vkCreateInstance and vkDestroyInstance, as called by the application.

#include <algorithm>
#include <cstring>

#include "reference_loader/vulkan/device.h"
#include "reference_loader/vulkan/drivers.h"
#include "reference_loader/vulkan/extensions.h"
#include "reference_loader/vulkan/input_checks.h"
#include "reference_loader/vulkan/instance.h"
#include "reference_loader/vulkan/layer_device.h"
#include "reference_loader/vulkan/layer_selection.h"
#include "reference_loader/vulkan/private_link.h"
#include "reference_loader/vulkan/settings_file.h"

namespace reference_loader::vulkan {
namespace {

// The links that precede the application's structures in the chain of VkInstanceCreateInfo
// (LoaderLayerInterface, Layer Dispatch Initialization; LLP_LOADER_8).
class InstanceChain {
 public:
  InstanceChain(Instance* instance, const VkInstanceCreateInfo& application)
      : links_(instance->layers.size()), info_(application) {
    for (size_t i = 0; i < links_.size(); ++i) {
      links_[i].pNext = i + 1 < links_.size() ? &links_[i + 1] : nullptr;
      links_[i].pfnNextGetInstanceProcAddr = GetInstanceProcAddrBelow(*instance, i);
      links_[i].pfnNextGetPhysicalDeviceProcAddr = GetPhysicalDeviceProcAddrBelow(*instance, i);
    }
    constexpr VkStructureType kType = VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO;
    MakePrivateLink(kType, instance, &private_link_);
    create_device_.sType = kType;
    create_device_.function = VK_LOADER_LAYER_CREATE_DEVICE_CALLBACK;
    create_device_.u.layerDevice.pfnLayerCreateDevice = LayerCreateDevice;
    create_device_.u.layerDevice.pfnLayerDestroyDevice = LayerDestroyDevice;
    features_.sType = kType;
    features_.function = VK_LOADER_FEATURES;
    features_.u.loaderFeatures = VK_LOADER_FEATURE_PHYSICAL_DEVICE_SORTING;
    data_callback_.sType = kType;
    data_callback_.function = VK_LOADER_DATA_CALLBACK;
    data_callback_.u.pfnSetInstanceLoaderData = SetInstanceLoaderData;
    link_info_.sType = kType;
    link_info_.function = VK_LAYER_LINK_INFO;
    link_info_.u.pLayerInfo = links_.empty() ? nullptr : &links_[0];
    private_link_.pNext = application.pNext;
    create_device_.pNext = &private_link_;
    features_.pNext = &create_device_;
    data_callback_.pNext = &features_;
    link_info_.pNext = &data_callback_;
    info_.pNext = &link_info_;
  }

  const VkInstanceCreateInfo* info() const { return &info_; }

 private:
  static PFN_vkGetInstanceProcAddr GetInstanceProcAddrBelow(const Instance& instance, size_t i) {
    return i + 1 < instance.layers.size() ? instance.layers[i + 1].get_instance_proc_addr
                                          : TerminateGetInstanceProcAddr;
  }

  // Skips layers that do not have this function.
  static PFN_GetPhysicalDeviceProcAddr GetPhysicalDeviceProcAddrBelow(const Instance& instance,
                                                                      size_t i) {
    for (size_t below = i + 1; below < instance.layers.size(); ++below) {
      const auto function = instance.layers[below].get_physical_device_proc_addr;
      if (function != nullptr) return function;
    }
    return TerminateGetPhysicalDeviceProcAddr;
  }

  static VKAPI_ATTR VkResult VKAPI_CALL SetInstanceLoaderData(VkInstance instance, void* object) {
    SetTable(object, InstanceTableOf(instance));
    return VK_SUCCESS;
  }

  std::vector<VkLayerInstanceLink> links_;
  VkLayerInstanceCreateInfo link_info_ = {};
  VkLayerInstanceCreateInfo data_callback_ = {};
  VkLayerInstanceCreateInfo features_ = {};
  VkLayerInstanceCreateInfo create_device_ = {};
  VkLayerInstanceCreateInfo private_link_ = {};
  VkInstanceCreateInfo info_;
};

std::vector<std::string> Strings(uint32_t count, const char* const* names) {
  return count == 0 ? std::vector<std::string>() : std::vector<std::string>(names, names + count);
}

// Loads the first candidate for a layer that can be used; returns nothing if none can.
std::optional<LoadedLayer> LoadCandidate(const ChosenLayer& chosen, Instance* instance) {
  for (const LayerManifest* candidate : Candidates(instance->platform, instance->catalog, chosen)) {
    std::optional<LoadedLayer> layer =
        LoadLayer(instance->platform, {candidate, chosen.reason}, instance->log);
    if (!layer) continue;
    std::vector<const LayerManifest*>& enabled = instance->enabled_layers;
    std::replace(enabled.begin(), enabled.end(), chosen.layer, candidate);
    return layer;
  }
  return std::nullopt;
}

// Loads the layers of this instance. Fails if a layer that the application named cannot be loaded;
// skips others that cannot.
VkResult LoadLayers(const VkInstanceCreateInfo& info, Instance* instance) {
  const std::vector<std::string> requested =
      Strings(info.enabledLayerCount, info.ppEnabledLayerNames);
  const LayerSelection selection =
      SelectLayers(instance->platform, instance->catalog, requested, instance->log);
  if (selection.missing) {
    instance->log.Write(kLogError | kLogLayer, "Layer \"" + *selection.missing + "\" not found");
    return VK_ERROR_LAYER_NOT_PRESENT;
  }
  instance->enabled_layers = selection.with_meta_layers;
  for (const ChosenLayer& chosen : selection.layers) {
    std::optional<LoadedLayer> layer = LoadCandidate(chosen, instance);
    if (layer) {
      instance->layers.push_back(*std::move(layer));
    } else if (chosen.reason == LayerReason::kApplication) {
      return VK_ERROR_LAYER_NOT_PRESENT;
    } else {
      std::erase(instance->enabled_layers, chosen.layer);
    }
  }
  instance->log.Write(kLogLayer, "vkCreateInstance layer callstack setup to:");
  instance->log.Write(kLogLayer, "  <Application>");
  for (const LoadedLayer& layer : instance->layers) {
    instance->log.Write(kLogLayer,
                        "  " + layer.manifest->name + " (" + layer.manifest->library_path + ")");
  }
  instance->log.Write(kLogLayer, "  <Drivers>");
  return VK_SUCCESS;
}

// Each extension must be provided by a driver, the loader or a layer in the chain.
VkResult CheckExtensions(const VkInstanceCreateInfo& info, const DriverList& drivers,
                         Instance* instance) {
  ExtensionList supported = PlatformInstanceExtensions(instance->platform, drivers);
  for (const LoadedLayer& layer : instance->layers) {
    for (const VkExtensionProperties& extension :
         LayerInstanceExtensions(instance->catalog, *layer.manifest)) {
      AddExtension(extension.extensionName, extension.specVersion, &supported);
    }
  }
  // A driver that the application provides may have additional extensions.
  for (const auto& driver : drivers) {
    if (!driver->provided_by_application) continue;
    for (const VkExtensionProperties& extension : driver->instance_extensions) {
      AddExtension(extension.extensionName, extension.specVersion, &supported);
    }
  }
  for (const std::string& name :
       Strings(info.enabledExtensionCount, info.ppEnabledExtensionNames)) {
    if (!HasExtension(supported, name.c_str())) {
      instance->log.Write(kLogError, "Instance extension \"" + name + "\" is not supported");
      return VK_ERROR_EXTENSION_NOT_PRESENT;
    }
    instance->enabled_extensions.push_back(name);
  }
  return VK_SUCCESS;
}

void FillTable(Instance* instance) {
  const PFN_vkGetInstanceProcAddr get = TopGetInstanceProcAddr(*instance);
  for (uint32_t i = 0; i < kInstanceCommandCount; ++i) {
    instance->own_table.functions[i] =
        get(instance->application_handle, InstanceCommandAt(i)->name);
    // A layer may not forward the lookup: the application must not get a null pointer.
    if (instance->own_table.functions[i] == nullptr) {
      instance->own_table.functions[i] = InstanceCommandAt(i)->terminator;
    }
  }
}

VkResult CallChain(const VkInstanceCreateInfo& info, const VkAllocationCallbacks* callbacks,
                   Instance* instance) {
  const InstanceChain chain(instance, info);
  const auto create = reinterpret_cast<PFN_vkCreateInstance>(
      TopGetInstanceProcAddr(*instance)(VK_NULL_HANDLE, "vkCreateInstance"));
  if (create == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  // A value that shows whether a layer writes to it before it calls down (LLP_LAYER_21).
  VkInstance handle = reinterpret_cast<VkInstance>(instance);
  const VkResult result = create(chain.info(), callbacks, &handle);
  if (result != VK_SUCCESS) return result;
  const bool reached_drivers =
      std::any_of(instance->drivers.begin(), instance->drivers.end(),
                  [](const auto& driver) { return driver->handle != VK_NULL_HANDLE; });
  if (!reached_drivers || handle == VK_NULL_HANDLE) {
    instance->log.Write(kLogError | kLogLayer,
                        "A layer did not call vkCreateInstance further down");
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  instance->application_handle = handle;
  SetTable(handle, instance->table);
  FillTable(instance);
  return VK_SUCCESS;
}

VkResult CreateInstance(const VkInstanceCreateInfo& info, const VkAllocationCallbacks* callbacks,
                        Instance* instance) {
  const VkApplicationInfo* application = info.pApplicationInfo;
  if (application != nullptr && application->apiVersion != 0) {
    instance->api_version = application->apiVersion;
  }
  ReadSettingsFile(instance->platform, instance->log);
  instance->catalog = DiscoverLayers(instance->platform, instance->log);
  VkResult result = LoadLayers(info, instance);
  if (result != VK_SUCCESS) return result;
  const DriverList drivers = DriversForInstance(instance->platform, info, instance->log);
  if (drivers.empty()) {
    instance->log.Write(kLogError | kLogDriver, "Found no drivers");
    return VK_ERROR_INCOMPATIBLE_DRIVER;
  }
  result = CheckExtensions(info, drivers, instance);
  if (result != VK_SUCCESS) return result;
  for (const auto& library : drivers) {
    auto driver = std::make_unique<DriverInstance>();
    driver->library = library;
    driver->index = static_cast<uint32_t>(instance->drivers.size());
    instance->drivers.push_back(std::move(driver));
  }
  return CallChain(info, callbacks, instance);
}

// Whether all pointers in the structure that must not be null are set.
bool IsComplete(const VkInstanceCreateInfo* info) {
  return info != nullptr && AreNames(info->enabledLayerCount, info->ppEnabledLayerNames) &&
         AreNames(info->enabledExtensionCount, info->ppEnabledExtensionNames) &&
         IsValidDriverList(*info);
}

void DeleteInstance(Instance* instance) {
  for (Device* device : instance->devices) device->allocator.Delete(device);
  for (PhysicalDevice* device : instance->physical_devices) instance->allocator.Delete(device);
  instance->allocator.Delete(instance);
}

}  // namespace

bool DriverInstance::HasEnabled(const char* extension) const {
  return std::find(enabled_extensions.begin(), enabled_extensions.end(), extension) !=
         enabled_extensions.end();
}

bool Instance::HasEnabled(const char* extension) const {
  return std::find(enabled_extensions.begin(), enabled_extensions.end(), extension) !=
         enabled_extensions.end();
}

PFN_vkGetInstanceProcAddr TopGetInstanceProcAddr(const Instance& instance) {
  return instance.layers.empty() ? TerminateGetInstanceProcAddr
                                 : instance.layers[0].get_instance_proc_addr;
}

}  // namespace reference_loader::vulkan

using namespace reference_loader::vulkan;

VKAPI_ATTR VkResult VKAPI_CALL vkCreateInstance(const VkInstanceCreateInfo* pCreateInfo,
                                                const VkAllocationCallbacks* pAllocator,
                                                VkInstance* pInstance) {
  if (!IsComplete(pCreateInfo) || pInstance == nullptr) return kInvalidInput;
  return Guarded([&] {
    Instance* instance = Allocator(pAllocator)
                             .New<Instance>(VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE,
                                            reference_loader::HostPlatform(), pAllocator);
    const VkResult result = Guarded([&] {
      instance->messages.AddFromChain(pCreateInfo->pNext);
      return CreateInstance(*pCreateInfo, pAllocator, instance);
    });
    if (result != VK_SUCCESS) {
      DestroyDriverInstances(instance, pAllocator);
      DeleteInstance(instance);
      return result;
    }
    instance->messages.PauseThoseFromChain();
    *pInstance = instance->application_handle;
    return VK_SUCCESS;
  });
}

VKAPI_ATTR void VKAPI_CALL vkDestroyInstance(VkInstance instance,
                                             const VkAllocationCallbacks* pAllocator) {
  if (instance == VK_NULL_HANDLE) return;
  Instance* object = InstanceTableOf(instance)->instance;
  object->messages.ResumeThoseFromChain();
  const auto destroy = reinterpret_cast<PFN_vkDestroyInstance>(
      object->own_table.functions[kInstance_vkDestroyInstance]);
  destroy(instance, pAllocator);
  // In case a layer did not pass the call on.
  DestroyDriverInstances(object, pAllocator);
  DeleteInstance(object);
}
