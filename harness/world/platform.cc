// SPDX-License-Identifier: Apache-2.0
#include "harness/world/platform.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

namespace loadstone {
namespace {

// The variables of both APIs with lists of paths or names, which are separated by colons on Linux.
constexpr const char* kListVariables[] = {
    "VK_LAYER_PATH",        "VK_ADD_LAYER_PATH",  "VK_IMPLICIT_LAYER_PATH",
    "VK_DRIVER_FILES",      "VK_ICD_FILENAMES",   "VK_ADD_IMPLICIT_LAYER_PATH",
    "VK_ADD_DRIVER_FILES",  "VK_INSTANCE_LAYERS", "XR_API_LAYER_PATH",
    "XR_ENABLE_API_LAYERS",
};
// The variable with a single path.
constexpr char kPathVariable[] = "XR_RUNTIME_JSON";

}  // namespace

bool IsWindows(const Subject& subject) { return subject.platform == kWindows; }

bool IsEmulatedOnLinux(const std::string& platform) {
  return platform == kMacos || platform == kFuchsia || platform == kAndroid;
}

bool IsAndroid(const Subject& subject) { return subject.platform == kAndroid; }

std::string PlatformName(const std::string& platform) {
  static const std::map<std::string, std::string> kNames = {{"linux", "Linux"},
                                                            {kWindows, "Windows"},
                                                            {kMacos, "macOS"},
                                                            {kFuchsia, "Fuchsia"},
                                                            {kAndroid, "Android"}};
  const auto name = kNames.find(platform);
  return name == kNames.end() ? platform : name->second;
}

Subject SubjectHere() {
  Subject here;
  here.platform = kOwnPlatform;
  return here;
}

std::string NativePath(const Subject& subject, const std::string& path) {
  return IsWindows(subject) && path.starts_with("/") ? WindowsPath(path) : path;
}

std::string NativeList(const Subject& subject, const std::string& list) {
  if (!IsWindows(subject) || list.find('\\') != std::string::npos) return list;
  std::string native;
  for (size_t at = 0; at <= list.size();) {
    const size_t end = std::min(list.find(':', at), list.size());
    native += NativePath(subject, list.substr(at, end - at));
    if (end < list.size()) native += ';';
    at = end + 1;
  }
  return native;
}

std::string LibraryFile(const Subject& subject, const std::string& name) {
  return IsWindows(subject) ? name + ".dll" : "lib" + name + ".so";
}

std::string WithLibrarySuffix(const Subject& subject, const std::string& path) {
  if (!IsWindows(subject) || !path.ends_with(".so")) return path;
  return path.substr(0, path.size() - 3) + ".dll";
}

std::string NativeLibraryPath(const Subject& subject, const std::string& path) {
  if (!IsWindows(subject)) return path;
  std::string native = NativePath(subject, WithLibrarySuffix(subject, path));
  std::replace(native.begin(), native.end(), '/', '\\');
  return native;
}

std::string LibrarySearchFolder(World& world, const Subject& subject) {
  const std::string& application = world.application();
  if (IsWindows(subject)) return application.substr(0, application.rfind('/'));
  constexpr char kFolder[] = "/opt/vendor/lib";
  world.Env("LD_LIBRARY_PATH", kFolder);
  return kFolder;
}

void AddActiveRuntime(World& world, const std::string& place, const std::string& file,
                      const std::string& text) {
  if (place.starts_with("/")) {
    world.File(place + "/" + file, text);
    return;
  }
  const std::string path = FolderOfKey(place) + "/" + file;
  world.File(path, text).Registry(RegistryText(place, "ActiveRuntime", WindowsPath(path)));
}

std::string NativeValue(const Subject& subject, const std::string& variable,
                        const std::string& value) {
  if (variable == kPathVariable) return NativePath(subject, value);
  const bool list = std::find(std::begin(kListVariables), std::end(kListVariables), variable) !=
                    std::end(kListVariables);
  return list ? NativeList(subject, value) : value;
}

void MakeVariablesNative(World& world, const Subject& subject) {
  if (!IsWindows(subject)) return;
  const std::map<std::string, std::string> environment = world.environment();
  for (const auto& [name, value] : environment) world.Env(name, NativeValue(subject, name, value));
}

}  // namespace loadstone
