// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/suites.h"
#include "suites/vulkan/activation/environment_names.h"

// LoaderLayerInterface, "Meta-layers", and LLP_LOADER_10: a meta-layer is used only if every
// component is present and has its API version.
namespace loadstone::suites::components {
namespace {

constexpr char kMeta[] = "VK_LAYER_LS_meta";
constexpr char kGood[] = "VK_LAYER_LS_good";
constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kTwo[] = "VK_LAYER_LS_two";

// The subject's own version with these changes.
std::string Version(const Subject& subject, int minor_change, uint32_t patch = 0) {
  const auto& own = subject.api_version;
  return fmt::format("{}.{}.{}", own.major, static_cast<int>(own.minor) + minor_change, patch);
}

// An application that requests a valid layer, while the environment enables the meta-layer.
Observation RunWithMeta(Case& c, VulkanWorld& world) {
  world.With(Layer(kGood)).Env("VK_INSTANCE_LAYERS", kMeta);
  Observation seen = Observe(
      c, world, [](VulkanApp& app) { RunWithEnvironmentFallback(app, {.layers = {kGood}}); });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), AnyOf("VK_SUCCESS", "VK_ERROR_LAYER_NOT_PRESENT"))
      << "a meta-layer that cannot be used is treated as absent";
  return seen;
}

constexpr char kNoOlderMinor[] = "no minor version is older than the subject's";
constexpr char kWhyUnused[] =
    "a meta-layer with a component that is missing or of an older API version must not be loaded, "
    "and "
    "other layers stay usable";

VULKAN_CASE(LLP_LOADER_10, one_component) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta(kMeta, {kOne})).With(Layer(kOne));
  EXPECT_SEEN(InstanceChain(RunWithMeta(c, world)), UnorderedElementsAre(kOne, kGood))
      << "the component of a valid meta-layer is loaded";
}

// "component_layers" exists since format 1.1.1.
REGISTER_CASES {
  for (const char* format : {"1.1.1", "1.1.2", "1.2.0"}) {
    std::string word = format;
    for (char& letter : word) letter = letter == '.' ? '_' : letter;
    RegisterCase(
        Api::kVulkan, {policy::LLP_LOADER_10, policy::LS_VK_MANIFEST_12},
        fmt::format("meta_layer_of_format_{}", word), [format](Case& c) {
          VulkanWorld world(c.subject());
          world.With(Layer::Meta(kMeta, {kOne}).FileFormat(format)).With(Layer(kOne));
          EXPECT_SEEN(InstanceChain(RunWithMeta(c, world)), UnorderedElementsAre(kOne, kGood))
              << "the component of a valid meta-layer is loaded";
        });
  }
}

VULKAN_CASE(LLP_LOADER_10, five_components_in_their_order, policy::LS_VK_META_2) {
  VulkanWorld world(c.subject());
  std::vector<std::string> components;
  for (const char* word : {"e", "a", "d", "b", "c"}) {
    components.push_back(std::string("VK_LAYER_LS_") + word);
    world.With(Layer(components.back()));
  }
  world.With(Layer::Meta(kMeta, components));
  std::vector<std::string> chain = InstanceChain(RunWithMeta(c, world));
  std::erase(chain, kGood);
  EXPECT_SEEN(chain, ElementsAreArray(components))
      << "the first component in the list is the closest to the application";
}

VULKAN_CASE(LLP_LOADER_10, application_names_the_meta_layer) {
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Layer::Meta(kMeta, {kOne, kTwo}))
                  .With(Layer(kOne))
                  .With(Layer(kTwo)),
              [](VulkanApp& app) { app.RunFullSequence({.layers = {kMeta}}); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne, kTwo))
      << "a valid meta-layer that the application names adds its components";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kOne, kTwo))
      << "the components of a meta-layer are in the device chain as well";
}

VULKAN_CASE(LLP_LOADER_10, implicit_meta_layer) {
  const Observation seen = Observe(
      c, VulkanWorld(c.subject()).With(Layer::Meta(kMeta, {kOne}).Implicit()).With(Layer(kOne)),
      [](VulkanApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << "an implicit meta-layer that is valid adds its components without being requested";
}

VULKAN_CASE(LLP_LOADER_10, only_component_missing) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta(kMeta, {"VK_LAYER_LS_missing"}));
  EXPECT_SEEN(InstanceChain(RunWithMeta(c, world)), ElementsAre(kGood)) << kWhyUnused;
}

VULKAN_CASE(LLP_LOADER_10, one_of_three_components_missing) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta(kMeta, {kOne, "VK_LAYER_LS_missing", kTwo}))
      .With(Layer(kOne))
      .With(Layer(kTwo));
  EXPECT_SEEN(InstanceChain(RunWithMeta(c, world)), ElementsAre(kGood)) << kWhyUnused;
}

VULKAN_CASE(LLP_LOADER_10, implicit_meta_layer_with_a_missing_component) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta(kMeta, {kOne, "VK_LAYER_LS_missing"}).Implicit()).With(Layer(kOne));
  EXPECT_SEEN(InstanceChain(RunWithMeta(c, world)), ElementsAre(kGood)) << kWhyUnused;
}

VULKAN_CASE(LLP_LOADER_10, application_names_a_meta_layer_with_a_missing_component) {
  const Observation seen = Observe(c,
                                   VulkanWorld(c.subject())
                                       .With(Layer::Meta(kMeta, {kOne, "VK_LAYER_LS_missing"}))
                                       .With(Layer(kOne)),
                                   [](VulkanApp& app) {
                                     app.CreateInstance({.layers = {kMeta}});
                                     app.CreateInstance();
                                   });
  EXPECT_SEEN(InstanceChain(seen), IsEmpty()) << kWhyUnused;
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), AnyOf("VK_SUCCESS", "VK_ERROR_LAYER_NOT_PRESENT"))
      << "a meta-layer that cannot be used is treated as absent";
  EXPECT_SEEN(DriversReached(seen), Contains(kDefaultDriver))
      << "an instance without the meta-layer can be created";
}

VULKAN_CASE(LLP_LOADER_10, component_of_an_older_minor_version) {
  if (c.subject().api_version.minor == 0) GTEST_SKIP() << kNoOlderMinor;
  VulkanWorld world(c.subject());
  world.With(Layer::Meta(kMeta, {kOne, kTwo}).Api(Version(c.subject(), 0)))
      .With(Layer(kOne).Api(Version(c.subject(), 0)))
      .With(Layer(kTwo).Api(Version(c.subject(), -1)));
  EXPECT_SEEN(InstanceChain(RunWithMeta(c, world)), ElementsAre(kGood)) << kWhyUnused;
}

VULKAN_CASE(LLP_LOADER_10, component_of_another_patch_version) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta(kMeta, {kOne}).Api(Version(c.subject(), 0, 7)))
      .With(Layer(kOne).Api(Version(c.subject(), 0, 3)));
  EXPECT_SEEN(InstanceChain(RunWithMeta(c, world)),
              AnyOf(ElementsAre(kGood), UnorderedElementsAre(kOne, kGood)))
      << "with another patch version the meta-layer is used completely or not at all";
}

VULKAN_CASE(LLP_LOADER_10, component_of_a_newer_minor_version) {
  if (c.subject().api_version.minor == 0) GTEST_SKIP() << kNoOlderMinor;
  VulkanWorld world(c.subject());
  world.With(Layer::Meta(kMeta, {kOne}).Api(Version(c.subject(), -1)))
      .With(Layer(kOne).Api(Version(c.subject(), 0)));
  EXPECT_SEEN(InstanceChain(RunWithMeta(c, world)),
              AnyOf(ElementsAre(kGood), UnorderedElementsAre(kOne, kGood)))
      << "with a newer component the meta-layer is used completely or not at all";
}

VULKAN_CASE(LLP_LOADER_10, nested_with_a_missing_inner_component) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta(kMeta, {"VK_LAYER_LS_inner"}))
      .With(Layer::Meta("VK_LAYER_LS_inner", {"VK_LAYER_LS_missing"}));
  EXPECT_SEEN(InstanceChain(RunWithMeta(c, world)), ElementsAre(kGood)) << kWhyUnused;
}

VULKAN_CASE(LLP_LOADER_10, nested_and_complete) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta(kMeta, {"VK_LAYER_LS_inner"}))
      .With(Layer::Meta("VK_LAYER_LS_inner", {kOne}))
      .With(Layer(kOne));
  EXPECT_SEEN(InstanceChain(RunWithMeta(c, world)),
              AnyOf(ElementsAre(kGood), UnorderedElementsAre(kOne, kGood)))
      << "a nested meta-layer, which the documents do not mention, is loaded completely or not at "
         "all";
}

// "type": a layer of this one is ignored.
VULKAN_CASE(LS_VK_MANIFEST_11, meta_layer_of_type_device) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta(kMeta, {kOne}).Manifest(R"({"type": "DEVICE"})")).With(Layer(kOne));
  EXPECT_SEEN(InstanceChain(RunWithMeta(c, world)), ElementsAre(kGood))
      << "a meta-layer of the type DEVICE is treated as if it did not exist";
}

VULKAN_CASE(LS_VK_MANIFEST_11, implicit_meta_layer_of_type_device) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta(kMeta, {kOne}).Implicit().Manifest(R"({"type": "DEVICE"})"))
      .With(Layer::Override({kTwo}).Manifest(R"({"type": "DEVICE"})"))
      .With(Layer(kOne))
      .With(Layer(kTwo));
  EXPECT_SEEN(InstanceChain(RunWithMeta(c, world)), ElementsAre(kGood))
      << "implicit meta-layers of the type DEVICE are treated as if they did not exist";
}

VULKAN_CASE(LLP_LOADER_10, without_components) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta(kMeta, {}));
  EXPECT_SEEN(InstanceChain(RunWithMeta(c, world)), ElementsAre(kGood))
      << "a meta-layer without components adds no layer and hides no layer";
}

// A meta-layer that contains itself through `depth` others.
REGISTER_CASES {
  for (int depth = 1; depth <= 3; ++depth) {
    RegisterCase(Api::kVulkan, {policy::LLP_LOADER_10, policy::LS_VK_META_1},
                 fmt::format("recursive_at_depth_{}", depth), [depth](Case& c) {
                   VulkanWorld world(c.subject());
                   for (int i = 0; i < depth; ++i) {
                     const auto name = [depth](int number) {
                       return number % depth == 0
                                  ? std::string(kMeta)
                                  : fmt::format("VK_LAYER_LS_meta_{}", number % depth);
                     };
                     world.With(Layer::Meta(name(i), {name(i + 1)}));
                   }
                   const std::vector<std::string> chain = InstanceChain(RunWithMeta(c, world));
                   EXPECT_SEEN(chain, ElementsAre(kGood))
                       << "a meta-layer that contains itself adds no layer, hides no layer, and "
                          "loading it finishes";
                   EXPECT_SEEN(chain, Not(Contains(kMeta)));
                 });
  }
}

}  // namespace
}  // namespace loadstone::suites::components
