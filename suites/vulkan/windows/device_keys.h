// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_WINDOWS_DEVICE_KEYS_H_
#define LOADSTONE_SUITES_VULKAN_WINDOWS_DEVICE_KEYS_H_

#include <string>

#include "harness/world/places.h"
#include "suites/vulkan/windows/keys.h"

// The keys of display adapters and of the software components that belong to them. The
// configuration manager is a mock, and gdi32 lists its adapters (mock_runtime/devices); a loader
// that asks neither is not judged.
namespace loadstone::suites {

inline constexpr char kDevicesName[] = "devices";

#define LS_CLASS "HKLM\\SYSTEM\\CurrentControlSet\\Control\\Class\\"
#define LS_ADAPTERS LS_CLASS "{4d36e968-e325-11ce-bfc1-08002be10318}"
#define LS_COMPONENTS LS_CLASS "{5c4c3332-344d-483c-8739-259e934c9cc8}"

struct DeviceKey {
  const char* name;
  const char* key;
};

inline constexpr DeviceKey kKeysOfAdapters[] = {
    {"adapter", LS_ADAPTERS "\\0000"},
    {"second_adapter", LS_ADAPTERS "\\0009"},
};

inline constexpr DeviceKey kDeviceKeys[] = {
    kKeysOfAdapters[0],
    kKeysOfAdapters[1],
    {"software_component", LS_COMPONENTS "\\0000"},
    {"second_software_component", LS_COMPONENTS "\\0003"},
};

// Devices that are neither display adapters nor their software components.
inline constexpr DeviceKey kOtherDeviceKeys[] = {
    {"monitor", LS_CLASS "{4d36e96e-e325-11ce-bfc1-08002be10318}\\0000"},
    {"disk", LS_CLASS "{4d36e967-e325-11ce-bfc1-08002be10318}\\0000"},
    {"software_component_of_a_disk", LS_COMPONENTS "\\0001"},
};

inline const char* LayerValueName(LayerKind kind) {
  return kind == LayerKind::kImplicit ? "VulkanImplicitLayers" : "VulkanExplicitLayers";
}

// Whether Windows itself reads the keys of adapters on request (D3DKMTQueryAdapterInfo), or leaves
// that to the configuration manager.
enum class Kernel { kReadsNoKeys, kReadsKeys };

inline VulkanWorld WorldOfDevices(const Subject& subject, Kernel kernel = Kernel::kReadsNoKeys) {
  VulkanWorld world(subject);
  world.machine().Copy(kDevicesPath, "windows_devices.dll");
  // Windows makes a key with a description for each device that it installs
  // (LS_VK_DISCOVERY_12.r1). It keeps the key of an adapter that is not there at the moment (0007).
  const auto describe = [&world](const char* key) {
    world.Registry(RegistryText(key, "DriverDesc", "a device"));
  };
  for (const DeviceKey& each : kDeviceKeys) describe(each.key);
  for (const DeviceKey& each : kOtherDeviceKeys) describe(each.key);
  describe(LS_ADAPTERS "\\0007");
  return world.File(
      kDevicesPath + std::string(".config"),
      JsonObject()
          .Set("who", kDevicesName)
          .Set("trace", NativePath(subject, kTracePath))
          .SetJson("kernel_reads_keys", kernel == Kernel::kReadsKeys ? "true" : "false")
          .Text());
}

// Whether the loader asked for devices; one that finds them in another way, or searches for none,
// is not judged.
inline bool HasQueriedDevices(const Observation& seen) {
  return !seen.Select(kDevicesName, "devices_listed").empty() ||
         !seen.Select(kDevicesName, "adapters_listed").empty();
}
inline constexpr char kNotAsked[] =
    "the loader queries neither the configuration manager nor gdi32 for devices";

// Skips the case if the loader did not ask for devices.
#define LS_REQUIRE_ASKED(seen) \
  if (!HasQueriedDevices(seen)) GTEST_SKIP() << kNotAsked

// The value for drivers. A loader enumerates DXGI adapters before it calls the configuration
// manager, so a loader that finds no adapter is not judged.
inline constexpr char kDriverValue[] = "VulkanDriverName";
inline constexpr char kFindsNoDrivers[] =
    "the loader finds no drivers through the configuration manager";

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_WINDOWS_DEVICE_KEYS_H_
