// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/filters/filters.h"

// LoaderLayerInterface, "Allow certain Layers to ignore Layer Disabling": VK_LOADER_LAYERS_ALLOW
// exempts layers from VK_LOADER_LAYERS_DISABLE and enables nothing by itself.
namespace loadstone::suites::allow {
namespace {

constexpr char kAllowed[] = "VK_LAYER_LS_allowed";
constexpr char kOther[] = "VK_LAYER_LS_other";

constexpr char kWhyExempted[] =
    "the layer that VK_LOADER_LAYERS_ALLOW names cannot be disabled, and the other layer is "
    "disabled";
constexpr char kNoMore[] =
    "VK_LOADER_LAYERS_ALLOW enables no layer that would not be enabled anyway";

#define ALLOW_CASE(name) VULKAN_CASE(LS_VK_FILTER_3, name, policy::LS_VK_FILTER_2)

VulkanWorld TwoImplicit(const Subject& subject) {
  VulkanWorld world(subject);
  world.With(Layer(kAllowed).Implicit()).With(Layer(kOther).Implicit());
  return world;
}

void JudgeImplicit(Case& c, const std::string& disable, const std::string& allow) {
  VulkanWorld world = TwoImplicit(c.subject());
  const Observation seen =
      RunAsking(c, world.Env(kDisableFilter, disable).Env(kAllowFilter, allow));
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kAllowed)) << kWhyExempted;
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kAllowed)) << kWhyExempted;
}

ALLOW_CASE(disabled_by_name) { JudgeImplicit(c, JoinedBy({kAllowed, kOther}, ','), kAllowed); }
ALLOW_CASE(disabled_by_glob) { JudgeImplicit(c, "VK_LAYER_LS_*", kAllowed); }
ALLOW_CASE(disabled_by_all) { JudgeImplicit(c, "~all~", kAllowed); }
ALLOW_CASE(disabled_by_implicit) { JudgeImplicit(c, "~implicit~", kAllowed); }
ALLOW_CASE(allowed_by_glob) { JudgeImplicit(c, "~implicit~", "*_allow*"); }
ALLOW_CASE(allowed_in_other_case) { JudgeImplicit(c, "~all~", "vk_layer_LS_ALLOWED"); }
ALLOW_CASE(disabled_and_allowed_by_many_elements) {
  JudgeImplicit(c, "~explicit~,~implicit~,~all~,*other*,*_LS_*", "*missing*,*_allowed,VK_LAYER_X");
}

ALLOW_CASE(disable_filter_is_not_set) {
  EXPECT_SEEN(InstanceChain(RunAsking(c, TwoImplicit(c.subject()).Env(kAllowFilter, kAllowed))),
              UnorderedElementsAre(kAllowed, kOther))
      << "without VK_LOADER_LAYERS_DISABLE the variable has no effect";
}

ALLOW_CASE(explicit_layer_that_the_application_asks_for) {
  VulkanWorld world(c.subject());
  world.With(Layer(kAllowed)).With(Layer(kOther).Implicit());
  world.Env(kDisableFilter, "~all~").Env(kAllowFilter, kAllowed);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {kAllowed})), ElementsAre(kAllowed))
      << kWhyExempted;
}

ALLOW_CASE(explicit_layer_that_the_application_asks_for_among_explicit_ones) {
  VulkanWorld world(c.subject());
  world.With(Layer(kAllowed)).With(Layer(kOther).Implicit());
  world.Env(kDisableFilter, "~explicit~").Env(kAllowFilter, kAllowed);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {kAllowed})),
              UnorderedElementsAre(kOther, kAllowed))
      << "the allowed layer cannot be disabled, and implicit layers are not disabled";
}

// The list does not enable explicit layers.
void JudgeNotEnabled(Case& c, const char* disable) {
  VulkanWorld world(c.subject());
  world.With(Layer(kAllowed)).With(Layer(kOther).Implicit());
  if (disable != nullptr) world.Env(kDisableFilter, disable);
  world.Env(kAllowFilter, "VK_LAYER_LS_*");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kOther)) << kNoMore;
}

ALLOW_CASE(explicit_layer_is_not_enabled) { JudgeNotEnabled(c, nullptr); }
ALLOW_CASE(explicit_layer_is_not_enabled_with_all_disabled) { JudgeNotEnabled(c, "~all~"); }

constexpr char kWaiting[] = "VK_LAYER_LS_waiting";

void JudgeWaiting(Case& c, const std::string& disable, const std::string& allow) {
  VulkanWorld world = TwoImplicit(c.subject());
  world.With(Layer(kWaiting).Implicit().EnabledBy("LS_WAITING", "1"));
  world.Env(kDisableFilter, disable).Env(kAllowFilter, allow);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kAllowed)) << kNoMore;
}

ALLOW_CASE(implicit_layer_waits_for_its_variable) {
  JudgeWaiting(c, "~all~", "*_waiting,*_allowed");
}
ALLOW_CASE(implicit_layer_waits_disabled_by_implicit) {
  JudgeWaiting(c, "~implicit~", JoinedBy({kAllowed, kWaiting}, ','));
}
ALLOW_CASE(implicit_layer_waits_disabled_by_name) {
  const std::string all = JoinedBy({kAllowed, kOther, kWaiting}, ',');
  JudgeWaiting(c, all, JoinedBy({kAllowed, kWaiting}, ','));
}
ALLOW_CASE(implicit_layer_waits_disabled_by_glob) {
  JudgeWaiting(c, "*_waiting,*_other", "*_waiting");
}

ALLOW_CASE(implicit_layer_enabled_by_its_variable) {
  VulkanWorld world(c.subject());
  world.With(Layer(kAllowed).Implicit().EnabledBy("LS_ALLOWED", "1"))
      .With(Layer(kOther).Implicit().EnabledBy("LS_OTHER", "1"))
      .Env("LS_ALLOWED", "1")
      .Env("LS_OTHER", "1")
      .Env(kDisableFilter, "~all~")
      .Env(kAllowFilter, kAllowed);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kAllowed)) << kWhyExempted;
}

ALLOW_CASE(implicit_layer_disabled_by_its_variable) {
  VulkanWorld world = TwoImplicit(c.subject());
  world.With(Layer("VK_LAYER_LS_off").Implicit().DisabledBy("LS_OFF")).Env("LS_OFF", "1");
  world.Env(kDisableFilter, "~all~").Env(kAllowFilter, "*_off,*_allowed");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kAllowed))
      << "a layer's own disabling variable has effect, whatever VK_LOADER_LAYERS_ALLOW says";
}

ALLOW_CASE(allowed_and_enabled_are_two_layers) {
  VulkanWorld world = TwoImplicit(c.subject());
  world.With(Layer("VK_LAYER_LS_enabled")).Env(kDisableFilter, "~all~");
  world.Env(kAllowFilter, kAllowed).Env(kEnableFilter, "VK_LAYER_LS_enabled");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)),
              UnorderedElementsAre(kAllowed, "VK_LAYER_LS_enabled"))
      << "the layer that one variable allows and the layer that another enables are both in the "
         "chain";
}

ALLOW_CASE(allowed_and_named_by_the_environment) {
  VulkanWorld world = TwoImplicit(c.subject());
  world.With(Layer("VK_LAYER_LS_named")).Env(kDisableFilter, "~all~");
  world.Env(kAllowFilter, "*_allowed,*_named").Env("VK_INSTANCE_LAYERS", "VK_LAYER_LS_named");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)),
              UnorderedElementsAre(kAllowed, "VK_LAYER_LS_named"))
      << "the layer that one variable allows and the layer that another names are both in the "
         "chain";
}

ALLOW_CASE(meta_layer_and_its_components) {
  VulkanWorld world = TwoImplicit(c.subject());
  world.With(Layer::Meta("VK_LAYER_LS_meta", {"VK_LAYER_LS_one", "VK_LAYER_LS_two"}))
      .With(Layer("VK_LAYER_LS_one"))
      .With(Layer("VK_LAYER_LS_two"))
      .Env(kDisableFilter, "~all~")
      .Env(kAllowFilter, "*_meta,*_one,*_two");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {"VK_LAYER_LS_meta"})),
              UnorderedElementsAre("VK_LAYER_LS_one", "VK_LAYER_LS_two"))
      << "an allowed meta-layer adds its components, which are allowed as well";
}

ALLOW_CASE(override_layer_and_its_component) {
  VulkanWorld world = TwoImplicit(c.subject());
  world.With(Layer::Override({"VK_LAYER_LS_one"})).With(Layer("VK_LAYER_LS_one"));
  world.Env(kDisableFilter, "~all~").Env(kAllowFilter, "*_override,*_one");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre("VK_LAYER_LS_one"))
      << "an allowed override layer adds its component, which is allowed as well";
}

// Implicit meta-layers, whose component is explicit and so not disabled.
void JudgeAllowedMeta(Case& c, const Layer& meta, const std::string& allow) {
  VulkanWorld world = TwoImplicit(c.subject());
  world.With(meta).With(Layer("VK_LAYER_LS_one"));
  world.Env(kDisableFilter, "~implicit~").Env(kAllowFilter, allow);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre("VK_LAYER_LS_one"))
      << "an allowed meta-layer adds its component, which is explicit, despite ~implicit~";
}

ALLOW_CASE(implicit_meta_layer_alone) {
  JudgeAllowedMeta(c, Layer::Meta("VK_LAYER_LS_meta", {"VK_LAYER_LS_one"}).Implicit(), "*_meta");
}
ALLOW_CASE(override_layer_alone) {
  JudgeAllowedMeta(c, Layer::Override({"VK_LAYER_LS_one"}), kOverrideLayer);
}

ALLOW_CASE(blacklisted_layer) {
  VulkanWorld world = TwoImplicit(c.subject());
  world.With(Layer::Override({"VK_LAYER_LS_one"}).Blacklist({kAllowed}))
      .With(Layer("VK_LAYER_LS_one"))
      .Env(kAllowFilter, kAllowed);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), UnorderedElementsAre(kOther, "VK_LAYER_LS_one"))
      << "the variable protects layers from VK_LOADER_LAYERS_DISABLE, not from the blacklist";
}

ALLOW_CASE(variable_empty) {
  VulkanWorld world = TwoImplicit(c.subject());
  world.With(Layer("VK_LAYER_LS_asked")).Env(kDisableFilter, "~implicit~").Env(kAllowFilter, "");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {"VK_LAYER_LS_asked"})),
              ElementsAre("VK_LAYER_LS_asked"))
      << "an empty VK_LOADER_LAYERS_ALLOW allows no layer";
}

}  // namespace
}  // namespace loadstone::suites::allow
