// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/instance.h"

#include <algorithm>
#include <utility>

namespace reference_loader::openxr {
namespace {

std::atomic<Instance*> current_instance{nullptr};

}  // namespace

std::atomic<const Dispatch*> active_dispatch{nullptr};

bool Instance::HasEnabled(std::string_view extension) const {
  return std::find(enabled_extensions.begin(), enabled_extensions.end(), extension) !=
         enabled_extensions.end();
}

const std::vector<Extension>* Instance::RuntimeExtensions(XrResult* result) {
  if (!runtime_extensions) {
    std::vector<Extension> extensions;
    *result = runtime.Extensions(&extensions);
    if (XR_FAILED(*result)) return nullptr;
    runtime_extensions = std::move(extensions);
  }
  return &*runtime_extensions;
}

Instance* CurrentInstance() { return current_instance.load(std::memory_order_acquire); }

bool EnterInstance(Instance* instance) {
  Instance* none = nullptr;
  return current_instance.compare_exchange_strong(none, instance, std::memory_order_acq_rel);
}

void LeaveInstance() { current_instance.store(nullptr, std::memory_order_release); }

}  // namespace reference_loader::openxr
