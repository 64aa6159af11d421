// SPDX-License-Identifier: Apache-2.0
#include "harness/install/places.h"

#include <regex>

#include "harness/install/registry_export.h"
#include "harness/install/registry_text.h"

namespace loadstone {
namespace {

// Keys in the form of RegistryValue, in lower case.
constexpr char kSoftware[] =
    R"(hk(lm|cu)\\(software\\(wow6432node\\)?|wow6432node\\software\\)khronos)";
constexpr char kClass[] =
    R"(hklm\\system\\(currentcontrolset|controlset[0-9]{3})\\control\\class\b.*)";

bool Matches(const std::string& lower, const std::string& pattern) {
  return std::regex_match(lower, std::regex(pattern));
}

std::string BelowSoftware(const char* rest) { return std::string(kSoftware) + rest; }

RegistryPlace PlaceInDevice(const std::string& name) {
  const std::string lower = Lower(name);
  if (Matches(lower, "vulkan(ex|im)plicitlayers(wow)?")) return RegistryPlace::kDeviceLayers;
  if (Matches(lower, "vulkandrivername(wow)?")) return RegistryPlace::kDeviceDrivers;
  return RegistryPlace::kNone;
}

}  // namespace

RegistryPlace PlaceOf(const RegistryValue& value) {
  if (IsDeviceKey(value.key)) return PlaceInDevice(value.name);
  const std::string key = Lower(value.key);
  if (key.find("khronos") == std::string::npos) return RegistryPlace::kNone;
  if (Matches(key, BelowSoftware(R"(\\vulkan\\(ex|im)plicitlayers)"))) {
    return RegistryPlace::kVulkanLayers;
  }
  if (Matches(key, BelowSoftware(R"(\\vulkan\\drivers)"))) return RegistryPlace::kVulkanDrivers;
  if (Matches(key, BelowSoftware(R"(\\openxr\\[0-9]+\\apilayers\\(ex|im)plicit)"))) {
    return RegistryPlace::kApiLayers;
  }
  if (Matches(key, BelowSoftware(R"(\\openxr\\[0-9]+\\availableruntimes)"))) {
    return RegistryPlace::kRuntimes;
  }
  if (Matches(key, BelowSoftware(R"(\\openxr\\[0-9]+)")) && Lower(value.name) == "activeruntime") {
    return RegistryPlace::kActiveRuntime;
  }
  return RegistryPlace::kNone;
}

bool IsKeyOfInterest(const std::string& key) {
  const std::string lower = Lower(key);
  return lower.find("\\khronos\\") != std::string::npos || IsDeviceKey(key);
}

bool IsDeviceKey(const std::string& key) {
  const std::string lower = Lower(key);
  return lower.find("\\control\\class") != std::string::npos && Matches(lower, kClass);
}

bool IsVulkanPlace(RegistryPlace place) {
  return place == RegistryPlace::kVulkanLayers || place == RegistryPlace::kVulkanDrivers ||
         place == RegistryPlace::kDeviceLayers || place == RegistryPlace::kDeviceDrivers;
}

bool IsOpenXrPlace(RegistryPlace place) {
  return place != RegistryPlace::kNone && !IsVulkanPlace(place);
}

bool NameIsManifestPath(RegistryPlace place) {
  return place == RegistryPlace::kVulkanLayers || place == RegistryPlace::kVulkanDrivers ||
         place == RegistryPlace::kApiLayers || place == RegistryPlace::kRuntimes;
}

std::vector<std::string> ManifestsOf(const RegistryValue& value) {
  const RegistryPlace place = PlaceOf(value);
  if (place == RegistryPlace::kNone) return {};
  return NameIsManifestPath(place) ? std::vector<std::string>{value.name} : TextsOf(value);
}

std::string MajorOf(const std::string& key) {
  std::smatch match;
  const std::string lower = Lower(key);
  return std::regex_search(lower, match, std::regex(R"(\\openxr\\([0-9]+))")) ? match[1].str() : "";
}

ManifestKind KindOfManifest(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos || !path.ends_with(".json")) return ManifestKind::kNone;
  const std::string folder = "/" + path.substr(0, slash);
  if (folder.ends_with("/vulkan/icd.d")) return ManifestKind::kVulkanDriver;
  const bool layers =
      folder.ends_with("/vulkan/explicit_layer.d") || folder.ends_with("/vulkan/implicit_layer.d");
  return layers ? ManifestKind::kVulkanLayer : ManifestKind::kNone;
}

}  // namespace loadstone
