// SPDX-License-Identifier: Apache-2.0
// A Vulkan driver of negligible cost: one device with one queue, whose functions do no work, so
// that a measurement shows the cost of the loader (see vulkan_loader_cost.cc).

#include <vulkan/vk_icd.h>
#include <vulkan/vulkan.h>

#include <cstdint>
#include <cstring>
#include <new>

namespace {

// A dispatchable object is one word, which belongs to the loader.
struct Object {
  VK_LOADER_DATA loader = {ICD_LOADER_MAGIC};
};

Object physical_device;
Object queue;
Object command_buffer;

template <typename Handle>
VkResult New(Handle* handle) {
  auto* object = new (std::nothrow) Object;
  *handle = reinterpret_cast<Handle>(object);
  return object != nullptr ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

template <typename Handle>
void Delete(Handle handle, const VkAllocationCallbacks*) {
  delete reinterpret_cast<Object*>(handle);
}

VkResult Negotiate(uint32_t* version) {
  constexpr uint32_t kInterface = 5;  // the newest that Debian's loader and this tree's support
  if (*version > kInterface) *version = kInterface;
  return VK_SUCCESS;
}

VkResult EnumerateInstanceVersion(uint32_t* version) {
  *version = VK_API_VERSION_1_3;
  return VK_SUCCESS;
}

VkResult EnumerateNoExtensions(const char*, uint32_t* count, VkExtensionProperties*) {
  *count = 0;
  return VK_SUCCESS;
}

VkResult EnumerateNoDeviceExtensions(VkPhysicalDevice, const char*, uint32_t* count,
                                     VkExtensionProperties*) {
  *count = 0;
  return VK_SUCCESS;
}

VkResult CreateInstance(const VkInstanceCreateInfo*, const VkAllocationCallbacks*,
                        VkInstance* instance) {
  return New(instance);
}

VkResult EnumeratePhysicalDevices(VkInstance, uint32_t* count, VkPhysicalDevice* devices) {
  if (devices != nullptr && *count > 0) {
    devices[0] = reinterpret_cast<VkPhysicalDevice>(&physical_device);
  }
  *count = 1;
  return VK_SUCCESS;
}

// Does not clear the structure: that would cost more than a loader's trampoline.
void GetPhysicalDeviceProperties(VkPhysicalDevice, VkPhysicalDeviceProperties* properties) {
  properties->apiVersion = VK_API_VERSION_1_3;
}

void GetPhysicalDeviceQueueFamilyProperties(VkPhysicalDevice, uint32_t* count,
                                            VkQueueFamilyProperties* families) {
  if (families != nullptr && *count > 0) families[0] = {VK_QUEUE_GRAPHICS_BIT, 1, 0, {1, 1, 1}};
  *count = 1;
}

VkResult CreateDevice(VkPhysicalDevice, const VkDeviceCreateInfo*, const VkAllocationCallbacks*,
                      VkDevice* device) {
  return New(device);
}

void GetDeviceQueue(VkDevice, uint32_t, uint32_t, VkQueue* result) {
  *result = reinterpret_cast<VkQueue>(&queue);
}

VkResult CreateCommandPool(VkDevice, const VkCommandPoolCreateInfo*, const VkAllocationCallbacks*,
                           VkCommandPool* pool) {
  *pool = reinterpret_cast<VkCommandPool>(&queue);  // any non-null pointer
  return VK_SUCCESS;
}

void DestroyCommandPool(VkDevice, VkCommandPool, const VkAllocationCallbacks*) {}

// All calls return the same command buffer.
VkResult AllocateCommandBuffers(VkDevice, const VkCommandBufferAllocateInfo*,
                                VkCommandBuffer* buffers) {
  command_buffer = {};
  buffers[0] = reinterpret_cast<VkCommandBuffer>(&command_buffer);
  return VK_SUCCESS;
}

void CmdDraw(VkCommandBuffer, uint32_t, uint32_t, uint32_t, uint32_t) {}

PFN_vkVoidFunction GetInstanceProcAddr(VkInstance instance, const char* name);
PFN_vkVoidFunction GetDeviceProcAddr(VkDevice device, const char* name);

// Returned for every function that loaders do not need; never called.
void Other() {}

struct Entry {
  const char* name;
  PFN_vkVoidFunction function;
};

template <typename Function>
PFN_vkVoidFunction Erased(Function* function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

const Entry kEntries[] = {
    {"vkGetInstanceProcAddr", Erased(GetInstanceProcAddr)},
    {"vkGetDeviceProcAddr", Erased(GetDeviceProcAddr)},
    {"vkEnumerateInstanceVersion", Erased(EnumerateInstanceVersion)},
    {"vkEnumerateInstanceExtensionProperties", Erased(EnumerateNoExtensions)},
    {"vkEnumerateDeviceExtensionProperties", Erased(EnumerateNoDeviceExtensions)},
    {"vkCreateInstance", Erased(CreateInstance)},
    {"vkDestroyInstance", Erased(Delete<VkInstance>)},
    {"vkEnumeratePhysicalDevices", Erased(EnumeratePhysicalDevices)},
    {"vkGetPhysicalDeviceProperties", Erased(GetPhysicalDeviceProperties)},
    {"vkGetPhysicalDeviceQueueFamilyProperties", Erased(GetPhysicalDeviceQueueFamilyProperties)},
    {"vkCreateDevice", Erased(CreateDevice)},
    {"vkDestroyDevice", Erased(Delete<VkDevice>)},
    {"vkGetDeviceQueue", Erased(GetDeviceQueue)},
    {"vkCreateCommandPool", Erased(CreateCommandPool)},
    {"vkDestroyCommandPool", Erased(DestroyCommandPool)},
    {"vkAllocateCommandBuffers", Erased(AllocateCommandBuffers)},
    {"vkCmdDraw", Erased(CmdDraw)},
};

// Loaders query some hundred names per instance. As in a driver with all functions, each name has a
// function; those that are not above get `Other` without a search.
PFN_vkVoidFunction Find(const char* name) {
  static constexpr unsigned kBuckets = 256;
  static const Entry* const* const table = [] {
    static const Entry* entries[kBuckets] = {};
    for (const Entry& entry : kEntries) {
      unsigned i = static_cast<unsigned>(std::strlen(entry.name)) * 7;
      while (entries[i % kBuckets] != nullptr) ++i;
      entries[i % kBuckets] = &entry;
    }
    return entries;
  }();
  unsigned i = static_cast<unsigned>(std::strlen(name)) * 7;
  for (; table[i % kBuckets] != nullptr; ++i) {
    if (std::strcmp(table[i % kBuckets]->name, name) == 0) return table[i % kBuckets]->function;
  }
  return Erased(Other);
}

PFN_vkVoidFunction GetInstanceProcAddr(VkInstance, const char* name) {
  // Of the interface's functions, the driver only has the negotiation function, which is exported.
  return std::strncmp(name, "vk_icd", 6) == 0 ? nullptr : Find(name);
}

PFN_vkVoidFunction GetDeviceProcAddr(VkDevice, const char* name) { return Find(name); }

}  // namespace

extern "C" __attribute__((visibility("default"))) VkResult vk_icdNegotiateLoaderICDInterfaceVersion(
    uint32_t* version) {
  return Negotiate(version);
}

extern "C" __attribute__((visibility("default"))) PFN_vkVoidFunction vk_icdGetInstanceProcAddr(
    VkInstance instance, const char* name) {
  return GetInstanceProcAddr(instance, name);
}
