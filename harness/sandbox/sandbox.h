// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_SANDBOX_H_
#define LOADSTONE_HARNESS_SANDBOX_SANDBOX_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "harness/errors.h"
#include "harness/world/places.h"
#include "harness/world/world.h"

namespace loadstone {

// What one probe may use up.
struct Limits {
  // Processor time of the code in the whole world, and how long it may be blocked. What the kernel
  // does for it counts only where all is kWallTimeFactor times as much, and wall time, without what
  // the world waited for the machine, ends it after as much: both say more of the machine.
  double seconds = 10;
  uint64_t memory_bytes = uint64_t{1} << 30;  // address space; 0: unlimited
  uint64_t processes = 64;
  uint64_t file_bytes = uint64_t{64} << 20;
  uint64_t disk_bytes = uint64_t{256} << 20;
};

inline constexpr double kWallTimeFactor = 6;

// What the processes of a world were seen doing that had not ended in time.
enum class Stuck {
  kBusy,     // they had used up their processor time
  kBlocked,  // every thread was asleep, and none had run for a while
  kUnknown,  // neither: the machine may have been too busy to let them run
};

// How a probe ended.
struct Ending {
  enum class Kind {
    kExited,     // `value` is the exit status
    kSignalled,  // `value` is the signal
    kTimedOut,   // `value` is not used; the whole world was killed
  };
  Kind kind = Kind::kExited;
  int value = 0;
  double seconds = 0;
  uint64_t peak_memory_bytes = 0;
  // Of kTimedOut alone: why, and the processor time that the world had used.
  Stuck stuck = Stuck::kUnknown;
  double processor_seconds = 0;
};

// Everything that one probe left.
struct ProbeResult {
  Ending ending;
  std::string trace;   // the lines written to kTracePath
  std::string output;  // standard output and standard error, in the order written, cut at 1 MiB
};

// Makes worlds real, one after another. Each world has its own root, processes, users and IPC
// objects; the worlds of one sandbox share a network without devices and a host name. Nothing of a
// world is left after Run, whatever happened inside.
class Sandbox {
 public:
  virtual ~Sandbox() = default;

  // Makes `world` real, starts the probe in it with `arguments` after its name, waits for its end
  // and removes everything. Throws HarnessError where the world could not be made, and
  // NotOnPlatform where it takes a second ID that this sandbox does not have.
  virtual ProbeResult Run(const World& world, const std::vector<std::string>& arguments,
                          const Limits& limits) = 0;

  // Called in the middle of each Run from then on, with the process ID that the first process of
  // the world has outside.
  void OnStart(std::function<void(int init)> on_start) { on_start_ = std::move(on_start); }

 protected:
  std::function<void(int init)> on_start_;
};

// What worlds show of the host besides the libraries of the system: everything in `folders` but
// `hidden`, read-only and under the same paths. What a world itself has at a path comes first.
struct HostView {
  std::vector<std::string> folders = {};
  std::vector<std::string> hidden = {};
};

struct SandboxOptions {
  std::string keeper;   // the program that makes the worlds (keeper_main.cc)
  std::string probe;    // the program that is started inside
  std::string subject;  // the loader binary; empty for worlds without one
  std::string library;  // the folder whose files a world may hold copies of: the mocks
  // Further files of the host; a copy of files[i] is called HostFileName(i).
  std::vector<std::string> files = {};
  // Further folders of the host that every world shows, read-only and in the same place.
  std::vector<std::string> folders = {};
  HostView view = {};
  // Devices of the host below /dev that worlds have in addition to the harmless ones.
  std::vector<std::string> devices = {};
  // The folder of another system, unpacked, whose libraries worlds have in place of the host's, and
  // in which `view` is found; empty for the host's own. Nothing is written to it.
  std::string root = {};
};

// What World::Copy calls the file SandboxOptions::files[index].
std::string HostFileName(size_t index);
// Whether every world shows the host's file or folder of that path, which holds no symbolic link,
// with the libraries of the system or by `view`.
bool IsShownInWorlds(const std::string& path, const HostView& view = {});

// The backend for Linux: namespaces (see linux_sandbox.md beside this file). It starts a keeper, a
// process that ends with the sandbox and with the calling process. Throws EnvironmentError where
// the kernel refuses, with the remedy.
std::unique_ptr<Sandbox> MakeLinuxSandbox(const SandboxOptions& options);

// Throws EnvironmentError, with the remedy, where Wine is missing, or what of `options` stands in
// its worlds.
void RequireWine(const SandboxOptions& options);
// The backend for Windows: Wine, in worlds of the backend for Linux (see wine_sandbox.md beside
// this file). `options.probe` is the program for Windows, `launcher` the one that starts Wine
// (wine_launcher.cc). Throws EnvironmentError likewise, and as RequireWine.
std::unique_ptr<Sandbox> MakeWineSandbox(const SandboxOptions& options,
                                         const std::string& launcher);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_SANDBOX_H_
