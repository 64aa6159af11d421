// SPDX-License-Identifier: Apache-2.0
// The answers of a Vulkan driver and a Vulkan layer when the loader negotiates with them.

#include <cstdint>
#include <cstring>

#include "fuzz/generated/vocabularies.h"
#include "fuzz/inside/support/negotiation_input.h"
#include "fuzz/inside/support/target.h"
#include "fuzz/inside/vulkan/mock_driver.h"
#include "fuzz/inside/vulkan/mock_layer.h"
#include "reference_loader/vulkan/driver_library.h"
#include "reference_loader/vulkan/layer_library.h"

namespace {

using namespace loadstone;
using namespace loadstone::fuzz::inside;

constexpr char kPath[] = "/lib/component.so";

void NegotiateWithDriver(const JsonNode& behaviour) {
  MemoryPlatform machine;
  machine.AddLibrary(kPath, MockDriver(0, behaviour));
  const vulkan::DriverManifest manifest = {"/etc/driver.json", kPath, {1, 3, 0}, false};
  auto driver = vulkan::LoadDriver(machine, manifest, vulkan::Log(machine));
  if (driver == nullptr) return Require(machine.open_libraries() == 0 ? "" : "driver left open");
  if (MockDriverRecordOf(0).refused) Require("a driver that refused is used");
  if (driver->interface_version > 7) Require("an interface that the loader does not have");
  if (driver->get_instance_proc_addr == nullptr || driver->create_instance == nullptr) {
    Require("a driver without its functions is used");
  }
  for (const VkExtensionProperties& extension : driver->instance_extensions) {
    if (std::memchr(extension.extensionName, 0, sizeof(extension.extensionName)) == nullptr) {
      Require("the name of an extension has no end");
    }
  }
}

void NegotiateWithLayer(const JsonNode& behaviour) {
  MemoryPlatform machine;
  machine.AddLibrary(kPath, MockLayer(0, behaviour));
  vulkan::LayerManifest manifest;
  manifest.name = "VK_LAYER_LS_a";
  manifest.library_path = kPath;
  const auto layer = vulkan::LoadLayer(machine, {&manifest, vulkan::LayerReason::kApplication},
                                       vulkan::Log(machine));
  if (!layer) return Require(machine.open_libraries() == 0 ? "" : "layer left open");
  if (MockLayerRecordOf(0).refused) Require("a layer that refused is used");
  if (layer->get_instance_proc_addr == nullptr) Require("a layer without lookup is used");
}

}  // namespace

const Vocabulary& loadstone::fuzz::inside::TargetVocabulary() {
  return kVulkanNegotiationVocabulary;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  NegotiateFromInput(data, size, {{"driver", NegotiateWithDriver}, {"layer", NegotiateWithLayer}});
  return 0;
}
