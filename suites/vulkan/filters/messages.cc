// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/filters/filters.h"

// LoaderLayerInterface, "Layer Enable Filtering" and "Layer Disable Filtering": if warnings or
// layer messages are logged, there is a message for each layer that a filter forced on or off.
namespace loadstone::suites::messages {
namespace {

constexpr char kFirst[] = "VK_LAYER_LS_first";
constexpr char kSecond[] = "VK_LAYER_LS_second";
constexpr char kThird[] = "VK_LAYER_LS_third";
constexpr char kFourth[] = "VK_LAYER_LS_fourth";

struct Logging {
  const char* name;
  const char* value;  // of VK_LOADER_DEBUG
};

constexpr Logging kLoggings[] = {{"warnings", "warn"},
                                 {"layer_messages", "layer"},
                                 {"warnings_and_layer_messages", "warn,layer"},
                                 {"errors_and_warnings", "error,warn"},
                                 {"everything", "all"}};

struct Filter {
  const char* name;
  const char* value;
  std::vector<std::string> layers;
};

// The first and the second layer are implicit, the third is explicit.
const Filter kEnabling[] = {{"explicit_layer", kThird, {kThird}},
                            {"two_explicit_layers", "*_third,*_fourth", {kThird, kFourth}},
                            {"glob_in_other_case", "*THIRD*", {kThird}}};
const Filter kDisabling[] = {
    {"implicit_layer", kFirst, {kFirst}},
    {"two_implicit_layers", "VK_LAYER_LS_second,*_first", {kFirst, kSecond}},
    {"glob_in_other_case", "*_FIRST", {kFirst}},
    {"all_implicit_layers", "~implicit~", {kFirst, kSecond}}};

VulkanWorld LoggingWorld(const Subject& subject, const char* debug) {
  VulkanWorld world(subject);
  world.With(Layer(kFirst).Implicit())
      .With(Layer(kSecond).Implicit())
      .With(Layer(kThird))
      .With(Layer(kFourth))
      .Env("VK_LOADER_DEBUG", debug);
  return world;
}

void JudgeEnabling(Case& c, const Filter& filter, const Logging& logging) {
  const Observation seen =
      RunAsking(c, LoggingWorld(c.subject(), logging.value).Env(kEnableFilter, filter.value));
  for (const std::string& layer : filter.layers) {
    EXPECT_SEEN(InstanceChain(seen), Contains(layer)) << "the filter must enable the layer";
  }
  ExpectFilterMessages(seen, kEnableFilter, filter.layers);
}

void JudgeDisabling(Case& c, const Filter& filter, const Logging& logging) {
  const Observation seen = RunAsking(
      c, LoggingWorld(c.subject(), logging.value).Env(kDisableFilter, filter.value), {kThird});
  EXPECT_SEEN(InstanceChain(seen), Contains(kThird)) << "a layer that is not disabled is enabled";
  for (const std::string& layer : filter.layers) {
    EXPECT_SEEN(InstanceChain(seen), Not(Contains(layer))) << "the filter must disable the layer";
  }
  ExpectFilterMessages(seen, kDisableFilter, filter.layers);
}

REGISTER_CASES {
  for (const Logging& logging : kLoggings) {
    for (const Filter& filter : kEnabling) {
      RegisterCase(Api::kVulkan,
                   {policy::LS_VK_FILTER_6, policy::LS_VK_FILTER_1, policy::LS_VK_DEBUG_1},
                   fmt::format("{}_of_{}", logging.name, filter.name),
                   [&](Case& c) { JudgeEnabling(c, filter, logging); });
    }
    for (const Filter& filter : kDisabling) {
      RegisterCase(Api::kVulkan,
                   {policy::LS_VK_FILTER_7, policy::LS_VK_FILTER_2, policy::LS_VK_DEBUG_1},
                   fmt::format("{}_of_{}", logging.name, filter.name),
                   [&](Case& c) { JudgeDisabling(c, filter, logging); });
    }
  }
}

// An implicit layer that would be off: its own variable is not set.
void JudgeForcedOnImplicit(Case& c, const Logging& logging) {
  constexpr char kOff[] = "VK_LAYER_LS_off";
  VulkanWorld world = LoggingWorld(c.subject(), logging.value);
  world.With(Layer(kOff).Implicit().EnabledBy("LS_ON", "1")).Env(kEnableFilter, "*_off,*_third");
  const Observation seen = RunAsking(c, world);
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kFirst, kSecond, kOff, kThird))
      << "the filter must enable layers of either kind";
  ExpectFilterMessages(seen, kEnableFilter, {kOff, kThird});
}

REGISTER_CASES {
  for (const Logging& logging : kLoggings) {
    RegisterCase(Api::kVulkan,
                 {policy::LS_VK_FILTER_6, policy::LS_VK_FILTER_1, policy::LS_VK_DEBUG_1},
                 fmt::format("{}_of_implicit_layer_that_is_off", logging.name),
                 [&logging](Case& c) { JudgeForcedOnImplicit(c, logging); });
  }
}

// Whether a filter forces off an explicit layer that nobody requests is open, so each one is
// requested; by an instance of its own, because a loader may refuse the first (LS_VK_FILTER_2.r1).
VULKAN_CASE(LS_VK_FILTER_7, explicit_layers_that_two_instances_ask_for, policy::LS_VK_FILTER_2,
            policy::LS_VK_DEBUG_1) {
  VulkanWorld world = LoggingWorld(c.subject(), "warn,layer");
  world.Env(kDisableFilter, "~all~");
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.RunFullSequence({.layers = {kThird}});
    app.RunFullSequence({.layers = {kFourth}});
  });
  EXPECT_SEEN(InstanceChain(seen), IsEmpty()) << "the filter must disable the layers";
  ExpectFilterMessages(seen, kDisableFilter, {kThird, kFourth});
}

VULKAN_CASE(LS_VK_FILTER_7, explicit_layer_that_the_application_asks_for, policy::LS_VK_FILTER_2,
            policy::LS_VK_DEBUG_1) {
  const Observation seen = RunAsking(
      c, LoggingWorld(c.subject(), "warn,layer").Env(kDisableFilter, "~explicit~"), {kThird});
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), AnyOf("VK_SUCCESS", "VK_ERROR_LAYER_NOT_PRESENT"))
      << "the application gets an instance without the layer, or an error that the layer is not "
         "present";
  EXPECT_SEEN(InstanceChain(seen), Not(Contains(kThird))) << "the filter must disable the layer";
  ExpectFilterMessages(seen, kDisableFilter, {kThird});
}

VULKAN_CASE(LS_VK_FILTER_6, layer_given_back_by_the_filter, policy::LS_VK_FILTER_1,
            policy::LS_VK_FILTER_2, policy::LS_VK_FILTER_4, policy::LS_VK_DEBUG_1) {
  VulkanWorld world = LoggingWorld(c.subject(), "warn,layer");
  world.Env(kDisableFilter, "~all~").Env(kEnableFilter, kThird);
  const Observation seen = RunAsking(c, world);
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kThird))
      << "the filter enables the layer despite the other filter";
  ExpectFilterMessages(seen, kEnableFilter, {kThird});
  ExpectFilterMessages(seen, kDisableFilter, {kFirst, kSecond});
}

}  // namespace
}  // namespace loadstone::suites::messages
