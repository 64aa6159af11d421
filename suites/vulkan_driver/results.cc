// SPDX-License-Identifier: Apache-2.0
// LS_VK_DRIVER_26: what a Vulkan driver returns again for the same instance, physical device or
// device.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "suites/common/component_app.h"
#include "suites/vulkan_driver/device_facts.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::results {
namespace {

constexpr char kChanges[] = "changes";
constexpr char kNoGroups[] = "no groups";

using Devices = std::vector<VkPhysicalDevice>;

void NoteChanges(const std::vector<std::string>& changes) {
  Note(kChanges, fmt::format("{}", fmt::join(changes, "; ")));
}

void Judge(const Observation& seen, const char* requirement) {
  SKIP_FOR(WhyNoAnswer(seen, kChanges));
  EXPECT_SEEN(Answers(seen.events())[kChanges], "") << requirement;
}

// Adds what is wrong with the handles of a later enumeration. A device may have been added or
// removed, but not both.
void Compare(const Devices& first, const Devices& later, const char* when,
             std::vector<std::string>* changes) {
  const std::set<VkPhysicalDevice> before(first.begin(), first.end());
  const std::set<VkPhysicalDevice> after(later.begin(), later.end());
  if (after.size() != later.size()) {
    changes->push_back(fmt::format("{}: one handle is listed twice", when));
  }
  std::vector<VkPhysicalDevice> added;
  std::set_difference(after.begin(), after.end(), before.begin(), before.end(),
                      std::back_inserter(added));
  const size_t kept = after.size() - added.size();
  if (!added.empty() && kept < before.size()) {
    changes->push_back(fmt::format("{}: {} of {} handles differ from those of the first time", when,
                                   added.size(), after.size()));
  }
}

void EnumerateAgain(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const Devices first = app.PhysicalDevices();
  if (first.empty()) return;
  std::vector<std::string> changes;
  Compare(first, first, "first", &changes);
  Compare(first, app.PhysicalDevices(), "a second time", &changes);
  Compare(first, app.PhysicalDevices(), "a third time", &changes);
  if (app.CreateDevice(first.front()) == VK_SUCCESS) {
    Compare(first, app.PhysicalDevices(), "with a device", &changes);
    app.DestroyDevice();
    Compare(first, app.PhysicalDevices(), "after a device was destroyed", &changes);
  }
  NoteChanges(changes);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_26, physical_devices_stay_the_same) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, EnumerateAgain);
  SKIP_FOR(WhyNoPhysicalDevice(seen));
  Judge(seen, "each enumeration of an instance returns the same handles");
}

using Groups = std::vector<VkPhysicalDeviceGroupProperties>;

Groups EnumerateGroups(const DriverApp& app, const char* call) {
  const auto enumerate = app.Get<PFN_vkEnumeratePhysicalDeviceGroups>(call);
  uint32_t count = 0;
  if (enumerate == nullptr ||
      Traced(call, [&] { return enumerate(app.instance(), &count, nullptr); }) != VK_SUCCESS) {
    return {};
  }
  Groups groups(count);
  for (auto& each : groups) each.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
  if (Traced(call, [&] { return enumerate(app.instance(), &count, groups.data()); }) < VK_SUCCESS) {
    return {};
  }
  groups.resize(std::min<size_t>(count, groups.size()));
  return groups;
}

// Adds what is wrong with groups of these physical devices.
void CompareGroups(const Devices& devices, const Groups& groups, const char* when,
                   std::vector<std::string>* wrong) {
  std::vector<size_t> number(devices.size());
  size_t others = 0;
  for (const VkPhysicalDeviceGroupProperties& group : groups) {
    const uint32_t members =
        std::min<uint32_t>(group.physicalDeviceCount, VK_MAX_DEVICE_GROUP_SIZE);
    if (members == 0) wrong->push_back(fmt::format("{}: a group has no device", when));
    for (uint32_t i = 0; i < members; ++i) {
      const auto place = std::find(devices.begin(), devices.end(), group.physicalDevices[i]);
      if (place == devices.end()) {
        ++others;
      } else {
        ++number[place - devices.begin()];
      }
    }
  }
  for (size_t i = 0; i < number.size(); ++i) {
    if (number[i] == 1) continue;
    wrong->push_back(fmt::format("{}: physical device {} of {} is in {} groups", when, i + 1,
                                 number.size(), number[i]));
  }
  if (others > 0) {
    wrong->push_back(
        fmt::format("{}: groups have {} handles that vkEnumeratePhysicalDevices does not return",
                    when, others));
  }
}

// Compares groups and list, which a device that is added or removed in between may make different:
// the list must be the same before and after.
void LookAtGroups(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable()) return;
  constexpr char kExtension[] = "VK_KHR_device_group_creation";
  DriverInstanceRequest request;
  const bool is_core = InstanceMinor(driver, app) >= 1;
  if (!is_core) {
    const std::vector<std::string> listed = app.Extensions();
    if (std::find(listed.begin(), listed.end(), kExtension) == listed.end()) {
      return Note(kNoGroups, "the driver has no groups of physical devices");
    }
    request.extensions.emplace_back(kExtension);
  }
  if (app.CreateInstance(request) != VK_SUCCESS) return;
  const char* call =
      is_core ? "vkEnumeratePhysicalDeviceGroups" : "vkEnumeratePhysicalDeviceGroupsKHR";
  const Devices devices = app.PhysicalDevices();
  if (devices.empty()) return;
  const Groups first = EnumerateGroups(app, call);
  const Groups second = EnumerateGroups(app, call);
  const Devices after = app.PhysicalDevices();
  if (first.empty() || second.empty()) {
    return Note(kNoGroups, std::string(call) + " returned no group");
  }
  if (std::set(devices.begin(), devices.end()) != std::set(after.begin(), after.end())) {
    return Note(kNoGroups, "the physical devices changed");
  }
  std::vector<std::string> wrong;
  CompareGroups(devices, first, "first", &wrong);
  CompareGroups(devices, second, "a second time", &wrong);
  NoteChanges(wrong);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_26, each_physical_device_is_in_one_group) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, LookAtGroups);
  auto answers = Answers(seen.events());
  if (answers.contains(kNoGroups)) GTEST_SKIP() << answers[kNoGroups];
  SKIP_FOR(WhyNoPhysicalDevice(seen));
  Judge(seen, "each physical device of an instance is in exactly one device group");
}

// Asks for the facts of each physical device three times.
void AskForFactsAgain(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  std::vector<std::string> changes;
  const Devices devices = app.PhysicalDevices();
  if (devices.empty()) return;
  for (VkPhysicalDevice device : devices) {
    const DeviceFacts first = FactsOf(app, device);
    for (const std::string& each : Differences(first, FactsOf(app, device))) {
      changes.push_back("a second time: " + each);
    }
    if (app.CreateDevice(device) != VK_SUCCESS) continue;
    for (const std::string& each : Differences(first, FactsOf(app, device))) {
      changes.push_back("with a device: " + each);
    }
    app.DestroyDevice();
  }
  NoteChanges(changes);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_26, properties_stay_the_same) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, AskForFactsAgain);
  SKIP_FOR(WhyNoPhysicalDevice(seen));
  Judge(seen,
        "properties, features, queue families and memory types of a physical device are the "
        "same each time");
}

constexpr char kTooOld[] = "too old";

void CompareForms(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable()) return;
  if (InstanceMinor(driver, app) < 1) return Note(kTooOld, "the driver is of Vulkan 1.0");
  if (app.CreateInstance() != VK_SUCCESS) return;
  const Devices devices = app.PhysicalDevices();
  if (devices.empty()) return;
  std::vector<std::string> changes;
  for (VkPhysicalDevice device : devices) {
    if (DeviceMinor(driver, app, device) < 1) continue;
    const DeviceFacts first = FactsOf(app, device);
    for (const std::string& each : Differences(first, NewerFactsOf(app, device))) {
      changes.push_back(each);
    }
  }
  NoteChanges(changes);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_26, newer_queries_return_the_same) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, CompareForms);
  auto answers = Answers(seen.events());
  if (answers.contains(kTooOld)) GTEST_SKIP() << answers[kTooOld];
  SKIP_FOR(WhyNoPhysicalDevice(seen));
  Judge(seen,
        "vkGetPhysicalDeviceProperties2 and the other queries of Vulkan 1.1 return the same "
        "as those of Vulkan 1.0");
}

void AskForQueuesAgain(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const Devices devices = app.PhysicalDevices();
  if (devices.empty() || app.CreateDevice(devices.front()) != VK_SUCCESS) return;
  std::vector<std::string> changes;
  const auto compare = [&](const char* call, VkQueue queue) {
    if (queue == app.queue()) return;
    changes.push_back(fmt::format("{} returned {}", call,
                                  queue == VK_NULL_HANDLE ? "no queue" : "another queue"));
  };
  const auto get = reinterpret_cast<PFN_vkGetDeviceQueue>(app.Device("vkGetDeviceQueue"));
  const auto get2 = reinterpret_cast<PFN_vkGetDeviceQueue2>(app.Device("vkGetDeviceQueue2"));
  for (int i = 0; i < 2 && get != nullptr; ++i) {
    VkQueue queue = VK_NULL_HANDLE;
    AppEvent("vkGetDeviceQueue", "enter");
    get(app.device(), 0, 0, &queue);
    AppEvent("vkGetDeviceQueue", "leave");
    compare("vkGetDeviceQueue", queue);
  }
  const bool has_2 = get2 != nullptr && DeviceMinor(driver, app, devices.front()) >= 1;
  for (int i = 0; i < 2 && has_2; ++i) {
    VkDeviceQueueInfo2 info = {};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2;
    VkQueue queue = VK_NULL_HANDLE;
    AppEvent("vkGetDeviceQueue2", "enter");
    get2(app.device(), &info, &queue);
    AppEvent("vkGetDeviceQueue2", "leave");
    compare("vkGetDeviceQueue2", queue);
  }
  NoteChanges(changes);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_26, queues_stay_the_same) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, AskForQueuesAgain);
  SKIP_FOR(WhyNoDevice(seen));
  Judge(seen, "each query for a queue of a device returns the same handle");
}

}  // namespace
}  // namespace loadstone::suites::results
