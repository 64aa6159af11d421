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
  // The limit on user-mode processor time of the whole world, and on the time that it is blocked.
  // Total processor time, with the kernel's work, is limited to kWallTimeFactor times as much, and
  // so is wall time without the time that the world waited for the machine: both depend more on the
  // machine than on the world.
  double seconds = 10;
  uint64_t memory_bytes = uint64_t{1} << 30;  // address space; 0: unlimited
  uint64_t processes = 64;
  uint64_t file_bytes = uint64_t{64} << 20;
  uint64_t disk_bytes = uint64_t{256} << 20;
};

inline constexpr double kWallTimeFactor = 6;

// An emulated program needs this many times the processor time: 5 to 20 times for the code of a
// loader, less with the kernel's work.
inline constexpr double kEmulationTimeFactor = 10;
// The address space of the emulator itself, most of which is for translated code.
inline constexpr uint64_t kEmulatorBytes = uint64_t{1} << 30;

// Why a world did not end in time, according to the state of its processes.
enum class Stuck {
  kBusy,     // used up their processor time
  kBlocked,  // every thread was asleep, and none had run for a while
  kUnknown,  // neither: the machine may have been too busy to run them
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
  // For kTimedOut only: the reason, and the processor time that the world had used.
  Stuck stuck = Stuck::kUnknown;
  double processor_seconds = 0;
};

// The output of one probe.
struct ProbeResult {
  Ending ending;
  std::string trace;   // the lines written to kTracePath
  std::string output;  // standard output and error, in the order written, cut at 1 MiB
};

// Creates worlds, one after another. Each world has its own root, processes, users and IPC objects;
// the worlds of one sandbox share a host name and a network without devices. After Run nothing of a
// world is left, whatever happened inside.
class Sandbox {
 public:
  virtual ~Sandbox() = default;

  // Creates `world`, starts the probe in it with `arguments` after its name, waits for its end and
  // removes everything. Throws HarnessError if the world could not be created, and NotOnPlatform if
  // it needs a second ID that this sandbox does not have. Calls must not overlap: a thread or
  // process that runs worlds beside others has a sandbox of its own.
  virtual ProbeResult Run(const World& world, const std::vector<std::string>& arguments,
                          const Limits& limits) = 0;

  // Sets a function that later calls of Run call once the world is started, with the process ID,
  // outside of the world, of its first process. It runs on the thread of that call; if it throws,
  // so does Run, and the sandbox can only be destroyed.
  void OnStart(std::function<void(int init)> on_start) { on_start_ = std::move(on_start); }

 protected:
  std::function<void(int init)> on_start_;
};

// What worlds show of the host in addition to the system libraries: everything in `folders` except
// `hidden`, read-only and at the same paths. Files of a world take precedence. `empty` are folders
// that worlds have without their content.
struct HostView {
  std::vector<std::string> folders = {};
  std::vector<std::string> hidden = {};
  std::vector<std::string> empty = {};
};

struct SandboxOptions {
  std::string keeper;   // the program that creates worlds (keeper_main.cc)
  std::string probe;    // the program that is started inside
  std::string subject;  // the loader binary; empty for worlds without one
  std::string library;  // the folder of the mocks, whose files worlds may have copies of
  // Further files of the host that worlds may have copies of; HostFileName(i) is the name of
  // files[i].
  std::vector<std::string> files = {};
  // Further folders and files of the host that every world shows, read-only and at the same path.
  std::vector<std::string> folders = {};
  HostView view = {};
  // Devices of the host below /dev that worlds have in addition to the harmless ones.
  std::vector<std::string> devices = {};
  // The folder of another, unpacked system, whose libraries worlds have instead of the host's, and
  // in which `view` is resolved; empty for the host. Nothing is written to it.
  std::string root = {};
  // The static program of the host that runs `probe`, if the host's processor cannot run it itself;
  // empty if it can. The probe's limits are then kEmulationTimeFactor and kEmulatorBytes higher.
  std::string emulator = {};
};

// Returns the name by which World::Copy refers to SandboxOptions::files[index].
std::string HostFileName(size_t index);
// Returns whether every world shows the host's file or folder at this path, which must not contain
// symbolic links, because of the system libraries or `view`.
bool IsVisibleInWorlds(const std::string& path, const HostView& view = {});

// Returns the backend for Linux, which uses namespaces (see linux_sandbox.md). It starts a keeper,
// a process that ends with the sandbox and with the calling process. Throws EnvironmentError with
// the remedy if the kernel refuses.
std::unique_ptr<Sandbox> MakeLinuxSandbox(const SandboxOptions& options);

// Throws EnvironmentError, with the remedy, if Wine is missing, or a part of `options` that its
// worlds need.
void RequireWine(const SandboxOptions& options);

// The folder of the DLLs that Wine has itself, for 64-bit programs.
inline constexpr char kWineLibraries[] = "/usr/lib/x86_64-linux-gnu/wine/x86_64-windows";
// Returns the backend for Windows: Wine in worlds of the backend for Linux (see wine_sandbox.md).
// `options.probe` is the program for Windows, `launcher` the one that starts Wine
// (wine_launcher.cc). Throws EnvironmentError as MakeLinuxSandbox and RequireWine do.
std::unique_ptr<Sandbox> MakeWineSandbox(const SandboxOptions& options,
                                         const std::string& launcher);

// Returns the backend for Windows on Windows itself (see windows_sandbox.md). Of `options`, it uses
// the probe, the subject and the library. Throws EnvironmentError if a part is missing, or if this
// user cannot have what its worlds need.
std::unique_ptr<Sandbox> MakeWindowsSandbox(const SandboxOptions& options);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_SANDBOX_H_
