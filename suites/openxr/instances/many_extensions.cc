// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/openxr/call_chain/asked_functions.h"
#include "suites/openxr/layers.h"

// api-instance, "API Layers and Extensions": requests for many extensions, whose number no document
// limits.
namespace loadstone::suites::many_extensions {
namespace {

constexpr char kCreate[] = "xrCreateInstance";

// The last of them has a function that a loader can tell from its headers, or another one.
struct Last {
  const char* name;
  const char* extension;
  const char* function;
};

constexpr Last kLasts[] = {
    {"registered", "XR_KHR_convert_timespec_time", "xrConvertTimeToTimespecTimeKHR"},
    {"unknown", "XR_LS_frobnicate", "xrFrobnicateLS"},
};

// The application enables `count` extensions of the runtime, then the same and one that nobody has.
void Judge(Case& c, const Last& last, size_t count) {
  std::vector<std::string> names;
  for (size_t i = 0; i + 1 < count; ++i) names.push_back(fmt::format("XR_LS_{}", i));
  names.emplace_back(last.extension);
  std::vector<XrExtension> extensions;
  for (const std::string& name : names) extensions.push_back({name});
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime)
                 .Extensions(extensions)
                 .Behaviour(fmt::format(R"({{"functions": ["{}"]}})", last.function)));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    if (app.CreateInstance({.extensions = names}) != XR_SUCCESS) return;
    PFN_xrVoidFunction function = nullptr;
    app.Ask(app.instance(), last.function, &function);
    app.DestroyInstance();
    std::vector<std::string> wrong = names;
    wrong.emplace_back("XR_LS_none");
    app.CreateInstance({.extensions = wrong});
  });
  EXPECT_SEEN(Answers(seen), ElementsAre(Found(last.function)))
      << "the function of the last extension that is enabled is found";
  EXPECT_SEEN(XrResultsOf(seen, kCreate),
              ElementsAre("XR_SUCCESS", "XR_ERROR_EXTENSION_NOT_PRESENT"))
      << "each extension can be enabled, and the last one that is requested must be there";
  const std::vector<Event> created = seen.Select(kDefaultRuntime, kCreate);
  ASSERT_SEEN(created, Not(IsEmpty())) << "the runtime creates the first instance";
  EXPECT_SEEN(created.front().List("extensions"), UnorderedElementsAreArray(names))
      << "the runtime gets all extensions that it must enable";
}

REGISTER_CASES {
  for (const Last& last : kLasts) {
    for (const size_t count : {65, 129, 257}) {
      RegisterCase(Api::kOpenXr,
                   {policy::LS_XR_CHAIN_21, policy::LS_XR_LOADER_13, policy::LS_XR_CHAIN_9},
                   fmt::format("function_of_the_{}_last_of_{}_extensions", last.name, count),
                   [&last, count](Case& c) { Judge(c, last, count); });
    }
  }
}

// Each of many layers has an extension of its own, and the last one a function as well. The
// application enables the extensions from the last one to the first.
void JudgeLayers(Case& c, size_t count, bool implicit) {
  const std::vector<std::string> names = LayerNames(count);
  constexpr char kFunction[] = "xrFrobnicateLS";
  OpenXrWorld world(c.subject());
  std::vector<std::string> extensions;
  for (const std::string& name : names) {
    extensions.insert(extensions.begin(), fmt::format("XR_LS_of_{}", extensions.size()));
    ApiLayer layer(name);
    layer.Extensions({{extensions.front()}}).Behaviour(R"({"takes_out_extensions": true})");
    if (name == names.back()) layer.Behaviour(fmt::format(R"({{"functions": ["{}"]}})", kFunction));
    if (implicit) layer.Implicit();
    world.With(layer);
  }
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    if (app.CreateInstance({.layers = implicit ? std::vector<std::string>() : names,
                            .extensions = extensions}) != XR_SUCCESS) {
      return;
    }
    PFN_xrVoidFunction function = nullptr;
    app.Ask(app.instance(), kFunction, &function);
    app.DestroyInstance();
  });
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS")
      << "the extensions of each layer that is enabled can be enabled";
  EXPECT_SEEN(Answers(seen), ElementsAre(Found(kFunction)))
      << "the function of an extension of the last layer is found";
}

REGISTER_CASES {
  for (const size_t count : {5, 9, 17, 33}) {
    for (const bool implicit : {false, true}) {
      RegisterCase(
          Api::kOpenXr, {policy::LS_XR_LOADER_14, policy::LS_XR_CHAIN_21},
          fmt::format("extensions_of_{}_{}_layers", count, implicit ? "implicit" : "explicit"),
          [count, implicit](Case& c) { JudgeLayers(c, count, implicit); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::many_extensions
