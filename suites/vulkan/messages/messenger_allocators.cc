// SPDX-License-Identifier: Apache-2.0
#include "suites/common/counting_allocator.h"
#include "suites/vulkan/extensions/extensions.h"
#include "suites/vulkan/messages/messengers.h"

// The Vulkan specification, "Memory Allocation", "Host Memory": memory that is freed with an
// application's callbacks must have been allocated with them. The application creates and destroys
// a listener with callbacks, in an instance without any.
namespace loadstone::suites::messenger_allocators {
namespace {

constexpr char kListened[] = "listener_with_callbacks";

void UseListener(VulkanApp& app, const MessageExtension& extension) {
  CountingAllocator allocator;
  const uint64_t listener = extension.create_listener(app, kErrors, allocator.callbacks());
  if (listener != 0) extension.destroy_listener(app, listener, allocator.callbacks());
  // The script of a bug report is made from this event (tool/steps_told.cc).
  AppEvent(kListened)
      .Add("extension", extension.name)
      .Add("result", int64_t{listener != 0 ? VK_SUCCESS : VK_ERROR_UNKNOWN})
      .Add("alive", int64_t{allocator.alive()})
      .Add("foreign", int64_t{allocator.foreign()});
}

void Judge(Case& c, const MessageExtension& extension, bool driver_has_it) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(driver_has_it ? DriverWith("driver", {extension.name})
                                           : Driver("driver"));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, {extension.name})) return;
    if (app.CreateInstance({.extensions = {extension.name}}) != VK_SUCCESS) return;
    UseListener(app, extension);
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(ResultOf(seen, extension.create), "VK_SUCCESS")
      << "the functions of an extension that is enabled are available";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "a driver gets only calls that the API allows, or none";
  const std::optional<Event> allocator = seen.First(kAppName, kListened);
  ASSERT_HOLDS(allocator.has_value()) << "the application destroys what it created";
  EXPECT_SEEN(allocator->Number("foreign"), 0)
      << "the callbacks free nothing that they did not allocate";
  EXPECT_SEEN(allocator->Number("alive"), 0) << "what the callbacks allocated is freed by them";
}

REGISTER_CASES {
  for (const MessageExtension& extension : kMessageExtensions) {
    for (const bool driver_has_it : {true, false}) {
      RegisterCase(
          Api::kVulkan, {policy::LS_VK_ALLOCATION_1},
          fmt::format("{}_of_{}", extension.id, driver_has_it ? "one_driver" : "no_driver"),
          [&extension, driver_has_it](Case& c) { Judge(c, extension, driver_has_it); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::messenger_allocators
