// SPDX-License-Identifier: Apache-2.0
#include "policies/reading_ids.h"
#include "suites/vulkan/drivers/surfaces.h"

// LoaderDriverInterface, "Loader and Driver Interface Negotiation": drivers of every interface
// version, of which a loader may no longer support the oldest ones (LS_VK_DRIVER_INTERFACE_2.r1,
// LS_VK_DRIVER_INTERFACE_3.r1), get what drivers of the newest one get: LDP_LOADER_7, LDP_LOADER_9,
// LDP_LOADER_10, LDP_LOADER_11, LDP_LOADER_12 and LS_VK_DRIVER_INTERFACE_5.
namespace loadstone::suites::every_interface {
namespace {

constexpr int kNewest = 7;
constexpr int kFirstOfVulkan11 = 5;

std::string NameOf(int version) { return fmt::format("of_{}", version); }

// A driver of this interface version, of Vulkan 1.0 where it cannot be newer.
Driver OfInterface(int version, const std::vector<std::string>& extensions) {
  Driver driver = SurfaceDriver(NameOf(version), extensions, false);
  if (version < kFirstOfVulkan11) {
    driver.Manifest(R"({"api_version": "1.0.68"})").Behaviour(R"({"api_version": "1.0.68"})");
  }
  if (version < 2) return driver.Binary(fmt::format("vulkan_driver_v{}", version));
  return driver.Behaviour(fmt::format(R"({{"interface_version": {}}})", version));
}

// The drivers that the loader uses.
std::vector<std::string> Used(const Observation& seen) {
  const std::vector<std::string> listed = Order(seen);
  return listed == std::vector<std::string>{"no answer"} ? std::vector<std::string>{} : listed;
}

// All of them in one world; those of an even version have the first of two extensions, and the
// others have the second one.
const char* ExtensionOf(int version) {
  return version % 2 == 0 ? kKnownExtension : kOtherKnownExtension;
}

Observation RunWithExtensions(Case& c) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(Layer("VK_LAYER_LS_layer").Implicit());
  for (int version = 0; version <= kNewest; ++version) {
    world.With(OfInterface(version, {ExtensionOf(version)}));
  }
  return Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    app.EnumerateExtensions("VK_LAYER_LS_layer");
    if (app.CreateInstance({.extensions = {kKnownExtension, kOtherKnownExtension},
                            .api_version = VK_API_VERSION_1_2}) != VK_SUCCESS) {
      return;
    }
    const auto layers =
        app.Get<PFN_vkEnumerateDeviceLayerProperties>("vkEnumerateDeviceLayerProperties");
    const auto extensions =
        app.Get<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties");
    for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
      uint32_t count = 0;
      layers(device, &count, nullptr);
      extensions(device, "VK_LAYER_LS_layer", &count, nullptr);
    }
    app.DestroyInstance();
  });
}

VULKAN_CASE(LDP_LOADER_9, drivers_of_every_interface_version, policy::LS_VK_EXTENSION_10) {
  const Observation seen = RunWithExtensions(c);
  EXPECT_SEEN(Used(seen), Contains(NameOf(kNewest))) << "a driver of the newest version is used";
  for (int version = 0; version <= kNewest; ++version) {
    const std::vector<std::string> given = ExtensionsGiven(seen, NameOf(version));
    if (given == std::vector<std::string>{"not called"}) continue;
    EXPECT_SEEN(given, AllOf(Not(IsEmpty()), Each(ExtensionOf(version))))
        << "a driver of interface version " << version
        << " gets the requested extensions that it supports, and no others";
  }
}

VULKAN_CASE(LDP_LOADER_7, drivers_of_every_interface_version, policy::LS_VK_DRIVER_VERSION_1) {
  const Observation seen = RunWithExtensions(c);
  EXPECT_SEEN(Used(seen), Contains(NameOf(kNewest))) << "a driver of the newest version is used";
  for (int version = 0; version <= kNewest; ++version) {
    const int64_t given = VersionGiven(seen, NameOf(version));
    if (given == 0) continue;
    EXPECT_SEEN(VK_API_VERSION_MINOR(given), Eq(version < kFirstOfVulkan11 ? 0 : 2))
        << "a driver of interface version " << version
        << " is asked for 1.0 if it is of Vulkan 1.0, and for the application's version otherwise"
        << reading::LDP_LOADER_7_r1;
  }
}

// "as layer properties are obtained from the layer libraries and layer JSON files".
VULKAN_CASE(LS_VK_DRIVER_INTERFACE_5, drivers_of_every_interface_version, policy::LDP_LOADER_12) {
  const Observation seen = RunWithExtensions(c);
  EXPECT_SEEN(Used(seen), Contains(NameOf(kNewest))) << "a driver of the newest version is used";
  for (int version = 0; version <= kNewest; ++version) {
    for (const char* command :
         {"vkEnumerateInstanceLayerProperties", "vkEnumerateDeviceLayerProperties"}) {
      EXPECT_SEEN(seen.Select(NameOf(version), command), IsEmpty())
          << "a driver of interface version " << version << " is not asked for layers";
    }
    for (const char* command :
         {"vkEnumerateInstanceExtensionProperties", "vkEnumerateDeviceExtensionProperties"}) {
      for (const Event& event : seen.Select(NameOf(version), command)) {
        EXPECT_HOLDS(event.IsNull("layer")) << command << " of a driver of interface version "
                                            << version << " is called without the name of a layer";
      }
    }
  }
}

constexpr int kFirstOfOwnSurfaces = 3;

// One surface for drivers of every version. From version 3 on, they create surfaces of their own if
// `own` is true.
Observation RunSurface(Case& c, const SurfaceKind& kind, bool own) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  std::vector<std::string> without;
  for (int version = 0; version <= kNewest; ++version) {
    // A driver of headless surfaces has them to itself (headless_surfaces.cc).
    const bool has_none = version < kFirstOfOwnSurfaces && IsHeadless(kind);
    Driver driver = OfInterface(version, has_none ? std::vector<std::string>() : kind.extensions);
    if (own && version >= kFirstOfOwnSurfaces) driver.Behaviour(R"({"own_surfaces": true})");
    world.With(driver);
    if (has_none) without.push_back(NameOf(version));
  }
  return UseOneSurface(c, world, kind.extensions, VK_API_VERSION_1_0, kind.make,
                       [&without](VulkanApp& app, uint32_t index, VkSurfaceKHR surface) {
                         const auto devices = DevicesWithout(app, without);
                         if (index < devices.size()) {
                           QuerySurfaceSupport(app, devices[index], surface);
                         }
                       });
}

// Expects that drivers of this version get the surface of the loader.
void ExpectShared(const Observation& seen, const SurfaceKind& kind, int version) {
  const std::string name = NameOf(version);
  // From this version on a driver opts out by not exposing the function that creates a surface.
  if (version >= kFirstOfOwnSurfaces && !seen.First(name, kSurfaceSupport).has_value()) return;
  ExpectLoadersSurface(seen, kind.platform, name, kSurfaceSupport);
}

// Drivers without surfaces of their own get the loader's in every use, or in none, which may depend
// on their version (LDP_LOADER_10.r2).
VULKAN_CASE(LDP_LOADER_11, shared_surface_of_every_interface_version, policy::LDP_LOADER_10) {
  const SurfaceKind& kind = SurfaceKinds().front();
  const Observation seen = RunSurface(c, kind, false);
  std::vector<std::string> names;
  for (int version = 0; version <= kNewest; ++version) names.push_back(NameOf(version));
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  if (const std::string why = WhyNotGiven(seen, kind.create, names, {kSurfaceSupport});
      !why.empty()) {
    GTEST_SKIP() << why;
  }
  ExpectSurface(seen, kind.create);
  const std::vector<std::string> used = Used(seen);
  for (int version = 0; version <= kNewest; ++version) {
    const std::string name = NameOf(version);
    if (std::find(used.begin(), used.end(), name) == used.end()) continue;
    ExpectShared(seen, kind, version);
  }
}

void JudgeOwn(Case& c, const SurfaceKind& kind) {
  const Observation seen = RunSurface(c, kind, true);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen, kind.create);
  const std::vector<std::string> used = Used(seen);
  EXPECT_SEEN(used, Contains(NameOf(kNewest))) << "a driver of the newest version is used";
  for (int version = 0; version <= kNewest; ++version) {
    const std::string name = NameOf(version);
    if (std::find(used.begin(), used.end(), name) == used.end()) continue;
    if (version < kFirstOfOwnSurfaces) {
      // LDP_LOADER_10.r2
      const bool is_asked = seen.First(name, kSurfaceSupport).has_value();
      if (is_asked && !IsHeadless(kind)) ExpectShared(seen, kind, version);
      continue;
    }
    ExpectOwnSurface(seen, kind.create, name, kSurfaceSupport);
    EXPECT_SEEN(seen.Select(name, kDestroySurface), SizeIs(1)) << name << " destroys it";
  }
}

REGISTER_CASES {
  for (const SurfaceKind& kind : SurfaceKinds()) {
    RegisterCase(Api::kVulkan, PoliciesOfOwnSurfaces(kind),
                 fmt::format("{}own_surface_of_every_interface_version", kind.prefix),
                 [&kind](Case& c) { JudgeOwn(c, kind); });
  }
}

}  // namespace
}  // namespace loadstone::suites::every_interface
