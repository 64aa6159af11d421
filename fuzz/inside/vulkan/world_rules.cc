#include "fuzz/inside/vulkan/world_rules.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "fuzz/inside/support/glob_rules.h"
#include "fuzz/inside/support/manifest_text.h"

namespace loadstone::fuzzing {
namespace {

class VulkanLayerRules : public LayerRules {
 public:
  explicit VulkanLayerRules(const World& world) : LayerRules(world, "layer") {
    for (const World::Component& component : components()) {
      const auto names = StringsOf(component.object->Find("component_layers"));
      components_of_meta_layers_.insert(components_of_meta_layers_.end(), names.begin(),
                                        names.end());
    }
  }

  // The folders in which a loader may look for a user with more privileges than he should have:
  // none that he can choose. Manifests of the system may name further ones.
  std::vector<std::string> FoldersOfElevated() const {
    std::vector<std::string> folders = {"/etc/", "/usr/local/share/", "/usr/share/",
                                        "/usr/local/etc/"};
    for (const World::Component& component : components()) {
      const auto paths = StringsOf(component.object->Find("override_paths"));
      folders.insert(folders.end(), paths.begin(), paths.end());
    }
    return folders;
  }

 protected:
  // What somebody asked for may be there: by name, by a filter or as part of a meta-layer.
  std::string WhyNot(const World::Component& component) const override {
    const std::string_view name = component.object->StringOf("name");
    if (Contains(world().layers, name) || Contains(components_of_meta_layers_, name)) return "";
    if (Contains(ElementsOf(world().Variable("VK_INSTANCE_LAYERS"), ':', false), name)) return "";
    for (const char* variable : {"VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_ALLOW"}) {
      if (MatchesAnyFilter(world().Variable(variable), name)) return "";
    }
    if (MatchesAnyFilter(world().Variable("VK_LOADER_LAYERS_DISABLE"), name)) {
      return "is disabled by VK_LOADER_LAYERS_DISABLE";
    }
    return IsSwitchedOff(*component.object) ? "is switched off by its own variable" : "";
  }

 private:
  bool IsSwitchedOff(const JsonNode& object) const {
    const JsonNode* variables = object.Find("disable_environment");
    if (variables == nullptr) return false;
    return std::any_of(variables->names.begin(), variables->names.end(),
                       [this](const auto& name) { return !world().Variable(name).empty(); });
  }

  std::vector<std::string> components_of_meta_layers_;
};

std::string CheckInstance(const LayerRules& layers, const VulkanAnswer& answer) {
  if (answer.created != VK_SUCCESS) return "";
  if (answer.driver_instances == 0) return "there is an instance without a driver";
  return layers.CheckRequested();
}

// Whether one of the functions that mock layers export for one command is named for another.
bool MistakesFunctions(const JsonNode& layer) {
  static constexpr std::pair<const char*, const char*> kRight[] = {
      {"vkEnumerateInstanceExtensionProperties", "LsPreExtensions"},
      {"vkEnumerateInstanceLayerProperties", "LsPreLayers"},
      {"vkEnumerateInstanceVersion", "LsPreVersion"}};
  const JsonNode* functions = layer.Find("pre_instance_functions");
  if (functions == nullptr) return false;
  return std::any_of(std::begin(kRight), std::end(kRight), [functions](const auto& right) {
    const std::string_view named = functions->StringOf(right.first);
    return std::any_of(std::begin(kRight), std::end(kRight),
                       [&](const auto& other) { return named == other.second && other != right; });
  });
}

bool IsDriver(const World& world, const World::Component& layer) {
  const std::string_view path = layer.object->StringOf("library_path");
  return std::any_of(world.libraries.begin(), world.libraries.end(), [&](const auto& library) {
    return library.behaviour.StringOf("kind") == "driver" &&
           IsLibraryOf(layer.file->path, path, library.path);
  });
}

}  // namespace

bool MistakesComponents(const World& world) {
  const std::vector<World::Component> layers = world.Components("layer");
  return std::any_of(layers.begin(), layers.end(), [&world](const World::Component& layer) {
    return MistakesFunctions(*layer.object) || IsDriver(world, layer);
  });
}

std::string CheckVulkanAnswer(const World& world, const VulkanAnswer& answer) {
  const VulkanLayerRules layers(world);
  std::string complaint = layers.CheckEnumeration(answer);
  if (complaint.empty()) complaint = layers.CheckChain(answer);
  if (complaint.empty()) complaint = CheckInstance(layers, answer);
  if (complaint.empty() && world.elevated) {
    complaint = CheckFilesOfElevated(answer.files_read, layers.FoldersOfElevated());
  }
  if (!complaint.empty()) return complaint;
  // A driver that lacks the command cannot be asked to destroy an instance.
  if (answer.leaked_instances != 0 && !world.SomeLibraryLacks("vkDestroyInstance")) {
    return "instances of drivers were left over";
  }
  const bool keeps = world.Variable("VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING") == "1";
  if (answer.leaked_libraries != 0 && !keeps) return "libraries were left open";
  return "";
}

}  // namespace loadstone::fuzzing
