#include "fuzz/inside/vulkan/override_rules.h"

#include <algorithm>

#include "fuzz/inside/support/glob_rules.h"
#include "fuzz/inside/support/manifest_text.h"
#include "reference_loader/common/memory_platform.h"
#include "reference_loader/vulkan/layer_catalog.h"
#include "reference_loader/vulkan/layer_selection.h"

namespace loadstone::fuzzing {
namespace {

constexpr char kName[] = "VK_LAYER_LUNARG_override";
constexpr char kPath[] = "/etc/vulkan/implicit_layer.d/override.json";
constexpr char kApplication[] = "/usr/bin/app";

std::string LayerText(const std::string& name, const std::string& more) {
  return R"({"file_format_version": "1.2.0", "layer": {"name": ")" + name +
         R"(", "type": "GLOBAL", "api_version": "1.3.0", "implementation_version": "1", )" +
         R"("description": "", "disable_environment": {"LS_OFF": "1"}, )" + more + "}}";
}

// The layers that are there anyway: an implicit one, explicit ones, a meta-layer, and one with a
// name of its own below /override.
MemoryPlatform Machine() {
  MemoryPlatform machine;
  const auto add = [&machine](const std::string& folder, const std::string& name) {
    machine.AddFile(folder + "/" + name + ".json",
                    LayerText(name, R"("library_path": "/lib/)" + name + ".so\""));
  };
  add("/etc/vulkan/implicit_layer.d", "VK_LAYER_LS_implicit");
  add("/etc/vulkan/explicit_layer.d", "VK_LAYER_LS_a");
  add("/etc/vulkan/explicit_layer.d", "VK_LAYER_LS_b");
  add("/override", "VK_LAYER_LS_a");
  add("/override", "VK_LAYER_LS_o");
  machine.AddFile("/etc/vulkan/explicit_layer.d/meta.json",
                  LayerText("VK_LAYER_LS_meta", R"("component_layers": ["VK_LAYER_LS_b"])"));
  machine.SetExecutablePath(kApplication);
  return machine;
}

// Every object in which the manifest may describe a layer.
std::vector<const JsonNode*> LayerObjects(const JsonNode& root) {
  std::vector<const JsonNode*> objects;
  const JsonNode* one = root.Find("layer");
  if (one != nullptr) objects.push_back(one);
  const JsonNode* many = root.Find("layers");
  for (size_t i = 0; many != nullptr && i < many->elements.size(); ++i) {
    objects.push_back(&many->elements[i]);
  }
  return objects;
}

bool HasMetaLayer(const JsonNode& root) {
  const std::vector<const JsonNode*> objects = LayerObjects(root);
  return std::any_of(objects.begin(), objects.end(), [](const JsonNode* each) {
    return !StringsOf(each->Find("component_layers")).empty();
  });
}

// Why this object cannot be the override layer behind the answer; empty when it can.
std::string WhyNot(const JsonNode& object, const OverrideAnswer& answer) {
  const std::vector<std::string> keys = StringsOf(object.Find("app_keys"));
  if (!keys.empty() && !Contains(keys, kApplication)) return "is for other applications";
  if (!HasElements(object, "disable_environment")) return "cannot be switched off";
  if (StringsOf(object.Find("component_layers")).empty()) return "has no components";
  const std::vector<std::string> blacklist = StringsOf(object.Find("blacklisted_layers"));
  for (const std::string& name : answer.chain) {
    if (Contains(blacklist, name)) return "blacklists " + name + ", which is in the chain";
  }
  const std::vector<std::string> paths = StringsOf(object.Find("override_paths"));
  const auto is_found_there = [&paths](const std::string& file) {
    return std::any_of(paths.begin(), paths.end(), [&](std::string path) {
      while (!path.empty() && path.back() == '/') path.pop_back();
      return file.substr(0, path.size()) == path;
    });
  };
  for (const std::string& manifest : answer.manifests) {
    // Implicit layers come from their usual folders all the same.
    if (paths.empty() || manifest.find("/implicit_layer.d/") != std::string::npos) continue;
    if (!is_found_there(manifest)) return "has paths, but " + manifest + " is not below them";
  }
  return "";
}

}  // namespace

OverrideAnswer ReadOverrideManifest(const std::string& text) {
  static const MemoryPlatform* const machine_without = new MemoryPlatform(Machine());
  MemoryPlatform machine = *machine_without;
  machine.AddFile(kPath, text);
  const vulkan::Log log(machine);
  const vulkan::LayerCatalog catalog = DiscoverLayers(machine, log);
  OverrideAnswer answer;
  answer.applies = catalog.OverrideLayer() != nullptr;
  for (const vulkan::ChosenLayer& chosen : SelectImplicitLayers(machine, catalog, log).layers) {
    answer.chain.push_back(chosen.layer->name);
    answer.manifests.push_back(chosen.layer->manifest_path);
  }
  answer.files_read = machine.files_read();
  return answer;
}

std::string CheckOverrideAnswer(const std::string& text, const OverrideAnswer& answer) {
  for (size_t i = 0; i < answer.chain.size(); ++i) {
    if (std::count(answer.chain.begin(), answer.chain.end(), answer.chain[i]) != 1) {
      return "layer " + answer.chain[i] + " is in the chain twice";
    }
  }
  JsonNode root;
  if (ParseJsonTree(text, &root) == JsonVerdict::kTooDeep) return "";
  for (size_t i = 0; !answer.applies && i < answer.chain.size(); ++i) {
    // Only a meta-layer in the manifest can have brought an explicit layer in.
    if (answer.manifests[i].find("/implicit_layer.d/") == std::string::npos &&
        !HasMetaLayer(root)) {
      return "explicit layer " + answer.chain[i] + " is in the chain though nobody asked for it";
    }
  }
  if (!answer.applies) return "";
  std::string reason = "is not in the manifest";
  for (const JsonNode* object : LayerObjects(root)) {
    if (object->StringOf("name") != kName) continue;
    reason = WhyNot(*object, answer);
    if (reason.empty()) return "";
  }
  return "an override layer applies that " + reason;
}

}  // namespace loadstone::fuzzing
