// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

struct wl_display;
struct wl_surface;
#include <vulkan/vulkan_wayland.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/common/counting_allocator.h"
#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderDriverInterface, "Handling KHR Surface Objects in WSI Extensions": what happens to the
// drivers' surfaces in the loader's container if one of them cannot be created.
namespace loadstone::suites::surface_failures {
namespace {

constexpr char kCreate[] = "vkCreateWaylandSurfaceKHR";
constexpr char kDestroy[] = "vkDestroySurfaceKHR";

// More allocations than any loader makes for a surface; ends a count that would never end.
constexpr int kTooMany = 1000;

Driver SurfaceDriver(const std::string& name, const std::vector<std::string>& extensions) {
  return NamedDriver(name)
      .Behaviour(MockExtensions("instance_extensions", extensions))
      .Behaviour(R"({"own_surfaces": true})");
}

// Creates a surface and, if that succeeds, destroys it. Returns whether an allocation failed.
bool Round(VulkanApp& app, int failing) {
  CountingAllocator allocator(failing);
  VkWaylandSurfaceCreateInfoKHR info = {};
  info.sType = VK_STRUCTURE_TYPE_WAYLAND_SURFACE_CREATE_INFO_KHR;
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  const VkResult result = app.Get<PFN_vkCreateWaylandSurfaceKHR>(kCreate)(
      app.instance(), &info, allocator.callbacks(), &surface);
  if (result == VK_SUCCESS) {
    app.Get<PFN_vkDestroySurfaceKHR>(kDestroy)(app.instance(), surface, allocator.callbacks());
  }
  AppEvent("round")
      .Add("result", int64_t{result})
      .Add("failed", allocator.has_failed())
      .Add("alive", int64_t{allocator.alive()})
      .Add("foreign", int64_t{allocator.foreign()});
  return allocator.has_failed();
}

// "allocation 3: 1 never freed, 0 freed that were not allocated" for each round with such a
// balance.
std::vector<std::string> Unbalanced(const std::vector<Event>& rounds) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < rounds.size(); ++i) {
    const int64_t alive = rounds[i].Number("alive");
    const int64_t foreign = rounds[i].Number("foreign");
    if (alive == 0 && foreign == 0) continue;
    texts.push_back(fmt::format("allocation {}: {} never freed, {} freed that were not allocated",
                                i + 1, alive, foreign));
  }
  return texts;
}

std::vector<std::string> HandlesIn(const std::vector<Event>& events) {
  std::vector<std::string> handles;
  for (const Event& event : events) handles.push_back(event.Text("handle"));
  return handles;
}

std::vector<Event> Successful(std::vector<Event> events) {
  std::erase_if(events, [](const Event& event) { return event.Number("result") != VK_SUCCESS; });
  return events;
}

VULKAN_CASE(LS_VK_SURFACE_2, every_allocation_fails_once) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> extensions = {VK_KHR_SURFACE_EXTENSION_NAME,
                                               VK_KHR_WAYLAND_SURFACE_EXTENSION_NAME};
  world.WithoutDriver()
      .With(SurfaceDriver("one", extensions))
      .With(SurfaceDriver("two", extensions));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, extensions)) return;
    if (app.CreateInstance({.extensions = extensions}) != VK_SUCCESS) return;
    int n = 0;
    while (n < kTooMany && Round(app, n)) ++n;
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  const std::vector<Event> rounds = seen.Select(kAppName, "round");
  ASSERT_SEEN(rounds, Not(IsEmpty())) << "the application finishes its first round";
  EXPECT_SEEN(rounds.back().Number("result"), Eq(int64_t{VK_SUCCESS}))
      << "if nothing fails, a surface is created" << reading::LS_VK_SURFACE_2_r1;
  EXPECT_SEEN(Unbalanced(rounds), IsEmpty())
      << "whichever allocation fails, what was allocated before is freed";
  for (const char* driver : {"one", "two"}) {
    EXPECT_SEEN(HandlesIn(seen.Select(driver, kDestroy)),
                ElementsAreArray(HandlesIn(Successful(seen.Select(driver, kCreate)))))
        << "whichever allocation fails, " << driver << " destroys each surface that it created";
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "drivers get surfaces that are alive";
}

}  // namespace
}  // namespace loadstone::suites::surface_failures
