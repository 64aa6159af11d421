#include "fuzz/inside/support/layer_rules.h"

#include <algorithm>

#include "fuzz/inside/support/glob_rules.h"
#include "fuzz/inside/support/manifest_text.h"

namespace loadstone::fuzzing {

LayerRules::LayerRules(const World& world, const std::string& kind)
    : world_(world), components_(world.Components(kind)) {}

bool LayerRules::IsNamed(const std::string& name) const {
  return std::any_of(components_.begin(), components_.end(), [&](const auto& component) {
    return component.object->StringOf("name") == name;
  });
}

bool LayerRules::HasExtension(const std::string& extension) const {
  return std::any_of(components_.begin(), components_.end(), [&](const auto& component) {
    const JsonNode* list = component.object->Find("instance_extensions");
    if (list == nullptr) return false;
    return std::any_of(list->elements.begin(), list->elements.end(),
                       [&](const JsonNode& one) { return one.StringOf("name") == extension; });
  });
}

std::string LayerRules::WhyNot(const std::string& library,
                               const std::vector<std::string>& enumerated) const {
  std::string reason = "is in no manifest";
  for (const World::Component& component : components_) {
    if (!IsLibraryOf(component.file->path, component.object->StringOf("library_path"), library)) {
      continue;
    }
    reason = Contains(enumerated, component.object->StringOf("name"))
                 ? WhyNot(component)
                 : "belongs to a layer that is not enumerated";
    if (reason.empty()) return "";
  }
  return reason;
}

std::string LayerRules::CheckEnumeration(const WorldAnswer& answer) const {
  for (const std::string& name : answer.layers) {
    if (!IsNamed(name)) return "layer " + name + " is enumerated but in no manifest";
    if (std::count(answer.layers.begin(), answer.layers.end(), name) != 1) {
      return "layer " + name + " is enumerated twice";
    }
  }
  for (const std::vector<std::string>& extensions : answer.layer_extensions) {
    for (const std::string& extension : extensions) {
      if (!HasExtension(extension)) {
        return "extension " + extension + " of a layer is in no manifest";
      }
    }
  }
  return "";
}

std::string LayerRules::CheckChain(const WorldAnswer& answer) const {
  if (answer.used_after_refusal) return "a component was used although its negotiation failed";
  if (answer.broken_link) return "a layer found no link to the next";
  for (const std::string& library : answer.chain) {
    const std::string reason = WhyNot(library, answer.layers);
    if (!reason.empty()) return "the library " + library + " is in the chain but " + reason;
  }
  return "";
}

std::string LayerRules::CheckRequested() const {
  for (const std::string& name : world_.layers) {
    if (!IsNamed(name)) return "the instance lacks the layer " + name;
  }
  return "";
}

std::string CheckFilesOfElevated(const std::vector<std::string>& files_read,
                                 const std::vector<std::string>& folders) {
  for (const std::string& file : files_read) {
    const bool allowed = std::any_of(folders.begin(), folders.end(), [&](const auto& folder) {
      return file.substr(0, folder.size()) == folder;
    });
    if (!allowed) return "an elevated process read " + file;
  }
  return "";
}

}  // namespace loadstone::fuzzing
