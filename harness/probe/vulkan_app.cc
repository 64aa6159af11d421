// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/vulkan_app.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>

#include "harness/probe/app_trace.h"
#include "harness/probe/c_strings.h"
#include "harness/probe/path_here.h"

namespace loadstone {
namespace {

std::string VersionText(uint32_t version) {
  return fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                     VK_API_VERSION_PATCH(version));
}

// The initial value of the version, to detect whether the loader wrote it: no loader has this
// version.
constexpr uint32_t kNoVersion = ~uint32_t{0};

}  // namespace

VulkanApp::VulkanApp(const Subject& subject) {
  const std::string path = PathHere(subject.PathInWorld());
  AppEvent("load", "enter");
  library_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library_ != nullptr) {
    get_instance_proc_addr_ =
        reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library_, "vkGetInstanceProcAddr"));
  }
  const bool loaded = get_instance_proc_addr_ != nullptr;
  {
    AppEvent event("load", "leave");
    event.Add("loaded", loaded);
    if (!loaded) {
      const char* error = dlerror();
      event.Add("error", error != nullptr ? error : "it exports no vkGetInstanceProcAddr");
    }
  }
  if (!loaded) std::exit(1);
}

PFN_vkVoidFunction VulkanApp::GlobalProc(const char* name) const {
  return get_instance_proc_addr_(VK_NULL_HANDLE, name);
}

PFN_vkVoidFunction VulkanApp::InstanceProc(const char* name) const {
  if (by_export_) return reinterpret_cast<PFN_vkVoidFunction>(dlsym(library_, name));
  return get_instance_proc_addr_(instance_, name);
}

PFN_vkVoidFunction VulkanApp::DeviceProc(const char* name) const {
  if (device_ == VK_NULL_HANDLE) return nullptr;  // valid only with a device
  const auto get = Get<PFN_vkGetDeviceProcAddr>("vkGetDeviceProcAddr");
  return get == nullptr ? nullptr : get(device_, name);
}

std::vector<VkLayerProperties> VulkanApp::EnumerateLayers() {
  constexpr char kCommand[] = "vkEnumerateInstanceLayerProperties";
  AppEvent(kCommand, "enter");
  const auto enumerate =
      reinterpret_cast<PFN_vkEnumerateInstanceLayerProperties>(GlobalProc(kCommand));
  uint32_t count = 0;
  std::vector<VkLayerProperties> layers;
  VkResult result = enumerate(&count, nullptr);
  if (result == VK_SUCCESS) {
    layers.resize(count);
    result = enumerate(&count, layers.data());
    layers.resize(result < VK_SUCCESS ? 0 : count);  // after an error the contents are undefined
  }
  std::vector<std::string> names;
  std::vector<std::string> versions;
  std::vector<std::string> implementations;
  std::vector<std::string> descriptions;
  for (const VkLayerProperties& layer : layers) {
    names.push_back(Bounded(layer.layerName));
    versions.push_back(VersionText(layer.specVersion));
    implementations.push_back(std::to_string(layer.implementationVersion));
    descriptions.push_back(Bounded(layer.description));
  }
  AppEvent(kCommand, "leave")
      .Add("result", int64_t{result})
      .Add("names", names)
      .Add("api_versions", versions)
      .Add("implementation_versions", implementations)
      .Add("descriptions", descriptions);
  return layers;
}

std::vector<VkExtensionProperties> VulkanApp::EnumerateExtensions(const char* layer) {
  constexpr char kCommand[] = "vkEnumerateInstanceExtensionProperties";
  AppEvent(kCommand, "enter");
  const auto enumerate =
      reinterpret_cast<PFN_vkEnumerateInstanceExtensionProperties>(GlobalProc(kCommand));
  uint32_t count = 0;
  std::vector<VkExtensionProperties> extensions;
  VkResult result = enumerate(layer, &count, nullptr);
  if (result == VK_SUCCESS) {
    extensions.resize(count);
    result = enumerate(layer, &count, extensions.data());
    extensions.resize(result < VK_SUCCESS ? 0 : count);
  }
  std::vector<std::string> names;
  for (const VkExtensionProperties& extension : extensions) {
    names.push_back(Bounded(extension.extensionName));
  }
  AppEvent event(kCommand, "leave");
  event.Add("result", int64_t{result}).Add("names", names);
  if (layer != nullptr) event.Add("layer", layer);
  return extensions;
}

void VulkanApp::EnumerateVersion() {
  constexpr char kCommand[] = "vkEnumerateInstanceVersion";
  AppEvent(kCommand, "enter");
  const auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceVersion>(GlobalProc(kCommand));
  const bool found = enumerate != nullptr;  // a loader of 1.0 does not have this command
  uint32_t version = found ? kNoVersion : VK_API_VERSION_1_0;
  const VkResult result = found ? enumerate(&version) : VK_SUCCESS;
  AppEvent event(kCommand, "leave");
  event.Add("found", found).Add("result", int64_t{result});
  if (version != kNoVersion) event.Add("version", VersionText(version));
}

VkResult VulkanApp::CreateInstance(const InstanceRequest& request) {
  constexpr char kCommand[] = "vkCreateInstance";
  const auto create = reinterpret_cast<PFN_vkCreateInstance>(GlobalProc(kCommand));
  const std::vector<const char*> layers = Pointers(request.layers);
  const std::vector<const char*> extensions = Pointers(request.extensions);
  VkApplicationInfo application = {};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.pApplicationName = "Loadstone";
  application.apiVersion = request.api_version.value_or(0);
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pNext = request.next;
  info.flags = request.flags;
  info.pApplicationInfo = request.api_version.has_value() ? &application : nullptr;
  info.enabledLayerCount = static_cast<uint32_t>(layers.size());
  info.ppEnabledLayerNames = layers.data();
  info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  AppEvent(kCommand, "enter").Add("layers", request.layers).Add("extensions", request.extensions);
  VkInstance instance = VK_NULL_HANDLE;
  const VkResult result = create(&info, request.allocator, &instance);
  instance_ = result == VK_SUCCESS ? instance : VK_NULL_HANDLE;
  created_ |= result == VK_SUCCESS;
  AppEvent(kCommand, "leave").Add("result", int64_t{result});
  return result;
}

void VulkanApp::DestroyInstance(const VkAllocationCallbacks* allocator) {
  if (instance_ == VK_NULL_HANDLE) return;
  constexpr char kCommand[] = "vkDestroyInstance";
  const auto destroy = Get<PFN_vkDestroyInstance>(kCommand);
  AppEvent(kCommand, "enter");
  destroy(instance_, allocator);
  instance_ = VK_NULL_HANDLE;
  AppEvent(kCommand, "leave");
}

// Without an instance or a device, because its creation failed, the functions that need it do
// nothing.
std::vector<VkPhysicalDevice> VulkanApp::EnumeratePhysicalDevices() {
  if (instance_ == VK_NULL_HANDLE) return {};
  constexpr char kCommand[] = "vkEnumeratePhysicalDevices";
  const auto enumerate = Get<PFN_vkEnumeratePhysicalDevices>(kCommand);
  const auto get_properties =
      Get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties");
  AppEvent(kCommand, "enter");
  uint32_t count = 0;
  std::vector<VkPhysicalDevice> devices;
  VkResult result = enumerate(instance_, &count, nullptr);
  if (result == VK_SUCCESS) {
    devices.resize(count);
    result = enumerate(instance_, &count, devices.data());
    devices.resize(result < VK_SUCCESS ? 0 : count);
  }
  std::vector<std::string> names;
  for (const VkPhysicalDevice device : devices) {
    VkPhysicalDeviceProperties properties = {};
    get_properties(device, &properties);
    names.push_back(Bounded(properties.deviceName));
  }
  AppEvent(kCommand, "leave").Add("result", int64_t{result}).Add("names", names);
  return devices;
}

VkResult VulkanApp::CreateDevice(const DeviceRequest& request) {
  constexpr char kCommand[] = "vkCreateDevice";
  const std::vector<VkPhysicalDevice> devices = EnumeratePhysicalDevices();
  if (devices.size() <= request.physical_device) return VK_ERROR_INITIALIZATION_FAILED;
  const auto create = Get<PFN_vkCreateDevice>(kCommand);
  const float priority = 1;
  VkDeviceQueueCreateInfo queue = {};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  const std::vector<const char*> extensions = Pointers(request.extensions);
  const std::vector<const char*> layers = Pointers(request.layers);
  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = request.next;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  info.enabledLayerCount = static_cast<uint32_t>(layers.size());
  info.ppEnabledLayerNames = layers.data();
  AppEvent(kCommand, "enter").Add("extensions", request.extensions);
  VkDevice device = VK_NULL_HANDLE;
  const VkResult result =
      create(devices[request.physical_device], &info, request.allocator, &device);
  device_ = result == VK_SUCCESS ? device : VK_NULL_HANDLE;
  AppEvent(kCommand, "leave").Add("result", int64_t{result});
  return result;
}

void VulkanApp::DestroyDevice(const VkAllocationCallbacks* allocator) {
  if (device_ == VK_NULL_HANDLE) return;
  constexpr char kCommand[] = "vkDestroyDevice";
  const auto destroy = Get<PFN_vkDestroyDevice>(kCommand);
  AppEvent(kCommand, "enter");
  destroy(device_, allocator);
  device_ = VK_NULL_HANDLE;
  AppEvent(kCommand, "leave");
}

void VulkanApp::UseInstance() { EnumeratePhysicalDevices(); }

void VulkanApp::UseDevice() {
  if (device_ == VK_NULL_HANDLE) return;
  AppEvent("vkGetDeviceQueue", "enter");
  VkQueue queue = VK_NULL_HANDLE;
  Get<PFN_vkGetDeviceQueue>("vkGetDeviceQueue")(device_, 0, 0, &queue);
  AppEvent("vkGetDeviceQueue", "leave").Add("found", queue != VK_NULL_HANDLE);
  AppEvent("vkDeviceWaitIdle", "enter");
  const VkResult result = Get<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle")(device_);
  AppEvent("vkDeviceWaitIdle", "leave").Add("result", int64_t{result});
}

void VulkanApp::RunFullSequence(const InstanceRequest& request) {
  if (CreateInstance(request) != VK_SUCCESS) return;
  UseInstance();
  if (CreateDevice() == VK_SUCCESS) {
    UseDevice();
    DestroyDevice();
  }
  DestroyInstance();
}

}  // namespace loadstone
