// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_INTERCEPT_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_INTERCEPT_H_

#include "mock_layers/vulkan/behaviour.h"
#include "mock_layers/vulkan/functions.h"
#include "mock_layers/vulkan/owner.h"

namespace loadstone::mock {

// One intercepted call: handles faults, configured results and the trace, which are the same in all
// functions.
//
//   Call call(kDeviceWaitIdle, device);
//   if (!call.Enter(devices)) return call.result();
//   return call.Leave(call.next().DeviceWaitIdle()(Below(device, call.name())));
class Call {
 public:
  Call(FunctionId id, void* handle) : id_(id), handle_(handle) {}

  // Begins a function with a result: commits the configured fault, and finds the owner of the
  // handle. Returns false when result() must be returned at once: because it is configured in
  // "results", or because the call cannot be passed on, which is a violation.
  bool Enter(OwnerMap& owners);
  // Begins a function without a result, like Enter, and traces the call.
  bool EnterVoid(OwnerMap& owners);

  // Whether `structure` is not null and has that type. If not, traces a violation by the caller.
  template <typename Structure>
  bool IsValid(const Structure* structure, VkStructureType type) const {
    if (structure != nullptr && structure->sType == type) return true;
    Violation(name(), "no structure of the right sType");
    return false;
  }

  // Whether the created object must be destroyed again, because "results_after" makes the creation
  // fail.
  bool FailsAfterCallingDown(VkResult result) const;
  // Traces and returns the result: `result`, or that of "results_after".
  VkResult Leave(VkResult result);

  const char* name() const { return kFunctions[id_].name; }
  VkResult result() const { return result_; }
  Owner* owner() const { return owner_; }
  const NextFunctions& next() const { return owner_->next; }

 private:
  bool FindNext(OwnerMap& owners);

  FunctionId id_;
  void* handle_;
  Owner* owner_ = nullptr;
  VkResult result_ = VK_ERROR_INITIALIZATION_FAILED;
};

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_INTERCEPT_H_
