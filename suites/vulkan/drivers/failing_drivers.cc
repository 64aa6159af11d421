// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/common/other_word_size.h"
#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/extensions/extensions.h"

// Drivers that cannot be used, each for a different reason: alone, when LDP_LOADER_1 defines the
// error, and next to a valid one, which they must not hide (LS_VK_ROBUSTNESS_4). The extensions of
// the valid one are reported (LoaderApplicationInterface, "Instance and Device Extensions").
namespace loadstone::suites::failing_drivers {
namespace {

constexpr char kGood[] = "good";
constexpr char kFailing[] = "failing";
constexpr char kOtherWordSize[] = "/opt/loadstone/libother_word_size.so";

struct Failing {
  const char* name;
  Driver driver;
  // No driver can be loaded, so the error is certain.
  bool not_loaded;
};

Driver WithBehaviour(const std::string& json) { return NamedDriver(kFailing).Behaviour(json); }

// No driver runs out of memory: LS_VK_ROBUSTNESS_4.r1.
std::vector<Failing> FailingDrivers() {
  const Driver plain = NamedDriver(kFailing);
  return {
      {"library_missing",
       Driver(plain).Manifest(R"({"library_path": "/opt/loadstone/libnone.so"})"), true},
      {"library_that_is_none",
       Driver(plain).Manifest(R"({"library_path": "/opt/loadstone/libfailing.so.config"})"), true},
      {"library_of_the_other_word_size",
       Driver(plain).Manifest(JsonObject().Set("library_path", kOtherWordSize).Text()), true},
      {"library_without_exports", Driver(plain).Binary("vulkan_driver_none"), true},
      {"negotiation_refused", WithBehaviour(R"({"negotiate_result": -9})"), true},
      {"negotiation_fails", WithBehaviour(R"({"negotiate_result": -3})"), false},
      {"answer_above_the_offer", WithBehaviour(R"({"interface_answer": 99})"), false},
      {"answer_of_all_bits", WithBehaviour(R"({"interface_answer": 4294967295})"), false},
      {"no_vk_create_instance", WithBehaviour(R"({"hidden_functions": ["vkCreateInstance"]})"),
       false},
      {"instance_fails", WithBehaviour(R"({"results": {"vkCreateInstance": -3}})"), false},
      {"instance_is_incompatible", WithBehaviour(R"({"results": {"vkCreateInstance": -9}})"),
       false},
      {"extensions_fail",
       WithBehaviour(R"({"results": {"vkEnumerateInstanceExtensionProperties": -3}})"), false},
      {"version_fails", WithBehaviour(R"({"results": {"vkEnumerateInstanceVersion": -3}})"), false},
      {"physical_devices_fail", WithBehaviour(R"({"results": {"vkEnumeratePhysicalDevices": -3}})"),
       false},
      {"no_physical_devices", Driver(kFailing).Behaviour(R"({"physical_devices": []})"), false},
  };
}

// A machine that has the driver alone.
VulkanWorld WorldWith(Case& c, const Failing& failing) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(failing.driver);
  world.File(kOtherWordSize, LibraryOfOtherWordSize(c.subject()));
  return world;
}

void ExpectGood(const Observation& seen) {
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "a driver that fails must not make the instance of a good one fail";
  EXPECT_SEEN(Order(seen), Contains(kGood))
      << "a driver that fails must not hide the physical device of a good one";
}

REGISTER_CASES {
  for (const Failing& failing : FailingDrivers()) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_4}, failing.name, [failing](Case& c) {
      VulkanWorld world = WorldWith(c, failing);
      world.With(NamedDriver(kGood));
      ExpectGood(RunEnumerating(c, world));
    });
    if (!failing.not_loaded) continue;
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_EXTENSION_1, policy::LDP_LOADER_2},
        fmt::format("driver_beside_one_with_{}", failing.name), [failing](Case& c) {
          VulkanWorld world = WorldWith(c, failing);
          world.With(DriverWith(kGood, {kKnownExtension}));
          EXPECT_SEEN(ListedNames(ListInstanceExtensions(c, world)), Contains(kKnownExtension))
              << "a driver that cannot be loaded hides no extension of a good one";
        });
    RegisterCase(Api::kVulkan, {policy::LDP_LOADER_1}, failing.name, [failing](Case& c) {
      EXPECT_SEEN(ResultOf(RunEnumerating(c, WorldWith(c, failing)), "vkCreateInstance"),
                  "VK_ERROR_INCOMPATIBLE_DRIVER")
          << "without a driver that can be loaded, instance creation returns "
             "VK_ERROR_INCOMPATIBLE_DRIVER";
    });
  }
}

VULKAN_CASE(LS_VK_ROBUSTNESS_4, all_at_once) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(NamedDriver(kGood));
  for (const Failing& failing : FailingDrivers()) {
    // Each driver needs its own library.
    Driver driver(failing.name);
    driver.Binary(failing.driver.binary()).Behaviour(failing.driver.behaviour().Text());
    if (failing.name != std::string("library_missing")) world.With(driver);
  }
  ExpectGood(RunEnumerating(c, world));
}

VULKAN_CASE(LDP_LOADER_1, no_driver) {
  VulkanWorld world(c.subject());
  EXPECT_SEEN(ResultOf(RunEnumerating(c, world.WithoutDriver()), "vkCreateInstance"),
              "VK_ERROR_INCOMPATIBLE_DRIVER")
      << "without a driver, instance creation returns VK_ERROR_INCOMPATIBLE_DRIVER";
}

VULKAN_CASE(LDP_LOADER_1, every_driver_disabled, policy::LS_VK_DRIVER_FILTER_2) {
  VulkanWorld world(c.subject());
  world.Env("VK_LOADER_DRIVERS_DISABLE", "*.json");
  EXPECT_SEEN(ResultOf(RunEnumerating(c, world), "vkCreateInstance"),
              "VK_ERROR_INCOMPATIBLE_DRIVER")
      << "if the filter leaves no driver, instance creation returns VK_ERROR_INCOMPATIBLE_DRIVER";
}

}  // namespace
}  // namespace loadstone::suites::failing_drivers
