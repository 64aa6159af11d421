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

// What the case judges. Throws HarnessError outside of check-package.
const PackageUnderTest& PackageOf(const Case& c);

// Why the case says nothing of the package: it is that of gapii, or that of a traceable component.
// Empty where it has that role.
std::string WhyNotGapii(const Case& c);
std::string WhyNotTraceable(const Case& c);
// Why nothing can be told of the override manifest: the package has none, or one that is no JSON
// object with a layer. Empty where there is one.
std::string WhyNoOverride(const Case& c);
// Why nothing can be told that takes the package of gapii as well.
std::string WhyNoGapiiPackage(const Case& c);
// Why nothing can be told that stands in sources of component manifests alone.
std::string WhyNoSources(const Case& c);

// The manifests named like that below data, in any folder: their paths.
std::vector<std::string> ManifestsNamed(const PackageUnderTest& package, const std::string& name);

// A text as JSON object. Of a source of a component manifest commas before the end of an object or
// an array are accepted. Nothing for what is none.
std::optional<rapidjson::Document> ManifestObject(const std::string& text);
std::optional<rapidjson::Document> SourceObject(const ComponentManifest& component);

// The layers of a manifest of layers: that of the member `layer`, and each of the array `layers`.
std::vector<const rapidjson::Value*> LayersIn(const rapidjson::Document& manifest);

// The override manifest, which is there (WhyNoOverride), whole; and in it the object of its layer:
// of several that with the name of the override layer, or else the first.
rapidjson::Document OverrideOf(const Case& c);
const rapidjson::Value& LayerIn(const rapidjson::Document& manifest);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_PACKAGE_CASE_H_
