// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_PLATFORM_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_PLATFORM_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference_loader/common/registry.h"
#include "reference_loader/common/system_rules.h"

namespace reference_loader {

// What Android reports about the running application.
struct InstalledApplication {
  // The folder with the application's own libraries; empty when there is none.
  std::string library_folder;
  // The folder with the application's own files; empty when there is none.
  std::string asset_folder;
  bool debuggable = false;
};

// Everything that a loader asks of the operating system. There are implementations for Linux and
// for Windows, and one with a whole machine in memory, so that discovery runs in unit tests and
// fuzzers. All methods may be called from several threads at once.
class Platform {
 public:
  virtual ~Platform() = default;

  // The rules of the system, valid as long as this object.
  virtual const SystemRules& rules() const { return kLinuxRules; }

  // The content of the regular file at `path`; nothing when it is missing, unreadable, larger than
  // `limit` bytes or not a regular file. Never blocks, also on FIFOs and devices.
  virtual std::optional<std::string> ReadFile(const std::string& path, size_t limit) const = 0;

  // Names (not paths) of the entries of a folder that end in ".json", sorted, so that the order is
  // the same in every run. Empty when the folder cannot be read.
  virtual std::vector<std::string> ListManifests(const std::string& folder) const = 0;

  // Names of the entries of a folder that end in ".so", sorted; empty when it cannot be read.
  virtual std::vector<std::string> ListLibraries(const std::string& /*folder*/) const { return {}; }

  virtual bool IsFolder(const std::string& path) const = 0;

  // The path without symbolic links, "." and "..", to find out whether two paths lead to the same
  // file; `path` itself where the system cannot resolve it.
  virtual std::string Canonical(const std::string& path) const { return path; }

  // The value of an environment variable; nothing when it is not defined.
  virtual std::optional<std::string> Environment(const char* name) const = 0;

  // The values of a key, in the order of the registry. Empty when the key has none or does not
  // exist.
  virtual std::vector<RegistryValue> RegistryValues(RegistryRoot,
                                                    const std::string& /*key*/) const {
    return {};
  }

  // The values of that name in the keys of the present display adapters and of the software
  // components that belong to them.
  virtual std::vector<RegistryValue> DeviceValues(const std::string& /*name*/) const { return {}; }

  // The root folders of the installed Windows packages of a family.
  virtual std::vector<std::string> PackageFolders(const std::string& /*family*/) const {
    return {};
  }

  // The value of a property of an Android system; nothing when it is not defined.
  virtual std::optional<std::string> Property(const std::string& /*name*/) const { return {}; }

  // The reply of an Android content provider for the path of a URI: a JSON array of objects whose
  // members are the columns of its table. Nothing when no provider replies.
  virtual std::optional<std::string> Content(const std::string& /*authority*/,
                                             const std::string& /*path*/) const {
    return {};
  }

  // The running application, on Android.
  virtual InstalledApplication Application() const { return {}; }

  // True for a 32-bit process on a 64-bit system that has separate registry keys for such
  // processes.
  virtual bool Is32BitOn64BitSystem() const { return false; }

  // True when the process has more privileges than the user who started it.
  virtual bool Elevated() const = 0;

  // Absolute path of the running executable, or empty when it is unknown.
  virtual std::string ExecutablePath() const = 0;

  // Opens a shared library; the system searches for a bare file name. Returns null and sets `error`
  // on failure. The caller closes each opened library once, with CloseLibrary.
  virtual void* OpenLibrary(const std::string& path, std::string* error) const = 0;
  virtual void CloseLibrary(void* library) const = 0;
  virtual void* Symbol(void* library, const char* name) const = 0;

  // Writes one line, without its line end, to the place where the user reads messages.
  virtual void WriteLog(std::string_view line) const = 0;

  // An environment variable through which a user could load code or files into the process;
  // undefined for an elevated process, whatever the environment contains.
  std::optional<std::string> SecureEnvironment(const char* name) const {
    std::optional<std::string> value = Environment(name);
    if (value && Elevated()) return std::nullopt;
    return value;
  }
};

// The machine that this process runs on. Never destroyed.
const Platform& HostPlatform();

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_PLATFORM_H_
