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
constexpr char kOff[] = "LS_DISABLE_SECOND";
constexpr char kOn[] = "LS_ENABLE_SECOND";
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

// `layer`, with a manifest that cannot be used.
Layer Broken(const Layer& layer, const Library& library) {
  return Layer(layer).Who("broken").Manifest(JsonObject().Set("library_path", library.path).Text());
}

// A machine with two manifests of a layer in two folders.
VulkanWorld WorldOf(Case& c, LayerKind kind, const Layer& earlier, const Layer& later) {
  VulkanWorld world(c.subject());
  const MorePlaces more = AddPlaces(world, c.subject(), kind);
  world.With(Layer(earlier).In(more.earlier))
      .With(Layer(later).In(more.later))
      .File("/opt/loadstone/other_word_size.so", LibraryOfOtherWordSize(c.subject()));
  return world;
}

// A machine with `layer` in two folders, of which the one that is searched first has the manifest
// that cannot be used, or the second one has it.
VulkanWorld WorldOf(Case& c, LayerKind kind, const Layer& layer, const Library& library,
                    bool first) {
  const Layer broken = Broken(layer, library);
  const Layer works = Layer(layer).Who(kWorks);
  return first ? WorldOf(c, kind, broken, works) : WorldOf(c, kind, works, broken);
}

void JudgeChain(Case& c, LayerKind kind, const Library& library, bool first) {
  VulkanWorld world = WorldOf(c, kind, KindLayer(kind, kTwice), library, first);
  world.With(KindLayer(kind, kGood));
  const Observation seen = RunWithLayers(c, world, kind, {kTwice, kGood});
  EXPECT_SEEN(EnumeratedLayers(seen), IsSupersetOf({kTwice, kGood})) << kWhy;
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kWorks, kGood)) << kWhy;
  EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAre(kWorks, kGood)) << kWhy;
}

// The manifest that works belongs to an implicit layer that its own variable disables: that the
// other one cannot be used does not enable it.
void JudgeDisabledManifest(Case& c, const Library& library) {
  const Layer layer = Layer(kTwice).Implicit();
  VulkanWorld world = WorldOf(c, LayerKind::kImplicit, Broken(layer, library),
                              Layer(layer).Who(kWorks).DisabledBy(kOff));
  world.Env(kOff, "1");
  const Observation seen = RunWithLayers(c, world, LayerKind::kImplicit, {});
  EXPECT_SEEN(InstanceChain(seen), Not(Contains(kWorks))) << "a disabled manifest is not used";
}

// The same, where the enabling variable of the manifest that works is not set. Layers intercept
// functions before there is an instance as well.
void JudgeManifestThatIsNotEnabled(Case& c, const Library& library) {
  const Layer layer = PreInstanceLayer(kTwice).Implicit();
  const Observation seen =
      Observe(c,
              WorldOf(c, LayerKind::kImplicit, Broken(layer, library),
                      Layer(layer).Who(kWorks).EnabledBy(kOn, "1")),
              [](VulkanApp& app) {
                for (const PreInstanceFunction& function : kPreInstanceFunctions) {
                  function.call(app);
                }
                app.RunFullSequence();
              });
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    EXPECT_SEEN(Intercepting(seen, function.symbol), IsEmpty())
        << "a manifest whose enabling variable is not set is not used";
  }
  EXPECT_SEEN(InstanceChain(seen), Not(Contains(kWorks)))
      << "a manifest whose enabling variable is not set is not used";
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
    RegisterCase(Api::kVulkan, {policy::LLP_LOADER_7},
                 fmt::format("second_manifest_behind_a_library_{}", library.name),
                 [&library](Case& c) { JudgeDisabledManifest(c, library); });
    RegisterCase(Api::kVulkan, {policy::LLP_LOADER_6},
                 fmt::format("second_manifest_behind_a_library_{}", library.name),
                 [&library](Case& c) { JudgeManifestThatIsNotEnabled(c, library); });
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
