#include "fuzz/openxr/world_rules.h"

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
  explicit Layers(const World& world) : world_(world), components_(world.Components("api_layer")) {}

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
    if (Contains(world_.layers, name)) return "";
    const std::string environment = world_.Variable("XR_ENABLE_API_LAYERS");
    if (!world_.elevated && Contains(ElementsOf(environment, ':', false), name)) return "";
    if (component.file->path.find("/implicit.d/") == std::string::npos) {
      return "belongs to an explicit layer that nobody asked for";
    }
    const std::string disable = component.object->StringOf("disable_environment");
    if (disable.empty()) return "cannot be switched off";
    return world_.IsDefined(disable) ? "is switched off by its own variable" : "";
  }

  const World& world_;
  const std::vector<World::Component> components_;
};

std::string CheckEnumeration(const Layers& layers, const OpenxrAnswer& answer) {
  for (const std::string& name : answer.layers) {
    if (!layers.IsNamed(name)) return "layer " + name + " is enumerated but in no manifest";
    if (std::count(answer.layers.begin(), answer.layers.end(), name) != 1) {
      return "layer " + name + " is enumerated twice";
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

std::string CheckChain(const World& world, const Layers& layers, const OpenxrAnswer& answer) {
  if (answer.used_after_refusal) return "a component was used although its negotiation failed";
  if (answer.broken_link) return "a layer found no link to the next";
  for (const std::string& library : answer.chain) {
    const std::string reason = layers.WhyNot(library, answer.layers);
    if (!reason.empty()) return "the library " + library + " is in the chain but " + reason;
  }
  if (XR_FAILED(answer.created)) return "";
  if (answer.runtime_instances != 1) return "there is an instance without one of the runtime";
  for (const std::string& name : world.layers) {
    if (!layers.IsNamed(name)) return "the instance lacks the layer " + name;
  }
  return "";
}

std::string CheckPrivileges(const World& world, const OpenxrAnswer& answer) {
  if (!world.elevated) return "";
  for (const std::string& file : answer.files_read) {
    const auto below = [&file](std::string_view folder) {
      return file.substr(0, folder.size()) == folder;
    };
    if (!below("/etc/") && !below("/usr/share/") && !below("/usr/local/share/") &&
        !below("/usr/local/etc/")) {
      return "an elevated process read " + file;
    }
  }
  return "";
}

}  // namespace

std::string CheckOpenxrAnswer(const World& world, const OpenxrAnswer& answer) {
  const Layers layers(world);
  std::string complaint = CheckEnumeration(layers, answer);
  if (complaint.empty()) complaint = CheckChain(world, layers, answer);
  if (complaint.empty()) complaint = CheckPrivileges(world, answer);
  if (!complaint.empty()) return complaint;
  if (answer.leaked_instances != 0) return "the runtime's instance was left over";
  if (answer.leaked_libraries != 0) return "libraries were left open";
  return "";
}

}  // namespace loadstone::fuzzing
