#include "harness/world/platform.h"

#include <algorithm>
#include <map>
#include <vector>

namespace loadstone {
namespace {

// The variables of both APIs that hold lists, of paths or of names, with colons on Linux.
constexpr const char* kListVariables[] = {
    "VK_LAYER_PATH",       "VK_ADD_LAYER_PATH",    "VK_IMPLICIT_LAYER_PATH",
    "VK_DRIVER_FILES",     "VK_ICD_FILENAMES",     "VK_ADD_IMPLICIT_LAYER_PATH",
    "VK_ADD_DRIVER_FILES", "VK_INSTANCE_LAYERS",   "XR_API_LAYER_PATH",
    "XR_RUNTIME_JSON",     "XR_ENABLE_API_LAYERS",
};

}  // namespace

bool IsWindows(const Subject& subject) { return subject.platform == kWindows; }

std::string NativePath(const Subject& subject, const std::string& path) {
  return IsWindows(subject) && path.starts_with("/") ? WindowsPath(path) : path;
}

std::string NativeList(const Subject& subject, const std::string& list) {
  if (!IsWindows(subject)) return list;
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

void AddActiveRuntime(World& world, const Subject& subject, const std::string& place,
                      const std::string& file, const std::string& text) {
  if (!IsWindows(subject)) {
    world.File(place + "/" + file, text);
    return;
  }
  const std::string path = "/manifests/OpenXR/" + file;
  world.File(path, text).Registry(RegistryText(place, "ActiveRuntime", WindowsPath(path)));
}

void MakeListVariablesNative(World& world, const Subject& subject) {
  if (!IsWindows(subject)) return;
  const std::map<std::string, std::string> environment = world.environment();
  for (const char* name : kListVariables) {
    const auto found = environment.find(name);
    if (found != environment.end()) world.Env(name, NativeList(subject, found->second));
  }
}

}  // namespace loadstone
