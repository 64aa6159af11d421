// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <string.h>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/openxr/layers.h"

// api_layer, "API Layer Manifest File Format"; api-instance, "API Layers and Extensions": members
// of a manifest that are missing, too long for the structures of the API, or give names of
// functions.
namespace loadstone::suites::layer_members {
namespace {

constexpr char kA[] = "XR_APILAYER_LS_a";
constexpr char kGood[] = "XR_APILAYER_LS_good";
constexpr char kCreate[] = "xrCreateInstance";

// A missing member, and the rest of an otherwise complete manifest.
struct Missing {
  const char* name;
  const char* removed;    // from the object of the layer; or
  const char* text;       // the whole manifest
  bool is_layer = false;  // has a name, so a loader may treat it as a layer that cannot be loaded
};

constexpr Missing kMissing[] = {
    {"without_api_layer", nullptr, R"({"file_format_version": "1.0.0"})"},
    {"with_the_members_outside_of_api_layer", nullptr,
     R"({"file_format_version": "1.0.0", "name": "XR_APILAYER_LS_a", "api_version": "1.0",
         "library_path": "/opt/loadstone/liba.so", "implementation_version": "1",
         "description": "", "disable_environment": "LS_OFF"})"},
    {"without_name", R"({"name": null})", nullptr},
    {"without_library_path", R"({"library_path": null})", nullptr, true},
};

void JudgeMissing(Case& c, const Missing& missing, bool implicit) {
  ApiLayer layer(kA);
  ApiLayer good(kGood);
  if (implicit) layer.Implicit();
  if (implicit) good.Implicit();
  if (missing.removed != nullptr) layer.Manifest(missing.removed);
  if (missing.text != nullptr) layer.RawManifest(missing.text);
  const OpenXrWorld world = OpenXrWorld(c.subject()).With(layer).With(good);
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    if (!implicit && app.CreateInstance({.layers = {kA}}) == XR_SUCCESS) app.DestroyInstance();
    app.RunFullSequence(
        {.layers = implicit ? std::vector<std::string>() : std::vector<std::string>{kGood}});
  });
  std::vector<std::string> listed = ListedApiLayers(seen);
  if (missing.is_layer) std::erase(listed, kA);
  EXPECT_SEEN(listed, Not(Contains(kA))) << "a manifest without a required member defines no layer";
  EXPECT_SEEN(Loaded(seen), Not(Contains(kA))) << "no library is loaded for it";
  const std::vector<std::string> results = XrResultsOf(seen, kCreate);
  if (implicit) {
    // An enabled layer that cannot be loaded may be an error or not: LS_XR_LAYER_MANIFEST_2.r2.
    if (missing.is_layer && !results.empty() && results[0] != "XR_SUCCESS") {
      EXPECT_SEEN(results, ElementsAre(IsXrError())) << "the application must get an answer";
      return;
    }
  } else {
    EXPECT_SEEN(listed, ElementsAre(kGood)) << "the layer next to it is listed";
    Matcher first = Eq("XR_ERROR_API_LAYER_NOT_PRESENT");
    if (missing.is_layer) first = AnyOf(IsXrError(), Eq("XR_SUCCESS"));
    EXPECT_SEEN(results, ElementsAre(first, "XR_SUCCESS"))
        << "a layer that is not present cannot be enabled, and the layer next to it can"
        << reading::LS_XR_LAYER_MANIFEST_2_r2;
  }
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kGood)) << "the layer next to it can be used";
}

// A valid layer of the same kind is installed as well.
REGISTER_CASES {
  for (const Missing& missing : kMissing) {
    for (const bool implicit : {false, true}) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_MANIFEST_2},
                   fmt::format("{}_{}", missing.name, implicit ? "implicit" : "explicit"),
                   [&missing, implicit](Case& c) { JudgeMissing(c, missing, implicit); });
    }
  }
}

// A text of `size` bytes that ends in a multi-byte character.
std::string LongText(size_t size) { return std::string(size - 2, 'd') + "\xc3\xa4"; }

// Enumerates layers and traces for each the "bytes" of its name and description up to the null
// character, or -1 if there is none, and "rest": whether the rest of the description is unchanged.
void ListTexts(OpenXrApp& app) {
  constexpr char kCommand[] = "xrEnumerateApiLayerProperties";
  const auto list = app.Global<PFN_xrEnumerateApiLayerProperties>(kCommand);
  uint32_t count = 0;
  if (list(0, &count, nullptr) != XR_SUCCESS || count == 0) return;
  std::vector<XrApiLayerProperties> layers(count);
  for (XrApiLayerProperties& layer : layers) {
    memset(static_cast<void*>(&layer), 0xa5, sizeof(layer));
    layer.type = XR_TYPE_API_LAYER_PROPERTIES;
    layer.next = nullptr;
  }
  app.Traced(kCommand, [&] { return list(count, &count, layers.data()); });
  for (const XrApiLayerProperties& layer : layers) {
    const auto bytes = [](const char* text, size_t room) {
      const void* end = memchr(text, '\0', room);
      return end == nullptr ? int64_t{-1} : static_cast<const char*>(end) - text;
    };
    AppEvent("texts")
        .Add("name", bytes(layer.layerName, sizeof(layer.layerName)))
        .Add("description", bytes(layer.description, sizeof(layer.description)));
  }
}

// Expects that the layer is listed with `row`; an implicit one may be left out
// (LS_XR_LAYER_DISCOVERY_12.r1).
Matcher ListedAs(const Matcher& row, bool implicit) {
  return implicit ? AnyOf(ElementsAre(row), IsEmpty()) : ElementsAre(row);
}

// The last list that the application got of one member of its layers.
std::vector<std::string> ListedMembers(const Observation& seen, const char* member) {
  std::vector<std::string> listed;
  for (const Event& event : seen.Select(kAppName, "xrEnumerateApiLayerProperties")) {
    if (event.phase() == "leave") listed = event.List(member);
  }
  return listed;
}

// What the application gets of one member if `json` is in the manifest of the only layer.
std::vector<std::string> ListOne(Case& c, bool implicit, const std::string& json,
                                 const char* member) {
  ApiLayer layer(kA);
  if (implicit) layer.Implicit();
  const OpenXrWorld world = OpenXrWorld(c.subject()).With(layer.Manifest(json));
  return ListedMembers(Observe(c, world, [](OpenXrApp& app) { app.EnumerateLayers(); }), member);
}

// A layer with a name and a description of any length, between two others.
void JudgeTexts(Case& c, const std::string& name, const std::string& description) {
  OpenXrWorld world(c.subject());
  ApiLayer layer(name);
  layer.ManifestFile("m.json").Who(kA);
  if (!description.empty()) {
    layer.Manifest(JsonObject().Set("description", description).Text());
  }
  world.With(ApiLayer("XR_APILAYER_LS_1").ManifestFile("a.json"));
  world.With(layer).With(ApiLayer("XR_APILAYER_LS_2").ManifestFile("z.json"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    ListTexts(app);
    app.EnumerateLayers();
    app.RunFullSequence({.layers = {"XR_APILAYER_LS_1", "XR_APILAYER_LS_2"}});
  });
  for (const Event& texts : seen.Select(kAppName, "texts")) {
    EXPECT_SEEN(texts.Number("name"), AllOf(Gt(0), Lt(XR_MAX_API_LAYER_NAME_SIZE)))
        << "layerName ends with a null character inside its array";
    EXPECT_SEEN(texts.Number("description"), AllOf(Ge(0), Lt(XR_MAX_API_LAYER_DESCRIPTION_SIZE)))
        << "description ends with a null character inside its array";
  }
  const auto listed = seen.Select(kAppName, "xrEnumerateApiLayerProperties");
  ASSERT_SEEN(listed, Not(IsEmpty())) << "the application must get an answer";
  EXPECT_SEEN(listed.back().List("names"), IsSupersetOf({"XR_APILAYER_LS_1", "XR_APILAYER_LS_2"}))
      << "the layers next to it are listed unchanged";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre("XR_APILAYER_LS_1", "XR_APILAYER_LS_2"))
      << "the layers next to it can be used";
}

REGISTER_CASES {
  for (const size_t size : {255, 256, 257, 1000, 100000}) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_MANIFEST_14},
                 fmt::format("description_of_{}_bytes", size),
                 [size](Case& c) { JudgeTexts(c, kA, LongText(size)); });
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_MANIFEST_14},
                 fmt::format("name_of_{}_bytes", size),
                 [size](Case& c) { JudgeTexts(c, "XR_APILAYER_LS_" + LongText(size - 15), ""); });
  }
}

void JudgeWholeDescription(Case& c, bool implicit) {
  const std::string text(XR_MAX_API_LAYER_DESCRIPTION_SIZE - 1, 'd');
  const std::string manifest = JsonObject().Set("description", text).Text();
  EXPECT_SEEN(ListOne(c, implicit, manifest, "descriptions"), ListedAs(Eq(text), implicit))
      << "a description that fits is reported as it is in the manifest"
      << reading::LS_XR_LAYER_DISCOVERY_12_r1;
}

OPENXR_CASE(LS_XR_LAYER_MANIFEST_14, description_that_fits_is_whole) {
  JudgeWholeDescription(c, false);
}
OPENXR_CASE(LS_XR_LAYER_MANIFEST_14, description_that_fits_is_whole_implicit) {
  JudgeWholeDescription(c, true);
}

// The largest version that the structure holds; explicit layers have more values
// (whole_answers.cc).
OPENXR_CASE(LS_XR_LAYER_MANIFEST_6, implementation_version_of_4294967295_implicit) {
  EXPECT_SEEN(ListOne(c, true, R"({"implementation_version": "4294967295"})", "layer_versions"),
              ListedAs(Eq("4294967295"), true))
      << "layerVersion is the implementation_version of the manifest"
      << reading::LS_XR_LAYER_DISCOVERY_12_r1;
}

// A manifest whose description has escapes of JSON: what they mean is listed.
constexpr char kEscapes[] = R"({"file_format_version": "1.0.0", "api_layer": {
    "name": "XR_APILAYER_LS_a", "library_path": "/opt/loadstone/libXR_APILAYER_LS_a.so",
    "api_version": "1.0", "implementation_version": "1",
    "description": "Gr\u00f6\u00dfe \"x\" \\ \/ \ud83d\ude00 \u0061"}})";
constexpr char kMeant[] = "Gr\xc3\xb6\xc3\x9f\x65 \"x\" \\ / \xf0\x9f\x98\x80 a";

OPENXR_CASE(LS_XR_LAYER_MANIFEST_7, description_with_escapes) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).RawManifest(kEscapes));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    for (const XrApiLayerProperties& layer : app.EnumerateLayers()) {
      AppEvent("description").Add("as_meant", strcmp(layer.description, kMeant) == 0);
    }
  });
  const auto described = seen.First(kAppName, "description");
  ASSERT_HOLDS(described.has_value()) << "the layer must be listed";
  EXPECT_HOLDS(described->Flag("as_meant")) << "the description is the text of the manifest";
}

// Names of functions in addition to that of negotiation, which a loader may use or ignore.
struct Functions {
  const char* name;
  const char* functions;
};

constexpr Functions kFunctions[] = {
    {"unknown_function", R"("vendorFunction": "lsVendorFunction")"},
    {"get_instance_proc_addr_that_is_not_exported",
     R"("xrGetInstanceProcAddr": "lsGetInstanceProcAddr")"},
    {"create_api_layer_instance_that_is_not_exported",
     R"("xrCreateApiLayerInstance": "lsCreateApiLayerInstance")"},
    {"function_without_a_name", R"("xrGetInstanceProcAddr": "")"},
    {"function_that_is_no_text", R"("xrGetInstanceProcAddr": 5)"},
};

REGISTER_CASES {
  for (const Functions& functions : kFunctions) {
    RegisterCase(
        Api::kOpenXr, {policy::LS_XR_LAYER_MANIFEST_16}, functions.name, [&functions](Case& c) {
          OpenXrWorld world(c.subject());
          world.With(ApiLayer(kA)
                         .Binary("openxr_layer_renamed")
                         .Manifest(fmt::format(
                             R"({{"functions": {{
                                   "xrNegotiateLoaderApiLayerInterface": "lsNegotiate", {}}}}})",
                             functions.functions)));
          world.With(ApiLayer(kGood));
          const Observation seen = Observe(c, world, [](OpenXrApp& app) {
            app.CreateInstance({.layers = {kA, kGood}});
            if (app.instance() != XR_NULL_HANDLE) app.DestroyInstance();
            app.RunFullSequence({.layers = {kGood}});
          });
          EXPECT_SEEN(XrResultsOf(seen, kCreate),
                      ElementsAre(AnyOf(IsXrError(), Eq("XR_SUCCESS")), "XR_SUCCESS"))
              << "a layer with other functions may be used or not, and a layer without them is "
                 "used";
          std::vector<std::string> chain = ApiLayerChain(seen);
          ASSERT_SEEN(chain, Not(IsEmpty())) << "the good layer must be used";
          EXPECT_SEEN(chain.back(), kGood) << "the good layer is used";
          chain.pop_back();
          // LS_XR_LAYER_MANIFEST_16.r1: the names may be used or ignored.
          EXPECT_SEEN(chain, AnyOf(ElementsAre(kA, kGood), ElementsAre(kGood), IsEmpty()))
              << "the layer negotiates with the function that its manifest names, or is left out";
        });
  }
}

// Elements of instance_extensions that lack a node which each must have. The elements beside them
// are complete.
struct Incomplete {
  const char* name;
  const char* element;
};

constexpr Incomplete kIncomplete[] = {
    {"without_a_version", R"({"name": "XR_LS_incomplete"})"},
    {"without_a_name", R"({"extension_version": "1"})"},
    {"whose_name_is_a_number", R"({"name": 1, "extension_version": "1"})"},
    {"without_nodes", "{}"},
};

// LS_XR_LAYER_MANIFEST_8.r2: the manifest may be refused, so that no call chain has the layer.
void JudgeIncomplete(Case& c, const std::string& list, const std::vector<std::string>& complete,
                     bool implicit) {
  ApiLayer layer(kA);
  if (implicit) layer.Implicit();
  layer.Manifest(fmt::format(R"({{"instance_extensions": [{}]}})", list));
  const OpenXrWorld world = OpenXrWorld(c.subject()).With(layer);
  const Observation seen = Observe(c, world, [implicit](OpenXrApp& app) {
    app.EnumerateExtensions(implicit ? nullptr : kA);
    app.RunFullSequence(
        {.layers = implicit ? std::vector<std::string>() : std::vector<std::string>{kA}});
  });
  if (ApiLayerChain(seen).empty()) return;
  EXPECT_SEEN(ListedExtensionNames(seen), IsSupersetOf(complete))
      << "the complete elements are extensions of the layer, whatever is beside them"
      << reading::LS_XR_LAYER_MANIFEST_8_r1;
}

REGISTER_CASES {
  constexpr char kOne[] = R"({"name": "XR_LS_one", "extension_version": "1"})";
  constexpr char kTwo[] = R"({"name": "XR_LS_two", "extension_version": "2"})";
  for (const Incomplete& incomplete : kIncomplete) {
    const std::string first = fmt::format("{}, {}", incomplete.element, kOne);
    const std::string between = fmt::format("{}, {}, {}", kOne, incomplete.element, kTwo);
    for (const bool implicit : {false, true}) {
      const char* kind = implicit ? "implicit" : "explicit";
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_MANIFEST_8},
                   fmt::format("extension_{}_first_{}", incomplete.name, kind),
                   [=](Case& c) { JudgeIncomplete(c, first, {"XR_LS_one"}, implicit); });
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_MANIFEST_8},
                   fmt::format("extension_{}_between_{}", incomplete.name, kind), [=](Case& c) {
                     JudgeIncomplete(c, between, {"XR_LS_one", "XR_LS_two"}, implicit);
                   });
    }
  }
}

// What the manifest says about OpenXR. A loader may leave out a layer for a version that it does
// not have, so that such a layer is listed with that version, or not at all.
void JudgeApiVersion(Case& c, const std::string& text, bool implicit) {
  const std::vector<std::string> listed =
      ListOne(c, implicit, JsonObject().Set("api_version", text).Text(), "spec_versions");
  const Matcher as_written = ListedAs(StartsWith(text + "."), implicit);
  const bool has_it =
      policy::Version::TryParse(text).value_or(policy::Version{}) <= c.subject().api_version;
  EXPECT_SEEN(listed, has_it ? as_written : AnyOf(as_written, IsEmpty()))
      << "specVersion is the api_version of the manifest" << reading::LS_XR_LAYER_DISCOVERY_12_r1;
}

REGISTER_CASES {
  for (const auto& [name, text] :
       {std::pair{"api_version_1_1", "1.1"}, std::pair{"api_version_1_10", "1.10"},
        std::pair{"api_version_1_12", "1.12"}, std::pair{"api_version_1_300", "1.300"},
        std::pair{"api_version_1_65535", "1.65535"}}) {
    for (const bool implicit : {false, true}) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_MANIFEST_5},
                   fmt::format("{}{}", name, implicit ? "_implicit" : ""),
                   [text = text, implicit](Case& c) { JudgeApiVersion(c, text, implicit); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::layer_members
