// SPDX-License-Identifier: Apache-2.0
// How an OpenXR API layer answers queries for functions, layers and extensions: "API Layer
// Conventions and Rules". The application queries it from the position of the witness above.

#include <dlfcn.h>

#include <algorithm>
#include <cstring>

#include "suites/common/manifest_json.h"
#include "suites/openxr_layer/layer_comparison.h"

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

PFN_xrVoidFunction Find(PFN_xrGetInstanceProcAddr query, XrInstance instance, const char* name) {
  PFN_xrVoidFunction function = nullptr;
  if (query == nullptr || query(instance, name, &function) != XR_SUCCESS) return nullptr;
  return function;
}

// A function of the layer itself, not one that it returned from the next entity.
template <typename Function>
Function OwnFunction(const LsXrWitness& above, const LsXrWitness& below, const char* name) {
  const PFN_xrVoidFunction function = Find(above.next, above.instance, name);
  const bool own = function != nullptr && function != Find(below.own, above.instance, name);
  return reinterpret_cast<Function>(own ? function : nullptr);
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

OPENXR_LAYER_CASE(LS_XR_LAYER_15, enumerates_itself_alone) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(
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
      }));
  SKIP_FOR(runs.WhyNoAnswer("names"));
  EXPECT_SEEN(Answers(runs.with())["names"], LayerOf(c).name)
      << "xrEnumerateApiLayerProperties of a layer returns exactly that layer";
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

OPENXR_LAYER_CASE(LS_XR_LAYER_19, functions_it_does_not_know_come_from_below) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(
      c, Asking([](const LsXrWitness& above, const LsXrWitness&) {
        Note("runtime's", YesNo(Find(above.next, above.instance, kXrRuntimeFunction) != nullptr));
        Note("nobody's", YesNo(Find(above.next, above.instance, kNonexistentFunction) != nullptr));
      }));
  SKIP_FOR(runs.WhyNoAnswer("nobody's"));
  auto with = Answers(runs.with());
  auto without = Answers(runs.without());
  EXPECT_SEEN(with["runtime's"], without["runtime's"])
      << "a function of the runtime that the layer does not know is found through the layer";
  EXPECT_SEEN(with["nobody's"], without["nobody's"])
      << "the layer returns no function for a name that does not exist";
}

}  // namespace
}  // namespace loadstone::suites::queries
