// SPDX-License-Identifier: Apache-2.0
#include "mock_layers/vulkan/intercept.h"

#include "mock_common/fault.h"
#include "mock_common/trace.h"

namespace loadstone::mock {

bool Call::FindNext(OwnerMap& owners) {
  owner_ = owners.Find(handle_, name());
  if (owner_ == nullptr) return false;
  const bool forgotten = &owners == &devices && owner_ != devices.newest();
  if (forgotten && Behave().newest_device_alone) return false;
  if (owner_->next.table[id_] != nullptr) return true;
  Violation(name(), "called although the next entity does not have it");
  return false;
}

bool Call::Enter(OwnerMap& owners) {
  const Behaviour& behaviour = Behave();
  if (behaviour.trace_enter && behaviour.traced[id_]) {
    Event(name()).Add("phase", "enter").AddPointer("handle", handle_);
  }
  MaybeFault(name());
  if (behaviour.results[id_].set) {
    result_ = behaviour.results[id_].value;
  } else if (FindNext(owners)) {
    return true;
  }
  if (behaviour.traced[id_]) {
    Event(name()).AddPointer("handle", handle_).Add("result", static_cast<int32_t>(result_));
  }
  return false;
}

bool Call::EnterVoid(OwnerMap& owners) {
  if (Behave().traced[id_]) Event(name()).AddPointer("handle", handle_);
  MaybeFault(name());
  return FindNext(owners);
}

bool Call::FailsAfterCallingDown(VkResult result) const {
  const Behaviour::Result& after = Behave().results_after[id_];
  return result >= VK_SUCCESS && after.set && after.value < VK_SUCCESS;
}

VkResult Call::Leave(VkResult result) {
  const Behaviour::Result& after = Behave().results_after[id_];
  result_ = after.set ? after.value : result;
  if (Behave().traced[id_]) {
    Event(name()).AddPointer("handle", handle_).Add("result", static_cast<int32_t>(result_));
  }
  return result_;
}

}  // namespace loadstone::mock
