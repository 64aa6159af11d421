// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "harness/world/mock_library.h"
#include "harness/world/places.h"
#include "harness/world/platform.h"
#include "policies/reading_ids.h"
#include "suites/vulkan/manifest_of_several.h"

// LoaderInterfaceArchitecture, "Active Environment Variables": libraries that stay loaded; and
// LoaderDriverInterface, "Additional Interface Notes": a library that is a driver and a layer.
// Two layers, or twice the same driver, in one library.
namespace loadstone::suites::libraries {
namespace {

constexpr char kKeep[] = "VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING";
constexpr char kImplicit[] = "VK_LAYER_LS_implicit";
constexpr char kExplicit[] = "VK_LAYER_LS_explicit";

// The components whose libraries were unloaded while an instance was destroyed. A loader may open
// and close libraries at other times: LS_VK_LIBRARY_1.r1.
std::vector<std::string> UnloadedWithAnInstance(const Observation& seen) {
  std::vector<std::string> names;
  bool destroying = false;
  for (const Event& event : seen.events()) {
    if (event.who() == kAppName && event.what() == "vkDestroyInstance") {
      destroying = event.phase() == "enter";
    }
    if (destroying && event.what() == "unload") names.push_back(event.who());
  }
  return names;
}

void ExpectKept(Case& c, const InstanceRequest& request, int instances) {
  VulkanWorld world(c.subject());
  world.With(Layer(kImplicit).Implicit()).With(Layer(kExplicit)).Env(kKeep, "1");
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    for (int i = 0; i < instances; ++i) app.RunFullSequence(request);
  });
  std::vector<std::string> used = {kImplicit, kDefaultDriver};
  if (!request.layers.empty()) used.emplace_back(kExplicit);
  EXPECT_SEEN(Loaded(seen), IsSupersetOf(used)) << "layers and driver are loaded";
  EXPECT_SEEN(UnloadedWithAnInstance(seen), IsEmpty())
      << "with " << kKeep << "=1 libraries of layers and drivers must stay loaded";
}

VULKAN_CASE(LS_VK_LIBRARY_1, layers_and_driver_of_one_instance) {
  ExpectKept(c, {.layers = {kExplicit}}, 1);
}

VULKAN_CASE(LS_VK_LIBRARY_1, implicit_layer_and_driver) { ExpectKept(c, {}, 1); }

VULKAN_CASE(LS_VK_LIBRARY_1, three_instances_one_after_another) {
  ExpectKept(c, {.layers = {kExplicit}}, 3);
}

// LS_VK_LIBRARY_2. The library forwards queries for its driver and its layer functions to the mocks
// next to it.
constexpr char kBoth[] = "both";
constexpr char kLayer[] = "VK_LAYER_LS_both";

// Adds a library of this name that forwards calls to the mocks beside it.
void AddForwarding(VulkanWorld& world, const Subject& subject, const char* name,
                   const std::string& mock) {
  world.machine().Copy(MockLibraryPath(name, subject), WithLibrarySuffix(subject, mock));
}

// Adds a mock beside it.
void AddPart(VulkanWorld& world, const Subject& subject, const std::string& path,
             const std::string& mock, const char* who) {
  world.machine()
      .Copy(path, WithLibrarySuffix(subject, mock))
      .File(path + ".config",
            JsonObject().Set("who", who).Set("trace", NativePath(subject, kTracePath)).Text());
}

VulkanWorld WorldOfBoth(const Subject& subject, bool implicit) {
  VulkanWorld world(subject);
  const std::string path = MockLibraryPath(kBoth, subject);
  AddForwarding(world, subject, kBoth, "vulkan_layer_and_driver.so");
  AddPart(world, subject, path + ".layer", "vulkan_layer.so", kLayer);
  AddPart(world, subject, path + ".driver", "vulkan_driver.so", "both");
  const std::string library =
      JsonObject().Set("library_path", LibraryPathOf(subject, kBoth)).Text();
  Layer layer = Layer(kLayer).Who("unused").Manifest(library);
  world.With(implicit ? layer.Implicit() : layer);
  return world.WithoutDriver().With(Driver("unused_driver").Manifest(library));
}

void ExpectBoth(const Observation& seen) {
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "a library may be a driver and a layer at once";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kLayer))
      << "a library that a layer's and a driver's manifest name must serve as the layer";
  EXPECT_SEEN(DriversReached(seen), ElementsAre("both"))
      << "a library that a layer's and a driver's manifest name must serve as the driver";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kLayer))
      << "a library that a layer's and a driver's manifest name must serve as the layer";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "no handle or function of the layer and the driver is confused";
}

VULKAN_CASE(LS_VK_LIBRARY_2, explicit_layer_and_driver) {
  ExpectBoth(Observe(c, WorldOfBoth(c.subject(), false),
                     [](VulkanApp& app) { app.RunFullSequence({.layers = {kLayer}}); }));
}

VULKAN_CASE(LS_VK_LIBRARY_2, implicit_layer_and_driver) {
  ExpectBoth(
      Observe(c, WorldOfBoth(c.subject(), true), [](VulkanApp& app) { app.RunFullSequence(); }));
}

VULKAN_CASE(LS_VK_LIBRARY_2, driver_without_the_layer) {
  const Observation seen =
      Observe(c, WorldOfBoth(c.subject(), false), [](VulkanApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(InstanceChain(seen), IsEmpty()) << "a layer that nothing enables must not be loaded";
  EXPECT_SEEN(DriversReached(seen), ElementsAre("both"))
      << "the driver side must work without the layer";
}

VULKAN_CASE(LS_VK_LIBRARY_2, two_instances) {
  const Observation seen = Observe(c, WorldOfBoth(c.subject(), false), [](VulkanApp& app) {
    app.RunFullSequence({.layers = {kLayer}});
    app.RunFullSequence({.layers = {kLayer}});
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kLayer, kLayer))
      << "a library that is both must serve every instance as the layer";
  EXPECT_SEEN(DriversReached(seen), AllOf(Contains("both"), SizeIs(2)))
      << "a library that is both must serve every instance as the driver";
}

// LS_VK_MANIFEST_13. The library has two layers, each with a negotiation function of its own, which
// forwards to the mock next to it.
constexpr char kPair[] = "pair";
constexpr char kFirst[] = "VK_LAYER_LS_first";
constexpr char kSecond[] = "VK_LAYER_LS_second";

Layer LayerOfPair(const Subject& subject, const char* name, const char* function) {
  const JsonObject functions = JsonObject().Set("vkNegotiateLoaderLayerInterfaceVersion", function);
  return Layer(name)
      .Who(std::string("unused_") + name)
      .Manifest(JsonObject()
                    .Set("library_path", LibraryPathOf(subject, kPair))
                    .Set("functions", functions)
                    .Text());
}

struct Pair {
  const char* name;
  bool second_is_implicit;
  std::vector<std::string> named;  // by the application
  std::vector<std::string> chain;
  int instances;
  const char* library = "vulkan_layer_pair.so";
  bool one_manifest = false;  // with both in its array "layers"
};

// Also exports a negotiation function with the standard name, which belongs to neither layer.
constexpr char kWithStandard[] = "vulkan_layer_pair_and_standard.so";

const Pair kPairs[] = {
    {"first_and_second", false, {kFirst, kSecond}, {kFirst, kSecond}, 1},
    {"second_and_first", false, {kSecond, kFirst}, {kSecond, kFirst}, 1},
    {"first_alone", false, {kFirst}, {kFirst}, 1},
    {"second_alone", false, {kSecond}, {kSecond}, 1},
    {"explicit_and_implicit", true, {kFirst}, {kSecond, kFirst}, 1},
    {"both_for_two_instances", false, {kFirst, kSecond}, {kFirst, kSecond}, 2},
    {"beside_the_standard_name", false, {kFirst, kSecond}, {kFirst, kSecond}, 1, kWithStandard},
    {"beside_the_standard_name_implicit", true, {kFirst}, {kSecond, kFirst}, 1, kWithStandard},
    {"of_one_manifest",
     false,
     {kFirst, kSecond},
     {kFirst, kSecond},
     1,
     "vulkan_layer_pair.so",
     true},
    {"of_one_manifest_second_alone", false, {kSecond}, {kSecond}, 2, "vulkan_layer_pair.so", true},
    {"of_one_manifest_beside_the_standard_name",
     false,
     {kSecond, kFirst},
     {kSecond, kFirst},
     1,
     kWithStandard,
     true},
};

void JudgePair(Case& c, const Pair& row) {
  VulkanWorld world(c.subject());
  const std::string path = MockLibraryPath(kPair, c.subject());
  AddForwarding(world, c.subject(), kPair, row.library);
  AddPart(world, c.subject(), path + ".first", "vulkan_layer.so", kFirst);
  AddPart(world, c.subject(), path + ".second", "vulkan_layer.so", kSecond);
  const Layer first = LayerOfPair(c.subject(), kFirst, "lsNegotiateFirst");
  Layer second = LayerOfPair(c.subject(), kSecond, "lsNegotiateSecond");
  if (row.second_is_implicit) second.Implicit();
  if (row.one_manifest) {
    const std::string library = LibraryPathOf(c.subject(), kPair);
    world.With(Layer(first)
                   .ManifestFile("both.json")
                   .RawManifest(ManifestOfSeveral(c.subject(), {first, second}, library)));
  } else {
    world.With(first).With(second);
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    for (int i = 0; i < row.instances; ++i) app.RunFullSequence({.layers = row.named});
  });
  std::vector<std::string> expected;
  for (int i = 0; i < row.instances; ++i) {
    expected.insert(expected.end(), row.chain.begin(), row.chain.end());
  }
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(expected))
      << "each of two layers in one library is used by the function that its manifest names";
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(expected))
      << "each of two layers in one library is used by the function that its manifest names";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "no handle or function of the two layers is confused";
}

REGISTER_CASES {
  for (const Pair& row : kPairs) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_MANIFEST_13},
                 fmt::format("two_layers_of_one_library_{}", row.name),
                 [&row](Case& c) { JudgePair(c, row); });
  }
}

// LDP_LOADER_2. Two manifests name one driver library, as after an update that changed the name of
// the manifest. The documents do not say whether it is one driver or two.
struct Twice {
  const char* name;
  const char* path;  // in the other manifest; null: the same
};

constexpr char kLink[] = "/opt/loadstone/link.so";

constexpr Twice kTwice[] = {
    {"the_same_path", nullptr},
    {"another_form_of_the_path", "/opt/loadstone/../loadstone/libshared.so"},
    {"a_link", kLink},
};

void UseEachDevice(VulkanApp& app) {
  if (app.CreateInstance() != VK_SUCCESS) return;
  const auto devices = static_cast<uint32_t>(app.EnumeratePhysicalDevices().size());
  for (uint32_t i = 0; i < devices; ++i) {
    if (app.CreateDevice({.physical_device = i}) != VK_SUCCESS) continue;
    app.UseDevice();
    app.DestroyDevice();
  }
  app.DestroyInstance();
}

void JudgeTwice(Case& c, const Twice& row) {
  const std::string path = LibraryPathOf(c.subject(), "shared");
  const std::string other = row.path != nullptr ? row.path : path;
  VulkanWorld world(c.subject());
  if (other == kLink) {
    // The mock finds its configuration by the name under which it was loaded.
    world.Symlink(kLink, path).Symlink(std::string(kLink) + ".config", path + ".config");
  }
  world.WithoutDriver()
      .With(Driver("shared"))
      .With(Driver("unused").Manifest(JsonObject().Set("library_path", other).Text()));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    UseEachDevice(app);
    UseEachDevice(app);
  });
  EXPECT_SEEN(Results(seen), AllOf(Contains("vkCreateDevice 0"), Each(EndsWith(" 0"))))
      << "a driver that two manifests name can be used";
  EXPECT_SEEN(DriversReached(seen), Each("shared")) << "only the library that they name is used";
  EXPECT_SEEN(seen.Select("shared", "vkDeviceWaitIdle"), AnyOf(SizeIs(2), SizeIs(4)))
      << "each device is listed once or, for each manifest, twice, and its functions reach it"
      << reading::LDP_LOADER_2_r1;
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "the driver gets only handles that it created for this instance";
}

REGISTER_CASES {
  for (const Twice& row : kTwice) {
    RegisterCase(Api::kVulkan, {policy::LDP_LOADER_2},
                 fmt::format("two_manifests_with_{}", row.name),
                 [&row](Case& c) { JudgeTwice(c, row); });
  }
}

}  // namespace
}  // namespace loadstone::suites::libraries
