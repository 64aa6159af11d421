// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/runtime.h"

#include <cstring>
#include <utility>

#include "reference_loader/openxr/android_broker.h"
#include "reference_loader/openxr/negotiation.h"
#include "reference_loader/openxr/runtime_manifest.h"

namespace reference_loader::openxr {
namespace {

// A larger number of extensions than the registry will ever have is a mistake or an attack.
constexpr uint32_t kMaximumExtensions = 16384;

// The number of attempts: a list may grow between the query for its size and the one for its
// content.
constexpr int kAttempts = 8;

// Opens the library; logs a message on failure.
Library OpenRuntime(const Platform& platform, const RuntimeManifest& manifest, const Log& log) {
  std::string error;
  Library library(platform, manifest.library_path, &error);
  if (!library.IsOpen()) {
    log.Error("the runtime library " + manifest.library_path + " cannot be opened: " + error);
  }
  return library;
}

// Opens the library of the active runtime and sets `manifest` to its description. Of the runtimes
// that brokers name, it is the first that can be opened; without one, that of the manifest.
Library OpenActiveRuntime(const Platform& platform, const Log& log,
                          std::optional<RuntimeManifest>* manifest) {
  for (RuntimeManifest& each : RuntimesOfBrokers(platform, log)) {
    *manifest = std::move(each);
    Library library = OpenRuntime(platform, **manifest, log);
    if (library.IsOpen()) return library;
  }
  *manifest = FindActiveRuntime(platform, log);
  return *manifest ? OpenRuntime(platform, **manifest, log) : Library();
}

}  // namespace

std::optional<Runtime> Runtime::Load(const Platform& platform, const Log& log) {
  std::optional<RuntimeManifest> manifest;
  Runtime runtime;
  runtime.library_ = OpenActiveRuntime(platform, log, &manifest);
  if (!runtime.library_.IsOpen()) return std::nullopt;
  Agreement agreement;
  const char* problem = NegotiateWithRuntime(
      runtime.library_.Get<PFN_xrNegotiateLoaderRuntimeInterface>(manifest->negotiate_function),
      &agreement);
  if (problem != nullptr) {
    log.Error("the runtime library " + manifest->library_path + " " + problem);
    return std::nullopt;
  }
  runtime.get_instance_proc_addr_ = agreement.get_instance_proc_addr;
  if (log.IsEnabled(LogLevel::kInfo)) log.Info("loaded the runtime " + manifest->library_path);
  return runtime;
}

PFN_xrVoidFunction Runtime::Lookup(XrInstance instance, const char* name) const {
  PFN_xrVoidFunction function = nullptr;
  const XrResult result = get_instance_proc_addr_(instance, name, &function);
  return XR_SUCCEEDED(result) ? function : nullptr;
}

XrResult Runtime::Extensions(std::vector<Extension>* extensions) const {
  const auto enumerate = Get<PFN_xrEnumerateInstanceExtensionProperties>(
      XR_NULL_HANDLE, "xrEnumerateInstanceExtensionProperties");
  if (enumerate == nullptr) return XR_ERROR_RUNTIME_FAILURE;
  uint32_t count = 0;
  XrResult result = enumerate(nullptr, 0, &count, nullptr);
  std::vector<XrExtensionProperties> properties;
  for (int attempt = 0; attempt < kAttempts && XR_SUCCEEDED(result) && count != 0; ++attempt) {
    if (count > kMaximumExtensions) return XR_ERROR_RUNTIME_FAILURE;
    properties.assign(count, {XR_TYPE_EXTENSION_PROPERTIES, nullptr, {}, 0});
    result = enumerate(nullptr, count, &count, properties.data());
    if (result != XR_ERROR_SIZE_INSUFFICIENT) break;
    result = XR_SUCCESS;
    properties.clear();
  }
  if (XR_FAILED(result)) return result;
  if (count > properties.size()) return XR_ERROR_RUNTIME_FAILURE;
  for (uint32_t i = 0; i < count; ++i) {
    const char* name = properties[i].extensionName;
    const size_t length = strnlen(name, XR_MAX_EXTENSION_NAME_SIZE);
    if (length == 0 || length == XR_MAX_EXTENSION_NAME_SIZE) continue;
    extensions->push_back({std::string(name, length), properties[i].extensionVersion});
  }
  return XR_SUCCESS;
}

}  // namespace reference_loader::openxr
