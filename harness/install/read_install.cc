// SPDX-License-Identifier: Apache-2.0
#include "harness/install/read_install.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "harness/errors.h"
#include "harness/install/manifest_folders.h"
#include "harness/install/old_version.h"
#include "harness/install/places.h"
#include "harness/install/registry_export.h"
#include "harness/install/registry_text.h"
#include "harness/install/wine_prefix.h"
#include "harness/report/input_file.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

// The text of a whole registry has several hundred MiB.
constexpr size_t kByteLimit = size_t{512} << 20;
constexpr std::pair<const char*, const char*> kWineFiles[] = {{"system.reg", "HKLM"},
                                                              {"user.reg", "HKCU"}};

void ReadFile(const fs::path& path, const std::string& root, std::vector<RegistryValue>& values) {
  if (!fs::is_regular_file(path)) {
    throw EnvironmentError(
        path.string() +
        " is not a regular file; check-install takes exported registries or Wine prefixes");
  }
  if (fs::file_size(path) > kByteLimit) {
    throw EnvironmentError(path.string() +
                           " is larger than 512 MiB; export only SOFTWARE\\Khronos and "
                           "SYSTEM\\CurrentControlSet\\Control\\Class");
  }
  const std::string bytes = ReadInputFile(path, "registry", kByteLimit);
  try {
    const std::vector<RegistryValue> read = ReadRegistryText(bytes, root, IsKeyOfInterest);
    values.insert(values.end(), read.begin(), read.end());
  } catch (const RegistryTextError& error) {
    throw EnvironmentError(fmt::format("{}: {}", path.string(), error.what()));
  }
}

std::vector<RegistryValue> ReadState(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) {
    throw EnvironmentError(
        path + " does not exist; check-install takes exported registries or Wine prefixes");
  }
  std::vector<RegistryValue> values;
  if (!fs::is_directory(path, error)) {
    ReadFile(path, {}, values);
    return values;
  }
  for (const auto& [file, root] : kWineFiles) {
    const fs::path one = fs::path(path) / file;
    if (!fs::exists(one, error)) {
      throw EnvironmentError(fmt::format("{} has no {}, so it is not a Wine prefix", path, file));
    }
    ReadFile(one, root, values);
  }
  return values;
}

bool Concerns(const std::vector<RegistryValue>& values, bool (*is_of)(RegistryPlace)) {
  return std::any_of(values.begin(), values.end(),
                     [&](const RegistryValue& value) { return is_of(PlaceOf(value)); });
}

Api ApiOf(const InstallUnderTest& install, std::optional<Api> api) {
  const std::vector<RegistryValue> changed = install.Changed();
  const bool vulkan = Concerns(changed, IsVulkanPlace);
  const bool openxr = Concerns(changed, IsOpenXrPlace);
  if (!api.has_value() && vulkan && openxr) {
    throw EnvironmentError(install.after_path +
                           " has new entries for Vulkan and for OpenXR; choose one with --api");
  }
  const bool found = !api.has_value() ? vulkan || openxr : api == Api::kVulkan ? vulkan : openxr;
  if (!found) {
    throw EnvironmentError(
        fmt::format("{} and {} do not differ in anything that loaders{} read; is the first one the "
                    "registry after installing?",
                    install.after_path, install.before_path,
                    !api.has_value()      ? ""
                    : api == Api::kVulkan ? " of Vulkan"
                                          : " of OpenXR"));
  }
  return api.value_or(vulkan ? Api::kVulkan : Api::kOpenXr);
}

void LookForFiles(InstallUnderTest& install) {
  const bool look_for_left = IsPrefix(install.uninstalled_path) && IsPrefix(install.before_path);
  install.files.emplace();
  if (look_for_left) install.remaining_files.emplace();
  for (const RegistryValue& value : install.Added()) {
    for (const std::string& path : ManifestsOf(value)) {
      (*install.files)[path] = ProblemOfManifest(install.after_path, path);
      if (look_for_left && FindInPrefix(install.uninstalled_path, path).has_value() &&
          !FindInPrefix(install.before_path, path).has_value()) {
        install.remaining_files->push_back(Lower(path));
      }
    }
  }
}

}  // namespace

ReadInstallResult ReadInstall(const std::string& before, const std::string& after,
                              const std::string& uninstalled, std::optional<Api> api, bool update) {
  ReadInstallResult result;
  InstallUnderTest& install = result.install;
  install.before_path = before;
  install.after_path = after;
  install.uninstalled_path = uninstalled;
  install.update = update;
  install.before = ReadState(before);
  install.after = ReadState(after);
  if (!uninstalled.empty()) install.uninstalled = ReadState(uninstalled);
  result.api = ApiOf(install, api);
  if (IsPrefix(after)) LookForFiles(install);
  install.old_values = OldValues(install);
  install.others_changed = OthersChanged(install);
  return result;
}

InstallUnderTest ReadInstallInFolders(const std::string& before, const std::string& after,
                                      const std::string& uninstalled) {
  InstallUnderTest install;
  install.before_path = before;
  install.after_path = after;
  install.uninstalled_path = uninstalled;
  const std::set<std::string> old = ManifestsBelow(before);
  std::set<std::string> still;
  if (!uninstalled.empty()) still = ManifestsBelow(uninstalled);
  install.new_manifests.emplace();
  for (const std::string& path : ManifestsBelow(after)) {
    if (old.contains(path)) continue;
    install.new_manifests->push_back(path);
    if (still.contains(path)) install.remaining_manifests.push_back(path);
  }
  if (install.new_manifests->empty()) {
    throw EnvironmentError(after +
                           " has no manifest of a Vulkan layer or driver that is absent from " +
                           before + "; is it the root of the machine after installing?");
  }
  return install;
}

}  // namespace loadstone
