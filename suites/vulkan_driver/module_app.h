// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DRIVER_MODULE_APP_H_
#define LOADSTONE_SUITES_VULKAN_DRIVER_MODULE_APP_H_

#include <string>

#include "interfaces/android/hwvulkan.h"
#include "suites/vulkan_driver/driver_app.h"

// A case that judges a driver as a hardware module of Android, which only `check-driver --platform
// android` runs. Everything else is as for VULKAN_CASE.
#define VULKAN_MODULE_CASE(owner, name, ...)                                             \
  LOADSTONE_CASE(::loadstone::Api::kVulkan, ::loadstone::SubjectKind::kHalModule, owner, \
                 name __VA_OPT__(, ) __VA_ARGS__)

namespace loadstone::suites {

// In the probe: an Android hardware module, opened as Android's loader opens it.
class ModuleApp {
 public:
  // Loads the library, and opens its device "vk0". Notes the members until one of them is wrong:
  // "module tag", "module id", "open", "result of open", "device", "device tag", "close" and
  // "missing functions".
  explicit ModuleApp(const ComponentUnderTest& module);

  // The device if it is usable, else null. Valid until Close.
  const hwvulkan_device_t* device() const { return usable_ ? device_ : nullptr; }
  // Closes the device, if there is one, and unloads the library.
  void Close();

 private:
  bool LookAtModule(const hw_module_t& module) const;
  bool Open(const hw_module_t& module);
  bool LookAtDevice() const;

  void* library_ = nullptr;
  hwvulkan_device_t* device_ = nullptr;
  bool usable_ = false;
};

// Runs `app` with the opened module in a world with its library.
Observation RunModule(Case& c, void (*app)(ModuleApp& module));
// The same, but runs `app` only if the module has a usable device.
Observation RunWithDevice(Case& c, void (*app)(ModuleApp& module));

// Why `question` was not answered (see Note); empty if it was.
SkipReason WhyModuleDidNotAnswer(const Observation& seen, const std::string& question);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DRIVER_MODULE_APP_H_
