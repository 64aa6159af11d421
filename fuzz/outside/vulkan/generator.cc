// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/vulkan/generator.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "fuzz/outside/corrupt.h"
#include "fuzz/outside/near_name.h"
#include "fuzz/outside/vulkan/names.h"
#include "fuzz/outside/vulkan/settings.h"
#include "fuzz/outside/vulkan/some_drivers.h"
#include "harness/json/json_object.h"
#include "harness/world/vulkan_components.h"
#include "harness/world/vulkan_world.h"
#include "oracle/vulkan/drivers.h"
#include "oracle/vulkan/filters.h"
#include "oracle/vulkan/libraries.h"

namespace loadstone::fuzz::vulkan {
namespace {

using oracle::vulkan::DriverEnvironment;
using oracle::vulkan::DriverManifest;
using oracle::vulkan::DriverManifestText;
using oracle::vulkan::Drivers;
using oracle::vulkan::kAddedDrivers;
using oracle::vulkan::kAllow;
using oracle::vulkan::kFilters;
using oracle::vulkan::kWorkingLibraries;
using oracle::vulkan::Libraries;
using oracle::vulkan::NamesPortabilityDriver;

constexpr const char* kPatterns[] = {"*",
                                     "VK_LAYER_LS_a",
                                     "VK_LAYER_LS_*",
                                     "*_b",
                                     "*vendor*",
                                     "vk_layer_ls_C",
                                     "*LS_a*",
                                     "~all~",
                                     "~implicit~",
                                     "~explicit~",
                                     "VK_LAYER_LS_a*",
                                     "",
                                     "LS_a",
                                     "**",
                                     "VK_*_a",
                                     "?"};
constexpr char kAbsent[] = "VK_LAYER_LS_absent";
constexpr const char* kFormats[] = {"1.0.0", "1.0.1", "1.1.0", "1.1.1", "1.1.2",
                                    "1.2.0", "1.1.2", "1.2.0", "1.2.1"};
constexpr const char* kRoots[] = {"/fuzz/one", "/fuzz/two", "/fuzz/three"};
constexpr const char* kExplicitPaths[] = {"/fuzz/explicit", "/fuzz/other"};
constexpr const char* kImplicitPaths[] = {"/fuzz/implicit", "/fuzz/others"};
constexpr const char* kOddPaths[] = {"",           ":",      "relative/path", "/fuzz/nothing", "/",
                                     "/fuzz/one/", "//fuzz", "/fuzz/../fuzz", "/dev/null",     "."};
constexpr const char* kXdg[] = {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME",
                                "XDG_DATA_DIRS"};
constexpr char kDriverFile[] = "/driver.json";
constexpr unsigned kMetaPercent = 18;
constexpr policy::Version kImplicitPathVariables = {1, 3, 296};

const Vocabulary& Words() {
  static const Vocabulary words = {
      {"name",
       "type",
       "library_path",
       "api_version",
       "description",
       "functions",
       "component_layers",
       "implementation_version",
       "app_keys",
       "override_paths",
       "blacklisted_layers",
       "enable_environment",
       "layer",
       "layers",
       "disable_environment",
       "file_format_version",
       "library_arch",
       "entrypoints",
       "instance_extensions",
       "device_extensions",
       "spec_version",
       "pre_instance_functions"},
      {"\"VK_LAYER_LS_a\"", "[\"VK_LAYER_LS_a\"]",
       "[{\"name\": \"VK_EXT_debug_utils\", \"spec_version\": \"1\"}]",
       "[{\"name\": \"VK_EXT_x\", \"spec_version\": \"1\", \"entrypoints\": [\"vkX\", 0]}]",
       "{\"vkGetInstanceProcAddr\": \"vkNothing\"}",
       "{\"vkEnumerateInstanceLayerProperties\": 1}"}};
  return words;
}

std::string Enabler(const std::string& name) { return "LS_ENABLE_" + name.substr(9); }
std::string Disabler(const std::string& name) { return "LS_DISABLE_" + name.substr(9); }

std::string Join(const std::vector<std::string>& texts, const char* separator) {
  return fmt::format("{}", fmt::join(texts, separator));
}

// Adds the layer's instance extension with this version, and every other time its device extension
// too.
void AddExtensions(const std::string& name, uint64_t version, JsonObject& layer) {
  layer.SetJson("instance_extensions", fmt::format(R"([{{"name": "{}", "spec_version": "{}"}}])",
                                                   oracle::vulkan::LayerExtension(name), version));
  if (version % 2 == 0) return;
  layer.SetJson("device_extensions",
                fmt::format(R"([{{"name": "{}", "spec_version": "{}", "entrypoints": []}}])",
                            oracle::vulkan::LayerDeviceExtension(name), version));
}

template <typename Choice>
std::vector<std::string> Some(Random& random, size_t most, const Choice& choice) {
  std::vector<std::string> some;
  for (size_t i = 0, count = 1 + random.Below(most); i < count; ++i) some.push_back(choice());
  return some;
}

// A library that no manifest of `input` names yet.
std::string FreshLibrary(const Input& input, Random& random) {
  const auto is_taken = [&](const std::string& path) {
    return std::any_of(input.files.begin(), input.files.end(), [&](const auto& file) {
      return file.second.find(path) != std::string::npos;
    });
  };
  const auto& libraries = Libraries();
  if (random.Chance(10)) {
    // The drivers are at the end of the list, after the odd layers. They are not layers, so they
    // are chosen less often.
    const size_t drivers = random.Chance(10) ? 0 : Drivers().size();
    const size_t odd = libraries.size() - kWorkingLibraries - drivers;
    const std::string path = LibraryPath(libraries[kWorkingLibraries + random.Below(odd)]);
    if (!is_taken(path)) return path;
  }
  for (size_t i = 0; i < kWorkingLibraries; ++i) {
    const std::string path = LibraryPath(libraries[i]);
    if (!is_taken(path)) return path;
  }
  return LibraryPath(libraries.back());
}

}  // namespace

std::string Generator::Manifest(const Input& input, bool implicit, bool meta,
                                Random& random) const {
  const bool override = meta && implicit && random.Chance(60);
  const std::string name = override ? kOverrideLayer : AnyName(random);
  JsonObject layer;
  layer.Set("name", name).Set("type", random.Chance(3) ? "DEVICE" : "GLOBAL");
  const policy::Version& own = subject_.api_version;
  policy::Version version = {own.major, own.minor, 0};
  if (random.Chance(8)) version.minor = static_cast<uint32_t>(random.Below(own.minor + 2));
  if (random.Chance(3)) version.major = static_cast<uint32_t>(random.Below(4));
  layer.Set("api_version", version.ToString());
  layer.Set("implementation_version", std::to_string(1 + random.Below(9)));
  layer.Set("description", fmt::format("layer {}", random.Below(1000)));
  const auto any_name = [&] { return ListedName(input, 8, random); };
  if (meta) {
    std::vector<std::string> components = Some(random, override ? 1 : 2, any_name);
    // A name that no machine has, next to one that may exist: a loader that accepts this meta-layer
    // becomes visible.
    if (random.Chance(15)) components.emplace_back(kAbsent);
    layer.Set("component_layers", components);
    if (override && random.Chance(60)) layer.Set("blacklisted_layers", Some(random, 3, any_name));
    if (override && random.Chance(15)) {
      layer.Set("app_keys", AppKeys(random));
    }
    if (override && random.Chance(10)) {
      layer.Set("override_paths", std::vector<std::string>{random.Pick(kExplicitPaths)});
    }
  } else {
    layer.Set("library_path", FreshLibrary(input, random));
    if (random.Chance(40)) {
      AddExtensions(name, 1 + random.Below(99), layer);
    }
  }
  if (implicit || random.Chance(5)) {
    layer.Set("disable_environment",
              JsonObject().Set(override ? "LS_DISABLE_override" : Disabler(name), "1"));
    if (!override && random.Chance(25)) {
      layer.Set("enable_environment", JsonObject().Set(Enabler(name), "on"));
    }
  }
  JsonObject manifest;
  manifest.Set("file_format_version", random.Pick(kFormats)).Set("layer", layer);
  if (random.Chance(4)) {
    manifest.Remove("layer").SetJson("layers", "[" + layer.Line() + "]");
  }
  return manifest.Line();
}

void Generator::AddLayer(Input& input, unsigned meta_percent, Random& random) const {
  const bool meta = random.Chance(meta_percent);
  const bool implicit = random.Chance(meta ? 50 : 40);
  std::string folder;
  const auto& standard =
      implicit ? subject_.folders.implicit_layers : subject_.folders.explicit_layers;
  if (random.Chance(60) && !standard.empty()) {
    folder = standard[random.Below(standard.size())];
  } else if (random.Chance(50)) {
    folder = implicit ? random.Pick(kImplicitPaths) : random.Pick(kExplicitPaths);
  } else {
    folder = implicit ? ImplicitFolder(random.Pick(kRoots)) : ExplicitFolder(random.Pick(kRoots));
  }
  std::string text = Manifest(input, implicit, meta, random);
  if (random.Chance(12)) text = Corrupt(text, Words(), random);
  const char* suffix = random.Chance(2) ? ".txt" : ".json";
  input.files[fmt::format("{}/{}{}", folder, static_cast<char>('a' + random.Below(26)), suffix)] =
      text;
}

void Generator::AddVariable(Input& input, Random& random) const {
  auto& environment = input.environment;
  const auto any_name = [&] { return LikelyName(input, random); };
  const auto listed_name = [&] { return ListedName(input, 12, random); };
  const auto own_variable = [&](const std::string& name) {
    return random.Chance(10) ? SimilarName(name, random) : name;
  };
  const auto path = [&](const auto& paths) {
    return [&] {
      return std::string(random.Chance(10) ? random.Pick(kOddPaths) : random.Pick(paths));
    };
  };
  const auto pattern = [&] {
    return random.Chance(20) ? ListedName(input, 60, random) : std::string(random.Pick(kPatterns));
  };
  const bool filters = !(subject_.spec < kFilters);
  // For an elevated application, search paths are the interesting part.
  constexpr size_t kOfPaths[] = {0, 1, 2, 9};
  switch (options_.elevated && random.Chance(60) ? random.Pick(kOfPaths) : random.Below(12)) {
    case 0:
      environment["VK_LAYER_PATH"] = Join(Some(random, 3, path(kExplicitPaths)), ":");
      break;
    case 1:
      environment["VK_ADD_LAYER_PATH"] = Join(Some(random, 3, path(kExplicitPaths)), ":");
      break;
    case 2:
      if (subject_.spec < kImplicitPathVariables) break;
      environment[random.Chance(50) ? "VK_IMPLICIT_LAYER_PATH" : "VK_ADD_IMPLICIT_LAYER_PATH"] =
          Join(Some(random, 2, path(kImplicitPaths)), ":");
      break;
    case 3:
      environment["VK_INSTANCE_LAYERS"] = Join(Some(random, 4, listed_name), ":");
      break;
    case 4:
    case 5:
      if (filters) environment["VK_LOADER_LAYERS_ENABLE"] = Join(Some(random, 3, pattern), ",");
      break;
    case 6:
    case 7:
      if (filters) environment["VK_LOADER_LAYERS_DISABLE"] = Join(Some(random, 3, pattern), ",");
      break;
    case 8:
      if (subject_.spec < kAllow) break;
      environment["VK_LOADER_LAYERS_ALLOW"] = Join(Some(random, 3, pattern), ",");
      break;
    case 9: {
      const std::string variable = random.Pick(kXdg);
      const size_t most = variable.ends_with("_DIRS") ? 3 : 1;
      environment[variable] = Join(Some(random, most, path(kRoots)), ":");
      break;
    }
    case 10: {
      const std::string name = any_name();
      environment[own_variable(Enabler(name))] = random.Chance(80)   ? "on"
                                                 : random.Chance(50) ? ""
                                                                     : "no";
      if (random.Chance(40)) environment[Disabler(name)] = random.Chance(80) ? "x" : "";
      break;
    }
    default:
      environment[own_variable(Disabler(any_name()))] = random.Chance(80) ? "x" : "";
      break;
  }
}

bool IsDriverFile(const std::string& path) { return path.ends_with(kDriverFile); }

// Moves the first manifest with a layer of that name to another folder.
void MoveLayer(Input& input, const std::string& name, const std::string& folder) {
  const std::string member = fmt::format("\"name\":\"{}\"", name);
  const auto file = std::find_if(input.files.begin(), input.files.end(), [&](const auto& one) {
    return one.second.find(member) != std::string::npos;
  });
  if (file == input.files.end()) return;
  const std::string text = file->second;
  input.files.erase(file);
  input.files[folder + "/moved.json"] = text;
}

// Adds an override layer that applies, unless the random choices removed a requirement: with
// components and a blacklist of existing layers.
void Generator::AddOverride(Input& input, Random& random) const {
  const std::string component = LikelyName(input, random);
  const policy::Version& own = subject_.api_version;
  JsonObject layer;
  layer.Set("name", kOverrideLayer)
      .Set("type", "GLOBAL")
      .Set("api_version", policy::Version{own.major, own.minor, 0}.ToString())
      .Set("implementation_version", "1")
      .Set("description", "override")
      .Set("component_layers", std::vector<std::string>{component})
      .Set("disable_environment", JsonObject().Set("LS_DISABLE_override", "1"));
  if (random.Chance(80)) {
    std::vector<std::string> blacklist =
        Some(random, 3, [&] { return ListedName(input, 20, random); });
    std::erase(blacklist, component);
    layer.Set("blacklisted_layers", blacklist);
    if (input.create && !blacklist.empty() && random.Chance(50)) {
      input.layers = {blacklist[random.Below(blacklist.size())]};
    }
  }
  if (random.Chance(30)) {
    const std::string path = random.Pick(kExplicitPaths);
    layer.Set("override_paths", std::vector<std::string>{path});
    if (random.Chance(60)) MoveLayer(input, component, path);
  }
  if (random.Chance(20)) layer.Set("app_keys", AppKeys(random));
  const auto& folders = subject_.folders.implicit_layers;
  if (folders.empty()) return;
  input.files[folders[random.Below(folders.size())] + "/override.json"] =
      JsonObject().Set("file_format_version", "1.2.0").Set("layer", layer).Line();
}

// Replaces all drivers. An elevated application mostly gets a driver of the system; it does not use
// the variables and the folders of the user.
void Generator::SetDrivers(Input& input, Random& random) const {
  for (const auto& [variable, value] : DriverEnvironment({})) input.environment.erase(variable);
  input.environment.erase(kAddedDrivers);
  if (input.create && random.Chance(options_.elevated ? 30 : 12)) {
    SetRandomDrivers(input, random);
  }
  if (!options_.elevated) return;
  const auto& folders = subject_.folders.drivers;
  if (!input.create || folders.empty()) return;
  std::erase_if(input.files, [](const auto& file) { return IsDriverFile(file.first); });
  const bool good = random.Chance(80);
  const std::string folder = good && random.Chance(70) ? LastSystemFolder(folders, kHome)
                                                       : folders[random.Below(folders.size())];
  const Library& driver = good ? oracle::vulkan::Driver() : *RandomDrivers(random).front();
  input.files[folder + kDriverFile] = DriverManifestText(driver);
  if (good || !random.Chance(70)) return;
  if (random.Chance(30)) {
    input.environment[kAddedDrivers] = DriverManifest(oracle::vulkan::Driver());
  } else {
    input.environment.merge(DriverEnvironment({&oracle::vulkan::Driver()}));
  }
}

void Generator::SetApplication(Input& input, Random& random) const {
  input.create = random.Chance(options_.create_percent);
  input.device = input.create && random.Chance(25);
  input.elevated = options_.elevated;
  SetDrivers(input, random);
  input.extensions.clear();
  const bool portability = !(subject_.spec < oracle::vulkan::kPortability);
  if (input.create && portability && random.Chance(NamesPortabilityDriver(input) ? 50 : 2)) {
    input.extensions = {oracle::vulkan::kPortabilityExtension};
  }
  input.layers.clear();
  if (input.create && random.Chance(60)) {
    input.layers = Some(random, 3, [&] { return ListedName(input, 4, random); });
  }
}

Input Generator::Make(Random& random) const {
  Input input;
  // Meta-layers refer to earlier layers.
  const unsigned meta_percent = random.Chance(40) ? 60 : 0;
  for (size_t i = 0, count = 1 + random.Below(6); i < count; ++i) {
    AddLayer(input, i == 0 ? 0 : meta_percent, random);
  }
  AddVariables(input, random);
  SetApplication(input, random);
  if (random.Chance(15)) AddOverride(input, random);
  if (random.Chance(5)) AddSettings(input, random);
  return input;
}

Input Generator::Change(const Input& old, Random& random) const {
  Input input = fuzz::Generator::Change(old, random);
  if (random.Chance(5)) AddOverride(input, random);
  // The oracle can judge more about machines without settings files.
  if (random.Chance(50)) RemoveSettings(input);
  if (random.Chance(3)) AddSettings(input, random);
  return input;
}

void Generator::AddOneLayer(Input& input, Random& random) const {
  AddLayer(input, kMetaPercent, random);
}

std::string Generator::CorruptManifest(const std::string& text, Random& random) const {
  return Corrupt(text, Words(), random);
}

}  // namespace loadstone::fuzz::vulkan
