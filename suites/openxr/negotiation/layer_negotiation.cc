// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/common/other_word_size.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/negotiation/negotiation_structures.h"

// api_layer, "Loader/API Layer Interface Negotiation".
namespace loadstone::suites::layer_negotiation {
namespace {

constexpr char kLayer[] = "XR_APILAYER_LS_judged";
constexpr char kGood[] = "XR_APILAYER_LS_good";
constexpr char kOtherWordSize[] = "/opt/other_word_size.so";
constexpr NegotiateRequest kRequest = {"XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST", 2,
                                       kLayerRequestSize};

// Runs an application that requests the judged layer and a valid one below it; `implicit` makes
// both implicit, so that the application requests nothing.
Observation RunWith(Case& c, const ApiLayer& layer, bool implicit = false) {
  OpenXrWorld world(c.subject());
  ApiLayer judged = layer;
  ApiLayer good(kGood);
  if (implicit) {
    judged.Implicit();
    good.Implicit();
  }
  world.With(judged).With(good).File(kOtherWordSize, LibraryOfOtherWordSize(c.subject()));
  return Observe(c, world, [implicit](OpenXrApp& app) {
    app.RunFullSequence({.layers = implicit ? std::vector<std::string>()
                                            : std::vector<std::string>{kLayer, kGood}});
  });
}

ApiLayer Answering(const std::string& negotiation) {
  return ApiLayer(kLayer).Behaviour(R"({"negotiation": )" + negotiation + "}");
}

Event Asked(const Observation& seen) { return AskedToNegotiate(seen, kLayer); }

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_2, loader_info_header) {
  ExpectLoaderInfoHeader(c, Asked(RunWith(c, ApiLayer(kLayer))));
}

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_3, interface_versions) {
  ExpectInterfaceVersions(Asked(RunWith(c, ApiLayer(kLayer))));
}

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_4, api_versions) {
  ExpectApiVersions(c, Asked(RunWith(c, ApiLayer(kLayer))));
}

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_5, request_header) {
  ExpectRequestHeader(c, Asked(RunWith(c, ApiLayer(kLayer))), kRequest);
}

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_6, layer_name) {
  const Observation seen = RunWith(c, ApiLayer(kLayer));
  EXPECT_SEEN(Asked(seen).Text("layer_name"), AnyOf(Eq(kLayer), IsEmpty()))
      << "layerName is NULL or the name of the layer" << reading::LS_XR_LAYER_NEGOTIATION_6_r1;
  const auto good = seen.First(kGood, "negotiate");
  ASSERT_HOLDS(good.has_value()) << "the loader must negotiate with each layer";
  EXPECT_SEEN(good->Text("layer_name"), AnyOf(Eq(kGood), IsEmpty()))
      << "layerName is NULL or the name of the layer" << reading::LS_XR_LAYER_NEGOTIATION_6_r1;
}

void JudgeOrder(const Observation& seen) {
  for (const char* name : {kLayer, kGood}) {
    std::vector<std::string> steps;
    for (const Event& event : seen.Select(name, "")) steps.push_back(event.what());
    ASSERT_SEEN(steps, SizeIs(Gt(2u))) << "the layer must be used";
    for (size_t i = 0; i + 1 < steps.size(); ++i) {
      if (steps[i] != "load") continue;
      EXPECT_SEEN(steps[i + 1], "negotiate")
          << "negotiation is the first call into a layer that was loaded"
          << reading::LS_XR_LAYER_NEGOTIATION_1_r1;
    }
    EXPECT_SEEN(steps, Not(Contains("exported")))
        << "what a layer exports is not called in place of what negotiation hands over";
  }
}

REGISTER_CASES {
  for (const bool implicit : {false, true}) {
    const char* kind = implicit ? "_implicit" : "";
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_NEGOTIATION_1},
                 fmt::format("comes_before_every_call{}", kind),
                 [implicit](Case& c) { JudgeOrder(RunWith(c, ApiLayer(kLayer), implicit)); });
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_NEGOTIATION_1},
                 fmt::format("comes_before_every_call_of_exported_functions{}", kind),
                 [implicit](Case& c) {
                   const ApiLayer layer = ApiLayer(kLayer).Binary("openxr_layer_direct");
                   const Observation seen = RunWith(c, layer, implicit);
                   JudgeOrder(seen);
                   EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAre(kLayer, kGood))
                       << "a layer may export the functions that negotiation hands over";
                 });
  }
}

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_1, comes_before_every_call_for_two_instances) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kLayer)).With(ApiLayer(kGood));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.RunFullSequence({.layers = {kLayer, kGood}});
    app.RunFullSequence({.layers = {kGood, kLayer}});
  });
  JudgeOrder(seen);
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAre(kLayer, kGood, kGood, kLayer))
      << "each instance has both layers";
}

// Expects that a layer is not in a chain: creation fails, or succeeds without it
// (LS_XR_LAYER_NEGOTIATION_7.r1, LS_XR_LAYER_NEGOTIATION_8.r1, LS_XR_LAYER_MANIFEST_15.r1).
void JudgeNotInChain(const Observation& seen) {
  EXPECT_SEEN(ApiLayerChain(seen), Not(Contains(kLayer)))
      << "a layer whose negotiation failed is in no call chain";
  if (XrResultOf(seen, "xrCreateInstance") == "XR_SUCCESS") {
    EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kGood)) << "the other layer is in the chain";
    EXPECT_SEEN(RuntimesReached(seen), ElementsAre(kDefaultRuntime))
        << "the chain ends in the runtime";
  } else {
    EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
        << "the application must get an answer";
  }
}

struct Answer {
  const char* name;
  const char* negotiation;
};

constexpr Answer kFailures[] = {
    {"refused_with_initialization_failed", R"({"result": -6})"},
    {"refused_with_runtime_failure", R"({"result": -2})"},
    {"refused_with_out_of_memory", R"({"result": -3})"},
    {"refused_with_an_unknown_error", R"({"result": -987654})"},
};

// The documents do not say what happens to a loader whose layer gives it no functions
// (LS_XR_LAYER_NEGOTIATION_9.r1); but an instance that it creates must work.
constexpr Answer kNoFunctions[] = {
    {"no_function_to_query_functions", R"({"null_gipa": true})"},
    {"no_function_to_create_an_instance", R"({"null_create": true})"},
    {"no_functions", R"({"null_gipa": true, "null_create": true})"},
    {"request_is_left_as_it_was", R"({"leave_untouched": true})"},
};

// Invalid answers of a layer, which may then be in the chain or not
// (LS_XR_LAYER_NEGOTIATION_10.r1).
constexpr Answer kOddAnswers[] = {
    {"interface_version_0", R"({"interface_version": 0})"},
    {"interface_version_2", R"({"interface_version": 2})"},
    {"interface_version_of_32_bits", R"({"interface_version": 4294967295})"},
    {"api_version_0_9", R"({"api_version": "0.9.0"})"},
    {"api_version_2_0", R"({"api_version": "2.0.0"})"},
    {"api_version_newer_minor", R"({"api_version": "1.99.0"})"},
    {"api_version_0_0", R"({"api_version": "0.0.0"})"},
    {"changed_structure_type", R"({"change": "struct_type"})"},
    {"changed_structure_version", R"({"change": "struct_version"})"},
    {"changed_structure_size", R"({"change": "struct_size"})"},
};

// `afterwards` is appended to the messages about an instance with a wrong chain.
void JudgeOddAnswer(const Observation& seen, const std::string& afterwards = {}) {
  if (XrResultOf(seen, "xrCreateInstance") == "XR_SUCCESS") {
    EXPECT_SEEN(ApiLayerChain(seen), IsSupersetOf({std::string(kGood)}))
        << "the other layer is in the chain" << afterwards;
    EXPECT_SEEN(RuntimesReached(seen), ElementsAre(kDefaultRuntime))
        << "the chain ends in the runtime" << afterwards;
  } else {
    EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
        << "the application must get an answer";
  }
}

void JudgeNoFunctions(const Observation& seen) {
  if (seen.FinishedNormally()) {
    JudgeOddAnswer(seen);
  } else if (XrResultOf(seen, "xrCreateInstance") == "XR_SUCCESS") {
    JudgeOddAnswer(seen, "; the application did not survive that: " + seen.DescribeEnding());
  }
  ExpectSurvival(seen);
}

REGISTER_CASES {
  for (const bool implicit : {false, true}) {
    const char* kind = implicit ? "implicit" : "explicit";
    for (const Answer& answer : kFailures) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_NEGOTIATION_7},
                   fmt::format("{}_{}", answer.name, kind), [&answer, implicit](Case& c) {
                     const Observation seen = RunWith(c, Answering(answer.negotiation), implicit);
                     Asked(seen);
                     JudgeNotInChain(seen);
                   });
    }
    for (const Answer& answer : kNoFunctions) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_NEGOTIATION_9, policy::LS_XR_ROBUSTNESS_1},
                   fmt::format("{}_{}", answer.name, kind), [&answer, implicit](Case& c) {
                     c.AnyEnding();
                     const Observation seen = RunWith(c, Answering(answer.negotiation), implicit);
                     Asked(seen);
                     JudgeNoFunctions(seen);
                   });
    }
    for (const Answer& answer : kOddAnswers) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_NEGOTIATION_10},
                   fmt::format("{}_{}", answer.name, kind), [&answer, implicit](Case& c) {
                     const Observation seen = RunWith(c, Answering(answer.negotiation), implicit);
                     Asked(seen);
                     JudgeOddAnswer(seen);
                   });
    }
  }
}

void JudgePatch(Case& c, bool implicit) {
  const Observation seen = RunWith(c, Answering(R"({"api_version": "1.0.4000"})"), implicit);
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAre(kLayer, kGood))
      << "the patch of layerApiVersion is ignored";
}

// The application, the runtime and the other layer are those of OpenXR 1.0.
void JudgeOpenXr11(Case& c, bool implicit) {
  const Observation seen = RunWith(c, Answering(R"({"api_version": "1.1.0"})"), implicit);
  if (!OffersOpenXr11(Asked(seen))) GTEST_SKIP() << kNoOpenXr11;
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAre(kLayer, kGood))
      << "the range that the loader offers includes the layerApiVersion 1.1";
}

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_12, patch_of_the_api_version_is_ignored) {
  JudgePatch(c, false);
}
OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_12, patch_of_the_api_version_is_ignored_implicit) {
  JudgePatch(c, true);
}
OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_12, layer_of_1_1) { JudgeOpenXr11(c, false); }
OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_12, layer_of_1_1_implicit) { JudgeOpenXr11(c, true); }

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_8, nothing_exported_explicit) {
  JudgeNotInChain(RunWith(c, ApiLayer(kLayer).Binary("openxr_layer_none")));
}
OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_8, nothing_exported_implicit) {
  JudgeNotInChain(RunWith(c, ApiLayer(kLayer).Binary("openxr_layer_none"), true));
}

// A layer that exports its two other functions, without the negotiation or with a refusal.
REGISTER_CASES {
  for (const bool implicit : {false, true}) {
    const char* kind = implicit ? "implicit" : "explicit";
    RegisterCase(
        Api::kOpenXr, {policy::LS_XR_LAYER_NEGOTIATION_8},
        fmt::format("other_functions_exported_{}", kind), [implicit](Case& c) {
          JudgeNotInChain(RunWith(c, ApiLayer(kLayer).Binary("openxr_layer_functions"), implicit));
        });
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_NEGOTIATION_7},
                 fmt::format("refused_with_other_functions_exported_{}", kind),
                 [implicit](Case& c) {
                   JudgeNotInChain(RunWith(
                       c, Answering(R"({"result": -6})").Binary("openxr_layer_direct"), implicit));
                 });
  }
}

OPENXR_CASE(LS_XR_LAYER_MANIFEST_15, library_is_missing_explicit) {
  JudgeNotInChain(RunWith(c, ApiLayer(kLayer).LibraryPath("/opt/missing.so")));
}
OPENXR_CASE(LS_XR_LAYER_MANIFEST_15, library_is_missing_implicit) {
  JudgeNotInChain(RunWith(c, ApiLayer(kLayer).LibraryPath("/opt/missing.so"), true));
}

OPENXR_CASE(LS_XR_LAYER_MANIFEST_15, library_of_the_other_word_size_explicit) {
  JudgeNotInChain(RunWith(c, ApiLayer(kLayer).LibraryPath(kOtherWordSize)));
}
OPENXR_CASE(LS_XR_LAYER_MANIFEST_15, library_of_the_other_word_size_implicit) {
  JudgeNotInChain(RunWith(c, ApiLayer(kLayer).LibraryPath(kOtherWordSize), true));
}

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_11, renamed_function) {
  const Observation seen = RunWith(
      c, ApiLayer(kLayer)
             .Binary("openxr_layer_renamed")
             .Manifest(R"({"functions": {"xrNegotiateLoaderApiLayerInterface": "lsNegotiate"}})"));
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAre(kLayer, kGood))
      << "\"functions\" names the negotiation function";
}

void JudgeLongName(Case& c, bool implicit) {
  const std::string functions = fmt::format(
      R"({{"functions": {{"xrNegotiateLoaderApiLayerInterface": "{}"}}}})", std::string(300, 'n'));
  const Observation seen =
      RunWith(c, ApiLayer(kLayer).Binary("openxr_layer_renamed").Manifest(functions), implicit);
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAre(kLayer, kGood))
      << "\"functions\" names the negotiation function";
}

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_11, renamed_function_of_300_characters) {
  JudgeLongName(c, false);
}
OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_11, renamed_function_of_300_characters_implicit) {
  JudgeLongName(c, true);
}

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_8, renamed_function_that_the_manifest_does_not_name) {
  JudgeNotInChain(RunWith(c, ApiLayer(kLayer).Binary("openxr_layer_renamed")));
}

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_11, functions_that_name_something_else) {
  const Observation seen =
      RunWith(c, ApiLayer(kLayer).Manifest(R"({"functions": {"xrOther": "lsOther"}})"));
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAre(kLayer, kGood))
      << "a function that is not renamed keeps its name";
}

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_1, each_layer_by_itself) {
  OpenXrWorld world(c.subject());
  const std::vector<std::string> names = {"XR_APILAYER_LS_first", "XR_APILAYER_LS_second"};
  world.With(ApiLayer(names[0])).With(ApiLayer(names[1]));
  const Observation seen =
      Observe(c, world, [&](OpenXrApp& app) { app.RunFullSequence({.layers = names}); });
  for (const std::string& name : names) {
    const std::vector<Event> asked = seen.Select(name, "negotiate");
    EXPECT_SEEN(asked, Not(IsEmpty())) << "the loader negotiates with each layer separately";
    for (const Event& event : asked) {
      EXPECT_SEEN(event.Text("layer_name"), AnyOf(Eq(name), IsEmpty()))
          << "the loader negotiates with each layer under the layer's own name or without a name"
          << reading::LS_XR_LAYER_NEGOTIATION_6_r1;
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::layer_negotiation
