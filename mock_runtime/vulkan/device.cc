// SPDX-License-Identifier: Apache-2.0
// Logical devices and their queues.
#include <string.h>

#include "commands.gen.h"
#include "mock_common/config.h"
#include "mock_runtime/vulkan/command_table.h"
#include "mock_runtime/vulkan/external_queues.h"
#include "mock_runtime/vulkan/functions.h"
#include "mock_runtime/vulkan/history.h"
#include "mock_runtime/vulkan/instance.h"
#include "mock_runtime/vulkan/native_buffer.h"
#include "mock_runtime/vulkan/structures.h"

namespace loadstone::mock {
namespace {

constexpr uint32_t kMaxTracedElements = 64;

uint64_t QueueValue(uint32_t family, uint32_t index) { return uint64_t{family} << 32 | index; }

void FreeDevice(Device* device, const VkAllocationCallbacks* callbacks) {
  callbacks = CallbacksFor(*device, callbacks);
  for (uint32_t i = 0; i < device->queue_count; ++i) {
    FreeObject("vkDestroyDevice", device->queues[i], callbacks);
  }
  FreeObject("vkDestroyDevice", device, callbacks);
}

bool CheckQueues(const PhysicalDeviceModel& model, const VkDeviceCreateInfo& info) {
  if (!CheckStructures("vkCreateDevice", "pQueueCreateInfos", info.pQueueCreateInfos,
                       info.queueCreateInfoCount, sizeof(*info.pQueueCreateInfos),
                       VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, false)) {
    return false;
  }
  for (uint32_t i = 0; i < info.queueCreateInfoCount; ++i) {
    const VkDeviceQueueCreateInfo& queues = info.pQueueCreateInfos[i];
    if (queues.queueFamilyIndex < model.family_count &&
        queues.queueCount <= model.families[queues.queueFamilyIndex].queueCount) {
      continue;
    }
    Violation("vkCreateDevice", "queues the physical device does not have");
    return false;
  }
  return true;
}

// Allocates the device, its queues after it, and the names of its extensions after the queues.
Device* AllocateDevice(MockObject* physical, const VkDeviceCreateInfo& info,
                       const VkAllocationCallbacks* callbacks, uint32_t queue_count) {
  const size_t queues_size = queue_count * sizeof(MockObject*);
  const size_t extensions_size = info.enabledExtensionCount * sizeof(VkExtensionProperties);
  MockObject* object = NewObject(VK_OBJECT_TYPE_DEVICE, physical->parent, callbacks,
                                 sizeof(Device) + queues_size + extensions_size);
  if (object == nullptr) return nullptr;
  auto* device = static_cast<Device*>(object);
  device->physical_device = static_cast<uint32_t>(physical->value);
  device->queues = reinterpret_cast<MockObject**>(device + 1);
  device->extensions.items = reinterpret_cast<VkExtensionProperties*>(device->queues + queue_count);
  for (uint32_t i = 0; i < info.enabledExtensionCount; ++i) {
    strncpy(device->extensions.items[i].extensionName, info.ppEnabledExtensionNames[i],
            VK_MAX_EXTENSION_NAME_SIZE - 1);
  }
  device->extensions.count = info.enabledExtensionCount;
  RememberDevice(*device);
  return device;
}

VkResult NewDevice(MockObject* physical, const VkDeviceCreateInfo& info,
                   const VkAllocationCallbacks* callbacks, Device** made) {
  uint32_t queue_count = 0;
  for (uint32_t i = 0; i < info.queueCreateInfoCount; ++i) {
    queue_count += info.pQueueCreateInfos[i].queueCount;
  }
  Device* device = AllocateDevice(physical, info, callbacks, queue_count);
  if (device == nullptr) return VK_ERROR_OUT_OF_HOST_MEMORY;
  for (uint32_t i = 0; i < info.queueCreateInfoCount; ++i) {
    const VkDeviceQueueCreateInfo& queues = info.pQueueCreateInfos[i];
    for (uint32_t index = 0; index < queues.queueCount; ++index) {
      MockObject* queue = NewObject(VK_OBJECT_TYPE_QUEUE, device, callbacks);
      if (queue == nullptr) {
        FreeDevice(device, callbacks);
        return VK_ERROR_OUT_OF_HOST_MEMORY;
      }
      queue->value = QueueValue(queues.queueFamilyIndex, index);
      queue->size = queues.flags;
      device->queues[device->queue_count++] = queue;
    }
  }
  *made = device;
  return VK_SUCCESS;
}

// The group in the chain of a device's creation, or nullptr.
const VkDeviceGroupDeviceCreateInfo* GroupOf(const VkDeviceCreateInfo& info) {
  return static_cast<const VkDeviceGroupDeviceCreateInfo*>(
      FindNext(info.pNext, VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO));
}

// A device group must consist of physical devices of one group of this driver, including the
// device's own.
bool CheckGroup(VkPhysicalDevice physical_device, const VkDeviceCreateInfo& info) {
  const VkDeviceGroupDeviceCreateInfo* group = GroupOf(info);
  if (group == nullptr || group->physicalDeviceCount == 0) return true;
  bool found = false;
  for (uint32_t i = 0; i < group->physicalDeviceCount; ++i) {
    if (!CheckHandle("vkCreateDevice", "pPhysicalDevices", ToObject(group->pPhysicalDevices[i]),
                     VK_OBJECT_TYPE_PHYSICAL_DEVICE, false)) {
      return false;
    }
    if (!AreInSameGroup(ToObject(group->pPhysicalDevices[i])->value,
                        ToObject(physical_device)->value)) {
      Violation("vkCreateDevice", "physical devices that are in no group together");
      return false;
    }
    found = found || group->pPhysicalDevices[i] == physical_device;
  }
  if (!found) Violation("vkCreateDevice", "physical device that is not in its group");
  return found;
}

// Whether the physical device has the features of Vulkan 1.0 that are requested by either way.
bool HasRequestedFeatures(const VkDeviceCreateInfo& info) {
  const auto* newer = static_cast<const VkPhysicalDeviceFeatures2*>(
      FindNext(info.pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2));
  const bool by_old = info.pEnabledFeatures == nullptr || SupportsFeatures(*info.pEnabledFeatures);
  const bool by_new = newer == nullptr || SupportsFeatures(newer->features) ||
                      IsMisbehaviourConfigured("accept_features2");
  return (by_old && by_new) || IsMisbehaviourConfigured("accept_every_feature");
}

VkResult CreateChecked(VkPhysicalDevice physical_device, const VkDeviceCreateInfo& info,
                       const VkAllocationCallbacks* callbacks, Device** device) {
  const PhysicalDeviceModel& model = ModelOf(physical_device);
  if (!CheckExtensions("vkCreateDevice", info.ppEnabledExtensionNames, info.enabledExtensionCount,
                       model.extensions)) {
    return RefuseExtensions();
  }
  if (!CheckQueues(model, info) || !CheckGroup(physical_device, info)) return kWrongUse;
  if (!HasRequestedFeatures(info)) return VK_ERROR_FEATURE_NOT_PRESENT;
  if (const VkResult refused = RefuseDevice(); refused != VK_SUCCESS) return refused;
  const VkResult result = NewDevice(ToObject(physical_device), info, callbacks, device);
  if (result == VK_SUCCESS) RememberDevice(*device);
  return result;
}

void TraceQueues(Event& event, const VkDeviceCreateInfo& info) {
  uint32_t families[kMaxTracedElements];
  uint32_t counts[kMaxTracedElements];
  uint32_t traced = 0;
  for (uint32_t i = 0; i < info.queueCreateInfoCount && traced < kMaxTracedElements;
       ++i, ++traced) {
    families[traced] = info.pQueueCreateInfos[i].queueFamilyIndex;
    counts[traced] = info.pQueueCreateInfos[i].queueCount;
  }
  event.AddNumbers("queue_families", families, traced).AddNumbers("queue_counts", counts, traced);
}

VkQueue FindQueue(const char* function, VkDevice device, uint32_t family, uint32_t index,
                  VkDeviceQueueCreateFlags flags) {
  const Device* object = OwnerOfQueues(static_cast<const Device*>(ToObject(device)));
  MockObject* found = nullptr;
  for (uint32_t i = 0; i < object->queue_count; ++i) {
    MockObject* queue = object->queues[i];
    if (queue->value == QueueValue(family, index) && queue->size == flags) found = queue;
  }
  Event(function)
      .AddPointer("device", object)
      .Add("family", family)
      .Add("index", index)
      .AddPointer("queue", found);
  if (found == nullptr) Violation(function, "queue the device was created without");
  return ToHandle<VkQueue>(found);
}

// Whether a device has a command: through the core version of its physical device, or through an
// extension.
bool DeviceProvides(const Device& device, const TableEntry& entry) {
  if (entry.level != Level::kDevice) return false;
  if (entry.extension != nullptr) {
    return device.extensions.Has(entry.extension) ||
           (entry.other_extension != nullptr && device.extensions.Has(entry.other_extension)) ||
           GetModel().instance_extensions.Has(entry.extension);
  }
  const uint32_t api_version = GetModel().physical_devices[device.physical_device].api_version;
  return static_cast<uint32_t>(entry.minor) <= VK_API_VERSION_MINOR(api_version);
}

// "group": the devices of the group, in its order, as indices in the configuration.
void TraceGroup(Event& event, const VkDeviceCreateInfo& info) {
  const VkDeviceGroupDeviceCreateInfo* group = GroupOf(info);
  if (group == nullptr) return;
  uint32_t members[VK_MAX_DEVICE_GROUP_SIZE];
  const uint32_t count = group->physicalDeviceCount < VK_MAX_DEVICE_GROUP_SIZE
                             ? group->physicalDeviceCount
                             : VK_MAX_DEVICE_GROUP_SIZE;
  for (uint32_t i = 0; i < count; ++i) {
    members[i] = static_cast<uint32_t>(ToObject(group->pPhysicalDevices[i])->value);
  }
  event.AddNumbers("group", members, count);
}

}  // namespace

namespace driver {

VkResult CreateDevice(VkPhysicalDevice physicalDevice, const VkDeviceCreateInfo* pCreateInfo,
                      const VkAllocationCallbacks* pAllocator, VkDevice* pDevice) {
  Device* device = nullptr;
  const VkResult result = CreateChecked(physicalDevice, *pCreateInfo, pAllocator, &device);
  *pDevice = ToHandle<VkDevice>(device);
  Event event("vkCreateDevice");
  AddPhysicalDevice(event, physicalDevice);
  event.Add("extensions", pCreateInfo->ppEnabledExtensionNames, pCreateInfo->enabledExtensionCount)
      .Add("layers", pCreateInfo->ppEnabledLayerNames, pCreateInfo->enabledLayerCount)
      .Add("features", pCreateInfo->pEnabledFeatures != nullptr)
      .Add("allocator", pAllocator != nullptr);
  TraceQueues(event, *pCreateInfo);
  if (device != nullptr) TraceGroup(event, *pCreateInfo);
  AddNext(event, pCreateInfo);
  event.AddPointer("device", device).Add("result", result);
  return result;
}

void DestroyDevice(VkDevice device, const VkAllocationCallbacks* pAllocator) {
  auto* object = static_cast<Device*>(ToObject(device));
  const uint32_t left = object != nullptr ? CountChildren(object) - object->queue_count : 0;
  Event("vkDestroyDevice")
      .AddPointer("device", device)
      .Add("allocator", pAllocator != nullptr)
      .Add("left", left);
  if (object == nullptr) return;
  if (left != 0) Violation("vkDestroyDevice", "objects of the device are left");
  CheckOwnDescriptors();
  ForgetDevice(object);
  FreeDevice(object, pAllocator);
}

// Every device supports copies to the memory of another one.
void GetDeviceGroupPeerMemoryFeatures(VkDevice device, uint32_t, uint32_t localDeviceIndex,
                                      uint32_t remoteDeviceIndex,
                                      VkPeerMemoryFeatureFlags* pPeerMemoryFeatures) {
  *pPeerMemoryFeatures = VK_PEER_MEMORY_FEATURE_COPY_DST_BIT;
  Event("vkGetDeviceGroupPeerMemoryFeatures")
      .AddPointer("device", device)
      .Add("local", localDeviceIndex)
      .Add("remote", remoteDeviceIndex);
}

// Whether the configuration hides the function, for each device or for those of the physical
// device.
bool IsHidden(const Device& device, const char* name) {
  constexpr char kHidden[] = "hidden_device_functions";
  const rapidjson::Value& devices = List(Config(), "physical_devices");
  return Contains(List(Config(), kHidden), name) ||
         (device.physical_device < devices.Size() &&
          Contains(List(devices[device.physical_device], kHidden), name));
}

PFN_vkVoidFunction GetDeviceProcAddr(VkDevice device, const char* pName) {
  if (pName == nullptr) return nullptr;
  const auto* object = static_cast<const Device*>(ToObject(device));
  const TableEntry* entry = FindCommand(pName);
  PFN_vkVoidFunction function = nullptr;
  if (IsHidden(*object, pName)) {
    function = nullptr;
  } else if (entry == nullptr) {
    function = FindExternalQueueFunction(*object, pName);
    if (function == nullptr) function = FindNativeBufferFunction(*object, pName);
    if (function == nullptr) function = FindUnknownFunction(Level::kDevice, pName);
  } else if (DeviceProvides(*object, *entry)) {
    function = entry->function;
  }
  if (GetModel().trace_queries) {
    Event("vkGetDeviceProcAddr")
        .AddPointer("device", device)
        .Add("name", pName)
        .Add("found", function != nullptr);
  }
  return function;
}

void GetDeviceQueue(VkDevice device, uint32_t queueFamilyIndex, uint32_t queueIndex,
                    VkQueue* pQueue) {
  const VkQueue queue = FindQueue("vkGetDeviceQueue", device, queueFamilyIndex, queueIndex, 0);
  *pQueue = ToHandle<VkQueue>(Replace(ToObject(queue), "other_queues"));
}

void GetDeviceQueue2(VkDevice device, const VkDeviceQueueInfo2* pQueueInfo, VkQueue* pQueue) {
  const VkQueue queue = FindQueue("vkGetDeviceQueue2", device, pQueueInfo->queueFamilyIndex,
                                  pQueueInfo->queueIndex, pQueueInfo->flags);
  *pQueue = ToHandle<VkQueue>(Replace(ToObject(queue), "other_queues2"));
}

}  // namespace driver
}  // namespace loadstone::mock
