// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/android/window_app.h"
#include "suites/vulkan/extensions/extensions.h"

// Android: Implement Vulkan, "Window system integration": applications see nothing of
// VK_ANDROID_native_buffer.
namespace loadstone::suites::android_hidden_extension {
namespace {

constexpr const char* kFunctions[] = {"vkGetSwapchainGrallocUsageANDROID",
                                      "vkGetSwapchainGrallocUsage2ANDROID", "vkAcquireImageANDROID",
                                      "vkQueueSignalReleaseImageANDROID"};
constexpr char kHidden[] = "VK_ANDROID_native_buffer is not exposed to applications";

VULKAN_CASE(LS_ANDROID_WSI_4, enabled_for_the_driver) {
  const Observation seen = RunSwapchain(c, WindowWorld(c.subject()));
  ExpectSwapchain(seen);
  EXPECT_SEEN(ExtensionsGiven(seen, kDefaultDriver, "vkCreateDevice"),
              Contains(kNativeBufferExtension))
      << "swapchains are implemented by the driver's VK_ANDROID_native_buffer";
}

VULKAN_CASE(LS_ANDROID_WSI_4, enabled_by_an_application) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& app) {
    if (app.CreateInstance() != VK_SUCCESS || app.EnumeratePhysicalDevices().empty()) return;
    if (app.CreateDevice({.extensions = {kNativeBufferExtension}}) == VK_SUCCESS) {
      AppEvent("function").Add("found", app.DeviceProc("vkAcquireImageANDROID") != nullptr);
      app.DestroyDevice();
    }
    app.DestroyInstance();
  });
  const std::optional<Event> found = seen.First("app", "function");
  EXPECT_SEEN(found.has_value() && found->Flag("found"), false) << kHidden;
}

// Where an application can look the functions up.
struct Lookup {
  const char* case_name;
  PFN_vkVoidFunction (*find)(VulkanApp& app, const char* name);
};
constexpr Lookup kLookups[] = {
    {"functions_with_a_swapchain",
     [](VulkanApp& app, const char* name) { return app.DeviceProc(name); }},
    {"functions_of_an_instance",
     [](VulkanApp& app, const char* name) { return app.InstanceProc(name); }},
    {"functions_without_an_instance",
     [](VulkanApp& app, const char* name) {
       VulkanApp exports = app;
       exports.LookUpExports();
       const PFN_vkVoidFunction exported = exports.InstanceProc(name);
       return exported != nullptr ? exported : app.GlobalProc(name);
     }},
};

REGISTER_CASES {
  for (const Lookup& lookup : kLookups) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_4}, lookup.case_name, [&lookup](Case& c) {
      const Observation seen = Observe(c, WindowWorld(c.subject()), [&lookup](VulkanApp& vulkan) {
        WindowApp app(vulkan);
        if (app.Begin()) {
          std::vector<std::string> found;
          for (const char* name : kFunctions) {
            if (lookup.find(vulkan, name) != nullptr) found.emplace_back(name);
          }
          AppEvent("functions").Add("found", found);
        }
        app.End();
      });
      const std::optional<Event> functions = seen.First("app", "functions");
      ASSERT_SEEN(functions.has_value(), true) << "a device with swapchains can be created";
      EXPECT_SEEN(functions->List("found"), IsEmpty()) << kHidden;
    });
  }
}

// Traces the extensions of a device, and their number as the loader gives it without an array.
void TraceListAndNumber(const VulkanApp& app, VkPhysicalDevice device) {
  const auto enumerate =
      app.Get<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties");
  uint32_t number = 0;
  enumerate(device, nullptr, &number, nullptr);
  uint32_t count = number + 1;
  std::vector<VkExtensionProperties> extensions(count);
  enumerate(device, nullptr, &count, extensions.data());
  extensions.resize(count);
  AppEvent("device_extensions").Add("names", NamesOf(extensions)).Add("number", int64_t{number});
}

VULKAN_CASE(LS_ANDROID_WSI_4, native_buffer_is_hidden) {
  constexpr char kOther[] = "VK_KHR_maintenance1";
  const std::string device =
      fmt::format(R"({{"extensions": ["{}", "{}"]}})", kNativeBufferExtension, kOther);
  const AndroidWorld world =
      WindowWorld(c.subject(), fmt::format(R"({{"physical_devices": [{}, {}]}})", device, device));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance() != VK_SUCCESS) return;
    for (VkPhysicalDevice each : app.EnumeratePhysicalDevices()) TraceListAndNumber(app, each);
  });
  const std::vector<Event> lists = seen.Select(kAppName, "device_extensions");
  ASSERT_SEEN(lists.size(), size_t{2}) << "the application must finish";
  for (const Event& list : lists) {
    EXPECT_SEEN(list.List("names"), AllOf(Contains(kOther), Not(Contains(kNativeBufferExtension))))
        << "the extension is only for the loader and the driver";
    EXPECT_SEEN(list.Number("number"), static_cast<int64_t>(list.List("names").size()))
        << "the extension is not counted either";
  }
}

// The driver's own extension is the last of its many.
VULKAN_CASE(LS_ANDROID_WSI_1, swapchains_of_a_driver_with_many_extensions,
            policy::LS_ANDROID_WSI_4) {
  std::string list;
  for (int i = 0; i < 150; ++i) list += fmt::format(R"("VK_LS_number_{}", )", i);
  const AndroidWorld world = WindowWorld(
      c.subject(), fmt::format(R"({{"physical_devices": [{{"extensions": [{}"{}"]}}]}})", list,
                               kNativeBufferExtension));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance() != VK_SUCCESS) return;
    for (VkPhysicalDevice each : app.EnumeratePhysicalDevices()) TraceListAndNumber(app, each);
  });
  const std::optional<Event> told = seen.First(kAppName, "device_extensions");
  ASSERT_SEEN(told.has_value(), true) << "the application must finish";
  EXPECT_SEEN(told->List("names"), Contains(VK_KHR_SWAPCHAIN_EXTENSION_NAME))
      << "the loader has swapchains for a driver that shares images";
  EXPECT_SEEN(told->List("names"), Not(Contains(kNativeBufferExtension))) << kHidden;
}

}  // namespace
}  // namespace loadstone::suites::android_hidden_extension
