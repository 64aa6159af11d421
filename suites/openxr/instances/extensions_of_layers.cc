// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/openxr/call_chain/asked_functions.h"
#include "suites/openxr/layers.h"

// application, "Application Usage of Extensions"; api-instance, "Instance Lifecycle": an extension
// of a layer, by what enables the layer, for each of two instances.
namespace loadstone::suites::extensions_of_layers {
namespace {

constexpr char kOwner[] = "XR_APILAYER_LS_owner";
constexpr char kFirst[] = "XR_APILAYER_LS_1";
constexpr char kLast[] = "XR_APILAYER_LS_2";
constexpr char kExtension[] = "XR_LS_frobnicate";
constexpr char kFunction[] = "xrFrobnicateLS";
constexpr char kCreate[] = "xrCreateInstance";

struct Owner {
  const char* name;
  bool is_enabled;
  std::vector<std::string> layers;  // of the application
  void (*install)(OpenXrWorld& world, ApiLayer& layer);
};

std::vector<Owner> AllOwners() {
  const auto nothing = [](OpenXrWorld&, ApiLayer&) {};
  return {
      {"the_first_layer", true, {kOwner, kFirst, kLast}, nothing},
      {"the_second_layer", true, {kFirst, kOwner, kLast}, nothing},
      {"the_last_layer", true, {kFirst, kLast, kOwner}, nothing},
      {"a_layer_of_the_environment",
       true,
       {kFirst, kLast},
       [](OpenXrWorld& world, ApiLayer&) { world.Env("XR_ENABLE_API_LAYERS", kOwner); }},
      {"an_implicit_layer",
       true,
       {kFirst, kLast},
       [](OpenXrWorld&, ApiLayer& layer) { layer.Implicit(); }},
      {"an_implicit_layer_that_a_variable_enables",
       true,
       {kFirst, kLast},
       [](OpenXrWorld& world, ApiLayer& layer) {
         layer.Implicit().EnabledBy("LS_ON");
         world.Env("LS_ON", "1");
       }},
      {"a_layer_that_is_not_enabled", false, {kFirst, kLast}, nothing},
      {"a_disabled_implicit_layer",
       false,
       {kFirst, kLast},
       [](OpenXrWorld& world, ApiLayer& layer) {
         world.Env(layer.Implicit().DisableVariable(), "1");
       }},
      {"an_implicit_layer_that_no_variable_enables",
       false,
       {kFirst, kLast},
       [](OpenXrWorld&, ApiLayer& layer) { layer.Implicit().EnabledBy("LS_ON"); }},
  };
}

void CallFunction(OpenXrApp& app) {
  PFN_xrVoidFunction function = nullptr;
  if (app.Ask(app.instance(), kFunction, &function) != XR_SUCCESS) return;
  app.Traced(kFunction, [&] {
    return reinterpret_cast<XrResult(XRAPI_PTR*)(XrInstance, uint64_t)>(function)(app.instance(),
                                                                                  7);
  });
}

// Two instances with the extension, and then one without.
Observation UseExtension(Case& c, const Owner& owner) {
  OpenXrWorld world(c.subject());
  ApiLayer layer(kOwner);
  layer.Extensions({{kExtension}})
      .Behaviour(R"({"functions": ["xrFrobnicateLS"], "takes_out_extensions": true})");
  owner.install(world, layer);
  world.With(layer).With(ApiLayer(kFirst)).With(ApiLayer(kLast));
  return Observe(c, world, [&owner](OpenXrApp& app) {
    for (int i = 0; i < 2; ++i) {
      if (app.CreateInstance({.layers = owner.layers, .extensions = {kExtension}}) != XR_SUCCESS) {
        continue;
      }
      CallFunction(app);
      app.DestroyInstance();
    }
    app.RunFullSequence({.layers = owner.layers});
  });
}

void JudgeEnabled(Case& c, const Owner& owner) {
  const Observation seen = UseExtension(c, owner);
  EXPECT_SEEN(XrResultsOf(seen, kCreate), AllOf(SizeIs(3), Each("XR_SUCCESS")))
      << "an extension may be that of an enabled layer";
  EXPECT_SEEN(Answers(seen), ElementsAre(Found(kFunction), Found(kFunction)))
      << "a function of an enabled extension is found";
  EXPECT_SEEN(Callees(seen, kFunction), ElementsAre(kOwner, kOwner))
      << "the function of the layer is called";
}

void JudgeNotEnabled(Case& c, const Owner& owner) {
  const Observation seen = UseExtension(c, owner);
  EXPECT_SEEN(
      XrResultsOf(seen, kCreate),
      ElementsAre("XR_ERROR_EXTENSION_NOT_PRESENT", "XR_ERROR_EXTENSION_NOT_PRESENT", "XR_SUCCESS"))
      << "the extension of a layer that is not enabled is not present";
}

REGISTER_CASES {
  static const std::vector<Owner> kOwners = AllOwners();
  for (const Owner& owner : kOwners) {
    const std::string name = fmt::format("extension_of_{}", owner.name);
    if (owner.is_enabled) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LOADER_14, policy::LS_XR_CHAIN_21}, name,
                   [&owner](Case& c) { JudgeEnabled(c, owner); });
    } else {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LOADER_13}, name + "_twice",
                   [&owner](Case& c) { JudgeNotEnabled(c, owner); });
    }
  }
}

// The extension of a layer that the second of three instances does not have. The runtime has it
// too, or not.
void JudgeWithoutLayer(Case& c, bool in_runtime) {
  OpenXrWorld world(c.subject());
  Runtime runtime(kDefaultRuntime);
  if (in_runtime) runtime.Extensions({{kExtension}});
  world.With(runtime)
      .With(ApiLayer(kFirst))
      .With(ApiLayer(kOwner)
                .Extensions({{kExtension}})
                .Behaviour(R"({"takes_out_extensions": true})"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    for (const std::vector<std::string>& layers :
         {std::vector<std::string>{kOwner, kFirst}, {kFirst}, {kFirst, kOwner}}) {
      app.RunFullSequence({.layers = layers, .extensions = {kExtension}});
    }
  });
  const char* without = in_runtime ? "XR_SUCCESS" : "XR_ERROR_EXTENSION_NOT_PRESENT";
  EXPECT_SEEN(XrResultsOf(seen, kCreate), ElementsAre("XR_SUCCESS", without, "XR_SUCCESS"))
      << "an extension is that of a layer of the same instance, or of the runtime";
  if (!in_runtime) return;
  const std::vector<Event> made = seen.Select(kDefaultRuntime, kCreate);
  ASSERT_SEEN(made, SizeIs(3)) << "the runtime must be called to create each instance";
  EXPECT_SEEN(made[1].List("extensions"), ElementsAre(kExtension))
      << "the extension of the runtime is enabled if no layer of the instance has it";
}

OPENXR_CASE(LS_XR_LOADER_13, extension_of_a_layer_of_other_instances) {
  JudgeWithoutLayer(c, false);
}
OPENXR_CASE(LS_XR_CHAIN_9, extension_of_the_runtime_and_of_a_layer_of_other_instances) {
  JudgeWithoutLayer(c, true);
}

// Layers that are enabled and cannot be used.
struct Unusable {
  const char* name;
  void (*change)(ApiLayer& layer);
};

constexpr Unusable kUnusable[] = {
    {"without_a_library", [](ApiLayer& layer) { layer.LibraryPath("/opt/loadstone/gone.so"); }},
    {"without_negotiation", [](ApiLayer& layer) { layer.Binary("openxr_layer_none"); }},
    {"that_refuses",
     [](ApiLayer& layer) { layer.Behaviour(R"({"negotiation": {"result": -6}})"); }},
};

enum class Enabled { kByItself, kByEnvironment, kByApplication };
constexpr std::pair<Enabled, const char*> kEnabled[] = {
    {Enabled::kByItself, "an_implicit_layer"},
    {Enabled::kByEnvironment, "a_layer_of_the_environment"},
    {Enabled::kByApplication, "a_layer_of_the_application"},
};

// Whether an instance can be created without the layer is open: LS_XR_LAYER_NEGOTIATION_7.r1,
// LS_XR_LAYER_MANIFEST_15.r1. If so, it does not have what only the layer has.
void JudgeUnusable(Case& c, const Unusable& unusable, Enabled enabled, bool in_runtime) {
  OpenXrWorld world(c.subject());
  Runtime runtime(kDefaultRuntime);
  if (in_runtime) runtime.Extensions({{kExtension}});
  ApiLayer layer(kOwner);
  layer.Extensions({{kExtension}});
  unusable.change(layer);
  if (enabled == Enabled::kByItself) layer.Implicit();
  if (enabled == Enabled::kByEnvironment) world.Env("XR_ENABLE_API_LAYERS", kOwner);
  world.With(runtime).With(layer).With(ApiLayer(kFirst));
  std::vector<std::string> layers = {kFirst};
  if (enabled == Enabled::kByApplication) layers.emplace_back(kOwner);
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.RunFullSequence({.layers = layers, .extensions = {kExtension}});
  });
  const std::string created = XrResultOf(seen, kCreate);
  if (!in_runtime) {
    EXPECT_SEEN(created, IsXrError())
        << "the extension of a layer that cannot be used is not present";
  } else if (created == "XR_SUCCESS") {
    const auto made = seen.First(kDefaultRuntime, kCreate);
    ASSERT_HOLDS(made.has_value()) << "the runtime must be called to create the instance";
    EXPECT_SEEN(made->List("extensions"), ElementsAre(kExtension))
        << "the extension of the runtime is enabled if no layer of the instance has it";
  } else {
    EXPECT_SEEN(created, IsXrError()) << "the application must get an answer";
  }
}

REGISTER_CASES {
  for (const Unusable& unusable : kUnusable) {
    for (const auto& [enabled, name] : kEnabled) {
      RegisterCase(
          Api::kOpenXr, {policy::LS_XR_LOADER_13},
          fmt::format("extension_of_{}_{}", name, unusable.name),
          [&unusable, enabled = enabled](Case& c) { JudgeUnusable(c, unusable, enabled, false); });
      RegisterCase(
          Api::kOpenXr, {policy::LS_XR_CHAIN_9},
          fmt::format("extension_of_the_runtime_and_of_{}_{}", name, unusable.name),
          [&unusable, enabled = enabled](Case& c) { JudgeUnusable(c, unusable, enabled, true); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::extensions_of_layers
