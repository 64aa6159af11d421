// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "commands.gen.h"
#include "mock_common/config.h"
#include "mock_runtime/vulkan/adapters.h"
#include "mock_runtime/vulkan/history.h"
#include "mock_runtime/vulkan/instance.h"
#include "mock_runtime/vulkan/lists.h"
#include "mock_runtime/vulkan/structures.h"

namespace loadstone::mock {

void AddPhysicalDevice(Event& event, VkPhysicalDevice physical_device) {
  event.Add("index", ToObject(physical_device)->value)
      .Add("name", ModelOf(physical_device).name)
      .AddPointer("physical_device", physical_device);
}

void TraceQuery(const char* what, VkPhysicalDevice physical_device) {
  Event event(what);
  AddPhysicalDevice(event, physical_device);
}

namespace {

// One heap and type of the device and one of the host, and a lazily allocated type of the device,
// which buffers must not use and images here never request.
void FillMemory(VkPhysicalDeviceMemoryProperties* pProperties) {
  memset(pProperties, 0, sizeof(*pProperties));
  pProperties->memoryHeapCount = 2;
  pProperties->memoryHeaps[0] = {VkDeviceSize{1} << 30, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
  if (IsMisbehaviourConfigured("local_heap_is_not_local")) pProperties->memoryHeaps[0].flags = 0;
  pProperties->memoryHeaps[1] = {VkDeviceSize{1} << 30, 0};
  pProperties->memoryTypeCount = 3;
  pProperties->memoryTypes[0] = {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0};
  pProperties->memoryTypes[1] = {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                     VK_MEMORY_PROPERTY_HOST_COHERENT_BIT |
                                     VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
                                 1};
  pProperties->memoryTypes[2] = {
      VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT, 0};
}

// The physical devices of an instance that are present at the moment.
class PresentDevices {
 public:
  PresentDevices(const char* command, const Instance& instance)
      : all_(instance.physical_devices),
        present_(command, GetModel().present_devices_file, GetModel().physical_device_count) {}

  MockObject* object(uint32_t n) const { return all_[present_[n]]; }
  uint32_t count() const { return present_.count(); }

 private:
  MockObject* const* all_;
  PresentElements present_;
};

void FillGroup(const PresentDevices& present, const MockObject* first, uint32_t place,
               VkPhysicalDeviceGroupProperties* group) {
  ClearStructure(group, sizeof(*group));
  for (uint32_t i = 0; i < present.count(); ++i) {
    MockObject* object = Replace(present.object(i), "other_devices_in_groups");
    const bool everywhere = i == 0 && IsMisbehaviourConfigured("first_device_in_all_groups");
    const bool nowhere = i == 0 && IsMisbehaviourConfigured("first_device_in_no_group");
    if ((!AreInSameGroup(first->value, object->value) && !everywhere) || nowhere ||
        group->physicalDeviceCount == VK_MAX_DEVICE_GROUP_SIZE) {
      continue;
    }
    group->physicalDevices[group->physicalDeviceCount++] = ToHandle<VkPhysicalDevice>(object);
  }
  const bool differs = GetModel().subset_allocation_differs && place % 2 == 1;
  group->subsetAllocation = GetModel().subset_allocation != differs ? VK_TRUE : VK_FALSE;
}

// Returns the number of groups; fills in as many of them as fit. Groups are in the order of their
// first devices.
uint32_t GroupsOf(const PresentDevices& present, uint32_t room,
                  VkPhysicalDeviceGroupProperties* groups) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < present.count(); ++i) {
    const MockObject* object = present.object(i);
    bool is_first = true;
    for (uint32_t k = 0; k < i; ++k) {
      is_first = is_first && !AreInSameGroup(present.object(k)->value, object->value);
    }
    if (!is_first) continue;
    if (count < room) FillGroup(present, object, count, &groups[count]);
    ++count;
  }
  return count;
}

}  // namespace

#ifdef _WIN32
VkResult EnumerateAdapterDevices(VkInstance instance, AdapterLuid adapter, uint32_t* count,
                                 VkPhysicalDevice* devices) {
  constexpr char kName[] = "vk_icdEnumerateAdapterPhysicalDevices";
  CheckHandle(kName, "instance", ToObject(instance), VK_OBJECT_TYPE_INSTANCE, true);
  const PresentDevices present(kName, *static_cast<const Instance*>(ToObject(instance)));
  const rapidjson::Value& numbers = List(Config(), "adapter_devices");
  const uint32_t room = *count;
  uint32_t available = 0;
  for (const rapidjson::Value& number : numbers.GetArray()) {
    const uint32_t n = number.IsUint() ? number.GetUint() : present.count();
    if (n >= present.count()) continue;
    if (devices != nullptr && available < room) {
      devices[available] = ToHandle<VkPhysicalDevice>(present.object(n));
    }
    ++available;
  }
  *count = devices != nullptr && room < available ? room : available;
  const auto result = static_cast<VkResult>(
      Number(Config(), "adapter_result", ResultOfList(available, room, devices)));
  Event(kName)
      .AddPointer("instance", instance)
      .Add("adapter", adapter.low)
      .Add("filled", devices != nullptr)
      .Add("count", *count)
      .Add("result", result);
  return result;
}
#endif

namespace driver {

VkResult EnumeratePhysicalDevices(VkInstance instance, uint32_t* pPhysicalDeviceCount,
                                  VkPhysicalDevice* pPhysicalDevices) {
  const auto& object = *static_cast<const Instance*>(ToObject(instance));
  if (HasStopped(object)) return VK_ERROR_INITIALIZATION_FAILED;
  const PresentDevices present("vkEnumeratePhysicalDevices", object);
  const uint32_t room = *pPhysicalDeviceCount;
  uint32_t filled = CountToFill(present.count(), pPhysicalDeviceCount, pPhysicalDevices);
  if (WritesNoElement("vkEnumeratePhysicalDevices")) filled = 0;
  for (uint32_t i = 0; i < filled; ++i) {
    MockObject* device = Replace(present.object(i), "other_physical_devices");
    pPhysicalDevices[i] = ToHandle<VkPhysicalDevice>(device);
  }
  const VkResult result =
      Misreport("vkEnumeratePhysicalDevices", pPhysicalDeviceCount, pPhysicalDevices,
                ResultOfList(present.count(), room, pPhysicalDevices));
  Event("vkEnumeratePhysicalDevices")
      .AddPointer("instance", instance)
      .Add("filled", pPhysicalDevices != nullptr)
      .Add("count", *pPhysicalDeviceCount)
      .Add("result", result);
  return result;
}

VkResult EnumeratePhysicalDeviceGroups(VkInstance instance, uint32_t* pPhysicalDeviceGroupCount,
                                       VkPhysicalDeviceGroupProperties* pProperties) {
  const PresentDevices present("vkEnumeratePhysicalDeviceGroups",
                               *static_cast<const Instance*>(ToObject(instance)));
  const uint32_t available = GroupsOf(present, 0, nullptr);
  const uint32_t room = *pPhysicalDeviceGroupCount;
  const uint32_t filled = CountToFill(available, pPhysicalDeviceGroupCount, pProperties);
  if (!WritesNoElement("vkEnumeratePhysicalDeviceGroups")) GroupsOf(present, filled, pProperties);
  const VkResult result = Misreport("vkEnumeratePhysicalDeviceGroups", pPhysicalDeviceGroupCount,
                                    pProperties, ResultOfList(available, room, pProperties));
  Event("vkEnumeratePhysicalDeviceGroups")
      .AddPointer("instance", instance)
      .Add("filled", pProperties != nullptr)
      .Add("count", *pPhysicalDeviceGroupCount)
      .Add("result", result);
  return result;
}

VkResult EnumerateDeviceExtensionProperties(VkPhysicalDevice physicalDevice, const char* pLayerName,
                                            uint32_t* pPropertyCount,
                                            VkExtensionProperties* pProperties) {
  if (pLayerName != nullptr) {
    Violation("vkEnumerateDeviceExtensionProperties", "pLayerName given to a driver");
  }
  const VkResult result =
      FillExtensions("vkEnumerateDeviceExtensionProperties", ModelOf(physicalDevice).extensions,
                     GetModel().present_extensions_file, pPropertyCount, pProperties);
  Event event("vkEnumerateDeviceExtensionProperties");
  AddPhysicalDevice(event, physicalDevice);
  event.Add("layer", pLayerName)
      .Add("filled", pProperties != nullptr)
      .Add("count", *pPropertyCount)
      .Add("result", result);
  return result;
}

void GetPhysicalDeviceQueueFamilyProperties(VkPhysicalDevice physicalDevice, uint32_t* pCount,
                                            VkQueueFamilyProperties* pProperties) {
  const PhysicalDeviceModel& model = ModelOf(physicalDevice);
  FillArray(model.families, model.family_count, sizeof(*model.families), pCount, pProperties);
  TraceQuery("vkGetPhysicalDeviceQueueFamilyProperties", physicalDevice);
}

// One counter, of which the mock driver knows nothing.
VkResult EnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR(
    VkPhysicalDevice physicalDevice, uint32_t, uint32_t* pCounterCount,
    VkPerformanceCounterKHR* pCounters, VkPerformanceCounterDescriptionKHR*) {
  const uint32_t filled = CountToFill(1, pCounterCount, pCounters);
  if (filled == 1) ClearStructure(pCounters, sizeof(*pCounters));
  TraceQuery("vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR", physicalDevice);
  return VK_SUCCESS;
}

void GetPhysicalDeviceQueueFamilyProperties2(VkPhysicalDevice physicalDevice, uint32_t* pCount,
                                             VkQueueFamilyProperties2* pProperties) {
  const PhysicalDeviceModel& model = ModelOf(physicalDevice);
  const uint32_t filled = CountToFill(model.family_count, pCount, pProperties);
  for (uint32_t i = 0; i < filled; ++i) {
    pProperties[i].queueFamilyProperties = model.families[i];
  }
  TraceQuery("vkGetPhysicalDeviceQueueFamilyProperties2", physicalDevice);
}

void GetPhysicalDeviceMemoryProperties(VkPhysicalDevice physicalDevice,
                                       VkPhysicalDeviceMemoryProperties* pProperties) {
  FillMemory(pProperties);
  TraceQuery("vkGetPhysicalDeviceMemoryProperties", physicalDevice);
}

void GetPhysicalDeviceMemoryProperties2(VkPhysicalDevice physicalDevice,
                                        VkPhysicalDeviceMemoryProperties2* pProperties) {
  FillMemory(&pProperties->memoryProperties);
  TraceQuery("vkGetPhysicalDeviceMemoryProperties2", physicalDevice);
}

// A driver has no layers.
VkResult EnumerateInstanceLayerProperties(uint32_t* pPropertyCount, VkLayerProperties*) {
  *pPropertyCount = 0;
  Event("vkEnumerateInstanceLayerProperties").Add("result", VK_SUCCESS);
  return VK_SUCCESS;
}

VkResult EnumerateDeviceLayerProperties(VkPhysicalDevice physicalDevice, uint32_t* pPropertyCount,
                                        VkLayerProperties*) {
  *pPropertyCount = 0;
  TraceQuery("vkEnumerateDeviceLayerProperties", physicalDevice);
  return VK_SUCCESS;
}

}  // namespace driver
}  // namespace loadstone::mock
