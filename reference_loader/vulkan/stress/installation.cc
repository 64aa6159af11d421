// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/stress/installation.h"

#include <dlfcn.h>
#include <stdlib.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace reference_loader::vulkan {
namespace {

constexpr VkFlags kEverything = 0x7fffffff;

std::string Layer(const std::string& name, const std::string& members) {
  return R"({"file_format_version": "1.2.1", "layer": {"type": "GLOBAL", "name": ")" + name +
         R"(", "api_version": "1.3.0", "implementation_version": "1",
         "description": "a description that is longer than what is kept in place", )" +
         members + "}}";
}

constexpr char kLayerMembers[] = R"(
    "instance_extensions": [{"name": "VK_TEST_extension_of_a_layer", "spec_version": "1"}],
    "device_extensions": [{"name": "VK_TEST_device_extension_of_a_layer", "spec_version": "1"}],
    "functions": {"vkNegotiateLoaderLayerInterfaceVersion": "TestLayerNegotiate"})";
constexpr char kImplicitMembers[] = R"(
    "pre_instance_functions": {
      "vkEnumerateInstanceExtensionProperties": "TestLayerExtensions",
      "vkEnumerateInstanceLayerProperties": "TestLayerLayers"},
    "disable_environment": {"TEST_WITHOUT_THE_IMPLICIT_LAYER": "1"})";

}  // namespace

Installation::Installation() {
  char folder[] = "/tmp/loadstone-stress-XXXXXX";
  if (mkdtemp(folder) == nullptr) throw std::runtime_error("cannot make a folder in /tmp");
  folder_ = folder;
  for (const char* name : {"implicit.so", "explicit.so", "driver.so"}) AddLibrary(name);
  AddManifest(
      "implicit/implicit.json",
      Layer("VK_LAYER_TEST_implicit", R"("library_path": "../implicit.so",)" +
                                          std::string(kLayerMembers) + "," + kImplicitMembers));
  AddManifest(
      "explicit/explicit.json",
      Layer(kExplicitLayer, R"("library_path": "../explicit.so",)" + std::string(kLayerMembers)));
  AddManifest("explicit/meta.json",
              Layer("VK_LAYER_TEST_meta", R"("component_layers": ["VK_LAYER_TEST_explicit"])"));
  AddManifest("explicit/broken.json", "{\"layer\": [");
  AddManifest("driver.json", R"({"file_format_version": "1.0.0",
      "ICD": {"library_path": "./driver.so", "api_version": "1.3.0"}})");
  Set("VK_IMPLICIT_LAYER_PATH", folder_ / "implicit");
  Set("VK_LAYER_PATH", folder_ / "explicit");
  Set("VK_DRIVER_FILES", folder_ / "driver.json");
  // Strings too long for the small string optimization.
  Set("VK_LOADER_LAYERS_DISABLE", "VK_LAYER_TEST_of_nobody,*a_layer_that_is_not_there*");
  Set("VK_LOADER_VENDOR_ID_FILTER", "0x0000:0x1fff,0x00000000:0xffffffff");
  Set("VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING", "neither one nor short enough for that");
}

Installation::~Installation() {
  for (const std::string& variable : variables_) unsetenv(variable.c_str());
  for (void* library : libraries_) dlclose(library);
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void Installation::Set(const char* variable, const std::string& value) {
  setenv(variable, value.c_str(), 1);
  variables_.emplace_back(variable);
}

void Installation::AddLibrary(const std::string& name) {
  const std::filesystem::path path = folder_ / name;
  std::filesystem::copy_file(LOADSTONE_COMPONENTS, path);
  // Stays open, so that the counters survive the end of an instance.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  libraries_.push_back(library);
}

void Installation::AddManifest(const std::string& path, const std::string& text) {
  std::filesystem::create_directories((folder_ / path).parent_path());
  std::ofstream(folder_ / path) << text;
}

int Installation::LiveObjects() const {
  int live = 0;
  for (void* library : libraries_) {
    live += reinterpret_cast<int (*)()>(dlsym(library, "TestComponentLiveObjects"))();
  }
  return live;
}

VkResult Application::CreateInstance(const VkAllocationCallbacks* callbacks) {
  VkDebugUtilsMessengerCreateInfoEXT messenger = NoOpMessengerInfo();
  const VkDebugReportCallbackCreateInfoEXT callback = NoOpCallbackInfo();
  messenger.pNext = &callback;
  const char* layer = kExplicitLayer;
  const char* extensions[] = {VK_KHR_SURFACE_EXTENSION_NAME, VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
                              VK_EXT_DEBUG_REPORT_EXTENSION_NAME,
                              VK_EXT_HEADLESS_SURFACE_EXTENSION_NAME,
                              "VK_TEST_extension_of_a_layer"};
  VkApplicationInfo application = {};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_3;
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pNext = &messenger;
  info.pApplicationInfo = &application;
  info.enabledLayerCount = 1;
  info.ppEnabledLayerNames = &layer;
  info.enabledExtensionCount = std::size(extensions);
  info.ppEnabledExtensionNames = extensions;
  return vkCreateInstance(&info, callbacks, &instance);
}

VkResult Application::FindPhysicalDevice() {
  uint32_t count = 1;
  return vkEnumeratePhysicalDevices(instance, &count, &physical);
}

VkResult Application::CreateDevice(const VkAllocationCallbacks* callbacks) {
  const char* extensions[] = {"VK_TEST_device", "VK_TEST_device_extension_of_a_layer"};
  VkDeviceGroupDeviceCreateInfo group = {};
  group.sType = VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO;
  group.physicalDeviceCount = 1;
  group.pPhysicalDevices = &physical;
  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = &group;
  info.enabledExtensionCount = std::size(extensions);
  info.ppEnabledExtensionNames = extensions;
  return vkCreateDevice(physical, &info, callbacks, &device);
}

VkResult Application::CreateSurface(const VkAllocationCallbacks* callbacks) {
  VkHeadlessSurfaceCreateInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT;
  return vkCreateHeadlessSurfaceEXT(instance, &info, callbacks, &surface);
}

void Application::Destroy(const VkAllocationCallbacks* callbacks) {
  if (device != VK_NULL_HANDLE) vkDestroyDevice(device, callbacks);
  if (surface != VK_NULL_HANDLE) vkDestroySurfaceKHR(instance, surface, callbacks);
  if (instance != VK_NULL_HANDLE) vkDestroyInstance(instance, callbacks);
  *this = {};
}

VkDebugUtilsMessengerCreateInfoEXT NoOpMessengerInfo() {
  VkDebugUtilsMessengerCreateInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverity = kEverything;
  info.messageType = kEverything;
  info.pfnUserCallback = [](VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                            const VkDebugUtilsMessengerCallbackDataEXT*,
                            void*) -> VkBool32 { return VK_FALSE; };
  return info;
}

VkDebugReportCallbackCreateInfoEXT NoOpCallbackInfo() {
  VkDebugReportCallbackCreateInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT;
  info.flags = kEverything;
  info.pfnCallback = [](VkDebugReportFlagsEXT, VkDebugReportObjectTypeEXT, uint64_t, size_t,
                        int32_t, const char*, const char*, void*) -> VkBool32 { return VK_FALSE; };
  return info;
}

}  // namespace reference_loader::vulkan
