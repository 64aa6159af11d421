// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/drivers/surfaces.h"
#include "suites/vulkan/refusals/refusals.h"

// LS_VK_SURFACE_2: what is left of a surface that one of several drivers refuses, which all create
// their own. The call is made twice, and once more in another thread, which then destroys the
// instance. A kind of surface that a loader does not list is not tested (LS_VK_SURFACE_1.r1).
namespace loadstone::suites::refused_surfaces {
namespace {

const std::vector<std::string>& Drivers() {
  static const std::vector<std::string> names = {"one", "two", "three"};
  return names;
}

struct Refusal {
  const char* name;
  std::vector<std::string> drivers;
  VkResult result;
};

std::vector<Refusal> Refusals() {
  return {{"the_first_driver_without_memory", {"one"}, VK_ERROR_OUT_OF_HOST_MEMORY},
          {"the_second_driver_without_memory", {"two"}, VK_ERROR_OUT_OF_HOST_MEMORY},
          {"the_third_driver_without_memory", {"three"}, VK_ERROR_OUT_OF_HOST_MEMORY},
          {"the_first_driver_without_device_memory", {"one"}, VK_ERROR_OUT_OF_DEVICE_MEMORY},
          {"the_second_driver_without_device_memory", {"two"}, VK_ERROR_OUT_OF_DEVICE_MEMORY},
          {"the_third_driver_without_device_memory", {"three"}, VK_ERROR_OUT_OF_DEVICE_MEMORY},
          {"all_drivers", Drivers(), VK_ERROR_OUT_OF_HOST_MEMORY}};
}

bool Refuses(const Refusal& refusal, const std::string& driver) {
  return std::find(refusal.drivers.begin(), refusal.drivers.end(), driver) != refusal.drivers.end();
}

void UseSurface(VulkanApp& app, const SurfaceKind& kind) {
  const VkSurfaceKHR surface = kind.make(app);
  if (surface != VK_NULL_HANDLE) DestroySurface(app, surface);
}

void Judge(Case& c, const SurfaceKind& kind, const Refusal& refusal) {
  const std::vector<std::string>& extensions = kind.extensions;
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (const std::string& name : Drivers()) {
    Driver driver = SurfaceDriver(name, extensions, true);
    if (Refuses(refusal, name)) {
      driver.Behaviour(
          fmt::format(R"({{"results": {{"{}": {}}}}})", kind.create, int{refusal.result}));
    }
    world.With(driver);
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, extensions)) return;
    if (app.CreateInstance({.extensions = extensions}) != VK_SUCCESS) return;
    for (int i = 0; i < 2; ++i) UseSurface(app, kind);
    AppEvent{kLater};
    InAnotherThread([&] {
      UseSurface(app, kind);
      UseOneDevice(app);
      app.DestroyInstance();
    });
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  std::vector<int64_t> results;
  for (const Event& event : seen.Select(kAppName, kind.create)) {
    results.push_back(event.Number("result"));
  }
  EXPECT_SEEN(results, AllOf(SizeIs(3), Each(results.empty() ? 0 : results[0])))
      << "the same call has the same result again, in another thread, too";
  EXPECT_SEEN(LaterResults(seen), Contains("vkCreateDevice 0"))
      << "the instance can be used after the refusal";
  ExpectNothingLeft(seen, Drivers());
}

REGISTER_CASES {
  static const std::vector<Refusal> kRefusals = Refusals();
  for (const SurfaceKind& kind : SurfaceKinds()) {
    for (const Refusal& refusal : kRefusals) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_SURFACE_2, policy::LS_VK_ROBUSTNESS_17},
                   fmt::format("{}surface_after_a_refusal_by_{}", kind.prefix, refusal.name),
                   [&](Case& c) { Judge(c, kind, refusal); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::refused_surfaces
