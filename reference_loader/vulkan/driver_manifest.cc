// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/driver_manifest.h"

#include <set>

#include "reference_loader/common/glob.h"
#include "reference_loader/common/json.h"
#include "reference_loader/common/path_list.h"
#include "reference_loader/vulkan/architecture.h"
#include "reference_loader/vulkan/hardware_module.h"
#include "reference_loader/vulkan/search_paths.h"

namespace reference_loader::vulkan {
namespace {

// The major API version of this loader and its drivers.
constexpr uint32_t kApiMajor = 1;

// For a driver without a manifest: only the version that the driver reports counts.
constexpr Version kAnyApi = {1, UINT32_MAX, 0};

// The drivers that the environment selects or disables, by the file names of their manifests.
class DriverFilters {
 public:
  explicit DriverFilters(const Platform& platform)
      : rules_(platform.rules()),
        select_(Globs(platform, "VK_LOADER_DRIVERS_SELECT")),
        disable_(Globs(platform, "VK_LOADER_DRIVERS_DISABLE")) {}

  // Selecting comes after disabling, and so re-enables a disabled driver.
  bool Passes(const std::string& manifest_path, const Log& log) const {
    const std::string name = FileName(manifest_path, rules_);
    const bool selected = AnyGlobMatches(select_, name);
    if (selected) return true;
    if (AnyGlobMatches(disable_, name)) {
      log.Write(kLogWarning | kLogDriver,
                "Driver \"" + name +
                    "\" ignored because it was disabled by env var 'VK_LOADER_DRIVERS_DISABLE'");
      return false;
    }
    if (!select_.empty()) {
      log.Write(kLogWarning | kLogDriver,
                "Driver \"" + name +
                    "\" ignored because not selected by env var 'VK_LOADER_DRIVERS_SELECT'");
      return false;
    }
    return true;
  }

 private:
  static std::vector<std::string> Globs(const Platform& platform, const char* variable) {
    return SplitList(platform.Environment(variable).value_or(""), ',', true);
  }
  const SystemRules& rules_;
  std::vector<std::string> select_;
  std::vector<std::string> disable_;
};

// Fills in the driver. Returns the reason why it cannot be used, or null.
const char* ReadDriver(JsonValue root, const SystemRules& rules, DriverManifest* driver) {
  const auto format = ParseVersion(root.Get("file_format_version").String().value_or(""));
  if (!format || format->major_number != 1) return "has no file_format_version 1.x.y";
  const JsonValue icd = root.Get("ICD");
  const std::string library = icd.Get("library_path").String().value_or("");
  if (library.empty()) return "has no library_path";
  if (!IsOwnArchitecture(icd.Get("library_arch"))) return "is for another architecture";
  const auto api = ParseVersion(icd.Get("api_version").String().value_or(""));
  if (!api) return "has no well-formed api_version";
  if (api->major_number != kApiMajor) return "has an incompatible api_version";
  driver->library_path = ResolveLibraryPath(driver->manifest_path, library, rules);
  driver->api_version = *api;
  driver->is_portability_driver = icd.Get("is_portability_driver").Boolean().value_or(false);
  return nullptr;
}

std::vector<DriverManifest> HardwareModules(const Platform& platform) {
  std::vector<DriverManifest> modules;
  for (const std::string& path : HardwareModulePaths(platform)) {
    DriverManifest module;
    module.manifest_path = path;
    module.library_path = path;
    module.api_version = kAnyApi;
    module.is_hardware_module = true;
    modules.push_back(std::move(module));
  }
  return modules;
}

}  // namespace

std::optional<DriverManifest> ReadDriverManifest(const Platform& platform, const std::string& path,
                                                 const Log& log) {
  std::string error;
  const std::unique_ptr<JsonDocument> document = JsonDocument::Read(platform, path, &error);
  DriverManifest driver;
  driver.manifest_path = path;
  const char* problem =
      document == nullptr ? error.c_str() : ReadDriver(document->Root(), platform.rules(), &driver);
  if (problem == nullptr) return driver;
  log.Write(kLogWarning | kLogDriver, path + ": the manifest " + problem + ", ignored");
  return std::nullopt;
}

std::vector<DriverManifest> DiscoverDrivers(const Platform& platform, const Log& log) {
  if (platform.rules().is_android) return HardwareModules(platform);
  const DriverFilters filters(platform);
  const std::vector<std::string> paths = SearchPaths(platform, DriverVariables(), kDriverFolder);
  log.Write(kLogDriver, "Searching for driver manifest files");
  for (const std::string& path : paths) log.Write(kLogDriver, "  in " + path);
  std::vector<DriverManifest> drivers;
  std::set<std::string> known;  // canonical paths: links and dots may lead to the same manifest
  for (const std::string& path : FindManifests(platform, paths)) {
    if (!known.insert(platform.Canonical(path)).second) continue;
    log.Write(kLogDriver, "  found " + path);
    if (!filters.Passes(path, log)) continue;
    std::optional<DriverManifest> driver = ReadDriverManifest(platform, path, log);
    if (driver) drivers.push_back(*std::move(driver));
  }
  return drivers;
}

}  // namespace reference_loader::vulkan
