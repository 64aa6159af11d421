// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_MANIFEST_OF_SEVERAL_H_
#define LOADSTONE_SUITES_VULKAN_MANIFEST_OF_SEVERAL_H_

#include <fmt/format.h>

#include <string>
#include <vector>

#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Layer Manifest File Version 1.0.1": one manifest with several layers.
namespace loadstone::suites {

// The text of a manifest whose array has an object for each layer. Each has a library of its own
// or, unless it is empty, the one with this path.
inline std::string ManifestOfSeveral(const Subject& subject, const std::vector<Layer>& layers,
                                     const std::string& library = {}) {
  // That of other manifests: a loader may refuse components of a meta-layer with another patch.
  const std::string api =
      fmt::format("{}.{}.0", subject.api_version.major, subject.api_version.minor);
  std::string objects;
  for (const Layer& layer : layers) {
    const std::string path = library.empty() ? LibraryPathOf(subject, layer.name()) : library;
    const std::string text = layer.ManifestText(path, api);
    const size_t begin = text.find('{', 1);
    objects += (objects.empty() ? "" : ", ") + text.substr(begin, text.rfind('}') - begin);
  }
  return R"({"file_format_version": "1.2.0", "layers": [)" + objects + "]}";
}

// Adds the layers, each with its own library, and their manifest.
inline void AddInOneManifest(VulkanWorld& world, const Subject& subject,
                             const std::vector<Layer>& layers) {
  const std::string manifest = ManifestOfSeveral(subject, layers);
  for (const Layer& layer : layers) {
    world.With(Layer(layer).ManifestFile("both.json").RawManifest(manifest));
  }
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_MANIFEST_OF_SEVERAL_H_
