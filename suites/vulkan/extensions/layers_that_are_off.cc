// SPDX-License-Identifier: Apache-2.0
#include "policies/reading_ids.h"
#include "suites/vulkan/extensions/extensions.h"

// LS_VK_ROBUSTNESS_18: a layer that is off provides no instance extension.
namespace loadstone::suites::layers_that_are_off {
namespace {

constexpr char kLayer[] = "VK_LAYER_LS_layer";
constexpr char kMeta[] = "VK_LAYER_LS_meta";
constexpr char kComponent[] = "VK_LAYER_LS_component";

// The layer kLayer has the extension, which no driver has, and is off.
struct Row {
  const char* name;
  VulkanWorld (*world)(VulkanWorld world, const Layer& layer);
};

constexpr Row kRows[] = {
    {"explicit_layer_that_nobody_requests",
     [](VulkanWorld world, const Layer& layer) { return world.With(layer); }},
    {"implicit_layer_without_its_enable_variable",
     [](VulkanWorld world, const Layer& layer) {
       return world.With(Layer(layer).Implicit().EnabledBy("LS_ON", "1"));
     }},
    {"implicit_layer_with_its_disable_variable",
     [](VulkanWorld world, const Layer& layer) {
       return world.With(Layer(layer).Implicit().DisabledBy("LS_OFF")).Env("LS_OFF", "1");
     }},
    {"implicit_layer_of_the_blacklist",
     [](VulkanWorld world, const Layer& layer) {
       return world.With(Layer(layer).Implicit())
           .With(Layer(kComponent))
           .With(Layer::Override({kComponent}).Blacklist({kLayer}));
     }},
    {"component_of_a_meta_layer_without_its_enable_variable",
     [](VulkanWorld world, const Layer& layer) {
       return world.With(layer).With(
           Layer::Meta(kMeta, {kLayer}).Implicit().EnabledBy("LS_ON", "1"));
     }},
    {"component_of_an_override_layer_without_its_enable_variable",
     [](VulkanWorld world, const Layer& layer) {
       return world.With(layer).With(Layer::Override({kLayer}).EnabledBy("LS_ON", "1"));
     }},
    {"component_of_an_override_layer_of_another_application",
     [](VulkanWorld world, const Layer& layer) {
       return world.With(layer).With(Layer::Override({kLayer}).AppKeys({"/usr/bin/other"}));
     }},
};

VulkanWorld WorldOf(const Subject& subject, const Row& row) {
  return row.world(VulkanWorld(subject), LayerWith(kLayer, {kOtherKnownExtension}));
}

// The loader itself may provide the extension, and then lists it.
void Judge(Case& c, const Row& row) {
  const Observation seen = Observe(c, WorldOf(c.subject(), row), [](VulkanApp& app) {
    TraceExtensions("extensions", app.EnumerateExtensions());
    app.CreateInstance({.extensions = {kOtherKnownExtension}});
    app.DestroyInstance();
  });
  EXPECT_SEEN(InstanceChain(seen), Not(Contains(kLayer))) << "a layer that is off is not enabled";
  const std::vector<std::string> listed = ListedNames(seen);
  if (std::find(listed.begin(), listed.end(), kOtherKnownExtension) != listed.end()) {
    EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
        << "an extension that is listed can be enabled" << reading::LS_VK_ROBUSTNESS_18_r1;
    return;
  }
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), Not("no answer"))
      << "the application gets an error" << reading::LS_VK_ROBUSTNESS_18_r2;
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), Not("VK_SUCCESS"))
      << "an extension that only a layer which is off provides cannot be enabled";
}

std::string NameOf(const Row& row) {
  const bool vowel = row.name[0] == 'e' || row.name[0] == 'i';
  return fmt::format("extension_of_{}_{}", vowel ? "an" : "a", row.name);
}

REGISTER_CASES {
  for (const Row& row : kRows) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_18}, NameOf(row),
                 [&row](Case& c) { Judge(c, row); });
  }
}

// The layer is on for an earlier instance alone.
VULKAN_CASE(LS_VK_ROBUSTNESS_18, extension_of_a_layer_of_an_earlier_instance) {
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, {kOtherKnownExtension}));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    TraceExtensions("extensions", app.EnumerateExtensions());
    app.CreateInstance({.layers = {kLayer}, .extensions = {kOtherKnownExtension}});
    app.DestroyInstance();
    app.CreateInstance({.extensions = {kOtherKnownExtension}});
    app.DestroyInstance();
  });
  const std::vector<std::string> listed = ListedNames(seen);
  if (std::find(listed.begin(), listed.end(), kOtherKnownExtension) != listed.end()) {
    GTEST_SKIP() << "the loader itself provides the extension";
  }
  EXPECT_SEEN(ResultsOf(seen, "vkCreateInstance"), ElementsAre("VK_SUCCESS", Not("VK_SUCCESS")))
      << "an extension that only a layer of an earlier instance provides cannot be enabled"
      << reading::LS_VK_ROBUSTNESS_18_r2;
}

}  // namespace
}  // namespace loadstone::suites::layers_that_are_off
