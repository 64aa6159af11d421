// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_ANSWER_H_
#define LOADSTONE_ORACLE_ANSWER_H_

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

namespace loadstone::oracle {

// Why a call of the subject does not return.
enum class Stuck {
  kNo,       // it may still return: it has not yet used its processor time
  kBusy,     // it has used the processor for all the time that it may take
  kBlocked,  // it waits, and has done nothing at all during several looks
};

// The last call of the subject.
enum class Step { kLoad, kEnumerate, kExtensions, kCreate, kUse, kDestroy, kEnd };

// The place of a crash by stack overflow.
inline constexpr char kEndOfStack[] = "the end of the stack";

// An enumerated layer.
struct Enumerated {
  std::string name = {};
  uint64_t api_version = 0;  // as the API encodes it
  uint32_t implementation = 0;
  std::string description = {};

  bool operator==(const Enumerated&) const = default;
};

// A list of extensions, as an enumerating function returned it.
struct ListedExtensions {
  bool asked = false;
  int result = 0;
  std::vector<std::string> names = {};
  std::vector<uint32_t> versions = {};  // of each of them

  bool operator==(const ListedExtensions&) const = default;
};

// The properties that the first physical device reports.
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

// The list of all physical devices.
struct ListedDevices {
  bool asked = false;
  int result = 0;
  uint32_t of_usual_driver = 0;  // how many of them are those of the driver of every machine

  bool operator==(const ListedDevices&) const = default;
};

// The groups of physical devices, beside the list of them.
struct ListedGroups {
  bool asked = false;  // the extension is enabled
  bool found = false;  // there is a function for it
  int result = 0;
  uint32_t devices_in_none = 0;     // of the listed physical devices
  uint32_t devices_in_several = 0;  // the same
  uint32_t other_devices = 0;       // members that are not listed
  uint32_t of_usual_driver = 0;     // members of the driver of every machine

  bool operator==(const ListedGroups&) const = default;
};

// Everything that was observed for one machine.
struct Answer {
  enum class Ending { kDone, kSignal, kExit, kHang };
  Ending ending = Ending::kDone;
  int value = 0;               // the signal or the exit status
  std::string exception = {};  // on Windows: what ended it, in words, instead of a signal
  Stuck stuck = Stuck::kNo;    // of a hang: the reason
  Step step = Step::kEnd;      // the call during which it ended
  std::string place;           // of a crash: the place in the subject, if it could be determined
  // Of an end that a guarded heap caused: the kind of memory error as a phrase, and all details.
  // Without the guard the process might not have ended.
  std::string memory_error = {};
  std::string memory_error_story = {};

  int enumerate_result = 0;
  std::vector<Enumerated> layers;
  ListedExtensions extensions = {};  // of instances, enumerated without a layer name
  std::string asked_layer = {};      // the layer whose extensions were enumerated
  ListedExtensions layer_extensions = {};
  ListedExtensions device_extensions = {};  // enumerated without a layer name
  DeviceProperties properties = {};
  ListedDevices devices = {};
  ListedGroups groups = {};
  bool looked_up = false;                   // whether addresses of functions were looked up
  std::vector<std::string> functions = {};  // the calls that returned an address
  bool tried_create = false;
  bool created = false;
  int create_result = 0;
  std::vector<std::string> chain;  // of the instance, by library name
  bool tried_device = false;
  int device_result = 0;
  std::vector<std::string> device_chain;
  // OpenXR: the runtimes whose xrCreateInstance was called. Vulkan: the drivers whose
  // vkCreateInstance was called, among those that refuse to negotiate and portability drivers.
  std::vector<std::string> runtimes;
  size_t events = 0;                    // in the trace of the mocks
  std::vector<std::string> violations;  // of the mocks' interface, as the mocks recorded them

  // Whether the subject logged something for the first time or, if it is instrumented, reached new
  // code.
  bool news = false;
  int lost_descriptors = 0;  // lost each time that the same machine runs again
  int lost_threads = 0;      // the same for threads
  // What has changed in the process, in words: environment, working folder, ...
  std::vector<std::string> changes = {};
  uint64_t peak_growth_kib = 0;
  std::vector<std::string> remaining_files;

  bool operator==(const Answer&) const = default;
};

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_ANSWER_H_
