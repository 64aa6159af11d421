// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_DRIVER_COPY_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_DRIVER_COPY_H_

#include <string>
#include <vector>

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <vulkan/vk_icd.h>
#include <vulkan/vulkan_core.h>

#include "mock_common/test_files.h"

namespace loadstone::mock {

// For tests: a copy of a variant of the driver in a folder, with its own configuration and trace,
// opened as by a loader.
class DriverCopy {
 public:
  // `keys` are members of a JSON object without its braces; "trace" is added.
  DriverCopy(const TestFolder& folder, const std::string& name, const std::string& keys,
             const std::string& variant = "vulkan_driver");
  ~DriverCopy();
  DriverCopy(const DriverCopy&) = delete;
  DriverCopy& operator=(const DriverCopy&) = delete;

  void Close();
  void* Symbol(const char* name) const;
  const std::string& path() const { return path_; }

  // Looks up a function with the driver's lookup function, whatever its exported name is.
  PFN_vkVoidFunction Find(const char* name, VkInstance instance = VK_NULL_HANDLE) const;
  template <typename Function>
  Function Get(const char* name, VkInstance instance = VK_NULL_HANDLE) const {
    return reinterpret_cast<Function>(Find(name, instance));
  }

  std::vector<rapidjson::Document> Trace() const;
  // The events of that kind.
  std::vector<rapidjson::Document> Trace(const std::string& what) const;
  // The "why" of each violation.
  std::vector<std::string> Violations() const;

 private:
  const TestFolder& folder_;
  const std::string trace_;
  const std::string path_;
  void* library_ = nullptr;
};

// An instance of a driver with its first physical device and, if `create_device`, a device. The
// destructor destroys them, unless they were set to null.
class DriverUser {
 public:
  explicit DriverUser(const DriverCopy& driver, bool create_device = true);
  ~DriverUser();

  template <typename Function>
  Function Get(const char* name) const {
    return driver_.Get<Function>(name, instance);
  }

  // All physical devices of the instance.
  std::vector<VkPhysicalDevice> Devices() const;

  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;

 private:
  const DriverCopy& driver_;
};

// Creates an instance and returns the result.
VkResult CreateInstance(const DriverCopy& driver, VkInstance* instance,
                        uint32_t api_version = VK_API_VERSION_1_3,
                        const VkAllocationCallbacks* callbacks = nullptr,
                        const std::vector<const char*>& extensions = {});
// Creates a device with all queues of family 0 and returns the result.
VkResult CreateDevice(const DriverUser& user, VkDevice* device,
                      const VkAllocationCallbacks* callbacks = nullptr,
                      const std::vector<const char*>& extensions = {}, uint32_t queue_count = 4);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_DRIVER_COPY_H_
