// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/layer_rules.h"

#include <algorithm>

namespace loadstone::fuzz::inside {
namespace {

bool HasExtension(const std::vector<World::Component>& layers, const std::string& extension) {
  return std::any_of(layers.begin(), layers.end(), [&](const World::Component& layer) {
    const JsonNode* list = layer.object->Find("instance_extensions");
    if (list == nullptr) return false;
    return std::any_of(list->elements.begin(), list->elements.end(),
                       [&](const JsonNode& one) { return one.StringOf("name") == extension; });
  });
}

}  // namespace

std::string CheckLayers(const std::vector<World::Component>& layers, const WorldAnswer& answer) {
  std::vector<std::string> names;
  for (const oracle::Enumerated& layer : answer.seen.layers) names.push_back(layer.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) return "layer " + *twice + " is enumerated twice";
  for (const std::vector<std::string>& extensions : answer.layer_extensions) {
    for (const std::string& extension : extensions) {
      if (!HasExtension(layers, extension)) {
        return "extension " + extension + " of a layer is in no manifest";
      }
    }
  }
  if (answer.used_after_refusal) return "a component was used although its negotiation failed";
  return answer.broken_link ? "a layer found no link to the next" : "";
}

std::string CheckElevatedReads(const std::vector<std::string>& files_read,
                               const std::vector<std::string>& folders) {
  for (const std::string& file : files_read) {
    const bool allowed = std::any_of(folders.begin(), folders.end(), [&](const auto& folder) {
      return file.substr(0, folder.size()) == folder;
    });
    if (!allowed) return "an elevated process read " + file;
  }
  return "";
}

std::string Complaint(const std::vector<oracle::Fault>& faults) {
  if (faults.empty()) return "";
  const oracle::Fault& first = faults.front();
  return first.Signature() + "; expected: " + first.expected + "; observed: " + first.observed;
}

}  // namespace loadstone::fuzz::inside
