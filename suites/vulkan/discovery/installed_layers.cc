// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/layer_kinds.h"

// LoaderLayerInterface, "Requirements of a Well-Behaved Loader" and "Layer Discovery": the loader
// supports layers. An application can enumerate and enable them, implicit ones are enabled by
// default, and nothing requires a layer.
namespace loadstone::suites::installed_layers {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kTwo[] = "VK_LAYER_LS_two";

// The library that a world gives the layer with this name.
std::string LibraryOf(const std::string& layer) {
  return fmt::format("{}/lib{}.so", kComponentFolder, layer);
}

VULKAN_CASE(LLP_LOADER_1, explicit_layer_that_the_application_enables) {
  const Observation seen =
      RunWithLayers(c, VulkanWorld(c.subject()).With(Layer(kOne)), LayerKind::kExplicit, {kOne});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne))
      << "an explicit layer must be offered to the application, once";
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "an instance with a layer that is present must be created";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << "a layer that the application enables must be in the instance chain";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kOne))
      << "a layer that the application enables must be in the device chain";
  EXPECT_SEEN(DriversReached(seen), ElementsAre(kDefaultDriver))
      << "calls must reach the driver after the layer";
}

VULKAN_CASE(LLP_LOADER_1, implicit_layer_that_nobody_enables) {
  const Observation seen = RunWithLayers(c, VulkanWorld(c.subject()).With(Layer(kOne).Implicit()),
                                         LayerKind::kImplicit, {kOne});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << "an implicit layer must be in the instance chain without being requested";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kOne))
      << "an implicit layer must be in the device chain without being requested";
}

VULKAN_CASE(LLP_LOADER_1, explicit_layer_that_nobody_enables) {
  const Observation seen =
      RunWithLayers(c, VulkanWorld(c.subject()).With(Layer(kOne)).With(Layer(kTwo)),
                    LayerKind::kExplicit, {kOne});
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kOne, kTwo))
      << "every explicit layer must be offered to the application";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << "an explicit layer must not be in the chain unless it is enabled";
}

VULKAN_CASE(LLP_LOADER_1, explicit_and_implicit_layer) {
  VulkanWorld world(c.subject());
  world.With(Layer(kOne)).With(Layer(kTwo).Implicit());
  const Observation seen = RunWithLayers(c, world, LayerKind::kExplicit, {kOne});
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kOne, kTwo))
      << "layers of both kinds must be offered to the application";
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kOne, kTwo))
      << "an implicit layer and an enabled one must both be in the instance chain";
  EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAre(kOne, kTwo))
      << "an implicit layer and an enabled one must both be in the device chain";
}

VULKAN_CASE(LLP_LOADER_1, calls_travel_through_the_layer) {
  const Observation seen =
      RunWithLayers(c, VulkanWorld(c.subject()).With(Layer(kOne)), LayerKind::kExplicit, {kOne});
  for (const char* command : {"vkEnumeratePhysicalDevices", "vkGetPhysicalDeviceProperties",
                              "vkGetDeviceQueue", "vkDeviceWaitIdle"}) {
    EXPECT_SEEN(seen.Select(kOne, command), Not(IsEmpty()))
        << "the application's " << command << " must go through the layer that intercepts it";
  }
}

VULKAN_CASE(LLP_LOADER_1, layer_stays_for_every_instance) {
  const Observation seen =
      Observe(c, VulkanWorld(c.subject()).With(Layer(kOne)), [](VulkanApp& app) {
        app.RunFullSequence({.layers = {kOne}});
        app.RunFullSequence({});
        app.RunFullSequence({.layers = {kOne}});
      });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne, kOne))
      << "each instance has the layers that were enabled for it, and no others";
}

// The application gets the properties in the manifest.
void JudgeProperties(Case& c, LayerKind kind) {
  const policy::Version& own = c.subject().api_version;
  const std::string version =
      fmt::format("{}.{}.{}", own.major, own.minor, own.patch == 0 ? 0 : own.patch - 1);
  VulkanWorld world(c.subject());
  world.With(
      KindLayer(kind, kOne)
          .Api(version)
          .Manifest(R"({"implementation_version": "4711", "description": "Tells what it is"})"));
  const Observation seen = RunWithLayers(c, world, kind, {kOne});
  ASSERT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne)) << "the layer must be offered";
  for (const Event& event : seen.Select("app", "vkEnumerateInstanceLayerProperties")) {
    if (event.phase() != "leave") continue;
    EXPECT_SEEN(event.List("api_versions"), ElementsAre(version))
        << "specVersion is the manifest's api_version";
    EXPECT_SEEN(event.List("implementation_versions"), ElementsAre("4711"))
        << "implementationVersion is the manifest's implementation_version";
    EXPECT_SEEN(event.List("descriptions"), ElementsAre("Tells what it is"))
        << "description is the manifest's description";
  }
}

VULKAN_CASE(LLP_LOADER_1, explicit_properties_are_those_of_the_manifest) {
  JudgeProperties(c, LayerKind::kExplicit);
}

VULKAN_CASE(LLP_LOADER_1, implicit_properties_are_those_of_the_manifest) {
  JudgeProperties(c, LayerKind::kImplicit);
}

VULKAN_CASE(LLP_LOADER_1, extensions_are_those_of_the_manifest) {
  VulkanWorld world(c.subject());
  world.With(Layer(kOne).Manifest(R"({"instance_extensions": [
      {"name": "VK_LS_first", "spec_version": "3"}, {"name": "VK_LS_second", "spec_version": "1"}
      ]})"));
  const Observation seen = Observe(c, world, [](VulkanApp& app) { app.EnumerateExtensions(kOne); });
  for (const Event& event : seen.Select("app", "vkEnumerateInstanceExtensionProperties")) {
    if (event.phase() != "leave") continue;
    EXPECT_SEEN(event.List("names"), UnorderedElementsAre("VK_LS_first", "VK_LS_second"))
        << "the extensions of a layer are those that its manifest lists";
  }
  EXPECT_SEEN(ResultOf(seen, "vkEnumerateInstanceExtensionProperties"), "VK_SUCCESS")
      << "an application can ask for the extensions of a layer by its name";
}

VULKAN_CASE(LLP_LOADER_1, no_layer_at_all) {
  const Observation seen = Observe(c, VulkanWorld(c.subject()), [](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence();
  });
  EXPECT_SEEN(ResultOf(seen, "vkEnumerateInstanceLayerProperties"), "VK_SUCCESS")
      << "an empty list of layers on a machine without layers is not an error";
  EXPECT_SEEN(EnumeratedLayers(seen), IsEmpty()) << "a machine without layers offers no layer";
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS") << "an instance needs no layer";
  EXPECT_SEEN(ResultOf(seen, "vkCreateDevice"), "VK_SUCCESS") << "a device needs no layer";
  EXPECT_SEEN(DriversReached(seen), ElementsAre(kDefaultDriver))
      << "without layers calls go to the driver";
}

VULKAN_CASE(LLP_LOADER_1, no_layer_in_any_folder) {
  VulkanWorld world(c.subject());
  for (const std::string& folder : c.subject().folders.explicit_layers) world.Directory(folder);
  for (const std::string& folder : c.subject().folders.implicit_layers) world.Directory(folder);
  const Observation seen = RunWithLayers(c, world, LayerKind::kExplicit, {});
  EXPECT_SEEN(EnumeratedLayers(seen), IsEmpty()) << "empty folders offer no layer";
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS") << "an instance needs no layer";
}

// Names that no layer has, next to an installed layer.
struct Unknown {
  const char* name;
  std::string layer;
};

REGISTER_CASES {
  const std::string one = kOne;
  for (const Unknown& unknown : {
           Unknown{"never_heard_of", "VK_LAYER_LS_unknown"},
           Unknown{"shorter", one.substr(0, one.size() - 1)},
           Unknown{"longer", one + "s"},
           Unknown{"with_a_blank", one + " "},
           Unknown{"with_a_pattern", "VK_LAYER_LS_*"},
           Unknown{"of_its_manifest", one + ".json"},
           Unknown{"of_its_library", LibraryOf(one)},
       }) {
    const std::string layer = unknown.layer;
    RegisterCase(Api::kVulkan, {policy::LLP_LOADER_1}, fmt::format("unknown_name_{}", unknown.name),
                 [layer](Case& c) {
                   const Observation seen =
                       Observe(c, VulkanWorld(c.subject()).With(Layer(kOne)), [&](VulkanApp& app) {
                         app.CreateInstance({.layers = {kOne, layer}});
                         app.RunFullSequence({.layers = {kOne}});
                       });
                   EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_ERROR_LAYER_NOT_PRESENT")
                       << "no instance is created with a layer that is not present";
                   EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
                       << "the layers that are present can be enabled afterwards";
                 });
  }
}

VULKAN_CASE(LLP_LOADER_1, unknown_name_first) {
  const Observation seen =
      Observe(c, VulkanWorld(c.subject()).With(Layer(kOne)), [](VulkanApp& app) {
        app.CreateInstance({.layers = {"VK_LAYER_LS_unknown", kOne}});
        app.RunFullSequence({.layers = {kOne}});
      });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_ERROR_LAYER_NOT_PRESENT")
      << "no instance is created with a layer that is not present";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << "the layers that are present can be enabled afterwards";
}

VULKAN_CASE(LLP_LOADER_1, unknown_name_on_a_machine_without_layers) {
  const Observation seen = Observe(c, VulkanWorld(c.subject()), [](VulkanApp& app) {
    app.CreateInstance({.layers = {kOne}});
    app.RunFullSequence();
  });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_ERROR_LAYER_NOT_PRESENT")
      << "no instance is created with a layer that is not present";
  EXPECT_SEEN(DriversReached(seen), Contains(kDefaultDriver))
      << "an instance without layers can be created afterwards";
}

void JudgeMany(Case& c, LayerKind kind, int count) {
  VulkanWorld world(c.subject());
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    names.push_back(fmt::format("VK_LAYER_LS_number_{}", i));
    world.With(KindLayer(kind, names.back()));
  }
  const Observation seen = RunWithLayers(c, world, kind, names);
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAreArray(names))
      << "each of " << count << " layers must be offered, once";
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(names))
      << "each of " << count << " layers must be in the instance chain, once";
  EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAreArray(names))
      << "each of " << count << " layers must be in the device chain, once";
}

REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    for (const int count : {64, 65, 97}) {
      RegisterCase(Api::kVulkan, {policy::LLP_LOADER_1},
                   fmt::format("{}_layers_{}", KindName(kind), count),
                   [=](Case& c) { JudgeMany(c, kind, count); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::installed_layers
