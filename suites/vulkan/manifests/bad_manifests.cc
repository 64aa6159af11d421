// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/manifests/bad_manifests.h"

#include "suites/common/bad_files.h"

// LoaderLayerInterface, "Layer Manifest File Usage" and "Layer Manifest File Format": an invalid
// manifest gives no layer, and has no other effect. Each bad file is in the folder of valid layers
// and in folders that are searched before and after.
namespace loadstone::suites {
namespace {

// The text of a valid manifest of an installed layer. A loader that tolerates an error in the file
// may use the layer: LS_VK_DISCOVERY_6.r1.
std::string ManifestOf(const std::string& name) {
  return Layer(name).Implicit().ManifestText(kBadLibrary, "1.0.0");
}

void Register(const std::string& name, const PlaceBad& place) {
  RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_6, policy::LLP_LAYER_6}, name,
               [place](Case& c) { JudgeWithBadFile(c, place); });
}

REGISTER_CASES {
  const ManifestTerms terms = {.manifest = [] { return ManifestOf(kBad); },
                               .other_manifest = [] { return ManifestOf("VK_LAYER_LS_bad_2"); },
                               .object = "layer",
                               .name = kBad};
  for (const BadFile& bad : BadFiles(terms)) {
    Register(bad.name, [place = bad.place](VulkanWorld& world, const std::string& path) {
      place(world.machine(), path);
    });
  }
}

REGISTER_CASES {
  Register("driver_manifest", [](VulkanWorld& world, const std::string& path) {
    world.File(path, Driver("bad").ManifestText("/opt/loadstone/libmissing.so"));
  });
}

REGISTER_CASES {
  Register("very_many_layers", [](VulkanWorld& world, const std::string& path) {
    std::string text = R"({"file_format_version": "1.0.1", "layers": [{})";
    for (int i = 0; i < 1000; ++i) text += ", {}";
    world.File(path, text + "]}");
  });
}

}  // namespace
}  // namespace loadstone::suites
