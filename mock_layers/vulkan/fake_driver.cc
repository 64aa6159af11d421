// SPDX-License-Identifier: Apache-2.0
#include "mock_layers/vulkan/fake_driver.h"

#include <cstdlib>
#include <cstring>
#include <string_view>

namespace loadstone::mock {

FakeDriver fake_driver;
VkLayerInstanceLink* fake_link_to_change = nullptr;

namespace {

// Every dispatchable object begins with its dispatch table pointer.
struct Dispatchable {
  const void* dispatch;
};
struct Instance : Dispatchable {
  Dispatchable physical_devices[2];
};
struct Device : Dispatchable {
  Dispatchable queue;
};

void Record(const char* function, const void* handle, const void* object = nullptr) {
  fake_driver.calls.push_back(function);
  fake_driver.last_handle = handle;
  fake_driver.last_object = object;
}

template <typename Info, typename CreateInfo>
const void* LinkOf(const CreateInfo* create_info, VkStructureType type) {
  for (auto* it = static_cast<const VkBaseInStructure*>(create_info->pNext); it != nullptr;
       it = it->pNext) {
    const auto* info = reinterpret_cast<const Info*>(it);
    if (it->sType == type && info->function == VK_LAYER_LINK_INFO) return info->u.pLayerInfo;
  }
  return nullptr;
}

VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks*,
                                   VkInstance* instance) {
  Record("vkCreateInstance", nullptr);
  fake_driver.instance_before = *instance;
  fake_driver.instance_link =
      LinkOf<VkLayerInstanceCreateInfo>(info, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
  if (fake_link_to_change != nullptr) fake_link_to_change->pNext = fake_link_to_change;
  if (fake_driver.create_result != VK_SUCCESS) return fake_driver.create_result;
  auto* made = new Instance;
  made->dispatch = made;
  for (Dispatchable& physical_device : made->physical_devices) physical_device.dispatch = made;
  *instance = reinterpret_cast<VkInstance>(made);
  ++fake_driver.living;
  return VK_SUCCESS;
}

void VKAPI_CALL DestroyInstance(VkInstance instance, const VkAllocationCallbacks*) {
  Record("vkDestroyInstance", instance);
  --fake_driver.living;
  delete reinterpret_cast<Instance*>(instance);
}

VkResult VKAPI_CALL EnumeratePhysicalDevices(VkInstance instance, uint32_t* count,
                                             VkPhysicalDevice* physical_devices) {
  Record("vkEnumeratePhysicalDevices", instance);
  if (physical_devices == nullptr || *count > fake_driver.physical_devices) {
    *count = fake_driver.physical_devices;
  }
  for (uint32_t i = 0; physical_devices != nullptr && i < *count; ++i) {
    physical_devices[i] = reinterpret_cast<VkPhysicalDevice>(
        &reinterpret_cast<Instance*>(instance)->physical_devices[i]);
  }
  return *count < fake_driver.physical_devices ? VK_INCOMPLETE : VK_SUCCESS;
}

void VKAPI_CALL GetPhysicalDeviceProperties(VkPhysicalDevice physical_device,
                                            VkPhysicalDeviceProperties* properties) {
  Record("vkGetPhysicalDeviceProperties", physical_device);
  std::strcpy(properties->deviceName, "fake");
}

VkResult VKAPI_CALL EnumerateDeviceExtensionProperties(VkPhysicalDevice physical_device,
                                                       const char*, uint32_t* count,
                                                       VkExtensionProperties*) {
  Record("vkEnumerateDeviceExtensionProperties", physical_device);
  *count = 0;
  return VK_SUCCESS;
}

VkResult VKAPI_CALL CreateDevice(VkPhysicalDevice physical_device, const VkDeviceCreateInfo* info,
                                 const VkAllocationCallbacks*, VkDevice* device) {
  Record("vkCreateDevice", physical_device);
  fake_driver.device_before = *device;
  fake_driver.device_link =
      LinkOf<VkLayerDeviceCreateInfo>(info, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
  if (fake_driver.create_result != VK_SUCCESS) return fake_driver.create_result;
  auto* made = new Device;
  made->dispatch = made;
  // A driver leaves it uninitialized; the loader sets it.
  made->queue.dispatch = nullptr;
  *device = reinterpret_cast<VkDevice>(made);
  ++fake_driver.living;
  return VK_SUCCESS;
}

void VKAPI_CALL DestroyDevice(VkDevice device, const VkAllocationCallbacks*) {
  Record("vkDestroyDevice", device);
  --fake_driver.living;
  delete reinterpret_cast<Device*>(device);
}

void VKAPI_CALL GetDeviceQueue(VkDevice device, uint32_t, uint32_t, VkQueue* queue) {
  Record("vkGetDeviceQueue", device);
  *queue = reinterpret_cast<VkQueue>(&reinterpret_cast<Device*>(device)->queue);
}

VkResult VKAPI_CALL DeviceWaitIdle(VkDevice device) {
  Record("vkDeviceWaitIdle", device);
  return VK_SUCCESS;
}

VkResult VKAPI_CALL QueueSubmit(VkQueue queue, uint32_t count, const VkSubmitInfo* submits,
                                VkFence) {
  Record(
      "vkQueueSubmit", queue,
      count != 0 && submits[0].commandBufferCount != 0 ? submits[0].pCommandBuffers[0] : nullptr);
  return VK_SUCCESS;
}

VkResult VKAPI_CALL CreateBuffer(VkDevice device, const VkBufferCreateInfo* info,
                                 const VkAllocationCallbacks*, VkBuffer* buffer) {
  Record("vkCreateBuffer", device);
  fake_driver.buffer_info_type = info->sType;
  *buffer = reinterpret_cast<VkBuffer>(uintptr_t{0xb0f});
  ++fake_driver.living;
  return VK_SUCCESS;
}

void VKAPI_CALL DestroyBuffer(VkDevice device, VkBuffer buffer, const VkAllocationCallbacks*) {
  Record("vkDestroyBuffer", device, buffer);
  --fake_driver.living;
}

VkResult VKAPI_CALL CreateCommandPool(VkDevice device, const VkCommandPoolCreateInfo*,
                                      const VkAllocationCallbacks*, VkCommandPool* pool) {
  Record("vkCreateCommandPool", device);
  *pool = reinterpret_cast<VkCommandPool>(new Dispatchable[2]());
  ++fake_driver.living;
  return VK_SUCCESS;
}

void VKAPI_CALL DestroyCommandPool(VkDevice device, VkCommandPool pool,
                                   const VkAllocationCallbacks*) {
  Record("vkDestroyCommandPool", device, pool);
  --fake_driver.living;
  delete[] reinterpret_cast<Dispatchable*>(pool);
}

// At most two command buffers per pool.
VkResult VKAPI_CALL AllocateCommandBuffers(VkDevice device, const VkCommandBufferAllocateInfo* info,
                                           VkCommandBuffer* buffers) {
  Record("vkAllocateCommandBuffers", device);
  auto* objects = reinterpret_cast<Dispatchable*>(info->commandPool);
  for (uint32_t i = 0; i < info->commandBufferCount && i < 2; ++i) {
    buffers[i] = reinterpret_cast<VkCommandBuffer>(&objects[i]);
  }
  return VK_SUCCESS;
}

VkResult VKAPI_CALL BeginCommandBuffer(VkCommandBuffer buffer, const VkCommandBufferBeginInfo*) {
  Record("vkBeginCommandBuffer", buffer);
  return VK_SUCCESS;
}

void VKAPI_CALL CmdFillBuffer(VkCommandBuffer commands, VkBuffer buffer, VkDeviceSize, VkDeviceSize,
                              uint32_t) {
  Record("vkCmdFillBuffer", commands, buffer);
}

void VKAPI_CALL CmdExecuteCommands(VkCommandBuffer commands, uint32_t,
                                   const VkCommandBuffer* secondary) {
  Record("vkCmdExecuteCommands", commands, secondary[0]);
}

VkResult VKAPI_CALL CreateHeadlessSurfaceEXT(VkInstance instance,
                                             const VkHeadlessSurfaceCreateInfoEXT*,
                                             const VkAllocationCallbacks*, VkSurfaceKHR* surface) {
  Record("vkCreateHeadlessSurfaceEXT", instance);
  *surface = reinterpret_cast<VkSurfaceKHR>(uintptr_t{0x50f});
  ++fake_driver.living;
  return VK_SUCCESS;
}

void VKAPI_CALL DestroySurfaceKHR(VkInstance instance, VkSurfaceKHR surface,
                                  const VkAllocationCallbacks*) {
  Record("vkDestroySurfaceKHR", instance, surface);
  --fake_driver.living;
}

VkResult VKAPI_CALL CreateSwapchainKHR(VkDevice device, const VkSwapchainCreateInfoKHR* info,
                                       const VkAllocationCallbacks*, VkSwapchainKHR*) {
  Record("vkCreateSwapchainKHR", device, info->surface);
  return VK_SUCCESS;
}

void VKAPI_CALL NeverCalled() { std::abort(); }

uint32_t VKAPI_CALL UnknownBelow(VkPhysicalDevice, uint32_t value) { return value; }

struct Entry {
  std::string_view name;
  PFN_vkVoidFunction function;
  bool of_device;
};

template <typename Function>
Entry Of(const char* name, Function* function, bool of_device) {
  return {name, reinterpret_cast<PFN_vkVoidFunction>(function), of_device};
}

PFN_vkVoidFunction Find(std::string_view name, bool of_device) {
  static const Entry kEntries[] = {
      Of("vkCreateInstance", &CreateInstance, false),
      Of("vkDestroyInstance", &DestroyInstance, false),
      Of("vkEnumeratePhysicalDevices", &EnumeratePhysicalDevices, false),
      Of("vkGetPhysicalDeviceProperties", &GetPhysicalDeviceProperties, false),
      Of("vkEnumerateDeviceExtensionProperties", &EnumerateDeviceExtensionProperties, false),
      Of("vkCreateDevice", &CreateDevice, false),
      Of("vkCreateHeadlessSurfaceEXT", &CreateHeadlessSurfaceEXT, false),
      Of("vkDestroySurfaceKHR", &DestroySurfaceKHR, false),
      Of("vkCreateSwapchainKHR", &CreateSwapchainKHR, true),
      Of("vkDestroyDevice", &DestroyDevice, true),
      Of("vkGetDeviceQueue", &GetDeviceQueue, true),
      Of("vkDeviceWaitIdle", &DeviceWaitIdle, true),
      Of("vkQueueSubmit", &QueueSubmit, true),
      Of("vkCreateBuffer", &CreateBuffer, true),
      Of("vkDestroyBuffer", &DestroyBuffer, true),
      Of("vkCreateCommandPool", &CreateCommandPool, true),
      Of("vkDestroyCommandPool", &DestroyCommandPool, true),
      Of("vkAllocateCommandBuffers", &AllocateCommandBuffers, true),
      Of("vkBeginCommandBuffer", &BeginCommandBuffer, true),
      Of("vkCmdFillBuffer", &CmdFillBuffer, true),
      Of("vkCmdExecuteCommands", &CmdExecuteCommands, true),
  };
  for (const Entry& entry : kEntries) {
    if (entry.name == name && (entry.of_device || !of_device)) return entry.function;
  }
  return fake_driver.has_everything ? Of("", &NeverCalled, of_device).function : nullptr;
}

}  // namespace

PFN_vkVoidFunction VKAPI_CALL FakeGetInstanceProcAddr(VkInstance, const char* name) {
  return Find(name, false);
}

PFN_vkVoidFunction VKAPI_CALL FakeGetDeviceProcAddr(VkDevice, const char* name) {
  return Find(name, true);
}

PFN_vkVoidFunction VKAPI_CALL FakeGetPhysicalDeviceProcAddr(VkInstance, const char* name) {
  if (std::string_view(name) != "lsUnknownBelow") return nullptr;
  return reinterpret_cast<PFN_vkVoidFunction>(&UnknownBelow);
}

}  // namespace loadstone::mock
