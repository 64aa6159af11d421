// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "oracle/vulkan/filters.h"
#include "policies/reading_ids.h"
#include "suites/vulkan/filters/filters.h"

// LoaderInterfaceArchitecture, "Filter Environment Variable Behaviors": comma-separated lists, the
// forms of globs, and case-insensitivity, for each of the three layer filters.
namespace loadstone::suites::globs {
namespace {

constexpr char kAlpha[] = "VK_LAYER_LS_alpha";
constexpr char kAlphabet[] = "VK_LAYER_LS_alphabet";
constexpr char kBeta[] = "VK_LAYER_LS_beta";
constexpr char kLastLetters[] = "VK_LAYER_XYZ_xyz";
constexpr char kOther[] = "VK_LAYER_SOMEBODY_else";

// A filter. It never matches kOther, which shows that the loader enables layers at all.
struct Filter {
  const char* name;
  std::string value;
};

std::string ManyNames(size_t count, const std::string& last) {
  std::string value;
  for (size_t i = 0; i < count; ++i) value += fmt::format("VK_LAYER_LS_missing_{},", i);
  return value + last;
}

std::vector<Filter> AllFilters() {
  return {
      {"whole_name", "VK_LAYER_LS_alpha"},
      {"whole_longer_name", "VK_LAYER_LS_alphabet"},
      {"part_of_a_name_without_asterisk", "alpha"},
      {"beginning_of_a_name_without_asterisk", "VK_LAYER_LS"},
      {"end_of_a_name_without_asterisk", "LS_beta"},
      {"name_of_no_layer", "VK_LAYER_LS_missing"},
      {"prefix", "VK_LAYER_LS_alpha*"},
      {"prefix_of_all", "VK_LAYER_LS_*"},
      {"prefix_that_is_a_whole_name", "VK_LAYER_LS_beta*"},
      {"prefix_does_not_match_inside", "LS_alpha*"},
      {"prefix_longer_than_the_names", "VK_LAYER_LS_alphabetical*"},
      {"suffix", "*_beta"},
      {"suffix_of_one_letter", "*a"},
      {"suffix_that_is_a_whole_name", "*VK_LAYER_LS_alphabet"},
      {"suffix_does_not_match_inside", "*_alpha"},
      {"suffix_longer_than_the_names", "*XVK_LAYER_LS_beta"},
      {"substring", "*pha*"},
      {"substring_at_the_end", "*bet*"},
      {"substring_at_the_beginning", "*VK_LAYER_LS*"},
      {"substring_that_is_a_whole_name", "*VK_LAYER_LS_alphabet*"},
      {"substring_of_one_letter", "*t*"},
      {"substring_of_nothing", "*gamma*"},
      {"whole_name_in_other_case", "vk_layer_ls_ALPHA"},
      {"prefix_in_other_case", "vk_LAYER_ls_AlPhA*"},
      {"suffix_in_other_case", "*_BETA"},
      {"substring_in_other_case", "*PHA*"},
      {"last_letters_in_other_case", "VK_LAYER_xyz_XYZ"},
      {"two_names", "VK_LAYER_LS_alpha,VK_LAYER_LS_beta"},
      {"one_name_twice", "VK_LAYER_LS_beta,VK_LAYER_LS_beta"},
      {"all_forms", "VK_LAYER_LS_alpha,*_alphabet,VK_LAYER_LS_b*"},
      {"forms_that_overlap", "*pha*,VK_LAYER_LS_alpha*,*alphabet"},
      {"unknown_name_first", "VK_LAYER_LS_missing,VK_LAYER_LS_beta"},
      {"unknown_name_last", "VK_LAYER_LS_beta,VK_LAYER_LS_missing"},
      {"last_of_10", ManyNames(9, kBeta)},
      {"last_of_100", ManyNames(99, kBeta)},
      {"beside_an_element_of_10000_letters", std::string(10000, 'x') + "," + kBeta},
      {"names_with_a_path_separator_between", "VK_LAYER_LS_alpha:VK_LAYER_LS_beta"},
  };
}

const std::vector<std::string>& AllNames() {
  static const std::vector<std::string> names = {kAlpha, kAlphabet, kBeta, kLastLetters};
  return names;
}

// The layers other than kOther that the filter matches.
std::vector<std::string> Matches(const Filter& filter) {
  std::vector<std::string> matches;
  for (const std::string& name : AllNames()) {
    if (oracle::vulkan::Covers(filter.value, name, false, false) == oracle::Tristate::kYes) {
      matches.push_back(name);
    }
  }
  return matches;
}

std::string Why(const Filter& filter, const char* variable) {
  const std::string value = filter.value.size() > 200 ? "the list given" : filter.value;
  return fmt::format("{} must apply to exactly the layers that {} matches", variable, value);
}

void JudgeEnable(Case& c, const Filter& filter) {
  VulkanWorld world(c.subject());
  for (const std::string& name : AllNames()) world.With(Layer(name));
  world.With(Layer(kOther)).Env(kEnableFilter, filter.value);
  std::vector<std::string> chain = Matches(filter);
  chain.push_back(kOther);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {kOther})), UnorderedElementsAreArray(chain))
      << Why(filter, kEnableFilter);
}

void JudgeDisable(Case& c, const Filter& filter) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> matches = Matches(filter);
  std::vector<std::string> chain = {kOther};
  for (const std::string& name : AllNames()) {
    world.With(Layer(name).Implicit());
    if (std::find(matches.begin(), matches.end(), name) == matches.end()) {
      chain.push_back(name);
    }
  }
  world.With(Layer(kOther).Implicit()).Env(kDisableFilter, filter.value);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), UnorderedElementsAreArray(chain))
      << Why(filter, kDisableFilter);
}

void JudgeAllow(Case& c, const Filter& filter) {
  VulkanWorld world(c.subject());
  for (const std::string& name : AllNames()) world.With(Layer(name).Implicit());
  // The layer that shows that the loader enables layers at all is not disabled.
  world.With(Layer(kOther).Implicit())
      .Env(kDisableFilter, "*_LS_*,*xyz")
      .Env(kAllowFilter, filter.value);
  std::vector<std::string> chain = Matches(filter);
  chain.push_back(kOther);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), UnorderedElementsAreArray(chain))
      << Why(filter, kAllowFilter);
}

// An application that requests layers that the filter disables gets an instance without them, or
// VK_ERROR_LAYER_NOT_PRESENT (LS_VK_FILTER_2.r1) and then requests the others.
void JudgeDisableOfExplicit(Case& c, const Filter& filter) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> matches = Matches(filter);
  std::vector<std::string> all = {kOther};
  std::vector<std::string> others = {kOther};
  for (const std::string& name : AllNames()) {
    world.With(Layer(name));
    all.push_back(name);
    if (std::find(matches.begin(), matches.end(), name) == matches.end()) others.push_back(name);
  }
  world.With(Layer(kOther)).Env(kDisableFilter, filter.value);
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    app.RunFullSequence({.layers = all});
    if (!app.created()) app.RunFullSequence({.layers = others});
  });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), AnyOf("VK_SUCCESS", "VK_ERROR_LAYER_NOT_PRESENT"))
      << "the application gets an instance without the disabled layers, or an error that a layer "
         "is not present"
      << reading::LS_VK_FILTER_2_r1;
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(others))
      << Why(filter, kDisableFilter);
}

// Every name of a layer begins with this letter, so that no layer of the world can stay off.
VULKAN_CASE(LS_VK_FILTER_5, enable_prefix_of_one_letter, policy::LS_VK_FILTER_1) {
  VulkanWorld world(c.subject());
  world.With(Layer(kAlpha)).With(Layer(kBeta)).Env(kEnableFilter, "V*");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), UnorderedElementsAre(kAlpha, kBeta))
      << "a prefix of one letter matches every name that begins with this letter";
}

REGISTER_CASES {
  for (const Filter& filter : AllFilters()) {
    using policy::LS_VK_FILTER_5;
    RegisterCase(Api::kVulkan, {LS_VK_FILTER_5, policy::LS_VK_FILTER_1},
                 fmt::format("enable_{}", filter.name),
                 [filter](Case& c) { JudgeEnable(c, filter); });
    RegisterCase(Api::kVulkan, {LS_VK_FILTER_5, policy::LS_VK_FILTER_2},
                 fmt::format("disable_{}", filter.name),
                 [filter](Case& c) { JudgeDisable(c, filter); });
    RegisterCase(Api::kVulkan, {LS_VK_FILTER_5, policy::LS_VK_FILTER_2},
                 fmt::format("disable_requested_{}", filter.name),
                 [filter](Case& c) { JudgeDisableOfExplicit(c, filter); });
    RegisterCase(Api::kVulkan, {LS_VK_FILTER_5, policy::LS_VK_FILTER_2, policy::LS_VK_FILTER_3},
                 fmt::format("allow_{}", filter.name),
                 [filter](Case& c) { JudgeAllow(c, filter); });
  }
}

}  // namespace
}  // namespace loadstone::suites::globs
