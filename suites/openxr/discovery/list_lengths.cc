// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/common/list_limits.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/runtimes.h"

// application, "Desktop API Layer Discovery" and "Forced Loading of API Layers"; runtime, "Linux
// Active Runtime Location": lists with more elements than a table of fixed size holds, in which
// the elements on both sides of each usual size matter.
namespace loadstone::suites::list_lengths {
namespace {

std::string NameOfElement(int position) { return fmt::format("XR_APILAYER_LS_{}", position); }

// The layers of the elements that matter; the others repeat the first name, which changes nothing
// (LS_XR_ACTIVATION_9).
std::string NamesWithRepetitions(int length, char separator) {
  return ListAtLimits(length, separator, NameOfElement, [](int) { return NameOfElement(1); });
}

void JudgeChain(Case& c, const OpenXrWorld& world, int length,
                const std::vector<std::string>& application) {
  const Observation seen =
      Observe(c, world, [&](OpenXrApp& app) { app.RunFullSequence({.layers = application}); });
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_SUCCESS")
      << "every layer that is named is present";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAreArray(NamesAtLimits(length, NameOfElement)))
      << "each layer in the list is in the chain once, where it came first";
}

void JudgeEnvironment(Case& c, int length) {
  OpenXrWorld world(c.subject());
  for (const std::string& name : NamesAtLimits(length, NameOfElement)) world.With(ApiLayer(name));
  world.Env("XR_ENABLE_API_LAYERS", NamesWithRepetitions(length, ':'));
  JudgeChain(c, world, length, {});
}

void JudgeApplication(Case& c, int length) {
  OpenXrWorld world(c.subject());
  for (const std::string& name : NamesAtLimits(length, NameOfElement)) world.With(ApiLayer(name));
  std::vector<std::string> named(static_cast<size_t>(length), NameOfElement(1));
  for (const int position : PositionsAtLimits(length)) {
    named[static_cast<size_t>(position) - 1] = NameOfElement(position);
  }
  JudgeChain(c, world, length, named);
}

std::string FolderOf(int position) { return fmt::format("/folders/{}", position); }

// Layers in the folders that matter; the other folders do not exist.
void JudgeFolders(Case& c, int length, const char* variable, bool implicit) {
  OpenXrWorld world(c.subject());
  const bool whole = variable == std::string("XR_API_LAYER_PATH");
  for (const int position : PositionsAtLimits(length)) {
    const std::string folder = FolderOf(position);
    world.With(whole ? ApiLayer(NameOfElement(position)).In(folder)
                     : LayerAt(NameOfElement(position), folder, implicit));
  }
  world.Env(variable, ListAtLimits(length, ':', FolderOf, FolderOf));
  const std::vector<std::string> names = NamesAtLimits(length, NameOfElement);
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = implicit ? std::vector<std::string>() : names});
  });
  // LS_XR_LAYER_DISCOVERY_12.r1: implicit layers may be reported or not.
  if (!implicit) {
    EXPECT_SEEN(ListedApiLayers(seen), UnorderedElementsAreArray(names))
        << "each folder in the list is searched";
  }
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAreArray(names))
      << "the layers of each folder can be used";
}

// The active runtime is in the last folder of the list; the others do not exist.
void JudgeRuntime(Case& c, int length) {
  OpenXrWorld world(c.subject());
  world.With(Runtime("last").In(XrRuntimeFolder(FolderOf(length))));
  world.Env("XDG_CONFIG_DIRS", ListAtLimits(length, ':', FolderOf, FolderOf));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, "last", "the first active runtime file in the order of the list is used");
}

REGISTER_CASES {
  for (const int length : kListLengths) {
    const auto add = [length](const policy::Id& policy, const char* name, auto judge) {
      RegisterCase(Api::kOpenXr, {policy}, fmt::format("{}_{}", name, length), judge);
    };
    add(policy::LS_XR_ACTIVATION_8, "length_of_the_list",
        [length](Case& c) { JudgeEnvironment(c, length); });
    add(policy::LS_XR_ACTIVATION_6, "length_of_the_list",
        [length](Case& c) { JudgeApplication(c, length); });
    add(policy::LS_XR_LAYER_DISCOVERY_10, "number_of_folders",
        [length](Case& c) { JudgeFolders(c, length, "XR_API_LAYER_PATH", false); });
    for (const bool implicit : {false, true}) {
      const char* kind = implicit ? "implicit" : "explicit";
      add(policy::LS_XR_LAYER_DISCOVERY_3, fmt::format("data_folders_{}", kind).c_str(),
          [length, implicit](Case& c) { JudgeFolders(c, length, "XDG_DATA_DIRS", implicit); });
      add(policy::LS_XR_LAYER_DISCOVERY_3, fmt::format("configuration_folders_{}", kind).c_str(),
          [length, implicit](Case& c) { JudgeFolders(c, length, "XDG_CONFIG_DIRS", implicit); });
    }
    add(policy::LS_XR_RUNTIME_DISCOVERY_3, "number_of_folders",
        [length](Case& c) { JudgeRuntime(c, length); });
  }
}

}  // namespace
}  // namespace loadstone::suites::list_lengths
