// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/vulkan/known_machine.h"

#include <utility>

#include "fuzz/inside/support/layer_rules.h"
#include "oracle/vulkan/judge.h"
#include "oracle/vulkan/test_subject.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace loadstone::fuzz::inside {
namespace {

std::string LayerText(const std::string& name, const std::string& members) {
  return R"({"file_format_version": "1.2.0", "layer": {"name": ")" + name +
         R"(", "type": "GLOBAL", "api_version": "1.3.0", "implementation_version": "1", )" +
         R"("description": "one")" + members + "}}";
}

}  // namespace

KnownMachine::KnownMachine() {
  machine.create = true;
  installation.home = "";
  installation.executable = kKnownApplication;
}

void KnownMachine::AddLayer(const std::string& folder, const std::string& name,
                            const std::string& members) {
  const std::string library = KnownLibrary(folder, name);
  machine.files[folder + "/" + name + ".json"] =
      LayerText(name, R"(, "library_path": ")" + library + "\"" + members);
  installation.libraries.push_back({.name = library, .path = library});
}

void KnownMachine::AddMetaLayer(const std::string& folder, const std::string& name,
                                const std::string& components, const std::string& members) {
  machine.files[folder + "/" + name + ".json"] =
      LayerText(name, R"(, "component_layers": )" + components + members);
}

MemoryPlatform KnownMachine::Platform() const {
  MemoryPlatform platform;
  for (const auto& [path, text] : machine.files) platform.AddFile(path, text);
  platform.SetExecutablePath(kKnownApplication);
  return platform;
}

std::string KnownMachine::Judge(oracle::Machine changed, const oracle::Answer& answer) const {
  changed.installation = &installation;
  return Complaint(oracle::vulkan::Judge(changed, answer, oracle::vulkan::TestSubject("")));
}

std::string KnownLibrary(const std::string& folder, const std::string& name) {
  return "/lib" + folder + "/" + name + ".so";
}

std::vector<oracle::Enumerated> Enumerate(const vulkan::LayerCatalog& catalog) {
  std::vector<oracle::Enumerated> layers;
  for (const vulkan::LayerManifest& layer : catalog.layers()) {
    const Version& version = layer.api_version;
    layers.push_back(
        {layer.name,
         VK_MAKE_API_VERSION(0, version.major_number, version.minor_number, version.patch_number),
         layer.implementation_version, layer.description});
  }
  return layers;
}

}  // namespace loadstone::fuzz::inside
