// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Requirements of Well-Behaved Layers", LLP_LAYER_12 and LLP_LAYER_13: a
// layer advances the link information of vkCreateInstance and of vkCreateDevice before it calls
// down. Below layers that do, each layer gets its own link; below one that does not, the behaviour
// is undefined, and the report names the layer (LLP_LAYER_12.r1, LLP_LAYER_13.r1).
namespace loadstone::suites::links_moved_on {
namespace {

struct LinkRule {
  std::vector<policy::Id> policies;
  const char* command;      // the creating command
  const char* next_create;  // member of the mock layer's event: the next such command was found
  const char* misbehave;    // the mock layer's word for violating the rule
};

const std::vector<LinkRule>& Rules() {
  static const auto* rules = new std::vector<LinkRule>{
      {{policy::LLP_LAYER_12, policy::LS_VK_CHAIN_6, policy::LLP_LOADER_8},
       "vkCreateInstance",
       "next_create_instance",
       "no_advance_instance"},
      {{policy::LLP_LAYER_13, policy::LS_VK_CHAIN_6},
       "vkCreateDevice",
       "next_create_device",
       "no_advance_device"},
  };
  return *rules;
}

// A machine, the request of its application, and the resulting chain.
struct Origin {
  const char* name;
  std::vector<policy::Id> policies;
  VulkanWorld (*world)(const Case& c, const std::vector<std::string>& chain);
  std::vector<std::string> chain;
  std::vector<std::string> request;
};

VulkanWorld OfTheApplication(const Case& c, const std::vector<std::string>& chain) {
  VulkanWorld world(c.subject());
  for (const std::string& name : chain) world.With(Layer(name));
  return world;
}

VulkanWorld OfAllOrigins(const Case& c, const std::vector<std::string>& chain) {
  VulkanWorld world(c.subject());
  world.With(Layer(chain[0]).Implicit());
  for (size_t i = 1; i < chain.size(); ++i) world.With(Layer(chain[i]));
  return world.Env("VK_INSTANCE_LAYERS", chain[1]);
}

VulkanWorld OfAMetaLayer(const Case& c, const std::vector<std::string>& chain) {
  return OfTheApplication(c, chain).With(Layer::Meta("VK_LAYER_LS_meta", chain));
}

VulkanWorld OfWrappingLayers(const Case& c, const std::vector<std::string>& chain) {
  VulkanWorld world(c.subject());
  for (const std::string& name : chain) {
    world.With(Layer(name).Behaviour(
        R"({"wrap": ["VkInstance", "VkPhysicalDevice", "VkDevice", "VkQueue"]})"));
  }
  return world;
}

const std::vector<Origin>& Origins() {
  const std::vector<std::string> three = NumberedLayers(3);
  static const auto* origins = new std::vector<Origin>{
      {"of_the_only_layer", {}, OfTheApplication, NumberedLayers(1), NumberedLayers(1)},
      {"of_3_layers", {}, OfTheApplication, three, three},
      {"of_16_layers", {}, OfTheApplication, NumberedLayers(16), NumberedLayers(16)},
      {"of_implicit_environment_and_application", {}, OfAllOrigins, three, {three[2]}},
      {"of_components_of_a_meta_layer",
       {policy::LS_VK_META_2},
       OfAMetaLayer,
       three,
       {"VK_LAYER_LS_meta"}},
      {"of_layers_that_wrap", {policy::LS_VK_CHAIN_8}, OfWrappingLayers, three, three},
  };
  return *origins;
}

void JudgeGoodLayers(Case& c, const LinkRule& rule, const Origin& origin) {
  const Observation seen = Observe(c, origin.world(c, origin.chain), [&](VulkanApp& app) {
    app.RunFullSequence({.layers = origin.request});
  });
  const std::vector<Event> entries = LayerEntries(seen, rule.command);
  const std::vector<std::string> chain = Whos(entries);
  ASSERT_SEEN(chain, UnorderedElementsAreArray(origin.chain))
      << "each layer's " << rule.command << " is called once";
  const auto count = static_cast<int64_t>(chain.size());
  for (size_t i = 0; i < entries.size(); ++i) {
    const Event& event = entries[i];
    EXPECT_HOLDS(event.Flag("link_found")) << event.who() << " must find its link information";
    EXPECT_HOLDS(event.Flag(rule.next_create))
        << event.who() << " must find the next " << rule.command << " through its link";
    EXPECT_SEEN(event.Number("link_count"),
                entries[0].Number("link_count") - static_cast<int64_t>(i))
        << event.who() << " must see the link to which the layer above advanced";
    if (i + 1 < entries.size()) {
      EXPECT_SEEN(LayerOfLibrary(event.Text("next_gipa_library")), chain[i + 1])
          << event.who() << " must get the link to the next layer";
    }
  }
  EXPECT_SEEN(entries[0].Number("link_count"), Ge(count)) << "there must be a link for every layer";
  EXPECT_SEEN(LayerOfLibrary(entries.back().Text("next_gipa_library")), Not(chain[0]))
      << "the last layer must get the link to the end of the chain";
  std::vector<int64_t> results;
  for (const Event& event : seen.Select({}, rule.command)) {
    if (event.phase() == "leave") results.push_back(event.Number("result"));
  }
  EXPECT_SEEN(results, AllOf(SizeIs(chain.size() + 1), Each(VK_SUCCESS)))
      << rule.command << " succeeds in every layer and for the application";
}

constexpr LayerPlace kPlaces[] = {
    {"the_only_layer", 0, 1},
    {"the_top_layer", 0, 3},
    {"the_middle_layer", 1, 3},
    {"the_last_layer", 2, 3},
};

// The layer that did not advance its link, so that the next layer's link leads to itself; "" if
// there is none. If the last layer does not advance it, no layer can detect that.
std::string LayerThatDidNotAdvance(const std::vector<Event>& entries) {
  std::string above;
  for (const Event& event : entries) {
    if (LayerOfLibrary(event.Text("next_gipa_library")) == event.who()) return above;
    above = event.who();
  }
  return {};
}

void JudgeBadLayer(Case& c, const LinkRule& rule, const LayerPlace& place) {
  const std::vector<std::string> layers = NumberedLayers(place.of);
  const std::string& bad = layers[static_cast<size_t>(place.number)];
  const Observation seen = RunWithBadLayer(c, place, rule.misbehave);
  const std::vector<Event> entries = LayerEntries(seen, rule.command);
  std::vector<std::string> entered = Whos(entries);
  const size_t certain = std::min(static_cast<size_t>(place.number) + 2, layers.size());
  ASSERT_SEEN(entered.size(), Ge(certain))
      << "the layers above, the layer itself and the next one are called";
  entered.resize(certain);
  EXPECT_SEEN(entered, ElementsAreArray(std::vector<std::string>(
                           layers.begin(), layers.begin() + static_cast<ptrdiff_t>(certain))))
      << "what a layer does when it calls down does not change the chain above it";
  const bool last = place.number + 1 == place.of;
  const std::string guilty = LayerThatDidNotAdvance(entries);
  EXPECT_SEEN(guilty, last ? "" : bad)
      << "a layer below one that does not advance the link gets the link to itself";
  NameLayer(seen, last ? bad : guilty, fmt::format("did not move its link on in {}", rule.command));
}

void RegisterCasesOf(const LinkRule& rule) {
  for (const Origin& origin : Origins()) {
    std::vector<policy::Id> cited = rule.policies;
    cited.insert(cited.end(), origin.policies.begin(), origin.policies.end());
    RegisterCase(Api::kVulkan, cited, fmt::format("links_{}", origin.name),
                 [&rule, &origin](Case& c) { JudgeGoodLayers(c, rule, origin); });
  }
  for (const LayerPlace& place : kPlaces) {
    RegisterCase(Api::kVulkan, {rule.policies[0], policy::LS_VK_CHAIN_4},
                 fmt::format("link_not_moved_on_by_{}", place.name),
                 [&rule, &place](Case& c) { JudgeBadLayer(c, rule, place); });
  }
}

REGISTER_CASES {
  for (const LinkRule& rule : Rules()) RegisterCasesOf(rule);
}

}  // namespace
}  // namespace loadstone::suites::links_moved_on
