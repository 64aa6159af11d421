#include "fuzz/vulkan/world_rules.h"

#include <algorithm>

#include "fuzz/support/glob_rules.h"
#include "fuzz/support/manifest_text.h"

namespace loadstone::fuzzing {
namespace {

bool Contains(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// The world's manifests as the documents read them, as far as the rules below need it.
class Layers {
 public:
  explicit Layers(const World& world) : world_(world), components_(world.Components("layer")) {
    for (const World::Component& component : components_) {
      for (const char* list : {"component_layers"}) {
        const std::vector<std::string> names = StringsOf(component.object->Find(list));
        components_of_meta_layers_.insert(components_of_meta_layers_.end(), names.begin(),
                                          names.end());
      }
    }
  }

  bool IsNamed(const std::string& name) const {
    return std::any_of(components_.begin(), components_.end(), [&](const auto& component) {
      return component.object->StringOf("name") == name;
    });
  }

  bool HasExtension(const std::string& extension) const {
    return std::any_of(components_.begin(), components_.end(), [&](const auto& component) {
      const JsonNode* list = component.object->Find("instance_extensions");
      if (list == nullptr) return false;
      return std::any_of(list->elements.begin(), list->elements.end(),
                         [&](const JsonNode& one) { return one.StringOf("name") == extension; });
    });
  }

  // Why no layer with this library can have been in the chain; empty when one can.
  std::string WhyNot(const std::string& library, const std::vector<std::string>& enumerated) const {
    std::string reason = "is in no manifest";
    for (const World::Component& component : components_) {
      if (!IsLibraryOf(component.file->path, component.object->StringOf("library_path"), library)) {
        continue;
      }
      reason = WhyNot(component, enumerated);
      if (reason.empty()) return "";
    }
    return reason;
  }

 private:
  std::string WhyNot(const World::Component& component,
                     const std::vector<std::string>& enumerated) const {
    const std::string name = component.object->StringOf("name");
    if (!Contains(enumerated, name)) return "belongs to a layer that is not enumerated";
    // What somebody asked for may be there: by name, by a filter or as part of a meta-layer.
    if (Contains(world_.layers, name) || Contains(components_of_meta_layers_, name)) return "";
    if (Contains(ElementsOf(world_.Variable("VK_INSTANCE_LAYERS"), ':', false), name)) return "";
    for (const char* variable : {"VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_ALLOW"}) {
      if (MatchesAnyFilter(world_.Variable(variable), name)) return "";
    }
    if (MatchesAnyFilter(world_.Variable("VK_LOADER_LAYERS_DISABLE"), name)) {
      return "is disabled by VK_LOADER_LAYERS_DISABLE";
    }
    return IsSwitchedOff(*component.object) ? "is switched off by its own variable" : "";
  }

  bool IsSwitchedOff(const JsonNode& object) const {
    const JsonNode* variables = object.Find("disable_environment");
    if (variables == nullptr) return false;
    return std::any_of(variables->names.begin(), variables->names.end(),
                       [this](const auto& name) { return !world_.Variable(name).empty(); });
  }

  const World& world_;
  const std::vector<World::Component> components_;
  std::vector<std::string> components_of_meta_layers_;
};

std::string CheckEnumeration(const Layers& layers, const VulkanAnswer& answer) {
  for (size_t i = 0; i < answer.layers.size(); ++i) {
    if (!layers.IsNamed(answer.layers[i])) {
      return "layer " + answer.layers[i] + " is enumerated but in no manifest";
    }
    if (std::count(answer.layers.begin(), answer.layers.end(), answer.layers[i]) != 1) {
      return "layer " + answer.layers[i] + " is enumerated twice";
    }
  }
  for (const std::vector<std::string>& extensions : answer.layer_extensions) {
    for (const std::string& extension : extensions) {
      if (!layers.HasExtension(extension)) {
        return "extension " + extension + " of a layer is in no manifest";
      }
    }
  }
  return "";
}

std::string CheckChain(const World& world, const Layers& layers, const VulkanAnswer& answer) {
  if (answer.used_after_refusal) return "a component was used although its negotiation failed";
  if (answer.broken_link) return "a layer found no link to the next";
  for (const std::string& library : answer.chain) {
    const std::string reason = layers.WhyNot(library, answer.layers);
    if (!reason.empty()) return "the library " + library + " is in the chain but " + reason;
  }
  if (answer.created != VK_SUCCESS) return "";
  if (answer.driver_instances == 0) return "there is an instance without a driver";
  for (const std::string& name : world.layers) {
    if (!layers.IsNamed(name)) return "the instance lacks the layer " + name;
  }
  return "";
}

// The folders in which a Vulkan loader may look for a user with more privileges than he should
// have: none that he can choose. Manifests of the system may name further ones.
std::string CheckPrivileges(const World& world, const VulkanAnswer& answer) {
  if (!world.elevated) return "";
  std::vector<std::string> folders = {"/etc/", "/usr/local/share/", "/usr/share/",
                                      "/usr/local/etc/"};
  for (const World::Component& component : world.Components("layer")) {
    const std::vector<std::string> paths = StringsOf(component.object->Find("override_paths"));
    folders.insert(folders.end(), paths.begin(), paths.end());
  }
  for (const std::string& file : answer.files_read) {
    const bool allowed = std::any_of(folders.begin(), folders.end(), [&](const auto& folder) {
      return file.substr(0, folder.size()) == folder;
    });
    if (!allowed) return "an elevated process read " + file;
  }
  return "";
}

}  // namespace

std::string CheckVulkanAnswer(const World& world, const VulkanAnswer& answer) {
  const Layers layers(world);
  std::string complaint = CheckEnumeration(layers, answer);
  if (complaint.empty()) complaint = CheckChain(world, layers, answer);
  if (complaint.empty()) complaint = CheckPrivileges(world, answer);
  if (!complaint.empty()) return complaint;
  if (answer.leaked_instances != 0) return "instances of drivers were left over";
  const bool keeps = world.Variable("VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING") == "1";
  if (answer.leaked_libraries != 0 && !keeps) return "libraries were left open";
  return "";
}

}  // namespace loadstone::fuzzing
