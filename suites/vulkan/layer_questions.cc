// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/layer_questions.h"

#include <fmt/format.h>

#include "harness/probe/app_trace.h"

namespace loadstone::suites {
namespace {

constexpr char kInstanceExtensions[] = "vkEnumerateInstanceExtensionProperties";
constexpr char kDeviceExtensions[] = "vkEnumerateDeviceExtensionProperties";
constexpr char kQuery[] = "query";
constexpr char kCall[] = "call of an unknown function";

std::vector<std::string> Described(const std::vector<VkExtensionProperties>& extensions) {
  std::vector<std::string> texts;
  for (const VkExtensionProperties& extension : extensions) {
    const size_t length = strnlen(extension.extensionName, VK_MAX_EXTENSION_NAME_SIZE);
    texts.push_back(
        fmt::format("{} {}", std::string(extension.extensionName, length), extension.specVersion));
  }
  return texts;
}

// `quote` surrounds the versions.
std::string ExtensionList(const std::vector<std::string>& extensions, const char* quote) {
  std::string json;
  for (const std::string& extension : extensions) {
    const size_t blank = extension.find(' ');
    json += fmt::format(R"({}{{"name": "{}", "spec_version": {}{}{}}})", json.empty() ? "" : ", ",
                        extension.substr(0, blank), quote, extension.substr(blank + 1), quote);
  }
  return "[" + json + "]";
}

// Calls twice, for the count and for the elements, as applications do.
template <typename Enumerate>
void Ask(const char* command, const char* layer, const Enumerate& enumerate) {
  AppEvent(command, "enter");
  uint32_t count = 0;
  std::vector<VkExtensionProperties> extensions;
  VkResult result = enumerate(&count, nullptr);
  if (result == VK_SUCCESS) {
    extensions.resize(count);
    result = enumerate(&count, extensions.data());
    extensions.resize(count);
  }
  AppEvent(command, "leave")
      .Add("asked", layer == nullptr ? "" : layer)
      .Add("result", int64_t{result})
      .Add("extensions", Described(extensions));
}

std::vector<std::string> Answer(const Observation& seen, const char* command,
                                const std::string& layer) {
  for (const Event& event : seen.Select(kAppName, command)) {
    if (!event.Has("asked") || event.Text("asked") != layer) continue;
    if (event.Number("result") == VK_SUCCESS) return event.List("extensions");
    return {fmt::format("VkResult {}", event.Number("result"))};
  }
  return {"no answer"};
}

PFN_vkVoidFunction Find(const VulkanApp& app, Through through, const std::string& name) {
  switch (through) {
    case Through::kNoInstance:
      return app.GlobalProc(name.c_str());
    case Through::kInstance:
      return app.InstanceProc(name.c_str());
    case Through::kDevice:
      return app.DeviceProc(name.c_str());
  }
  return nullptr;
}

}  // namespace

std::string ManifestExtensions(const std::vector<std::string>& extensions) {
  return ExtensionList(extensions, "\"");
}

std::string MockExtensions(const std::vector<std::string>& extensions) {
  return ExtensionList(extensions, "");
}

void AskInstanceExtensions(VulkanApp& app, const char* layer) {
  const auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceExtensionProperties>(
      app.GlobalProc(kInstanceExtensions));
  Ask(kInstanceExtensions, layer, [&](uint32_t* count, VkExtensionProperties* extensions) {
    return enumerate(layer, count, extensions);
  });
}

void AskDeviceExtensions(VulkanApp& app, const char* layer) {
  const auto enumerate = app.Get<PFN_vkEnumerateDeviceExtensionProperties>(kDeviceExtensions);
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  if (enumerate == nullptr || devices.empty()) return;
  Ask(kDeviceExtensions, layer, [&](uint32_t* count, VkExtensionProperties* extensions) {
    return enumerate(devices[0], layer, count, extensions);
  });
}

std::vector<std::string> InstanceExtensionsOf(const Observation& seen, const std::string& layer) {
  return Answer(seen, kInstanceExtensions, layer);
}

std::vector<std::string> DeviceExtensionsOf(const Observation& seen, const std::string& layer) {
  return Answer(seen, kDeviceExtensions, layer);
}

void AskFunction(VulkanApp& app, Through through, const std::string& name) {
  AppEvent(kQuery, "enter").Add("name", name);
  const bool found = Find(app, through, name) != nullptr;
  AppEvent(kQuery, "leave").Add("name", name).Add("found", found);
}

std::vector<std::string> FunctionsFound(const Observation& seen) {
  std::vector<std::string> names;
  for (const Event& event : seen.Select(kAppName, kQuery)) {
    if (event.phase() == "leave" && event.Flag("found")) names.push_back(event.Text("name"));
  }
  return names;
}

void CallUnknown(VulkanApp& app, Through through, void* handle, const std::string& name,
                 uint32_t value) {
  CallUnknown(Find(app, through, name), handle, name, value);
}

void CallUnknown(PFN_vkVoidFunction function, void* handle, const std::string& name,
                 uint32_t value) {
  AppEvent(kCall, "enter").Add("name", name);
  const bool found = function != nullptr;
  AppEvent event(kCall, "leave");
  event.Add("name", name).Add("found", found);
  if (!found || handle == nullptr) return;  // the object could not be created
  const auto unknown = reinterpret_cast<uint32_t(VKAPI_PTR*)(void*, uint32_t)>(function);
  event.Add("answer", int64_t{unknown(handle, value)});
}

std::optional<int64_t> UnknownAnswer(const Observation& seen, size_t n) {
  size_t seen_so_far = 0;
  for (const Event& event : seen.Select(kAppName, kCall)) {
    if (event.phase() != "leave" || seen_so_far++ != n) continue;
    if (!event.Has("answer")) return std::nullopt;
    return event.Number("answer");
  }
  return std::nullopt;
}

}  // namespace loadstone::suites
