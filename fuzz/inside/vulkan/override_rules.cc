#include "fuzz/inside/vulkan/override_rules.h"

#include <algorithm>

#include "fuzz/inside/support/glob_rules.h"
#include "fuzz/inside/support/layer_rules.h"
#include "fuzz/inside/support/manifest_text.h"
#include "harness/world/vulkan_components.h"
#include "oracle/library.h"
#include "oracle/machine.h"
#include "oracle/vulkan/judge.h"
#include "oracle/vulkan/test_subject.h"
#include "reference_loader/common/memory_platform.h"
#include "reference_loader/vulkan/layer_catalog.h"
#include "reference_loader/vulkan/layer_selection.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace loadstone::fuzz::inside {
namespace {

constexpr char kPath[] = "/etc/vulkan/implicit_layer.d/override.json";
constexpr char kApplication[] = "/usr/bin/app";

std::string LayerText(const std::string& name, const std::string& more) {
  return R"({"file_format_version": "1.2.0", "layer": {"name": ")" + name +
         R"(", "type": "GLOBAL", "api_version": "1.3.0", "implementation_version": "1", )" +
         R"("description": "one", "disable_environment": {"LS_OFF": "1"}, )" + more + "}}";
}

// The layers that are there anyway: an implicit one, explicit ones, a meta-layer, and one with a
// name of its own below /override.
struct KnownLayers {
  oracle::Machine machine;
  oracle::Installation installation;
};

KnownLayers MakeKnownLayers() {
  KnownLayers known;
  known.machine.create = true;
  known.installation.home = "";
  known.installation.executable = kApplication;
  const auto add = [&known](const std::string& folder, const std::string& name) {
    const std::string library = "/lib" + folder + "/" + name + ".so";
    known.machine.files[folder + "/" + name + ".json"] =
        LayerText(name, R"("library_path": ")" + library + "\"");
    known.installation.libraries.push_back({.name = library, .path = library});
  };
  add("/etc/vulkan/implicit_layer.d", "VK_LAYER_LS_implicit");
  add("/etc/vulkan/explicit_layer.d", "VK_LAYER_LS_a");
  add("/etc/vulkan/explicit_layer.d", "VK_LAYER_LS_b");
  add("/override", "VK_LAYER_LS_a");
  add("/override", "VK_LAYER_LS_o");
  known.machine.files["/etc/vulkan/explicit_layer.d/meta.json"] =
      LayerText("VK_LAYER_LS_meta", R"("component_layers": ["VK_LAYER_LS_b"])");
  return known;
}

const KnownLayers& Known() {
  static const KnownLayers* const known = new KnownLayers(MakeKnownLayers());
  return *known;
}

MemoryPlatform Platform() {
  MemoryPlatform platform;
  for (const auto& [path, text] : Known().machine.files) platform.AddFile(path, text);
  platform.SetExecutablePath(kApplication);
  return platform;
}

// Whether the loader may take the object of a manifest for an override layer of this application.
bool MayApply(const JsonNode& object) {
  const std::vector<std::string> keys = StringsOf(object.Find("app_keys"));
  return object.StringOf("name") == kOverrideLayer &&
         (keys.empty() || Contains(keys, kApplication)) &&
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
  static const MemoryPlatform* const without = new MemoryPlatform(Platform());
  MemoryPlatform platform = *without;
  platform.AddFile(kPath, text);
  const vulkan::Log log(platform);
  const vulkan::LayerCatalog catalog = DiscoverLayers(platform, log);
  OverrideAnswer answer;
  answer.applies = catalog.OverrideLayer() != nullptr;
  for (const vulkan::LayerManifest& layer : catalog.layers()) {
    const Version& version = layer.api_version;
    answer.seen.layers.push_back(
        {layer.name,
         VK_MAKE_API_VERSION(0, version.major_number, version.minor_number, version.patch_number),
         layer.implementation_version, layer.description});
  }
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
  oracle::Machine machine = Known().machine;
  machine.files[kPath] = text;
  machine.installation = &Known().installation;
  return Complaint(oracle::vulkan::Judge(machine, answer.seen, oracle::vulkan::TestSubject("")));
}

}  // namespace loadstone::fuzz::inside
