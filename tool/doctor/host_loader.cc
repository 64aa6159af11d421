// SPDX-License-Identifier: Apache-2.0
#include "tool/doctor/host_loader.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <openxr/openxr.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

#include <cstring>
#include <fstream>
#include <set>
#include <stdexcept>

#include "harness/errors.h"
#include "harness/json/json_object.h"
#include "harness/json/json_reader.h"
#include "harness/runner/worker_pool.h"

namespace loadstone::doctor {
namespace {

constexpr unsigned kMaxSeconds = 30;

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

// Each step is told at once: the next one may end the process.
void Ask(const std::string& path, Api api, const WorkerProcess& process) {
  LimitWorker(kMaxSeconds);
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
  process.WriteLine(
      JsonObject()
          .Set("listed", openxr ? OpenXrLayers(find_openxr) : VulkanLayers(find_vulkan))
          .Line());
  if (!openxr) {
    process.WriteLine(JsonObject().Set("version", VulkanVersion(find_vulkan)).Line());
  }
  const int64_t result = openxr ? CreateOpenXr(find_openxr) : CreateVulkan(find_vulkan);
  process.WriteLine(
      JsonObject().SetJson("created", std::to_string(result)).Set("loaded", MappedFiles()).Line());
  _exit(0);  // exit handlers may crash in what the drivers left behind
}

void Take(const std::string& line, LoaderAnswer& answer) {
  const JsonReader::Refuse refuse = RefuseWith<HarnessError>("the answer of a loader");
  const rapidjson::Document json = ParseJson(line, refuse);
  const JsonReader fields(json, refuse);
  if (fields.Has("problem")) answer.problem = fields.Text("problem");
  if (fields.Has("version")) answer.version = policy::Version::TryParse(fields.Text("version"));
  if (fields.Has("listed")) answer.listed = fields.Texts("listed");
  if (!fields.Has("created")) return;
  answer.created = fields.Number("created");
  answer.loaded = fields.Texts("loaded");
}

}  // namespace

LoaderAnswer QueryLoader(const std::string& path, Api api) {
  LoaderAnswer answer;
  const StopRequest stop;
  WorkerPool pool(stop);
  pool.Start(ReportingExceptions(
      [&](const WorkerProcess& process) { Ask(path, api, process); },
      [](const std::exception& why) { return JsonObject().Set("problem", why.what()).Line(); }));
  pool.Run({.on_line = [&](pid_t, const std::string& line) { Take(line, answer); },
            .on_end =
                [&](pid_t, int status) {
                  if (!answer.problem.empty() || (WIFEXITED(status) && WEXITSTATUS(status) == 0))
                    return;
                  const bool hung = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
                  answer.problem = hung ? fmt::format("it did not answer within {} s", kMaxSeconds)
                                        : "its process terminated early, " + DescribeStatus(status);
                }});
  return answer;
}

}  // namespace loadstone::doctor
