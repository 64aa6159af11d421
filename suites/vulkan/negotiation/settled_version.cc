// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/suites.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Layer Version Negotiation", and LLP_LAYER_5: how versions are negotiated
// with several layers at once. LLP_LOADER_5 covers the answer of a single layer.
namespace loadstone::suites::settled_version {
namespace {

// The version that each layer was offered, in the order of the layers' names.
std::vector<int64_t> Offered(const Observation& seen, const std::vector<std::string>& layers) {
  std::vector<int64_t> offered;
  for (const std::string& layer : layers) {
    for (const Event& event : seen.Select(layer, "negotiate")) {
      offered.push_back(event.Number("offered"));
    }
  }
  return offered;
}

std::vector<std::string> Names(int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.push_back(fmt::format("VK_LAYER_LS_layer_{:02}", i));
  return names;
}

// LS_VK_NEGOTIATION_3: the answer of one layer does not affect others.
struct Answer {
  const char* name;
  const char* negotiation;
  bool changes_the_structure = false;
};

constexpr Answer kAnswers[] = {
    {"refusal", R"({"result": -3})"},
    {"refusal_without_writing", R"({"result": -3, "untouched": true})"},
    {"version_0", R"({"version": 0})", true},
    {"version_1", R"({"version": 1})", true},
    {"version_above_the_offer", R"({"version": 4294967295})", true},
    {"another_structure_type", R"({"stype": 77})", true},
    {"next_pointer", R"({"pnext": true})", true},
    {"null_functions", R"({"null": ["gipa", "gdpa", "gpdpa"]})"},
    {"nothing_written", R"({"untouched": true})"},
};

REGISTER_CASES {
  for (const Answer& answer : kAnswers) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_NEGOTIATION_3, policy::LLP_LAYER_5},
        fmt::format("{}_of_one_layer_is_not_passed_on", answer.name), [&answer](Case& c) {
          VulkanWorld world(c.subject());
          world.With(Layer("VK_LAYER_LS_odd")
                         .Implicit()
                         .Behaviour(fmt::format(R"({{"negotiation": {}}})", answer.negotiation)));
          // Valid layers with names before and after it, whatever the order of negotiation is.
          const std::vector<std::string> good = {"VK_LAYER_LS_before", "VK_LAYER_LS_zafter"};
          for (const std::string& name : good) world.With(Layer(name).Implicit());
          world.With(Layer("VK_LAYER_LS_own"));
          const Observation seen = Observe(c, world, [](VulkanApp& app) {
            app.RunFullSequence({.layers = {"VK_LAYER_LS_own"}});
          });
          for (const std::string& name : {good[0], good[1], std::string("VK_LAYER_LS_own")}) {
            EXPECT_SEEN(InstanceChain(seen), Contains(name))
                << "a good layer is loaded, whatever another one answers";
            const auto event = seen.First(name, "negotiate");
            ASSERT_SEEN(event.has_value(), true) << "the loader must negotiate with each layer";
            EXPECT_SEEN(event->Number("stype"), 1)
                << "each layer must be offered a structure of its own";
            EXPECT_SEEN(event->Flag("pnext_null"), true)
                << "each layer must be offered a structure of its own";
            EXPECT_SEEN(event->Number("offered"), Ge(2))
                << "each layer must be offered the loader's version, not another layer's answer";
          }
        });
  }
}

// The offer to a layer is the loader's version, also if the layer answered something else for an
// earlier instance. A loader may keep the layer's library and not negotiate again.
REGISTER_CASES {
  for (const Answer& answer : kAnswers) {
    if (!answer.changes_the_structure) continue;
    for (const bool exports : {false, true}) {
      RegisterCase(
          Api::kVulkan, {policy::LS_VK_NEGOTIATION_1, policy::LS_VK_NEGOTIATION_3},
          fmt::format("{}{}_is_not_the_next_offer", answer.name, exports ? "_with_exports" : ""),
          [&answer, exports](Case& c) {
            const std::vector<std::string> names = {"VK_LAYER_LS_odd", "VK_LAYER_LS_zodd"};
            VulkanWorld world(c.subject());
            for (const std::string& name : names) {
              world.With(
                  Layer(name)
                      .Implicit()
                      .Binary(exports ? "vulkan_layer_gipa" : "vulkan_layer")
                      .Behaviour(fmt::format(R"({{"negotiation": {}}})", answer.negotiation)));
            }
            const Observation seen = Observe(c, world, [](VulkanApp& app) {
              for (int instance = 0; instance < 3; ++instance) app.RunFullSequence();
            });
            for (const std::string& name : names) {
              const std::vector<Event> offers = seen.Select(name, "negotiate");
              ASSERT_SEEN(offers, Not(IsEmpty())) << "the loader must negotiate with each layer";
              const int64_t first = offers.front().Number("offered");
              for (const Event& offer : offers) {
                EXPECT_SEEN(offer.Number("stype"), 1)
                    << "the structure is a new one for each negotiation";
                EXPECT_SEEN(offer.Flag("pnext_null"), true)
                    << "the structure is a new one for each negotiation";
                EXPECT_SEEN(offer.Number("offered"), AllOf(Ge(2), Eq(first)))
                    << "each layer must be offered the loader's version, not an earlier answer";
              }
            }
          });
    }
  }
}

VULKAN_CASE(LS_VK_NEGOTIATION_3, each_of_16_layers_by_itself, policy::LLP_LAYER_5,
            policy::LLP_LOADER_5) {
  const std::vector<std::string> names = Names(16);
  VulkanWorld world(c.subject());
  for (const std::string& name : names) world.With(Layer(name));
  const Observation seen =
      Observe(c, world, [&](VulkanApp& app) { app.RunFullSequence({.layers = names}); });
  for (const std::string& name : names) {
    EXPECT_SEEN(seen.Select(name, "negotiate"), Not(IsEmpty()))
        << "the loader must negotiate with each layer";
  }
  const std::vector<int64_t> offered = Offered(seen, names);
  EXPECT_SEEN(offered, AllOf(SizeIs(Ge(16u)), Each(offered.empty() ? 2 : offered.front())))
      << "the loader's version is the same for every layer";
}

// A layer must not negotiate with the next one. If it does, the loader must still use the other
// layer and negotiate with it.
VULKAN_CASE(LS_VK_NEGOTIATION_3, layer_that_negotiates_with_the_next, policy::LLP_LAYER_5,
            policy::LLP_LOADER_5) {
  const std::string next = "VK_LAYER_LS_next";
  const std::string behaviour =
      fmt::format(R"({{"misbehave": ["negotiate_calls_down"], "negotiation": {}}})",
                  JsonObject().Set("next", LibraryPathOf(c.subject(), next)).Text());
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Layer("VK_LAYER_LS_chaining").Behaviour(behaviour))
                  .With(Layer(next)),
              [&](VulkanApp& app) {
                app.RunFullSequence({.layers = {"VK_LAYER_LS_chaining", next}});
              });
  const auto deed = seen.First("VK_LAYER_LS_chaining", "negotiate_call_down");
  ASSERT_SEEN(deed.has_value(), true) << "the loader must negotiate with the first layer";
  EXPECT_SEEN(InstanceChain(seen), Contains(next))
      << "a layer with which another layer negotiated is loaded nevertheless";
  EXPECT_SEEN(seen.Select(next, "negotiate"), SizeIs(Ge(2u)))
      << "the loader must negotiate with each layer, even if another component did";
}

// LLP_LAYER_5: the negotiated version is used, and the layers work.
VULKAN_CASE(LLP_LAYER_5, version_2_settled_with_each_of_three, policy::LLP_LOADER_5) {
  const std::vector<std::string> names = Names(3);
  VulkanWorld world(c.subject());
  for (const std::string& name : names) {
    world.With(Layer(name).Behaviour(R"({"negotiation": {"version": 2}})"));
  }
  const Observation seen =
      Observe(c, world, [&](VulkanApp& app) { app.RunFullSequence({.layers = names}); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(names))
      << "a layer that settles on version 2 is loaded";
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(names))
      << "a layer that settles on version 2 is loaded";
}

// Refusing layers at every position of a chain of four; the others keep their order.
REGISTER_CASES {
  for (unsigned refusing = 1; refusing < 16; ++refusing) {
    std::string word;
    for (unsigned i = 0; i < 4; ++i) word += (refusing >> i & 1) != 0 ? "_no" : "_yes";
    RegisterCase(Api::kVulkan, {policy::LLP_LAYER_5}, "answers" + word, [refusing](Case& c) {
      const std::vector<std::string> names = Names(4);
      VulkanWorld world(c.subject());
      std::string list;
      std::vector<std::string> usable;
      for (unsigned i = 0; i < 4; ++i) {
        const bool refuses = (refusing >> i & 1) != 0;
        Layer layer(names[i]);
        if (refuses) layer.Behaviour(R"({"negotiation": {"result": -3}})");
        if (!refuses) usable.push_back(names[i]);
        world.With(layer);
      }
      const Observation seen = Observe(c, world, [&](VulkanApp& app) {
        app.RunFullSequence({.layers = names});
        if (!app.created()) app.RunFullSequence({.layers = usable});
      });
      EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"),
                  AnyOf("VK_SUCCESS", "VK_ERROR_LAYER_NOT_PRESENT"))
          << "a layer that refuses is left out or treated as absent" << reading::LLP_LOADER_5_r1;
      EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(usable))
          << "a layer that refuses is not loaded, and the others keep their order";
    });
  }
}

VULKAN_CASE(LLP_LAYER_5, second_instance_negotiates_as_the_first) {
  const std::string name = "VK_LAYER_LS_twice";
  const Observation seen =
      Observe(c, VulkanWorld(c.subject()).With(Layer(name)), [&](VulkanApp& app) {
        app.RunFullSequence({.layers = {name}});
        app.RunFullSequence({.layers = {name}});
      });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(name, name))
      << "a layer that negotiates well is in the chain of every instance";
  EXPECT_SEEN(seen.Select(name, "early_call"), IsEmpty())
      << "nothing of a layer may be called before the negotiation";
}

}  // namespace
}  // namespace loadstone::suites::settled_version
