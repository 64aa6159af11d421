// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DRIVER_DEVICE_WORK_H_
#define LOADSTONE_SUITES_VULKAN_DRIVER_DEVICE_WORK_H_

#include <functional>
#include <string>
#include <vector>

#include "suites/common/component_app.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites {

// In the probe: what an application does with a device, and what the Vulkan specification rules out
// of what it gets. A driver may have no memory for an object; what needs it is not judged then.
class DeviceWork {
 public:
  explicit DeviceWork(DriverApp& app) : app_(app) {}

  DriverApp& app() { return app_; }
  VkDevice device() const { return app_.device(); }

  // A function of the device: WORK_CALL calls it, and traces the call with its result.
  template <typename Function>
  Function Get(const char* name) const {
    return reinterpret_cast<Function>(app_.Device(name));
  }
  template <typename Function, typename... Arguments>
  VkResult Call(const char* name, Arguments... arguments) {
    const auto function = Get<Function>(name);
    if (function == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
    return Traced(name, [&] { return function(arguments...); });
  }
  template <typename Function, typename... Arguments>
  void CallVoid(const char* name, Arguments... arguments) {
    const auto function = Get<Function>(name);
    if (function != nullptr) TracedVoid(name, [&] { function(arguments...); });
  }

  // Adds `what` if the condition does not hold.
  void Expect(bool holds, const std::string& what);
  // Adds what a call gives if it is not `expected`.
  void ExpectResult(const char* call, VkResult expected, VkResult result);
  // Whether an object was made. An error other than lack of memory or place is added.
  bool Made(const char* call, VkResult result);

  // Notes what was added as kWrong, and as kUnmade the call for which there was no memory.
  void Finish() const;

 private:
  DriverApp& app_;
  std::vector<std::string> wrong_;
  std::string unmade_;
};

#define WORK_CALL(work, command, ...) (work).Call<PFN_##command>(#command, __VA_ARGS__)
#define WORK_CALL_VOID(work, command, ...) (work).CallVoid<PFN_##command>(#command, __VA_ARGS__)

// In the probe: runs `task` with a device of the first physical device, which supports this minor
// version of Vulkan; otherwise notes that it does not. `next` is the chain of its creation.
void WithDevice(const ComponentUnderTest& driver, uint32_t minor, const void* next,
                const std::function<void(DeviceWork&)>& task);

// Judges what WithDevice() noted.
void JudgeWork(const Observation& seen, const char* requirement);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DRIVER_DEVICE_WORK_H_
