// SPDX-License-Identifier: Apache-2.0
// The answers of an OpenXR runtime and an API layer when the loader negotiates with them.

#include <cstdint>

#include "fuzz/generated/vocabularies.h"
#include "fuzz/inside/openxr/mock_components.h"
#include "fuzz/inside/support/negotiation_input.h"
#include "fuzz/inside/support/target.h"
#include "reference_loader/openxr/layer_library.h"
#include "reference_loader/openxr/runtime.h"

namespace {

using namespace loadstone;
using namespace loadstone::fuzz::inside;

constexpr char kPath[] = "/lib/component.so";

void NegotiateWithRuntime(const JsonNode& behaviour) {
  MemoryPlatform machine;
  machine.AddFile("/r.json", std::string(R"({"file_format_version": "1.0.0", "runtime": {)") +
                                 R"("library_path": ")" + kPath + "\"}}");
  machine.SetEnvironment("XR_RUNTIME_JSON", "/r.json");
  machine.AddLibrary(kPath, MockRuntime(behaviour));
  const auto runtime = openxr::Runtime::Load(machine, openxr::Log(machine, "fuzzing"));
  if (!runtime) return Require(machine.open_libraries() == 0 ? "" : "runtime left open");
  if (MockRuntimeRecord().refused) Require("a runtime that refused is used");
  if (runtime->get_instance_proc_addr() == nullptr) Require("a runtime without lookup is used");
  std::vector<openxr::Extension> extensions;
  if (XR_FAILED(runtime->Extensions(&extensions))) return;
  for (const openxr::Extension& extension : extensions) {
    if (extension.name.empty() || extension.name.size() >= XR_MAX_EXTENSION_NAME_SIZE) {
      Require("an extension has a name of impossible length");
    }
  }
}

void NegotiateWithLayer(const JsonNode& behaviour) {
  MemoryPlatform machine;
  machine.AddLibrary(kPath, MockApiLayer(0, behaviour));
  openxr::LayerManifest manifest;
  manifest.name = "XR_APILAYER_LS_a";
  manifest.library_path = kPath;
  manifest.negotiate_function = "xrNegotiateLoaderApiLayerInterface";
  const auto layer = openxr::LoadLayer(machine, manifest, openxr::Log(machine, "fuzzing"));
  if (!layer) return Require(machine.open_libraries() == 0 ? "" : "layer left open");
  if (MockApiLayerRecord(0).refused) Require("a layer that refused is used");
  if (layer->functions.get_instance_proc_addr == nullptr ||
      layer->functions.create_instance == nullptr) {
    Require("a layer without its functions is used");
  }
}

}  // namespace

const Vocabulary& loadstone::fuzz::inside::TargetVocabulary() {
  return kOpenxrNegotiationVocabulary;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  NegotiateFromInput(data, size,
                     {{"runtime", NegotiateWithRuntime}, {"layer", NegotiateWithLayer}});
  return 0;
}
