// SPDX-License-Identifier: Apache-2.0
// Devices: their call chains, the terminators that call the driver, and their functions for the
// application.

#include <algorithm>
#include <cstring>
#include <list>

#include "reference_loader/vulkan/android_device.h"
#include "reference_loader/vulkan/device.h"
#include "reference_loader/vulkan/extensions.h"
#include "reference_loader/vulkan/input_checks.h"
#include "reference_loader/vulkan/layer_device.h"
#include "reference_loader/vulkan/physical_devices.h"
#include "reference_loader/vulkan/private_link.h"
#include "reference_loader/vulkan/unknown_functions.h"

namespace reference_loader::vulkan {
namespace {

// The links that precede the application's structures in the chain of VkDeviceCreateInfo
// (LoaderLayerInterface, Layer Dispatch Initialization; LLP_LOADER_9). Has only the layers with a
// vkGetDeviceProcAddr.
class DeviceChain {
 public:
  DeviceChain(const Instance& instance, size_t first_layer, const VkDeviceCreateInfo& application,
              Device* device)
      : info_(application) {
    for (size_t i = first_layer; i < instance.layers.size(); ++i) {
      if (instance.layers[i].get_device_proc_addr != nullptr)
        layers_.push_back(&instance.layers[i]);
    }
    links_.resize(layers_.size());
    for (size_t i = 0; i < links_.size(); ++i) {
      const bool last = i + 1 == links_.size();
      links_[i].pNext = last ? nullptr : &links_[i + 1];
      links_[i].pfnNextGetInstanceProcAddr = GetInstanceProcAddrAt(i + 1);
      links_[i].pfnNextGetDeviceProcAddr = GetDeviceProcAddrAt(i + 1);
    }
    constexpr VkStructureType kType = VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO;
    MakePrivateLink(kType, device, &private_link_);
    data_callback_.sType = kType;
    data_callback_.function = VK_LOADER_DATA_CALLBACK;
    data_callback_.u.pfnSetDeviceLoaderData = SetDeviceLoaderData;
    link_info_.sType = kType;
    link_info_.function = VK_LAYER_LINK_INFO;
    link_info_.u.pLayerInfo = links_.empty() ? nullptr : &links_[0];
    private_link_.pNext = application.pNext;
    data_callback_.pNext = &private_link_;
    link_info_.pNext = &data_callback_;
    info_.pNext = &link_info_;
    // Device layers are deprecated: the instance's layers are the device's.
    info_.enabledLayerCount = 0;
    info_.ppEnabledLayerNames = nullptr;
  }

  const VkDeviceCreateInfo* info() const { return &info_; }

  PFN_vkGetInstanceProcAddr GetInstanceProcAddrAt(size_t i) const {
    return i < layers_.size() ? layers_[i]->get_instance_proc_addr : TerminateGetInstanceProcAddr;
  }
  PFN_vkGetDeviceProcAddr GetDeviceProcAddrAt(size_t i) const {
    return i < layers_.size() ? layers_[i]->get_device_proc_addr : terminate_vkGetDeviceProcAddr;
  }

 private:
  static VKAPI_ATTR VkResult VKAPI_CALL SetDeviceLoaderData(VkDevice device, void* object) {
    SetTable(object, DeviceTableOf(device));
    return VK_SUCCESS;
  }

  std::vector<const LoadedLayer*> layers_;
  std::vector<VkLayerDeviceLink> links_;
  VkLayerDeviceCreateInfo link_info_ = {};
  VkLayerDeviceCreateInfo data_callback_ = {};
  VkLayerDeviceCreateInfo private_link_ = {};
  VkDeviceCreateInfo info_;
};

// Sorts the requested extensions: returns those of the driver, and drops those that a layer
// provides.
VkResult DriverExtensions(const PhysicalDevice& physical_device, const VkDeviceCreateInfo& info,
                          const Instance& instance, std::vector<const char*>* extensions) {
  ExtensionList driver;
  const VkResult result = DriverDeviceExtensions(physical_device, &driver);
  if (result != VK_SUCCESS) return result;
  for (uint32_t i = 0; i < info.enabledExtensionCount; ++i) {
    const char* name = info.ppEnabledExtensionNames[i];
    if (HasExtension(driver, name)) {
      extensions->push_back(name);
      continue;
    }
    const bool from_layer =
        std::any_of(instance.layers.begin(), instance.layers.end(), [&](const LoadedLayer& layer) {
          return HasExtension(LayerDeviceExtensions(instance.catalog, *layer.manifest), name);
        });
    if (!from_layer) {
      instance.log.Write(kLogError, std::string("Device extension \"") + name +
                                        "\" is supported by neither driver nor layers");
      return VK_ERROR_EXTENSION_NOT_PRESENT;
    }
  }
  return VK_SUCCESS;
}

// While it exists, the application's device group structure lists the driver's physical devices.
// The structure is modified in place, because it is in the middle of a chain that the loader cannot
// copy.
class DriverDeviceGroup {
 public:
  explicit DriverDeviceGroup(const void* next) {
    for (auto* base = static_cast<const VkBaseInStructure*>(next); base != nullptr;
         base = base->pNext) {
      if (base->sType != VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO) continue;
      group_ = const_cast<VkDeviceGroupDeviceCreateInfo*>(
          reinterpret_cast<const VkDeviceGroupDeviceCreateInfo*>(base));
      original_ = group_->pPhysicalDevices;
      for (uint32_t i = 0; i < group_->physicalDeviceCount; ++i) {
        devices_.push_back(PhysicalDeviceOf(original_[i])->handle);
      }
      group_->pPhysicalDevices = devices_.data();
      return;
    }
  }
  ~DriverDeviceGroup() {
    if (group_ != nullptr) group_->pPhysicalDevices = original_;
  }
  DriverDeviceGroup(const DriverDeviceGroup&) = delete;
  DriverDeviceGroup& operator=(const DriverDeviceGroup&) = delete;

 private:
  VkDeviceGroupDeviceCreateInfo* group_ = nullptr;
  const VkPhysicalDevice* original_ = nullptr;
  std::vector<VkPhysicalDevice> devices_;
};

VkResult CreateDriverDevice(const PhysicalDevice& physical_device, const VkDeviceCreateInfo& info,
                            const VkAllocationCallbacks* callbacks, Device* device) {
  const DriverInstance& driver = *physical_device.driver;
  const auto create = driver.Get<PFN_vkCreateDevice>(kInstance_vkCreateDevice);
  if (create == nullptr || driver.get_device_proc_addr == nullptr) {
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  std::vector<const char*> extensions;
  VkResult result = DriverExtensions(physical_device, info, *device->instance, &extensions);
  if (result != VK_SUCCESS) return result;
  if (driver.library->is_hardware_module) ToDriverExtensions(&extensions);
  VkDeviceCreateInfo own = info;
  own.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  own.ppEnabledExtensionNames = extensions.empty() ? nullptr : extensions.data();
  const DriverDeviceGroup group(info.pNext);
  VkDevice handle = VK_NULL_HANDLE;
  result = create(physical_device.handle, &own, callbacks, &handle);
  if (result != VK_SUCCESS) return result;
  if (handle == VK_NULL_HANDLE) return VK_ERROR_INITIALIZATION_FAILED;
  device->driver = &driver;
  device->driver_handle = handle;
  device->driver_get_device_proc_addr = driver.get_device_proc_addr;
  if (driver.library->is_hardware_module) InstallSwapchainFunctions(info, device);
  if (!valid_loader_magic_value(handle)) {
    device->instance->log.Write(
        kLogWarning | kLogDriver,
        "Driver \"" + driver.library->name + "\" returns objects without ICD_LOADER_MAGIC");
  }
  SetTable(handle, &device->own_table);
  return VK_SUCCESS;
}

void FillTable(Device* device) {
  for (uint32_t i = 0; i < kDeviceCommandCount; ++i) {
    device->own_table.functions[i] =
        device->get_device_proc_addr(device->application_handle, DeviceCommandAt(i)->name);
  }
  PFN_vkVoidFunction& destroy = device->own_table.functions[kDevice_vkDestroyDevice];
  if (destroy == nullptr) destroy = device->FromDriver<PFN_vkVoidFunction>("vkDestroyDevice");
}

void DestroyDriverDevice(Device* device, const VkAllocationCallbacks* callbacks) {
  if (device->driver_handle == VK_NULL_HANDLE) return;
  const auto destroy = device->FromDriver<PFN_vkDestroyDevice>("vkDestroyDevice");
  if (destroy != nullptr) destroy(device->driver_handle, callbacks);
}

VkResult CallChain(Instance* instance, size_t first_layer, VkInstance instance_handle,
                   VkPhysicalDevice physical_device, const VkDeviceCreateInfo& info,
                   const VkAllocationCallbacks* callbacks, Device* device) {
  const DeviceChain chain(*instance, first_layer, info, device);
  // Allocated before the device: if this failed afterwards, the device would have to be destroyed
  // through the layers.
  std::list<Device*> entry = {device};
  const auto create = reinterpret_cast<PFN_vkCreateDevice>(
      chain.GetInstanceProcAddrAt(0)(instance_handle, "vkCreateDevice"));
  if (create == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  // A value that shows whether a layer writes to it before it calls down (LLP_LAYER_22).
  VkDevice handle = reinterpret_cast<VkDevice>(device);
  const VkResult result = create(physical_device, chain.info(), callbacks, &handle);
  if (result != VK_SUCCESS) return result;
  if (device->driver_handle == VK_NULL_HANDLE || handle == VK_NULL_HANDLE) {
    instance->log.Write(kLogError | kLogLayer, "A layer did not call vkCreateDevice further down");
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  device->application_handle = handle;
  device->get_device_proc_addr = chain.GetDeviceProcAddrAt(0);
  SetTable(handle, &device->own_table);
  FillTable(device);
  const std::lock_guard<std::mutex> lock(instance->mutex);
  FillUnknownFunctions(*instance, device);
  instance->devices.splice(instance->devices.end(), entry);
  return VK_SUCCESS;
}

}  // namespace

VkResult CreateDeviceBelow(Instance* instance, size_t first_layer, VkInstance instance_handle,
                           VkPhysicalDevice physical_device, const VkDeviceCreateInfo& info,
                           const VkAllocationCallbacks* callbacks, VkDevice* device,
                           PFN_vkGetDeviceProcAddr* get_device_proc_addr) {
  return Guarded([&] {
    Device* object =
        Allocator(callbacks).New<Device>(VK_SYSTEM_ALLOCATION_SCOPE_DEVICE, instance, callbacks);
    const VkResult result = Guarded([&] {
      return CallChain(instance, first_layer, instance_handle, physical_device, info, callbacks,
                       object);
    });
    if (result != VK_SUCCESS) {
      DestroyDriverDevice(object, callbacks);
      object->allocator.Delete(object);
      return result;
    }
    *device = object->application_handle;
    if (get_device_proc_addr != nullptr) *get_device_proc_addr = object->get_device_proc_addr;
    return VK_SUCCESS;
  });
}

void DestroyDeviceWith(PFN_vkDestroyDevice destroy, VkDevice device,
                       const VkAllocationCallbacks* callbacks) {
  Device* object = DeviceTableOf(device)->device;
  {
    const std::lock_guard<std::mutex> lock(object->instance->mutex);
    std::erase(object->instance->devices, object);
  }
  if (destroy != nullptr) destroy(device, callbacks);
  object->allocator.Delete(object);
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkCreateDevice(VkPhysicalDevice physicalDevice,
                                                        const VkDeviceCreateInfo* pCreateInfo,
                                                        const VkAllocationCallbacks* pAllocator,
                                                        VkDevice* pDevice) {
  return Guarded([&] {
    auto* device = static_cast<Device*>(FindPrivateLink<VkLayerDeviceCreateInfo>(
        VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO, pCreateInfo->pNext));
    if (device == nullptr || device->driver_handle != VK_NULL_HANDLE) {
      return VK_ERROR_INITIALIZATION_FAILED;
    }
    // Null after a call that failed, if the layer makes another one.
    if (*pDevice != VK_NULL_HANDLE && *pDevice != reinterpret_cast<VkDevice>(device)) {
      device->instance->log.Write(kLogError | kLogLayer,
                                  "A layer wrote to *pDevice before it called down (LLP_LAYER_22)");
      return VK_ERROR_INITIALIZATION_FAILED;
    }
    const VkResult result =
        CreateDriverDevice(*PhysicalDeviceOf(physicalDevice), *pCreateInfo, pAllocator, device);
    if (result == VK_SUCCESS) *pDevice = device->driver_handle;
    return result;
  });
}

// A layer that fails after it called down destroys what it got; the device is not destroyed again.
VKAPI_ATTR void VKAPI_CALL terminate_vkDestroyDevice(VkDevice device,
                                                     const VkAllocationCallbacks* pAllocator) {
  if (device != VK_NULL_HANDLE) {
    Device& object = *DeviceTableOf(device)->device;
    const auto destroy = object.FromDriver<PFN_vkDestroyDevice>("vkDestroyDevice");
    object.driver_handle = VK_NULL_HANDLE;
    destroy(device, pAllocator);
  }
}

VKAPI_ATTR VkResult VKAPI_CALL LayerCreateDevice(VkInstance instance,
                                                 VkPhysicalDevice physical_device,
                                                 const VkDeviceCreateInfo* info,
                                                 const VkAllocationCallbacks* callbacks,
                                                 VkDevice* device, PFN_vkGetInstanceProcAddr layer,
                                                 PFN_vkGetDeviceProcAddr* next) {
  Instance* object = InstanceTableOf(instance)->instance;
  size_t below = 0;
  for (size_t i = 0; i < object->layers.size(); ++i) {
    if (object->layers[i].get_instance_proc_addr == layer) below = i + 1;
  }
  return CreateDeviceBelow(object, below, instance, physical_device, *info, callbacks, device,
                           next);
}

VKAPI_ATTR void VKAPI_CALL LayerDestroyDevice(VkDevice device,
                                              const VkAllocationCallbacks* callbacks,
                                              PFN_vkDestroyDevice destroy) {
  if (device != VK_NULL_HANDLE) DestroyDeviceWith(destroy, device, callbacks);
}

}  // namespace reference_loader::vulkan

using namespace reference_loader::vulkan;

VKAPI_ATTR VkResult VKAPI_CALL vkCreateDevice(VkPhysicalDevice physicalDevice,
                                              const VkDeviceCreateInfo* pCreateInfo,
                                              const VkAllocationCallbacks* pAllocator,
                                              VkDevice* pDevice) {
  if (pCreateInfo == nullptr || pDevice == nullptr ||
      !AreNames(pCreateInfo->enabledExtensionCount, pCreateInfo->ppEnabledExtensionNames)) {
    return kInvalidInput;
  }
  Instance* instance = InstanceTableOf(physicalDevice)->instance;
  return CreateDeviceBelow(instance, 0, instance->application_handle, physicalDevice, *pCreateInfo,
                           pAllocator, pDevice, nullptr);
}

VKAPI_ATTR void VKAPI_CALL vkDestroyDevice(VkDevice device,
                                           const VkAllocationCallbacks* pAllocator) {
  if (device == VK_NULL_HANDLE) return;
  const auto destroy = reinterpret_cast<PFN_vkDestroyDevice>(
      DeviceTableOf(device)->functions[kDevice_vkDestroyDevice]);
  DestroyDeviceWith(destroy, device, pAllocator);
}

VKAPI_ATTR void VKAPI_CALL vkGetDeviceQueue(VkDevice device, uint32_t queueFamilyIndex,
                                            uint32_t queueIndex, VkQueue* pQueue) {
  const DeviceTable* table = DeviceTableOf(device);
  reinterpret_cast<PFN_vkGetDeviceQueue>(table->functions[kDevice_vkGetDeviceQueue])(
      device, queueFamilyIndex, queueIndex, pQueue);
  if (*pQueue != VK_NULL_HANDLE) SetTable(*pQueue, table);
}

VKAPI_ATTR void VKAPI_CALL vkGetDeviceQueue2(VkDevice device, const VkDeviceQueueInfo2* pQueueInfo,
                                             VkQueue* pQueue) {
  const DeviceTable* table = DeviceTableOf(device);
  reinterpret_cast<PFN_vkGetDeviceQueue2>(table->functions[kDevice_vkGetDeviceQueue2])(
      device, pQueueInfo, pQueue);
  if (*pQueue != VK_NULL_HANDLE) SetTable(*pQueue, table);
}

VKAPI_ATTR VkResult VKAPI_CALL
vkAllocateCommandBuffers(VkDevice device, const VkCommandBufferAllocateInfo* pAllocateInfo,
                         VkCommandBuffer* pCommandBuffers) {
  const DeviceTable* table = DeviceTableOf(device);
  const VkResult result = reinterpret_cast<PFN_vkAllocateCommandBuffers>(
      table->functions[kDevice_vkAllocateCommandBuffers])(device, pAllocateInfo, pCommandBuffers);
  for (uint32_t i = 0; result == VK_SUCCESS && i < pAllocateInfo->commandBufferCount; ++i) {
    if (pCommandBuffers[i] != VK_NULL_HANDLE) SetTable(pCommandBuffers[i], table);
  }
  return result;
}
