#include "fuzz/inside/openxr/world_rules.h"

#include <algorithm>

#include "fuzz/inside/support/glob_rules.h"
#include "fuzz/inside/support/manifest_text.h"

namespace loadstone::fuzzing {
namespace {

class ApiLayerRules : public LayerRules {
 public:
  explicit ApiLayerRules(const World& world) : LayerRules(world, "api_layer") {}

 protected:
  std::string WhyNot(const World::Component& component) const override {
    const std::string_view name = component.object->StringOf("name");
    if (Contains(world().layers, name)) return "";
    const std::string environment = world().Variable("XR_ENABLE_API_LAYERS");
    if (!world().elevated && Contains(ElementsOf(environment, ':', false), name)) return "";
    if (component.file->path.find("/implicit.d/") == std::string::npos) {
      return "belongs to an explicit layer that nobody asked for";
    }
    const std::string_view disable = component.object->StringOf("disable_environment");
    if (disable.empty()) return "cannot be switched off";
    return world().IsDefined(disable) ? "is switched off by its own variable" : "";
  }
};

std::string CheckInstance(const LayerRules& layers, const OpenxrAnswer& answer) {
  if (XR_FAILED(answer.created)) return "";
  if (answer.runtime_instances != 1) return "there is an instance without one of the runtime";
  return layers.CheckRequested();
}

std::string CheckPrivileges(const World& world, const OpenxrAnswer& answer) {
  if (!world.elevated) return "";
  return CheckFilesOfElevated(answer.files_read,
                              {"/etc/", "/usr/share/", "/usr/local/share/", "/usr/local/etc/"});
}

}  // namespace

std::string CheckOpenxrAnswer(const World& world, const OpenxrAnswer& answer) {
  const ApiLayerRules layers(world);
  std::string complaint = layers.CheckEnumeration(answer);
  if (complaint.empty()) complaint = layers.CheckChain(answer);
  if (complaint.empty()) complaint = CheckInstance(layers, answer);
  if (complaint.empty()) complaint = CheckPrivileges(world, answer);
  if (!complaint.empty()) return complaint;
  // A runtime that lacks the command cannot be asked to destroy an instance.
  if (answer.leaked_instances != 0 && !world.SomeLibraryLacks("xrDestroyInstance")) {
    return "the runtime's instance was left over";
  }
  if (answer.leaked_libraries != 0) return "libraries were left open";
  return "";
}

}  // namespace loadstone::fuzzing
