// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "oracle/tristate.h"
#include "suites/vulkan/discovery/layer_kinds.h"
#include "suites/vulkan/layer_questions.h"
#include "suites/vulkan/manifest_of_several.h"

// LoaderLayerInterface, "Layer Manifest File Format" and "Layer Manifest File Version History":
// library_arch, type, functions, component_layers together with library_path, and the members for
// tools.
namespace loadstone::suites::members_by_format {
namespace {

constexpr char kGood[] = "VK_LAYER_LS_good";
constexpr char kOne[] = "VK_LAYER_LS_one";

using oracle::Tristate;

struct Row {
  policy::Id id;
  const char* name;
  const char* manifest;  // changes of a valid one
  const char* variant;   // of the mock
  Tristate expected;
  const char* why;
  const char* format = "1.2.0";
};

constexpr char kWhyArch[] =
    "a layer for another architecture may be left out, but does not affect other layers";
constexpr char kWhyDevice[] =
    "a layer of the type DEVICE must be treated as absent and does not affect other layers";
constexpr char kWhyType[] = "a layer of the type GLOBAL or INSTANCE must be usable";
constexpr char kWhyFunctions[] =
    "the function that the manifest names is the layer's negotiation function";
constexpr char kWhyIgnored[] =
    "the other names in functions must be ignored for a layer that negotiates version 2";
constexpr char kWhyHidden[] =
    "a layer of the type DEVICE is skipped as if it were not found, so that it hides no other one";
constexpr char kWhyBoth[] =
    "a layer with both library_path and component_layers may be used or refused, but does not "
    "affect other layers";
constexpr char kWhyTools[] = "members for tools must not change how the layer is treated";
constexpr char kWhyPlatforms[] =
    "a layer whose list of platforms lacks the current one may be used or left out, but does not "
    "affect other layers";

const Row kRows[] = {
    {policy::LS_VK_MANIFEST_10, "library_arch_of_the_application", R"({"library_arch": "64"})",
     "vulkan_layer", Tristate::kYes, "a layer of the application's architecture must be usable"},
    {policy::LS_VK_MANIFEST_10, "library_arch_of_another", R"({"library_arch": "32"})",
     "vulkan_layer", Tristate::kMaybe, kWhyArch},
    {policy::LS_VK_MANIFEST_10, "library_arch_of_another_in_an_old_format",
     R"({"library_arch": "32"})", "vulkan_layer", Tristate::kMaybe, kWhyArch, "1.0.0"},
    {policy::LS_VK_MANIFEST_11, "type_device", R"({"type": "DEVICE"})", "vulkan_layer",
     Tristate::kNo, kWhyDevice},
    {policy::LS_VK_MANIFEST_11, "type_device_in_the_first_format", R"({"type": "DEVICE"})",
     "vulkan_layer", Tristate::kNo, kWhyDevice, "1.0.0"},
    {policy::LS_VK_MANIFEST_11, "type_global", R"({"type": "GLOBAL"})", "vulkan_layer",
     Tristate::kYes, kWhyType},
    {policy::LS_VK_MANIFEST_11, "type_global_in_the_first_format", R"({"type": "GLOBAL"})",
     "vulkan_layer", Tristate::kYes, kWhyType, "1.0.0"},
    {policy::LS_VK_MANIFEST_13, "negotiation_renamed",
     R"({"functions": {"vkNegotiateLoaderLayerInterfaceVersion": "lsNegotiate"}})",
     "vulkan_layer_renamed", Tristate::kYes, kWhyFunctions},
    {policy::LS_VK_MANIFEST_13, "negotiation_renamed_in_its_first_format",
     R"({"functions": {"vkNegotiateLoaderLayerInterfaceVersion": "lsNegotiate"}})",
     "vulkan_layer_renamed", Tristate::kYes, kWhyFunctions, "1.1.0"},
    {policy::LS_VK_MANIFEST_13, "negotiation_renamed_among_other_names",
     R"({"functions": {"vkGetInstanceProcAddr": "lsOther", "lsUnknown": "lsOther",
         "vkNegotiateLoaderLayerInterfaceVersion": "lsNegotiate"}})",
     "vulkan_layer_renamed", Tristate::kYes, kWhyFunctions},
    {policy::LS_VK_MANIFEST_14, "missing_functions_named",
     R"({"functions": {"vkGetInstanceProcAddr": "lsMissing", "vkGetDeviceProcAddr": "lsMissing"}})",
     "vulkan_layer", Tristate::kYes, kWhyIgnored},
    {policy::LS_VK_MANIFEST_14, "missing_functions_named_beside_exports",
     R"({"functions": {"vkGetInstanceProcAddr": "lsMissing", "vkGetDeviceProcAddr": "lsMissing"}})",
     "vulkan_layer_gipa", Tristate::kYes, kWhyIgnored},
    {policy::LS_VK_MANIFEST_14, "functions_that_are_others",
     R"({"functions": {"vkGetInstanceProcAddr": "vkGetDeviceProcAddr",
         "vkGetDeviceProcAddr": "vkNegotiateLoaderLayerInterfaceVersion"}})",
     "vulkan_layer_gipa", Tristate::kYes, kWhyIgnored},
    {policy::LS_VK_MANIFEST_14, "functions_in_the_first_format_with_negotiation",
     R"({"functions": {"vkGetInstanceProcAddr": "lsMissing", "vkGetDeviceProcAddr": "lsMissing"}})",
     "vulkan_layer_gipa", Tristate::kYes, kWhyIgnored, "1.1.0"},
    {policy::LS_VK_MANIFEST_16, "library_and_components",
     R"({"component_layers": ["VK_LAYER_LS_good"]})", "vulkan_layer", Tristate::kMaybe, kWhyBoth},
    {policy::LS_VK_MANIFEST_16, "library_and_no_components", R"({"component_layers": []})",
     "vulkan_layer", Tristate::kMaybe, kWhyBoth},
    {policy::LS_VK_MANIFEST_16, "library_and_missing_components",
     R"({"component_layers": ["VK_LAYER_LS_missing"]})", "vulkan_layer", Tristate::kMaybe,
     kWhyBoth},
    {policy::LS_VK_MANIFEST_18, "introduction", R"({"introduction": "What it is for."})",
     "vulkan_layer", Tristate::kYes, kWhyTools},
    {policy::LS_VK_MANIFEST_18, "url", R"({"url": "https://example.org/%s"})", "vulkan_layer",
     Tristate::kYes, kWhyTools},
    {policy::LS_VK_MANIFEST_18, "platforms_of_others", R"({"platforms": ["WINDOWS", "MACOS"]})",
     "vulkan_layer", Tristate::kMaybe, kWhyPlatforms},
    {policy::LS_VK_MANIFEST_18, "status_deprecated", R"({"status": "DEPRECATED"})", "vulkan_layer",
     Tristate::kYes, kWhyTools},
    {policy::LS_VK_MANIFEST_18, "settings",
     R"({"features": {"presets": [{"label": "P", "settings": [{"key": "k", "value": true}]}],
         "settings": [{"key": "k", "label": "K", "type": "ENUM", "default": "a",
                       "flags": [{"key": "a", "label": "A", "settings": []}]}]}})",
     "vulkan_layer", Tristate::kYes, kWhyTools},
    {policy::LS_VK_MANIFEST_18, "all_of_them",
     R"({"introduction": "i", "url": "u", "platforms": ["LINUX"], "status": "BETA", "features": {}})",
     "vulkan_layer", Tristate::kYes, kWhyTools},
};

// The rows name the architecture of a 64-bit loader "64", and "32" another one.
std::string ManifestOf(const Row& row, const Subject& subject) {
  std::string manifest = row.manifest;
  const size_t at = manifest.find("library_arch\": \"");
  if (subject.bits == 64 || at == std::string::npos) return manifest;
  const size_t value = manifest.rfind('"', manifest.rfind('"') - 1) + 1;
  return manifest.replace(value, 2, manifest.compare(value, 2, "64") == 0 ? "32" : "64");
}

// The layer with a valid one of the same kind; the application requests it if it is explicit.
Observation RunBeside(Case& c, const Row& row, LayerKind kind) {
  VulkanWorld world(c.subject());
  world.With(KindLayer(kind, kGood))
      .With(KindLayer(kind, kOne)
                .Binary(row.variant)
                .Manifest(ManifestOf(row, c.subject()))
                .FileFormat(row.format));
  const bool named = kind == LayerKind::kExplicit;
  return Observe(c, world, [&](VulkanApp& app) {
    app.EnumerateLayers();
    if (named) app.RunFullSequence({.layers = {kOne, kGood}});
    if (named && !app.created()) app.RunFullSequence({.layers = {kGood}});
    if (!named) app.RunFullSequence();
  });
}

void Judge(Case& c, const Row& row, LayerKind kind) {
  const Observation seen = RunBeside(c, row, kind);
  const auto used = UnorderedElementsAre(kOne, kGood);
  switch (row.expected) {
    case Tristate::kYes:
      EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kOne, kGood)) << row.why;
      EXPECT_SEEN(InstanceChain(seen), used) << row.why;
      EXPECT_SEEN(DeviceChain(seen), used) << row.why;
      break;
    case Tristate::kNo:
      EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kGood)) << row.why;
      EXPECT_SEEN(InstanceChain(seen), ElementsAre(kGood)) << row.why;
      break;
    case Tristate::kMaybe:
      EXPECT_SEEN(EnumeratedLayers(seen), AnyOf(used, ElementsAre(kGood))) << row.why;
      EXPECT_SEEN(InstanceChain(seen), AnyOf(used, ElementsAre(kGood))) << row.why;
      break;
  }
}

REGISTER_CASES {
  for (const Row& row : kRows) {
    for (const LayerKind kind : kLayerKinds) {
      RegisterCase(Api::kVulkan, {row.id}, fmt::format("{}_{}", KindName(kind), row.name),
                   [&row, kind](Case& c) { Judge(c, row, kind); });
    }
  }
}

// A layer of the type DEVICE in a folder before that of a usable one with its name.
void JudgeHidden(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  const MorePlaces more = AddPlaces(world, c.subject(), kind);
  world
      .With(KindLayer(kind, kOne)
                .Who("of type DEVICE")
                .Manifest(R"({"type": "DEVICE"})")
                .In(more.earlier))
      .With(KindLayer(kind, kOne).In(more.later));
  const Observation seen = Observe(c, world, [kind](VulkanApp& app) {
    app.EnumerateLayers();
    InstanceRequest request;
    if (kind == LayerKind::kExplicit) request.layers = {kOne};
    app.RunFullSequence(request);
  });
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne)) << kWhyHidden;
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne)) << kWhyHidden;
}

REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_MANIFEST_11},
                 fmt::format("{}_type_device_before_another_of_its_name", KindName(kind)),
                 [kind](Case& c) { JudgeHidden(c, kind); });
  }
}

// The functions that one layer of a manifest names are not those of its other layers.
void JudgeFunctionsOfOne(Case& c, LayerKind kind, bool first) {
  std::vector<Layer> layers = {
      KindLayer(kind, kOne)
          .Binary("vulkan_layer_renamed")
          .Manifest(R"({"functions": {"vkNegotiateLoaderLayerInterfaceVersion": "lsNegotiate"}})"),
      KindLayer(kind, kGood)};
  if (!first) std::reverse(layers.begin(), layers.end());
  VulkanWorld world(c.subject());
  AddInOneManifest(world, c.subject(), layers);
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, kind, {kOne, kGood})),
              UnorderedElementsAre(kOne, kGood))
      << "\"functions\" names functions of its own layer, not of another one of the manifest";
}

REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    for (const bool first : {true, false}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_MANIFEST_13, policy::LS_VK_MANIFEST_12},
                   fmt::format("{}_negotiation_renamed_by_the_{}_of_two_layers", KindName(kind),
                               first ? "first" : "second"),
                   [kind, first](Case& c) { JudgeFunctionsOfOne(c, kind, first); });
    }
  }
}

// The spec_version of an extension may have several digits, and each extension has its own version.
VULKAN_CASE(LS_VK_MANIFEST_5, versions_of_instance_extensions) {
  const std::vector<std::string> extensions = {"VK_LS_a 1", "VK_LS_b 70", "VK_LS_c 2147483647"};
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Layer(kOne).Manifest(fmt::format(R"({{"instance_extensions": {}}})",
                                                         ManifestExtensions(extensions)))),
              [](VulkanApp& app) { AskInstanceExtensions(app, kOne); });
  EXPECT_SEEN(InstanceExtensionsOf(seen, kOne), UnorderedElementsAreArray(extensions))
      << "the extensions of a layer have the versions of its manifest";
}

VULKAN_CASE(LS_VK_MANIFEST_6, versions_of_device_extensions) {
  const std::vector<std::string> extensions = {"VK_LS_a 1", "VK_LS_b 70", "VK_LS_c 2147483647"};
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Layer(kOne)
                            .Manifest(fmt::format(R"({{"device_extensions": {}}})",
                                                  ManifestExtensions(extensions)))
                            .Behaviour(fmt::format(R"({{"device_extensions": {}}})",
                                                   MockExtensions(extensions)))),
              [](VulkanApp& app) {
                app.CreateInstance({.layers = {kOne}});
                AskDeviceExtensions(app, kOne);
              });
  EXPECT_SEEN(DeviceExtensionsOf(seen, kOne), UnorderedElementsAreArray(extensions))
      << "the device extensions of a layer have the versions of its manifest";
}

}  // namespace
}  // namespace loadstone::suites::members_by_format
