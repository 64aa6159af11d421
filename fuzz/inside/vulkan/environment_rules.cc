// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/vulkan/environment_rules.h"

#include <algorithm>
#include <utility>

#include "fuzz/inside/support/glob_rules.h"
#include "fuzz/inside/vulkan/known_machine.h"
#include "reference_loader/vulkan/driver_manifest.h"
#include "reference_loader/vulkan/layer_selection.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace loadstone::fuzz::inside {
namespace {

const std::vector<std::string> kDrivers = {"a.json", "b.json"};

const KnownMachine& Known() {
  static const KnownMachine* const known = [] {
    auto* made = new KnownMachine;
    const std::string off = R"(, "disable_environment": {"LS_OFF": "1"})";
    made->AddLayer("/etc/vulkan/implicit_layer.d", "VK_LAYER_LS_implicit", off);
    made->AddLayer("/etc/vulkan/implicit_layer.d", "VK_LAYER_LS_switched",
                   off + R"(, "enable_environment": {"LS_ON": "1"})");
    for (const char* name : {"VK_LAYER_LS_explicit", "VK_LAYER_LS_a", "VK_LAYER_LS_b"}) {
      made->AddLayer("/etc/vulkan/explicit_layer.d", name);
    }
    made->AddMetaLayer("/etc/vulkan/explicit_layer.d", "VK_LAYER_LS_meta",
                       R"(["VK_LAYER_LS_a", "VK_LAYER_LS_b"])");
    return made;
  }();
  return *known;
}

const MemoryPlatform& Machine() {
  static const MemoryPlatform* const machine = [] {
    auto* made = new MemoryPlatform(Known().Platform());
    for (const std::string& name : kDrivers) {
      made->AddFile("/etc/vulkan/icd.d/" + name,
                    R"({"file_format_version": "1.0.0", "ICD": {"library_path": "/lib/)" + name +
                        R"(", "api_version": "1.3.0"}})");
    }
    return made;
  }();
  return *machine;
}

// The catalogue does not depend on the environment, so it is read once.
const vulkan::LayerCatalog& Catalog() {
  static const vulkan::LayerCatalog* const catalog =
      new vulkan::LayerCatalog(DiscoverLayers(Machine(), vulkan::Log(Machine())));
  return *catalog;
}

// Whether the variable affects the choice of layers of the catalogue.
bool ChoosesLayers(const std::string& variable) {
  static const std::vector<std::string> kVariables = {"LS_OFF",
                                                      "LS_ON",
                                                      "VK_INSTANCE_LAYERS",
                                                      "VK_LOADER_LAYERS_ENABLE",
                                                      "VK_LOADER_LAYERS_DISABLE",
                                                      "VK_LOADER_LAYERS_ALLOW"};
  return Contains(kVariables, variable);
}

bool IsDriverSelected(const EnvironmentText& environment, const std::string& file) {
  const std::string select = environment.Variable("VK_LOADER_DRIVERS_SELECT");
  if (MatchesAnyFilter(select, file)) return true;
  if (MatchesAnyFilter(environment.Variable("VK_LOADER_DRIVERS_DISABLE"), file)) return false;
  return ElementsOf(select, ',', true).empty();
}

// The target for search paths covers the variables that locate drivers.
EnvironmentText WithoutPaths(EnvironmentText environment) {
  std::erase_if(environment.variables, [](const auto& variable) {
    const std::string& name = variable.first;
    return name == "HOME" || name.substr(0, 4) == "XDG_" || name == "VK_DRIVER_FILES" ||
           name == "VK_ICD_FILENAMES" || name == "VK_ADD_DRIVER_FILES";
  });
  return environment;
}

}  // namespace

VulkanEnvironmentAnswer ApplyVulkanEnvironment(const EnvironmentText& environment) {
  VulkanEnvironmentAnswer answer;
  const vulkan::LayerCatalog& catalog = Catalog();
  MemoryPlatform machine = Machine();
  WithoutPaths(environment).Install(&machine);
  const vulkan::Log log(machine);
  const vulkan::LayerSelection selection =
      SelectLayers(machine, catalog, environment.application, log);
  answer.seen.layers = Enumerate(catalog);
  answer.seen.tried_create = true;
  answer.seen.created = !selection.missing.has_value();
  answer.seen.create_result = answer.seen.created ? VK_SUCCESS : VK_ERROR_LAYER_NOT_PRESENT;
  if (answer.seen.created) {
    for (const vulkan::ChosenLayer& chosen : selection.layers) {
      answer.seen.chain.push_back(chosen.layer->library_path);
    }
  }
  for (const vulkan::DriverManifest& driver : DiscoverDrivers(machine, log)) {
    answer.drivers.push_back(driver.manifest_path.substr(driver.manifest_path.rfind('/') + 1));
  }
  return answer;
}

std::string CheckVulkanEnvironment(const EnvironmentText& environment,
                                   const VulkanEnvironmentAnswer& answer) {
  oracle::Machine machine = Known().machine;
  for (const auto& [name, value] : environment.variables) {
    if (ChoosesLayers(name)) machine.environment[name] = value;
  }
  machine.layers = environment.application;
  machine.elevated = environment.elevated;
  const std::string complaint = Known().Judge(std::move(machine), answer.seen);
  if (!complaint.empty()) return complaint;
  // The oracle does not know these drivers, so it does not know whether an instance is required.
  const bool asks_for_known =
      std::all_of(environment.application.begin(), environment.application.end(),
                  [](const std::string& name) { return Catalog().Find(name) != nullptr; });
  if (asks_for_known && !answer.seen.created) return "an instance is refused without a reason";
  for (const std::string& file : kDrivers) {
    if (IsDriverSelected(environment, file) != Contains(answer.drivers, file)) {
      return "the filters judge the driver " + file + " otherwise";
    }
  }
  return "";
}

}  // namespace loadstone::fuzz::inside
