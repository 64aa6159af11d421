// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_EXECUTOR_CHILD_H_
#define LOADSTONE_FUZZ_OUTSIDE_EXECUTOR_CHILD_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "fuzz/outside/api.h"
#include "fuzz/outside/coverage.h"
#include "fuzz/outside/input.h"
#include "harness/probe/memory_error.h"

namespace loadstone::fuzz {

inline constexpr size_t kMaxEnumerated = 1024;
// The capacity for an application that enumerates layers without asking for the count first; more
// than any generated machine has.
inline constexpr uint32_t kLayerCapacity = 32;
inline constexpr size_t kMaxNameSize = 256;  // of layer and extension, with terminating zero
inline constexpr size_t kRoomForWords = size_t{1} << 20;

// A layer as it was enumerated.
struct EnumeratedRecord {
  char name[kMaxNameSize];
  uint64_t api_version;
  uint32_t implementation;
  char description[256];
};

// A list of extensions as it was enumerated.
struct ExtensionRecords {
  bool asked;
  int result;
  uint32_t count;
  char names[kMaxEnumerated][kMaxNameSize];
  uint32_t versions[kMaxEnumerated];

  // Stores the `listed` properties as far as there is room; `version` is the member with the
  // version of an extension.
  template <typename Properties>
  void Keep(const Properties* properties, uint32_t listed, uint32_t Properties::*version) {
    count = listed < kMaxEnumerated ? listed : static_cast<uint32_t>(kMaxEnumerated);
    for (uint32_t i = 0; i < count; ++i) {
      static_assert(sizeof(properties[i].extensionName) <= kMaxNameSize);
      memcpy(names[i], properties[i].extensionName, sizeof(properties[i].extensionName));
      versions[i] = properties[i].*version;
    }
  }
};

// The properties that a physical device reports.
struct PropertiesRecord {
  bool asked;
  char name[256];
  uint32_t vendor;
  uint32_t device;
  uint32_t driver_version;
};

// The list of all physical devices.
struct DeviceListRecord {
  bool asked;
  int result;
  uint32_t of_usual_driver;
};

// The groups of physical devices: see oracle::ListedGroups.
struct GroupListRecord {
  bool asked;
  bool found;
  int result;
  uint32_t devices_in_none;
  uint32_t devices_in_several;
  uint32_t other_devices;
  uint32_t of_usual_driver;
};

// The memory shared by the probe, which judges, and the executor, which loads the subject.
struct Shared {
  // The question: variables, layers and extensions, one after another, each terminated by a zero.
  uint32_t variables;
  uint32_t layers;
  uint32_t extensions;
  bool create;
  bool device;
  bool guard;  // for the whole process; the rest is for the question
  GuardMode guard_mode;
  char words[kRoomForWords];

  // The answer.
  volatile int step;
  volatile uint64_t crash_place;  // offset in the subject; 0: outside of it
  volatile bool stack_ended;
  MemoryErrorReport memory_error;
  int enumerate_result;
  uint32_t count;
  EnumeratedRecord enumerated[kMaxEnumerated];
  ExtensionRecords listed_extensions;  // of instances
  char asked_layer[kMaxNameSize];      // whose extensions were enumerated
  ExtensionRecords layer_extensions;
  ExtensionRecords device_extensions;
  PropertiesRecord properties;  // of the first physical device
  DeviceListRecord devices;
  GroupListRecord groups;
  bool looked_up;            // whether functions were looked up
  uint32_t found_functions;  // a bit for each function of the API's list
  bool created;              // whether an instance was created
  int create_result;
  int device_result;
  uint64_t trace_size;  // of the first run, if there are several
  int lost_descriptors;
  int lost_threads;
  unsigned changes;  // of the process state, see ProcessState::ChangesSince
  uint64_t peak_growth_kib;
  PlaceCounts coverage;  // of the first run, if there are several

  // On Windows, what a thread of the executor tells: the processor time of all its threads so far,
  // since Wine tells a process only its own, and how often the thread has run.
  volatile int64_t processor_microseconds;
  volatile int64_t heartbeats;
};

// Stores the question of `input` in `shared`; returns false if it is too large.
bool WriteQuestion(const Input& input, Shared& shared);

// The question in the memory of `shared`, into which its texts point.
struct Question {
  std::vector<char*> variables;  // NAME=value, ending with a null pointer
  std::vector<const char*> layers;
  std::vector<const char*> extensions;

  void Read(Shared& shared);
};

#ifndef _WIN32
// The executor: writes a byte to `done` when it is ready, then waits for a byte on `go`, asks the
// subject, and writes a byte to `done`, until `go` is closed.
[[noreturn]] void ExecutorMain(const FuzzedApi& api, const std::string& subject, Shared& shared,
                               int go, int done);
#else
// The first argument of a program that is to be an executor, and its body: the other arguments are
// the API, the path of the subject in the world, and the numbers of three handles: of the shared
// memory and of the events with which the probe asks, and the executor answers. It answers once
// when it is ready.
inline constexpr char kExecutorWord[] = "fuzz-executor";
[[noreturn]] void ExecutorMain(const std::vector<std::string>& words);
// The exit status of an executor that cannot load the subject.
inline constexpr unsigned kCannotLoad = 0x10adbad;
#endif

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_EXECUTOR_CHILD_H_
