// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "oracle/vulkan/layers.h"
#include "policies/reading_ids.h"
#include "suites/suites.h"

// LoaderLayerInterface, "Layer Manifest File Format", enable_environment and disable_environment,
// with LLP_LOADER_6 and LLP_LOADER_7: all combinations of the two variables of an implicit layer.
namespace loadstone::suites::implicit_layers {
namespace {

constexpr char kAlways[] = "VK_LAYER_LS_always";
constexpr char kSwitched[] = "VK_LAYER_LS_switched";
constexpr char kEnable[] = "LS_ENABLE_SWITCHED";
constexpr char kDisable[] = "LS_DISABLE_SWITCHED";

constexpr char kEnableValue[] = "yes";

struct Row {
  const char* name;
  bool has_enable;                    // the manifest has enable_environment, with kEnableValue
  std::optional<std::string> enable;  // the variables in the environment
  std::optional<std::string> disable;
};

const Row kRows[] = {
    {"no_enable_variable_in_manifest", false, {}, {}},
    {"no_enable_variable_in_manifest_disable_empty", false, {}, ""},
    {"no_enable_variable_in_manifest_disable_right", false, {}, "1"},
    {"no_enable_variable_in_manifest_disable_other", false, {}, "0"},
    {"no_enable_variable_in_manifest_disable_word", false, {}, "anything at all"},
    {"enable_unset", true, {}, {}},
    {"enable_unset_disable_empty", true, {}, ""},
    {"enable_unset_disable_right", true, {}, "1"},
    {"enable_unset_disable_other", true, {}, "0"},
    {"enable_empty", true, "", {}},
    {"enable_empty_disable_right", true, "", "1"},
    {"enable_wrong", true, "no", {}},
    {"enable_wrong_disable_right", true, "no", "1"},
    {"enable_wrong_disable_other", true, "no", "0"},
    {"enable_right", true, "yes", {}},
    {"enable_right_disable_empty", true, "yes", ""},
    {"enable_right_disable_right", true, "yes", "1"},
    {"enable_right_disable_other", true, "yes", "0"},
};

// LLP_LOADER_6.r1, LLP_LOADER_6.r2 and LLP_LOADER_7.r1.
oracle::Tristate IsOn(const Row& row) {
  oracle::vulkan::Variables variables = {.enable = row.enable, .disable = row.disable};
  if (row.has_enable) variables.enable_value = kEnableValue;
  return oracle::vulkan::IsImplicitLayerOn(variables);
}

void JudgeRow(Case& c, const Row& row) {
  Layer layer = Layer(kSwitched).Implicit().DisabledBy(kDisable);
  if (row.has_enable) layer.EnabledBy(kEnable, kEnableValue);
  VulkanWorld world(c.subject());
  world.With(Layer(kAlways).Implicit()).With(layer);
  if (row.enable.has_value()) world.Env(kEnable, *row.enable);
  if (row.disable.has_value()) world.Env(kDisable, *row.disable);
  const Observation seen = Observe(c, world, [](VulkanApp& app) { app.RunFullSequence(); });
  const auto on = UnorderedElementsAre(kAlways, kSwitched);
  const auto off = ElementsAre(kAlways);
  switch (IsOn(row)) {
    case oracle::Tristate::kYes:
      EXPECT_SEEN(InstanceChain(seen), on) << "an implicit layer that nothing disables is enabled";
      break;
    case oracle::Tristate::kNo:
      EXPECT_SEEN(InstanceChain(seen), off)
          << "an implicit layer that its variables keep disabled must not be in the chain";
      EXPECT_SEEN(Called(seen), Not(Contains(kSwitched)))
          << "no function of an implicit layer that its variables keep disabled may be called";
      break;
    case oracle::Tristate::kMaybe:
      EXPECT_SEEN(InstanceChain(seen), AnyOf(on, off))
          << "the other implicit layer must be in the chain whether or not this one is"
          << reading::LLP_LOADER_6_r1 << reading::LLP_LOADER_7_r1;
      break;
  }
}

// A row belongs to LLP_LOADER_7 if the disabling variable decides it, else to LLP_LOADER_6.
REGISTER_CASES {
  for (const Row& row : kRows) {
    const auto body = [&row](Case& c) { JudgeRow(c, row); };
    if (row.disable.has_value()) {
      RegisterCase(Api::kVulkan, {policy::LLP_LOADER_7}, row.name, body);
    } else {
      RegisterCase(Api::kVulkan, {policy::LLP_LOADER_6}, row.name, body);
    }
  }
}

VULKAN_CASE(LLP_LOADER_6, variable_of_another_layer_enables_nothing) {
  const Observation seen = Observe(c,
                                   VulkanWorld(c.subject())
                                       .With(Layer(kAlways).Implicit().EnabledBy("LS_OTHER", "1"))
                                       .With(Layer(kSwitched).Implicit().EnabledBy(kEnable, "1"))
                                       .Env("LS_OTHER", "1"),
                                   [](VulkanApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kAlways))
      << "only the layer whose own enable variable is set is enabled";
}

VULKAN_CASE(LLP_LOADER_6, enabled_layer_is_in_both_chains) {
  const Observation seen = Observe(c,
                                   VulkanWorld(c.subject())
                                       .With(Layer(kSwitched).Implicit().EnabledBy(kEnable, "1"))
                                       .Env(kEnable, "1"),
                                   [](VulkanApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kSwitched))
      << "an implicit layer whose enable variable has the given value is in the instance chain";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kSwitched))
      << "an implicit layer whose enable variable has the given value is in the device chain";
}

VULKAN_CASE(LLP_LOADER_7, disabled_layer_is_in_no_device_chain) {
  const Layer layer = Layer(kSwitched).Implicit().DisabledBy(kDisable);
  const Observation seen = Observe(
      c, VulkanWorld(c.subject()).With(Layer(kAlways).Implicit()).With(layer).Env(kDisable, "1"),
      [](VulkanApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kAlways))
      << "a disabled implicit layer must not be in the device chain";
}

VULKAN_CASE(LLP_LOADER_7, blacklisted_implicit_layer) {
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Layer(kAlways).Implicit())
                  .With(Layer(kSwitched).Implicit())
                  .With(Layer("VK_LAYER_LS_component"))
                  .With(Layer::Override({"VK_LAYER_LS_component"}).Blacklist({kSwitched})),
              [](VulkanApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kAlways, "VK_LAYER_LS_component"))
      << "an implicit layer on the override layer's blacklist must not be loaded";
}

// Disable filters that match the layer; the cases cite the policy of filters, for its version.
struct FilterRow {
  const char* name;
  const char* filter;
};
const FilterRow kFilters[] = {
    {"filter_names_the_layer", "VK_LAYER_LS_switched"},
    {"filter_prefix", "VK_LAYER_LS_sw*"},
    {"filter_suffix", "*_switched"},
    {"filter_substring", "*S_swi*"},
    {"filter_in_other_case", "vk_layer_ls_SWITCHED"},
    {"filter_second_of_three", "VK_LAYER_LS_none,*switched,*nothing"},
};
REGISTER_CASES {
  for (const FilterRow& row : kFilters) {
    RegisterCase(
        Api::kVulkan, {policy::LLP_LOADER_7, policy::LS_VK_FILTER_2, policy::LS_VK_FILTER_5},
        row.name, [&row](Case& c) {
          const Observation seen = Observe(c,
                                           VulkanWorld(c.subject())
                                               .With(Layer(kAlways).Implicit())
                                               .With(Layer(kSwitched).Implicit())
                                               .Env("VK_LOADER_LAYERS_DISABLE", row.filter),
                                           [](VulkanApp& app) { app.RunFullSequence(); });
          EXPECT_SEEN(InstanceChain(seen), ElementsAre(kAlways))
              << "an implicit layer that VK_LOADER_LAYERS_DISABLE matches must not be "
                 "loaded, and no other layer may be missing";
        });
  }
}

VULKAN_CASE(LLP_LOADER_7, all_implicit_layers_filtered, policy::LS_VK_FILTER_2) {
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Layer(kSwitched).Implicit())
                  .With(Layer("VK_LAYER_LS_explicit"))
                  .Env("VK_LOADER_LAYERS_DISABLE", "~implicit~"),
              [](VulkanApp& app) { app.RunFullSequence({.layers = {"VK_LAYER_LS_explicit"}}); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("VK_LAYER_LS_explicit"))
      << "~implicit~ disables every implicit layer and leaves explicit ones";
}

}  // namespace
}  // namespace loadstone::suites::implicit_layers
