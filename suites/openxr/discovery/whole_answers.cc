// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "harness/case/unjudged.h"
#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/common/list_limits.h"
#include "suites/openxr/layers.h"

// application, "API Layer Discovery" and "Application Usage of Extensions"; api_layer, "API Layer
// Manifest File Format": whole answers of both enumerations, with as many layers and extensions as
// a table of fixed size does not hold, and beside files that describe no layer.
namespace loadstone::suites::whole_answers {
namespace {

constexpr char kLayers[] = "xrEnumerateApiLayerProperties";
constexpr char kExtensions[] = "xrEnumerateInstanceExtensionProperties";

// A layer whose properties differ from those of every other number. The major and minor parts of
// specVersion are judged; the patch is open (LS_XR_LAYER_MANIFEST_5.r1).
ApiLayer Numbered(int number, bool implicit) {
  ApiLayer layer(fmt::format("XR_APILAYER_LS_{}", number));
  if (implicit) layer.Implicit();
  return layer.Manifest(fmt::format(
      R"({{"api_version": "1.0", "implementation_version": "{0}", "description": "of {0}"}})",
      number + 1000));
}

// What an enumeration says about that layer.
std::string RowOf(int number) {
  return fmt::format("XR_APILAYER_LS_{0}, OpenXR 1.0, version {1}, \"of {1}\"", number,
                     number + 1000);
}

std::vector<std::string> RowsUpTo(int count) {
  std::vector<std::string> rows;
  for (int number = 1; number <= count; ++number) rows.push_back(RowOf(number));
  return rows;
}

// The last enumeration of layers that returned: a row for each element.
std::vector<std::string> ListedRows(const Observation& seen) {
  std::vector<std::string> rows;
  for (const Event& event : seen.Select(kAppName, kLayers)) {
    if (event.phase() != "leave") continue;
    rows.clear();
    const std::vector<std::string> names = event.List("names");
    const std::vector<std::string> specs = event.List("spec_versions");
    const std::vector<std::string> versions = event.List("layer_versions");
    const std::vector<std::string> descriptions = event.List("descriptions");
    for (size_t i = 0; i < names.size(); ++i) {
      rows.push_back(fmt::format("{}, OpenXR {}, version {}, \"{}\"", names[i],
                                 specs[i].substr(0, specs[i].rfind('.')), versions[i],
                                 descriptions[i]));
    }
  }
  return rows;
}

void JudgeMany(Case& c, int count, bool implicit) {
  OpenXrWorld world(c.subject());
  for (int number = 1; number <= count; ++number) world.With(Numbered(number, implicit));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.EnumerateLayers(); });
  const std::vector<std::string> listed = ListedRows(seen);
  const char* why =
      "every layer is listed once, with the name, versions and description of its own manifest";
  if (implicit) {
    EXPECT_SEEN(listed, AnyOf(UnorderedElementsAreArray(RowsUpTo(count)), IsEmpty()))
        << why << reading::LS_XR_LAYER_DISCOVERY_12_r1;
  } else {
    EXPECT_SEEN(listed, UnorderedElementsAreArray(RowsUpTo(count))) << why;
  }
}

REGISTER_CASES {
  for (const int count : kListLengths) {
    for (const bool implicit : {false, true}) {
      RegisterCase(
          Api::kOpenXr,
          {policy::LS_XR_LAYER_DISCOVERY_12, policy::LS_XR_LAYER_MANIFEST_4,
           policy::LS_XR_LAYER_MANIFEST_5, policy::LS_XR_LAYER_MANIFEST_6,
           policy::LS_XR_LAYER_MANIFEST_7},
          fmt::format("properties_of_{}_{}_layers", count, implicit ? "implicit" : "explicit"),
          [count, implicit](Case& c) { JudgeMany(c, count, implicit); });
    }
  }
}

// One member of each of 33 layers: "name: value", as listed.
void JudgeMember(Case& c, const char* listed, const std::function<std::string(int)>& value) {
  constexpr int kCount = 33;
  OpenXrWorld world(c.subject());
  for (int number = 1; number <= kCount; ++number) world.With(Numbered(number, false));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.EnumerateLayers(); });
  std::vector<std::string> got;
  for (const Event& event : seen.Select(kAppName, kLayers)) {
    if (event.phase() != "leave") continue;
    const std::vector<std::string> names = event.List("names");
    const std::vector<std::string> values = event.List(listed);
    for (size_t i = 0; i < names.size(); ++i) got.push_back(names[i] + ": " + values[i]);
  }
  std::vector<std::string> expected;
  for (int number = 1; number <= kCount; ++number) {
    expected.push_back(fmt::format("XR_APILAYER_LS_{}: {}", number, value(number)));
  }
  EXPECT_SEEN(got, UnorderedElementsAreArray(expected))
      << "each layer has the properties of its own manifest";
}

OPENXR_CASE(LS_XR_LAYER_MANIFEST_6, implementation_version_of_each_layer) {
  JudgeMember(c, "layer_versions", [](int number) { return std::to_string(number + 1000); });
}
// Numbers at the limits of what some types hold; layerVersion has 32 bits.
REGISTER_CASES {
  for (const char* version : {"0", "256", "32768", "65535", "65536", "16777217", "2147483647",
                              "2147483648", "4294967295"}) {
    RegisterCase(
        Api::kOpenXr, {policy::LS_XR_LAYER_MANIFEST_6},
        fmt::format("implementation_version_of_{}", version), [version](Case& c) {
          const std::string manifest =
              fmt::format(R"({{"implementation_version": "{}"}})", version);
          const OpenXrWorld world =
              OpenXrWorld(c.subject()).With(ApiLayer("XR_APILAYER_LS_1").Manifest(manifest));
          const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.EnumerateLayers(); });
          std::vector<std::string> listed;
          for (const Event& event : seen.Select(kAppName, kLayers)) {
            if (event.phase() == "leave") listed = event.List("layer_versions");
          }
          EXPECT_SEEN(listed, ElementsAre(version))
              << "layerVersion is the implementation_version of the manifest";
        });
  }
}

OPENXR_CASE(LS_XR_LAYER_MANIFEST_6, implementation_version_as_a_number_of_json) {
  const OpenXrWorld world =
      OpenXrWorld(c.subject())
          .With(ApiLayer("XR_APILAYER_LS_1").Manifest(R"({"implementation_version": 1234})"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.EnumerateLayers(); });
  std::vector<std::string> listed;
  for (const Event& event : seen.Select(kAppName, kLayers)) {
    if (event.phase() == "leave") listed = event.List("layer_versions");
  }
  EXPECT_SEEN(listed, AnyOf(ElementsAre("1234"), IsEmpty()))
      << "layerVersion is the implementation_version of the manifest, if the layer is listed"
      << reading::LS_XR_LAYER_MANIFEST_6_r1;
}

OPENXR_CASE(LS_XR_LAYER_MANIFEST_7, description_of_each_layer) {
  JudgeMember(c, "descriptions", [](int number) { return fmt::format("of {}", number + 1000); });
}

// A file in a folder of layers that describes none: no text of JSON, or without the object
// "api_layer" or its "name".
struct NoLayer {
  const char* name;
  const char* text;
};

constexpr NoLayer kNoLayers[] = {
    {"empty_file", ""},
    {"no_json", "this is no JSON"},
    {"cut_file", R"({"file_format_version": "1.0.0", "api_layer": {"name": "XR_APILAYER_LS_bad")"},
    {"empty_object", "{}"},
    {"empty_list", "[]"},
    {"without_api_layer", R"({"file_format_version": "1.0.0"})"},
    {"api_layer_is_null", R"({"file_format_version": "1.0.0", "api_layer": null})"},
    {"api_layer_is_text", R"({"file_format_version": "1.0.0", "api_layer": "XR_APILAYER_LS_bad"})"},
    {"api_layer_is_empty", R"({"file_format_version": "1.0.0", "api_layer": {}})"},
    {"layer_of_vulkan", R"({"file_format_version": "1.0.0", "layer": {
        "name": "XR_APILAYER_LS_bad", "type": "GLOBAL", "api_version": "1.0.0",
        "library_path": "/opt/bad.so", "implementation_version": "1", "description": "bad"}})"},
    {"manifest_of_a_runtime",
     R"({"file_format_version": "1.0.0", "runtime": {"library_path": "/opt/bad.so"}})"},
    {"without_name", R"({"file_format_version": "1.0.0", "api_layer": {
        "library_path": "/opt/bad.so", "api_version": "1.0", "implementation_version": "1",
        "description": "bad", "disable_environment": "LS_BAD_OFF"}})"},
};

// Two explicit and two implicit layers, and the file before, between and after those of each kind.
void JudgeBeside(Case& c, const NoLayer& no_layer) {
  OpenXrWorld world(c.subject());
  for (int number = 1; number <= 4; ++number) world.With(Numbered(number, number > 2));
  for (const bool implicit : {false, true}) {
    const std::string folder = world.DefaultFolder(Numbered(0, implicit));
    for (const char* file :
         {"A.json", "XR_APILAYER_LS_1b.json", "XR_APILAYER_LS_3b.json", "z.json"}) {
      world.machine().File(folder + "/" + file, no_layer.text);
    }
  }
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.EnumerateLayers(); });
  const std::vector<std::string> good = RowsUpTo(4);
  std::vector<std::string> others = ListedRows(seen);
  std::erase_if(others, [&](const std::string& row) {
    return std::find(good.begin(), good.end(), row) != good.end();
  });
  EXPECT_SEEN(others, IsEmpty()) << "a file that describes no layer adds nothing to the list";
  if (testing::Test::HasFailure()) return;
  // No document says what else such a file may do.
  AttributeFailureTo(policy::LS_XR_LAYER_MANIFEST_13.text);
  EXPECT_SEEN(ListedRows(seen),
              AnyOf(UnorderedElementsAreArray(good), UnorderedElementsAreArray(RowsUpTo(2))))
      << "a file that describes no layer hides no layer beside it"
      << reading::LS_XR_LAYER_DISCOVERY_12_r1;
}

REGISTER_CASES {
  for (const NoLayer& no_layer : kNoLayers) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_MANIFEST_2, policy::LS_XR_LAYER_MANIFEST_13},
                 fmt::format("only_layers_are_listed_beside_{}", no_layer.name),
                 [&no_layer](Case& c) { JudgeBeside(c, no_layer); });
  }
}

// `count` extensions whose names and versions begin with `prefix` and `base`.
std::vector<XrExtension> ManyExtensions(const std::string& prefix, int count, uint32_t base) {
  std::vector<XrExtension> extensions;
  for (int number = 1; number <= count; ++number) {
    extensions.push_back(
        {fmt::format("XR_LS_{}{}", prefix, number), base + static_cast<uint32_t>(number)});
  }
  return extensions;
}

std::vector<std::string> RowsOf(const std::vector<XrExtension>& extensions) {
  std::vector<std::string> rows;
  for (const XrExtension& extension : extensions) {
    rows.push_back(fmt::format("{}, version {}", extension.name, extension.version));
  }
  return rows;
}

// The last enumeration of extensions: a row for each element, without those that only the loader
// itself can have.
std::vector<std::string> ListedExtensions(const Observation& seen) {
  std::vector<std::string> rows;
  for (const Event& event : seen.Select(kAppName, kExtensions)) {
    if (event.phase() != "leave") continue;
    rows.clear();
    const std::vector<std::string> names = event.List("names");
    const std::vector<std::string> versions = event.List("versions");
    for (size_t i = 0; i < names.size(); ++i) {
      if (!names[i].starts_with("XR_LS_")) continue;
      rows.push_back(fmt::format("{}, version {}", names[i], versions[i]));
    }
  }
  return rows;
}

// The second of three layers has `count` extensions.
void JudgeExtensionsOfALayer(Case& c, int count) {
  const std::vector<XrExtension> extensions = ManyExtensions("of_b", count, 100);
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_of_the_runtime", 3}}));
  for (const char* name : {"XR_APILAYER_LS_a", "XR_APILAYER_LS_b", "XR_APILAYER_LS_c"}) {
    world.With(ApiLayer(name).Extensions(
        name == std::string("XR_APILAYER_LS_b") ? extensions : ManyExtensions("other", 3, 0)));
  }
  const Observation seen =
      Observe(c, world, [](OpenXrApp& app) { app.EnumerateExtensions("XR_APILAYER_LS_b"); });
  EXPECT_SEEN(ListedExtensions(seen), UnorderedElementsAreArray(RowsOf(extensions)))
      << "the extensions of a layer are those of its manifest, each once with its version";
}

// The longest name that XrExtensionProperties can hold, and the limits of what some types hold;
// extensionVersion has 32 bits.
OPENXR_CASE(LS_XR_LAYER_MANIFEST_8, names_and_versions_at_their_limits) {
  const std::vector<XrExtension> extensions = {
      {"XR_LS_" + std::string(XR_MAX_EXTENSION_NAME_SIZE - 7, 'n'), 1},
      {"XR_LS_1", 65536},
      {"XR_LS_2", 2147483648},
      {"XR_LS_3", 4294967295}};
  const OpenXrWorld world =
      OpenXrWorld(c.subject()).With(ApiLayer("XR_APILAYER_LS_b").Extensions(extensions));
  const Observation seen =
      Observe(c, world, [](OpenXrApp& app) { app.EnumerateExtensions("XR_APILAYER_LS_b"); });
  EXPECT_SEEN(ListedExtensions(seen), UnorderedElementsAreArray(RowsOf(extensions)))
      << "the extensions of a layer are those of its manifest, each once with its version";
}

// A runtime with `count` extensions, beside an implicit layer with two of its own.
void JudgeExtensionsOfTheRuntime(Case& c, int count) {
  const std::vector<XrExtension> extensions = ManyExtensions("of_runtime", count, 100);
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions(extensions));
  world.With(
      ApiLayer("XR_APILAYER_LS_on").Implicit().Extensions(ManyExtensions("of_layer", 2, 50)));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.EnumerateExtensions(); });
  std::vector<std::string> expected = RowsOf(extensions);
  for (const std::string& row : RowsOf(ManyExtensions("of_layer", 2, 50))) expected.push_back(row);
  EXPECT_SEEN(ListedExtensions(seen), UnorderedElementsAreArray(expected))
      << "the extensions of runtime and implicit layers are listed, each once with its version";
}

// `count` implicit layers with an extension each, of which every third is disabled.
void JudgeExtensionsOfManyLayers(Case& c, int count) {
  OpenXrWorld world(c.subject());
  std::vector<std::string> expected;
  for (int number = 1; number <= count; ++number) {
    const std::vector<XrExtension> extensions = {
        {fmt::format("XR_LS_of_{}", number), static_cast<uint32_t>(number)}};
    const ApiLayer layer = Numbered(number, true).Extensions(extensions);
    world.With(layer);
    if (number % 3 == 0) {
      world.Env(layer.DisableVariable(), "1");
    } else {
      expected.push_back(RowsOf(extensions).front());
    }
  }
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.EnumerateExtensions(); });
  EXPECT_SEEN(ListedExtensions(seen), UnorderedElementsAreArray(expected))
      << "the extensions of all implicit layers that are enabled are listed, and no others";
}

REGISTER_CASES {
  for (const int count : kListLengths) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_MANIFEST_8, policy::LS_XR_LOADER_9},
                 fmt::format("all_{}_extensions_of_a_layer", count),
                 [count](Case& c) { JudgeExtensionsOfALayer(c, count); });
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LOADER_8},
                 fmt::format("all_{}_extensions_of_the_runtime", count),
                 [count](Case& c) { JudgeExtensionsOfTheRuntime(c, count); });
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LOADER_8},
                 fmt::format("extensions_of_{}_implicit_layers", count),
                 [count](Case& c) { JudgeExtensionsOfManyLayers(c, count); });
  }
}

OPENXR_CASE(LS_XR_LAYER_MANIFEST_8, all_1025_extensions_of_a_layer) {
  JudgeExtensionsOfALayer(c, 1025);
}
OPENXR_CASE(LS_XR_LOADER_8, all_1025_extensions_of_the_runtime) {
  JudgeExtensionsOfTheRuntime(c, 1025);
}

// Who has the extension; what the loader itself has is not judged.
struct Owners {
  const char* name;
  bool runtime;
  int layers;  // implicit ones
};

constexpr Owners kOwners[] = {{"two_layers", false, 2},
                              {"three_layers", false, 3},
                              {"the_runtime_and_two_layers", true, 2},
                              {"the_runtime_and_three_layers", true, 3}};

// All owners have the extension in the same version, first or last in their lists.
void JudgeOwners(Case& c, const Owners& owners, const std::string& extension) {
  OpenXrWorld world(c.subject());
  std::vector<XrExtension> of_runtime = {{"XR_LS_r1"}, {"XR_LS_r2"}};
  if (owners.runtime) of_runtime.push_back({extension, 2});
  world.With(Runtime(kDefaultRuntime).Extensions(of_runtime));
  for (int number = 1; number <= owners.layers; ++number) {
    const XrExtension own = {fmt::format("XR_LS_of_{}", number), 1};
    world.With(Numbered(number, true)
                   .Extensions(number % 2 == 0 ? std::vector<XrExtension>{own, {extension, 2}}
                                               : std::vector<XrExtension>{{extension, 2}, own}));
  }
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.EnumerateExtensions(); });
  std::vector<std::string> names = ListedExtensionNames(seen);
  EXPECT_SEEN(std::count(names.begin(), names.end(), extension), 1)
      << "duplicates are eliminated by the loader: " << extension << " is listed once";
  std::vector<std::string> others = {"XR_LS_r1", "XR_LS_r2"};
  for (int number = 1; number <= owners.layers; ++number) {
    others.push_back(fmt::format("XR_LS_of_{}", number));
  }
  std::erase_if(names, [&](const std::string& name) {
    return name == extension || !name.starts_with("XR_LS_");
  });
  EXPECT_SEEN(names, UnorderedElementsAreArray(others)) << "no other extension is lost";
}

REGISTER_CASES {
  for (const Owners& owners : kOwners) {
    for (const auto& [kind, extension] :
         {std::pair{"extension", "XR_LS_shared"}, std::pair{"debug_utils", "XR_EXT_debug_utils"}}) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LOADER_11},
                   fmt::format("{}_of_{}", kind, owners.name),
                   [&owners, extension = std::string(extension)](Case& c) {
                     JudgeOwners(c, owners, extension);
                   });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::whole_answers
