// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/vulkan/override_rules.h"

#include <algorithm>
#include <utility>

#include "fuzz/inside/support/glob_rules.h"
#include "fuzz/inside/support/manifest_text.h"
#include "fuzz/inside/vulkan/known_machine.h"
#include "harness/world/vulkan_components.h"
#include "reference_loader/vulkan/layer_selection.h"

namespace loadstone::fuzz::inside {
namespace {

constexpr char kPath[] = "/etc/vulkan/implicit_layer.d/override.json";

// The other layers of the machine: an implicit one, explicit ones, a meta-layer, and one below
// /override with a name that no other layer has.
const KnownMachine& OverrideTestMachine() {
  static const KnownMachine* const known = [] {
    auto* made = new KnownMachine;
    const std::string off = R"(, "disable_environment": {"LS_OFF": "1"})";
    made->AddLayer("/etc/vulkan/implicit_layer.d", "VK_LAYER_LS_implicit", off);
    made->AddLayer("/etc/vulkan/explicit_layer.d", "VK_LAYER_LS_a", off);
    made->AddLayer("/etc/vulkan/explicit_layer.d", "VK_LAYER_LS_b", off);
    made->AddLayer("/override", "VK_LAYER_LS_a", off);
    made->AddLayer("/override", "VK_LAYER_LS_o", off);
    made->AddMetaLayer("/etc/vulkan/explicit_layer.d", "VK_LAYER_LS_meta", R"(["VK_LAYER_LS_b"])",
                       off);
    return made;
  }();
  return *known;
}

// Whether the loader may treat the object of a manifest as an override layer for this application.
bool MayApply(const JsonNode& object) {
  const std::vector<std::string> keys = StringsOf(object.Find("app_keys"));
  return object.StringOf("name") == kOverrideLayer &&
         (keys.empty() || Contains(keys, kKnownApplication)) &&
         HasElements(object, "disable_environment") &&
         !StringsOf(object.Find("component_layers")).empty();
}

bool HasOverrideLayer(const JsonNode& manifest) {
  const JsonNode* one = manifest.Find("layer");
  if (one != nullptr && MayApply(*one)) return true;
  const JsonNode* many = manifest.Find("layers");
  return many != nullptr && std::any_of(many->elements.begin(), many->elements.end(), &MayApply);
}

}  // namespace

OverrideAnswer ReadOverrideManifest(const std::string& text) {
  static const MemoryPlatform* const without = new MemoryPlatform(OverrideTestMachine().Platform());
  MemoryPlatform platform = *without;
  platform.AddFile(kPath, text);
  const vulkan::Log log(platform);
  const vulkan::LayerCatalog catalog = DiscoverLayers(platform, log);
  OverrideAnswer answer;
  answer.applies = catalog.OverrideLayer() != nullptr;
  answer.seen.layers = Enumerate(catalog);
  answer.seen.tried_create = answer.seen.created = true;
  for (const vulkan::ChosenLayer& chosen : SelectImplicitLayers(platform, catalog, log).layers) {
    answer.seen.chain.push_back(chosen.layer->library_path);
  }
  answer.files_read = platform.files_read();
  return answer;
}

std::string CheckOverrideAnswer(const std::string& text, const OverrideAnswer& answer) {
  JsonNode root;
  if (answer.applies && ParseJsonTree(text, &root) == JsonVerdict::kTree &&
      !HasOverrideLayer(root)) {
    return "an override layer applies that is not in the manifest, or for other applications";
  }
  oracle::Machine machine = OverrideTestMachine().machine;
  machine.files[kPath] = text;
  return OverrideTestMachine().Judge(std::move(machine), answer.seen);
}

}  // namespace loadstone::fuzz::inside
