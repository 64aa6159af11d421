// SPDX-License-Identifier: Apache-2.0
#include "mock_runtime/vulkan/driver_copy.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace loadstone::mock {

DriverCopy::DriverCopy(const TestFolder& folder, const std::string& name, const std::string& keys,
                       const std::string& variant)
    : folder_(folder), trace_(name + ".trace"), path_(folder.Path(name + ".so")) {
  std::filesystem::copy_file(std::string(LOADSTONE_MOCK_DIR) + "/" + variant + ".so", path_);
  const std::string trace = folder.Write(trace_, "");
  folder.Write(name + ".so.config",
               "{\"trace\":\"" + trace + "\"" + (keys.empty() ? "" : ",") + keys + "}");
  library_ = dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library_ == nullptr) ADD_FAILURE() << dlerror();
}

DriverCopy::~DriverCopy() { Close(); }

void DriverCopy::Close() {
  if (library_ != nullptr) dlclose(library_);
  library_ = nullptr;
}

void* DriverCopy::Symbol(const char* name) const { return dlsym(library_, name); }

PFN_vkVoidFunction DriverCopy::Find(const char* name, VkInstance instance) const {
  void* symbol = Symbol("vk_icdGetInstanceProcAddr");
  if (symbol == nullptr) symbol = Symbol("vkGetInstanceProcAddr");
  if (symbol == nullptr) return nullptr;
  return reinterpret_cast<PFN_vkGetInstanceProcAddr>(symbol)(instance, name);
}

std::vector<rapidjson::Document> DriverCopy::Trace() const { return folder_.ReadTrace(trace_); }

std::vector<rapidjson::Document> DriverCopy::Trace(const std::string& what) const {
  std::vector<rapidjson::Document> chosen;
  for (rapidjson::Document& event : Trace()) {
    if (event["what"].GetString() == what) chosen.push_back(std::move(event));
  }
  return chosen;
}

std::vector<std::string> DriverCopy::Violations() const {
  std::vector<std::string> reasons;
  for (const rapidjson::Document& event : Trace("violation")) {
    reasons.push_back(event["why"].GetString());
  }
  return reasons;
}

DriverUser::DriverUser(const DriverCopy& driver, bool create_device) : driver_(driver) {
  EXPECT_EQ(CreateInstance(driver, &instance, VK_API_VERSION_1_0), VK_SUCCESS);
  uint32_t count = 1;
  EXPECT_GE(Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(instance, &count,
                                                                              &physical_device),
            VK_SUCCESS);
  if (!create_device) return;
  EXPECT_EQ(CreateDevice(*this, &device), VK_SUCCESS);
}

DriverUser::~DriverUser() {
  if (device != VK_NULL_HANDLE) Get<PFN_vkDestroyDevice>("vkDestroyDevice")(device, nullptr);
  if (instance != VK_NULL_HANDLE) {
    Get<PFN_vkDestroyInstance>("vkDestroyInstance")(instance, nullptr);
  }
}

std::vector<VkPhysicalDevice> DriverUser::Devices() const {
  const auto enumerate = Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices");
  uint32_t count = 0;
  EXPECT_EQ(enumerate(instance, &count, nullptr), VK_SUCCESS);
  std::vector<VkPhysicalDevice> devices(count);
  EXPECT_EQ(enumerate(instance, &count, devices.data()), VK_SUCCESS);
  return devices;
}

VkResult CreateInstance(const DriverCopy& driver, VkInstance* instance, uint32_t api_version,
                        const VkAllocationCallbacks* callbacks,
                        const std::vector<const char*>& extensions) {
  VkApplicationInfo app = {};
  app.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  app.pApplicationName = "test";
  app.apiVersion = api_version;
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &app;
  info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  return driver.Get<PFN_vkCreateInstance>("vkCreateInstance")(&info, callbacks, instance);
}

VkResult CreateDevice(const DriverUser& user, VkDevice* device,
                      const VkAllocationCallbacks* callbacks,
                      const std::vector<const char*>& extensions, uint32_t queue_count) {
  const std::vector<float> priorities(queue_count, 1.0f);
  VkDeviceQueueCreateInfo queues = {};
  queues.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queues.queueCount = queue_count;
  queues.pQueuePriorities = priorities.data();
  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queues;
  info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  return user.Get<PFN_vkCreateDevice>("vkCreateDevice")(user.physical_device, &info, callbacks,
                                                        device);
}

}  // namespace loadstone::mock
