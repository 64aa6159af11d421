// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/android/android.h"

// Android: Implement Vulkan, "Finding and loading layers"; LoaderLayerInterface, "Layer Interface
// Version 0": functions with the names of a library's layers beside others.
namespace loadstone::suites::android_functions_of_layers {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kAnother[] = "VK_LAYER_LS_another";  // the mock's second layer in one library

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
}  // namespace loadstone::suites::android_functions_of_layers
