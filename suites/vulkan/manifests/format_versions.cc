// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "oracle/vulkan/layers.h"
#include "policies/reading_ids.h"
#include "suites/vulkan/discovery/layer_kinds.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Layer Manifest File Version History": the array of layers since format
// 1.0.1, and the versions of the format.
namespace loadstone::suites::format_versions {
namespace {

constexpr char kGood[] = "VK_LAYER_LS_good";
constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kArray[] = "array.json";

std::vector<std::string> Names(int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.push_back(fmt::format("VK_LAYER_LS_{:03}", i));
  return names;
}

std::string Object(const Subject& subject, const Layer& layer) {
  const std::string api =
      fmt::format("{}.{}.0", subject.api_version.major, subject.api_version.minor);
  const std::string text = layer.ManifestText(LibraryPathOf(subject, layer.who()), api);
  const size_t begin = text.find('{', 1);
  return text.substr(begin, text.rfind('}') - begin);
}

// One manifest for all of `layers`. In `text`, {0} stands for the format and {1} for the objects.
void PlaceTogether(VulkanWorld& world, const Subject& subject, const std::vector<Layer>& layers,
                   const char* format, const char* text) {
  std::string objects;
  for (const Layer& layer : layers) {
    objects += (objects.empty() ? "" : ", ") + Object(subject, layer);
  }
  const std::string manifest = fmt::format(fmt::runtime(text), format, objects);
  for (Layer layer : layers) world.With(layer.ManifestFile(kArray).RawManifest(manifest));
}

constexpr char kLayers[] = R"({{"file_format_version": "{0}", "layers": [{1}]}})";

constexpr std::string_view kFirstArray = "1.0.1";

Observation RunArray(Case& c, LayerKind kind, int count, const char* format) {
  VulkanWorld world(c.subject());
  std::vector<Layer> layers;
  for (const std::string& name : Names(count)) layers.push_back(KindLayer(kind, name));
  PlaceTogether(world, c.subject(), layers, format, kLayers);
  return RunWithLayers(c, world, kind, Names(count));
}

REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    for (const int count : {1, 2, 30, 33, 65}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_MANIFEST_12},
                   fmt::format("{}_array_of_{}", KindName(kind), count), [kind, count](Case& c) {
                     const Observation seen = RunArray(c, kind, count, kFirstArray.data());
                     EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAreArray(Names(count)))
                         << "each layer of the array must be found";
                     EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(Names(count)))
                         << "each layer of the array must be usable";
                   });
    }
    for (const char* format : oracle::vulkan::kManifestFormats) {
      // The cases above cover the first format with the array.
      if (!oracle::vulkan::HasArrayOfLayers(format) || format == kFirstArray) continue;
      std::string word = format;
      for (char& letter : word) letter = letter == '.' ? '_' : letter;
      RegisterCase(Api::kVulkan, {policy::LS_VK_MANIFEST_12},
                   fmt::format("{}_array_in_format_{}", KindName(kind), word),
                   [kind, format](Case& c) {
                     EXPECT_SEEN(EnumeratedLayers(RunArray(c, kind, 3, format)),
                                 UnorderedElementsAreArray(Names(3)))
                         << "each layer of the array must be found";
                   });
    }
  }
}

// A meta-layer and its components in one file.
VULKAN_CASE(LS_VK_MANIFEST_12, meta_layer_with_its_components) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> names = Names(2);
  std::string objects = Object(c.subject(), Layer::Meta("VK_LAYER_LS_meta", names));
  for (const std::string& name : names) objects += ", " + Object(c.subject(), Layer(name));
  const std::string manifest = fmt::format(kLayers, "1.1.1", objects);
  for (const std::string& name : names) {
    world.With(Layer(name).ManifestFile(kArray).RawManifest(manifest));
  }
  const Observation seen = Observe(
      c, world, [](VulkanApp& app) { app.RunFullSequence({.layers = {"VK_LAYER_LS_meta"}}); });
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(names))
      << "each layer of the array must be found, including meta-layers and their components";
}

// Versions that are in no list of supported versions: accepted or rejected.
constexpr char kWhyEither[] =
    "a manifest with a version that the document does not define may be used or not, but does not "
    "affect other manifests";

void JudgeOtherVersion(Case& c, LayerKind kind, const char* format) {
  VulkanWorld world(c.subject());
  world.With(KindLayer(kind, kGood)).With(KindLayer(kind, kOne).FileFormat(format));
  const bool named = kind == LayerKind::kExplicit;
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    app.EnumerateLayers();
    if (named) app.RunFullSequence({.layers = {kOne, kGood}});
    if (named && !app.created()) app.RunFullSequence({.layers = {kGood}});
    if (!named) app.RunFullSequence();
  });
  EXPECT_SEEN(EnumeratedLayers(seen), AnyOf(ElementsAre(kGood), UnorderedElementsAre(kGood, kOne)))
      << kWhyEither << reading::LS_VK_MANIFEST_15_r1;
  EXPECT_SEEN(InstanceChain(seen), AnyOf(ElementsAre(kGood), UnorderedElementsAre(kGood, kOne)))
      << kWhyEither << reading::LS_VK_MANIFEST_15_r1;
}

void JudgeVersion(Case& c, LayerKind kind, const char* format, const char* why) {
  VulkanWorld world(c.subject());
  world.With(KindLayer(kind, kOne).FileFormat(format));
  EXPECT_SEEN(EnumeratedLayers(RunWithLayers(c, world, kind, {kOne})), ElementsAre(kOne)) << why;
}

REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    for (const char* format : oracle::vulkan::kManifestFormats) {
      std::string word = format;
      for (char& letter : word) letter = letter == '.' ? '_' : letter;
      RegisterCase(Api::kVulkan, {policy::LS_VK_MANIFEST_15, policy::LLP_LOADER_1},
                   fmt::format("{}_format_{}", KindName(kind), word), [kind, format](Case& c) {
                     JudgeVersion(
                         c, kind, format,
                         "a manifest with a version that the document defines must be accepted");
                   });
    }
    RegisterCase(Api::kVulkan, {policy::LS_VK_MANIFEST_19},
                 fmt::format("{}_format_1_2_1", KindName(kind)), [kind](Case& c) {
                   JudgeVersion(
                       c, kind, "1.2.1",
                       "a manifest with the version of the document's example is accepted");
                 });
    for (const char* format :
         {"1.2.1", "1.0.9", "1.3.0", "1.99.99", "2.0.0", "0.9.0", "1.2", "1"}) {
      std::string word = format;
      for (char& letter : word) letter = letter == '.' ? '_' : letter;
      RegisterCase(Api::kVulkan, {policy::LS_VK_MANIFEST_15, policy::LLP_LOADER_1},
                   fmt::format("{}_other_format_{}", KindName(kind), word),
                   [kind, format](Case& c) { JudgeOtherVersion(c, kind, format); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::format_versions
