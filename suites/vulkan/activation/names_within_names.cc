// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/filters/filters.h"

// LLP_LOADER_3, LS_VK_ACTIVATION_4, LS_VK_META_2 and "Layer Filtering" of LoaderLayerInterface:
// names in lists are compared whole: a beginning, an end or another part of a layer's name, and
// a name that contains a layer's name, are different names. Each list is tested with such a
// pair: one name is in the list, and the other layer must behave as without the list.
namespace loadstone::suites::names_within_names {
namespace {

using Names = std::vector<std::string>;

constexpr char kShort[] = "VK_LAYER_LS_a";
constexpr char kBehind[] = "VK_LAYER_LS_ab";
constexpr char kBefore[] = "VK_LAYER_LS_VK_LAYER_LS_a";
constexpr char kAround[] = "VK_LAYER_LS_VK_LAYER_LS_ab";
constexpr char kComponent[] = "VK_LAYER_LS_component";
constexpr char kMeta[] = "VK_LAYER_LS_meta";

struct Pair {
  const char* name;  // how the listed name relates to the other one
  const char* listed;
  const char* other;
};

constexpr Pair kPairs[] = {
    {"beginning_of", kShort, kBehind}, {"end_of", kShort, kBefore},
    {"part_of", kShort, kAround},      {"begins_with", kBehind, kShort},
    {"ends_with", kBefore, kShort},    {"contains", kAround, kShort},
};

// Which of the two layers exist, and whether the other one is implicit.
enum class Machine { kBesideImplicit, kBesideExplicit, kUnknownBesideImplicit };

struct MachineRow {
  const char* name;
  Machine machine;
};

constexpr MachineRow kMachines[] = {
    {"an_implicit_layer", Machine::kBesideImplicit},
    {"an_explicit_layer", Machine::kBesideExplicit},
    {"an_implicit_layer_and_of_nobody", Machine::kUnknownBesideImplicit},
};

// A list: how it names `listed`, what the application requests, and the expected chain.
struct List {
  const char* name;
  policy::Id owner;
  std::vector<Machine> machines;
  bool listed_is_implicit;
  bool unknown_may_be_refused;  // with VK_ERROR_LAYER_NOT_PRESENT
  void (*fill)(VulkanWorld& world, const std::string& listed);
  Names (*asked)(const Pair& pair, Machine machine);
  Names (*chain)(const Pair& pair, Machine machine);
};

bool IsImplicit(Machine machine) { return machine != Machine::kBesideExplicit; }

Names Nothing(const Pair&, Machine) { return {}; }
Names Listed(const Pair& pair, Machine) { return {pair.listed}; }
Names ExplicitOther(const Pair& pair, Machine machine) {
  return IsImplicit(machine) ? Names{} : Names{pair.other};
}

// For a list that enables: the listed layer, and the other layer if that is implicit.
Names WithListed(const Pair& pair, Machine machine) {
  Names chain;
  if (IsImplicit(machine)) chain.push_back(pair.other);
  if (machine != Machine::kUnknownBesideImplicit) chain.push_back(pair.listed);
  return chain;
}

// For a list that disables.
Names OtherAlone(const Pair& pair, Machine) { return {pair.other}; }
Names OtherAndComponent(const Pair& pair, Machine) { return {pair.other, kComponent}; }

const std::vector<Machine> kEachMachine = {Machine::kBesideImplicit, Machine::kBesideExplicit,
                                           Machine::kUnknownBesideImplicit};
const std::vector<Machine> kBothKnown = {Machine::kBesideImplicit, Machine::kBesideExplicit};

const List kLists[] = {
    {"instance_layers", policy::LS_VK_ACTIVATION_4, kEachMachine, false, true,
     [](VulkanWorld& world, const std::string& listed) { world.Env("VK_INSTANCE_LAYERS", listed); },
     Nothing, WithListed},
    {"enable_filter", policy::LS_VK_FILTER_1, kEachMachine, false, false,
     [](VulkanWorld& world, const std::string& listed) { world.Env(kEnableFilter, listed); },
     Nothing, WithListed},
    {"disable_filter", policy::LS_VK_FILTER_2, kEachMachine, true, false,
     [](VulkanWorld& world, const std::string& listed) { world.Env(kDisableFilter, listed); },
     ExplicitOther, OtherAlone},
    {"allow_filter",
     policy::LS_VK_FILTER_3,
     {Machine::kBesideImplicit},
     true,
     false,
     [](VulkanWorld& world, const std::string& listed) {
       world.Env(kDisableFilter, "~all~").Env(kAllowFilter, listed);
     },
     Nothing,
     Listed},
    {"blacklist", policy::LLP_LOADER_12, kEachMachine, true, false,
     [](VulkanWorld& world, const std::string& listed) {
       world.With(Layer::Override({kComponent}).Blacklist({listed})).With(Layer(kComponent));
     },
     ExplicitOther, OtherAndComponent},
    {"components", policy::LS_VK_META_2, kBothKnown, false, false,
     [](VulkanWorld& world, const std::string& listed) {
       world.With(Layer::Meta(kMeta, {listed}).Implicit());
     },
     Nothing, WithListed},
    {"layers_of_the_application", policy::LS_VK_CHAIN_4, kBothKnown, false, false,
     [](VulkanWorld&, const std::string&) {}, Listed, WithListed},
};

void Judge(Case& c, const List& list, const Pair& pair, Machine machine) {
  VulkanWorld world(c.subject());
  Layer other(pair.other);
  Layer listed(pair.listed);
  if (IsImplicit(machine)) other.Implicit();
  if (list.listed_is_implicit) listed.Implicit();
  world.With(other);
  if (machine != Machine::kUnknownBesideImplicit) world.With(listed);
  list.fill(world, pair.listed);
  const Observation seen = RunAsking(c, world, list.asked(pair, machine));
  if (list.unknown_may_be_refused && machine == Machine::kUnknownBesideImplicit &&
      ResultOf(seen, "vkCreateInstance") == "VK_ERROR_LAYER_NOT_PRESENT") {
    return;
  }
  const Names chain = list.chain(pair, machine);
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(chain))
      << "the list names " << pair.listed << ", which is not " << pair.other;
  EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAreArray(chain))
      << "the list names " << pair.listed << ", which is not " << pair.other;
}

REGISTER_CASES {
  for (const List& list : kLists) {
    for (const MachineRow& row : kMachines) {
      if (!Contains(row.machine).Matches(list.machines)) continue;
      for (const Pair& pair : kPairs) {
        RegisterCase(
            Api::kVulkan, {list.owner},
            fmt::format("name_in_{}_{}_the_name_of_{}", list.name, pair.name, row.name),
            [&list, &pair, machine = row.machine](Case& c) { Judge(c, list, pair, machine); });
      }
    }
  }
}

// All names in one list, in both directions.
const Names kAll = {kAround, kBehind, kShort, kBefore};
const Names kAllReversed = {kBefore, kShort, kBehind, kAround};

VulkanWorld WorldOfAll(const Subject& subject) {
  VulkanWorld world(subject);
  for (const std::string& name : kAll) world.With(Layer(name));
  return world;
}

void JudgeAsked(Case& c, const Names& names) {
  const Observation seen = RunAsking(c, WorldOfAll(c.subject()), names);
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(names))
      << "names that contain one another are different names";
}

VULKAN_CASE(LLP_LOADER_3, names_within_names) { JudgeAsked(c, kAll); }
VULKAN_CASE(LLP_LOADER_3, names_within_names_reversed) { JudgeAsked(c, kAllReversed); }

void JudgeEnvironment(Case& c, const char* variable, char separator, const Names& names) {
  VulkanWorld world = WorldOfAll(c.subject());
  world.Env(variable, JoinedBy(names, separator));
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), UnorderedElementsAreArray(names))
      << "names that contain one another are different names";
}

VULKAN_CASE(LS_VK_ACTIVATION_4, names_within_names) {
  JudgeEnvironment(c, "VK_INSTANCE_LAYERS", ':', kAll);
}
VULKAN_CASE(LS_VK_ACTIVATION_4, names_within_names_reversed) {
  JudgeEnvironment(c, "VK_INSTANCE_LAYERS", ':', kAllReversed);
}
VULKAN_CASE(LS_VK_FILTER_1, names_within_names) { JudgeEnvironment(c, kEnableFilter, ',', kAll); }
VULKAN_CASE(LS_VK_FILTER_1, names_within_names_reversed) {
  JudgeEnvironment(c, kEnableFilter, ',', kAllReversed);
}

void JudgeComponents(Case& c, const Names& names) {
  VulkanWorld world = WorldOfAll(c.subject());
  world.With(Layer::Meta(kMeta, names));
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {kMeta})), ElementsAreArray(names))
      << "components whose names contain one another are different layers";
}

VULKAN_CASE(LS_VK_META_2, names_within_names) { JudgeComponents(c, kAll); }
VULKAN_CASE(LS_VK_META_2, names_within_names_reversed) { JudgeComponents(c, kAllReversed); }

// Paths of executables that differ from the application's, and contain it or are a part of it.
struct Key {
  const char* name;
  const char* path;
};

constexpr char kApplicationPath[] = "/opt/games/bin/game";
constexpr Key kKeys[] = {
    {"path_with_more_behind", "/opt/games/bin/game_2"},
    {"path_with_a_suffix", "/opt/games/bin/game.sh"},
    {"path_below_it", "/opt/games/bin/game/game"},
    {"path_with_more_before", "/mnt/opt/games/bin/game"},
    {"path_with_less_behind", "/opt/games/bin/gam"},
    {"path_with_less_before", "/games/bin/game"},
};

REGISTER_CASES {
  for (const Key& key : kKeys) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_OVERRIDE_1}, fmt::format("app_keys_of_{}", key.name),
                 [&key](Case& c) {
                   VulkanWorld world(c.subject());
                   world.Application(kApplicationPath)
                       .With(Layer::Override({kComponent}).AppKeys({key.path}))
                       .With(Layer(kComponent));
                   EXPECT_SEEN(InstanceChain(RunAsking(c, world)), Not(Contains(kComponent)))
                       << "an override layer for " << key.path << " does not apply to "
                       << kApplicationPath;
                 });
  }
}

// The application requests a name that no layer has.
REGISTER_CASES {
  for (const Pair& pair : kPairs) {
    RegisterCase(Api::kVulkan, {policy::LLP_LOADER_1},
                 fmt::format("asked_name_{}_the_name_of_a_layer", pair.name), [&pair](Case& c) {
                   VulkanWorld world(c.subject());
                   const Observation seen =
                       RunAsking(c, world.With(Layer(pair.other)), {pair.listed});
                   EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_ERROR_LAYER_NOT_PRESENT")
                       << "no layer has the name " << pair.listed;
                 });
  }
}

}  // namespace
}  // namespace loadstone::suites::names_within_names
