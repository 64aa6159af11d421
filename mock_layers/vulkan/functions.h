// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_FUNCTIONS_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_FUNCTIONS_H_

#include <stdint.h>
#include <vulkan/vulkan_core.h>
// After vulkan.h: the others require the core types.
#include <vulkan/vk_layer.h>

struct ANativeWindow;
#include <vulkan/vulkan_android.h>

namespace loadstone::mock {

// The handles that the layer can wrap, as bits of a mask.
enum HandleBit : uint32_t {
  kNoHandle = 0,
  kInstanceHandle = 1,
  kPhysicalDeviceHandle = 2,
  kDeviceHandle = 4,
  kQueueHandle = 8,
  kCommandBufferHandle = 16,
  kBufferHandle = 32,
  kMemoryHandle = 64,
  kSurfaceHandle = 128,
};

// The object that a function belongs to, which determines the chain of its calls.
enum class Level : uint8_t { kGlobal, kInstance, kPhysicalDevice, kDevice };

// Every function that the layer can intercept: its name without "vk", its level, whether it is
// always intercepted, and the handle types that it takes or returns. If one of those types is
// wrapped, the function is intercepted, though not traced.
#define LOADSTONE_LAYER_FUNCTIONS(X)                                                              \
  X(GetInstanceProcAddr, kInstance, true, kInstanceHandle)                                        \
  X(CreateInstance, kGlobal, true, kInstanceHandle)                                               \
  X(DestroyInstance, kInstance, true, kInstanceHandle)                                            \
  X(CreateDevice, kPhysicalDevice, true, kPhysicalDeviceHandle | kDeviceHandle)                   \
  X(DestroyDevice, kDevice, true, kDeviceHandle)                                                  \
  X(GetDeviceProcAddr, kDevice, true, kDeviceHandle)                                              \
  X(EnumerateInstanceLayerProperties, kGlobal, true, kNoHandle)                                   \
  X(EnumerateInstanceExtensionProperties, kGlobal, true, kNoHandle)                               \
  X(EnumerateDeviceExtensionProperties, kPhysicalDevice, true, kPhysicalDeviceHandle)             \
  X(EnumerateDeviceLayerProperties, kPhysicalDevice, false, kPhysicalDeviceHandle)                \
  X(EnumeratePhysicalDevices, kInstance, false, kInstanceHandle | kPhysicalDeviceHandle)          \
  X(EnumeratePhysicalDeviceGroups, kInstance, false, kInstanceHandle | kPhysicalDeviceHandle)     \
  X(GetPhysicalDeviceProperties, kPhysicalDevice, false, kPhysicalDeviceHandle)                   \
  X(GetPhysicalDeviceProperties2, kPhysicalDevice, false, kPhysicalDeviceHandle)                  \
  X(GetPhysicalDeviceFeatures, kPhysicalDevice, false, kPhysicalDeviceHandle)                     \
  X(GetPhysicalDeviceQueueFamilyProperties, kPhysicalDevice, false, kPhysicalDeviceHandle)        \
  X(GetPhysicalDeviceMemoryProperties, kPhysicalDevice, false, kPhysicalDeviceHandle)             \
  X(GetPhysicalDeviceFeatures2, kPhysicalDevice, false, kPhysicalDeviceHandle)                    \
  X(GetPhysicalDeviceFormatProperties, kPhysicalDevice, false, kPhysicalDeviceHandle)             \
  X(GetPhysicalDeviceFormatProperties2, kPhysicalDevice, false, kPhysicalDeviceHandle)            \
  X(GetPhysicalDeviceImageFormatProperties, kPhysicalDevice, false, kPhysicalDeviceHandle)        \
  X(GetPhysicalDeviceImageFormatProperties2, kPhysicalDevice, false, kPhysicalDeviceHandle)       \
  X(GetPhysicalDeviceQueueFamilyProperties2, kPhysicalDevice, false, kPhysicalDeviceHandle)       \
  X(GetPhysicalDeviceMemoryProperties2, kPhysicalDevice, false, kPhysicalDeviceHandle)            \
  X(GetPhysicalDeviceSparseImageFormatProperties, kPhysicalDevice, false, kPhysicalDeviceHandle)  \
  X(GetPhysicalDeviceSparseImageFormatProperties2, kPhysicalDevice, false, kPhysicalDeviceHandle) \
  X(GetPhysicalDeviceExternalBufferProperties, kPhysicalDevice, false, kPhysicalDeviceHandle)     \
  X(GetPhysicalDeviceExternalFenceProperties, kPhysicalDevice, false, kPhysicalDeviceHandle)      \
  X(GetPhysicalDeviceExternalSemaphoreProperties, kPhysicalDevice, false, kPhysicalDeviceHandle)  \
  X(GetDeviceQueue, kDevice, false, kDeviceHandle | kQueueHandle)                                 \
  X(GetDeviceQueue2, kDevice, false, kDeviceHandle | kQueueHandle)                                \
  X(DeviceWaitIdle, kDevice, false, kDeviceHandle)                                                \
  X(QueueWaitIdle, kDevice, false, kQueueHandle)                                                  \
  X(QueueSubmit, kDevice, false, kQueueHandle | kCommandBufferHandle)                             \
  X(QueueSubmit2, kDevice, false, kQueueHandle | kCommandBufferHandle)                            \
  X(CreateBuffer, kDevice, false, kDeviceHandle | kBufferHandle)                                  \
  X(DestroyBuffer, kDevice, false, kDeviceHandle | kBufferHandle)                                 \
  X(AllocateMemory, kDevice, false, kDeviceHandle | kMemoryHandle | kBufferHandle)                \
  X(FreeMemory, kDevice, false, kDeviceHandle | kMemoryHandle)                                    \
  X(BindBufferMemory, kDevice, false, kDeviceHandle | kBufferHandle | kMemoryHandle)              \
  X(GetBufferMemoryRequirements, kDevice, false, kDeviceHandle | kBufferHandle)                   \
  X(CreateCommandPool, kDevice, false, kDeviceHandle)                                             \
  X(DestroyCommandPool, kDevice, false, kDeviceHandle | kCommandBufferHandle)                     \
  X(AllocateCommandBuffers, kDevice, false, kDeviceHandle | kCommandBufferHandle)                 \
  X(FreeCommandBuffers, kDevice, false, kDeviceHandle | kCommandBufferHandle)                     \
  X(BeginCommandBuffer, kDevice, false, kCommandBufferHandle)                                     \
  X(EndCommandBuffer, kDevice, false, kCommandBufferHandle)                                       \
  X(CreateFence, kDevice, false, kDeviceHandle)                                                   \
  X(CreateSemaphore, kDevice, false, kDeviceHandle)                                               \
  X(CreateImage, kDevice, false, kDeviceHandle)                                                   \
  X(CreateImageView, kDevice, false, kDeviceHandle)                                               \
  X(DestroyFence, kDevice, false, kDeviceHandle)                                                  \
  X(CreateHeadlessSurfaceEXT, kInstance, false, kInstanceHandle | kSurfaceHandle)                 \
  X(CreateAndroidSurfaceKHR, kInstance, false, kInstanceHandle | kSurfaceHandle)                  \
  X(DestroySurfaceKHR, kInstance, false, kInstanceHandle | kSurfaceHandle)                        \
  X(GetPhysicalDeviceSurfaceSupportKHR, kPhysicalDevice, false,                                   \
    kPhysicalDeviceHandle | kSurfaceHandle)                                                       \
  X(GetPhysicalDeviceSurfaceCapabilitiesKHR, kPhysicalDevice, false,                              \
    kPhysicalDeviceHandle | kSurfaceHandle)                                                       \
  X(GetPhysicalDeviceSurfaceCapabilities2KHR, kPhysicalDevice, false,                             \
    kPhysicalDeviceHandle | kSurfaceHandle)                                                       \
  X(GetPhysicalDeviceSurfaceFormatsKHR, kPhysicalDevice, false,                                   \
    kPhysicalDeviceHandle | kSurfaceHandle)                                                       \
  X(GetPhysicalDeviceSurfacePresentModesKHR, kPhysicalDevice, false,                              \
    kPhysicalDeviceHandle | kSurfaceHandle)                                                       \
  X(CreateSwapchainKHR, kDevice, false, kDeviceHandle | kSurfaceHandle)                           \
  X(DestroySwapchainKHR, kDevice, false, kDeviceHandle)                                           \
  X(QueuePresentKHR, kDevice, false, kQueueHandle)                                                \
  X(QueueBindSparse, kDevice, false, kQueueHandle)                                                \
  X(AcquireNextImageKHR, kDevice, false, kDeviceHandle)

enum FunctionId : uint32_t {
#define LOADSTONE_ID(name, level, always, handles) k##name,
  LOADSTONE_LAYER_FUNCTIONS(LOADSTONE_ID)
#undef LOADSTONE_ID
      kFunctionCount
};

// The layer's own functions, one per entry of the table, with the prototypes of the API.
#define LOADSTONE_DECLARE(name, level, always, handles) extern decltype(vk##name) name;
LOADSTONE_LAYER_FUNCTIONS(LOADSTONE_DECLARE)
#undef LOADSTONE_DECLARE

struct Function {
  const char* name;
  PFN_vkVoidFunction own;
  Level level;
  bool always;
  uint32_t handles;
};

// The table above as data, indexed by FunctionId.
extern const Function kFunctions[kFunctionCount];

// The ID of the function of that name, or kFunctionCount.
FunctionId FindFunction(const char* name);

// The functions of the next entity of a chain; nullptr where it has none.
struct NextFunctions {
  PFN_vkVoidFunction table[kFunctionCount];

#define LOADSTONE_NEXT(name, level, always, handles) \
  PFN_vk##name name() const { return reinterpret_cast<PFN_vk##name>(table[k##name]); }
  LOADSTONE_LAYER_FUNCTIONS(LOADSTONE_NEXT)
#undef LOADSTONE_NEXT
};

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_FUNCTIONS_H_
