// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/suites.h"

// LoaderLayerInterface, "Override Meta-Layer": app_keys, override_paths and blacklisted_layers in
// all combinations. The other members have an effect only if the layer applies to the application.
namespace loadstone::suites::combinations {
namespace {

constexpr char kComponent[] = "VK_LAYER_LS_component";
constexpr char kFromPath[] = "component of the override path";
constexpr char kFromFolder[] = "component of the standard folder";
constexpr char kListed[] = "VK_LAYER_LS_listed";
constexpr char kListedImplicit[] = "VK_LAYER_LS_listed_implicit";
constexpr char kFree[] = "VK_LAYER_LS_free";
constexpr char kApplication[] = "/opt/application/bin/application";
constexpr char kAnother[] = "/opt/application/bin/another";
constexpr char kPath[] = "/opt/override";

struct Keys {
  const char* name;
  bool present;
  std::vector<std::string> paths;
  bool applies;
};

const Keys kKeys[] = {
    {"no_app_keys", false, {}, true},
    {"empty_app_keys", true, {}, true},
    {"app_keys_of_the_application", true, {kApplication}, true},
    {"app_keys_of_several", true, {kAnother, kApplication, "/usr/bin/third"}, true},
    {"app_keys_of_another", true, {kAnother}, false},
};

enum class Paths { kNone, kWithComponent, kWithoutComponent };

struct PathsRow {
  const char* name;
  Paths paths;
};

constexpr PathsRow kPaths[] = {{"no_override_paths", Paths::kNone},
                               {"override_paths", Paths::kWithComponent},
                               {"override_paths_without_the_component", Paths::kWithoutComponent}};

struct Blacklist {
  const char* name;
  std::vector<std::string> names;
  bool forbids;
};

const Blacklist kBlacklists[] = {
    {"no_blacklist", {}, false},
    {"blacklist", {kListed, kListedImplicit}, true},
    {"blacklist_of_others", {"VK_LAYER_LS_none", "VK_LAYER_LS_list"}, false},
};

VulkanWorld Machine(const Case& c, const Keys& keys, Paths paths, const Blacklist& blacklist) {
  Layer override_layer = Layer::Override({kComponent});
  if (keys.present) override_layer.AppKeys(keys.paths);
  if (!blacklist.names.empty()) override_layer.Blacklist(blacklist.names);
  if (paths != Paths::kNone) override_layer.OverridePaths({kPath});
  VulkanWorld world(c.subject());
  world.With(override_layer)
      .With(Layer(kComponent).Who(kFromFolder))
      .With(Layer(kListed))
      .With(Layer(kListedImplicit).Implicit())
      .With(Layer(kFree).Implicit())
      .Directory(kPath)
      .Application(kApplication);
  if (paths == Paths::kWithComponent) world.With(Layer(kComponent).In(kPath).Who(kFromPath));
  return world;
}

// The override layer does not apply, so it has no effect.
void ExpectNoOverride(const std::vector<std::string>& chain) {
  EXPECT_SEEN(chain, UnorderedElementsAre(kListed, kListedImplicit, kFree))
      << "an override layer for another application enables, forbids and hides nothing";
}

// It applies, and its component is found.
void ExpectOverride(const std::vector<std::string>& chain, Paths paths, bool forbids) {
  const char* const component = paths == Paths::kNone ? kFromFolder : kFromPath;
  ASSERT_SEEN(chain, Contains(component))
      << "the override layer's component is loaded, from override_paths if there are any";
  EXPECT_SEEN(chain, Not(Contains(paths == Paths::kNone ? kFromPath : kFromFolder)))
      << "the component is loaded once";
  if (forbids) {
    EXPECT_SEEN(chain, Each(AnyOf(component, kFree)))
        << "a layer on the blacklist of the override layer must not be loaded";
  }
  // With override_paths the standard folders may be searched for other layers or not:
  // LS_VK_OVERRIDE_2.r1.
  if (paths != Paths::kNone) return;
  EXPECT_SEEN(chain, Contains(kFree)) << "an implicit layer that nothing forbids is loaded";
  if (!forbids) {
    EXPECT_SEEN(chain, IsSupersetOf({kListed, kListedImplicit}))
        << "layers that are not on the blacklist are loaded";
  }
}

void Judge(Case& c, const Keys& keys, Paths paths, const Blacklist& blacklist) {
  const Observation seen = Observe(c, Machine(c, keys, paths, blacklist), [](VulkanApp& app) {
    app.RunFullSequence({.layers = {kListed}});
    if (!app.created()) app.RunFullSequence();
  });
  const std::vector<std::string> chain = InstanceChain(seen);
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(chain))
      << "the layers of the instance are those of the device";
  EXPECT_SEEN(DriversReached(seen), Contains(kDefaultDriver)) << "an instance can be created";
  if (!keys.applies) {
    ExpectNoOverride(chain);
  } else if (paths == Paths::kWithoutComponent) {
    EXPECT_SEEN(chain, Not(Contains(AnyOf(kFromFolder, kFromPath))))
        << "components come only from override_paths; without a component the override layer is "
           "disabled";
  } else {
    ExpectOverride(chain, paths, blacklist.forbids);
  }
}

VULKAN_CASE(LS_VK_OVERRIDE_2, blacklist_without_the_component, policy::LLP_LOADER_12) {
  const Observation seen =
      Observe(c, Machine(c, kKeys[0], Paths::kWithoutComponent, kBlacklists[1]),
              [](VulkanApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(DriversReached(seen), Contains(kDefaultDriver)) << "an instance can be created";
  // Whether implicit layers are searched for elsewhere is open: LS_VK_OVERRIDE_2.r1.
  EXPECT_SEEN(InstanceChain(seen), AnyOf(IsSupersetOf({kFree, kListedImplicit}),
                                         Not(Contains(AnyOf(kFree, kListedImplicit)))))
      << "the blacklist of an override layer that is disabled for lack of a component forbids "
         "nothing";
}

REGISTER_CASES {
  for (const Keys& keys : kKeys) {
    for (const PathsRow& row : kPaths) {
      for (const Blacklist& blacklist : kBlacklists) {
        RegisterCase(
            Api::kVulkan,
            {policy::LLP_LOADER_11, policy::LLP_LOADER_12, policy::LS_VK_OVERRIDE_1,
             policy::LS_VK_OVERRIDE_2},
            fmt::format("{}_{}_{}", keys.name, row.name, blacklist.name),
            [&keys, paths = row.paths, &blacklist](Case& c) { Judge(c, keys, paths, blacklist); });
      }
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::combinations
