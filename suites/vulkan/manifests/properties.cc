// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/layer_kinds.h"

// LoaderLayerInterface, "Layer Manifest File Format": vkEnumerateInstanceLayerProperties returns
// the properties in the manifest.
namespace loadstone::suites::properties {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";

// One member of the properties of all layers, as the application got it.
std::vector<std::string> Enumerated(const Observation& seen, const char* member) {
  for (const Event& event : seen.Select("app", "vkEnumerateInstanceLayerProperties")) {
    if (event.phase() == "leave") return event.List(member);
  }
  return {"no answer"};
}

Observation Enumerate(Case& c, const Layer& layer) {
  return Observe(c, VulkanWorld(c.subject()).With(layer),
                 [](VulkanApp& app) { app.EnumerateLayers(); });
}

struct Value {
  const char* word;
  const char* value;
};

constexpr Value kNames[] = {
    {"of_one_letter", "n"},
    {"with_blanks", " VK LAYER "},
    {"in_other_case", "vk_LAYER_ls_NAME"},
    {"of_other_alphabets", "VK_LAYER_LS_\xce\xbb"},
    {"with_quotes", R"(VK_LAYER_\"LS\")"},
    {"like_a_number", "17"},
};

constexpr Value kApiVersions[] = {
    {"1_0_0", "1.0.0"},     {"1_0_33", "1.0.33"},     {"1_1_1", "1.1.1"},
    {"1_2_198", "1.2.198"}, {"1_0_4095", "1.0.4095"},
};

constexpr Value kImplementations[] = {
    {"0", "0"}, {"9", "9"}, {"42", "42"}, {"65536", "65536"}, {"2147483647", "2147483647"},
};

constexpr Value kDescriptions[] = {
    {"empty", ""},
    {"of_one_letter", "d"},
    {"usual", "A layer that does what it does"},
    {"of_other_alphabets", "\xce\xbb\xe5\xb1\xa4 \xf0\x9f\xa7\xb2"},
    {"with_conversions_of_printf", "%s%n%d 100%"},
    {"with_lines", "one\\ntwo\\tthree"},
    {"with_quotes", R"(a \"layer\" \\ here)"},
};

// A JSON text as it is in the trace, where each byte that is not ASCII becomes a code point.
std::string AsTraced(const std::string& json_text) {
  std::string text;
  for (size_t i = 0; i < json_text.size(); ++i) {
    char letter = json_text[i];
    if (letter == '\\') {
      letter = json_text[++i];
      if (letter == 'n') letter = '\n';
      if (letter == 't') letter = '\t';
    }
    const auto byte = static_cast<unsigned char>(letter);
    if (byte >= 0x80) text += static_cast<char>(0xc0 | byte >> 6);
    text += byte >= 0x80 ? static_cast<char>(0x80 | (byte & 0x3f)) : letter;
  }
  return text;
}

// Whether a loader may omit the layer because of this member: a name that does not have the
// required form (LLP_LAYER_3.r1, LS_VK_MANIFEST_1.r1), or an API version newer than its own
// (LLP_LOADER_4.r1, LS_VK_MANIFEST_2.r1).
bool MayBeOmitted(const Subject& subject, const std::string& member, const std::string& value) {
  if (member == "name") return !value.starts_with("VK_LAYER_LS_");
  if (member != "api_version") return false;
  const auto version = policy::Version::TryParse(value);
  return !version.has_value() || *version > subject.api_version;
}

template <size_t kCount>
void Register(policy::Id id, const char* prefix, const Value (&values)[kCount], const char* member,
              const char* properties, const char* why) {
  for (const Value& value : values) {
    for (const LayerKind kind : kLayerKinds) {
      RegisterCase(Api::kVulkan, {id}, fmt::format("{}_{}_{}", KindName(kind), prefix, value.word),
                   [=](Case& c) {
                     const Layer layer =
                         KindLayer(kind, kOne)
                             .Manifest(fmt::format(R"({{"{}": "{}"}})", member, value.value));
                     const auto given = ElementsAre(AsTraced(value.value));
                     const auto found = Enumerated(Enumerate(c, layer), properties);
                     if (MayBeOmitted(c.subject(), member, value.value)) {
                       EXPECT_SEEN(found, AnyOf(IsEmpty(), given)) << why;
                     } else {
                       EXPECT_SEEN(found, given) << why;
                     }
                   });
    }
  }
}

REGISTER_CASES {
  Register(policy::LS_VK_MANIFEST_1, "name", kNames, "name", "names",
           "the name in the manifest is the layer's name");
  Register(policy::LS_VK_MANIFEST_2, "api_version", kApiVersions, "api_version", "api_versions",
           "the api_version in the manifest is the layer's specVersion");
  Register(policy::LS_VK_MANIFEST_3, "version", kImplementations, "implementation_version",
           "implementation_versions", "the implementation_version in the manifest is the layer's");
  Register(policy::LS_VK_MANIFEST_4, "description", kDescriptions, "description", "descriptions",
           "the description in the manifest is the layer's");
}

VULKAN_CASE(LS_VK_MANIFEST_1, name_with_an_escape) {
  const Layer layer = Layer(kOne).Manifest(R"({"name": "VK_LAYER_LS_\u03bb"})");
  EXPECT_SEEN(Enumerated(Enumerate(c, layer), "names"),
              ElementsAre(AsTraced("VK_LAYER_LS_\xce\xbb")))
      << "the name in the manifest is the layer's name";
}

// Each layer has its own properties, however many layers there are.
VULKAN_CASE(LS_VK_MANIFEST_1, properties_of_64_layers, policy::LS_VK_MANIFEST_2,
            policy::LS_VK_MANIFEST_3, policy::LS_VK_MANIFEST_4) {
  VulkanWorld world(c.subject());
  std::vector<std::string> expected;
  for (int i = 0; i < 64; ++i) {
    const LayerKind kind = i % 2 == 0 ? LayerKind::kExplicit : LayerKind::kImplicit;
    const std::string name = fmt::format("VK_LAYER_LS_{}", i);
    world.With(
        KindLayer(kind, name)
            .Api(fmt::format("1.0.{}", i))
            .Manifest(fmt::format(
                R"({{"implementation_version": "{}", "description": "number {}"}})", i + 100, i)));
    expected.push_back(fmt::format("{} 1.0.{} {} number {}", name, i, i + 100, i));
  }
  const Observation seen = Observe(c, world, [](VulkanApp& app) { app.EnumerateLayers(); });
  const std::vector<std::string> names = Enumerated(seen, "names");
  const std::vector<std::string> versions = Enumerated(seen, "api_versions");
  const std::vector<std::string> implementations = Enumerated(seen, "implementation_versions");
  const std::vector<std::string> descriptions = Enumerated(seen, "descriptions");
  std::vector<std::string> found;
  for (size_t i = 0; i < names.size(); ++i) {
    found.push_back(
        fmt::format("{} {} {} {}", names[i], versions[i], implementations[i], descriptions[i]));
  }
  EXPECT_SEEN(found, UnorderedElementsAreArray(expected))
      << "the properties of each layer are those of its own manifest";
}

// A meta-layer has its own properties, not those of a component.
VULKAN_CASE(LS_VK_MANIFEST_1, properties_of_meta_layers, policy::LS_VK_MANIFEST_2,
            policy::LS_VK_MANIFEST_3, policy::LS_VK_MANIFEST_4) {
  const auto with = [](Layer layer, int number) {
    return layer.Api("1.0.0").Manifest(
        fmt::format(R"({{"implementation_version": "{0}", "description": "number {0}"}})", number));
  };
  VulkanWorld world(c.subject());
  world.With(with(Layer("VK_LAYER_LS_a"), 7))
      .With(with(Layer::Meta("VK_LAYER_LS_b", {"VK_LAYER_LS_a"}), 8))
      .With(with(Layer::Meta("VK_LAYER_LS_c", {"VK_LAYER_LS_a"}).Implicit(), 9));
  const Observation seen = Observe(c, world, [](VulkanApp& app) { app.EnumerateLayers(); });
  const std::vector<std::string> names = Enumerated(seen, "names");
  const std::vector<std::string> implementations = Enumerated(seen, "implementation_versions");
  const std::vector<std::string> descriptions = Enumerated(seen, "descriptions");
  std::vector<std::string> found;
  for (size_t i = 0; i < names.size(); ++i) {
    found.push_back(fmt::format("{} {} {}", names[i], implementations[i], descriptions[i]));
  }
  EXPECT_SEEN(found, UnorderedElementsAre("VK_LAYER_LS_a 7 number 7", "VK_LAYER_LS_b 8 number 8",
                                          "VK_LAYER_LS_c 9 number 9"))
      << "the properties of a meta-layer are those of its own manifest";
  EXPECT_SEEN(Enumerated(seen, "api_versions"), Each("1.0.0"))
      << "the properties of a meta-layer are those of its own manifest";
}

// The maximum length in VkLayerProperties.
VULKAN_CASE(LS_VK_MANIFEST_4, description_of_255_characters) {
  const std::string description = std::string(254, 'd') + "e";
  VulkanWorld world(c.subject());
  world.With(Layer(kOne).Manifest(JsonObject().Set("description", description).Text()));
  const Observation seen = Observe(c, world, [](VulkanApp& app) { app.EnumerateLayers(); });
  EXPECT_SEEN(Enumerated(seen, "descriptions"), ElementsAre(description))
      << "a description that fits into the properties is returned completely";
}

// Too long for VkLayerProperties: it may be truncated, or the layer may be omitted
// (LS_VK_MANIFEST_4.r1).
REGISTER_CASES {
  for (const size_t size : {size_t{256}, size_t{1000}}) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_MANIFEST_4}, fmt::format("description_of_{}_characters", size),
        [size](Case& c) {
          VulkanWorld world(c.subject());
          world.With(Layer("VK_LAYER_LS_good").Manifest(R"({"description": "good"})"));
          world.With(
              Layer(kOne).Manifest(JsonObject().Set("description", std::string(size, 'd')).Text()));
          const Observation seen = Observe(c, world, [](VulkanApp& app) { app.EnumerateLayers(); });
          EXPECT_SEEN(
              Enumerated(seen, "descriptions"),
              AnyOf(ElementsAre("good"), UnorderedElementsAre("good", MatchesRegex("d{0,255}"))))
              << "a description that is too long is truncated, or its layer is left out";
        });
  }
}

}  // namespace
}  // namespace loadstone::suites::properties
