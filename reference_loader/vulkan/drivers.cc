// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/drivers.h"

#include <mutex>

#include "reference_loader/vulkan/input_checks.h"

namespace reference_loader::vulkan {
namespace {

// The list of drivers that the application provides, or null when it does not enable the extension.
const VkDirectDriverLoadingListLUNARG* ProvidedDrivers(const VkInstanceCreateInfo& info) {
  if (!EnablesExtension(info, VK_LUNARG_DIRECT_DRIVER_LOADING_EXTENSION_NAME)) return nullptr;
  for (auto* base = static_cast<const VkBaseInStructure*>(info.pNext); base != nullptr;
       base = base->pNext) {
    if (base->sType == VK_STRUCTURE_TYPE_DIRECT_DRIVER_LOADING_LIST_LUNARG) {
      return reinterpret_cast<const VkDirectDriverLoadingListLUNARG*>(base);
    }
  }
  return nullptr;
}

// Opening drivers repeatedly is slow; those of the last enumeration are kept open.
struct CachedDrivers {
  std::mutex mutex;
  DriverList drivers;
};
CachedDrivers& Kept() {
  static CachedDrivers* const kept = new CachedDrivers;
  return *kept;
}

// The bit belongs to the extension and has no effect without it.
bool RequestsPortabilityDrivers(const VkInstanceCreateInfo& info) {
  return (info.flags & VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR) != 0 &&
         EnablesExtension(info, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
}

}  // namespace

bool IsValidDriverList(const VkInstanceCreateInfo& info) {
  const VkDirectDriverLoadingListLUNARG* provided = ProvidedDrivers(info);
  return provided == nullptr || IsList(provided->driverCount, provided->pDrivers);
}

DriverList DriversForInstance(const Platform& platform, const VkInstanceCreateInfo& info,
                              const Log& log) {
  DriverList drivers;
  const VkDirectDriverLoadingListLUNARG* provided = ProvidedDrivers(info);
  const bool want_portability = RequestsPortabilityDrivers(info);
  if (provided == nullptr || provided->mode != VK_DIRECT_DRIVER_LOADING_MODE_EXCLUSIVE_LUNARG) {
    for (const DriverManifest& manifest : DiscoverDrivers(platform, log)) {
      if (manifest.is_hardware_module && !drivers.empty()) break;
      if (manifest.is_portability_driver && !want_portability) {
        log.Write(kLogInfo | kLogDriver,
                  manifest.manifest_path + ": portability driver not asked for, ignored");
        continue;
      }
      auto driver = LoadDriver(platform, manifest, log);
      if (driver != nullptr) drivers.push_back(std::move(driver));
    }
  }
  for (uint32_t i = 0; provided != nullptr && i < provided->driverCount; ++i) {
    const auto function =
        reinterpret_cast<PFN_vkGetInstanceProcAddr>(provided->pDrivers[i].pfnGetInstanceProcAddr);
    auto driver = UseProvidedDriver(function, log);
    if (driver != nullptr) drivers.push_back(std::move(driver));
  }
  return drivers;
}

DriverList DriversOfSystem(const Platform& platform, const Log& log) {
  DriverList drivers;
  for (const DriverManifest& manifest : DiscoverDrivers(platform, log)) {
    if (manifest.is_hardware_module && !drivers.empty()) break;
    auto driver = LoadDriver(platform, manifest, log);
    if (driver != nullptr) drivers.push_back(std::move(driver));
  }
  DriverList previous = drivers;
  const std::lock_guard<std::mutex> lock(Kept().mutex);
  Kept().drivers.swap(previous);
  return drivers;
}

}  // namespace reference_loader::vulkan
