// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "policies/reading_ids.h"
#include "suites/common/counting_allocator.h"
#include "suites/vulkan/drivers/surfaces.h"

// LoaderDriverInterface, "Handling KHR Surface Objects in WSI Extensions": what happens to the
// drivers' surfaces in the loader's container if one of them cannot be created.
namespace loadstone::suites::surface_failures {
namespace {

// More allocations than any loader makes for a surface; ends a count that would never end.
constexpr int kTooMany = 1000;

VkResult Create(VulkanApp& app, const SurfaceKind& kind, const VkAllocationCallbacks* callbacks,
                VkSurfaceKHR* surface) {
  if (IsHeadless(kind)) {
    const auto info = Structure<VkHeadlessSurfaceCreateInfoEXT>(
        VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT);
    return app.Get<PFN_vkCreateHeadlessSurfaceEXT>(kind.create)(app.instance(), &info, callbacks,
                                                                surface);
  }
  const auto info =
      Structure<VkWaylandSurfaceCreateInfoKHR>(VK_STRUCTURE_TYPE_WAYLAND_SURFACE_CREATE_INFO_KHR);
  return app.Get<PFN_vkCreateWaylandSurfaceKHR>(kind.create)(app.instance(), &info, callbacks,
                                                             surface);
}

// Creates a surface and, if that succeeds, destroys it. Returns whether an allocation failed.
bool Round(VulkanApp& app, const SurfaceKind& kind, int failing) {
  CountingAllocator allocator(failing);
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  const VkResult result = Create(app, kind, allocator.callbacks(), &surface);
  if (result == VK_SUCCESS) {
    app.Get<PFN_vkDestroySurfaceKHR>(kDestroySurface)(app.instance(), surface,
                                                      allocator.callbacks());
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

void Judge(Case& c, const SurfaceKind& kind) {
  VulkanWorld world(c.subject());
  const std::vector<std::string>& extensions = kind.extensions;
  world.WithoutDriver()
      .With(SurfaceDriver("one", extensions, true))
      .With(SurfaceDriver("two", extensions, true));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, extensions)) return;
    if (app.CreateInstance({.extensions = extensions}) != VK_SUCCESS) return;
    int n = 0;
    while (n < kTooMany && Round(app, kind, n)) ++n;
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
    EXPECT_SEEN(HandlesIn(seen.Select(driver, kDestroySurface)),
                ElementsAreArray(HandlesIn(Successful(seen.Select(driver, kind.create)))))
        << "whichever allocation fails, " << driver << " destroys each surface that it created";
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "drivers get surfaces that are alive";
}

REGISTER_CASES {
  for (const SurfaceKind& kind : SurfaceKinds()) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_SURFACE_2},
                 fmt::format("{}every_allocation_fails_once",
                             IsHeadless(kind) ? "headless_surface_where_" : ""),
                 [&kind](Case& c) { Judge(c, kind); });
  }
}

}  // namespace
}  // namespace loadstone::suites::surface_failures
