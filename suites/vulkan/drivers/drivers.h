// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DRIVERS_DRIVERS_H_
#define LOADSTONE_SUITES_VULKAN_DRIVERS_DRIVERS_H_

#include <algorithm>
#include <string>
#include <vector>

#include "suites/vulkan/devices/devices.h"
#include "suites/vulkan/layer_work.h"

// Machines with several drivers (LoaderDriverInterface), each with one device with a unique name,
// so that the enumeration shows whose devices the application gets.
namespace loadstone::suites {

// A folder that no loader searches by default.
inline constexpr char kElsewhere[] = "/opt/elsewhere";

// A driver with one device, which has the driver's name.
inline Driver NamedDriver(const std::string& name) {
  return DriverOf(name, {Device(name, VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU)});
}

// The path of a driver's manifest in `folder`.
inline std::string ManifestPath(const std::string& folder, const std::string& name) {
  return folder + "/" + name + ".json";
}

// A manifest of format 1.0.1, which has the member is_portability_driver.
inline std::string PortabilityManifest(const Subject& subject, const std::string& name) {
  return JsonObject()
      .Set("file_format_version", "1.0.1")
      .Set("ICD", JsonObject()
                      .Set("library_path", LibraryPathOf(subject, name))
                      .Set("api_version", "1.3.0")
                      .SetJson("is_portability_driver", "true"))
      .Text();
}

// Adds a driver to the last system folder with a manifest of file format 1.0.1, whose "ICD" has the
// additional `members`, the text of a JSON object.
inline void AddWithMembers(VulkanWorld& world, const Subject& subject, const Driver& driver,
                           const std::string& members) {
  JsonObject icd;
  icd.Set("library_path", LibraryPathOf(subject, driver.name())).Set("api_version", "1.3.0");
  icd.Merge(members);
  const std::string folder = LastSystemFolder(subject.folders.drivers, world.machine().home());
  world.With(Driver(driver).In(kElsewhere))
      .File(ManifestPath(folder, driver.name()),
            JsonObject().Set("file_format_version", "1.0.1").Set("ICD", icd).Text());
}

// Functions of physical devices that no loader knows, and a driver that has one. They are never
// called: a loader that treats them as functions of devices would end the process.
inline constexpr char kUnknownFunction[] = "vkLoadstoneUnknown";
inline constexpr char kExportedFunction[] = "vkLoadstoneExported";

inline Driver WithUnknownFunction(Driver driver, const char* name = kUnknownFunction) {
  return driver.Behaviour(
      fmt::format(R"({{"trace_queries": true, "physical_device_functions": ["{}"]}})", name));
}

// Whether the driver was queried for it as a function of physical devices.
inline bool WasQueriedForUnknownFunction(const Observation& seen, const std::string& driver,
                                         const char* name = kUnknownFunction) {
  const std::vector<Event> queries = seen.Select(driver, "vk_icdGetPhysicalDeviceProcAddr");
  return std::any_of(queries.begin(), queries.end(),
                     [&](const Event& event) { return event.Text("name") == name; });
}

// A driver that exports vk_icdGetPhysicalDeviceProcAddr and has kExportedFunction.
inline Driver ExportingDriver() {
  return WithUnknownFunction(NamedDriver("exporting"), kExportedFunction);
}

// Why a loader is not judged by how it finds vk_icdGetPhysicalDeviceProcAddr: it does not even
// query ExportingDriver, and violates LS_VK_PROCADDR_1 alone. Empty if it does.
inline std::string WhyNoneIsQueried(const Observation& seen) {
  if (WasQueriedForUnknownFunction(seen, "exporting", kExportedFunction)) return {};
  return "the loader queries no driver for functions that it does not know (LS_VK_PROCADDR_1)";
}

// The apiVersion of a driver's first vkCreateInstance: 1.0 if it is 0 or there is no
// VkApplicationInfo, 0 for a driver that got no call.
inline int64_t VersionGiven(const Observation& seen, const std::string& driver) {
  const std::optional<Event> call = seen.First(driver, "vkCreateInstance");
  return call.has_value() ? call->Number("api_version") : 0;
}

// A root such as /etc below which drivers are found, and the variable that names it.
struct DriverPlace {
  const char* name;      // of the case
  const char* variable;  // empty: the fallback of an unset variable
  const char* value;
  const char* root;
};

// Judges a machine whose only driver is in this place.
inline void JudgeDriverPlace(Case& c, const DriverPlace& place) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(NamedDriver("found").In(DriverFolder(place.root)));
  if (place.variable[0] != '\0') world.Env(place.variable, place.value);
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre("found"))
      << "a driver in " << DriverFolder(place.root) << " must be found";
}

// The physical devices of all drivers except `drivers`, which lack what the case tests.
inline std::vector<VkPhysicalDevice> DevicesWithout(VulkanApp& app,
                                                    const std::vector<std::string>& drivers) {
  std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  const auto get = app.Get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties");
  std::erase_if(devices, [&](VkPhysicalDevice device) {
    VkPhysicalDeviceProperties properties = {};
    get(device, &properties);
    return std::find(drivers.begin(), drivers.end(), properties.deviceName) != drivers.end();
  });
  return devices;
}

inline std::vector<VkPhysicalDevice> DevicesWithout(VulkanApp& app, const std::string& driver) {
  return DevicesWithout(app, std::vector<std::string>{driver});
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DRIVERS_DRIVERS_H_
