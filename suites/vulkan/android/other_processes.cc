// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/app_trace.h"
#include "suites/vulkan/android/android.h"

// Android: Implement Vulkan, "Finding and loading layers": processes that cannot be debugged, and
// whose program is not that of the application in the list of packages.
namespace loadstone::suites::android_other_processes {
namespace {

constexpr char kDecoy[] = "VK_LAYER_LS_decoy";

struct Program {
  const char* case_name;
  std::string path;
  bool debuggable_neighbours;
};
const Program kPrograms[] = {
    {"program_of_the_system", "/system/bin/application", false},
    {"program_of_the_system_beside_applications_that_can_be", "/system/bin/application", true},
    {"program_of_the_vendor", "/vendor/bin/hw/application", true},
    {"program_of_a_package_that_is_not_listed", ProgramOfPackage("org.loadstone.unlisted"), false},
    {"program_of_a_package_that_is_not_listed_beside_others_that_can_be",
     ProgramOfPackage("org.loadstone.unlisted"), true},
};

REGISTER_CASES {
  for (const Program& row : kPrograms) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_11}, row.case_name, [&row](Case& c) {
      AndroidWorld world(c.subject());
      if (row.debuggable_neighbours) {
        world.Debuggable().DebuggablePackage("org.loadstone.zzz", false);
      }
      world.Application(row.path);
      for (const char* kind : {kVkLayer, kVKLayer}) {
        world.LayerLibrary(LayerPath(kDeveloperFolder, kind, "decoy"), Layer(kDecoy));
      }
      const Observation seen = Observe(c, world, [](VulkanApp& app) {
        app.EnumerateLayers();
        if (app.CreateInstance() == VK_SUCCESS) {
          app.EnumerateLayers();
          app.DestroyInstance();
        }
        app.CreateInstance({.layers = {kDecoy}});
      });
      EXPECT_SEEN(ResultsOf(seen, "vkCreateInstance"), Contains("VK_SUCCESS"))
          << "an instance without layers can be created";
      EXPECT_SEEN(EnumeratedLayers(seen), Not(Contains(kDecoy)))
          << "a process that cannot be debugged gets no layers for developers";
      EXPECT_SEEN(Loaded(seen), Not(Contains(kDecoy)))
          << "a process that cannot be debugged gets no layers for developers";
    });
  }
}

}  // namespace
}  // namespace loadstone::suites::android_other_processes
