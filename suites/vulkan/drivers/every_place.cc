// SPDX-License-Identifier: Apache-2.0
#include "policies/reading_ids.h"
#include "suites/vulkan/drivers/driver_places.h"
#include "suites/vulkan/drivers/surfaces.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderDriverInterface, "Driver Discovery": what holds for the drivers of the system holds for
// those of every other place: LDP_LOADER_5, LDP_LOADER_7, LDP_LOADER_9, LDP_LOADER_11,
// LS_VK_DRIVER_MANIFEST_1, LS_VK_PORTABILITY_1 and LS_VK_PROCADDR_1.
namespace loadstone::suites::every_place {
namespace {

constexpr char kFirst[] = "first";
constexpr char kLast[] = "last";
constexpr char kOld[] = "old";
constexpr char kRefusing[] = "refusing";

// Runs an application of 1.2 with `drivers` in the place and none elsewhere.
Observation Run(Case& c, const PlaceOfDrivers& place, const std::vector<Driver>& drivers,
                const std::vector<std::string>& extensions = {}) {
  VulkanWorld world(c.subject());
  Place(world.WithoutDriver(), place, drivers);
  Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.extensions = extensions, .api_version = VK_API_VERSION_1_2}) !=
        VK_SUCCESS) {
      return;
    }
    app.EnumeratePhysicalDevices();
    app.InstanceProc(kUnknownFunction);
    app.DestroyInstance();
  });
  AttributeToPlace(seen, place);
  return seen;
}

void JudgeRefusing(Case& c, const PlaceOfDrivers& place) {
  const Observation seen =
      Run(c, place,
          {NamedDriver(kFirst),
           NamedDriver(kRefusing).Behaviour(
               fmt::format(R"({{"negotiate_result": {}}})", int{VK_ERROR_INCOMPATIBLE_DRIVER})),
           NamedDriver(kLast)});
  EXPECT_SEEN(DriversReached(seen), UnorderedElementsAre(kFirst, kLast))
      << "only a driver that refuses to negotiate is ignored" << reading::LDP_LOADER_5_r1;
  EXPECT_SEEN(Order(seen), UnorderedElementsAre(kFirst, kLast))
      << "the physical devices of the others are listed";
}

// The driver's manifest says 1.0, or it lacks the function that says more.
void JudgeOld(Case& c, const PlaceOfDrivers& place, bool by_manifest) {
  Driver old = NamedDriver(kOld);
  if (by_manifest) {
    old.Manifest(R"({"api_version": "1.0.33"})");
  } else {
    old.Behaviour(R"({"no_enumerate_version": true})");
  }
  const Observation seen = Run(c, place, {NamedDriver(kFirst), old, NamedDriver(kLast)});
  const int64_t given = VersionGiven(seen, kOld);
  ASSERT_SEEN(given, Ne(0)) << "the driver of Vulkan 1.0 is used";
  EXPECT_SEEN(VK_API_VERSION_MINOR(given), Eq(0))
      << "a driver of Vulkan 1.0 must be asked for 1.0" << reading::LDP_LOADER_7_r1;
  for (const char* driver : {kFirst, kLast}) {
    EXPECT_SEEN(VersionGiven(seen, driver), Eq(int64_t{VK_API_VERSION_1_2}))
        << "a newer driver next to it must be asked for the application's version";
  }
}

void JudgeExtensions(Case& c, const PlaceOfDrivers& place) {
  const auto with = [](const char* name, const std::vector<std::string>& extensions) {
    return NamedDriver(name).Behaviour(MockExtensions("instance_extensions", extensions));
  };
  const Observation seen =
      Run(c, place,
          {with(kFirst, {kKnownExtension}), with(kOld, {}), with(kLast, {kOtherKnownExtension})},
          {kKnownExtension, kOtherKnownExtension});
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "extensions that drivers support can be enabled";
  EXPECT_SEEN(ExtensionsGiven(seen, kFirst), AllOf(Not(IsEmpty()), Each(kKnownExtension)))
      << "a driver gets the requested extensions that it supports, and no others";
  EXPECT_SEEN(ExtensionsGiven(seen, kOld), IsEmpty())
      << "a driver gets the requested extensions that it supports, and no others";
  EXPECT_SEEN(ExtensionsGiven(seen, kLast), AllOf(Not(IsEmpty()), Each(kOtherKnownExtension)))
      << "a driver gets the requested extensions that it supports, and no others";
}

void JudgeUnknown(Case& c, const PlaceOfDrivers& place) {
  const Observation seen = Run(c, place,
                               {WithUnknownFunction(NamedDriver(kFirst), kExportedFunction),
                                WithUnknownFunction(NamedDriver(kLast))});
  for (const char* driver : {kFirst, kLast}) {
    EXPECT_HOLDS(WasQueriedForUnknownFunction(seen, driver))
        << driver << " is queried for a function that the loader does not know";
  }
}

// Two drivers create surfaces of their own, and one has none.
void JudgeSurfaces(Case& c, const PlaceOfDrivers& place) {
  VulkanWorld world(c.subject());
  Place(world.WithoutDriver(), place,
        {SurfaceDriver(kFirst, HeadlessExtensions(), true), NamedDriver(kOld),
         SurfaceDriver(kLast, HeadlessExtensions(), true)});
  const Observation seen =
      UseOneSurface(c, world, HeadlessExtensions(), VK_API_VERSION_1_0, CreateHeadlessSurface,
                    [](VulkanApp& app, uint32_t device, VkSurfaceKHR surface) {
                      const auto devices = DevicesWithout(app, kOld);
                      if (device >= devices.size()) return;
                      QuerySurfaceSupport(app, devices[device], surface);
                    });
  AttributeToPlace(seen, place);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen, kCreateHeadless);
  for (const char* driver : {kFirst, kLast}) {
    ExpectOwnSurface(seen, kCreateHeadless, driver, kSurfaceSupport);
    EXPECT_SEEN(seen.Select(driver, kDestroySurface), SizeIs(1)) << driver << " destroys it";
  }
}

// The library's path is relative to the manifest. Another driver of the place has a full path, so
// that a loader that loads neither did not search the place.
void JudgeRelative(Case& c, const PlaceOfDrivers& place) {
  VulkanWorld world(c.subject());
  Place(world.WithoutDriver(), place,
        {NamedDriver(kFirst).Manifest(
             JsonObject().Set("library_path", "inside/lib" + std::string(kFirst) + ".so").Text()),
         NamedDriver(kLast)});
  world.Symlink(std::string(place.folder) + "/inside", kComponentFolder);
  const Observation seen = RunEnumerating(c, world);
  AttributeToPlace(seen, place);
  EXPECT_SEEN(Order(seen), UnorderedElementsAre(kFirst, kLast))
      << "a relative path starts at the folder of the manifest, wherever that is";
}

void JudgePortability(Case& c, const PlaceOfDrivers& place) {
  constexpr char kPortable[] = "portable";
  VulkanWorld world(c.subject());
  Place(world.WithoutDriver(), place, {NamedDriver(kFirst), NamedDriver(kLast)});
  world.With(NamedDriver(kPortable).In("/opt/further"))
      .File(ManifestPath(place.folder, kPortable), PortabilityManifest(c.subject(), kPortable));
  const Observation seen = RunEnumerating(c, world);
  AttributeToPlace(seen, place);
  EXPECT_SEEN(DriversReached(seen), UnorderedElementsAre(kFirst, kLast))
      << "a portability driver must not be used for an application that does not request it"
      << reading::LS_VK_PORTABILITY_1_r1;
}

REGISTER_CASES {
  for (const PlaceOfDrivers& place : kPlacesOfDrivers) {
    const policy::Id found = FoundBy(place);
    const auto add = [&](policy::Id owner, const std::string& name,
                         const std::function<void(Case&)>& body) {
      RegisterCase(Api::kVulkan, {owner, found}, fmt::format("{}_in_{}", name, place.name), body);
    };
    add(policy::LDP_LOADER_5, "driver_that_refuses",
        [&place](Case& c) { JudgeRefusing(c, place); });
    add(policy::LDP_LOADER_7, "manifest_of_1_0", [&place](Case& c) { JudgeOld(c, place, true); });
    add(policy::LDP_LOADER_7, "driver_of_1_0", [&place](Case& c) { JudgeOld(c, place, false); });
    add(policy::LDP_LOADER_9, "drivers_with_extensions",
        [&place](Case& c) { JudgeExtensions(c, place); });
    add(policy::LS_VK_PROCADDR_1, "function_of_a_driver",
        [&place](Case& c) { JudgeUnknown(c, place); });
    add(policy::LDP_LOADER_11, "surface_of_drivers",
        [&place](Case& c) { JudgeSurfaces(c, place); });
    if (place.named != NamesDrivers::kNot) continue;
    add(policy::LS_VK_DRIVER_MANIFEST_1, "relative_path",
        [&place](Case& c) { JudgeRelative(c, place); });
    add(policy::LS_VK_PORTABILITY_1, "portability_driver",
        [&place](Case& c) { JudgePortability(c, place); });
  }
}

}  // namespace
}  // namespace loadstone::suites::every_place
