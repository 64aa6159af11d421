// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan_driver/module_app.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <string.h>

#include "suites/common/component_app.h"

namespace loadstone::suites {
namespace {

constexpr char kModuleSurvives[] = "LS_ANDROID_DRIVER_24/module_is_used_to_its_end";
constexpr size_t kMostOfAnId = 64;

std::string MissingFunctions(const hwvulkan_device_t& device) {
  std::string missing;
  const auto look = [&](const char* name, bool there) {
    if (!there) missing += std::string(missing.empty() ? "" : " ") + name;
  };
  look("vkEnumerateInstanceExtensionProperties",
       device.EnumerateInstanceExtensionProperties != nullptr);
  look("vkCreateInstance", device.CreateInstance != nullptr);
  look("vkGetInstanceProcAddr", device.GetInstanceProcAddr != nullptr);
  return missing;
}

}  // namespace

ModuleApp::ModuleApp(const ComponentUnderTest& module) : library_(OpenComponentOrEnd(module)) {
  const auto* symbol = static_cast<const hw_module_t*>(dlsym(library_, HAL_MODULE_INFO_SYM_AS_STR));
  usable_ = symbol != nullptr && LookAtModule(*symbol) && Open(*symbol) && LookAtDevice();
}

bool ModuleApp::LookAtModule(const hw_module_t& module) const {
  Note("module tag", fmt::format("{:#x}", module.tag));
  // A structure without the tag of a module has other members.
  if (module.tag != HARDWARE_MODULE_TAG) return false;
  Note("module id",
       module.id == nullptr ? "none" : std::string(module.id, strnlen(module.id, kMostOfAnId)));
  const bool opens = module.methods != nullptr && module.methods->open != nullptr;
  Note("open", opens ? "there" : "missing");
  return opens;
}

bool ModuleApp::Open(const hw_module_t& module) {
  hw_device_t* device = nullptr;
  const int result =
      Traced("open", [&] { return module.methods->open(&module, HWVULKAN_DEVICE_0, &device); });
  Note("result of open", std::to_string(result));
  if (result != 0) return false;
  Note("device", device != nullptr ? "given" : "none");
  device_ = reinterpret_cast<hwvulkan_device_t*>(device);
  return device != nullptr;
}

bool ModuleApp::LookAtDevice() const {
  Note("device tag", fmt::format("{:#x}", device_->common.tag));
  if (device_->common.tag != HARDWARE_DEVICE_TAG) return false;
  Note("close", device_->common.close != nullptr ? "there" : "missing");
  const std::string missing = MissingFunctions(*device_);
  Note("missing functions", missing);
  return missing.empty();
}

void ModuleApp::Close() {
  if (usable_ && device_->common.close != nullptr) {
    Traced("close", [&] { return device_->common.close(&device_->common); });
  }
  device_ = nullptr;
  usable_ = false;
  AppEvent("dlclose", "enter");
  dlclose(library_);
  AppEvent("dlclose", "leave");
}

Observation RunModule(Case& c, void (*app)(ModuleApp& module)) {
  return RunDriver(c, [app](const ComponentUnderTest& component) {
    ModuleApp module(component);
    app(module);
  });
}

Observation RunWithDevice(Case& c, void (*app)(ModuleApp& module)) {
  return RunDriver(c, [app](const ComponentUnderTest& component) {
    ModuleApp module(component);
    if (module.device() != nullptr) app(module);
  });
}

SkipReason WhyModuleDidNotAnswer(const Observation& seen, const std::string& question) {
  const auto answers = Answers(seen.events());
  if (answers.contains(question)) return {};
  if (const auto refused = seen.First(kAppName, kRefused); refused.has_value()) {
    return refused->Text("why");
  }
  if (answers.contains("image") || answers.contains("buffer")) {
    if (!WhyNotFinished(seen, kModuleSurvives).empty()) {
      return fmt::format(
          "the driver received a buffer that is not from gralloc, and then the application did not "
          "finish ({})",
          seen.DescribeEnding());
    }
    if (answers.contains("image")) {
      return "vkCreateImage accepts only buffers from gralloc, which is missing here: VkResult " +
             answers.at("image");
    }
  }
  if (const SkipReason why = WhyNotFinished(seen, kModuleSurvives); !why.empty()) return why;
  if (!answers.contains("missing functions") || !answers.at("missing functions").empty()) {
    return Untold("the module provides no usable device",
                  {"LS_ANDROID_DRIVER_1", "LS_ANDROID_DRIVER_2", "LS_ANDROID_DRIVER_4"});
  }
  if (const SkipReason why = WhyNoDevice(seen); !why.empty()) return why;
  return "the driver was not queried for " + question;
}

}  // namespace loadstone::suites
