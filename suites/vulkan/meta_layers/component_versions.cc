// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "oracle/vulkan/layers.h"
#include "policies/reading_ids.h"
#include "suites/suites.h"
#include "suites/vulkan/activation/environment_names.h"

// LoaderLayerInterface, "Meta-layers", and LLP_LAYER_8: the API versions of a meta-layer and of its
// components. Older components make the meta-layer unusable; if the document supports both results,
// for newer components or another patch version, it is used completely or not at all.
namespace loadstone::suites::component_versions {
namespace {

constexpr char kMeta[] = "VK_LAYER_LS_meta";
constexpr char kGood[] = "VK_LAYER_LS_good";
constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kTwo[] = "VK_LAYER_LS_two";
constexpr char kThree[] = "VK_LAYER_LS_three";

// Minor versions are relative to the subject's and older, so that it knows all of them.
struct Version {
  uint32_t minors_older = 0;
  uint32_t patch = 0;

  policy::Version Of(const Subject& subject) const {
    return {subject.api_version.major, subject.api_version.minor - minors_older, patch};
  }
  std::string In(const Subject& subject) const { return Of(subject).ToString(); }
};

struct Versions {
  const char* name;
  Version meta;
  Version components[3];

  // Subjects of 1.0 and 1.1 have no such older versions.
  bool ExistFor(const Subject& subject) const {
    uint32_t oldest = meta.minors_older;
    for (const Version& component : components) oldest = std::max(oldest, component.minors_older);
    return oldest <= subject.api_version.minor;
  }
};

constexpr Versions kVersions[] = {
    {"all_of_one_version", {}, {{}, {}, {}}},
    {"all_of_an_older_version", {1}, {{1}, {1}, {1}}},
    {"all_of_one_patch_version", {0, 7}, {{0, 7}, {0, 7}, {0, 7}}},
    {"first_older", {}, {{1}, {}, {}}},
    {"middle_older", {}, {{}, {1}, {}}},
    {"last_older", {}, {{}, {}, {1}}},
    {"all_older", {}, {{1}, {1}, {1}}},
    {"first_two_minor_versions_older", {}, {{2}, {}, {}}},
    {"last_two_minor_versions_older", {}, {{}, {}, {2}}},
    {"older_with_a_newer_patch", {}, {{}, {1, 999}, {}}},
    {"one_older_and_one_newer", {1}, {{2}, {}, {1}}},
    {"first_newer", {1}, {{}, {1}, {1}}},
    {"last_newer", {1}, {{1}, {1}, {}}},
    {"all_newer", {2}, {{}, {1}, {}}},
    {"first_of_an_older_patch", {0, 9}, {{0, 8}, {0, 9}, {0, 9}}},
    {"last_of_a_newer_patch", {0, 9}, {{0, 9}, {0, 9}, {0, 10}}},
};

// How a meta-layer is enabled; the override layer is one as well.
enum class MetaKind { kNamed, kImplicit, kOverride };

constexpr std::pair<const char*, MetaKind> kMetaKinds[] = {
    {"", MetaKind::kNamed}, {"implicit_", MetaKind::kImplicit}, {"override_", MetaKind::kOverride}};

// A meta-layer with these components. A named one is in the environment of `world`.
Layer MetaLayer(VulkanWorld& world, MetaKind kind, const std::vector<std::string>& components) {
  if (kind == MetaKind::kOverride) return Layer::Override(components);
  Layer meta = Layer::Meta(kMeta, components);
  if (kind == MetaKind::kImplicit) return meta.Implicit();
  world.Env("VK_INSTANCE_LAYERS", kMeta);
  return meta;
}

Observation RunWith(Case& c, const Versions& row, MetaKind kind) {
  VulkanWorld world(c.subject());
  const char* const names[] = {kOne, kTwo, kThree};
  for (size_t i = 0; i < 3; ++i) {
    world.With(Layer(names[i]).Api(row.components[i].In(c.subject())));
  }
  world.With(MetaLayer(world, kind, {kOne, kTwo, kThree}).Api(row.meta.In(c.subject())))
      .With(Layer(kGood));
  return Observe(c, world,
                 [](VulkanApp& app) { RunWithEnvironmentFallback(app, {.layers = {kGood}}); });
}

// The component with the lowest value determines whether a meta-layer is used.
oracle::Tristate IsUsed(const Versions& row, const Subject& subject) {
  oracle::Tristate used = oracle::Tristate::kYes;
  for (const Version& component : row.components) {
    used = std::min(
        used, oracle::vulkan::IsComponentVersion(component.Of(subject), row.meta.Of(subject)));
  }
  return used;
}

void Judge(Case& c, const Versions& row, MetaKind kind) {
  if (!row.ExistFor(c.subject())) {
    GTEST_SKIP() << "no minor version is that much older than the subject's";
  }
  const std::vector<std::string> chain = InstanceChain(RunWith(c, row, kind));
  const auto used = UnorderedElementsAre(kOne, kTwo, kThree, kGood);
  const auto rejected = ElementsAre(kGood);
  switch (IsUsed(row, c.subject())) {
    case oracle::Tristate::kYes:
      EXPECT_SEEN(chain, used)
          << "a meta-layer whose components are all of its own API version must be usable";
      break;
    case oracle::Tristate::kNo:
      EXPECT_SEEN(chain, rejected)
          << "a meta-layer with a component of an older API version must not be loaded, and other "
             "layers stay usable";
      break;
    case oracle::Tristate::kMaybe:
      EXPECT_SEEN(chain, AnyOf(used, rejected))
          << "the meta-layer is used completely or not at all" << reading::LLP_LAYER_8_r1;
      break;
  }
}

REGISTER_CASES {
  for (const Versions& row : kVersions) {
    for (const auto& [prefix, kind] : kMetaKinds) {
      RegisterCase(Api::kVulkan, {policy::LLP_LAYER_8}, fmt::format("{}{}", prefix, row.name),
                   [&row, kind = kind](Case& c) { Judge(c, row, kind); });
    }
  }
}

// The components have the subject's version, so their minor version is not below that of 2.0.
REGISTER_CASES {
  for (const auto& [prefix, kind] : kMetaKinds) {
    RegisterCase(Api::kVulkan, {policy::LLP_LAYER_8, policy::LLP_LOADER_4},
                 fmt::format("{}of_major_version_2", prefix), [kind = kind](Case& c) {
                   VulkanWorld world(c.subject());
                   world.With(MetaLayer(world, kind, {kOne}).Api("2.0.0"))
                       .With(Layer(kOne))
                       .With(Layer(kGood));
                   const Observation seen = Observe(c, world, [](VulkanApp& app) {
                     RunWithEnvironmentFallback(app, {.layers = {kGood}});
                   });
                   EXPECT_SEEN(InstanceChain(seen), ElementsAre(kGood))
                       << "a meta-layer of major version 2 must not be loaded: its component has "
                          "an older one, and the loader an incompatible one";
                 });
  }
}

VULKAN_CASE(LLP_LAYER_8, application_names_a_meta_layer_with_an_older_component) {
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Layer::Meta(kMeta, {kOne, kTwo}).Api(Version().In(c.subject())))
                  .With(Layer(kOne).Api(Version{1}.In(c.subject())))
                  .With(Layer(kTwo).Api(Version().In(c.subject())))
                  .With(Layer(kGood)),
              [](VulkanApp& app) {
                app.RunFullSequence({.layers = {kMeta, kGood}});
                if (!app.created()) app.RunFullSequence({.layers = {kGood}});
              });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), AnyOf("VK_SUCCESS", "VK_ERROR_LAYER_NOT_PRESENT"))
      << "a meta-layer that cannot be used is treated as absent";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kGood))
      << "a meta-layer with a component of an older API version must not be loaded";
}

}  // namespace
}  // namespace loadstone::suites::component_versions
