// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/case/unjudged.h"
#include "suites/openxr/layers.h"

// debug, "Loader Logging": texts of manifests, of the environment and of the application that a
// loader may put into a message, with conversions of printf or control characters, while everything
// is logged. Whatever the texts are, calls return, and a valid layer and the runtime are used
// (LS_XR_ROBUSTNESS_1).
namespace loadstone::suites::odd_texts {
namespace {

constexpr char kGood[] = "XR_APILAYER_LS_good";
constexpr char kOdd[] = "XR_APILAYER_LS_odd";
constexpr char kFolder[] = "/layers";

struct Text {
  const char* name;
  std::string text;
};

std::vector<Text> Texts() {
  std::string many;
  while (many.size() < 3000) many += "%s%n%d";
  return {
      {"conversions_of_printf", "%s%s%s%s%s%s%s%s%s%s%s%s%n%n%n%n%100000d%c%p%"},
      {"control_characters", "\x01\x02\a\b\x1b[31m\x1b]0;title\a\t\r\n\v\f\x7f"},
      {"3000_conversions_of_printf", many},
  };
}

// A machine on which a text is in one place, and what an application requests of it first.
struct Situation {
  OpenXrWorld world;
  XrInstanceRequest request;
};

struct Place {
  const char* name;
  void (*put)(Situation& situation, const std::string& text);
  bool short_only = false;      // the text is the name of a file or layer
  bool may_refuse_all = false;  // the environment names a layer that is not present
};

ApiLayer Odd() { return ApiLayer(kOdd).In(kFolder); }

void InMember(Situation& situation, const char* member, const std::string& text) {
  situation.world.With(Odd().Manifest(JsonObject().Set(member, text).Text()));
  situation.request.layers = {kOdd};
}

const Place kPlaces[] = {
    {"name_of_a_layer",
     [](Situation& situation, const std::string& text) {
       const std::string name = "XR_APILAYER_LS_" + text;
       situation.world.With(ApiLayer(name).In(kFolder).Who("odd").ManifestFile("odd.json"));
       situation.request.layers = {name};
     },
     true},
    {"name_of_an_implicit_layer",
     [](Situation& situation, const std::string& text) {
       situation.world.With(ApiLayer("XR_APILAYER_LS_" + text)
                                .Implicit()
                                .DisabledBy("LS_ODD_OFF")
                                .Who("odd")
                                .ManifestFile("odd.json"));
     },
     true},
    {"name_of_a_missing_layer",
     [](Situation& situation, const std::string& text) {
       situation.request.layers = {"XR_APILAYER_LS_" + text};
     }},
    {"name_of_a_missing_extension",
     [](Situation& situation, const std::string& text) {
       situation.request.extensions = {"XR_LS_" + text};
     }},
    {"name_of_a_missing_layer_in_the_environment",
     [](Situation& situation, const std::string& text) {
       situation.world.Env("XR_ENABLE_API_LAYERS", "XR_APILAYER_LS_" + text);
     },
     false, true},
    {"folder_of_layers",
     [](Situation& situation, const std::string& text) {
       situation.world.Env("XR_API_LAYER_PATH", std::string(kFolder) + ":/" + text);
     },
     true},
    {"level_of_messages",
     [](Situation& situation, const std::string& text) {
       situation.world.Env("XR_LOADER_DEBUG", text);
     }},
    {"description", [](Situation& situation,
                       const std::string& text) { InMember(situation, "description", text); }},
    {"api_version", [](Situation& situation,
                       const std::string& text) { InMember(situation, "api_version", text); }},
    {"implementation_version",
     [](Situation& situation, const std::string& text) {
       InMember(situation, "implementation_version", text);
     }},
    {"library_path",
     [](Situation& situation, const std::string& text) {
       InMember(situation, "library_path", "/opt/" + text);
     },
     true},
    {"file_format_version",
     [](Situation& situation, const std::string& text) {
       situation.world.With(Odd().FileFormat(text));
       situation.request.layers = {kOdd};
     }},
    {"name_of_the_negotiation_function",
     [](Situation& situation, const std::string& text) {
       situation.world.With(Odd().Manifest(
           JsonObject()
               .SetJson("functions",
                        JsonObject().Set("xrNegotiateLoaderApiLayerInterface", text).Text())
               .Text()));
       situation.request.layers = {kOdd};
     }},
};

// After the request with the odd text an application uses the valid layer.
void JudgeText(Case& c, const Place& place, const std::string& text) {
  Situation situation = {OpenXrWorld(c.subject()), {}};
  situation.world.Env("XR_LOADER_DEBUG", "all");
  situation.world.Env("XR_API_LAYER_PATH", kFolder);
  situation.world.With(ApiLayer(kGood).In(kFolder));
  place.put(situation, text);
  const Observation seen = Observe(c, situation.world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    app.EnumerateExtensions();
    if (app.CreateInstance(situation.request) == XR_SUCCESS) app.DestroyInstance();
    app.RunFullSequence({.layers = {kGood}});
  });
  const std::vector<std::string> results = XrResultsOf(seen, "xrCreateInstance");
  ASSERT_SEEN(results, SizeIs(2)) << "each call returns, whatever a message contains";
  if (place.may_refuse_all && results[1] != "XR_SUCCESS") {
    EXPECT_SEEN(results[1], IsXrError()) << "the application must get an answer";
    return;
  }
  AttributeFailureTo(policy::LS_XR_LAYER_MANIFEST_13.text);
  EXPECT_SEEN(results[1], "XR_SUCCESS") << "the valid layer and the runtime can be used";
  EXPECT_SEEN(Callees(seen, "xrGetSystem"),
              IsSupersetOf({std::string(kGood), std::string(kDefaultRuntime)}))
      << "the valid layer and the runtime are used";
}

REGISTER_CASES {
  static const std::vector<Text> kTexts = Texts();
  for (const Place& place : kPlaces) {
    for (const Text& text : kTexts) {
      if (place.short_only && text.text.size() > 200) continue;
      RegisterCase(Api::kOpenXr, {policy::LS_XR_ROBUSTNESS_1, policy::LS_XR_LAYER_MANIFEST_13},
                   fmt::format("{}_in_{}", text.name, place.name),
                   [&](Case& c) { JudgeText(c, place, text.text); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::odd_texts
