// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/runtime_manifest.h"

#include "reference_loader/openxr/manifest.h"
#include "reference_loader/openxr/search_paths.h"

namespace reference_loader::openxr {
namespace {

std::optional<RuntimeManifest> ReadRuntimeManifest(const std::string& text, const std::string& path,
                                                   const SystemRules& rules, const Log& log) {
  std::string problem;
  const std::unique_ptr<Manifest> manifest = Manifest::Parse(text, "runtime", &problem);
  if (manifest != nullptr) {
    RuntimeManifest runtime;
    runtime.manifest_path = path;
    runtime.library_path = LibraryPath(manifest->component(), path, rules);
    runtime.negotiate_function =
        ExportedName(manifest->component(), "xrNegotiateLoaderRuntimeInterface");
    if (!runtime.library_path.empty()) return runtime;
    problem = "it has no library_path";
  }
  log.Error("the runtime manifest " + path + " is not usable: " + problem);
  return std::nullopt;
}

}  // namespace

std::optional<RuntimeManifest> FindActiveRuntime(const Platform& platform, const Log& log) {
  for (const std::string& path : RuntimeManifestPaths(platform)) {
    const std::optional<std::string> text = platform.ReadFile(path, kMaximumManifestSize);
    if (text) {
      if (log.IsEnabled(LogLevel::kInfo)) log.Info("the active runtime is described in " + path);
      return ReadRuntimeManifest(*text, path, platform.rules(), log);
    }
    if (log.IsEnabled(LogLevel::kDebug)) log.Debug("no manifest of a runtime at " + path);
  }
  log.Error("there is no manifest of an active runtime that can be read");
  return std::nullopt;
}

}  // namespace reference_loader::openxr
