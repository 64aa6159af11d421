// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>

#include "harness/probe/app_trace.h"
#include "harness/probe/path_here.h"
#include "policies/reading_ids.h"
#include "suites/common/threads.h"
#include "suites/openxr/instances/get_system.h"
#include "suites/openxr/layers.h"

// api-instance, "Instance", "Instance Lifecycle" and "API Layers and Extensions"; api-fundamentals,
// "Threading Behavior": a second instance, changes of files while an instance exists, and several
// threads.
namespace loadstone::suites::instances {
namespace {

constexpr char kA[] = "XR_APILAYER_LS_a";
constexpr char kB[] = "XR_APILAYER_LS_b";
constexpr char kCreate[] = "xrCreateInstance";
constexpr char kDestroy[] = "xrDestroyInstance";
constexpr char kGetSystem[] = "xrGetSystem";
constexpr char kManifest[] = "/opt/runtime/manifest.json";

// The application creates an instance, tries to create a second one with other layers, and uses the
// first.
void JudgeSecond(Case& c, const std::vector<std::string>& first,
                 const std::vector<std::string>& second) {
  OpenXrWorld world(c.subject());
  for (const char* name : {kA, kB}) world.With(ApiLayer(name));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    if (app.CreateInstance({.layers = first}) != XR_SUCCESS) return;
    const XrInstance instance = app.instance();
    const auto get_system = app.Get<PFN_xrGetSystem>(kGetSystem);
    const auto destroy = app.Get<PFN_xrDestroyInstance>(kDestroy);
    if (app.CreateInstance({.layers = second}) == XR_SUCCESS) app.DestroyInstance();
    app.Traced(kGetSystem, [&] { return GetSystem(get_system, instance); });
    app.Traced(kDestroy, [&] { return destroy(instance); });
    app.RunFullSequence();
  });
  EXPECT_SEEN(
      XrResultsOf(seen, kCreate),
      ElementsAre("XR_SUCCESS", AnyOf("XR_SUCCESS", "XR_ERROR_LIMIT_REACHED"), "XR_SUCCESS"))
      << "a second instance is created, or the limit is reached; after the first is destroyed, "
         "another one can be created"
      << reading::LS_XR_LOADER_18_r1;
  EXPECT_SEEN(XrResultsOf(seen, kGetSystem), ElementsAre("XR_SUCCESS", "XR_SUCCESS"))
      << "the first instance continues to work";
  EXPECT_SEEN(XrResultsOf(seen, kDestroy), AllOf(SizeIs(Ge(2u)), Each("XR_SUCCESS")))
      << "every instance can be destroyed";
}

OPENXR_CASE(LS_XR_LOADER_18, second_instance) { JudgeSecond(c, {}, {}); }
OPENXR_CASE(LS_XR_LOADER_18, second_instance_beside_one_with_layers) { JudgeSecond(c, {kA}, {}); }
OPENXR_CASE(LS_XR_LOADER_18, second_instance_with_other_layers) { JudgeSecond(c, {kA}, {kB}); }

// While both live, functions are looked up and called for each in turn; a loader that supports one
// instance refuses the second.
void JudgeAlternating(Case& c, const std::vector<std::string>& first,
                      const std::vector<std::string>& second) {
  OpenXrWorld world(c.subject());
  for (const char* name : {kA, kB}) world.With(ApiLayer(name));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    std::vector<XrInstance> living;
    for (const std::vector<std::string>& layers : {first, second}) {
      if (app.CreateInstance({.layers = layers}) == XR_SUCCESS) living.push_back(app.instance());
    }
    const auto look_up =
        reinterpret_cast<PFN_xrGetInstanceProcAddr>(app.Export("xrGetInstanceProcAddr"));
    const auto call = [&](XrInstance instance, const char* command, const auto& with) {
      PFN_xrVoidFunction function = nullptr;
      const XrResult found = look_up(instance, command, &function);
      app.Traced(command, [&] { return found == XR_SUCCESS ? with(function) : found; });
    };
    for (int round = 0; round < 2; ++round) {
      for (const XrInstance instance : living) {
        call(instance, kGetSystem, [&](PFN_xrVoidFunction function) {
          return GetSystem(reinterpret_cast<PFN_xrGetSystem>(function), instance);
        });
      }
    }
    for (const XrInstance instance : living) {
      call(instance, kDestroy, [&](PFN_xrVoidFunction function) {
        return reinterpret_cast<PFN_xrDestroyInstance>(function)(instance);
      });
    }
  });
  EXPECT_SEEN(XrResultsOf(seen, kCreate),
              ElementsAre("XR_SUCCESS", AnyOf("XR_SUCCESS", "XR_ERROR_LIMIT_REACHED")))
      << "a second instance is created, or the limit is reached" << reading::LS_XR_LOADER_18_r1;
  const std::vector<std::string> created = XrResultsOf(seen, kCreate);
  const bool both = created.size() == 2 && created[1] == "XR_SUCCESS";
  std::vector<std::string> callees;
  const auto expect = [&](const std::vector<std::string>& layers) {
    callees.push_back(kDefaultRuntime);
    callees.insert(callees.end(), layers.rbegin(), layers.rend());
  };
  for (int round = 0; round < 2; ++round) {
    expect(first);
    if (both) expect(second);
  }
  EXPECT_SEEN(Callees(seen, kGetSystem), ElementsAreArray(callees))
      << "a call goes through the layers of its own instance, and no others";
  EXPECT_SEEN(XrResultsOf(seen, kGetSystem), Each("XR_SUCCESS")) << "every instance works";
  EXPECT_SEEN(XrResultsOf(seen, kDestroy), Each("XR_SUCCESS")) << "every instance can be destroyed";
}

OPENXR_CASE(LS_XR_LOADER_18, calls_on_two_instances_in_turn, policy::LS_XR_CHAIN_3) {
  JudgeAlternating(c, {kA}, {kB});
}
OPENXR_CASE(LS_XR_LOADER_18, calls_on_an_instance_with_layers_and_one_without,
            policy::LS_XR_CHAIN_3) {
  JudgeAlternating(c, {kA, kB}, {});
}

// The libraries that were unloaded between the first instance's creation and its destruction.
std::vector<std::string> UnloadedInBetween(const Observation& seen) {
  std::vector<std::string> unloaded;
  bool alive = false;
  for (const Event& event : seen.events()) {
    if (event.who() == kAppName && event.what() == kCreate && event.phase() == "leave") {
      alive = true;
    }
    if (event.who() == kAppName && event.what() == kDestroy) break;
    if (alive && event.what() == "unload") unloaded.push_back(event.who());
  }
  return unloaded;
}

OPENXR_CASE(LS_XR_LOADER_20, layers_outlive_their_files, policy::LS_XR_LAYER_DISCOVERY_9) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).In("/layers")).With(ApiLayer(kB).In("/layers"));
  world.Env("XR_API_LAYER_PATH", "/layers");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.CreateInstance({.layers = {kA, kB}});
    for (const char* name : {kA, kB}) {
      std::filesystem::remove(PathHere(fmt::format("/layers/{}.json", name)));
    }
    app.EnumerateLayers();
    app.UseInstance();
    app.DestroyInstance();
  });
  std::vector<std::string> callees = ApiLayerChain(seen);
  EXPECT_SEEN(callees, UnorderedElementsAre(kA, kB)) << "the layers are enabled";
  callees.emplace_back(kDefaultRuntime);
  std::reverse(callees.begin(), callees.end());
  EXPECT_SEEN(Callees(seen, kGetSystem), ElementsAreArray(callees))
      << "layers stay enabled for the lifetime of the instance, whatever happens to their "
         "manifests";
  EXPECT_SEEN(UnloadedInBetween(seen), Not(Contains(AnyOf(kA, kB))))
      << "libraries of enabled layers stay loaded for the lifetime of the instance";
}

OPENXR_CASE(LS_XR_LOADER_20, runtime_outlives_its_manifest, policy::LS_XR_RUNTIME_DISCOVERY_10) {
  OpenXrWorld world(c.subject());
  world.With(Runtime("chosen").In("/opt/runtime").ManifestFile("manifest.json"));
  world.Env("XR_RUNTIME_JSON", kManifest).With(ApiLayer(kA));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.CreateInstance({.layers = {kA}});
    std::filesystem::remove(PathHere(kManifest));
    app.EnumerateExtensions();
    app.EnumerateExtensions(kA);
    app.UseInstance();
    app.DestroyInstance();
  });
  EXPECT_SEEN(Callees(seen, kGetSystem), ElementsAre("chosen", kA))
      << "the runtime is used for the lifetime of the instance, whatever happens to its manifest";
  EXPECT_SEEN(UnloadedInBetween(seen), Not(Contains(AnyOf("chosen", kA))))
      << "the libraries of an instance stay loaded for its lifetime";
}

OPENXR_CASE(LS_XR_LOADER_20, listing_unloads_nothing_that_is_in_use) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA)).With(ApiLayer(kB).Implicit());
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.CreateInstance({.layers = {kA}});
    for (int i = 0; i < 3; ++i) {
      app.EnumerateLayers();
      app.EnumerateExtensions();
      app.EnumerateExtensions(kA);
      app.CreateInstance({.layers = {"XR_APILAYER_LS_none"}});
    }
    app.UseInstance();
    app.DestroyInstance();
  });
  EXPECT_SEEN(UnloadedInBetween(seen), Not(Contains(AnyOf(kA, kB, kDefaultRuntime))))
      << "the libraries of an instance stay loaded for its lifetime";
  EXPECT_SEEN(Callees(seen, kGetSystem), ElementsAre(kDefaultRuntime, kA, kB))
      << "the instance works as before";
}

OPENXR_CASE(LS_XR_LOADER_23, lists_from_several_threads) {
  OpenXrWorld world(c.subject());
  for (const std::string& name : LayerNames(4)) world.With(ApiLayer(name));
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_one"}}));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    const auto layers =
        app.Global<PFN_xrEnumerateApiLayerProperties>("xrEnumerateApiLayerProperties");
    const auto extensions = app.Global<PFN_xrEnumerateInstanceExtensionProperties>(
        "xrEnumerateInstanceExtensionProperties");
    RoundsInThreads([&] {
      uint32_t count = 0;
      XrApiLayerProperties properties[4] = {};
      for (XrApiLayerProperties& one : properties) one.type = XR_TYPE_API_LAYER_PROPERTIES;
      if (layers(4, &count, properties) != XR_SUCCESS || count != 4) return false;
      uint32_t extension_count = 0;
      return extensions(nullptr, 0, &extension_count, nullptr) == XR_SUCCESS &&
             extension_count != 0;
    });
  });
  ExpectGoodRounds(seen, "all functions can be called from several threads at once");
}

OPENXR_CASE(LS_XR_LOADER_23, calls_on_an_instance_from_several_threads) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    if (app.CreateInstance({.layers = {kA}}) != XR_SUCCESS) return;
    RoundsInThreads([&] {
      const auto get_system = app.Get<PFN_xrGetSystem>(kGetSystem);
      return get_system != nullptr && GetSystem(get_system, app.instance()) == XR_SUCCESS;
    });
    app.DestroyInstance();
  });
  ExpectGoodRounds(seen, "all functions can be called from several threads at once");
  EXPECT_SEEN(seen.Select(kDefaultRuntime, kGetSystem), SizeIs(kThreads * kRounds))
      << "each call reaches the runtime";
}

// Threads that create one instance each: some succeed, others may get the error that there are too
// many.
OPENXR_CASE(LS_XR_LOADER_23, instances_from_several_threads) {
  const Observation seen = Observe(c, OpenXrWorld(c.subject()), [](OpenXrApp& app) {
    const auto create = app.Global<PFN_xrCreateInstance>(kCreate);
    const auto destroy = reinterpret_cast<PFN_xrDestroyInstance>(app.Export(kDestroy));
    std::atomic<int> made = 0;
    RoundsInThreads([&] {
      XrInstanceCreateInfo info = {};
      info.type = XR_TYPE_INSTANCE_CREATE_INFO;
      info.applicationInfo.applicationName[0] = 'x';
      info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 0);
      XrInstance instance = XR_NULL_HANDLE;
      const XrResult result = create(&info, &instance);
      if (result != XR_SUCCESS) return result == XR_ERROR_LIMIT_REACHED;
      ++made;
      return destroy(instance) == XR_SUCCESS;
    });
    AppEvent("made").Add("count", int64_t{made});
    app.RunFullSequence();
  });
  ExpectGoodRounds(seen, "each thread gets an instance, or an error that the limit is reached");
  const auto made = seen.First(kAppName, "made");
  ASSERT_HOLDS(made.has_value()) << "the threads must finish";
  EXPECT_SEEN(made->Number("count"), Gt(0)) << "at least one instance is supported at a time";
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS") << "the loader works afterwards";
}

// One thread creates and destroys instances of a runtime that lets other threads run, which ask for
// layers and extensions.
OPENXR_CASE(LS_XR_LOADER_23, lists_beside_others) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA));
  world.With(
      Runtime(kDefaultRuntime)
          .Extensions({{"XR_LS_one"}})
          .Behaviour(R"({"faults": {"xrCreateInstance": "yield", "xrDestroyInstance": "yield"}})"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    const auto create = app.Global<PFN_xrCreateInstance>(kCreate);
    const auto destroy = reinterpret_cast<PFN_xrDestroyInstance>(app.Export(kDestroy));
    const auto layers =
        app.Global<PFN_xrEnumerateApiLayerProperties>("xrEnumerateApiLayerProperties");
    const auto extensions = app.Global<PFN_xrEnumerateInstanceExtensionProperties>(
        "xrEnumerateInstanceExtensionProperties");
    const char* const names[] = {kA};
    XrInstanceCreateInfo info = {};
    info.type = XR_TYPE_INSTANCE_CREATE_INFO;
    info.applicationInfo.applicationName[0] = 'x';
    info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 0);
    info.enabledApiLayerCount = 1;
    info.enabledApiLayerNames = names;
    const auto create_and_destroy = [&] {
      int created = 0;
      for (int i = 0; i < kObjects; ++i) {
        XrInstance instance = XR_NULL_HANDLE;
        if (create(&info, &instance) != XR_SUCCESS) continue;
        created += destroy(instance) == XR_SUCCESS ? 1 : 0;
      }
      return created;
    };
    const auto lists_are_good = [&] {
      uint32_t count = 0;
      if (layers(0, &count, nullptr) != XR_SUCCESS || count != 1) return false;
      return extensions(nullptr, 0, &count, nullptr) == XR_SUCCESS && count != 0;
    };
    UseBesideOthers(create_and_destroy, lists_are_good);
  });
  ExpectGoodBesideOthers(seen, 1, "all functions can be called from several threads at once");
}

}  // namespace
}  // namespace loadstone::suites::instances
