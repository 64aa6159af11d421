// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/vulkan/drivers/drivers.h"

// LoaderDriverInterface, "Loader and Driver Interface Negotiation": drivers of every interface
// version. A driver of version 4 or less is a Vulkan 1.0 driver (LDP_DRIVER_7). The reaction of a
// loader to an answer above its offer, or to an error other than VK_ERROR_INCOMPATIBLE_DRIVER, is
// open (LS_VK_DRIVER_INTERFACE_2.r2, LS_VK_DRIVER_INTERFACE_2.r3).
namespace loadstone::suites::interface_versions {
namespace {

constexpr int kNewest = 7;

// The first interface version with which a driver may support Vulkan 1.1.
constexpr int kFirstOfVulkan11 = 5;

std::string NameOf(int version) { return fmt::format("of_{}", version); }

Driver DriverOfVersion(int version) {
  Driver driver = NamedDriver(NameOf(version));
  if (version < kFirstOfVulkan11) {
    driver.Manifest(R"({"api_version": "1.0.68"})").Behaviour(R"({"api_version": "1.0.68"})");
  }
  if (version < 2) return driver.Binary(fmt::format("vulkan_driver_v{}", version));
  return driver.Behaviour(fmt::format(R"({{"interface_version": {}}})", version));
}

void JudgeUsed(Case& c, int version) {
  VulkanWorld world(c.subject());
  const Observation seen = Observe(c, world.WithoutDriver().With(DriverOfVersion(version)),
                                   [](VulkanApp& app) { app.RunFullSequence(); });
  const std::string name = NameOf(version);
  if (DriversReached(seen).empty()) {
    // LS_VK_DRIVER_INTERFACE_2.r1, LS_VK_DRIVER_INTERFACE_3.r1.
    GTEST_SKIP() << "the loader uses no driver of interface version " << version
                 << ", which is allowed if it no longer supports this version";
  }
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "an instance can be created with the driver";
  EXPECT_SEEN(Order(seen), ElementsAre(name)) << "its physical device is listed";
  EXPECT_SEEN(ResultOf(seen, "vkCreateDevice"), "VK_SUCCESS") << "its device can be created";
  EXPECT_SEEN(seen.Select(name, "vkDeviceWaitIdle"), Not(IsEmpty()))
      << "the device of the driver is used";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "the driver gets the arguments that it expects";
}

REGISTER_CASES {
  for (int version = 0; version < kNewest; ++version) {
    const policy::Id owner =
        version < 2 ? policy::LS_VK_DRIVER_INTERFACE_3 : policy::LS_VK_DRIVER_INTERFACE_2;
    RegisterCase(Api::kVulkan, {owner}, fmt::format("version_{}", version),
                 [version](Case& c) { JudgeUsed(c, version); });
  }
}

// "the loader will assume the driver supports only version 0 of the interface unless one of those
// functions exists": a driver of version 1 that exports the functions of version 0 too.
VULKAN_CASE(LS_VK_DRIVER_INTERFACE_3, version_1_beside_the_exports_of_version_0) {
  VulkanWorld world(c.subject());
  const Observation seen =
      Observe(c, world.WithoutDriver().With(DriverOfVersion(1).Binary("vulkan_driver_v1_and_v0")),
              [](VulkanApp& app) {
                app.EnumerateExtensions();
                app.RunFullSequence();
              });
  if (DriversReached(seen).empty()) {
    GTEST_SKIP() << "the loader uses no driver of interface version 1, which is allowed if it no "
                    "longer supports this version"
                 << reading::LS_VK_DRIVER_INTERFACE_3_r1;
  }
  EXPECT_SEEN(seen.Select(NameOf(1), "version_0"), IsEmpty())
      << "functions are queried through vk_icdGetInstanceProcAddr where it exists";
  EXPECT_SEEN(ResultOf(seen, "vkCreateDevice"), "VK_SUCCESS") << "its device can be created";
}

VULKAN_CASE(LS_VK_DRIVER_INTERFACE_2, all_versions_side_by_side, policy::LS_VK_DRIVER_INTERFACE_3,
            policy::LDP_LOADER_2) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  std::vector<std::string> all;
  for (int version = 0; version <= kNewest; ++version) {
    world.With(DriverOfVersion(version));
    all.push_back(NameOf(version));
  }
  const Observation seen = RunEnumerating(c, world);
  EXPECT_SEEN(Loaded(seen), UnorderedElementsAreArray(all)) << "every driver is loaded";
  const std::vector<std::string> listed = Order(seen);
  // A loader may no longer support the oldest versions; it must use all drivers of the others.
  std::vector<std::string> expected = all;
  while (!expected.empty() &&
         std::find(listed.begin(), listed.end(), expected.front()) == listed.end()) {
    expected.erase(expected.begin());
  }
  EXPECT_SEEN(listed, Not(IsEmpty())) << "the newest versions are used";
  EXPECT_SEEN(listed, UnorderedElementsAreArray(expected))
      << "a loader that uses drivers of one version uses those of newer ones"
      << reading::LS_VK_DRIVER_INTERFACE_2_r1;
}

VULKAN_CASE(LS_VK_DRIVER_INTERFACE_1, exported_negotiation) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(NamedDriver("one").Behaviour(R"({"trace_queries": true})"));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateExtensions();
    app.RunFullSequence();
  });
  std::vector<std::string> calls;
  for (const Event& event : seen.Select("one", "")) {
    if (event.what() != "load") calls.push_back(event.what());
  }
  ASSERT_SEEN(calls, Not(IsEmpty())) << "the driver is used";
  EXPECT_SEEN(calls.front(), "negotiate") << "the first function that is called negotiates";
}

// Why nothing is required of a loader without version 7; empty if the loader has it. `driver`
// exports its negotiation function.
std::string WhyNotOffered(const Observation& seen, const std::string& driver) {
  const std::optional<Event> negotiation = seen.First(driver, "negotiate");
  if (negotiation.has_value() && negotiation->Number("offered") >= kNewest) return {};
  return "the loader does not offer interface version 7";
}

// A driver that refuses every version.
Driver Refusing() {
  return NamedDriver("refusing")
      .Behaviour(fmt::format(R"({{"negotiate_result": {}}})", int{VK_ERROR_INCOMPATIBLE_DRIVER}));
}

void ExpectIgnored(const Observation& seen) {
  EXPECT_SEEN(DriversReached(seen), ElementsAre(kDefaultDriver))
      << "only a driver that refuses to negotiate is ignored" << reading::LDP_LOADER_5_r1;
  EXPECT_SEEN(Order(seen), Not(Contains("refusing"))) << "its physical device is not listed";
}

VULKAN_CASE(LDP_LOADER_5, driver_that_refuses) {
  ExpectIgnored(RunEnumerating(c, VulkanWorld(c.subject()).With(Refusing())));
}

VULKAN_CASE(LDP_LOADER_5, driver_of_one_export_that_refuses, policy::LS_VK_DRIVER_INTERFACE_4) {
  const Observation seen =
      RunEnumerating(c, VulkanWorld(c.subject()).With(Refusing().Binary("vulkan_driver_v7")));
  if (const std::string why = WhyNotOffered(seen, kDefaultDriver); !why.empty()) {
    GTEST_SKIP() << why;
  }
  ExpectIgnored(seen);
}

VULKAN_CASE(LS_VK_DRIVER_INTERFACE_4, driver_of_one_export, policy::LDP_LOADER_2) {
  VulkanWorld world(c.subject());
  world.With(WithUnknownFunction(NamedDriver("one").Binary("vulkan_driver_v7")))
      .With(ExportingDriver());
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance() != VK_SUCCESS) return;
    app.EnumeratePhysicalDevices();
    app.InstanceProc(kExportedFunction);
    app.InstanceProc(kUnknownFunction);
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotOffered(seen, kDefaultDriver); !why.empty()) {
    GTEST_SKIP() << why;
  }
  EXPECT_SEEN(seen.Select("one", "negotiate"), Not(IsEmpty()))
      << "the negotiation function that vk_icdGetInstanceProcAddr returns is called";
  EXPECT_SEEN(Order(seen), Contains("one")) << "the driver is used";
  if (const std::string why = WhyNoneIsQueried(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_HOLDS(WasQueriedForUnknownFunction(seen, "one"))
      << "its physical device functions are found through the function that "
         "vk_icdGetInstanceProcAddr returns";
}

// A driver that has no negotiation for a loader that queried another function first.
VULKAN_CASE(LS_VK_DRIVER_INTERFACE_4, driver_that_knows_legacy_loaders, policy::LDP_LOADER_2) {
  VulkanWorld world(c.subject());
  world.With(NamedDriver("one")
                 .Binary("vulkan_driver_v7")
                 .Behaviour(R"({"misbehave": ["legacy_after_another_query"]})"));
  const Observation seen = RunEnumerating(c, world);
  if (const std::string why = WhyNotOffered(seen, kDefaultDriver); !why.empty()) {
    GTEST_SKIP() << why;
  }
  EXPECT_SEEN(seen.Select("one", "negotiate"), Not(IsEmpty()))
      << "a loader of version 7 queries vk_icdGetInstanceProcAddr for the function that negotiates "
         "before all others";
}

// "Interfacing With Legacy Drivers or Loaders": a driver that is asked for anything else first
// takes the loader for one of version 0 or 1.
VULKAN_CASE(LS_VK_DRIVER_INTERFACE_1, negotiation_of_one_export, policy::LS_VK_DRIVER_INTERFACE_4) {
  VulkanWorld world(c.subject());
  world.With(NamedDriver("one").Binary("vulkan_driver_v7").Behaviour(R"({"trace_queries": true})"));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateExtensions();
    app.RunFullSequence();
  });
  if (const std::string why = WhyNotOffered(seen, kDefaultDriver); !why.empty()) {
    GTEST_SKIP() << why;
  }
  std::vector<std::string> calls;
  for (const Event& event : seen.Select("one", "")) {
    if (event.what() != "load") calls.push_back(event.Text("name", event.what()));
  }
  ASSERT_SEEN(calls, SizeIs(Gt(1))) << "the driver is used";
  EXPECT_SEEN(calls[0], "vk_icdNegotiateLoaderICDInterfaceVersion")
      << "the first query of vk_icdGetInstanceProcAddr is for the function that negotiates";
  EXPECT_SEEN(calls[1], "negotiate") << "the first other function that is called negotiates";
}

VULKAN_CASE(LS_VK_DRIVER_INTERFACE_5, layers_are_enumerated) {
  const Observation seen = Observe(c, VulkanWorld(c.subject()), [](VulkanApp& app) {
    app.EnumerateLayers();
    if (app.CreateInstance() != VK_SUCCESS) return;
    const auto enumerate =
        app.Get<PFN_vkEnumerateDeviceLayerProperties>("vkEnumerateDeviceLayerProperties");
    for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
      uint32_t count = 0;
      if (enumerate != nullptr) enumerate(device, &count, nullptr);
    }
    app.DestroyInstance();
  });
  EXPECT_SEEN(DriversReached(seen), ElementsAre(kDefaultDriver)) << "the driver is used";
  for (const char* command :
       {"vkEnumerateInstanceLayerProperties", "vkEnumerateDeviceLayerProperties"}) {
    EXPECT_SEEN(seen.Select(kDefaultDriver, command), IsEmpty())
        << "a driver is not asked for layers";
  }
}

}  // namespace
}  // namespace loadstone::suites::interface_versions
