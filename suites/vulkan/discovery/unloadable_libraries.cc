// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/common/other_word_size.h"
#include "suites/vulkan/discovery/layer_kinds.h"
#include "suites/vulkan/pre_instance/pre_instance.h"

// Two manifests of one layer, of which one leads to a library that this application cannot load, as
// where a layer is installed for 32 and for 64 bits: LoaderLayerInterface, "Layer Manifest File
// Format", has library_arch for this and calls it optional. No sentence says which of them a loader
// uses, so it is LS_VK_ROBUSTNESS_1 that the one which works is not hidden.
namespace loadstone::suites::unloadable_libraries {
namespace {

constexpr char kGood[] = "VK_LAYER_LS_good";
constexpr char kTwice[] = "VK_LAYER_LS_twice";
constexpr char kWorks[] = "works";
constexpr char kWhy[] =
    "a manifest whose library cannot be loaded hides no other manifest of the same layer";

struct Library {
  const char* name;
  const char* path;
};

constexpr Library kLibraries[] = {
    {"of_the_other_word_size", "/opt/loadstone/other_word_size.so"},
    {"that_is_missing", "/opt/loadstone/gone.so"},
};

// A machine with `layer` in two folders, of which the one that is searched first has the manifest
// that cannot be used, or the second one has it.
VulkanWorld WorldOf(Case& c, LayerKind kind, const Layer& layer, const Library& library,
                    bool first) {
  VulkanWorld world(c.subject());
  const MorePlaces more = AddPlaces(world, c.subject(), kind);
  const Layer broken =
      Layer(layer).Who("broken").Manifest(JsonObject().Set("library_path", library.path).Text());
  const Layer works = Layer(layer).Who(kWorks);
  world.With(Layer(first ? broken : works).In(more.earlier))
      .With(Layer(first ? works : broken).In(more.later))
      .File("/opt/loadstone/other_word_size.so", LibraryOfOtherWordSize(c.subject()));
  return world;
}

void JudgeChain(Case& c, LayerKind kind, const Library& library, bool first) {
  VulkanWorld world = WorldOf(c, kind, KindLayer(kind, kTwice), library, first);
  world.With(KindLayer(kind, kGood));
  const Observation seen = RunWithLayers(c, world, kind, {kTwice, kGood});
  EXPECT_SEEN(EnumeratedLayers(seen), IsSupersetOf({kTwice, kGood})) << kWhy;
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kWorks, kGood)) << kWhy;
  EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAre(kWorks, kGood)) << kWhy;
}

// Functions before there is an instance; layers that intercept them are implicit.
void JudgePreInstance(Case& c, const Library& library, bool first) {
  const Layer layer = PreInstanceLayer(kTwice).Implicit();
  const Observation seen =
      RunPreInstance(c, WorldOf(c, LayerKind::kImplicit, layer, library, first));
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    EXPECT_SEEN(Intercepting(seen, function.symbol), ElementsAre(kWorks)) << kWhy;
  }
}

REGISTER_CASES {
  for (const Library& library : kLibraries) {
    for (const bool first : {true, false}) {
      const char* place = first ? "first" : "second";
      for (const LayerKind kind : kLayerKinds) {
        RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_1},
                     fmt::format("{}_library_{}_{}", KindName(kind), library.name, place),
                     [kind, &library, first](Case& c) { JudgeChain(c, kind, library, first); });
      }
      RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_1},
                   fmt::format("pre_instance_library_{}_{}", library.name, place),
                   [&library, first](Case& c) { JudgePreInstance(c, library, first); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::unloadable_libraries
