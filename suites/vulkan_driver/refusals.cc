// SPDX-License-Identifier: Apache-2.0
// What a Vulkan driver refuses, and what it does afterwards: LS_VK_DRIVER_18 and LS_VK_DRIVER_28.
// The Vulkan specification demands VK_ERROR_EXTENSION_NOT_PRESENT for extensions that a physical
// device does not have ("vkCreateDevice"). Loaders pass no unknown extension of an instance on to a
// driver, so none is asked for.

#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::refusals {
namespace {

constexpr char kUnknown[] = "VK_LS_nobodys_extension";
constexpr char kRefused[] = "device with an unknown extension";
constexpr char kDeviceAfter[] = "device after it";
constexpr char kInstanceAfter[] = "instance after it";

// Creates a device, one with an unknown extension, and then ordinary ones again.
void Run(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty() || app.CreateDevice(devices.front()) != VK_SUCCESS) return;
  app.DestroyDevice();
  const VkResult refused = app.CreateDevice(devices.front(), {.extensions = {kUnknown}});
  Note(kRefused, std::to_string(refused));
  if (refused == VK_SUCCESS) app.DestroyDevice();
  const VkResult made = app.CreateDevice(devices.front());
  Note(kDeviceAfter, std::to_string(made));
  if (made == VK_SUCCESS) app.DestroyDevice();
  app.DestroyInstance();
  const VkResult again = app.CreateInstance();
  Note(kInstanceAfter, std::to_string(again));
  if (again == VK_SUCCESS) app.DestroyInstance();
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, unknown_extensions_are_refused) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, Run);
  SKIP_FOR(WhyNoDevice(seen));
  SKIP_FOR(WhyNoAnswer(seen, kRefused));
  EXPECT_SEEN(Answers(seen.events())[kRefused], std::to_string(VK_ERROR_EXTENSION_NOT_PRESENT))
      << "vkCreateDevice returns VK_ERROR_EXTENSION_NOT_PRESENT for an extension that the physical "
         "device does not list";
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_28, creations_succeed_after_a_refusal) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, Run);
  SKIP_FOR(WhyNoDevice(seen));
  SKIP_FOR(WhyNoAnswer(seen, kInstanceAfter));
  auto answers = Answers(seen.events());
  for (const char* creation : {kDeviceAfter, kInstanceAfter}) {
    EXPECT_SEEN(answers[creation], "0") << creation << ": its creation succeeds, as it did before";
  }
}

}  // namespace
}  // namespace loadstone::suites::refusals
