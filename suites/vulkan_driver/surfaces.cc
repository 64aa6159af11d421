// SPDX-License-Identifier: Apache-2.0
// Surfaces that a Vulkan driver creates itself, and those that it leaves to the loader: "Handling
// KHR Surface Objects in WSI Extensions".

#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::surfaces {
namespace {

// The window system extensions on Linux whose surfaces the loader may create.
constexpr struct {
  const char* extension;
  const char* creation;
} kWindowSystems[] = {{"VK_KHR_xcb_surface", "vkCreateXcbSurfaceKHR"},
                      {"VK_KHR_xlib_surface", "vkCreateXlibSurfaceKHR"},
                      {"VK_KHR_wayland_surface", "vkCreateWaylandSurfaceKHR"}};
constexpr const char* kUses[] = {
    "vkGetPhysicalDeviceSurfaceSupportKHR", "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
    "vkGetPhysicalDeviceSurfaceFormatsKHR", "vkGetPhysicalDeviceSurfacePresentModesKHR"};

// Notes which surface functions an instance with all surface extensions has.
void AskForSurfaces(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable()) return;
  const std::vector<std::string> listed = app.Extensions();
  DriverInstanceRequest request;
  if (Has(listed, "VK_KHR_surface")) request.extensions.emplace_back("VK_KHR_surface");
  for (const auto& system : kWindowSystems) {
    if (Has(listed, system.extension)) request.extensions.emplace_back(system.extension);
  }
  Note("agreed", std::to_string(app.agreed()));
  if (app.CreateInstance(request) != VK_SUCCESS) return;
  const auto note = [&](const char* name) {
    Note(name, app.Instance(name) != nullptr ? "given" : "not given");
  };
  for (const auto& system : kWindowSystems) {
    if (Has(listed, system.extension)) note(system.creation);
  }
  note("vkDestroySurfaceKHR");
  for (const char* name : kUses) note(name);
}

// The surface functions of an instance.
struct Surfaces {
  std::vector<std::string> made = {};      // creating functions that the driver has
  std::vector<std::string> not_made = {};  // creating functions that it lacks, of listed extensions
  bool destroys = false;
  std::vector<std::string> missing = {};  // functions with a surface that it lacks
};

Surfaces SurfacesIn(const Observation& seen) {
  auto answers = Answers(seen.events());
  Surfaces surfaces;
  for (const auto& system : kWindowSystems) {
    if (!answers.contains(system.creation)) continue;
    const bool given = answers[system.creation] == "given";
    (given ? surfaces.made : surfaces.not_made).emplace_back(system.creation);
  }
  surfaces.destroys = answers["vkDestroySurfaceKHR"] == "given";
  for (const char* name : kUses) {
    if (answers[name] != "given") surfaces.missing.emplace_back(name);
  }
  return surfaces;
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_9, creation_and_destruction_are_there_together) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, AskForSurfaces);
  SKIP_FOR(WhyNoInstance(seen));
  SKIP_FOR(WhyNoAnswer(seen, kUses[3]));
  const Surfaces surfaces = SurfacesIn(seen);
  if (surfaces.made.empty() && surfaces.not_made.empty()) {
    GTEST_SKIP() << "the driver lists no extension of a window system";
  }
  EXPECT_HOLDS(surfaces.made.empty() || surfaces.destroys)
      << "a driver that creates surfaces has vkDestroySurfaceKHR";
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_9, own_surfaces_are_taken_by_all_functions) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, AskForSurfaces);
  SKIP_FOR(WhyNoInstance(seen));
  SKIP_FOR(WhyNoAnswer(seen, kUses[3]));
  const Surfaces surfaces = SurfacesIn(seen);
  if (surfaces.made.empty()) GTEST_SKIP() << "the driver leaves surfaces to the loader";
  EXPECT_SEEN(surfaces.missing, IsEmpty())
      << "a driver that creates surfaces has each of these functions";
}

VULKAN_DRIVER_CASE(LDP_DRIVER_8, own_surfaces_need_version_3) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, AskForSurfaces);
  SKIP_FOR(WhyNoInstance(seen));
  SKIP_FOR(WhyNoAnswer(seen, kUses[3]));
  if (SurfacesIn(seen).made.empty()) GTEST_SKIP() << "the driver leaves surfaces to the loader";
  EXPECT_HOLDS(std::stoul(Answers(seen.events())["agreed"]) >= 3)
      << "a driver that creates surfaces has interface version 3 or newer, since which loaders ask "
         "for surfaces";
}

}  // namespace
}  // namespace loadstone::suites::surfaces
