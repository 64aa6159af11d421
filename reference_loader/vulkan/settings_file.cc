// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/settings_file.h"

#include "reference_loader/common/json.h"
#include "reference_loader/common/path_list.h"
#include "reference_loader/common/version.h"

namespace reference_loader::vulkan {
namespace {

constexpr char kFileName[] = "vk_loader_settings.json";
constexpr char kFolder[] = "vulkan/loader_settings.d";
constexpr char kKey[] = "Vulkan\\LoaderSettings";

// Adds the file below the folder in a variable, if the variable is set.
void AddPlace(const Platform& platform, const char* variable, const char* below,
              std::vector<std::string>* paths) {
  const std::string base = platform.SecureEnvironment(variable).value_or("");
  if (base.empty()) return;
  paths->push_back(JoinPath(JoinPath(JoinPath(base, below), kFolder), kFileName));
}

std::vector<std::string> PathsInFolders(const Platform& platform) {
  std::vector<std::string> paths;
  AddPlace(platform, "HOME", ".local/share", &paths);
  AddPlace(platform, "XDG_DATA_HOME", "", &paths);
  paths.push_back(JoinPath(JoinPath("/etc", kFolder), kFileName));
  return paths;
}

std::vector<std::string> PathsInRegistry(const Platform& platform) {
  std::vector<std::string> paths;
  const auto add = [&](RegistryRoot root) {
    for (std::string& path : ManifestsInKey(platform, root, KhronosKey(platform, kKey))) {
      const std::string identity = PathIdentity(path, platform.rules());
      if (FileName(identity, platform.rules()) == kFileName) paths.push_back(std::move(path));
    }
  };
  if (!platform.Elevated()) add(RegistryRoot::kCurrentUser);
  add(RegistryRoot::kLocalMachine);
  return paths;
}

// Why the text is not a valid settings file, or null. The result may point into `error`.
const char* FindProblem(const std::string& text, std::string* error) {
  const std::unique_ptr<JsonDocument> document = JsonDocument::Parse(text, error);
  if (document == nullptr) return error->c_str();
  const JsonValue root = document->Root();
  if (!ParseVersion(root.Get("file_format_version").String().value_or(""))) {
    return "has no file_format_version";
  }
  return root.Get("settings").IsObject() ? nullptr : "has no settings";
}

}  // namespace

void ReadSettingsFile(const Platform& platform, const Log& log) {
  const std::vector<std::string> paths =
      platform.rules().has_registry ? PathsInRegistry(platform) : PathsInFolders(platform);
  for (const std::string& path : paths) {
    const std::optional<std::string> text = platform.ReadFile(path, kMaximumManifestSize);
    if (!text) continue;
    std::string error;
    const char* problem = FindProblem(*text, &error);
    if (problem == nullptr) {
      log.Write(kLogInfo, path + ": the settings file; no setting of it is known");
    } else {
      log.Write(kLogWarning, path + ": the settings file " + problem + ", ignored");
    }
    return;
  }
}

}  // namespace reference_loader::vulkan
