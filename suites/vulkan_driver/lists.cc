// SPDX-License-Identifier: Apache-2.0
// LS_VK_DRIVER_25: the lists that a Vulkan driver returns, and the room that they are given.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "suites/common/component_app.h"
#include "suites/vulkan_driver/device_facts.h"
#include "suites/vulkan_driver/driver_app.h"
#include "suites/vulkan_driver/headless_surfaces.h"
#include "suites/vulkan_driver/list_rooms.h"

namespace loadstone::suites::lists {
namespace {

constexpr char kRooms[] = "wrong lists";
constexpr char kNoList[] = "no list";
constexpr char kGroupExtension[] = "VK_KHR_device_group_creation";
// Queries of more physical devices than these add nothing.
constexpr size_t kMostDevices = 4;

// Notes what is wrong with the lists. Without one, the driver has no list of this kind.
void NoteRooms(const std::vector<ListFunction>& lists) {
  std::vector<std::string> wrong;
  for (const ListFunction& list : lists) {
    for (const std::string& each : WrongRooms(list)) wrong.push_back(each);
  }
  if (lists.empty()) {
    Note(kNoList, "the driver has no function with such a list");
  } else {
    Note(kRooms, fmt::format("{}", fmt::join(wrong, "; ")));
  }
}

void TryInstanceExtensions(const ComponentUnderTest& driver) {
  const DriverApp app(driver);
  constexpr char kCall[] = "vkEnumerateInstanceExtensionProperties";
  if (!app.usable()) return;
  const auto enumerate =
      reinterpret_cast<PFN_vkEnumerateInstanceExtensionProperties>(app.Global(kCall));
  std::vector<ListFunction> lists;
  if (enumerate != nullptr) {
    lists.push_back({.name = kCall,
                     .element_size = sizeof(VkExtensionProperties),
                     .call = [=](uint32_t* count, void* out) {
                       return enumerate(nullptr, count, static_cast<VkExtensionProperties*>(out));
                     }});
  }
  NoteRooms(lists);
}

void TryPhysicalDevices(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  constexpr char kCall[] = "vkEnumeratePhysicalDevices";
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const auto enumerate = app.Get<PFN_vkEnumeratePhysicalDevices>(kCall);
  std::vector<ListFunction> lists;
  if (enumerate != nullptr) {
    lists.push_back({.name = kCall,
                     .element_size = sizeof(VkPhysicalDevice),
                     .call = [&](uint32_t* count, void* out) {
                       return enumerate(app.instance(), count, static_cast<VkPhysicalDevice*>(out));
                     }});
  }
  NoteRooms(lists);
}

void TryGroups(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable()) return;
  DriverInstanceRequest request;
  const bool is_core = InstanceMinor(driver, app) >= 1;
  if (!is_core) {
    if (!Has(app.Extensions(), kGroupExtension)) return NoteRooms({});
    request.extensions.emplace_back(kGroupExtension);
  }
  if (app.CreateInstance(request) != VK_SUCCESS) return;
  const char* call =
      is_core ? "vkEnumeratePhysicalDeviceGroups" : "vkEnumeratePhysicalDeviceGroupsKHR";
  const auto enumerate = app.Get<PFN_vkEnumeratePhysicalDeviceGroups>(call);
  std::vector<ListFunction> lists;
  if (enumerate != nullptr) {
    lists.push_back({.name = call,
                     .element_size = sizeof(VkPhysicalDeviceGroupProperties),
                     .type = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES,
                     .call = [&](uint32_t* count, void* out) {
                       return enumerate(app.instance(), count,
                                        static_cast<VkPhysicalDeviceGroupProperties*>(out));
                     }});
  }
  NoteRooms(lists);
}

// Tries the lists of `each` physical device of an instance.
void TryEachDevice(const ComponentUnderTest& driver,
                   const std::function<void(const DriverApp&, VkPhysicalDevice,
                                            std::vector<ListFunction>*)>& each) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty()) return;
  devices.resize(std::min(devices.size(), kMostDevices));
  std::vector<ListFunction> lists;
  for (VkPhysicalDevice device : devices) each(app, device, &lists);
  NoteRooms(lists);
}

void TryDeviceExtensions(const ComponentUnderTest& driver) {
  TryEachDevice(driver, [](const DriverApp& app, VkPhysicalDevice device, auto* lists) {
    constexpr char kCall[] = "vkEnumerateDeviceExtensionProperties";
    const auto enumerate = app.Get<PFN_vkEnumerateDeviceExtensionProperties>(kCall);
    if (enumerate == nullptr) return;
    lists->push_back({.name = kCall,
                      .element_size = sizeof(VkExtensionProperties),
                      .call = [=](uint32_t* count, void* out) {
                        return enumerate(device, nullptr, count,
                                         static_cast<VkExtensionProperties*>(out));
                      }});
  });
}

void TryQueueFamilies(const ComponentUnderTest& driver) {
  TryEachDevice(driver, [&](const DriverApp& app, VkPhysicalDevice device, auto* lists) {
    constexpr char kCall[] = "vkGetPhysicalDeviceQueueFamilyProperties";
    constexpr char kCall2[] = "vkGetPhysicalDeviceQueueFamilyProperties2";
    const auto get = app.Get<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(kCall);
    if (get != nullptr) {
      lists->push_back({.name = kCall,
                        .element_size = sizeof(VkQueueFamilyProperties),
                        .has_result = false,
                        .call = [=](uint32_t* count, void* out) {
                          get(device, count, static_cast<VkQueueFamilyProperties*>(out));
                          return VK_SUCCESS;
                        }});
    }
    if (DeviceMinor(driver, app, device) < 1) return;
    const auto get2 = app.Get<PFN_vkGetPhysicalDeviceQueueFamilyProperties2>(kCall2);
    if (get2 == nullptr) return;
    lists->push_back({.name = kCall2,
                      .element_size = sizeof(VkQueueFamilyProperties2),
                      .type = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2,
                      .has_result = false,
                      .call = [=](uint32_t* count, void* out) {
                        get2(device, count, static_cast<VkQueueFamilyProperties2*>(out));
                        return VK_SUCCESS;
                      }});
  });
}

// A device without sparse images has empty lists.
void TrySparseFormats(const ComponentUnderTest& driver) {
  TryEachDevice(driver, [&](const DriverApp& app, VkPhysicalDevice device, auto* lists) {
    constexpr char kCall[] = "vkGetPhysicalDeviceSparseImageFormatProperties";
    constexpr char kCall2[] = "vkGetPhysicalDeviceSparseImageFormatProperties2";
    VkPhysicalDeviceSparseImageFormatInfo2 of = {};
    of.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SPARSE_IMAGE_FORMAT_INFO_2;
    of.format = VK_FORMAT_R8G8B8A8_UNORM;
    of.type = VK_IMAGE_TYPE_2D;
    of.samples = VK_SAMPLE_COUNT_1_BIT;
    of.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    of.tiling = VK_IMAGE_TILING_OPTIMAL;
    const auto get = app.Get<PFN_vkGetPhysicalDeviceSparseImageFormatProperties>(kCall);
    if (get != nullptr) {
      lists->push_back({.name = kCall,
                        .element_size = sizeof(VkSparseImageFormatProperties),
                        .has_result = false,
                        .call = [=](uint32_t* count, void* out) {
                          get(device, of.format, of.type, of.samples, of.usage, of.tiling, count,
                              static_cast<VkSparseImageFormatProperties*>(out));
                          return VK_SUCCESS;
                        }});
    }
    if (DeviceMinor(driver, app, device) < 1) return;
    const auto get2 = app.Get<PFN_vkGetPhysicalDeviceSparseImageFormatProperties2>(kCall2);
    if (get2 == nullptr) return;
    lists->push_back({.name = kCall2,
                      .element_size = sizeof(VkSparseImageFormatProperties2),
                      .type = VK_STRUCTURE_TYPE_SPARSE_IMAGE_FORMAT_PROPERTIES_2,
                      .has_result = false,
                      .call = [=](uint32_t* count, void* out) {
                        get2(device, &of, count, static_cast<VkSparseImageFormatProperties2*>(out));
                        return VK_SUCCESS;
                      }});
  });
}

// Adds the lists of a surface, if the physical device supports it.
void AddSurfaceLists(const DriverApp& app, VkPhysicalDevice device, VkSurfaceKHR surface,
                     std::vector<ListFunction>* lists) {
  constexpr char kFormats[] = "vkGetPhysicalDeviceSurfaceFormatsKHR";
  constexpr char kModes[] = "vkGetPhysicalDeviceSurfacePresentModesKHR";
  const auto supports =
      app.Get<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>("vkGetPhysicalDeviceSurfaceSupportKHR");
  const auto formats = app.Get<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>(kFormats);
  const auto modes = app.Get<PFN_vkGetPhysicalDeviceSurfacePresentModesKHR>(kModes);
  VkBool32 supported = VK_FALSE;
  if (supports == nullptr || supports(device, 0, surface, &supported) != VK_SUCCESS || !supported) {
    return;
  }
  if (formats != nullptr) {
    lists->push_back({.name = kFormats,
                      .element_size = sizeof(VkSurfaceFormatKHR),
                      .call = [=](uint32_t* count, void* out) {
                        return formats(device, surface, count,
                                       static_cast<VkSurfaceFormatKHR*>(out));
                      }});
  }
  if (modes != nullptr) {
    lists->push_back({.name = kModes,
                      .element_size = sizeof(VkPresentModeKHR),
                      .call = [=](uint32_t* count, void* out) {
                        return modes(device, surface, count, static_cast<VkPresentModeKHR*>(out));
                      }});
  }
}

void TrySurfaces(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable()) return;
  if (!HasHeadlessSurfaces(app)) return NoteRooms({});
  if (app.CreateInstance({.extensions = {kSurfaceExtension, kHeadlessSurfaceExtension}}) !=
      VK_SUCCESS)
    return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty()) return;
  std::vector<ListFunction> lists;
  if (const VkSurfaceKHR surface = CreateHeadlessSurface(app)) {
    AddSurfaceLists(app, devices.front(), surface, &lists);
  }
  NoteRooms(lists);
}

void Judge(Case& c, void (*app)(const ComponentUnderTest&),
           SkipReason (*why_none)(const Observation&)) {
  const Observation seen = RunDriver(c, app);
  if (why_none != nullptr) SKIP_FOR(why_none(seen));
  auto answers = Answers(seen.events());
  if (answers.contains(kNoList)) GTEST_SKIP() << answers[kNoList];
  SKIP_FOR(WhyNoAnswer(seen, kRooms));
  EXPECT_SEEN(answers[kRooms], "")
      << "the driver writes as many elements as there is room for, returns VK_INCOMPLETE if it has "
         "more of them, and returns the number of those that it wrote";
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_25, instance_extensions_fit_the_room) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(c, TryInstanceExtensions, nullptr);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_25, physical_devices_fit_the_room) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(c, TryPhysicalDevices, WhyNoInstance);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_25, device_groups_fit_the_room) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(c, TryGroups, nullptr);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_25, device_extensions_fit_the_room) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(c, TryDeviceExtensions, WhyNoPhysicalDevice);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_25, queue_families_fit_the_room) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(c, TryQueueFamilies, WhyNoPhysicalDevice);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_25, sparse_formats_fit_the_room) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(c, TrySparseFormats, WhyNoPhysicalDevice);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_25, surface_lists_fit_the_room) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(c, TrySurfaces, nullptr);
}

}  // namespace
}  // namespace loadstone::suites::lists
