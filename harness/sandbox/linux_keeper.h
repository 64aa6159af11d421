// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_LINUX_KEEPER_H_
#define LOADSTONE_HARNESS_SANDBOX_LINUX_KEEPER_H_

#include <map>
#include <string>
#include <vector>

#include "harness/sandbox/keeper_message.h"
#include "harness/sandbox/linux_system.h"
#include "harness/sandbox/sandbox.h"

namespace loadstone {

// The keeper is the process that creates worlds. Its root is a separate file system in memory,
// which has everything that worlds share, prepared once, at these paths:
inline constexpr char kKeeperCase[] = "/case";        // the root of the next world is made here
inline constexpr char kKeeperLibrary[] = "/library";  // what worlds can have copies of
inline constexpr char kKeeperTraces[] = "/traces";    // outlive the worlds
inline constexpr char kKeeperPlain[] = "/probe/plain";
inline constexpr char kKeeperEmulated[] = "/probe/emulated";  // with an emulator: the probe
inline constexpr char kKeeperCoverage[] = "/coverage";        // of MakeCoverageSandbox
inline constexpr char kKeeperSubject[] = "/subject";          // a folder with one file

// Returns the path of the copy of the program that the kernel executes for an application with this
// elevation: the probe, or the emulator that runs it. Those with another ID must have been placed.
std::string ProgramPath(Elevation elevation);

// The files of the host that the keeper needs, opened while the process still has the privileges
// for it.
struct HostFiles {
  explicit HostFiles(const KeeperOptions& options);

  linux_system::Fd probe;
  linux_system::Fd emulator;  // invalid without one
  linux_system::Fd subject;
  std::string subject_name;
  // Whether there is a folder of MakeCoverageSandbox. It is then the working folder of the process,
  // as the root of `system` is, for the same reasons.
  bool coverage = false;
  std::map<std::string, linux_system::Fd> library;  // by file name
  std::vector<std::string> folders;                 // SandboxOptions::folders
  HostView view;
  std::vector<std::string> devices;  // SandboxOptions::devices
  // The prefix of paths in the worlds' system: empty for the host, or "." for another root, which
  // is then the working folder of the process. It is not an absolute path, because the user whose
  // ID the keeper takes may not have access to the folders above that root, and because the
  // keeper's own root is assembled on top of /tmp.
  std::string system;
};

// A folder of the host, an empty folder, or a symbolic link, that every world shows at the same
// path.
struct SharedFolder {
  std::string path;
  std::string link_target = {};  // empty for a folder, which the keeper has mounted at `path`
  bool yields = false;           // a link that is omitted if the world has a file at its path
  bool is_file = false;          // the keeper has mounted a file at `path`
  bool is_empty = false;         // an empty folder, which the keeper does not have
};

// Moves the calling process, which is in a new user namespace, to a new mount namespace whose root
// has the paths above and the folders returned. Throws EnvironmentError.
std::vector<SharedFolder> EnterKeeperRoot(const HostFiles& files);

// Creates the copy of the program that is set-user-ID or set-group-ID, unless it exists. Called by
// a keeper in its root that has another ID. Throws HarnessError.
void PlaceSetIdProgram(Elevation elevation);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_LINUX_KEEPER_H_
