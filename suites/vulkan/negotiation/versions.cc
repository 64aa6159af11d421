// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "oracle/tristate.h"
#include "policies/reading_ids.h"
#include "suites/suites.h"

// LoaderLayerInterface, "Layer Version Negotiation", "Layer Interface Versions", and LLP_LOADER_5:
// a layer is ignored if no interface version can be agreed on.
namespace loadstone::suites::versions {
namespace {

constexpr char kAbove[] = "VK_LAYER_LS_above";
constexpr char kOdd[] = "VK_LAYER_LS_odd";
constexpr char kBelow[] = "VK_LAYER_LS_below";

using oracle::Tristate;

struct Answer {
  const char* name;
  const char* behaviour;  // of the mock layer
  // Whether the odd layer is used. The valid layers around it must be in any case.
  Tristate expected;
  bool above_the_offer = false;
};

// A layer that answers with an error is not used. If its answer is above the offered version, it is
// used or ignored, but completely (LLP_LOADER_5.r2, LLP_LAYER_5.r1): the requirements of an
// interface newer than the loader's are unknown. The documents do not cover other odd answers
// (LLP_LOADER_5.r3, LLP_LAYER_5.r2): the layer is used or ignored.
const Answer kAnswers[] = {
    {"well_behaved", R"({})", Tristate::kYes},
    {"initialization_failed", R"({"negotiation": {"result": -3}})", Tristate::kNo},
    {"initialization_failed_nothing_written",
     R"({"negotiation": {"result": -3, "untouched": true}})", Tristate::kNo},
    {"version_0", R"({"negotiation": {"version": 0}})", Tristate::kMaybe},
    {"version_1", R"({"negotiation": {"version": 1}})", Tristate::kMaybe},
    {"version_2", R"({"negotiation": {"version": 2}})", Tristate::kYes},
    {"version_3", R"({"negotiation": {"version": 3}})", Tristate::kMaybe, true},
    {"version_99", R"({"negotiation": {"version": 99}})", Tristate::kMaybe, true},
    {"version_largest", R"({"negotiation": {"version": 4294967295}})", Tristate::kMaybe, true},
    {"no_get_instance_proc_addr", R"({"negotiation": {"null": ["gipa"]}})", Tristate::kMaybe},
    {"no_get_device_proc_addr", R"({"negotiation": {"null": ["gdpa"]}})", Tristate::kMaybe},
    {"no_get_physical_device_proc_addr", R"({"negotiation": {"null": ["gpdpa"]}})", Tristate::kYes},
    {"no_functions", R"({"negotiation": {"null": ["gipa", "gdpa", "gpdpa"]}})", Tristate::kMaybe},
    {"success_nothing_written", R"({"negotiation": {"untouched": true}})", Tristate::kMaybe},
    {"structure_type_changed", R"({"negotiation": {"stype": 77}})", Tristate::kMaybe},
    {"next_pointer_written", R"({"negotiation": {"pnext": true}})", Tristate::kMaybe},
    {"initialization_failed_without_functions",
     R"({"negotiation": {"result": -3, "null": ["gipa", "gdpa", "gpdpa"]}})", Tristate::kNo},
};

void ExpectChain(const Observation& seen, Tristate expected) {
  const std::vector<std::string> chain = InstanceChain(seen);
  const auto with = UnorderedElementsAre(kAbove, kOdd, kBelow);
  const auto without = UnorderedElementsAre(kAbove, kBelow);
  switch (expected) {
    case Tristate::kYes:
      EXPECT_SEEN(chain, with) << "a layer that negotiates well is in the chain";
      break;
    case Tristate::kNo:
      EXPECT_SEEN(chain, without)
          << "a layer with which no interface can be agreed on is ignored, and the rest of the "
             "chain works";
      EXPECT_SEEN(Called(seen), Not(Contains(kOdd)))
          << "a layer with which no interface can be agreed on is in no call chain";
      break;
    case Tristate::kMaybe:
      EXPECT_SEEN(chain, AnyOf(with, without))
          << "the rest of the chain works whether or not the layer is used"
          << reading::LLP_LOADER_5_r3 << reading::LLP_LOADER_5_r4;
      break;
  }
}

// A layer that is used with the version that both support is also used for devices; one that is
// ignored is used for neither.
void ExpectWhole(const Observation& seen) {
  EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAreArray(InstanceChain(seen)))
      << "a layer that answers with a version above the offered one is ignored, or used in both "
         "the instance chain and the device chain"
      << reading::LLP_LOADER_5_r2;
}

Layer Odd(const Answer& answer, const char* variant) {
  return Layer(kOdd).Binary(variant).Behaviour(answer.behaviour);
}

void JudgeImplicit(Case& c, const Answer& answer, const char* variant) {
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Layer(kAbove).Implicit())
                  .With(Odd(answer, variant).Implicit())
                  .With(Layer(kBelow)),
              [](VulkanApp& app) { app.RunFullSequence({.layers = {kBelow}}); });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "an implicit layer that cannot be used does not make instance creation fail";
  ExpectChain(seen, answer.expected);
  if (answer.above_the_offer) ExpectWhole(seen);
}

// If the odd layer cannot be used, the application may get an error, and then runs without it.
void JudgeExplicit(Case& c, const Answer& answer, const char* variant) {
  const Observation seen = Observe(
      c,
      VulkanWorld(c.subject()).With(Layer(kAbove)).With(Odd(answer, variant)).With(Layer(kBelow)),
      [](VulkanApp& app) {
        app.RunFullSequence({.layers = {kAbove, kOdd, kBelow}});
        if (!app.created()) app.RunFullSequence({.layers = {kAbove, kBelow}});
      });
  const std::string result = ResultOf(seen, "vkCreateInstance");
  if (answer.expected == Tristate::kYes) {
    EXPECT_SEEN(result, "VK_SUCCESS") << "a layer that negotiates well can be used";
  } else {
    EXPECT_SEEN(result, AnyOf("VK_SUCCESS", "VK_ERROR_LAYER_NOT_PRESENT"))
        << "a layer that cannot be used is left out or treated as absent"
        << reading::LLP_LOADER_5_r1;
  }
  ExpectChain(seen, answer.expected);
  if (answer.above_the_offer) ExpectWhole(seen);
}

REGISTER_CASES {
  for (const Answer& answer : kAnswers) {
    for (const bool exports : {false, true}) {
      const char* variant = exports ? "vulkan_layer_gipa" : "vulkan_layer";
      const char* suffix = exports ? "_with_exports" : "";
      RegisterCase(Api::kVulkan, {policy::LLP_LOADER_5, policy::LLP_LAYER_5},
                   fmt::format("implicit_{}{}", answer.name, suffix),
                   [&answer, variant](Case& c) { JudgeImplicit(c, answer, variant); });
      RegisterCase(Api::kVulkan, {policy::LLP_LOADER_5, policy::LLP_LAYER_5},
                   fmt::format("explicit_{}{}", answer.name, suffix),
                   [&answer, variant](Case& c) { JudgeExplicit(c, answer, variant); });
    }
  }
}

// Other results. The version is agreed on where the layer returns VK_SUCCESS ("Layer Version
// Negotiation"), so that a layer that returns an error is ignored, whatever error it is and
// whatever it wrote. No sentence covers other success codes (LLP_LOADER_5.r3). An application that
// names the layer may be told that memory ran out, so that such results, and successes, are those
// of implicit layers alone.
REGISTER_CASES {
  for (const int result : {-1, -2, -4, -5, -6, -7, -8, -9, -10, -11, -12, -13, 1, 5, -1000000000}) {
    const std::string number = result < 0 ? fmt::format("minus_{}", -static_cast<int64_t>(result))
                                          : std::to_string(result);
    for (const bool implicit : {true, false}) {
      if (!implicit && result >= VK_ERROR_OUT_OF_DEVICE_MEMORY) continue;
      RegisterCase(Api::kVulkan, {policy::LLP_LOADER_5, policy::LLP_LAYER_5},
                   fmt::format("{}result_{}", implicit ? "" : "explicit_", number),
                   [result, implicit](Case& c) {
                     const std::string behaviour =
                         fmt::format(R"({{"negotiation": {{"result": {}}}}})", result);
                     const Answer answer = {"", behaviour.c_str(),
                                            result < 0 ? Tristate::kNo : Tristate::kMaybe};
                     const auto judge = implicit ? JudgeImplicit : JudgeExplicit;
                     judge(c, answer, "vulkan_layer");
                   });
    }
  }
}

// What a library exports, and what the manifest says about it. Exports of the interface versions 0
// and 1 may suffice (LLP_LOADER_5.r4, LLP_LAYER_4.r1); without any export the layer cannot be used
// (LLP_LOADER_5.r5, LLP_LAYER_4.r2).
struct Exports {
  const char* name;
  const char* variant;
  const char* manifest;
  Tristate expected;
};
const Exports kExports[] = {
    {"nothing_exported", "vulkan_layer_none", R"({})", Tristate::kNo},
    {"renamed_negotiation_named", "vulkan_layer_renamed",
     R"({"functions": {"vkNegotiateLoaderLayerInterfaceVersion": "lsNegotiate"}})", Tristate::kYes},
    {"renamed_negotiation_unnamed", "vulkan_layer_renamed", R"({})", Tristate::kNo},
    {"negotiation_named_that_is_missing", "vulkan_layer",
     R"({"functions": {"vkNegotiateLoaderLayerInterfaceVersion": "lsMissing"}})", Tristate::kMaybe},
    {"interface_1_exports", "vulkan_layer_v1", R"({})", Tristate::kMaybe},
    {"interface_0_exports", "vulkan_layer_v0", R"({})", Tristate::kMaybe},
    {"library_missing", "vulkan_layer", R"({"library_path": "/opt/loadstone/missing.so"})",
     Tristate::kNo},
    {"library_is_no_library", "vulkan_layer", R"({"library_path": "/opt/loadstone/text.so"})",
     Tristate::kNo},
    {"library_is_a_folder", "vulkan_layer", R"({"library_path": "/opt/loadstone"})", Tristate::kNo},
};

REGISTER_CASES {
  for (const Exports& row : kExports) {
    RegisterCase(
        Api::kVulkan, {policy::LLP_LOADER_5, policy::LLP_LAYER_4}, row.name, [&row](Case& c) {
          const Observation seen =
              Observe(c,
                      VulkanWorld(c.subject())
                          .With(Layer(kAbove).Implicit())
                          .With(Layer(kOdd).Implicit().Binary(row.variant).Manifest(row.manifest))
                          .With(Layer(kBelow))
                          .File("/opt/loadstone/text.so", "this is no library"),
                      [](VulkanApp& app) { app.RunFullSequence({.layers = {kBelow}}); });
          EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
              << "an implicit layer that cannot be used does not make instance creation fail";
          ExpectChain(seen, row.expected);
        });
  }
}

// How the loader negotiates.

VULKAN_CASE(LS_VK_NEGOTIATION_1, what_is_offered) {
  const Observation seen = Observe(c, VulkanWorld(c.subject()).With(Layer(kOdd)),
                                   [](VulkanApp& app) { app.RunFullSequence({.layers = {kOdd}}); });
  const auto event = seen.First(kOdd, "negotiate");
  ASSERT_SEEN(event.has_value(), true) << "the loader negotiates with a layer that it loads";
  EXPECT_SEEN(event->Number("stype"), 1) << "sType is LAYER_NEGOTIATE_INTERFACE_STRUCT";
  EXPECT_SEEN(event->Flag("pnext_null"), true) << "pNext is NULL";
  EXPECT_SEEN(event->Number("offered"), Ge(2)) << "the version offered is at least 2";
}

// However a layer is found and enabled, at each of two instances.
constexpr const char* kEveryKind[] = {"VK_LAYER_LS_implicit", "VK_LAYER_LS_of_override",
                                      "VK_LAYER_LS_of_environment", "VK_LAYER_LS_of_meta",
                                      "VK_LAYER_LS_own"};

Observation RunEveryKind(Case& c, const char* variant, const char* manifest = "{}") {
  VulkanWorld world(c.subject());
  world.With(Layer(kEveryKind[0]).Implicit().Binary(variant).Manifest(manifest))
      .With(Layer::Override({kEveryKind[1]}))
      .With(Layer::Meta("VK_LAYER_LS_meta", {kEveryKind[3]}))
      .Env("VK_INSTANCE_LAYERS", kEveryKind[2]);
  for (size_t i = 1; i < std::size(kEveryKind); ++i) {
    world.With(Layer(kEveryKind[i]).Binary(variant).Manifest(manifest));
  }
  return Observe(c, world, [&](VulkanApp& app) {
    app.RunFullSequence({.layers = {"VK_LAYER_LS_meta", kEveryKind[4]}});
    app.RunFullSequence({.layers = {"VK_LAYER_LS_meta", kEveryKind[4]}});
  });
}

VULKAN_CASE(LS_VK_NEGOTIATION_1, what_is_offered_to_layers_of_every_kind) {
  const Observation seen = RunEveryKind(c, "vulkan_layer");
  for (const char* name : kEveryKind) {
    const std::vector<Event> events = seen.Select(name, "negotiate");
    EXPECT_SEEN(events, Not(IsEmpty())) << "the loader negotiates with a layer that it loads";
    for (const Event& event : events) {
      EXPECT_SEEN(event.Number("stype"), 1) << "sType is LAYER_NEGOTIATE_INTERFACE_STRUCT";
      EXPECT_SEEN(event.Flag("pnext_null"), true) << "pNext is NULL";
      EXPECT_SEEN(event.Number("offered"), Ge(2)) << "the version offered is at least 2";
    }
  }
}

VULKAN_CASE(LS_VK_NEGOTIATION_7, no_newer_version_is_offered) {
  const Observation seen =
      Observe(c, VulkanWorld(c.subject()).With(Layer(kAbove).Implicit()).With(Layer(kOdd)),
              [](VulkanApp& app) {
                app.RunFullSequence({.layers = {kOdd}});
                app.RunFullSequence({.layers = {kOdd}});
              });
  for (const char* layer : {kAbove, kOdd}) {
    const std::vector<Event> events = seen.Select(layer, "negotiate");
    EXPECT_SEEN(events, Not(IsEmpty())) << "the loader negotiates with a layer that it loads";
    for (const Event& event : events) {
      EXPECT_SEEN(event.Number("offered"), Le(2))
          << "the version offered is none that the documents do not have";
    }
  }
}

VULKAN_CASE(LS_VK_NEGOTIATION_2, first_call_into_each_layer) {
  const Observation seen = Observe(c,
                                   VulkanWorld(c.subject())
                                       .With(Layer(kAbove).Binary("vulkan_layer_gipa").Implicit())
                                       .With(Layer(kOdd).Binary("vulkan_layer_gipa"))
                                       .With(Layer(kBelow).Binary("vulkan_layer_gipa")),
                                   [](VulkanApp& app) {
                                     app.RunFullSequence({.layers = {kOdd, kBelow}});
                                   });
  for (const char* layer : {kAbove, kOdd, kBelow}) {
    EXPECT_SEEN(seen.Select(layer, "negotiate"), Not(IsEmpty()))
        << "the loader negotiates with each layer";
    EXPECT_SEEN(seen.Select(layer, "early_call"), IsEmpty())
        << "negotiation is the first call into a layer" << reading::LS_VK_NEGOTIATION_2_r1;
  }
}

void ExpectNegotiationFirst(const Observation& seen) {
  for (const char* layer : kEveryKind) {
    EXPECT_SEEN(seen.Select(layer, "negotiate"), Not(IsEmpty()))
        << "the loader negotiates with each layer";
    EXPECT_SEEN(seen.Select(layer, "early_call"), IsEmpty())
        << "negotiation is the first call into a layer, whatever enables it"
        << reading::LS_VK_NEGOTIATION_2_r1;
  }
}

VULKAN_CASE(LS_VK_NEGOTIATION_2, first_call_into_layers_of_every_kind) {
  ExpectNegotiationFirst(RunEveryKind(c, "vulkan_layer_gipa"));
}

VULKAN_CASE(LS_VK_NEGOTIATION_2, first_call_is_a_renamed_negotiation) {
  ExpectNegotiationFirst(
      RunEveryKind(c, "vulkan_layer_gipa_renamed",
                   R"({"functions": {"vkNegotiateLoaderLayerInterfaceVersion": "lsNegotiate"}})"));
}

}  // namespace
}  // namespace loadstone::suites::versions
