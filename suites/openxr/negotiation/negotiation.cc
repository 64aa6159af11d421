// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/openxr/negotiation/negotiation_structures.h"
#include "suites/openxr/runtimes.h"

// runtime, "Loader/Runtime Interface Negotiation".
namespace loadstone::suites::negotiation {
namespace {

constexpr char kLayer[] = "XR_APILAYER_LS_above";
constexpr NegotiateRequest kRequest = {"XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST", 3,
                                       kRuntimeRequestSize};

Observation RunWith(Case& c, const Runtime& runtime) {
  return Observe(c, OpenXrWorld(c.subject()).With(runtime),
                 [](OpenXrApp& app) { app.RunFullSequence(); });
}

Runtime Answering(const std::string& negotiation) {
  return Runtime(kDefaultRuntime).Behaviour(R"({"negotiation": )" + negotiation + "}");
}

Event Asked(const Observation& seen) { return AskedToNegotiate(seen, kDefaultRuntime); }

OPENXR_CASE(LS_XR_NEGOTIATION_2, loader_info_header) {
  ExpectLoaderInfoHeader(c, Asked(RunWith(c, Runtime(kDefaultRuntime))));
}

OPENXR_CASE(LS_XR_NEGOTIATION_3, interface_versions) {
  ExpectInterfaceVersions(Asked(RunWith(c, Runtime(kDefaultRuntime))));
}

OPENXR_CASE(LS_XR_NEGOTIATION_4, api_versions) {
  ExpectApiVersions(c, Asked(RunWith(c, Runtime(kDefaultRuntime))));
}

OPENXR_CASE(LS_XR_NEGOTIATION_5, request_header) {
  ExpectRequestHeader(c, Asked(RunWith(c, Runtime(kDefaultRuntime))), kRequest);
}

// Two attempts with a runtime that refuses: a loader that asks it again asks as it did at first.
Observation AskAgain(Case& c) {
  const OpenXrWorld world =
      OpenXrWorld(c.subject()).With(Answering(R"({"result": -6})")).With(ApiLayer(kLayer));
  return Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateExtensions();
    for (int i = 0; i < 2; ++i) app.RunFullSequence({.layers = {kLayer}});
  });
}

OPENXR_CASE(LS_XR_NEGOTIATION_2, loader_info_header_after_refusals) {
  const Observation seen = AskAgain(c);
  ExpectLoaderInfoHeader(c, Asked(seen));
  for (const Event& asked : seen.Select(kDefaultRuntime, "negotiate")) {
    ExpectLoaderInfoHeader(c, asked);
  }
}

OPENXR_CASE(LS_XR_NEGOTIATION_5, request_header_after_refusals) {
  const Observation seen = AskAgain(c);
  ExpectRequestHeader(c, Asked(seen), kRequest);
  for (const Event& asked : seen.Select(kDefaultRuntime, "negotiate")) {
    ExpectRequestHeader(c, asked, kRequest);
  }
}

OPENXR_CASE(LS_XR_NEGOTIATION_1, comes_before_every_call) {
  const Observation seen = RunWith(c, Runtime(kDefaultRuntime));
  std::vector<std::string> steps;
  for (const Event& event : seen.Select(kDefaultRuntime, "")) steps.push_back(event.what());
  ASSERT_SEEN(steps, SizeIs(Gt(2u))) << "the runtime must be used";
  EXPECT_SEEN(std::vector<std::string>(steps.begin(), steps.begin() + 2),
              ElementsAre("load", "negotiate"))
      << "negotiation is the first call into a runtime";
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_SUCCESS")
      << "a runtime that negotiated well must be usable";
}

OPENXR_CASE(LS_XR_NEGOTIATION_1, comes_before_enumeration) {
  const Observation seen =
      Observe(c, OpenXrWorld(c.subject()), [](OpenXrApp& app) { app.EnumerateExtensions(); });
  std::vector<std::string> steps;
  for (const Event& event : seen.Select(kDefaultRuntime, "")) steps.push_back(event.what());
  ASSERT_SEEN(steps, SizeIs(Gt(2u))) << "the runtime must be queried for its extensions";
  EXPECT_SEEN(std::vector<std::string>(steps.begin(), steps.begin() + 2),
              ElementsAre("load", "negotiate"))
      << "negotiation is the first call into a runtime";
}

// Lists extensions and requests an instance where the only runtime cannot be used: nothing of it is
// called, whatever it exports.
Observation JudgeUnused(Case& c, const Runtime& runtime) {
  const Observation seen = Observe(c, OpenXrWorld(c.subject()).With(runtime), [](OpenXrApp& app) {
    app.EnumerateExtensions();
    app.RunFullSequence();
  });
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
      << "the only runtime cannot be used, so no instance can be created"
      << reading::LS_XR_NEGOTIATION_6_r1;
  std::vector<std::string> steps;
  for (const Event& event : seen.Select(kDefaultRuntime, "")) steps.push_back(event.what());
  EXPECT_SEEN(steps, Each(AnyOf("load", "negotiate", "unload")))
      << "nothing of a runtime that cannot be used is called";
  return seen;
}

// A runtime that refuses, with each of several errors, is not used.
REGISTER_CASES {
  for (const auto& [name, result] :
       {std::pair{"initialization_failed", XR_ERROR_INITIALIZATION_FAILED},
        std::pair{"runtime_failure", XR_ERROR_RUNTIME_FAILURE},
        std::pair{"out_of_memory", XR_ERROR_OUT_OF_MEMORY},
        std::pair{"api_version_unsupported", XR_ERROR_API_VERSION_UNSUPPORTED},
        std::pair{"unknown_error", static_cast<XrResult>(-987654)},
        std::pair{"lowest_error", static_cast<XrResult>(INT32_MIN)}}) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_NEGOTIATION_6}, fmt::format("refused_with_{}", name),
                 [result = result](Case& c) {
                   Asked(JudgeUnused(
                       c, Answering(fmt::format(R"({{"result": {}}})", static_cast<int>(result)))));
                 });
  }
}

OPENXR_CASE(LS_XR_NEGOTIATION_6, refused_by_a_runtime_that_exports_the_api) {
  Asked(JudgeUnused(c, Answering(R"({"result": -6})").Binary("openxr_runtime_direct")));
}

OPENXR_CASE(LS_XR_NEGOTIATION_7, api_exported_without_negotiation) {
  JudgeUnused(c, Runtime(kDefaultRuntime).Binary("openxr_runtime_commands"));
}

// Invalid answers of a runtime: the loader may accept or reject them (LS_XR_NEGOTIATION_9.r1), but
// must not crash.
struct Answer {
  const char* name;
  const char* negotiation;
};

constexpr Answer kOddAnswers[] = {
    {"interface_version_0", R"({"interface_version": 0})"},
    {"interface_version_2", R"({"interface_version": 2})"},
    {"interface_version_of_32_bits", R"({"interface_version": 4294967295})"},
    {"api_version_0_9", R"({"api_version": "0.9.0"})"},
    {"api_version_2_0", R"({"api_version": "2.0.0"})"},
    {"api_version_0_0", R"({"api_version": "0.0.0"})"},
    {"api_version_largest", R"({"api_version": "65535.65535.4294967295"})"},
    {"api_version_newer_minor", R"({"api_version": "1.99.0"})"},
    {"changed_structure_type", R"({"change": "struct_type"})"},
    {"changed_structure_version", R"({"change": "struct_version"})"},
    {"changed_structure_size", R"({"change": "struct_size"})"},
};

REGISTER_CASES {
  for (const Answer& answer : kOddAnswers) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_NEGOTIATION_9}, answer.name, [&answer](Case& c) {
      const Observation seen = RunWith(c, Answering(answer.negotiation));
      Asked(seen);
      ExpectRuntimeOrError(seen, kDefaultRuntime);
    });
  }
}

void JudgeNoFunctions(Case& c, const std::string& negotiation) {
  c.AnyEnding();
  const Observation seen = RunWith(c, Answering(negotiation));
  Asked(seen);
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), Not("XR_SUCCESS"))
      << "without xrGetInstanceProcAddr the runtime cannot be used";
  if (seen.FinishedNormally()) {
    EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
        << "the application must get an error that no instance exists"
        << reading::LS_XR_NEGOTIATION_8_r1;
  }
  ExpectSurvival(seen);
}

OPENXR_CASE(LS_XR_NEGOTIATION_8, no_function_to_query_functions, policy::LS_XR_ROBUSTNESS_1) {
  JudgeNoFunctions(c, R"({"null_gipa": true})");
}
OPENXR_CASE(LS_XR_NEGOTIATION_8, request_is_left_as_it_was, policy::LS_XR_ROBUSTNESS_1) {
  JudgeNoFunctions(c, R"({"leave_untouched": true})");
}

OPENXR_CASE(LS_XR_NEGOTIATION_12, patch_of_the_api_version_is_ignored) {
  const Observation seen = RunWith(c, Answering(R"({"api_version": "1.0.4000"})"));
  ExpectRuntime(seen, kDefaultRuntime, "the patch of runtimeApiVersion is ignored");
}

OPENXR_CASE(LS_XR_NEGOTIATION_12, older_patch_of_the_api_version) {
  const Observation seen = RunWith(c, Answering(R"({"api_version": "1.0.0"})"));
  ExpectRuntime(seen, kDefaultRuntime, "the patch of runtimeApiVersion is ignored");
}

// The application is one of OpenXR 1.0. A loader without 1.1 gets an answer in its range.
OPENXR_CASE(LS_XR_NEGOTIATION_12, runtime_of_1_1) {
  const Observation seen = RunWith(c, Answering(R"({"api_version": "1.1.0"})"));
  if (!OffersOpenXr11(Asked(seen))) GTEST_SKIP() << kNoOpenXr11;
  ExpectRuntime(seen, kDefaultRuntime,
                "the range that the loader offers includes the runtimeApiVersion 1.1");
}

OPENXR_CASE(LS_XR_NEGOTIATION_7, nothing_exported) {
  const Observation seen = RunWith(c, Runtime(kDefaultRuntime).Binary("openxr_runtime_none"));
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
      << "a library without the negotiation function is not a runtime"
      << reading::LS_XR_NEGOTIATION_7_r1;
  EXPECT_SEEN(RuntimesReached(seen), IsEmpty()) << "nothing may be called without negotiation";
}

OPENXR_CASE(LS_XR_NEGOTIATION_10, runtime_exports_the_api) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Binary("openxr_runtime_direct"));
  world.With(ApiLayer("XR_APILAYER_LS_between"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateExtensions();
    app.RunFullSequence({.layers = {"XR_APILAYER_LS_between"}});
    app.EnumerateExtensions();
  });
  ExpectRuntime(seen, kDefaultRuntime, "a runtime may export the commands of OpenXR as well");
  EXPECT_SEEN(seen.Select(kDefaultRuntime, "exported"), IsEmpty())
      << "functions are found through the xrGetInstanceProcAddr that negotiation gave, not among "
         "the exports";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre("XR_APILAYER_LS_between"))
      << "functions that the runtime exports must not replace the loader's functions";
  EXPECT_SEEN(Callees(seen, "xrGetSystem"),
              UnorderedElementsAre("XR_APILAYER_LS_between", kDefaultRuntime))
      << "calls go through the layer to the runtime, each once";
}

OPENXR_CASE(LS_XR_RUNTIME_MANIFEST_7, renamed_function) {
  const Observation seen = RunWith(
      c, Runtime(kDefaultRuntime)
             .Binary("openxr_runtime_renamed")
             .Manifest(R"({"functions": {"xrNegotiateLoaderRuntimeInterface": "lsNegotiate"}})"));
  ExpectRuntime(seen, kDefaultRuntime, "\"functions\" names the negotiation function");
}

OPENXR_CASE(LS_XR_RUNTIME_MANIFEST_7, renamed_function_of_300_characters) {
  const std::string functions = fmt::format(
      R"({{"functions": {{"xrNegotiateLoaderRuntimeInterface": "{}"}}}})", std::string(300, 'n'));
  const Observation seen =
      RunWith(c, Runtime(kDefaultRuntime).Binary("openxr_runtime_renamed").Manifest(functions));
  ExpectRuntime(seen, kDefaultRuntime, "\"functions\" names the negotiation function");
}

// The library also exports the standard name, by which it refuses.
OPENXR_CASE(LS_XR_RUNTIME_MANIFEST_7, renamed_function_beside_the_standard_one) {
  const Observation seen = RunWith(
      c, Runtime(kDefaultRuntime)
             .Binary("openxr_runtime_two_names")
             .Manifest(R"({"functions": {"xrNegotiateLoaderRuntimeInterface": "lsNegotiate"}})"));
  ExpectRuntime(seen, kDefaultRuntime, "\"functions\" names the negotiation function");
}

// XR_RUNTIME_JSON names the manifest.
OPENXR_CASE(LS_XR_RUNTIME_MANIFEST_7, renamed_function_named) {
  constexpr char kFile[] = "/opt/named/manifest.json";
  OpenXrWorld world(c.subject());
  world.WithoutRuntime().Env("XR_RUNTIME_JSON", kFile);
  world.With(
      Runtime("named")
          .In("/opt/named")
          .ManifestFile("manifest.json")
          .Binary("openxr_runtime_renamed")
          .Manifest(R"({"functions": {"xrNegotiateLoaderRuntimeInterface": "lsNegotiate"}})"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, "named", "\"functions\" names the negotiation function");
}

OPENXR_CASE(LS_XR_NEGOTIATION_7, renamed_function_that_the_manifest_does_not_name) {
  const Observation seen = RunWith(c, Runtime(kDefaultRuntime).Binary("openxr_runtime_renamed"));
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
      << "nothing says that the function has another name" << reading::LS_XR_NEGOTIATION_7_r1;
  EXPECT_SEEN(RuntimesReached(seen), IsEmpty()) << "nothing may be called without negotiation";
}

OPENXR_CASE(LS_XR_RUNTIME_MANIFEST_7, functions_that_name_something_else) {
  const Observation seen =
      RunWith(c, Runtime(kDefaultRuntime).Manifest(R"({"functions": {"xrOther": "lsOther"}})"));
  ExpectRuntime(seen, kDefaultRuntime, "a function that is not renamed keeps its name");
}

OPENXR_CASE(LS_XR_RUNTIME_MANIFEST_7, renamed_to_its_own_name) {
  const Observation seen = RunWith(c, Runtime(kDefaultRuntime).Manifest(R"({"functions": {
                 "xrNegotiateLoaderRuntimeInterface": "xrNegotiateLoaderRuntimeInterface"}})"));
  ExpectRuntime(seen, kDefaultRuntime, "\"functions\" names the negotiation function");
}

}  // namespace
}  // namespace loadstone::suites::negotiation
