#include "fuzz/inside/vulkan/environment_rules.h"

#include <algorithm>

#include "fuzz/inside/support/glob_rules.h"
#include "reference_loader/vulkan/driver_manifest.h"

namespace loadstone::fuzz::inside {
namespace {

using vulkan::LayerReason;

constexpr char kImplicit[] = "VK_LAYER_LS_implicit";
constexpr char kSwitched[] = "VK_LAYER_LS_switched";
constexpr char kMeta[] = "VK_LAYER_LS_meta";
const std::vector<std::string> kComponents = {"VK_LAYER_LS_a", "VK_LAYER_LS_b"};
const std::vector<std::string> kExplicit = {"VK_LAYER_LS_explicit", "VK_LAYER_LS_a",
                                            "VK_LAYER_LS_b"};
const std::vector<std::string> kDrivers = {"a.json", "b.json"};

std::string LayerText(const std::string& name, const std::string& more) {
  return R"({"file_format_version": "1.2.0", "layer": {"name": ")" + name +
         R"(", "type": "GLOBAL", "api_version": "1.3.0", "implementation_version": "1", )" +
         R"("description": "", )" + more + "}}";
}

std::string LibraryText(const std::string& name, const std::string& more = "") {
  return LayerText(name, R"("library_path": "/lib/)" + name + ".so\"" + more);
}

const MemoryPlatform& Machine() {
  static const MemoryPlatform* const machine = [] {
    auto* made = new MemoryPlatform;
    const std::string off = R"(, "disable_environment": {"LS_OFF": "1"})";
    made->AddFile("/etc/vulkan/implicit_layer.d/1.json", LibraryText(kImplicit, off));
    made->AddFile("/etc/vulkan/implicit_layer.d/2.json",
                  LibraryText(kSwitched, off + R"(, "enable_environment": {"LS_ON": "1"})"));
    for (const std::string& name : kExplicit) {
      made->AddFile("/etc/vulkan/explicit_layer.d/" + name + ".json", LibraryText(name));
    }
    made->AddFile("/etc/vulkan/explicit_layer.d/meta.json",
                  LayerText(kMeta, R"("component_layers": ["VK_LAYER_LS_a", "VK_LAYER_LS_b"])"));
    for (const std::string& name : kDrivers) {
      made->AddFile("/etc/vulkan/icd.d/" + name,
                    R"({"file_format_version": "1.0.0", "ICD": {"library_path": "/lib/)" + name +
                        R"(", "api_version": "1.3.0"}})");
    }
    return made;
  }();
  return *machine;
}

const vulkan::LayerCatalog& Catalog() {
  static const vulkan::LayerCatalog* const catalog =
      new vulkan::LayerCatalog(DiscoverLayers(Machine(), vulkan::Log(Machine())));
  return *catalog;
}

// The rules of the documents about one layer.
class Rules {
 public:
  explicit Rules(const EnvironmentText& environment)
      : environment_(environment),
        named_(ElementsOf(environment.Variable("VK_INSTANCE_LAYERS"), ':', false)) {}

  bool IsEnabled(const std::string& name) const {
    return Contains(named_, name) || Matches("VK_LOADER_LAYERS_ENABLE", name);
  }

  bool IsDisabled(const std::string& name) const {
    if (IsEnabled(name) || Matches("VK_LOADER_LAYERS_ALLOW", name)) return false;
    const bool implicit = name == kImplicit || name == kSwitched;
    for (const std::string& filter :
         ElementsOf(environment_.Variable("VK_LOADER_LAYERS_DISABLE"), ',', true)) {
      const bool all = MatchesFilter("~all~", filter);
      const bool kind = MatchesFilter(implicit ? "~implicit~" : "~explicit~", filter);
      const bool other_kind = MatchesFilter(implicit ? "~explicit~" : "~implicit~", filter);
      if (all || kind || (!other_kind && MatchesFilter(filter, name))) return true;
    }
    return false;
  }

  // Active without anybody asking for it.
  bool IsActive(const std::string& name) const {
    if (!environment_.Variable("LS_OFF").empty()) return false;
    return name == kImplicit || (name == kSwitched && environment_.Variable("LS_ON") == "1");
  }

  // Whether the layer, or the meta-layer of which it is a part, satisfies `is_asked_for`.
  template <typename Predicate>
  static bool ItOrItsMetaLayer(const std::string& name, Predicate is_asked_for) {
    return is_asked_for(name) || (Contains(kComponents, name) && is_asked_for(kMeta));
  }

  bool IsReasonRight(const VulkanEnvironmentAnswer::Layer& layer) const {
    switch (layer.reason) {
      case LayerReason::kImplicit:
        return IsActive(layer.name);
      case LayerReason::kEnvironment:
        return ItOrItsMetaLayer(layer.name, [this](const std::string& n) { return IsEnabled(n); });
      case LayerReason::kApplication:
        return ItOrItsMetaLayer(layer.name, [this](const std::string& n) {
          return Contains(environment_.application, n);
        });
      case LayerReason::kOverride:
        break;
    }
    return false;
  }

  // Nothing can keep it out of the chain.
  bool MustBeThere(const std::string& name) const {
    return (IsActive(name) || IsEnabled(name) || Contains(environment_.application, name)) &&
           !IsDisabled(name);
  }

  bool PassesDriver(const std::string& file) const {
    const std::string select = environment_.Variable("VK_LOADER_DRIVERS_SELECT");
    if (MatchesAnyFilter(select, file)) return true;
    if (MatchesAnyFilter(environment_.Variable("VK_LOADER_DRIVERS_DISABLE"), file)) return false;
    return ElementsOf(select, ',', true).empty();
  }

 private:
  bool Matches(const char* variable, const std::string& name) const {
    return MatchesAnyFilter(environment_.Variable(variable), name);
  }

  const EnvironmentText& environment_;
  const std::vector<std::string> named_;
};

// Where the drivers are is left to the target for search paths.
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
  for (const vulkan::ChosenLayer& chosen : selection.layers) {
    answer.chain.push_back({chosen.layer->name, chosen.reason});
  }
  answer.missing = selection.missing.value_or("");
  for (const vulkan::DriverManifest& driver : DiscoverDrivers(machine, log)) {
    answer.drivers.push_back(driver.manifest_path.substr(driver.manifest_path.rfind('/') + 1));
  }
  return answer;
}

std::string CheckVulkanEnvironment(const EnvironmentText& environment,
                                   const VulkanEnvironmentAnswer& answer) {
  const Rules rules(environment);
  std::vector<std::string> names;
  for (const auto& layer : answer.chain) {
    if (Contains(names, layer.name)) return "layer " + layer.name + " is in the chain twice";
    names.push_back(layer.name);
    if (rules.IsDisabled(layer.name)) return "layer " + layer.name + " is there though disabled";
    if (!rules.IsReasonRight(layer)) return "layer " + layer.name + " is there for no reason";
  }
  const auto later = [](const auto& one, const auto& other) { return one.reason > other.reason; };
  if (std::adjacent_find(answer.chain.begin(), answer.chain.end(), later) != answer.chain.end()) {
    return "the parts of the chain are out of order";
  }
  std::vector<std::string> all = kExplicit;
  all.insert(all.end(), {kImplicit, kSwitched});
  for (const std::string& name : all) {
    if (rules.MustBeThere(name) && !Contains(names, name)) {
      return "layer " + name + " is not there though nothing disables it";
    }
  }
  all.push_back(kMeta);
  const auto unknown = std::find_if(environment.application.begin(), environment.application.end(),
                                    [&](const auto& name) { return !Contains(all, name); });
  const std::string missing = unknown == environment.application.end() ? "" : *unknown;
  if (answer.missing != missing) return "the missing layer is \"" + missing + "\"";
  for (const std::string& file : kDrivers) {
    if (rules.PassesDriver(file) != Contains(answer.drivers, file)) {
      return "the filters judge the driver " + file + " otherwise";
    }
  }
  return "";
}

}  // namespace loadstone::fuzz::inside
