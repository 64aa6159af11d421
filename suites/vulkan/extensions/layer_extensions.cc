// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/vulkan/layer_questions.h"
#include "suites/vulkan/manifest_of_several.h"

// LoaderLayerInterface, "Layer Manifest File Format" (instance_extensions, device_extensions),
// LLP_LAYER_15 and LLP_LAYER_16: when queried for the extensions of one layer, a loader returns
// exactly those of its manifest (LLP_LAYER_15.r1, LLP_LAYER_16.r1).
namespace loadstone::suites::layer_extensions {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kTwo[] = "VK_LAYER_LS_two";
constexpr char kWhyInstance[] =
    "when asked for the instance extensions of a layer, the loader must return those of its "
    "manifest, and only those";
constexpr char kWhyDevice[] =
    "when asked for the device extensions of an enabled layer, the loader must return those of its "
    "manifest, and only those";

Layer WithExtensions(const char* name, const std::vector<std::string>& instance,
                     const std::vector<std::string>& device) {
  static constexpr char kLists[] = R"({{"instance_extensions": {}, "device_extensions": {}}})";
  return Layer(name)
      .Manifest(fmt::format(kLists, ManifestExtensions(instance), ManifestExtensions(device)))
      .Behaviour(fmt::format(kLists, MockExtensions(instance), MockExtensions(device)));
}

std::vector<std::string> Extensions(const char* word, int count) {
  std::vector<std::string> extensions;
  for (int i = 0; i < count; ++i)
    extensions.push_back(fmt::format("VK_LS_{}_{} {}", word, i, i + 1));
  return extensions;
}

// A machine on which another layer and the driver have extensions as well.
VulkanWorld WorldWith(const Subject& subject, const Layer& layer) {
  VulkanWorld world(subject);
  world.WithoutDriver().With(layer);
  world.With(WithExtensions(kTwo, {"VK_LS_of_two 2"}, {"VK_LS_device_of_two 2"}).Implicit());
  world.With(Driver(kDefaultDriver).Behaviour(R"({"instance_extensions":
        ["VK_KHR_device_group_creation"],
      "physical_devices": [{"extensions": ["VK_KHR_maintenance1"]}]})"));
  return world;
}

Observation AskBefore(Case& c, const Layer& layer) {
  return Observe(c, WorldWith(c.subject(), layer), [](VulkanApp& app) {
    AskInstanceExtensions(app, kTwo);
    AskInstanceExtensions(app, kOne);
  });
}

Observation AskDevice(Case& c, const Layer& layer) {
  return Observe(c, WorldWith(c.subject(), layer), [&](VulkanApp& app) {
    InstanceRequest request;
    if (!layer.implicit()) request.layers = {kOne};
    app.CreateInstance(request);
    AskDeviceExtensions(app, kTwo);
    AskDeviceExtensions(app, kOne);
  });
}

REGISTER_CASES {
  for (const int count : {0, 1, 3, 64}) {
    for (const bool implicit : {false, true}) {
      const std::string name =
          fmt::format("{}_layer_with_{}", implicit ? "implicit" : "explicit", count);
      const auto layer = [count, implicit] {
        Layer made = WithExtensions(kOne, Extensions("one", count), Extensions("device", count));
        return implicit ? made.Implicit() : made;
      };
      RegisterCase(Api::kVulkan, {policy::LLP_LAYER_15, policy::LS_VK_MANIFEST_5}, name,
                   [layer, count](Case& c) {
                     const Observation seen = AskBefore(c, layer());
                     EXPECT_SEEN(InstanceExtensionsOf(seen, kTwo), ElementsAre("VK_LS_of_two 2"))
                         << kWhyInstance;
                     EXPECT_SEEN(InstanceExtensionsOf(seen, kOne),
                                 UnorderedElementsAreArray(Extensions("one", count)))
                         << kWhyInstance;
                   });
      RegisterCase(
          Api::kVulkan, {policy::LLP_LAYER_16, policy::LS_VK_MANIFEST_6}, name,
          [layer, count](Case& c) {
            const Observation seen = AskDevice(c, layer());
            EXPECT_SEEN(DeviceExtensionsOf(seen, kTwo), ElementsAre("VK_LS_device_of_two 2"))
                << kWhyDevice;
            EXPECT_SEEN(DeviceExtensionsOf(seen, kOne),
                        UnorderedElementsAreArray(Extensions("device", count)))
                << kWhyDevice;
          });
    }
  }
}

VULKAN_CASE(LLP_LAYER_15, explicit_layer_with_1000, policy::LS_VK_MANIFEST_5) {
  const std::vector<std::string> extensions = Extensions("one", 1000);
  EXPECT_SEEN(InstanceExtensionsOf(AskBefore(c, WithExtensions(kOne, extensions, {})), kOne),
              UnorderedElementsAreArray(extensions))
      << kWhyInstance;
}

// The versions are 32-bit numbers without a sign, as VkExtensionProperties::specVersion is.
VULKAN_CASE(LLP_LAYER_15, largest_versions, policy::LS_VK_MANIFEST_5) {
  const std::vector<std::string> extensions = {"VK_LS_a 2147483647", "VK_LS_b 2147483648",
                                               "VK_LS_c 4294967295"};
  const Layer layer = Layer(kOne).Manifest(
      fmt::format(R"({{"instance_extensions": {}}})", ManifestExtensions(extensions)));
  EXPECT_SEEN(InstanceExtensionsOf(AskBefore(c, layer), kOne),
              UnorderedElementsAreArray(extensions))
      << kWhyInstance;
}

VULKAN_CASE(LLP_LAYER_16, largest_versions, policy::LS_VK_MANIFEST_6) {
  const std::vector<std::string> extensions = {"VK_LS_a 2147483647", "VK_LS_b 2147483648",
                                               "VK_LS_c 4294967295"};
  EXPECT_SEEN(DeviceExtensionsOf(AskDevice(c, WithExtensions(kOne, {}, extensions)), kOne),
              UnorderedElementsAreArray(extensions))
      << kWhyDevice;
}

// For instance extensions the manifest counts, whatever the library returns: a loader must not call
// a library before a chain exists. With an instance, it may call the layer itself.
Layer LayerWithOtherLibraryExtensions() {
  return WithExtensions(kOne, {"VK_LS_of_the_manifest 5"}, {"VK_LS_device_of_the_manifest 6"})
      .Behaviour(fmt::format(R"({{"instance_extensions": {}, "device_extensions": {}}})",
                             MockExtensions({"VK_LS_of_the_library 1"}),
                             MockExtensions({"VK_LS_device_of_the_library 1"})));
}

VULKAN_CASE(LLP_LAYER_15, library_says_something_else, policy::LS_VK_MANIFEST_5) {
  EXPECT_SEEN(InstanceExtensionsOf(AskBefore(c, LayerWithOtherLibraryExtensions()), kOne),
              ElementsAre("VK_LS_of_the_manifest 5"))
      << kWhyInstance;
}

// The library has the introspection functions, which loaders with manifests do not use.
VULKAN_CASE(LLP_LAYER_15, introspection_says_something_else, policy::LS_VK_MANIFEST_5) {
  const Layer layer = LayerWithOtherLibraryExtensions().Binary("vulkan_layer_introspective");
  EXPECT_SEEN(InstanceExtensionsOf(AskBefore(c, layer), kOne),
              ElementsAre("VK_LS_of_the_manifest 5"))
      << kWhyInstance;
}

VULKAN_CASE(LLP_LAYER_16, library_says_something_else, policy::LS_VK_MANIFEST_6) {
  EXPECT_SEEN(DeviceExtensionsOf(AskDevice(c, LayerWithOtherLibraryExtensions()), kOne),
              AnyOf(ElementsAre("VK_LS_device_of_the_manifest 6"),
                    ElementsAre("VK_LS_device_of_the_library 1")))
      << "the device extensions of an enabled layer are those of its manifest or those that it "
         "lists itself, and only those";
}

// A name that several layers and the driver have.
VULKAN_CASE(LLP_LAYER_15, extension_of_several, policy::LS_VK_MANIFEST_5) {
  VulkanWorld world =
      WorldWith(c.subject(), WithExtensions(kOne, {"VK_KHR_device_group_creation 7"}, {}));
  world.With(WithExtensions("VK_LAYER_LS_three", {"VK_KHR_device_group_creation 9"}, {}));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    for (const char* layer : {kOne, kTwo, "VK_LAYER_LS_three"}) AskInstanceExtensions(app, layer);
  });
  EXPECT_SEEN(InstanceExtensionsOf(seen, kOne), ElementsAre("VK_KHR_device_group_creation 7"))
      << kWhyInstance;
  EXPECT_SEEN(InstanceExtensionsOf(seen, "VK_LAYER_LS_three"),
              ElementsAre("VK_KHR_device_group_creation 9"))
      << kWhyInstance;
  EXPECT_SEEN(InstanceExtensionsOf(seen, kTwo), ElementsAre("VK_LS_of_two 2")) << kWhyInstance;
}

// Three layers of one manifest, each with extensions of its own.
constexpr const char* kTogether[] = {kOne, "VK_LAYER_LS_three", "VK_LAYER_LS_four"};

Observation AskLayersOfOneManifest(Case& c) {
  std::vector<Layer> layers;
  for (const std::string name : kTogether) {
    layers.push_back(WithExtensions(name.c_str(), {"VK_LS_a_of_" + name.substr(12) + " 3"},
                                    {"VK_LS_b_of_" + name.substr(12) + " 4"}));
  }
  VulkanWorld world(c.subject());
  AddInOneManifest(world, c.subject(), layers);
  return Observe(c, world, [](VulkanApp& app) {
    for (const char* name : kTogether) AskInstanceExtensions(app, name);
    for (const std::string name : kTogether) {
      if (app.CreateInstance({.layers = {name}}) != VK_SUCCESS) continue;
      AskDeviceExtensions(app, name.c_str());
      app.DestroyInstance();
    }
  });
}

VULKAN_CASE(LLP_LAYER_15, layers_of_one_manifest, policy::LS_VK_MANIFEST_5,
            policy::LS_VK_MANIFEST_12) {
  const Observation seen = AskLayersOfOneManifest(c);
  for (const std::string name : kTogether) {
    EXPECT_SEEN(InstanceExtensionsOf(seen, name),
                ElementsAre("VK_LS_a_of_" + name.substr(12) + " 3"))
        << kWhyInstance;
  }
}

VULKAN_CASE(LLP_LAYER_16, layers_of_one_manifest, policy::LS_VK_MANIFEST_6,
            policy::LS_VK_MANIFEST_12) {
  const Observation seen = AskLayersOfOneManifest(c);
  for (const std::string name : kTogether) {
    EXPECT_SEEN(DeviceExtensionsOf(seen, name), ElementsAre("VK_LS_b_of_" + name.substr(12) + " 4"))
        << kWhyDevice;
  }
}

// The answer does not change while instances exist.
VULKAN_CASE(LLP_LAYER_15, asked_while_an_instance_lives, policy::LS_VK_MANIFEST_5) {
  const Layer layer = WithExtensions(kOne, {"VK_LS_a 1", "VK_LS_b 2"}, {});
  const Observation seen = Observe(c, WorldWith(c.subject(), layer), [](VulkanApp& app) {
    app.CreateInstance({.layers = {kOne}});
    AskInstanceExtensions(app, kOne);
    app.DestroyInstance();
  });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS") << "the layer can be enabled";
  EXPECT_SEEN(InstanceExtensionsOf(seen, kOne), UnorderedElementsAre("VK_LS_a 1", "VK_LS_b 2"))
      << kWhyInstance;
}

// The document requires nothing for a layer that is not enabled; the answer for the enabled one
// must be correct.
VULKAN_CASE(LLP_LAYER_16, layer_that_is_not_enabled, policy::LS_VK_MANIFEST_6) {
  VulkanWorld world = WorldWith(c.subject(), WithExtensions(kOne, {}, {"VK_LS_a 1"}));
  world.With(WithExtensions("VK_LAYER_LS_three", {}, {"VK_LS_b 2"}));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.CreateInstance({.layers = {kOne}});
    AskDeviceExtensions(app, kOne);
    AskDeviceExtensions(app, "VK_LAYER_LS_three");
  });
  EXPECT_SEEN(DeviceExtensionsOf(seen, kOne), ElementsAre("VK_LS_a 1")) << kWhyDevice;
  EXPECT_SEEN(DeviceExtensionsOf(seen, "VK_LAYER_LS_three"),
              AnyOf(IsEmpty(), ElementsAre("VK_LS_b 2"), ElementsAre("VkResult -6")))
      << "a layer that is not enabled has no extensions, has its own, or is not present"
      << reading::LS_VK_MANIFEST_6_r1;
}

}  // namespace
}  // namespace loadstone::suites::layer_extensions
