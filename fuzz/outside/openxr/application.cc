// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/openxr/application.h"

#include <dlfcn.h>
#include <openxr/openxr.h>
#include <string.h>

#include <algorithm>

#include "fuzz/outside/executor_child.h"

namespace loadstone::fuzz::openxr {
namespace {

// A structure with its type set and everything else zero.
template <typename Structure>
Structure OfType(XrStructureType type) {
  Structure structure = {};
  structure.type = type;
  return structure;
}

class OpenXrApplication : public Application {
 public:
  explicit OpenXrApplication(PFN_xrGetInstanceProcAddr get) : get_(get) {
    Find(XR_NULL_HANDLE, "xrEnumerateApiLayerProperties", enumerate_);
    Find(XR_NULL_HANDLE, "xrEnumerateInstanceExtensionProperties", extensions_);
    Find(XR_NULL_HANDLE, "xrCreateInstance", create_);
  }
  bool complete() const {
    return enumerate_ != nullptr && extensions_ != nullptr && create_ != nullptr;
  }

  void Ask(const std::vector<const char*>& layers, const std::vector<const char*>& extensions,
           Shared& shared) override {
    shared_ = &shared;
    Enter(Step::kEnumerate);
    EnumerateLayers();
    if (!shared.create) return;
    Enter(Step::kExtensions);
    EnumerateExtensions();
    Enter(Step::kCreate);
    CreateInstance(layers, extensions);
  }

 private:
  template <typename Function>
  void Find(XrInstance instance, const char* name, Function& function) const {
    PFN_xrVoidFunction found = nullptr;
    function =
        get_(instance, name, &found) == XR_SUCCESS ? reinterpret_cast<Function>(found) : nullptr;
  }

  void Enter(Step step) { shared_->step = static_cast<int>(step); }

  // Tests both ways that the API allows: an application that creates an instance first asks for the
  // number of layers, others call once. The loader searches for layers in each call.
  void EnumerateLayers() {
    shared_->count = 0;
    uint32_t count = shared_->create ? EnumerateInTwoCalls() : EnumerateAtOnce();
    if (shared_->enumerate_result == XR_ERROR_SIZE_INSUFFICIENT && !shared_->create) {
      count = EnumerateInTwoCalls();
    }
    shared_->count = std::min<uint32_t>(count, static_cast<uint32_t>(layers_.size()));
    for (uint32_t i = 0; i < shared_->count; ++i) {
      EnumeratedRecord& record = shared_->enumerated[i];
      memcpy(record.name, layers_[i].layerName, sizeof(record.name));
      record.api_version = layers_[i].specVersion;
      record.implementation = layers_[i].layerVersion;
      memcpy(record.description, layers_[i].description, sizeof(record.description));
    }
  }

  // Both return the number that the loader reports.
  uint32_t EnumerateAtOnce() {
    layers_.assign(kLayerCapacity, OfType<XrApiLayerProperties>(XR_TYPE_API_LAYER_PROPERTIES));
    uint32_t count = 0;
    shared_->enumerate_result = enumerate_(kLayerCapacity, &count, layers_.data());
    return shared_->enumerate_result == XR_SUCCESS ? count : 0;
  }

  uint32_t EnumerateInTwoCalls() {
    uint32_t count = 0;
    shared_->enumerate_result = enumerate_(0, &count, nullptr);
    if (shared_->enumerate_result != XR_SUCCESS || count == 0) return 0;
    count = std::min<uint32_t>(count, kMaxEnumerated);
    layers_.assign(count, OfType<XrApiLayerProperties>(XR_TYPE_API_LAYER_PROPERTIES));
    shared_->enumerate_result = enumerate_(count, &count, layers_.data());
    return count;
  }

  void EnumerateExtensions() {
    uint32_t count = 0;
    ExtensionRecords& kept = shared_->listed_extensions;
    kept.asked = true;
    kept.count = 0;
    kept.result = extensions_(nullptr, 0, &count, nullptr);
    if (kept.result != XR_SUCCESS || count == 0) return;
    count = std::min<uint32_t>(count, kMaxEnumerated);
    listed_.assign(count, OfType<XrExtensionProperties>(XR_TYPE_EXTENSION_PROPERTIES));
    kept.result = extensions_(nullptr, count, &count, listed_.data());
    kept.Keep(listed_.data(), std::min<uint32_t>(count, static_cast<uint32_t>(listed_.size())),
              &XrExtensionProperties::extensionVersion);
  }

  void CreateInstance(const std::vector<const char*>& layers,
                      const std::vector<const char*>& extensions) {
    auto info = OfType<XrInstanceCreateInfo>(XR_TYPE_INSTANCE_CREATE_INFO);
    strcpy(info.applicationInfo.applicationName, "Loadstone");
    info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 0);
    info.enabledApiLayerCount = static_cast<uint32_t>(layers.size());
    info.enabledApiLayerNames = layers.data();
    info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
    info.enabledExtensionNames = extensions.data();
    XrInstance instance = XR_NULL_HANDLE;
    shared_->create_result = create_(&info, &instance);
    shared_->created = shared_->create_result == XR_SUCCESS;
    if (!shared_->created) return;
    Enter(Step::kUse);
    PFN_xrGetInstanceProperties properties = nullptr;
    Find(instance, "xrGetInstanceProperties", properties);
    auto told = OfType<XrInstanceProperties>(XR_TYPE_INSTANCE_PROPERTIES);
    if (properties != nullptr) properties(instance, &told);
    Enter(Step::kDestroy);
    PFN_xrDestroyInstance destroy = nullptr;
    Find(instance, "xrDestroyInstance", destroy);
    if (destroy != nullptr) destroy(instance);
  }

  PFN_xrGetInstanceProcAddr get_;
  Shared* shared_ = nullptr;
  std::vector<XrApiLayerProperties> layers_;
  std::vector<XrExtensionProperties> listed_;
  PFN_xrEnumerateApiLayerProperties enumerate_ = nullptr;
  PFN_xrEnumerateInstanceExtensionProperties extensions_ = nullptr;
  PFN_xrCreateInstance create_ = nullptr;
};

}  // namespace

std::unique_ptr<Application> OpenApplication(void* library) {
  const auto get =
      reinterpret_cast<PFN_xrGetInstanceProcAddr>(dlsym(library, "xrGetInstanceProcAddr"));
  if (get == nullptr) return nullptr;
  auto application = std::make_unique<OpenXrApplication>(get);
  if (!application->complete()) return nullptr;
  return application;
}

}  // namespace loadstone::fuzz::openxr
