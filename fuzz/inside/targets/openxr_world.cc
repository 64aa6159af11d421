// SPDX-License-Identifier: Apache-2.0
// A whole world for OpenXR: manifests, environment, components and an application.

#include <cstdint>

#include "fuzz/generated/vocabularies.h"
#include "fuzz/inside/openxr/world_rules.h"
#include "fuzz/inside/support/target.h"

using namespace loadstone::fuzz::inside;

const Vocabulary& loadstone::fuzz::inside::TargetVocabulary() { return kOpenxrWorldVocabulary; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::optional<World> world = World::Parse(text);
  if (!world) return 0;
  const OpenxrAnswer answer = RunOpenxrWorld(*world);
  Require(CheckOpenxrAnswer(*world, answer));
  if (NeedsExpensiveChecks(text) && RunOpenxrWorld(*world) != answer) {
    Require("the same world gives another answer");
  }
  return 0;
}
