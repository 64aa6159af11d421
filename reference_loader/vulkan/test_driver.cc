// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/test_driver.h"

#include <atomic>
#include <cstring>
#include <iterator>
#include <new>
#include <string_view>

namespace reference_loader::vulkan {
namespace {

std::atomic<int> live_objects = 0;
std::atomic<const char*> missing_function = nullptr;

// Every dispatchable object: the loader's word and, for instances and devices, a child object.
struct Object {
  VK_LOADER_DATA loader_data;
  Object* child;
};

// Null for lack of memory.
Object* NewObject(Object* child) {
  auto* object = new (std::nothrow) Object{{ICD_LOADER_MAGIC}, child};
  if (object != nullptr) ++live_objects;
  return object;
}

void DestroyObject(void* handle) {
  auto* object = static_cast<Object*>(handle);
  if (object->child != nullptr) DestroyObject(object->child);
  delete object;
  --live_objects;
}

// Creates an object, with a child if `has_child`.
template <typename Handle>
VkResult Create(bool has_child, Handle* handle) {
  Object* child = has_child ? NewObject(nullptr) : nullptr;
  if (has_child && child == nullptr) return VK_ERROR_OUT_OF_HOST_MEMORY;
  Object* object = NewObject(child);
  if (object != nullptr) {
    *handle = reinterpret_cast<Handle>(object);
    return VK_SUCCESS;
  }
  if (has_child) DestroyObject(child);
  return VK_ERROR_OUT_OF_HOST_MEMORY;
}

template <typename T>
VkResult WriteSingleElement(const T& value, uint32_t* count, T* output) {
  if (output != nullptr && *count > 0) *output = value;
  *count = 1;
  return VK_SUCCESS;
}

// A driver must not receive layers.
template <typename Info>
bool NamesLayers(const Info& info) {
  return info.enabledLayerCount != 0 || info.ppEnabledLayerNames != nullptr;
}

// None of its extensions has a flag.
VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* info,
                                              const VkAllocationCallbacks*, VkInstance* instance) {
  if (info->flags != 0) return VK_ERROR_FEATURE_NOT_PRESENT;
  if (NamesLayers(*info)) return VK_ERROR_LAYER_NOT_PRESENT;
  return Create(true, instance);
}
VKAPI_ATTR void VKAPI_CALL DestroyInstance(VkInstance instance, const VkAllocationCallbacks*) {
  DestroyObject(instance);
}
VKAPI_ATTR VkResult VKAPI_CALL EnumerateVersion(uint32_t* version) {
  *version = VK_API_VERSION_1_3;
  return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL EnumeratePhysicalDevices(VkInstance instance, uint32_t* count,
                                                        VkPhysicalDevice* devices) {
  return WriteSingleElement(
      reinterpret_cast<VkPhysicalDevice>(reinterpret_cast<Object*>(instance)->child), count,
      devices);
}
// One group; writes kGroupNumber to a TestGroupNumber in the chain.
VKAPI_ATTR VkResult VKAPI_CALL EnumerateGroups(VkInstance instance, uint32_t* count,
                                               VkPhysicalDeviceGroupProperties* groups) {
  if (groups != nullptr && *count > 0) {
    uint32_t one = 1;
    EnumeratePhysicalDevices(instance, &one, groups->physicalDevices);
    groups->physicalDeviceCount = 1;
    auto* chained = static_cast<TestGroupNumber*>(groups->pNext);
    if (chained != nullptr) chained->number = kGroupNumber;
  }
  *count = 1;
  return VK_SUCCESS;
}
VKAPI_ATTR void VKAPI_CALL GetProperties(VkPhysicalDevice, VkPhysicalDeviceProperties* properties) {
  *properties = {};
  properties->vendorID = 0x1234;
}
VKAPI_ATTR VkResult VKAPI_CALL EnumerateDeviceExtensions(VkPhysicalDevice, const char*,
                                                         uint32_t* count,
                                                         VkExtensionProperties* properties) {
  return WriteSingleElement(VkExtensionProperties{"VK_TEST_device", 1}, count, properties);
}
VKAPI_ATTR VkResult VKAPI_CALL CreateDevice(VkPhysicalDevice, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks*, VkDevice* device) {
  if (NamesLayers(*info)) return VK_ERROR_LAYER_NOT_PRESENT;
  return Create(true, device);
}
VKAPI_ATTR void VKAPI_CALL DestroyDevice(VkDevice device, const VkAllocationCallbacks*) {
  DestroyObject(device);
}
VKAPI_ATTR void VKAPI_CALL GetDeviceQueue(VkDevice device, uint32_t, uint32_t, VkQueue* queue) {
  *queue = reinterpret_cast<VkQueue>(reinterpret_cast<Object*>(device)->child);
}
VKAPI_ATTR void VKAPI_CALL GetQueueFamilies(VkPhysicalDevice, uint32_t* count,
                                            VkQueueFamilyProperties* families) {
  WriteSingleElement(VkQueueFamilyProperties{}, count, families);
}
VKAPI_ATTR void VKAPI_CALL GetSparseFormats(VkPhysicalDevice, VkFormat, VkImageType,
                                            VkSampleCountFlagBits, VkImageUsageFlags, VkImageTiling,
                                            uint32_t* count,
                                            VkSparseImageFormatProperties* properties) {
  WriteSingleElement(VkSparseImageFormatProperties{}, count, properties);
}
VKAPI_ATTR VkResult VKAPI_CALL GetSurfaceFormats(VkPhysicalDevice, VkSurfaceKHR, uint32_t* count,
                                                 VkSurfaceFormatKHR* formats) {
  return WriteSingleElement(kTestSurfaceFormat, count, formats);
}
VKAPI_ATTR VkResult VKAPI_CALL GetImageFormat(VkPhysicalDevice, VkFormat, VkImageType,
                                              VkImageTiling, VkImageUsageFlags, VkImageCreateFlags,
                                              VkImageFormatProperties* properties) {
  *properties = {};
  return VK_SUCCESS;
}
// Belongs to an extension that the driver does not list, so the loader must not call it.
VKAPI_ATTR VkResult VKAPI_CALL CreateMessenger(VkInstance,
                                               const VkDebugUtilsMessengerCreateInfoEXT*,
                                               const VkAllocationCallbacks*,
                                               VkDebugUtilsMessengerEXT*) {
  return VK_ERROR_EXTENSION_NOT_PRESENT;
}
// The swapchains need no destruction.
VKAPI_ATTR VkResult VKAPI_CALL CreateSharedSwapchains(VkDevice, uint32_t,
                                                      const VkSwapchainCreateInfoKHR*,
                                                      const VkAllocationCallbacks*,
                                                      VkSwapchainKHR*) {
  return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL QueueWaitIdle(VkQueue) { return VK_SUCCESS; }
VKAPI_ATTR VkResult VKAPI_CALL CreateHeadlessSurface(VkInstance,
                                                     const VkHeadlessSurfaceCreateInfoEXT*,
                                                     const VkAllocationCallbacks*,
                                                     VkSurfaceKHR* surface) {
  return Create(false, surface);
}
VKAPI_ATTR void VKAPI_CALL DestroySurface(VkInstance, VkSurfaceKHR surface,
                                          const VkAllocationCallbacks*) {
  DestroyObject(surface);
}
VKAPI_ATTR VkResult VKAPI_CALL GetSurfaceSupport(VkPhysicalDevice, uint32_t, VkSurfaceKHR surface,
                                                 VkBool32* supported) {
  // Only the driver's own surface begins with the loader's magic value.
  *supported = valid_loader_magic_value(surface) ? VK_TRUE : VK_FALSE;
  return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL EnumerateInstanceExtensions(const char*, uint32_t* count,
                                                           VkExtensionProperties* properties) {
  const VkExtensionProperties all[] = {{VK_KHR_SURFACE_EXTENSION_NAME, 25},
                                       {VK_KHR_GET_SURFACE_CAPABILITIES_2_EXTENSION_NAME, 1},
                                       {VK_EXT_HEADLESS_SURFACE_EXTENSION_NAME, 1}};
  if (properties != nullptr) std::memcpy(properties, all, sizeof(all));
  *count = std::size(all);
  return VK_SUCCESS;
}

double TestPhysical(VkPhysicalDevice device, int a, double b) {
  return valid_loader_magic_value(device) ? a + b : -1;
}
double TestDevice(VkDevice, int a, double b) { return a * b; }

VKAPI_ATTR VkResult VKAPI_CALL Negotiate(uint32_t* version) {
  *version = 7;
  return VK_SUCCESS;
}
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetPhysicalDeviceProcAddr(VkInstance, const char* name) {
  return std::string_view(name) == "vkTestPhysical"
             ? reinterpret_cast<PFN_vkVoidFunction>(&TestPhysical)
             : nullptr;
}
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetDeviceProcAddr(VkDevice, const char* name) {
  return TestDriverGetInstanceProcAddr(VK_NULL_HANDLE, name);
}

template <typename Function>
PFN_vkVoidFunction Untyped(Function function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

}  // namespace

WithoutTestFunction::WithoutTestFunction(const char* name) { missing_function = name; }
WithoutTestFunction::~WithoutTestFunction() { missing_function = nullptr; }

int LiveTestObjects() { return live_objects; }

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL TestDriverGetInstanceProcAddr(VkInstance,
                                                                       const char* name) {
  struct Named {
    std::string_view name;
    PFN_vkVoidFunction function;
  };
  static const Named functions[] = {
      {"vk_icdNegotiateLoaderICDInterfaceVersion", Untyped(Negotiate)},
      {"vk_icdGetPhysicalDeviceProcAddr", Untyped(GetPhysicalDeviceProcAddr)},
      {"vkCreateInstance", Untyped(CreateInstance)},
      {"vkDestroyInstance", Untyped(DestroyInstance)},
      {"vkEnumerateInstanceVersion", Untyped(EnumerateVersion)},
      {"vkEnumerateInstanceExtensionProperties", Untyped(EnumerateInstanceExtensions)},
      {"vkEnumeratePhysicalDevices", Untyped(EnumeratePhysicalDevices)},
      {"vkEnumeratePhysicalDeviceGroups", Untyped(EnumerateGroups)},
      {"vkGetPhysicalDeviceProperties", Untyped(GetProperties)},
      {"vkEnumerateDeviceExtensionProperties", Untyped(EnumerateDeviceExtensions)},
      {"vkCreateDevice", Untyped(CreateDevice)},
      {"vkDestroyDevice", Untyped(DestroyDevice)},
      {"vkGetDeviceProcAddr", Untyped(GetDeviceProcAddr)},
      {"vkGetDeviceQueue", Untyped(GetDeviceQueue)},
      {"vkQueueWaitIdle", Untyped(QueueWaitIdle)},
      {"vkCreateHeadlessSurfaceEXT", Untyped(CreateHeadlessSurface)},
      {"vkDestroySurfaceKHR", Untyped(DestroySurface)},
      {"vkGetPhysicalDeviceSurfaceSupportKHR", Untyped(GetSurfaceSupport)},
      {"vkGetPhysicalDeviceQueueFamilyProperties", Untyped(GetQueueFamilies)},
      {"vkGetPhysicalDeviceSparseImageFormatProperties", Untyped(GetSparseFormats)},
      {"vkGetPhysicalDeviceSurfaceFormatsKHR", Untyped(GetSurfaceFormats)},
      {"vkGetPhysicalDeviceImageFormatProperties", Untyped(GetImageFormat)},
      {"vkCreateDebugUtilsMessengerEXT", Untyped(CreateMessenger)},
      {"vkCreateSharedSwapchainsKHR", Untyped(CreateSharedSwapchains)},
      {"vkTestDevice", Untyped(TestDevice)},
  };
  const char* missing = missing_function;
  if (missing != nullptr && std::string_view(missing) == name) return nullptr;
  for (const Named& each : functions) {
    if (each.name == name) return each.function;
  }
  return nullptr;
}

}  // namespace reference_loader::vulkan
