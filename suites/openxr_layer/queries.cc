// SPDX-License-Identifier: Apache-2.0
// How an OpenXR API layer answers queries for functions, layers and extensions: "API Layer
// Conventions and Rules". The application queries it from the position of the witness above.

#include <dlfcn.h>
#include <fmt/format.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "suites/common/manifest_json.h"
#include "suites/common/openxr_capacity.h"
#include "suites/openxr_layer/own_functions.h"

namespace loadstone::suites::queries {
namespace {

constexpr char kYes[] = "yes";
constexpr char kNo[] = "no";
constexpr char kNonexistentFunction[] = "xrLoadstoneNobodysFunctionLS";
constexpr uint32_t kMost = 64;

const char* YesNo(bool value) { return value ? kYes : kNo; }

using Ask = std::function<void(const LsXrWitness& above, const LsXrWitness& below)>;

std::function<void(OpenXrApp&, const LayerNames&)> Asking(const Ask& ask) {
  return [ask](OpenXrApp& app, const LayerNames& layers) {
    if (!CreateXrInstanceBetween(app, layers)) return;
    TraceQueryBounds(
        [&] { ask(LookBelow<LsXrWitness>(kXrAbove), LookBelow<LsXrWitness>(kXrBelow)); });
    app.DestroyInstance();
  };
}

OPENXR_LAYER_CASE(LS_XR_LAYER_7, has_no_create_instance) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(
      c, Asking([](const LsXrWitness& above, const LsXrWitness& below) {
        Note("own",
             YesNo(OwnFunction<PFN_xrVoidFunction>(above, below, "xrCreateInstance") != nullptr));
      }));
  SKIP_FOR(runs.WhyNoAnswer("own"));
  EXPECT_SEEN(Answers(runs.with())["own"], kNo)
      << "xrGetInstanceProcAddr of the layer returns no xrCreateInstance of its own";
}

// Notes the "names" of the layers that the layer enumerates, and the "version" of the first one.
LayerComparison RunEnumeration(Case& c) {
  return RunXrTwice(
      c, Asking([](const LsXrWitness& above, const LsXrWitness& below) {
        const auto enumerate = OwnFunction<PFN_xrEnumerateApiLayerProperties>(
            above, below, "xrEnumerateApiLayerProperties");
        if (enumerate == nullptr) return;
        std::vector<XrApiLayerProperties> layers(
            kMost, {XR_TYPE_API_LAYER_PROPERTIES, nullptr, {}, 0, 0, {}});
        uint32_t count = 0;
        const XrResult result = enumerate(kMost, &count, layers.data());
        std::string names = result == XR_SUCCESS ? "" : "XrResult " + std::to_string(result);
        for (uint32_t i = 0; result == XR_SUCCESS && i < std::min(count, kMost); ++i) {
          names += std::string(i == 0 ? "" : " ") + layers[i].layerName;
        }
        Note("names", names);
        if (result != XR_SUCCESS || count == 0) return;
        const XrApiLayerProperties& first = layers.front();
        Note("version", std::to_string(first.layerVersion));
        Note("spec", fmt::format("{}.{}", XR_VERSION_MAJOR(first.specVersion),
                                 XR_VERSION_MINOR(first.specVersion)));
      }));
}

OPENXR_LAYER_CASE(LS_XR_LAYER_15, enumerates_itself_alone) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunEnumeration(c);
  SKIP_FOR(runs.WhyNoAnswer("names"));
  EXPECT_SEEN(Answers(runs.with())["names"], LayerOf(c).name)
      << "xrEnumerateApiLayerProperties of a layer returns exactly that layer";
}

// Loaders return the implementation_version of the manifest as layerVersion.
OPENXR_LAYER_CASE(LS_XR_LAYER_15, version_is_that_of_the_manifest) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunEnumeration(c);
  SKIP_FOR(runs.WhyNoAnswer("version"));
  if (Answers(runs.with())["names"] != LayerOf(c).name) {
    GTEST_SKIP() << "the layer does not enumerate itself alone";
  }
  const std::string version = TextOf(LayerOf(c).object, "implementation_version");
  if (version.empty() || version.find_first_not_of("0123456789") != std::string::npos) {
    GTEST_SKIP() << "implementation_version of the manifest is no number";
  }
  EXPECT_SEEN(Answers(runs.with())["version"], version)
      << "xrEnumerateApiLayerProperties of the layer returns the implementation_version of its "
         "manifest as layerVersion";
}

// As loaders return the api_version of the manifest as specVersion; its patch is open.
OPENXR_LAYER_CASE(LS_XR_LAYER_15, api_version_is_that_of_the_manifest) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunEnumeration(c);
  SKIP_FOR(runs.WhyNoAnswer("spec"));
  if (Answers(runs.with())["names"] != LayerOf(c).name) {
    GTEST_SKIP() << "the layer does not enumerate itself alone";
  }
  const auto version = policy::Version::TryParse(TextOf(LayerOf(c).object, "api_version"));
  if (!version.has_value()) GTEST_SKIP() << "api_version of the manifest is no version";
  EXPECT_SEEN(Answers(runs.with())["spec"], fmt::format("{}.{}", version->major, version->minor))
      << "xrEnumerateApiLayerProperties of the layer returns the api_version of its manifest as "
         "specVersion";
}

// Notes what the layer returns for its own name and without a name: "own" and "null" are the
// results, and the events "own extensions" and "null extensions" have the names.
LayerComparison RunExtensions(Case& c) {
  const std::string name = LayerOf(c).name;
  return RunXrTwice(
      c, Asking([name](const LsXrWitness& above, const LsXrWitness& below) {
        const auto enumerate = OwnFunction<PFN_xrEnumerateInstanceExtensionProperties>(
            above, below, "xrEnumerateInstanceExtensionProperties");
        if (enumerate == nullptr) return;
        for (const bool own : {true, false}) {
          std::vector<XrExtensionProperties> list(kMost,
                                                  {XR_TYPE_EXTENSION_PROPERTIES, nullptr, {}, 0});
          uint32_t count = 0;
          const XrResult result =
              enumerate(own ? name.c_str() : nullptr, kMost, &count, list.data());
          std::vector<std::string> names;
          for (uint32_t i = 0; result == XR_SUCCESS && i < std::min(count, kMost); ++i) {
            names.emplace_back(list[i].extensionName);
          }
          AppEvent(own ? "own extensions" : "null extensions").Add("names", names);
          Note(own ? "own" : "null", std::to_string(result));
        }
      }));
}

std::vector<std::string> Names(const LayerComparison& runs, const char* event) {
  const auto found = FirstOf(runs.with(), kAppName, event);
  return found.has_value() ? found->List("names") : std::vector<std::string>{};
}

OPENXR_LAYER_CASE(LS_XR_LAYER_16, own_name_gives_its_own_extensions) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunExtensions(c);
  SKIP_FOR(runs.WhyNoAnswer("own"));
  EXPECT_SEEN(Answers(runs.with())["own"], "0")
      << "the layer returns its extensions when its own name is passed";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_16, own_name_gives_what_the_manifest_lists) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunExtensions(c);
  SKIP_FOR(runs.WhyNoAnswer("own"));
  const std::vector<std::string> listed = NamesIn(LayerOf(c).object, "instance_extensions");
  if (listed.empty()) GTEST_SKIP() << "the manifest has no instance_extensions";
  if (Answers(runs.with())["own"] != "0") GTEST_SKIP() << "the layer returns no list of its own";
  EXPECT_SEEN(Names(runs, "own extensions"), IsSupersetOf(listed))
      << "when its own name is passed, the layer returns the extensions of its manifest";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_17, explicit_layer_gives_nothing_without_a_name) {
  SKIP_FOR(WhyNoLibrary(c));
  if (LayerOf(c).implicit) GTEST_SKIP() << "the layer is implicit";
  const LayerComparison runs = RunExtensions(c);
  SKIP_FOR(runs.WhyNoAnswer("null"));
  std::vector<std::string> given;
  for (const std::string& name : Names(runs, "null extensions")) {
    const std::vector<std::string> own = Names(runs, "own extensions");
    if (std::find(own.begin(), own.end(), name) != own.end()) given.push_back(name);
  }
  EXPECT_SEEN(given, IsEmpty()) << "when no name is passed, an explicit layer adds nothing";
}

// With or without the extensions of components below it: LS_XR_LAYER_18.r1.
OPENXR_LAYER_CASE(LS_XR_LAYER_18, implicit_layer_adds_its_own_without_a_name) {
  SKIP_FOR(WhyNoLibrary(c));
  if (!LayerOf(c).implicit) GTEST_SKIP() << "the layer is explicit";
  const LayerComparison runs = RunExtensions(c);
  SKIP_FOR(runs.WhyNoAnswer("null"));
  for (const std::string& name : Names(runs, "own extensions")) {
    EXPECT_SEEN(Names(runs, "null extensions"), Contains(name))
        << "when no name is passed, an implicit layer adds its own extensions";
  }
}

OPENXR_LAYER_CASE(LS_XR_LAYER_27, manifest_lists_its_extensions) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunExtensions(c);
  SKIP_FOR(runs.WhyNoAnswer("own"));
  std::vector<std::string> unlisted = Names(runs, "own extensions");
  for (const std::string& name : NamesIn(LayerOf(c).object, "instance_extensions")) {
    std::erase(unlisted, name);
  }
  EXPECT_SEEN(unlisted, IsEmpty()) << "the manifest lists each extension of the layer";
}

using Extensions = PFN_xrEnumerateInstanceExtensionProperties;

// The names, with their versions, that the layer returns for `layer`; nothing with an error.
std::vector<std::string> VersionsFor(Extensions enumerate, const char* layer) {
  std::vector<XrExtensionProperties> list(kMost, {XR_TYPE_EXTENSION_PROPERTIES, nullptr, {}, 0});
  uint32_t count = 0;
  std::vector<std::string> versions;
  if (enumerate(layer, kMost, &count, list.data()) != XR_SUCCESS) return versions;
  for (uint32_t i = 0; i < std::min(count, kMost); ++i) {
    versions.push_back(fmt::format("{} {}", list[i].extensionName, list[i].extensionVersion));
  }
  return versions;
}

// Traces "versions" for the layer's own name, and "others" for names of layers that are not it.
LayerComparison RunVersions(Case& c) {
  const std::string name = LayerOf(c).name;
  return RunXrTwice(c, Asking([name](const LsXrWitness& above, const LsXrWitness& below) {
                      const auto enumerate = OwnFunction<Extensions>(
                          above, below, "xrEnumerateInstanceExtensionProperties");
                      if (enumerate == nullptr) return;
                      AppEvent("versions").Add("names", VersionsFor(enumerate, name.c_str()));
                      std::vector<std::string> others = VersionsFor(enumerate, kXrBelow);
                      const auto nobodys = VersionsFor(enumerate, "XR_APILAYER_LS_nobody");
                      others.insert(others.end(), nobodys.begin(), nobodys.end());
                      AppEvent("others").Add("names", others);
                      Note("versions", kYes);
                    }));
}

OPENXR_LAYER_CASE(LS_XR_LAYER_16, own_name_gives_each_extension_once) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunVersions(c);
  SKIP_FOR(runs.WhyNoAnswer("versions"));
  std::vector<std::string> names = Names(runs, "versions");
  for (std::string& name : names) name.resize(name.find(' '));
  std::sort(names.begin(), names.end());
  std::vector<std::string> repeated;
  for (size_t i = 1; i < names.size(); ++i) {
    if (names[i] == names[i - 1]) repeated.push_back(names[i]);
  }
  EXPECT_SEEN(repeated, IsEmpty()) << "the layer returns each of its extensions once";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_16, names_of_others_do_not_give_its_extensions) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunVersions(c);
  SKIP_FOR(runs.WhyNoAnswer("versions"));
  std::vector<std::string> given;
  for (const std::string& one : Names(runs, "others")) {
    const std::vector<std::string> own = Names(runs, "versions");
    if (std::find(own.begin(), own.end(), one) != own.end()) given.push_back(one);
  }
  EXPECT_SEEN(given, IsEmpty())
      << "the layer obeys layerName: the name of another layer, or of none, does not give its own "
         "extensions";
}

// The extension_version of each extension in the manifest, a number or a text with a number.
std::map<std::string, std::string> ListedVersions(const std::string& object) {
  rapidjson::Document document;
  document.Parse(object.data(), object.size());
  std::map<std::string, std::string> versions;
  if (document.HasParseError() || !document.IsObject()) return versions;
  const auto list = document.FindMember("instance_extensions");
  if (list == document.MemberEnd() || !list->value.IsArray()) return versions;
  for (const rapidjson::Value& one : list->value.GetArray()) {
    if (!one.IsObject() || !one.HasMember("name") || !one["name"].IsString()) continue;
    const auto version = one.FindMember("extension_version");
    if (version == one.MemberEnd()) continue;
    std::string text;
    if (version->value.IsUint()) text = std::to_string(version->value.GetUint());
    if (version->value.IsString()) text = version->value.GetString();
    const bool number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    if (number) versions[one["name"].GetString()] = text;
  }
  return versions;
}

OPENXR_LAYER_CASE(LS_XR_LAYER_27, manifest_has_the_versions_of_its_extensions) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunVersions(c);
  SKIP_FOR(runs.WhyNoAnswer("versions"));
  const std::map<std::string, std::string> listed = ListedVersions(LayerOf(c).object);
  std::vector<std::string> wrong;
  for (const std::string& one : Names(runs, "versions")) {
    const std::string name = one.substr(0, one.find(' '));
    const auto found = listed.find(name);
    // An extension that is not listed is a violation of its own.
    if (found == listed.end()) continue;
    if (one != name + " " + found->second) wrong.push_back(one + ", listed as " + found->second);
  }
  EXPECT_SEEN(wrong, IsEmpty()) << "extension_version is the extensionVersion of the extension";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_9, enumerations_obey_the_capacity) {
  SKIP_FOR(WhyNoLibrary(c));
  const std::string name = LayerOf(c).name;
  const LayerComparison runs = RunXrTwice(
      c, Asking([name](const LsXrWitness& above, const LsXrWitness& below) {
        const auto extensions =
            OwnFunction<Extensions>(above, below, "xrEnumerateInstanceExtensionProperties");
        if (extensions != nullptr) {
          const auto call = [&](uint32_t capacity, uint32_t* count, XrExtensionProperties* list) {
            return extensions(name.c_str(), capacity, count, list);
          };
          Note("extensions",
               CapacityFaults(UnwrittenXr<XrExtensionProperties>(XR_TYPE_EXTENSION_PROPERTIES),
                              call));
        }
        const auto layers = OwnFunction<PFN_xrEnumerateApiLayerProperties>(
            above, below, "xrEnumerateApiLayerProperties");
        if (layers != nullptr) {
          Note("layers",
               CapacityFaults(UnwrittenXr<XrApiLayerProperties>(XR_TYPE_API_LAYER_PROPERTIES),
                              layers));
        }
        if (extensions != nullptr || layers != nullptr) Note("asked", kYes);
      }));
  SKIP_FOR(runs.WhyNoAnswer("asked"));
  auto answers = Answers(runs.with());
  for (const char* question : {"extensions", "layers"}) {
    EXPECT_SEEN(answers[question], "")
        << "the list of " << question
        << " obeys its capacity: 0 queries the number, too little is XR_ERROR_SIZE_INSUFFICIENT";
  }
}

OPENXR_LAYER_CASE(LS_XR_LAYER_19, functions_it_does_not_know_come_from_below) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(
      c, Asking([](const LsXrWitness& above, const LsXrWitness&) {
        Note("runtime's", YesNo(Find(above.next, above.instance, kXrRuntimeFunction) != nullptr));
        PFN_xrVoidFunction function = nullptr;
        const XrResult result = above.next(above.instance, kNonexistentFunction, &function);
        Note("result", std::to_string(result));
        Note("nobody's", YesNo(Find(above.next, above.instance, kNonexistentFunction) != nullptr));
      }));
  SKIP_FOR(runs.WhyNoAnswer("nobody's"));
  auto with = Answers(runs.with());
  auto without = Answers(runs.without());
  EXPECT_SEEN(with["runtime's"], without["runtime's"])
      << "a function of the runtime that the layer does not know is found through the layer";
  EXPECT_SEEN(with["result"], without["result"])
      << "for a name that does not exist the result is that of the call down the chain";
  EXPECT_SEEN(with["nobody's"], without["nobody's"])
      << "the layer returns no function for a name that does not exist";
}

}  // namespace
}  // namespace loadstone::suites::queries
