// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/android/android.h"

// Android: Implement Vulkan, "Finding and loading layers"; LoaderLayerInterface, "Layer Interface
// Version 0": layers of the application beside those for developers, and functions with the names
// of a library's layers beside others.
namespace loadstone::suites::android_layers_beside_others {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kTwo[] = "VK_LAYER_LS_two";
constexpr char kAnother[] = "VK_LAYER_LS_another";  // the mock's second layer in one library

// What the folder for developers of an application that can be debugged has.
struct Folder {
  const char* case_name;
  void (*fill)(AndroidWorld& world, const Subject& subject);
  std::vector<std::string> enabled;
};
void AddNothing(AndroidWorld&, const Subject&) {}
void AddText(AndroidWorld& world, const Subject&) {
  world.File(std::string(kDeveloperFolder) + "/readme.txt", "no library");
}
void AddNoLibrary(AndroidWorld& world, const Subject& subject) {
  world.File(LayerIn(subject, kDeveloperFolder, "one"), "no library");
}
void AddLayer(AndroidWorld& world, const Subject& subject) {
  world.LayerLibrary(LayerIn(subject, kDeveloperFolder, "two"), Layer(kTwo));
}
const Folder kFolders[] = {
    {"of_an_application_that_can_be_debugged", AddNothing, {kOne}},
    {"beside_a_text_for_developers", AddText, {kOne}},
    {"beside_a_file_for_developers_that_is_no_library", AddNoLibrary, {kOne}},
    {"beside_a_layer_for_developers", AddLayer, {kOne}},
    {"before_a_layer_for_developers", AddLayer, {kOne, kTwo}},
    {"behind_a_layer_for_developers", AddLayer, {kTwo, kOne}},
};

REGISTER_CASES {
  for (const Folder& row : kFolders) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_10}, row.case_name, [&row](Case& c) {
      AndroidWorld world(c.subject());
      world.Debuggable().With(Layer(kOne));
      row.fill(world, c.subject());
      const Observation seen = RunEnabling(c, world, row.enabled);
      EXPECT_SEEN(EnumeratedLayers(seen), Contains(kOne))
          << "the application can enumerate the layers in its native library folder";
      EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(row.enabled))
          << "the application can enable the layers in its native library folder";
      EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(row.enabled))
          << "the application can enable the layers in its native library folder";
    });
  }
}

// A library of two layers exports functions without a layer's name too, which are those of none.
void JudgeNamed(Case& c, const char* enabled) {
  AndroidWorld world(c.subject());
  world.With(Layer(kOne)
                 .Binary("vulkan_layer_v0_both")
                 .Behaviour(R"({"misbehave": ["enumerate_another_layer"]})"));
  const Observation seen = RunEnabling(c, world, {enabled});
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kOne, kAnother))
      << "the application can enumerate each layer of a library";
  // The mock traces both of its layers under the first one's name.
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << "the application can enable each layer of a library";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kOne))
      << "the application can enable each layer of a library";
  for (const Event& call : seen.Select(kOne, "export_call")) {
    EXPECT_SEEN(call.Text("function"),
                AnyOf("lsNamedGetInstanceProcAddr", "lsNamedGetDeviceProcAddr"))
        << "the functions of a layer of several in a library are those with its name";
  }
}

VULKAN_CASE(LS_ANDROID_LOADER_10, functions_of_no_layer_beside_those_of_the_first) {
  JudgeNamed(c, kOne);
}
VULKAN_CASE(LS_ANDROID_LOADER_10, functions_of_no_layer_beside_those_of_the_second) {
  JudgeNamed(c, kAnother);
}

}  // namespace
}  // namespace loadstone::suites::android_layers_beside_others
