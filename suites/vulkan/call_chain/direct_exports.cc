// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "suites/vulkan/call_chain/core_commands.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderApplicationInterface, "Vulkan Direct Exports" and "WSI Extensions": the exports for
// applications that link with the loader.
namespace loadstone::suites::direct_exports {
namespace {

// Traces those of `names` that the subject does not export.
void TraceMissing(VulkanApp& app, const std::vector<std::string>& names) {
  app.LookUpExports();
  std::vector<std::string> missing;
  for (const std::string& name : names) {
    if (app.InstanceProc(name.c_str()) == nullptr) missing.push_back(name);
  }
  AppEvent("exports").Add("missing", missing);
}

// Looks up `names`, and a name that no library exports.
void ExpectExports(Case& c, std::vector<std::string> names, const char* why) {
  constexpr char kControl[] = "vkLoadstoneNobodyImplementsThis";
  names.emplace_back(kControl);
  const Observation seen =
      Observe(c, VulkanWorld(c.subject()), [&](VulkanApp& app) { TraceMissing(app, names); });
  const auto exports = seen.First(kAppName, "exports");
  ASSERT_SEEN(exports.has_value(), true) << "the application must finish";
  EXPECT_SEEN(exports->List("missing"), ElementsAre(kControl)) << why;
}

VULKAN_CASE(LS_VK_EXPORT_1, core_functions_of_vulkan_1_0) {
  ExpectExports(c, CoreCommands(0, 0), "the loader must export every core function of Vulkan 1.0");
}

VULKAN_CASE(LS_VK_EXPORT_1, later_core_functions_of_its_version) {
  const uint32_t minor = c.subject().api_version.major > 1 ? 99 : c.subject().api_version.minor;
  ExpectExports(c, CoreCommands(1, minor),
                "the loader must export every core function of the version that it supports");
}

// The build of a loader determines the window systems that it supports. It supports an extension if
// it lists it for a driver, and if it exports one of its functions, it must export all.
std::vector<std::string> MissingOfWindowSystems(const Observation& seen) {
  const std::vector<std::string> missing = seen.First(kAppName, "exports")->List("missing");
  std::set<std::string> supported;
  if (seen.First(kAppName, "surfaces")->Flag("listed")) {
    supported = {"VK_KHR_surface", "VK_KHR_swapchain"};
  }
  const auto is_missing = [&](const char* name) {
    return std::find(missing.begin(), missing.end(), name) != missing.end();
  };
  for (const VulkanExtensionCommand& command : kVulkanWindowSystemCommands) {
    if (!is_missing(command.name)) supported.insert(command.extension);
  }
  std::vector<std::string> wrong;
  for (const VulkanExtensionCommand& command : kVulkanWindowSystemCommands) {
    if (is_missing(command.name) && supported.contains(command.extension)) {
      wrong.emplace_back(command.name);
    }
  }
  return wrong;
}

VULKAN_CASE(LS_VK_EXPORT_1, functions_of_the_window_system_extensions) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(DriverWith(kDefaultDriver, {"VK_KHR_surface"}));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    AppEvent("surfaces").Add("listed", AreListed(app, {"VK_KHR_surface"}));
    std::vector<std::string> names;
    for (const VulkanExtensionCommand& command : kVulkanWindowSystemCommands) {
      names.emplace_back(command.name);
    }
    TraceMissing(app, names);
  });
  ASSERT_SEEN(seen.First(kAppName, "exports").has_value(), true) << "the application must finish";
  EXPECT_SEEN(MissingOfWindowSystems(seen), IsEmpty())
      << "the loader must export all functions of the window system extensions that it supports";
}

// Exports lead into the call chains like the functions that vkGetInstanceProcAddr returns.
VULKAN_CASE(LS_VK_EXPORT_1, exports_reach_layers_and_drivers) {
  const VulkanWorld world = VulkanWorld(c.subject()).With(Layer("VK_LAYER_LS_a").Implicit());
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.LookUpExports();
    const auto create = app.Get<PFN_vkCreateInstance>("vkCreateInstance");
    const auto enumerate = app.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices");
    if (create == nullptr || enumerate == nullptr) return;
    VkInstanceCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    VkInstance instance = VK_NULL_HANDLE;
    if (create(&info, nullptr, &instance) != VK_SUCCESS) return;
    uint32_t count = 0;
    enumerate(instance, &count, nullptr);
    AppEvent("exports").Add("devices", int64_t{count});
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("VK_LAYER_LS_a"))
      << "the exported vkCreateInstance must enter the call chain";
  const auto exports = seen.First(kAppName, "exports");
  ASSERT_SEEN(exports.has_value(), true) << "the exported functions must exist and succeed";
  EXPECT_SEEN(exports->Number("devices"), 1) << "the exported functions must reach the driver";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "the exported functions reach the driver with valid arguments";
}

}  // namespace
}  // namespace loadstone::suites::direct_exports
