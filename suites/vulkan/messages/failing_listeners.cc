// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/common/counting_allocator.h"
#include "suites/vulkan/extensions/extensions.h"
#include "suites/vulkan/messages/messengers.h"

// Messengers and report callbacks that cannot be created, for lack of memory or because a driver
// refuses (LS_VK_ROBUSTNESS_14): nothing of them may remain in any driver, and they must not be
// called.
namespace loadstone::suites::failing_listeners {
namespace {

// More allocations than any loader makes for one listener; ends a count that would never end.
constexpr int kTooMany = 1000;

constexpr MessageListener kFailing = {"failing", kErrors.severities, kErrors.types, kErrors.flags};

// Creates a listener and, if it exists, destroys it; then submits a message that it would have
// received. Returns whether it was created.
bool CreateAndDestroyListener(VulkanApp& app, const MessageExtension& extension,
                              const VkAllocationCallbacks* callbacks) {
  const uint64_t handle = extension.create_listener(app, kFailing, callbacks);
  if (handle != 0) extension.destroy_listener(app, handle, callbacks);
  extension.submit_message(app, kSubmitted[0]);
  return handle != 0;
}

// The handles that drivers created but that were not destroyed, and those destroyed but not
// created.
std::vector<std::string> Unbalanced(const Observation& seen, const MessageExtension& extension) {
  std::vector<std::string> alive;
  for (const Event& event : seen.events()) {
    const bool made = event.what() == extension.create && event.Has("handle") &&
                      event.Number("result") == VK_SUCCESS;
    if (!made && !(event.what() == extension.destroy && event.Has("handle"))) continue;
    const std::string handle = event.who() + " " + event.Text("handle");
    const auto found = std::find(alive.begin(), alive.end(), handle);
    if (made == (found == alive.end())) {
      if (made) alive.push_back(handle);
      if (!made) alive.erase(found);
    } else {
      alive.push_back(handle);
    }
  }
  return alive;
}

void ExpectNothingLeft(const Observation& seen, const MessageExtension& extension) {
  EXPECT_SEEN(Unbalanced(seen, extension), IsEmpty())
      << "what drivers created for a listener is destroyed exactly once";
  EXPECT_SEEN(Heard(seen, kFailing.name), IsEmpty())
      << "a listener that was not created, or was destroyed, gets no message";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "drivers get only valid calls";
  EXPECT_SEEN(seen.Select(kAppName, "done"), Not(IsEmpty())) << "the application finishes";
}

void JudgeMemory(Case& c, const MessageExtension& extension) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (const char* name : {"driver_0", "driver_1"}) world.With(DriverWith(name, {extension.name}));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, {extension.name})) return;
    if (app.CreateInstance({.extensions = {extension.name}}) != VK_SUCCESS) return;
    for (int more = 0; more < kTooMany; ++more) {
      CountingAllocator allocator;
      allocator.FailAfter(more);
      const bool created = CreateAndDestroyListener(app, extension, allocator.callbacks());
      const bool failed = allocator.has_failed();
      AppEvent("round")
          .Add("accounted_for", created || failed)
          .Add("alive", int64_t{allocator.alive()})
          .Add("foreign", int64_t{allocator.foreign()});
      if (!failed) break;
    }
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  const std::vector<Event> rounds = seen.Select(kAppName, "round");
  ASSERT_SEEN(rounds, Not(IsEmpty())) << "the application finishes its first round";
  EXPECT_SEEN(rounds.size(), Lt(static_cast<size_t>(kTooMany)))
      << "the number of allocations for a listener is finite";
  for (const Event& round : rounds) {
    EXPECT_HOLDS(round.Flag("accounted_for")) << "with enough memory a listener is created";
    EXPECT_SEEN(round.Number("alive"), Eq(0)) << "what was allocated is freed";
    EXPECT_SEEN(round.Number("foreign"), Eq(0)) << "nothing else is freed";
  }
  ExpectNothingLeft(seen, extension);
}

// It is open whether the call fails if the driver does: LS_VK_ROBUSTNESS_14.r1.
void JudgeRefusal(Case& c, const MessageExtension& extension, int refusing) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (int i = 0; i < 3; ++i) {
    world.With(Driver(fmt::format("driver_{}", i))
                   .Behaviour(fmt::format(
                       R"({{"instance_extensions": [{{"name": "{}", "spec_version": 1}}]{}}})",
                       extension.name,
                       i == refusing ? fmt::format(R"(, "results": {{"{}": {}}})", extension.create,
                                                   int{VK_ERROR_OUT_OF_HOST_MEMORY})
                                     : "")));
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, {extension.name})) return;
    if (app.CreateInstance({.extensions = {extension.name}}) != VK_SUCCESS) return;
    for (int round = 0; round < 2; ++round) CreateAndDestroyListener(app, extension, nullptr);
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectNothingLeft(seen, extension);
}

REGISTER_CASES {
  for (const MessageExtension& extension : kMessageExtensions) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_14},
                 fmt::format("every_allocation_of_a_{}_fails_once", extension.id),
                 [&extension](Case& c) { JudgeMemory(c, extension); });
    for (const int refusing : {0, 1, 2}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_14},
                   fmt::format("driver_{}_refuses_a_{}", refusing, extension.id),
                   [&extension, refusing](Case& c) { JudgeRefusal(c, extension, refusing); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::failing_listeners
