// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_LINUX_KEEPER_H_
#define LOADSTONE_HARNESS_SANDBOX_LINUX_KEEPER_H_

#include <map>
#include <string>
#include <vector>

#include "harness/sandbox/linux_system.h"
#include "harness/sandbox/sandbox.h"

namespace loadstone {

// The keeper is the process that makes sandboxes. Its root is a file system of its own in memory,
// where everything that worlds have in common is prepared once, in these places:
inline constexpr char kKeeperCase[] = "/case";        // the root of the next world is made here
inline constexpr char kKeeperLibrary[] = "/library";  // what worlds hold copies of
inline constexpr char kKeeperTraces[] = "/traces";    // outlive the worlds
inline constexpr char kKeeperPlain[] = "/probe/plain";
inline constexpr char kKeeperSubject[] = "/subject";  // a folder with one file

// The copy of the probe that an application of this elevation is. Those with another ID must have
// been placed.
std::string ProgramWith(Elevation elevation);

// The files of the host that the keeper needs, opened while the process still has the rights to.
struct HostFiles {
  explicit HostFiles(const SandboxOptions& options);

  linux_system::Fd probe;
  linux_system::Fd subject;
  std::string subject_name;
  std::map<std::string, linux_system::Fd> library;  // by file name
  std::vector<std::string> folders;                 // SandboxOptions::folders
  HostView view;
  std::vector<std::string> devices;  // SandboxOptions::devices
  // The system of worlds as a prefix of its paths: empty for the host's, or "." for another root,
  // which is then the current folder of the process. The user whose ID the keeper takes may not be
  // let into the folders above that root, and the keeper's own root is put together on top of /tmp.
  std::string system;
};

// A folder of the host, or a symbolic link, that every world shows in the same place.
struct SharedFolder {
  std::string path;
  std::string link_target = {};  // empty for a folder, which the keeper has mounted at `path`
  bool yields = false;           // a link that is left out where the world has something itself
};

// Moves the calling process, which is in a user namespace of its own, into a new mount namespace
// whose root holds the places above and the folders returned. Throws EnvironmentError.
std::vector<SharedFolder> EnterKeeperRoot(const HostFiles& files);

// Makes the copy of the probe that is set-user-ID or set-group-ID, unless it is there. For a keeper
// in its root that has another ID. Throws HarnessError.
void PlaceProgramOfOther(Elevation elevation);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_LINUX_KEEPER_H_
