// SPDX-License-Identifier: Apache-2.0
// xrCreateInstance and xrDestroyInstance.

#include <memory>

#include "reference_loader/openxr/call_chain.h"
#include "reference_loader/openxr/create_info.h"
#include "reference_loader/openxr/debug_messages.h"
#include "reference_loader/openxr/extensions.h"
#include "reference_loader/openxr/guarded.h"
#include "reference_loader/openxr/layer_selection.h"
#include "reference_loader/openxr/loader.h"
#include "reference_loader/openxr/terminators.h"

namespace reference_loader::openxr {
namespace {

// Makes an instance the current one while it is created. Unless Keep is called, the destructor
// undoes the creation.
class Creation {
 public:
  explicit Creation(const Platform& platform)
      : instance_(std::make_unique<Instance>(platform)), entered_(EnterInstance(instance_.get())) {}
  ~Creation() {
    if (!entered_) return;
    // The runtime has an instance only if a layer threw after calling down.
    DestroyRuntimeInstance(instance_.get());
    Messages().Clear();
    LeaveInstance();
  }
  Creation(const Creation&) = delete;
  Creation& operator=(const Creation&) = delete;

  // False when there is an instance already.
  bool entered() const { return entered_; }
  Instance* instance() { return instance_.get(); }
  // From now on the instance lives until the application destroys it.
  void Keep() {
    entered_ = false;
    active_dispatch.store(&instance_.release()->dispatch, std::memory_order_release);
  }

 private:
  std::unique_ptr<Instance> instance_;
  bool entered_;
};

XrResult LoadLayers(const std::vector<SelectedLayer>& selected, const Log& log,
                    Instance* instance) {
  for (const SelectedLayer& layer : selected) {
    std::optional<LoadedLayer> loaded = LoadLayer(instance->platform, layer.manifest, log);
    if (loaded) {
      instance->layers.push_back(*std::move(loaded));
    } else if (layer.required) {
      return XR_ERROR_API_LAYER_NOT_PRESENT;
    }
  }
  return XR_SUCCESS;
}

bool IsInLayer(const Instance& instance, std::string_view extension) {
  for (const LoadedLayer& layer : instance.layers) {
    if (HasExtension(layer.extensions, extension)) return true;
  }
  return false;
}

// Every extension must come from an enabled layer, the runtime or the loader.
XrResult CheckExtensions(const std::vector<std::string_view>& names, const Log& log,
                         Instance* instance) {
  if (names.empty()) return XR_SUCCESS;
  XrResult result = XR_SUCCESS;
  const std::vector<Extension>* of_runtime = instance->RuntimeExtensions(&result);
  if (of_runtime == nullptr) {
    log.Error("the runtime does not tell its extensions: result " + std::to_string(result));
    return result;
  }
  for (const std::string_view name : names) {
    if (!HasExtension(*of_runtime, name) && !IsInLayer(*instance, name) &&
        name != XR_EXT_DEBUG_UTILS_EXTENSION_NAME) {
      log.Error("nothing provides the extension " + std::string(name));
      return XR_ERROR_EXTENSION_NOT_PRESENT;
    }
    instance->enabled_extensions.emplace_back(name);
  }
  return XR_SUCCESS;
}

bool EnablesDebugUtils(const RequestedNames& names) {
  for (const std::string_view name : names.extensions) {
    if (name == XR_EXT_DEBUG_UTILS_EXTENSION_NAME) return true;
  }
  return false;
}

XrResult Create(const XrInstanceCreateInfo& info, const RequestedNames& names, const Log& log,
                Instance* instance) {
  instance->debug_utils_enabled = EnablesDebugUtils(names);
  std::vector<SelectedLayer> selected;
  XrResult result = SelectLayers(instance->platform, names.layers, log, &selected);
  if (XR_FAILED(result)) return result;
  std::optional<Runtime> runtime = Runtime::Load(instance->platform, log);
  if (!runtime) return XR_ERROR_RUNTIME_UNAVAILABLE;
  instance->runtime = *std::move(runtime);
  result = LoadLayers(selected, log, instance);
  if (XR_FAILED(result)) return result;
  result = CheckExtensions(names.extensions, log, instance);
  if (XR_FAILED(result)) return result;
  if (log.IsEnabled(LogLevel::kDebug)) {
    log.Debug("creating the instance through " + std::to_string(instance->layers.size()) +
              " API layers");
  }
  result = CreateThroughChain(instance, info);
  if (XR_FAILED(result)) {
    log.Error("the runtime or an API layer failed: result " + std::to_string(result));
  }
  return result;
}

XrResult CreateChecked(const Platform& platform, const XrInstanceCreateInfo* info,
                       XrInstance* instance) {
  const Log log(platform, "xrCreateInstance", &Messages());
  if (info == nullptr || instance == nullptr) {
    log.Error("an argument is null");
    return XR_ERROR_VALIDATION_FAILURE;
  }
  *instance = XR_NULL_HANDLE;
  RequestedNames names;
  const char* problem = nullptr;
  XrResult result = CheckCreateInfo(*info, &names, &problem);
  Creation creation(platform);
  if (XR_SUCCEEDED(result) && !creation.entered()) {
    log.Error("the application has an instance already; this loader supports one at a time");
    return XR_ERROR_LIMIT_REACHED;
  }
  if (creation.entered() && EnablesDebugUtils(names)) {
    Messages().AddFromChain(info->next);
    Messages().SetChainActive(true);
  }
  if (XR_FAILED(result)) {
    log.Error(problem);
    return result;
  }
  result = Create(*info, names, log, creation.instance());
  Messages().SetChainActive(false);
  if (XR_FAILED(result)) return result;
  *instance = creation.instance()->dispatch.instance;
  creation.Keep();
  return result;
}

// Logs the result, if there is memory for the message. The instance is destroyed in either case.
void LogDestruction(const Platform& platform, XrResult result) {
  Guarded([&] {
    const Log log(platform, "xrDestroyInstance", &Messages());
    if (XR_FAILED(result)) {
      log.Error("the runtime or an API layer failed: result " + std::to_string(result));
    } else {
      log.Debug("destroyed the instance");
    }
    return XR_SUCCESS;
  });
}

XrResult Destroy(XrInstance handle) {
  const Dispatch* dispatch = ActiveDispatch();
  Instance* instance = CurrentInstance();
  if (dispatch == nullptr || dispatch->instance != handle || instance == nullptr) {
    return XR_ERROR_HANDLE_INVALID;
  }
  // An application must not destroy the instance in several threads. If it does, one call succeeds.
  if (!active_dispatch.compare_exchange_strong(dispatch, nullptr)) return XR_ERROR_HANDLE_INVALID;
  const std::unique_ptr<Instance> owner(instance);
  Messages().SetChainActive(true);
  const XrResult result = DestroyThroughChain(instance);
  LogDestruction(instance->platform, result);
  Messages().Clear();
  LeaveInstance();
  return result;
}

}  // namespace

XrResult CreateInstance(const Platform& platform, const XrInstanceCreateInfo* info,
                        XrInstance* instance) noexcept {
  return Guarded([&] { return CreateChecked(platform, info, instance); });
}

}  // namespace reference_loader::openxr

using namespace reference_loader::openxr;

XRAPI_ATTR XrResult XRAPI_CALL xrDestroyInstance(XrInstance instance) {
  return Guarded([&] { return Destroy(instance); });
}
