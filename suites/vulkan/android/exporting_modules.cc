// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/app_trace.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/android.h"
#include "suites/vulkan/drivers/drivers.h"

// Android: Implement Vulkan, "Driver enumeration and loading": modules that export commands, which
// the vkGetInstanceProcAddr of the module's device has or lacks.
namespace loadstone::suites::android_exporting_modules {
namespace {

constexpr char kUnlisted[] = "vkUnlistedByTheModuleLS";

struct Module {
  const char* case_name;
  const char* behaviour;
};
constexpr Module kModules[] = {
    {"module_that_exports_commands", "{}"},
    {"module_that_exports_commands_and_finds_nothing_without_an_instance",
     R"({"misbehave": ["nothing_without_instance"]})"},
    {"module_that_exports_commands_of_a_later_version",
     R"({"api_version": "1.0.0", "hidden_functions": ["vkGetPhysicalDeviceFeatures2",
         "vkGetPhysicalDeviceFeatures2KHR", "vkEnumerateInstanceVersion"]})"},
};

// Creates an instance and a device and looks up the command that only the module exports.
void UseDriver(VulkanApp& app) {
  app.EnumerateExtensions();
  if (app.CreateInstance({.api_version = VK_API_VERSION_1_0}) != VK_SUCCESS) return;
  AppEvent("of_instance").Add("found", app.InstanceProc(kUnlisted) != nullptr);
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  if (!devices.empty() && app.CreateDevice() == VK_SUCCESS) {
    AppEvent("of_device").Add("found", app.DeviceProc(kUnlisted) != nullptr);
    app.DestroyDevice();
  }
  app.DestroyInstance();
}

REGISTER_CASES {
  for (const Module& row : kModules) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_8}, row.case_name, [&row](Case& c) {
      AndroidWorld world(c.subject());
      world.WithoutDriver().Module(
          ModulePath(ModulesBelow("/vendor"), kHardware),
          NamedDriver("a").Binary("vulkan_hal_exporting").Behaviour(row.behaviour));
      const Observation seen = Observe(c, world, UseDriver);
      EXPECT_SEEN(Order(seen), ElementsAre("a")) << "the driver in the module must be used";
      EXPECT_SEEN(seen.Select("a", "export_of_module_called"), IsEmpty())
          << "commands are those of the vkGetInstanceProcAddr of the module's device";
      for (const char* lookup : {"of_instance", "of_device"}) {
        const std::optional<Event> found = seen.First(kAppName, lookup);
        ASSERT_SEEN(found.has_value(), true) << "a device can be created";
        EXPECT_SEEN(found->Flag("found"), false)
            << "a command that the vkGetInstanceProcAddr of the module's device lacks does not "
               "exist, whatever the module exports";
      }
    });
  }
}

}  // namespace
}  // namespace loadstone::suites::android_exporting_modules
