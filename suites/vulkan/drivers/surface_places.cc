// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suites/vulkan/drivers/surfaces.h"

// LoaderDriverInterface, "Handling KHR Surface Objects in WSI Extensions": the loader's container
// has the handle of each driver. A driver that is found but not used, among them, does not move the
// handles of the others.
namespace loadstone::suites::surface_places {
namespace {

constexpr char kUnused[] = "unused";
constexpr char kSwapchain[] = "vkCreateSwapchainKHR";

// Why a driver is not used.
struct Reason {
  const char* name;
  const char* behaviour;
  bool disabled;  // by a filter
};

constexpr Reason kReasons[] = {
    {"that_refuses_to_negotiate", R"({"negotiate_result": -9})", false},
    {"whose_instance_is_incompatible", R"({"results": {"vkCreateInstance": -9}})", false},
    {"whose_instance_fails", R"({"results": {"vkCreateInstance": -3}})", false},
    {"that_is_disabled", "{}", true},
};

struct Place {
  const char* name;
  std::vector<std::string> drivers;
};

std::vector<Place> Places() {
  return {{"before_the_others", {kUnused, "one", "two"}},
          {"between_the_others", {"one", kUnused, "two"}},
          {"after_the_others", {"one", "two", kUnused}}};
}

VulkanWorld WorldOf(const Subject& subject, const SurfaceKind& kind, const Reason& reason,
                    const Place& place) {
  VulkanWorld world(subject);
  world.WithoutDriver();
  std::vector<std::string> paths;
  for (const std::string& name : place.drivers) {
    Driver driver = SwapchainDriver(name, kind.extensions, true).In(kElsewhere);
    if (name == kUnused) driver.Behaviour(reason.behaviour);
    world.With(driver);
    paths.push_back(ManifestPath(kElsewhere, name));
  }
  const std::string list = fmt::format("{}", fmt::join(paths, ":"));
  // Loaders before 1.3.207 have only the older one.
  world.Env("VK_DRIVER_FILES", list).Env("VK_ICD_FILENAMES", list);
  if (reason.disabled) world.Env("VK_LOADER_DRIVERS_DISABLE", "unused*");
  return world;
}

void UseSurface(VulkanApp& app, uint32_t device, VkSurfaceKHR surface) {
  QuerySurfaceSupport(app, app.EnumeratePhysicalDevices()[device], surface);
  UseSwapchain(app, device, surface);
}

void Judge(Case& c, const SurfaceKind& kind, const Reason& reason, const Place& place) {
  const Observation seen =
      UseOneSurface(c, WorldOf(c.subject(), kind, reason, place), kind.extensions,
                    VK_API_VERSION_1_1, kind.make, UseSurface);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ASSERT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "a driver that cannot be used must not make the instance of the others fail";
  ExpectSurface(seen, kind.create);
  for (const char* driver : {"one", "two"}) {
    ExpectOwnSurface(seen, kind.create, driver, kSurfaceSupport);
    ExpectOwnSurface(seen, kind.create, driver, kSwapchain);
    EXPECT_SEEN(seen.Select(driver, kDestroySurface), SizeIs(1))
        << "the surface is destroyed in each driver that created one";
  }
}

REGISTER_CASES {
  static const std::vector<Place> kPlaces = Places();
  for (const SurfaceKind& kind : SurfaceKinds()) {
    const char* prefix = IsHeadless(kind) ? "headless_surface_beside_" : "";
    for (const Reason& reason : kReasons) {
      for (const Place& place : kPlaces) {
        RegisterCase(Api::kVulkan, PoliciesOfOwnSurfaces(kind),
                     fmt::format("{}a_driver_{}_{}", prefix, reason.name, place.name),
                     [&](Case& c) { Judge(c, kind, reason, place); });
      }
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::surface_places
