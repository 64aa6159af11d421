// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/vulkan/discovery/layer_kinds.h"

// LoaderLayerInterface, "Layer Discovery": manifests of one folder may be read in any order, and
// the application gets all layers that were found.
namespace loadstone::suites::enumeration {
namespace {

constexpr char kReported[] = "every layer that was found must be reported";

// Adds `count` layers of one kind to one folder; the order of their files differs from that of
// their names.
std::vector<std::string> AddMany(VulkanWorld& world, LayerKind kind, int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    names.push_back(fmt::format("VK_LAYER_LS_{:03}", i));
    const std::string file = fmt::format("{}_{}.json", (i * 37) % count, KindName(kind));
    world.With(KindLayer(kind, names.back()).ManifestFile(file));
  }
  return names;
}

void ManyInOneFolder(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> names = AddMany(world, kind, 40);
  const Observation seen = RunWithLayers(c, world, kind, names);
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(names))
      << "whatever the order in which a folder is read, all its layers are found";
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAreArray(names)) << kReported;
}

void SameLayerTwiceInOneFolder(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  for (const char* who : {"one", "two"}) {
    world.With(
        KindLayer(kind, "VK_LAYER_LS_same").Who(who).ManifestFile(std::string(who) + ".json"));
  }
  const Observation seen = RunWithLayers(c, world, kind, {"VK_LAYER_LS_same"});
  EXPECT_SEEN(InstanceChain(seen), AnyOf(ElementsAre("one"), ElementsAre("two")))
      << "one of two manifests in one folder for the same layer is used"
      << reading::LS_VK_DISCOVERY_17_r1;
}

void ReportedMany(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> names = AddMany(world, kind, 200);
  const Observation seen = Observe(c, world, [](VulkanApp& app) { app.EnumerateLayers(); });
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAreArray(names)) << kReported;
}

void ReportedFromEveryFolder(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  const SearchFolders& folders = c.subject().folders;
  std::vector<std::string> names;
  for (const std::string& folder :
       kind == LayerKind::kImplicit ? folders.implicit_layers : folders.explicit_layers) {
    names.push_back(fmt::format("VK_LAYER_LS_{}", names.size()));
    world.With(KindLayer(kind, names.back()).In(folder));
  }
  const Observation seen = Observe(c, world, [](VulkanApp& app) { app.EnumerateLayers(); });
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAreArray(names)) << kReported;
}

void ReportedAgain(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> names = AddMany(world, kind, 3);
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    app.CreateInstance();
    app.EnumerateLayers();
    app.DestroyInstance();
    app.EnumerateLayers();
  });
  int answers = 0;
  for (const Event& event : seen.Select("app", "vkEnumerateInstanceLayerProperties")) {
    if (event.phase() != "leave") continue;
    ++answers;
    EXPECT_SEEN(event.List("names"), UnorderedElementsAreArray(names))
        << "the same layers are reported before, with and after an instance";
  }
  EXPECT_SEEN(answers, 3) << "all three enumerations return";
}

using Body = void (*)(Case&, LayerKind);

void RegisterForBoth(policy::Id id, const char* name, Body body) {
  for (const LayerKind kind : kLayerKinds) {
    RegisterCase(Api::kVulkan, {id}, fmt::format("{}_{}", KindName(kind), name),
                 [=](Case& c) { body(c, kind); });
  }
}

REGISTER_CASES {
  RegisterForBoth(policy::LS_VK_DISCOVERY_17, "40_in_one_folder", ManyInOneFolder);
  RegisterForBoth(policy::LS_VK_DISCOVERY_17, "one_layer_twice_in_one_folder",
                  SameLayerTwiceInOneFolder);
  RegisterForBoth(policy::LS_VK_DISCOVERY_19, "200_in_one_folder", ReportedMany);
  RegisterForBoth(policy::LS_VK_DISCOVERY_19, "in_every_folder", ReportedFromEveryFolder);
  RegisterForBoth(policy::LS_VK_DISCOVERY_19, "before_and_after_an_instance", ReportedAgain);
}

VULKAN_CASE(LS_VK_DISCOVERY_19, both_kinds_and_a_meta_layer) {
  VulkanWorld world(c.subject());
  world.With(Layer("VK_LAYER_LS_explicit"))
      .With(Layer("VK_LAYER_LS_implicit").Implicit())
      .With(Layer::Meta("VK_LAYER_LS_meta", {"VK_LAYER_LS_explicit"}));
  const Observation seen = Observe(c, world, [](VulkanApp& app) { app.EnumerateLayers(); });
  EXPECT_SEEN(
      EnumeratedLayers(seen),
      UnorderedElementsAre("VK_LAYER_LS_explicit", "VK_LAYER_LS_implicit", "VK_LAYER_LS_meta"))
      << "explicit layers, implicit layers and meta-layers are reported";
}

VULKAN_CASE(LS_VK_DISCOVERY_19, layers_of_the_path_variable) {
  VulkanWorld world(c.subject());
  world.With(Layer("VK_LAYER_LS_a").In("/one"))
      .With(Layer("VK_LAYER_LS_b").In("/two"))
      .With(Layer("VK_LAYER_LS_implicit").Implicit())
      .Env("VK_LAYER_PATH", "/one:/two");
  const Observation seen = Observe(c, world, [](VulkanApp& app) { app.EnumerateLayers(); });
  EXPECT_SEEN(EnumeratedLayers(seen),
              UnorderedElementsAre("VK_LAYER_LS_a", "VK_LAYER_LS_b", "VK_LAYER_LS_implicit"))
      << kReported;
}

// The application's array is too small.
VULKAN_CASE(LS_VK_DISCOVERY_19, room_for_fewer) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> names = AddMany(world, LayerKind::kExplicit, 5);
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    const auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceLayerProperties>(
        app.GlobalProc("vkEnumerateInstanceLayerProperties"));
    VkLayerProperties layers[5] = {};
    uint32_t count = 3;
    const VkResult result = enumerate(&count, layers);
    AppEvent("little room")
        .Add("result", int64_t{result})
        .Add("count", int64_t{count})
        .Add("beyond", layers[3].layerName[0] != '\0');
  });
  const std::optional<Event> little = seen.First("app", "little room");
  ASSERT_HOLDS(little.has_value()) << "the application must finish";
  EXPECT_SEEN(little->Number("result"), VK_INCOMPLETE)
      << "a list of three of the five layers is incomplete";
  EXPECT_SEEN(little->Number("count"), 3)
      << "as many layers are returned as the array has room for";
  EXPECT_HOLDS(!(little->Flag("beyond"))) << "nothing is written beyond the end of the array";
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAreArray(names)) << kReported;
}

// Arrays of every size around that of the list, on machines where the loader may leave layers out
// of the list that it found.
struct Machine {
  const char* name;
  void (*change)(VulkanWorld& world);
};

const Machine kMachines[] = {
    {"of_explicit_layers", [](VulkanWorld&) {}},
    {"with_disabled_layers",
     [](VulkanWorld& world) { world.Env("VK_LOADER_LAYERS_DISABLE", "VK_LAYER_LS_00[01]"); }},
    {"with_a_meta_layer",
     [](VulkanWorld& world) {
       world.With(Layer::Meta("VK_LAYER_LS_meta", {"VK_LAYER_LS_000", "VK_LAYER_LS_001"}));
       world.With(Layer::Meta("VK_LAYER_LS_bad_meta", {"VK_LAYER_LS_gone"}));
     }},
    {"with_an_override_layer",
     [](VulkanWorld& world) {
       world.With(Layer::Override({"VK_LAYER_LS_000"}).Blacklist({"VK_LAYER_LS_001"}));
     }},
};

// Traces "room" with its "size" relative to the list, the "result" and whether the "count" is
// right.
void AskWithRooms(VulkanApp& app) {
  const auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceLayerProperties>(
      app.GlobalProc("vkEnumerateInstanceLayerProperties"));
  uint32_t all = 0;
  if (enumerate(&all, nullptr) != VK_SUCCESS || all < 2) return;
  for (const uint32_t size : {0u, 1u, all - 1, all, all + 1}) {
    std::vector<VkLayerProperties> layers(all + 2);
    uint32_t count = size;
    const VkResult result = enumerate(&count, layers.data());
    AppEvent("room")
        .Add("too_small", size < all)
        .Add("result", int64_t{result})
        .Add("right_count", count == std::min(size, all));
  }
}

REGISTER_CASES {
  for (const Machine& machine : kMachines) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_DISCOVERY_19}, fmt::format("room_for_some_{}", machine.name),
        [&machine](Case& c) {
          VulkanWorld world(c.subject());
          AddMany(world, LayerKind::kExplicit, 5);
          machine.change(world);
          const Observation seen = Observe(c, world, AskWithRooms);
          const std::vector<Event> rooms = seen.Select(kAppName, "room");
          ASSERT_SEEN(rooms, SizeIs(5)) << "the layers are listed";
          for (const Event& room : rooms) {
            EXPECT_SEEN(room.Number("result"),
                        Eq(int64_t{room.Flag("too_small") ? VK_INCOMPLETE : VK_SUCCESS}))
                << "a list is incomplete where the array has not enough room, and nowhere else";
            EXPECT_SEEN(room.Flag("right_count"), true)
                << "as many layers are returned as the array has room for";
          }
        });
  }
}

}  // namespace
}  // namespace loadstone::suites::enumeration
