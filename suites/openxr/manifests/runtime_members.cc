// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "harness/world/platform.h"
#include "policies/reading_ids.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/runtimes.h"

// runtime, "Runtime Manifest File Format": missing members, when the library is loaded, and files
// with unusual names.
namespace loadstone::suites::runtime_members {
namespace {

constexpr char kCreate[] = "xrCreateInstance";
constexpr char kMark[] = "mark";

struct Missing {
  const char* name;
  const char* removed;  // from the object of the runtime; or
  const char* text;     // the whole manifest
};

constexpr Missing kMissing[] = {
    {"without_runtime", nullptr, R"({"file_format_version": "1.0.0"})"},
    {"with_the_members_outside_of_runtime", nullptr,
     R"({"file_format_version": "1.0.0", "library_path": "/opt/loadstone/libruntime.so"})"},
    {"with_an_empty_runtime", nullptr, R"({"file_format_version": "1.0.0", "runtime": {}})"},
    {"without_library_path", R"({"library_path": null})", nullptr},
    {"with_a_name_and_no_library_path", R"({"library_path": null, "name": "A runtime"})", nullptr},
};

// The manifest is that of the active runtime, or XR_RUNTIME_JSON names it.
void JudgeMissing(Case& c, const Missing& missing, bool named) {
  Runtime runtime(kDefaultRuntime);
  if (missing.removed != nullptr) runtime.Manifest(missing.removed);
  if (missing.text != nullptr) runtime.RawManifest(missing.text);
  OpenXrWorld world(c.subject());
  if (named) {
    world.WithoutRuntime().Env("XR_RUNTIME_JSON", "/opt/named/manifest.json");
    runtime.In("/opt/named").ManifestFile("manifest.json");
  }
  world.With(runtime);
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(XrResultOf(seen, kCreate), IsXrError())
      << "without a runtime, creating an instance fails" << reading::LS_XR_RUNTIME_MANIFEST_2_r1;
  EXPECT_SEEN(Loaded(seen), IsEmpty())
      << "a manifest without runtime or library_path names no library";
}

REGISTER_CASES {
  for (const Missing& missing : kMissing) {
    for (const bool named : {false, true}) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_MANIFEST_2},
                   fmt::format("{}{}", missing.name, named ? "_named" : ""),
                   [&missing, named](Case& c) { JudgeMissing(c, missing, named); });
    }
  }
}

constexpr char kExplicit[] = "XR_APILAYER_LS_a";
constexpr char kImplicit[] = "XR_APILAYER_LS_b";

// Before its first instance, the application lists what the manifests of layers say.
Observation JudgeListing(Case& c, void (*list)(OpenXrApp& app)) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kExplicit).Extensions({{"XR_LS_of_a"}}));
  world.With(ApiLayer(kImplicit).Implicit().Extensions({{"XR_LS_of_b"}}));
  const Observation seen = Observe(c, world, [list](OpenXrApp& app) {
    list(app);
    AppEvent{kMark};
    app.RunFullSequence();
  });
  std::vector<std::string> before;
  for (const Event& event : seen.events()) {
    if (event.what() == kMark) break;
    if (event.what() == "load" && event.who() != kAppName) before.push_back(event.who());
  }
  EXPECT_SEEN(before, Not(Contains(kDefaultRuntime)))
      << "the runtime's library is loaded only when it is needed, and listing what manifests of "
         "layers say does not need it";
  EXPECT_SEEN(RuntimesReached(seen), ElementsAre(kDefaultRuntime))
      << "an instance needs the runtime";
  return seen;
}

OPENXR_CASE(LS_XR_RUNTIME_MANIFEST_9, listing_layers_loads_no_runtime) {
  const Observation seen = JudgeListing(c, [](OpenXrApp& app) {
    app.EnumerateLayers();
    app.EnumerateLayers();
  });
  EXPECT_SEEN(ListedApiLayers(seen), Contains(kExplicit)) << "the layers are listed";
}

OPENXR_CASE(LS_XR_RUNTIME_MANIFEST_9, listing_extensions_of_a_layer_loads_no_runtime,
            policy::LS_XR_LOADER_9) {
  const Observation seen = JudgeListing(c, [](OpenXrApp& app) {
    app.EnumerateExtensions(kImplicit);
    app.EnumerateExtensions(kExplicit);
  });
  EXPECT_SEEN(ListedExtensionNames(seen), ElementsAre("XR_LS_of_a"))
      << "the extensions of the layer are listed";
}

// The manifests of layers on a machine.
struct Listing {
  const char* name;
  std::vector<ApiLayer> layers;
};

std::vector<Listing> Listings() {
  return {
      {"no_layers", {}},
      {"an_explicit_layer", {ApiLayer(kExplicit).Extensions({{"XR_LS_of_a"}})}},
      {"an_implicit_layer", {ApiLayer(kImplicit).Implicit().Extensions({{"XR_LS_of_b"}})}},
      {"layers_without_extensions", {ApiLayer(kExplicit), ApiLayer(kImplicit).Implicit()}},
      {"manifests_of_no_layer",
       {ApiLayer(kExplicit).RawManifest("{"), ApiLayer(kImplicit).Implicit().RawManifest("[]")}},
  };
}

// Calls that need no runtime; the layer may be missing.
constexpr struct {
  const char* what;
  void (*make)(OpenXrApp& app);
} kCalls[] = {
    {"listing layers", [](OpenXrApp& app) { app.EnumerateLayers(); }},
    {"extensions of an explicit layer", [](OpenXrApp& app) { app.EnumerateExtensions(kExplicit); }},
    {"extensions of an implicit layer", [](OpenXrApp& app) { app.EnumerateExtensions(kImplicit); }},
    {"looking up xrCreateInstance",
     [](OpenXrApp& app) {
       PFN_xrVoidFunction function = nullptr;
       app.Ask(XR_NULL_HANDLE, kCreate, &function);
     }},
};

void MakeEachCall(OpenXrApp& app) {
  for (const auto& call : kCalls) {
    AppEvent(kMark).Add("call", call.what);
    for (int i = 0; i < 2; ++i) call.make(app);
  }
}

// The calls are made before the first instance and after its end.
void JudgeEachCall(Case& c, const Listing& listing) {
  OpenXrWorld world(c.subject());
  for (const ApiLayer& layer : listing.layers) world.With(layer);
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    MakeEachCall(app);
    AppEvent(kMark).Add("call", kCreate);
    app.RunFullSequence();
    MakeEachCall(app);
  });
  std::string call = "loading the loader";
  std::vector<std::string> loading;
  for (const Event& event : seen.events()) {
    if (event.what() == kMark) call = event.Text("call");
    if (call == kCreate) continue;
    if (event.what() == "load" && event.who() == kDefaultRuntime) loading.push_back(call);
  }
  EXPECT_SEEN(loading, IsEmpty())
      << "the runtime's library is loaded only when it is needed, and these calls do not need it";
  EXPECT_SEEN(RuntimesReached(seen), ElementsAre(kDefaultRuntime))
      << "an instance needs the runtime";
}

REGISTER_CASES {
  static const std::vector<Listing> kListings = Listings();
  for (const Listing& listing : kListings) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_MANIFEST_9},
                 fmt::format("no_runtime_beside_an_instance_with_{}", listing.name),
                 [&listing](Case& c) { JudgeEachCall(c, listing); });
  }
}

struct Names {
  const char* name;
  const char* library;
  const char* manifest;
};

// LS_XR_RUNTIME_MANIFEST_12.r1: the runtime may be used or not.
constexpr Names kNames[] = {
    {"library_of_another_suffix", "/opt/vendor/libvendor.dat", "/opt/vendor/vendor.json"},
    {"library_without_a_suffix", "/opt/vendor/libvendor", "/opt/vendor/vendor.json"},
    {"manifest_of_another_suffix", "/opt/vendor/libvendor.so", "/opt/vendor/vendor.manifest"},
    {"manifest_without_a_suffix", "/opt/vendor/libvendor.so", "/opt/vendor/vendor"},
};

REGISTER_CASES {
  for (const Names& names : kNames) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_MANIFEST_12}, names.name, [&names](Case& c) {
      OpenXrWorld world(c.subject());
      AddMockLibraryAt(world.machine(), c.subject(), names.library, "vendor", "openxr_runtime");
      const std::string written = NativeLibraryPath(c.subject(), names.library);
      world.File(names.manifest, Runtime("vendor").LibraryPath(written).ManifestText(""));
      world.Env("XR_RUNTIME_JSON", names.manifest);
      const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
      ExpectRuntimeOrError(seen, "vendor");
    });
  }
}

}  // namespace
}  // namespace loadstone::suites::runtime_members
