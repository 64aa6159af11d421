// SPDX-License-Identifier: Apache-2.0
// A manifest of a Vulkan driver.

#include <cstdint>

#include "fuzz/generated/vocabularies.h"
#include "fuzz/inside/support/manifest_source.h"
#include "fuzz/inside/support/target.h"
#include "fuzz/inside/vulkan/manifest_rules.h"

namespace {

using namespace loadstone;
using namespace loadstone::fuzz::inside;

std::optional<vulkan::DriverManifest> Read(const std::string& text) {
  const ManifestSource source(text);
  return vulkan::ReadDriverManifest(source.platform(), source.path(),
                                    vulkan::Log(source.platform()));
}

// A manifest that is printed and read again must give the same driver.
void CheckStability(const std::string& text, const std::optional<vulkan::DriverManifest>& driver) {
  JsonNode tree;
  if (ParseJsonTree(text, &tree) != JsonVerdict::kTree) return;
  if (!SameDriver(driver, Read(PrintJsonTree(tree)))) Require("printing changes the driver");
  if (!SameDriver(driver, Read(text))) Require("two readings differ");
}

}  // namespace

const Vocabulary& loadstone::fuzz::inside::TargetVocabulary() {
  return kVulkanDriverManifestVocabulary;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::optional<vulkan::DriverManifest> driver = Read(text);
  Require(CheckVulkanDriver(text, driver));
  if (NeedsExpensiveChecks(text)) CheckStability(text, driver);
  return 0;
}
