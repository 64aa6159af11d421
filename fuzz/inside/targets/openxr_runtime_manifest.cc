// SPDX-License-Identifier: Apache-2.0
// The manifest of the active OpenXR runtime, named by XR_RUNTIME_JSON.

#include <cstdint>

#include "fuzz/generated/vocabularies.h"
#include "fuzz/inside/openxr/manifest_rules.h"
#include "fuzz/inside/support/json_tree.h"
#include "fuzz/inside/support/loaders.h"
#include "fuzz/inside/support/target.h"

namespace {

using namespace loadstone;
using namespace loadstone::fuzz::inside;

constexpr char kPath[] = "/etc/runtime.json";

std::optional<openxr::RuntimeManifest> Read(const std::string& text) {
  MemoryPlatform machine;
  machine.AddFile(kPath, text);
  machine.SetEnvironment("XR_RUNTIME_JSON", kPath);
  return openxr::FindActiveRuntime(machine, openxr::Log(machine, "fuzzing"));
}

// A manifest that is printed and read again must give the same runtime.
void CheckStability(const std::string& text,
                    const std::optional<openxr::RuntimeManifest>& runtime) {
  JsonNode tree;
  if (ParseJsonTree(text, &tree) != JsonVerdict::kTree) return;
  if (!SameRuntime(runtime, Read(PrintJsonTree(tree)))) Require("printing changes the runtime");
  if (!SameRuntime(runtime, Read(text))) Require("two readings differ");
}

}  // namespace

const Vocabulary& loadstone::fuzz::inside::TargetVocabulary() {
  return kOpenxrRuntimeManifestVocabulary;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::optional<openxr::RuntimeManifest> runtime = Read(text);
  Require(CheckOpenxrRuntime(text, runtime));
  if (NeedsExpensiveChecks(text)) CheckStability(text, runtime);
  return 0;
}
