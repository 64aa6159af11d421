// SPDX-License-Identifier: Apache-2.0
// LS_VK_DRIVER_18: queries of a physical device write into the structure that they are given, and
// into nothing else. "Fundamentals" of the Vulkan specification: the application owns the memory
// that it passes, and sets sType and pNext.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "suites/common/component_app.h"
#include "suites/vulkan_driver/device_facts.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::structures {
namespace {

constexpr char kWrong[] = "wrong";
constexpr uint8_t kUntouched = 0xa5;

// A structure that a driver fills, and memory of the application behind it.
template <typename Structure>
struct Fenced {
  Structure structure = {};
  uint8_t behind[64];

  Fenced() { std::memset(behind, kUntouched, sizeof(behind)); }
  bool IsIntact() const {
    return std::all_of(std::begin(behind), std::end(behind),
                       [](uint8_t byte) { return byte == kUntouched; });
  }
};

class Queries {
 public:
  explicit Queries(const DriverApp& app) : app_(app) {}

  // What the driver wrote that it must not, in words; empty if nothing.
  std::string wrong() const { return fmt::format("{}", fmt::join(wrong_, "; ")); }

  // Calls a query whose last argument is a structure without sType.
  template <typename Function, typename Structure, typename... Arguments>
  void Plain(const char* name, Arguments... arguments) {
    Fenced<Structure> fenced;
    Ask<Function>(app_, name, arguments..., &fenced.structure);
    if (!fenced.IsIntact()) Add(name, "wrote behind the structure");
  }

  // The same with a structure that has one.
  template <typename Function, typename Structure, typename... Arguments>
  void Extensible(const char* name, VkStructureType type, Arguments... arguments) {
    Fenced<Structure> fenced;
    fenced.structure.sType = type;
    Ask<Function>(app_, name, arguments..., &fenced.structure);
    if (!fenced.IsIntact()) Add(name, "wrote behind the structure");
    if (fenced.structure.sType != type) Add(name, "changed sType");
    if (fenced.structure.pNext != nullptr) Add(name, "changed pNext");
  }

 private:
  void Add(const char* name, const char* what) {
    wrong_.push_back(fmt::format("{} {}", name, what));
  }

  const DriverApp& app_;
  std::vector<std::string> wrong_;
};

constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;

void AskOf(VkPhysicalDevice device, Queries* queries) {
  queries->Plain<PFN_vkGetPhysicalDeviceProperties, VkPhysicalDeviceProperties>(
      "vkGetPhysicalDeviceProperties", device);
  queries->Plain<PFN_vkGetPhysicalDeviceFeatures, VkPhysicalDeviceFeatures>(
      "vkGetPhysicalDeviceFeatures", device);
  queries->Plain<PFN_vkGetPhysicalDeviceMemoryProperties, VkPhysicalDeviceMemoryProperties>(
      "vkGetPhysicalDeviceMemoryProperties", device);
  queries->Plain<PFN_vkGetPhysicalDeviceFormatProperties, VkFormatProperties>(
      "vkGetPhysicalDeviceFormatProperties", device, kFormat);
}

void AskNewerOf(VkPhysicalDevice device, Queries* queries) {
  queries->Extensible<PFN_vkGetPhysicalDeviceProperties2, VkPhysicalDeviceProperties2>(
      "vkGetPhysicalDeviceProperties2", VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, device);
  queries->Extensible<PFN_vkGetPhysicalDeviceFeatures2, VkPhysicalDeviceFeatures2>(
      "vkGetPhysicalDeviceFeatures2", VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, device);
  queries->Extensible<PFN_vkGetPhysicalDeviceMemoryProperties2, VkPhysicalDeviceMemoryProperties2>(
      "vkGetPhysicalDeviceMemoryProperties2", VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2,
      device);
  queries->Extensible<PFN_vkGetPhysicalDeviceFormatProperties2, VkFormatProperties2>(
      "vkGetPhysicalDeviceFormatProperties2", VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, device,
      kFormat);
}

void AskEachDevice(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty()) return;
  Queries queries(app);
  for (VkPhysicalDevice device : devices) {
    AskOf(device, &queries);
    if (DeviceMinor(driver, app, device) >= 1) AskNewerOf(device, &queries);
  }
  Note(kWrong, queries.wrong());
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, queries_write_their_structures_alone) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, AskEachDevice);
  SKIP_FOR(WhyNoPhysicalDevice(seen));
  SKIP_FOR(WhyNoAnswer(seen, kWrong));
  EXPECT_SEEN(Answers(seen.events())[kWrong], "")
      << "a query writes nothing behind the application's structure, and keeps sType and pNext";
}

}  // namespace
}  // namespace loadstone::suites::structures
