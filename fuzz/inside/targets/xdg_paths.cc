// SPDX-License-Identifier: Apache-2.0
// XDG path lists and the other variables with search paths, for both APIs; for Vulkan also with the
// rules of another system, after a line SYSTEM=macos or SYSTEM=fuchsia.

#include <cstdint>

#include "fuzz/inside/support/loaders.h"
#include "fuzz/inside/support/search_path_rules.h"
#include "fuzz/inside/support/target.h"
#include "reference_loader/openxr/search_paths.h"
#include "reference_loader/vulkan/search_paths.h"

namespace {

using namespace loadstone;
using namespace loadstone::fuzz::inside;

const std::vector<std::string> kXdg = {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME",
                                       "XDG_DATA_DIRS"};

constexpr char kResources[] = "/A.app/Contents/Resources";
constexpr char kProgram[] = "/A.app/Contents/MacOS/a";

const reference_loader::SystemRules& RulesOf(const EnvironmentText& environment) {
  const std::string system = environment.Variable("SYSTEM");
  if (system == "macos") return reference_loader::kMacosRules;
  return system == "fuchsia" ? reference_loader::kFuchsiaRules : reference_loader::kLinuxRules;
}

// The folders of a system without environment variables, with `suffix` appended.
std::vector<std::string> Defaults(const reference_loader::SystemRules& rules,
                                  const std::string& suffix) {
  std::vector<std::string> bases = {"/etc/xdg", "/etc", "/usr/local/etc"};
  if (&rules != &reference_loader::kFuchsiaRules) {
    bases.insert(bases.end(), {"/usr/local/share", "/usr/share"});
  } else if (suffix.ends_with("implicit_layer.d")) {
    bases.emplace_back("/pkg/data");
  }
  if (&rules == &reference_loader::kMacosRules) bases.emplace_back(kResources);
  for (std::string& base : bases) base += suffix;
  return bases;
}

SearchRule VulkanRule(const reference_loader::SystemRules& rules,
                      const vulkan::PathVariables& variables, const std::string& folder) {
  SearchRule rule;
  rule.replacing.assign(variables.replacing.begin(), variables.replacing.end());
  rule.adding = variables.adding;
  rule.base_variables = kXdg;
  rule.suffix = "/" + folder;
  rule.defaults = Defaults(rules, rule.suffix);
  return rule;
}

void CheckVulkan(const EnvironmentText& environment, const MemoryPlatform& machine) {
  const struct {
    vulkan::PathVariables variables;
    const char* folder;
  } kinds[] = {{vulkan::ImplicitLayerVariables(), vulkan::kImplicitLayerFolder},
               {vulkan::ExplicitLayerVariables(), vulkan::kExplicitLayerFolder},
               {vulkan::DriverVariables(), vulkan::kDriverFolder}};
  for (const auto& kind : kinds) {
    const std::vector<std::string> places =
        vulkan::SearchPaths(machine, kind.variables, kind.folder);
    Require(CheckSearchPaths(VulkanRule(machine.rules(), kind.variables, kind.folder), environment,
                             places));
    Require(CheckFoundManifests(vulkan::FindManifests(machine, places)));
  }
}

void CheckOpenxr(const EnvironmentText& environment, const MemoryPlatform& machine) {
  SearchRule rule;
  const std::vector<std::string> places = openxr::RuntimeManifestPaths(machine);
  const std::string chosen = environment.SecureVariable("XR_RUNTIME_JSON");
  if (!chosen.empty()) {
    if (places != std::vector<std::string>{chosen})
      Require("XR_RUNTIME_JSON is not the only place");
  } else {
    // The manifest name without an architecture identifies the folder.
    std::vector<std::string> folders;
    for (const std::string& place : places) {
      const std::string folder = ParentFolder(place);
      if (FileName(place) == "active_runtime.json") folders.push_back(folder);
    }
    rule.base_variables = {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS"};
    rule.suffix = "/openxr/1";
    rule.defaults = Defaults(reference_loader::kLinuxRules, rule.suffix);
    Require(CheckSearchPaths(rule, environment, folders));
  }
  for (const auto kind : {openxr::LayerKind::kImplicit, openxr::LayerKind::kExplicit}) {
    Require(CheckFoundManifests(LayerManifestPaths(machine, kind)));
  }
}

// The library path of a manifest must be absolute, a bare name, or below the manifest's folder.
void CheckLibraryPaths(const EnvironmentText& environment) {
  for (const auto& [name, value] : environment.variables) {
    const std::string manifest = "/folder/" + name;
    const std::string path = ResolveLibraryPath(manifest, value);
    const bool as_it_is = value.find('/') == std::string::npos || value[0] == '/';
    // Exactly one separator, even if the folder ends in several.
    std::string folder = ParentFolder(manifest);
    while (folder.ends_with('/')) folder.pop_back();
    if (path != (as_it_is ? value : folder + '/' + value)) {
      Require("the library path " + value + " becomes " + path);
    }
  }
}

// Adds manifests to the default folders and to the folders that the environment names.
void AddFiles(const EnvironmentText& environment, MemoryPlatform* machine) {
  constexpr size_t kFolders = 16;
  std::vector<std::string> bases = {"/etc", "/usr/share"};
  if (environment.Variable("BUNDLE") != "") bases.emplace_back(kResources);
  for (const auto& [name, value] : environment.variables) {
    for (const std::string& base : SplitList(value, ':')) {
      if (bases.size() < kFolders) bases.push_back(base);
    }
  }
  for (const std::string& base : bases) {
    machine->AddFile(base + "/a.json", "");
    machine->AddFile(base + "/vulkan/icd.d/b.json", "");
    machine->AddFile(base + "/vulkan/icd.d/b.txt", "");
    machine->AddFile(base + "/openxr/1/api_layers/explicit.d/c.json", "");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const EnvironmentText environment = EnvironmentText::Parse(text);
  MemoryPlatform machine(RulesOf(environment));
  machine.SetExecutablePath(kProgram);
  environment.Install(&machine);
  AddFiles(environment, &machine);
  CheckVulkan(environment, machine);
  if (&machine.rules() == &reference_loader::kLinuxRules) CheckOpenxr(environment, machine);
  CheckLibraryPaths(environment);
  return 0;
}
