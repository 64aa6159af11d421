// SPDX-License-Identifier: Apache-2.0
#include "harness/case/package_case.h"

#include <utility>

#include "harness/world/vulkan_components.h"

namespace loadstone {
namespace {

template <unsigned kFlags>
std::optional<rapidjson::Document> ObjectIn(const std::string& text) {
  rapidjson::Document document;
  document.Parse<kFlags>(text.data(), text.size());
  if (document.HasParseError() || !document.IsObject()) return std::nullopt;
  return document;
}

// Returns the text of the override manifest, in the folder that the loader searches or in any
// other; null if there is none.
const std::string* OverrideText(const PackageUnderTest& package) {
  const std::vector<std::string> paths = ManifestsNamed(package, kOverrideManifest);
  if (paths.empty()) return nullptr;
  const auto there = package.manifests.find(std::string(kImplicitFolder) + kOverrideManifest);
  return there == package.manifests.end() ? &package.manifests.at(paths.front()) : &there->second;
}

bool HasLayer(const std::optional<rapidjson::Document>& manifest) {
  return manifest.has_value() && !LayersIn(*manifest).empty();
}

}  // namespace

const PackageUnderTest& PackageOf(const Case& c) {
  const auto* package = std::get_if<std::shared_ptr<const PackageUnderTest>>(&c.subject().judged);
  if (package == nullptr) throw HarnessError("no package is given; use check-package");
  return **package;
}

std::string WhyNotGapii(const Case& c) {
  return PackageOf(c).role == "gapii" ? "" : "it is the package of a traceable component";
}

std::string WhyNotTraceable(const Case& c) {
  return PackageOf(c).role == "traceable" ? "" : "it is the package of gapii";
}

std::string WhyNoOverride(const Case& c) {
  const std::string* text = OverrideText(PackageOf(c));
  if (text == nullptr) return std::string("the package has no ") + kOverrideManifest;
  if (HasLayer(ManifestObject(*text))) return {};
  return std::string(kOverrideManifest) + " is not a JSON object with a layer";
}

std::string WhyNoGapiiPackage(const Case& c) {
  return PackageOf(c).gapii_path.empty() ? "no gapii package is given with --gapii" : "";
}

std::string WhyNoSources(const Case& c) {
  for (const ComponentManifest& each : PackageOf(c).components) {
    if (!each.source.empty()) return {};
  }
  return "no source of a component manifest is given with --manifest";
}

std::vector<std::string> ManifestsNamed(const PackageUnderTest& package, const std::string& name) {
  std::vector<std::string> paths;
  for (const auto& [path, text] : package.manifests) {
    if (path.substr(path.rfind('/') + 1) == name) paths.push_back(path);
  }
  return paths;
}

std::optional<rapidjson::Document> ManifestObject(const std::string& text) {
  return ObjectIn<rapidjson::kParseIterativeFlag>(text);
}

std::optional<rapidjson::Document> SourceObject(const ComponentManifest& component) {
  return ObjectIn<rapidjson::kParseIterativeFlag | rapidjson::kParseTrailingCommasFlag>(
      component.source);
}

rapidjson::Document OverrideOf(const Case& c) {
  const std::string* text = OverrideText(PackageOf(c));
  std::optional<rapidjson::Document> manifest =
      text == nullptr ? std::nullopt : ManifestObject(*text);
  if (!HasLayer(manifest)) throw HarnessError("there is no override manifest to look at");
  return std::move(*manifest);
}

std::vector<const rapidjson::Value*> LayersIn(const rapidjson::Document& manifest) {
  std::vector<const rapidjson::Value*> layers;
  const auto one = manifest.FindMember("layer");
  if (one != manifest.MemberEnd() && one->value.IsObject()) layers.push_back(&one->value);
  const auto several = manifest.FindMember("layers");
  if (several == manifest.MemberEnd() || !several->value.IsArray()) return layers;
  for (const rapidjson::Value& each : several->value.GetArray()) {
    if (each.IsObject()) layers.push_back(&each);
  }
  return layers;
}

const rapidjson::Value& LayerIn(const rapidjson::Document& manifest) {
  const std::vector<const rapidjson::Value*> layers = LayersIn(manifest);
  for (const rapidjson::Value* layer : layers) {
    if (Text(*layer, "name") == kOverrideLayer) return *layer;
  }
  return *layers.front();
}

}  // namespace loadstone
