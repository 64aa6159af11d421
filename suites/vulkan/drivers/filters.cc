// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/filters/filters.h"

#include <fmt/format.h>

#include "suites/vulkan/drivers/driver_places.h"

// LoaderDriverInterface, "Driver Filtering": drivers by the file names of their manifests. Blanks,
// empty elements and asterisks elsewhere than at the ends of a name are open
// (LS_VK_DRIVER_FILTER_4.r1).
namespace loadstone::suites::filters {
namespace {

constexpr char kSelect[] = "VK_LOADER_DRIVERS_SELECT";
constexpr char kDisable[] = "VK_LOADER_DRIVERS_DISABLE";
constexpr char kAlpha[] = "alpha_icd";
constexpr char kBeta[] = "beta_icd";
constexpr char kGamma[] = "gamma_soft";
constexpr const char* kDrivers[] = {kAlpha, kBeta, kGamma};

VulkanWorld WorldOfThree(const Subject& subject) {
  VulkanWorld world(subject);
  world.WithoutDriver();
  for (const char* name : kDrivers) world.With(NamedDriver(name));
  return world;
}

struct Filter {
  const char* name;
  const char* value;
  std::vector<std::string> matches;
};

const Filter kWholeNames[] = {
    {"one_driver", "beta_icd.json", {kBeta}},
    {"two_drivers", "gamma_soft.json,alpha_icd.json", {kAlpha, kGamma}},
    {"no_driver", "delta_icd.json", {}},
};

const Filter kGlobs[] = {
    {"prefix", "alpha*", {kAlpha}},
    {"suffix", "*_icd.json", {kAlpha, kBeta}},
    {"substring", "*soft*", {kGamma}},
    {"prefix_of_one_letter", "a*", {kAlpha}},
    {"suffix_of_one_letter", "*n", {kAlpha, kBeta, kGamma}},
    {"substring_of_one_letter", "*t*", {kBeta, kGamma}},
    {"every_letter_of_a_name", "*gamma_soft.json*", {kGamma}},
    {"prefix_longer_than_the_names", "alpha_icd.json.old*", {}},
    {"suffix_longer_than_the_names", "*/alpha_icd.json", {}},
    {"prefix_that_is_the_name", "beta_icd.json*", {kBeta}},
    {"list_of_globs", "gamma*,*beta*", {kBeta, kGamma}},
    {"whole_name_in_other_case", "ALPHA_ICD.JSON", {kAlpha}},
    {"glob_in_other_case", "*SOFT*", {kGamma}},
    {"beginning_of_a_name", "alpha", {}},
    {"end_of_a_name", "_icd.json", {}},
    {"name_without_suffix", "alpha_icd", {}},
    {"prefix_does_not_match_inside", "soft*", {}},
    {"suffix_does_not_match_inside", "*_icd", {}},
    {"suffix_that_is_the_name", "*beta_icd.json", {kBeta}},
    {"substring_at_the_beginning", "*gam*", {kGamma}},
    {"substring_at_the_end", "*soft.json*", {kGamma}},
    {"substring_of_nothing", "*delta*", {}},
    {"prefix_in_other_case", "BeTa*", {kBeta}},
    {"suffix_in_other_case", "*_ICD.Json", {kAlpha, kBeta}},
    {"one_name_twice", "beta_icd.json,beta_icd.json", {kBeta}},
    {"unknown_name_first", "delta_icd.json,beta_icd.json", {kBeta}},
    {"unknown_name_last", "beta_icd.json,delta_icd.json", {kBeta}},
    {"globs_that_overlap", "*icd*,beta*,*beta_icd.json", {kAlpha, kBeta}},
    {"names_with_a_path_separator_between", "alpha_icd.json:beta_icd.json", {}},
};

std::vector<std::string> Others(const std::vector<std::string>& matches) {
  std::vector<std::string> others;
  for (const std::string name : kDrivers) {
    if (std::find(matches.begin(), matches.end(), name) == matches.end()) others.push_back(name);
  }
  return others;
}

void JudgeSelect(Case& c, const Filter& filter) {
  EXPECT_SEEN(
      DriversReached(RunEnumerating(c, WorldOfThree(c.subject()).Env(kSelect, filter.value))),
      UnorderedElementsAreArray(filter.matches))
      << "the drivers whose manifests match are used, and no others";
}

void JudgeDisable(Case& c, const Filter& filter) {
  EXPECT_SEEN(
      DriversReached(RunEnumerating(c, WorldOfThree(c.subject()).Env(kDisable, filter.value))),
      UnorderedElementsAreArray(Others(filter.matches)))
      << "all drivers except those whose manifests match are used";
}

REGISTER_CASES {
  for (const Filter& filter : kWholeNames) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_FILTER_1}, filter.name,
                 [&filter](Case& c) { JudgeSelect(c, filter); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_FILTER_2}, filter.name,
                 [&filter](Case& c) { JudgeDisable(c, filter); });
  }
  for (const Filter& filter : kGlobs) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_FILTER_4, policy::LS_VK_DRIVER_FILTER_1},
                 fmt::format("select_{}", filter.name),
                 [&filter](Case& c) { JudgeSelect(c, filter); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_FILTER_4, policy::LS_VK_DRIVER_FILTER_2},
                 fmt::format("disable_{}", filter.name),
                 [&filter](Case& c) { JudgeDisable(c, filter); });
  }
}

// The filter also covers the drivers that another variable names.
VulkanWorld WorldOfVariable(const Subject& subject, const char* variable) {
  VulkanWorld world = WorldOfThree(subject);
  return world.With(NamedDriver("named_icd").In(kElsewhere))
      .Env(variable, ManifestPath(kElsewhere, "named_icd"));
}

VULKAN_CASE(LS_VK_DRIVER_FILTER_1, driver_that_is_added, policy::LS_VK_DRIVER_DISCOVERY_6) {
  VulkanWorld world = WorldOfVariable(c.subject(), "VK_ADD_DRIVER_FILES");
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world.Env(kSelect, "named*"))),
              ElementsAre("named_icd"))
      << "a driver of another variable can be selected";
}

VULKAN_CASE(LS_VK_DRIVER_FILTER_2, driver_that_is_added, policy::LS_VK_DRIVER_DISCOVERY_6) {
  VulkanWorld world = WorldOfVariable(c.subject(), "VK_ADD_DRIVER_FILES");
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world.Env(kDisable, "named*"))),
              UnorderedElementsAreArray(kDrivers))
      << "a driver of another variable can be disabled";
}

VULKAN_CASE(LS_VK_DRIVER_FILTER_2, only_driver_of_driver_files, policy::LS_VK_DRIVER_DISCOVERY_3) {
  VulkanWorld world = WorldOfVariable(c.subject(), "VK_DRIVER_FILES");
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world.Env(kDisable, "named*"))), IsEmpty())
      << "a driver of another variable can be disabled, and no other driver replaces it";
}

VULKAN_CASE(LS_VK_DRIVER_FILTER_2, only_driver_of_icd_filenames, policy::LS_VK_DRIVER_DISCOVERY_4) {
  VulkanWorld world = WorldOfVariable(c.subject(), "VK_ICD_FILENAMES");
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world.Env(kDisable, "named*"))), IsEmpty())
      << "a driver of another variable can be disabled, and no other driver replaces it";
}

// Variables that replace the search name two drivers, of which one is selected.
REGISTER_CASES {
  for (const auto& [name, variable] : {std::pair{"driver_files", "VK_DRIVER_FILES"},
                                       std::pair{"icd_filenames", "VK_ICD_FILENAMES"}}) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_FILTER_1},
                 fmt::format("one_of_two_drivers_of_{}", name), [variable = variable](Case& c) {
                   VulkanWorld world = WorldOfThree(c.subject());
                   world.With(NamedDriver("named_icd").In(kElsewhere))
                       .With(NamedDriver("other_icd").In(kElsewhere))
                       .Env(variable, fmt::format("{}:{}", ManifestPath(kElsewhere, "named_icd"),
                                                  ManifestPath(kElsewhere, "other_icd")))
                       .Env(kSelect, "named*,alpha*");
                   EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), ElementsAre("named_icd"))
                       << "of the drivers of another variable, the selected one is used";
                 });
  }
}

// The filters apply to all known drivers, which are those that "have already been found using the
// default paths or other environment variables": two drivers of the place, and one of the system.
void JudgePlace(Case& c, const PlaceOfDrivers& place, const char* variable,
                std::vector<std::string> filtered) {
  VulkanWorld world(c.subject());
  Place(world, place, {NamedDriver("named_icd"), NamedDriver("other_icd")});
  if (place.replaces) std::erase(filtered, kDefaultDriver);
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world.Env(variable, "named*"))),
              UnorderedElementsAreArray(filtered))
      << variable << " applies to the drivers of " << place.folder;
}

REGISTER_CASES {
  for (const PlaceOfDrivers& place : kPlacesOfDrivers) {
    if (place.named == NamesDrivers::kByFiles) continue;
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_FILTER_1, FoundBy(place)},
                 fmt::format("one_driver_of_{}_is_selected", place.name),
                 [&place](Case& c) { JudgePlace(c, place, kSelect, {"named_icd"}); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_FILTER_2, FoundBy(place)},
                 fmt::format("one_driver_of_{}_is_disabled", place.name), [&place](Case& c) {
                   JudgePlace(c, place, kDisable, {"other_icd", kDefaultDriver});
                 });
  }
}

// A manifest whose own name has capitals.
struct Capitals {
  const char* name;
  const char* value;
};

constexpr Capitals kOfCapitals[] = {
    {"prefix", "delta*"},
    {"suffix", "*ta_icd.json"},
    {"substring", "*ta_ic*"},
    {"whole_name", "delta_icd.json"},
    {"other_letters", "dELTA_iCD*"},
};

void JudgeCapitals(Case& c, const char* variable, const char* value,
                   const std::vector<std::string>& used) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(NamedDriver("Delta_ICD")).With(NamedDriver(kGamma));
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world.Env(variable, value))),
              UnorderedElementsAreArray(used))
      << "the case of letters does not matter, in the name of the manifest either";
}

REGISTER_CASES {
  for (const Capitals& filter : kOfCapitals) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_FILTER_4, policy::LS_VK_DRIVER_FILTER_1},
                 fmt::format("select_name_with_capitals_by_{}", filter.name),
                 [&filter](Case& c) { JudgeCapitals(c, kSelect, filter.value, {"Delta_ICD"}); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_FILTER_4, policy::LS_VK_DRIVER_FILTER_2},
                 fmt::format("disable_name_with_capitals_by_{}", filter.name),
                 [&filter](Case& c) { JudgeCapitals(c, kDisable, filter.value, {kGamma}); });
  }
}

// A list applies to each instance, whatever the loader did with its text before.
void JudgeAgain(Case& c, const char* variable, const std::vector<std::string>& used) {
  VulkanWorld world = WorldOfThree(c.subject());
  const Observation seen =
      Observe(c, world.Env(variable, "gamma*,alpha_icd.json"), [](VulkanApp& app) {
        for (int i = 0; i < 2; ++i) {
          app.EnumerateExtensions();
          if (app.CreateInstance() != VK_SUCCESS) return;
          app.EnumeratePhysicalDevices();
          app.DestroyInstance();
        }
      });
  for (const Event& event : seen.Select(kAppName, "vkEnumeratePhysicalDevices")) {
    if (event.phase() != "leave") continue;
    EXPECT_SEEN(event.List("names"), UnorderedElementsAreArray(used))
        << "each element of " << variable << " applies to each instance";
  }
  EXPECT_SEEN(seen.Select(kAppName, "vkEnumeratePhysicalDevices"), SizeIs(4))
      << "both instances exist";
}

VULKAN_CASE(LS_VK_DRIVER_FILTER_1, list_for_each_of_two_instances) {
  JudgeAgain(c, kSelect, {kAlpha, kGamma});
}
VULKAN_CASE(LS_VK_DRIVER_FILTER_2, list_for_each_of_two_instances) {
  JudgeAgain(c, kDisable, {kBeta});
}

struct Both {
  const char* name;
  const char* disable;
  const char* select;
  std::vector<std::string> used;
};

const Both kBoth[] = {
    {"all_disabled_and_one_selected", "*.json", "beta_icd.json", {kBeta}},
    {"the_same_disabled_and_selected", "alpha_icd.json", "alpha_icd.json", {kAlpha}},
    {"one_disabled_and_two_selected", "beta*", "*_icd.json", {kAlpha, kBeta}},
};

REGISTER_CASES {
  for (const Both& both : kBoth) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_FILTER_3, policy::LS_VK_DRIVER_FILTER_1},
                 both.name, [&both](Case& c) {
                   VulkanWorld world = WorldOfThree(c.subject());
                   world.Env(kDisable, both.disable).Env(kSelect, both.select);
                   EXPECT_SEEN(DriversReached(RunEnumerating(c, world)),
                               UnorderedElementsAreArray(both.used))
                       << "a selected driver is used even if it is disabled";
                 });
  }
}

struct Logging {
  const char* name;
  const char* value;  // of VK_LOADER_DEBUG
};

constexpr Logging kLoggings[] = {
    {"warnings", "warn"}, {"driver_messages", "driver"}, {"everything", "all"}};

// A message is a line with the names of the file and of the variable (LS_VK_DRIVER_FILTER_5.r1).
REGISTER_CASES {
  for (const Logging& logging : kLoggings) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_FILTER_5, policy::LS_VK_DRIVER_FILTER_1},
                 fmt::format("{}_of_drivers_that_are_not_selected", logging.name),
                 [&logging](Case& c) {
                   VulkanWorld world = WorldOfThree(c.subject());
                   world.Env("VK_LOADER_DEBUG", logging.value).Env(kSelect, "gamma*");
                   ExpectFilterMessages(RunEnumerating(c, world), kSelect,
                                        {"alpha_icd.json", "beta_icd.json"});
                 });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_FILTER_5, policy::LS_VK_DRIVER_FILTER_2},
                 fmt::format("{}_of_drivers_that_are_disabled", logging.name), [&logging](Case& c) {
                   VulkanWorld world = WorldOfThree(c.subject());
                   world.Env("VK_LOADER_DEBUG", logging.value).Env(kDisable, "*_icd.json");
                   ExpectFilterMessages(RunEnumerating(c, world), kDisable,
                                        {"alpha_icd.json", "beta_icd.json"});
                 });
  }
}

// Each of three drivers is selected, disabled, or neither. Which variable the message about the
// disabled one names is open, as it is not selected either.
VULKAN_CASE(LS_VK_DRIVER_FILTER_5, warnings_where_another_driver_is_disabled,
            policy::LS_VK_DRIVER_FILTER_1) {
  VulkanWorld world = WorldOfThree(c.subject());
  world.Env("VK_LOADER_DEBUG", "warn").Env(kSelect, "alpha*").Env(kDisable, "beta*");
  ExpectFilterMessages(RunEnumerating(c, world), kSelect, {"gamma_soft.json"});
}

}  // namespace
}  // namespace loadstone::suites::filters
