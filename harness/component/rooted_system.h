// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_ROOTED_SYSTEM_H_
#define LOADSTONE_HARNESS_COMPONENT_ROOTED_SYSTEM_H_

#include <optional>
#include <string>
#include <vector>

#include "harness/component/dynamic_tokens.h"
#include "harness/component/rooted_folder.h"
#include "harness/world/elf_file.h"

namespace loadstone {

// What --root takes, for messages.
inline constexpr char kRootWanted[] = "the folder of an unpacked system";

// The unpacked system of --root, as a process inside sees it. No code of that system is executed:
// what its dynamic linker does is read from its files.
class RootedSystem {
 public:
  // Throws EnvironmentError, in one line, if `root` is not a folder.
  explicit RootedSystem(const std::string& root);

  // Returns the path on the host, without links, of what the system has at `path`; empty if it has
  // nothing there.
  std::string OnHost(const std::string& path) const { return folder_.HostPath(path); }
  // Returns the path in the system of a path on the host that is below its folder.
  std::optional<std::string> InSystem(const std::string& host_path) const;

  // Returns the folders at the top of the system that a world can show: not those that worlds have
  // of their own, such as /dev and /tmp.
  std::vector<std::string> Folders() const;

  // Returns the libraries in the dynamic linker's cache, as paths in the system; only those of
  // `name`, if it is not empty.
  std::vector<std::string> CachedLibraries(const std::string& name = {}) const;
  // Returns the architectures of RunnableArchitectures whose dynamic linker the system has.
  std::vector<Architecture> Architectures() const;
  // Returns the paths in the system at which its dynamic linker for an architecture may find a
  // library of that name, in search order. A system that was unpacked and not configured has no
  // cache, so the folders that would be in it count.
  std::vector<std::string> PlacesOf(const std::string& name,
                                    const Architecture& architecture = OwnArchitecture()) const;
  // Returns the values of that dynamic linker's tokens; `origin` is empty.
  DynamicTokens Tokens(const Architecture& architecture = OwnArchitecture()) const;

 private:
  // Returns the folders that the dynamic linker itself contains, without the last slash.
  std::vector<std::string> DefaultFolders(const Architecture& architecture) const;
  void AddConfiguredFolders(const std::string& file, size_t depth,
                            std::vector<std::string>& folders) const;

  RootedFolder folder_;
  std::string root_;  // without links
};

// Returns the path on the host of a regular file that the user names, or that a world has: in the
// system in the folder `root` if it contains the file, with links resolved inside of it; else, or
// if `root` is empty, `path` itself. Throws EnvironmentError, in one line, if the root is not a
// folder.
std::string HostPathIn(const std::string& root, const std::string& path);

// Returns the folders of null-terminated paths that end with a slash, where several follow each
// other, as in the binary of a dynamic linker. The result has no last slashes.
std::vector<std::string> LinkerFoldersIn(const std::string& binary);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_ROOTED_SYSTEM_H_
