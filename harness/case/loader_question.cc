// SPDX-License-Identifier: Apache-2.0
#include "harness/case/loader_question.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <openxr/openxr.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

#include <cstring>
#include <exception>
#include <fstream>
#include <set>
#include <stdexcept>
#include <vector>

#include "harness/json/json_object.h"
#include "harness/policy/version.h"

namespace loadstone {
namespace {

template <typename Function>
Function Symbol(void* library, const char* name) {
  void* symbol = dlsym(library, name);
  if (symbol == nullptr) throw std::runtime_error(std::string("it exports no ") + name);
  return reinterpret_cast<Function>(symbol);
}

// Returns the files that are mapped into this process.
std::vector<std::string> MappedFiles() {
  std::set<std::string> files;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const size_t path = line.find('/');
    if (path != std::string::npos) files.insert(line.substr(path));
  }
  return {files.begin(), files.end()};
}

std::vector<std::string> VulkanLayers(PFN_vkGetInstanceProcAddr find) {
  const auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceLayerProperties>(
      find(nullptr, "vkEnumerateInstanceLayerProperties"));
  uint32_t count = 0;
  if (enumerate == nullptr || enumerate(&count, nullptr) != VK_SUCCESS) return {};
  std::vector<VkLayerProperties> layers(count);
  if (enumerate(&count, layers.data()) < 0) return {};
  std::vector<std::string> names;
  for (uint32_t i = 0; i < count; ++i) names.emplace_back(layers[i].layerName);
  return names;
}

std::string VulkanVersion(PFN_vkGetInstanceProcAddr find) {
  const auto enumerate =
      reinterpret_cast<PFN_vkEnumerateInstanceVersion>(find(nullptr, "vkEnumerateInstanceVersion"));
  uint32_t version = VK_API_VERSION_1_0;
  if (enumerate != nullptr) enumerate(&version);
  return policy::Version{VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                         VK_API_VERSION_PATCH(version)}
      .ToString();
}

int64_t CreateVulkan(PFN_vkGetInstanceProcAddr find) {
  const auto create = reinterpret_cast<PFN_vkCreateInstance>(find(nullptr, "vkCreateInstance"));
  if (create == nullptr) throw std::runtime_error("it has no vkCreateInstance");
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  VkInstance instance = VK_NULL_HANDLE;
  return create(&info, nullptr, &instance);
}

template <typename Function>
Function FindXr(PFN_xrGetInstanceProcAddr find, const char* name) {
  PFN_xrVoidFunction function = nullptr;
  if (XR_FAILED(find(XR_NULL_HANDLE, name, &function)) || function == nullptr) {
    throw std::runtime_error(std::string("it has no ") + name);
  }
  return reinterpret_cast<Function>(function);
}

std::vector<std::string> OpenXrLayers(PFN_xrGetInstanceProcAddr find) {
  const auto enumerate =
      FindXr<PFN_xrEnumerateApiLayerProperties>(find, "xrEnumerateApiLayerProperties");
  uint32_t count = 0;
  if (XR_FAILED(enumerate(0, &count, nullptr))) return {};
  XrApiLayerProperties empty = {};
  empty.type = XR_TYPE_API_LAYER_PROPERTIES;
  std::vector<XrApiLayerProperties> layers(count, empty);
  if (XR_FAILED(enumerate(count, &count, layers.data()))) return {};
  std::vector<std::string> names;
  for (uint32_t i = 0; i < count; ++i) names.emplace_back(layers[i].layerName);
  return names;
}

int64_t CreateOpenXr(PFN_xrGetInstanceProcAddr find) {
  XrInstanceCreateInfo info = {};
  info.type = XR_TYPE_INSTANCE_CREATE_INFO;
  std::strncpy(info.applicationInfo.applicationName, "loadstone",
               sizeof info.applicationInfo.applicationName - 1);
  info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 0);
  XrInstance instance = XR_NULL_HANDLE;
  return FindXr<PFN_xrCreateInstance>(find, "xrCreateInstance")(&info, &instance);
}

// Writes a line to a file to which the components do not write.
void TellOutside(const std::string& path, const std::string& text) {
  const std::string line = text + "\n";
  const int file = open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  const bool written =
      file >= 0 && write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  if (!written) _exit(125);
  close(file);
}

}  // namespace

void AskLoader(const std::string& path, Api api,
               const std::function<void(const std::string& line)>& tell) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  const bool openxr = api == Api::kOpenXr;
  PFN_vkGetInstanceProcAddr find_vulkan = nullptr;
  PFN_xrGetInstanceProcAddr find_openxr = nullptr;
  if (openxr) {
    find_openxr = Symbol<PFN_xrGetInstanceProcAddr>(library, "xrGetInstanceProcAddr");
  } else {
    find_vulkan = Symbol<PFN_vkGetInstanceProcAddr>(library, "vkGetInstanceProcAddr");
  }
  tell(JsonObject()
           .Set("listed", openxr ? OpenXrLayers(find_openxr) : VulkanLayers(find_vulkan))
           .Line());
  if (!openxr) tell(JsonObject().Set("version", VulkanVersion(find_vulkan)).Line());
  const int64_t result = openxr ? CreateOpenXr(find_openxr) : CreateVulkan(find_vulkan);
  tell(JsonObject().SetJson("created", std::to_string(result)).Set("loaded", MappedFiles()).Line());
}

int AskLoaderInProbe(const std::string& api, const std::string& path, const std::string& answers) {
  try {
    AskLoader(path, ApiFromName(api).value(),
              [&](const std::string& line) { TellOutside(answers, line); });
  } catch (const std::exception& why) {
    TellOutside(answers, JsonObject().Set("problem", why.what()).Line());
  }
  _exit(0);  // exit handlers may crash in what the drivers left behind
}

}  // namespace loadstone
