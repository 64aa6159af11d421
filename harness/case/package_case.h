// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_PACKAGE_CASE_H_
#define LOADSTONE_HARNESS_CASE_PACKAGE_CASE_H_

#include <rapidjson/document.h>

#include <optional>
#include <string>
#include <vector>

#include "harness/case/component_case.h"
#include "harness/json/json_member.h"
#include "harness/world/package_under_test.h"

// A case that judges a package of Fuchsia; the subject of the run holds it. Only `check-package`
// runs it, and it starts no process.
#define VULKAN_PACKAGE_CASE(owner, name, ...)                                          \
  LOADSTONE_CASE(::loadstone::Api::kVulkan, ::loadstone::SubjectKind::kPackage, owner, \
                 name __VA_OPT__(, ) __VA_ARGS__)

namespace loadstone {

inline constexpr char kOverrideManifest[] = "VkLayer_override.json";
inline constexpr char kExplicitFolder[] = "data/vulkan/explicit_layer.d/";
inline constexpr char kImplicitFolder[] = "data/vulkan/implicit_layer.d/";

// Returns the package that the case judges. Throws HarnessError outside of check-package.
const PackageUnderTest& PackageOf(const Case& c);

// Return why the case does not apply to the package: it is not that of gapii, or not that of a
// traceable component. Empty if it is.
std::string WhyNotGapii(const Case& c);
std::string WhyNotTraceable(const Case& c);
// Returns why a case about the override manifest must be skipped: the package has none, or one that
// is not a JSON object with a layer. Empty if there is one.
std::string WhyNoOverride(const Case& c);
// Returns why a case that also needs the package of gapii must be skipped.
std::string WhyNoGapiiPackage(const Case& c);
// Returns why a case that needs the sources of component manifests must be skipped.
std::string WhyNoSources(const Case& c);

// Returns the paths of the manifests with this file name in any folder below data.
std::vector<std::string> ManifestsNamed(const PackageUnderTest& package, const std::string& name);

// Return a text as a JSON object, or std::nullopt if it is not one. A source of a component
// manifest may have commas before the end of an object or an array.
std::optional<rapidjson::Document> ManifestObject(const std::string& text);
std::optional<rapidjson::Document> SourceObject(const ComponentManifest& component);

// Returns the layers in a layer manifest: the member `layer`, and each element of the array
// `layers`.
std::vector<const rapidjson::Value*> LayersIn(const rapidjson::Document& manifest);

// OverrideOf returns the override manifest, which must exist (WhyNoOverride). LayerIn returns the
// object of its layer: of several the one with the name of the override layer, or else the first.
rapidjson::Document OverrideOf(const Case& c);
const rapidjson::Value& LayerIn(const rapidjson::Document& manifest);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_PACKAGE_CASE_H_
