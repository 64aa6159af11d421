// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_ANSWER_H_
#define LOADSTONE_ORACLE_ANSWER_H_

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

namespace loadstone::oracle {

// Why a process that does not come back will not.
enum class Stuck {
  kNo,       // it may yet: it has not had its processor time
  kBusy,     // it has had the processor for all the time that it may take
  kBlocked,  // it waits, and has done nothing at all for several looks
};

// What the subject was asked last.
enum class Step { kLoad, kEnumerate, kExtensions, kCreate, kUse, kDestroy, kEnd };

// The place of a crash for want of stack.
inline constexpr char kEndOfStack[] = "the end of the stack";

// One layer as it was enumerated.
struct Enumerated {
  std::string name = {};
  uint64_t api_version = 0;  // as the API encodes it
  uint32_t implementation = 0;
  std::string description = {};

  bool operator==(const Enumerated&) const = default;
};

// A list of extensions, as a function that enumerates them gave it.
struct ListedExtensions {
  bool asked = false;
  int result = 0;
  std::vector<std::string> names = {};
  std::vector<uint32_t> versions = {};  // of each of these

  bool operator==(const ListedExtensions&) const = default;
};

// What the first physical device says of itself.
struct DeviceProperties {
  bool asked = false;
  std::string name = {};
  uint32_t vendor = 0;
  uint32_t device = 0;
  uint32_t driver_version = 0;

  std::string ToString() const {
    return fmt::format("{}: vendor {:#x}, device {:#x}, driver version {}", name, vendor, device,
                       driver_version);
  }
  bool operator==(const DeviceProperties&) const = default;
};

// All that one machine brought about.
struct Answer {
  enum class Ending { kDone, kSignal, kExit, kHang };
  Ending ending = Ending::kDone;
  int value = 0;             // the signal or the status
  Stuck stuck = Stuck::kNo;  // of a hang
  Step step = Step::kEnd;    // where it ended
  std::string place;         // of a crash: where in the subject, as well as could be found out
  // Of one that a guarded heap brought about: the kind of memory error as a phrase, and all that is
  // known of it. Without the guard the process may not have ended.
  std::string memory_error = {};
  std::string memory_error_story = {};

  int enumerate_result = 0;
  std::vector<Enumerated> layers;
  ListedExtensions extensions = {};  // of instances, without the name of a layer
  std::string asked_layer = {};      // whose extensions were asked for
  ListedExtensions layer_extensions = {};
  ListedExtensions device_extensions = {};  // without the name of a layer
  DeviceProperties properties = {};
  bool looked_up = false;                   // whether addresses of functions were asked for
  std::vector<std::string> functions = {};  // those that were given, each as the call
  bool tried_create = false;
  bool created = false;
  int create_result = 0;
  std::vector<std::string> chain;  // of the instance, by library name
  bool tried_device = false;
  int device_result = 0;
  std::vector<std::string> device_chain;
  // Runtimes of OpenXR whose xrCreateInstance was called; of Vulkan, drivers that may not be
  // used.
  std::vector<std::string> runtimes;
  size_t events = 0;                    // in the mocks' trace
  std::vector<std::string> violations;  // of their interface, as the mocks saw them

  // Whether the subject said something that it had not said before, or, if it is instrumented, did.
  bool news = false;
  int lost_descriptors = 0;  // every time the same machine is run again
  int lost_threads = 0;      // likewise
  // What of the process is not as it was, in words: environment, working folder, ...
  std::vector<std::string> changes = {};
  uint64_t peak_growth_kib = 0;
  std::vector<std::string> left_files;

  bool operator==(const Answer&) const = default;
};

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_ANSWER_H_
