// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/android.h"
#include "suites/vulkan/drivers/drivers.h"

// Android: Implement Vulkan, "Driver enumeration and loading": one driver, a hardware module that
// system properties name.
namespace loadstone::suites::android_modules {
namespace {

constexpr char kOfHardware[] = "of_the_hardware";
constexpr char kOfBoard[] = "of_the_board";
constexpr char kDecoy[] = "decoy";
constexpr char kApex[] = "com.loadstone.vulkan";

std::string Vendor(const std::string& name) { return ModulePath(ModulesBelow("/vendor"), name); }

// A machine with these modules as its drivers, each a path with the name of its device.
AndroidWorld WorldWith(const Subject& subject,
                       const std::vector<std::pair<std::string, std::string>>& modules) {
  AndroidWorld world(subject);
  world.WithoutDriver();
  for (const auto& [path, name] : modules) world.Module(path, NamedDriver(name));
  return world;
}

Observation RunEnumerating(Case& c, const AndroidWorld& world) {
  return Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) return;
    app.EnumeratePhysicalDevices();
    app.DestroyInstance();
  });
}

VULKAN_CASE(LS_ANDROID_LOADER_4, module_is_used, policy::LS_VK_DRIVER_DISCOVERY_14) {
  const Observation seen =
      RunEnumerating(c, WorldWith(c.subject(), {{Vendor(kHardware), kOfHardware}}));
  EXPECT_SEEN(Order(seen), ElementsAre(kOfHardware)) << "the driver in the module must be used";
}

VULKAN_CASE(LS_ANDROID_LOADER_4, several_devices_of_one_driver) {
  constexpr auto kType = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
  AndroidWorld world(c.subject());
  world.WithoutDriver().Module(
      Vendor(kHardware),
      DriverOf(kOfHardware, {Device("a", kType), Device("b", kType), Device("c", kType)}));
  EXPECT_SEEN(Order(RunEnumerating(c, world)), UnorderedElementsAre("a", "b", "c"))
      << "one driver may have several physical devices";
}

// Three instances, all at once or one after another, each of which has the driver's device.
void JudgeInstances(Case& c, bool at_once) {
  constexpr size_t kInstances = 3;
  const Observation seen =
      Observe(c, WorldWith(c.subject(), {{Vendor(kHardware), kOfHardware}}), [&](VulkanApp& app) {
        std::vector<VulkanApp> apps(kInstances, app);
        for (VulkanApp& each : apps) {
          if (each.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) return;
          each.EnumeratePhysicalDevices();
          if (!at_once) each.DestroyInstance();
        }
        for (VulkanApp& each : apps) {
          if (at_once) each.DestroyInstance();
        }
      });
  size_t lists = 0;
  for (const Event& event : seen.Select(kAppName, "vkEnumeratePhysicalDevices")) {
    if (event.phase() != "leave") continue;
    ++lists;
    EXPECT_SEEN(event.List("names"), ElementsAre(kOfHardware))
        << "each instance has the driver in the module";
  }
  EXPECT_SEEN(lists, kInstances) << "each instance has the driver in the module";
}

VULKAN_CASE(LS_ANDROID_LOADER_4, module_of_instances_at_once) { JudgeInstances(c, true); }
VULKAN_CASE(LS_ANDROID_LOADER_4, module_of_instances_one_after_another) {
  JudgeInstances(c, false);
}

VULKAN_CASE(LS_ANDROID_LOADER_4, driver_of_a_manifest) {
  AndroidWorld world = WorldWith(c.subject(), {{Vendor(kHardware), kOfHardware}});
  const std::string library =
      AddMockLibrary(world.machine(), c.subject(), kDecoy, "vulkan_driver", {});
  const std::string manifest = Driver(kDecoy).ManifestText(library);
  for (const char* folder : {"/etc/vulkan/icd.d", "/vendor/etc/vulkan/icd.d",
                             "/system/etc/vulkan/icd.d", "/usr/share/vulkan/icd.d"}) {
    world.File(ManifestPath(folder, kDecoy), manifest);
  }
  const Observation seen = RunEnumerating(c, world);
  EXPECT_SEEN(Loaded(seen), Not(Contains(kDecoy)))
      << "a driver is found only through the HAL, not through a manifest";
  EXPECT_SEEN(Order(seen), ElementsAre(kOfHardware));
}

VULKAN_CASE(LS_ANDROID_LOADER_4, driver_that_variables_name) {
  AndroidWorld world = WorldWith(c.subject(), {{Vendor(kHardware), kOfHardware}});
  const std::string library =
      AddMockLibrary(world.machine(), c.subject(), kDecoy, "vulkan_driver", {});
  const std::string manifest = ManifestPath("/data/local/tmp", kDecoy);
  world.File(manifest, Driver(kDecoy).ManifestText(library));
  for (const char* variable : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"}) {
    world.Env(variable, manifest);
  }
  const Observation seen = RunEnumerating(c, world);
  EXPECT_SEEN(Loaded(seen), Not(Contains(kDecoy)))
      << "a driver is found only through the HAL, not through a variable";
  EXPECT_SEEN(Order(seen), ElementsAre(kOfHardware));
}

VULKAN_CASE(LS_ANDROID_LOADER_4, module_without_its_symbol, policy::LDP_LOADER_1) {
  AndroidWorld world = WorldWith(c.subject(), {});
  AddMockLibraryAt(world.machine(), c.subject(), Vendor(kHardware), kDecoy, "vulkan_driver");
  EXPECT_SEEN(ResultOf(RunEnumerating(c, world), "vkCreateInstance"),
              "VK_ERROR_INCOMPATIBLE_DRIVER")
      << "without another driver, instance creation returns VK_ERROR_INCOMPATIBLE_DRIVER";
}

// Files at the module's path that are no libraries.
constexpr std::pair<const char*, const char*> kNoLibraries[] = {
    {"module_that_is_an_empty_file", ""}, {"module_that_is_a_text", "not a library"}};

REGISTER_CASES {
  for (const auto& [case_name, content] : kNoLibraries) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_4, policy::LDP_LOADER_1}, case_name,
                 [content](Case& c) {
                   AndroidWorld world = WorldWith(c.subject(), {});
                   world.File(Vendor(kHardware), content);
                   EXPECT_SEEN(ResultOf(RunEnumerating(c, world), "vkCreateInstance"),
                               "VK_ERROR_INCOMPATIBLE_DRIVER")
                       << "without another driver, instance creation returns "
                          "VK_ERROR_INCOMPATIBLE_DRIVER";
                 });
  }
}

VULKAN_CASE(LS_ANDROID_LOADER_4, no_module, policy::LDP_LOADER_1) {
  const Observation seen = RunEnumerating(c, WorldWith(c.subject(), {}));
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_ERROR_INCOMPATIBLE_DRIVER")
      << "without a driver, instance creation returns VK_ERROR_INCOMPATIBLE_DRIVER";
}

// Properties of a module that no loader can use.
struct Unusable {
  const char* case_name;
  const char* misbehaviour;
};
constexpr Unusable kUnusable[] = {
    {"module_of_another_kind", "wrong_module_id"},
    {"module_without_open", "no_open"},
    {"module_that_opens_nothing", "open_nothing"},
    {"module_that_opens_no_device", "open_without_device"},
};

REGISTER_CASES {
  for (const Unusable& unusable : kUnusable) {
    RegisterCase(
        Api::kVulkan, {policy::LS_ANDROID_LOADER_4, policy::LDP_LOADER_1}, unusable.case_name,
        [&unusable](Case& c) {
          AndroidWorld world(c.subject());
          world.WithoutDriver().Module(
              Vendor(kHardware), Driver(kDecoy).Behaviour(fmt::format(R"({{"misbehave": ["{}"]}})",
                                                                      unusable.misbehaviour)));
          const Observation seen = RunEnumerating(c, world);
          EXPECT_SEEN(DriversReached(seen), IsEmpty())
              << "a file that cannot be opened as the Vulkan module is not a driver";
          EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_ERROR_INCOMPATIBLE_DRIVER")
              << "without another driver, instance creation returns VK_ERROR_INCOMPATIBLE_DRIVER";
        });
  }
}

VULKAN_CASE(LS_ANDROID_LOADER_5, both_properties_name_one) {
  const Observation seen = RunEnumerating(
      c, WorldWith(c.subject(), {{Vendor(kHardware), kOfHardware}, {Vendor(kBoard), kOfBoard}}));
  EXPECT_SEEN(Order(seen), ElementsAre(kOfHardware))
      << "the module that ro.hardware.vulkan names is preferred, and the only driver";
  EXPECT_SEEN(DriversReached(seen), Not(Contains(kOfBoard))) << "there is only one driver";
}

VULKAN_CASE(LS_ANDROID_LOADER_5, only_that_of_the_board_is_there) {
  EXPECT_SEEN(Order(RunEnumerating(c, WorldWith(c.subject(), {{Vendor(kBoard), kOfBoard}}))),
              ElementsAre(kOfBoard))
      << "the module that ro.board.platform names is used if there is no preferred one";
}

VULKAN_CASE(LS_ANDROID_LOADER_5, hardware_is_not_set) {
  AndroidWorld world = WorldWith(c.subject(), {{Vendor(kBoard), kOfBoard}, {Vendor(""), kDecoy}});
  world.WithoutProperty("ro.hardware.vulkan");
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOfBoard))
      << "the module that ro.board.platform names is used if the other property is not set";
}

VULKAN_CASE(LS_ANDROID_LOADER_5, hardware_is_empty) {
  AndroidWorld world = WorldWith(c.subject(), {{Vendor(kBoard), kOfBoard}, {Vendor(""), kDecoy}});
  world.Property("ro.hardware.vulkan", "");
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOfBoard))
      << "an empty property names no module" << reading::LS_ANDROID_LOADER_5_r2;
}

VULKAN_CASE(LS_ANDROID_LOADER_5, board_is_not_set) {
  AndroidWorld world = WorldWith(c.subject(), {{Vendor(kHardware), kOfHardware}});
  world.WithoutProperty("ro.board.platform");
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOfHardware))
      << "ro.hardware.vulkan alone names the module";
}

VULKAN_CASE(LS_ANDROID_LOADER_6, of_another_word_size) {
  const std::string other = sizeof(void*) == 8 ? "/vendor/lib/hw" : "/vendor/lib64/hw";
  const Observation seen = RunEnumerating(
      c,
      WorldWith(c.subject(), {{ModulePath(other, kHardware), kDecoy}, {Vendor(kBoard), kOfBoard}}));
  EXPECT_SEEN(Order(seen), ElementsAre(kOfBoard))
      << "the driver is in the folder for the word size of the process";
}

// The names with which the module of `who` was opened.
std::vector<std::string> NamesOpened(const Observation& seen, const char* who) {
  std::vector<std::string> names;
  for (const Event& event : seen.Select(who, "open")) {
    names.push_back(event.Has("id") ? event.Text("id") : "null");
  }
  return names;
}

VULKAN_CASE(LS_ANDROID_LOADER_7, device_is_opened_by_its_name) {
  const Observation seen =
      RunEnumerating(c, WorldWith(c.subject(), {{Vendor(kHardware), kOfHardware}}));
  EXPECT_SEEN(NamesOpened(seen, kOfHardware), AllOf(Not(IsEmpty()), Each("vk0")))
      << "the module is opened with HWVULKAN_DEVICE_0";
}

VULKAN_CASE(LS_ANDROID_LOADER_7, device_that_cannot_be_opened) {
  AndroidWorld world(c.subject());
  world.WithoutDriver().Module(Vendor(kHardware),
                               Driver(kDecoy).Behaviour(R"({"misbehave": ["open_nothing"]})"));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    for (int i = 0; i < 2; ++i) {
      app.EnumerateExtensions();
      if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) == VK_SUCCESS) return;
    }
  });
  EXPECT_SEEN(NamesOpened(seen, kDecoy), AllOf(Not(IsEmpty()), Each("vk0")))
      << "the module is opened with HWVULKAN_DEVICE_0 alone, also after that failed";
}

// Versions of the module's interface after 0.1, of which a loader may refuse any.
constexpr std::pair<const char*, int> kLaterVersions[] = {
    {"minor_version_of_the_interface", 2}, {"major_version_of_the_interface", 0x100}};

REGISTER_CASES {
  for (const auto& [case_name, version] : kLaterVersions) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_7}, case_name, [version](Case& c) {
      AndroidWorld world(c.subject());
      world.WithoutDriver().Module(
          Vendor(kHardware),
          NamedDriver(kOfHardware)
              .Behaviour(fmt::format(R"({{"module_api_version": {}}})", version)));
      EXPECT_SEEN(NamesOpened(RunEnumerating(c, world), kOfHardware), Each("vk0"))
          << "the module is opened with HWVULKAN_DEVICE_0, whatever its version";
    });
  }
}

void ExpectFunctions(Case& c, const std::string& behaviour) {
  AndroidWorld world(c.subject());
  world.WithoutDriver().Module(Vendor(kHardware), NamedDriver(kOfHardware).Behaviour(behaviour));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.RunFullSequence({.api_version = VK_API_VERSION_1_1});
    app.DestroyDevice();
    app.DestroyInstance();
  });
  for (const char* command :
       {"vkEnumeratePhysicalDevices", "vkGetPhysicalDeviceProperties", "vkCreateDevice",
        "vkGetDeviceQueue", "vkDeviceWaitIdle", "vkDestroyDevice", "vkDestroyInstance"}) {
    EXPECT_SEEN(seen.Select(kOfHardware, command).size(), Ge(1U))
        << command << " is found by the vkGetInstanceProcAddr of the module's device";
  }
}

VULKAN_CASE(LS_ANDROID_LOADER_8, functions_of_instances_and_devices) { ExpectFunctions(c, "{}"); }

// Two functions are members of the module's device: its vkGetInstanceProcAddr need not have them.
VULKAN_CASE(LS_ANDROID_LOADER_8, driver_that_finds_nothing_without_an_instance) {
  ExpectFunctions(c, R"({"misbehave": ["nothing_without_instance"]})");
}

// Extensions of the driver: of instances, which a loader may list or not, and of devices.
VULKAN_CASE(LS_ANDROID_LOADER_8, functions_of_extensions) {
  constexpr char kOfInstances[] = "VK_KHR_get_physical_device_properties2";
  constexpr char kOfDevices[] = "VK_KHR_maintenance1";
  AndroidWorld world(c.subject());
  world.WithoutDriver().Module(
      Vendor(kHardware),
      Driver(kOfHardware)
          .Behaviour(fmt::format(R"({{"api_version": "1.0.0", "trace_functions": "all",
              "instance_extensions": ["{}"], "physical_devices": [{{"extensions": ["{}"]}}]}})",
                                 kOfInstances, kOfDevices)));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!ListsExtension(app.EnumerateExtensions(), kOfInstances)) {
      AppEvent("unlisted");
      return;
    }
    if (app.CreateInstance({.extensions = {kOfInstances}}) != VK_SUCCESS) return;
    const VkPhysicalDevice device = app.EnumeratePhysicalDevices().at(0);
    auto features =
        Structure<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
    if (const auto get =
            app.Get<PFN_vkGetPhysicalDeviceFeatures2KHR>("vkGetPhysicalDeviceFeatures2KHR")) {
      get(device, &features);
    }
    if (app.CreateDevice({.extensions = {kOfDevices}}) == VK_SUCCESS) {
      AppEvent("function").Add("found", app.DeviceProc("vkTrimCommandPoolKHR") != nullptr);
      app.DestroyDevice();
    }
    app.DestroyInstance();
  });
  if (seen.First(kAppName, "unlisted").has_value()) {
    GTEST_SKIP() << "the loader does not list the driver's extension";
  }
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "an extension of instances that the module's device lists can be enabled";
  EXPECT_SEEN(seen.Select(kOfHardware, "vkGetPhysicalDeviceFeatures2KHR").size() +
                  seen.Select(kOfHardware, "vkGetPhysicalDeviceFeatures2").size(),
              Ge(1U))
      << "a function of an extension is found by the vkGetInstanceProcAddr of the module's device";
  const std::optional<Event> function = seen.First(kAppName, "function");
  EXPECT_SEEN(function.has_value() && function->Flag("found"), true)
      << "a function of a device's extension is found by the driver's vkGetDeviceProcAddr";
}

VULKAN_CASE(LS_ANDROID_LOADER_9, driver_of_the_apex) {
  const std::string root = fmt::format("/apex/{}", kApex);
  AndroidWorld world =
      WorldWith(c.subject(), {{ModulePath(LibrariesBelow(root), kHardware), kOfHardware},
                              {ModulePath(ModulesBelow(root), kHardware), kOfHardware},
                              {Vendor(kHardware), kDecoy},
                              {Vendor(kBoard), kDecoy}});
  world.Property("ro.vulkan.apex", kApex);
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOfHardware))
      << "with ro.vulkan.apex the driver is that of the APEX" << reading::LS_ANDROID_LOADER_9_r1;
}

// The APEX has the module under the name of the board alone, and /vendor one under each name: with
// the property, the driver is loaded from the APEX.
VULKAN_CASE(LS_ANDROID_LOADER_9, driver_of_the_apex_for_the_board) {
  const std::string root = fmt::format("/apex/{}", kApex);
  AndroidWorld world = WorldWith(c.subject(), {{ModulePath(LibrariesBelow(root), kBoard), kOfBoard},
                                               {ModulePath(ModulesBelow(root), kBoard), kOfBoard},
                                               {Vendor(kHardware), kDecoy},
                                               {Vendor(kBoard), kDecoy}});
  world.Property("ro.vulkan.apex", kApex);
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOfBoard))
      << "with ro.vulkan.apex the driver is that of the APEX" << reading::LS_ANDROID_LOADER_9_r1;
}

// Another APEX has a module as well.
VULKAN_CASE(LS_ANDROID_LOADER_9, driver_of_another_apex) {
  constexpr char kOther[] = "/apex/com.loadstone.other";
  const std::string root = fmt::format("/apex/{}", kApex);
  AndroidWorld world =
      WorldWith(c.subject(), {{ModulePath(LibrariesBelow(root), kHardware), kOfHardware},
                              {ModulePath(ModulesBelow(root), kHardware), kOfHardware},
                              {ModulePath(LibrariesBelow(kOther), kHardware), kDecoy},
                              {ModulePath(ModulesBelow(kOther), kHardware), kDecoy}});
  world.Property("ro.vulkan.apex", kApex);
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOfHardware))
      << "with ro.vulkan.apex the driver is that of the APEX with this name"
      << reading::LS_ANDROID_LOADER_9_r1;
}

VULKAN_CASE(LS_ANDROID_LOADER_9, property_is_not_set) {
  const std::string root = fmt::format("/apex/{}", kApex);
  EXPECT_SEEN(Order(RunEnumerating(
                  c, WorldWith(c.subject(), {{ModulePath(LibrariesBelow(root), kHardware), kDecoy},
                                             {ModulePath(ModulesBelow(root), kHardware), kDecoy},
                                             {Vendor(kHardware), kOfHardware}}))),
              ElementsAre(kOfHardware))
      << "an APEX that ro.vulkan.apex does not name has no driver";
}

VULKAN_CASE(LS_ANDROID_LOADER_9, property_is_empty) {
  AndroidWorld world = WorldWith(c.subject(), {{Vendor(kHardware), kOfHardware}});
  world.Property("ro.vulkan.apex", "");
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOfHardware))
      << "an empty ro.vulkan.apex names no APEX";
}

}  // namespace
}  // namespace loadstone::suites::android_modules
