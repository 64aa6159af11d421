// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/openxr/generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "fuzz/outside/corrupt.h"
#include "fuzz/outside/near_name.h"
#include "harness/json/json_object.h"
#include "harness/world/openxr_world.h"
#include "oracle/openxr/libraries.h"

namespace loadstone::fuzz::openxr {
namespace {

using oracle::openxr::IsRenamed;
using oracle::openxr::kRenamed;
using oracle::openxr::kWorkingRuntimes;
using oracle::openxr::LayerExtension;
using oracle::openxr::LayerLibraries;
using oracle::openxr::LayerLibrary;
using oracle::openxr::RuntimeExtension;
using oracle::openxr::RuntimeLibraries;

constexpr const char* kRoots[] = {"/fuzz/one", "/fuzz/two", "/fuzz/three"};
constexpr const char* kExplicitPaths[] = {"/fuzz/explicit", "/fuzz/other"};
constexpr const char* kRuntimeFiles[] = {"/fuzz/runtime.json", "/fuzz/other/runtime.json",
                                         "/fuzz/one/openxr/1/active_runtime.json"};
constexpr const char* kOddPaths[] = {"",           ":",      "relative/path", "/fuzz/nothing", "/",
                                     "/fuzz/one/", "//fuzz", "/fuzz/../fuzz", "/dev/null",     "."};
constexpr const char* kXdg[] = {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME",
                                "XDG_DATA_DIRS"};

const Vocabulary& Words() {
  static const Vocabulary words = {
      {"name", "library_path", "api_version", "implementation_version", "description", "functions",
       "instance_extensions", "enable_environment", "disable_environment", "file_format_version",
       "api_layer", "runtime", "extension_version", "entrypoints"},
      {"\"XR_APILAYER_LS_a\"", "[\"XR_APILAYER_LS_a\"]",
       "[{\"name\": \"XR_EXT_debug_utils\", \"extension_version\": \"1\"}]",
       "[{\"name\": \"XR_LS_x\", \"extension_version\": 1, \"entrypoints\": [\"xrX\", 0]}]",
       "{\"xrNegotiateLoaderApiLayerInterface\": \"lsNegotiate\"}",
       "{\"xrNegotiateLoaderRuntimeInterface\": 1}", "\"/opt/loadstone/libruntime0.so\"",
       "\"/opt/loadstone/liba0.so\"", "{\"library_path\": 1}"}};
  return words;
}

std::string Enabler(const std::string& name) { return "LS_ENABLE_" + name.substr(15); }
std::string Disabler(const std::string& name) { return "LS_DISABLE_" + name.substr(15); }

template <typename Choice>
std::string Joined(Random& random, size_t most, const Choice& choice) {
  std::string joined;
  for (size_t i = 0, count = 1 + random.Below(most); i < count; ++i) {
    joined += (i == 0 ? "" : ":") + std::string(choice());
  }
  return joined;
}

std::string AnyName(Random& random) {
  const auto& layers = LayerLibraries();
  return random.Chance(3) ? "XR_APILAYER_LS_unknown" : layers[random.Below(layers.size())].layer;
}

// Mostly the name of a layer of `input`, so that what names a layer refers to an existing one.
std::string LikelyName(const Input& input, Random& random) {
  std::vector<std::string> names;
  if (random.Chance(80)) {
    for (const LayerLibrary& one : LayerLibraries()) {
      const std::string member = "\"name\":\"" + one.layer + "\"";
      const bool there = std::any_of(input.files.begin(), input.files.end(), [&](const auto& file) {
        return file.second.find(member) != std::string::npos;
      });
      if (there) names.push_back(one.layer);
    }
  }
  return names.empty() ? AnyName(random) : names[random.Below(names.size())];
}

// `name`, or with a probability of `percent` percent a name that is only similar to it.
std::string OrSimilarName(const std::string& name, unsigned percent, Random& random) {
  return random.Chance(percent) ? SimilarName(name, random) : name;
}

// A library of a layer that no manifest of `input` names yet, mostly one that works; nullptr if the
// chosen one is already named.
const LayerLibrary* FreshLayer(const Input& input, Random& random) {
  const auto& layers = LayerLibraries();
  const auto works = [](const LayerLibrary& one) { return one.library->use == Use::kWorks; };
  for (int i = 0; i < 8; ++i) {
    const LayerLibrary& one = layers[random.Below(layers.size())];
    if (!works(one) && !random.Chance(40)) continue;
    const std::string path = LibraryPath(*one.library);
    const bool taken = std::any_of(input.files.begin(), input.files.end(), [&](const auto& file) {
      return file.second.find(path) != std::string::npos;
    });
    if (!taken) return &one;
  }
  return nullptr;
}

std::string LayerManifest(const LayerLibrary& one, bool implicit, Random& random) {
  JsonObject layer;
  layer.Set("name", one.layer)
      .Set("library_path", LibraryPath(*one.library))
      .Set("api_version", "1.0")
      .Set("implementation_version", std::to_string(1 + random.Below(9)))
      .Set("description", fmt::format("layer {}", random.Below(1000)));
  if (implicit || random.Chance(5)) {
    layer.Set("disable_environment", Disabler(one.layer));
    if (random.Chance(30)) layer.Set("enable_environment", Enabler(one.layer));
  }
  if (random.Chance(50)) {
    layer.SetJson("instance_extensions",
                  fmt::format(R"([{{"name": "{}", "extension_version": "{}"}}])",
                              LayerExtension(one.layer), 1 + random.Below(9)));
  }
  if (IsRenamed(*one.library) ? random.Chance(80) : random.Chance(3)) {
    layer.Set("functions", JsonObject().Set("xrNegotiateLoaderApiLayerInterface", kRenamed));
  }
  return JsonObject().Set("file_format_version", "1.0.0").Set("api_layer", layer).Line();
}

std::string RuntimeManifest(Random& random) {
  const auto& all = RuntimeLibraries();
  const Library& library =
      *all[random.Chance(85) ? random.Below(kWorkingRuntimes) : random.Below(all.size())];
  JsonObject runtime;
  runtime.Set("library_path", LibraryPath(library));
  if (IsRenamed(library) ? random.Chance(85) : random.Chance(2)) {
    runtime.Set("functions", JsonObject().Set("xrNegotiateLoaderRuntimeInterface", kRenamed));
  }
  if (random.Chance(10)) runtime.Set("name", "a runtime");
  return JsonObject().Set("file_format_version", "1.0.0").Set("runtime", runtime).Line();
}

}  // namespace

void Generator::AddLayer(Input& input, Random& random) const {
  const LayerLibrary* one = FreshLayer(input, random);
  if (one == nullptr) return;
  const bool implicit = random.Chance(40);
  const auto& standard =
      implicit ? subject_.folders.implicit_layers : subject_.folders.explicit_layers;
  std::string folder;
  if (random.Chance(60) && !standard.empty()) {
    folder = standard[random.Below(standard.size())];
  } else if (!implicit && random.Chance(50)) {
    folder = random.Pick(kExplicitPaths);
  } else {
    const char* root = random.Pick(kRoots);
    folder = implicit ? XrImplicitFolder(root) : XrExplicitFolder(root);
  }
  std::string text = LayerManifest(*one, implicit, random);
  if (random.Chance(12)) text = Corrupt(text, Words(), random);
  const char* suffix = random.Chance(2) ? ".txt" : ".json";
  input.files[fmt::format("{}/{}{}", folder, static_cast<char>('a' + random.Below(26)), suffix)] =
      text;
}

void Generator::AddRuntime(Input& input, bool standard, Random& random) const {
  std::string text = RuntimeManifest(random);
  if (random.Chance(8)) text = Corrupt(text, Words(), random);
  const auto& folders = subject_.folders.drivers;
  if (standard && !folders.empty()) {
    const char* file = random.Chance(95) ? "/active_runtime.json" : "/active_runtime.x86_64.json";
    input.files[folders[random.Below(folders.size())] + file] = text;
  } else {
    input.files[random.Pick(kRuntimeFiles)] = text;
  }
}

void Generator::AddVariable(Input& input, Random& random) const {
  auto& environment = input.environment;
  const auto path = [&](const auto& paths) {
    return [&] {
      return std::string(random.Chance(10) ? random.Pick(kOddPaths) : random.Pick(paths));
    };
  };
  switch (random.Below(10)) {
    case 0:
      environment["XR_API_LAYER_PATH"] = Joined(random, 3, path(kExplicitPaths));
      break;
    case 1:
    case 2:
      environment["XR_ENABLE_API_LAYERS"] = Joined(random, 4, [&] {
        return random.Chance(3) ? "" : OrSimilarName(LikelyName(input, random), 12, random);
      });
      break;
    case 3: {
      const std::string file = path(kRuntimeFiles)();
      environment["XR_RUNTIME_JSON"] = file;
      if (file.ends_with(".json") && random.Chance(85)) {
        input.files[file] = RuntimeManifest(random);
      }
      break;
    }
    case 4:
    case 5: {
      const std::string variable = random.Pick(kXdg);
      environment[variable] = Joined(random, variable.ends_with("_DIRS") ? 3 : 1, path(kRoots));
      break;
    }
    case 6:
    case 7: {
      const std::string name = LikelyName(input, random);
      environment[OrSimilarName(Enabler(name), 10, random)] = random.Chance(80) ? "on" : "";
      if (random.Chance(50)) environment[Disabler(name)] = random.Chance(80) ? "x" : "";
      break;
    }
    default:
      environment[OrSimilarName(Disabler(LikelyName(input, random)), 10, random)] =
          random.Chance(80) ? "x" : "";
      break;
  }
}

void Generator::SetApplication(Input& input, Random& random) const {
  input.elevated = options_.elevated;
  input.create = random.Chance(options_.create_percent);
  input.layers.clear();
  input.extensions.clear();
  if (!input.create) return;
  if (random.Chance(60)) {
    for (size_t i = 0, count = 1 + random.Below(3); i < count; ++i) {
      input.layers.push_back(OrSimilarName(LikelyName(input, random), 4, random));
    }
  }
  if (random.Chance(15)) {
    const auto& runtimes = RuntimeLibraries();
    const std::string extension = random.Chance(50)
                                      ? RuntimeExtension(*runtimes[random.Below(runtimes.size())])
                                      : LayerExtension(LikelyName(input, random));
    input.extensions.push_back(OrSimilarName(extension, 20, random));
  }
}

Input Generator::Make(Random& random) const {
  Input input;
  input.api = Api::kOpenXr;
  for (size_t i = 0, count = 1 + random.Below(6); i < count; ++i) AddLayer(input, random);
  for (size_t i = 0, count = random.Chance(95) ? 1 + random.Below(3) : 0; i < count; ++i) {
    AddRuntime(input, i == 0 || random.Chance(70), random);
  }
  AddVariables(input, random);
  SetApplication(input, random);
  return input;
}

void Generator::AddOneLayer(Input& input, Random& random) const { AddLayer(input, random); }

void Generator::MakeOwnChange(Input& input, Random& random) const {
  AddRuntime(input, random.Chance(80), random);
}

std::string Generator::CorruptManifest(const std::string& text, Random& random) const {
  return Corrupt(text, Words(), random);
}

}  // namespace loadstone::fuzz::openxr
