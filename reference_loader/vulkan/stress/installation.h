// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_STRESS_INSTALLATION_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_STRESS_INSTALLATION_H_

#include <filesystem>
#include <string>
#include <vector>

#include "reference_loader/vulkan/generated/commands.h"

namespace reference_loader::vulkan {

// A folder with two layers, a meta-layer and a driver. While the object exists, environment
// variables make the loader search it. Create and destroy it while no other thread runs.
class Installation {
 public:
  Installation();
  ~Installation();
  Installation(const Installation&) = delete;
  Installation& operator=(const Installation&) = delete;

  // The number of objects that the layers and the driver created and that were not destroyed.
  int LiveObjects() const;

 private:
  void Set(const char* variable, const std::string& value);
  void AddLibrary(const std::string& name);
  void AddManifest(const std::string& path, const std::string& text);

  std::filesystem::path folder_;
  std::vector<std::string> variables_;
  std::vector<void*> libraries_;
};

inline constexpr char kExplicitLayer[] = "VK_LAYER_TEST_explicit";

// The objects that an application has when it makes a call. Handles are null if it lacks them.
struct Application {
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkSurfaceKHR surface = VK_NULL_HANDLE;

  // Each creates one object; the callbacks may be null.
  VkResult CreateInstance(const VkAllocationCallbacks* callbacks = nullptr);
  VkResult FindPhysicalDevice();
  VkResult CreateDevice(const VkAllocationCallbacks* callbacks = nullptr);
  VkResult CreateSurface(const VkAllocationCallbacks* callbacks = nullptr);
  // Destroys the existing objects.
  void Destroy(const VkAllocationCallbacks* callbacks = nullptr);
};

// A messenger for all messages, which does nothing.
VkDebugUtilsMessengerCreateInfoEXT NoOpMessengerInfo();
VkDebugReportCallbackCreateInfoEXT NoOpCallbackInfo();

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_STRESS_INSTALLATION_H_
