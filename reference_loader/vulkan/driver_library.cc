// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/driver_library.h"

#include <cstring>

#include "reference_loader/vulkan/android_surface.h"
#include "reference_loader/vulkan/hardware_module.h"

namespace reference_loader::vulkan {
namespace {

// Interface versions that introduced a feature.
constexpr uint32_t kInterfaceUnknownFunctions = 4;
constexpr uint32_t kInterfaceAdapters = 6;
constexpr uint32_t kInterfaceWithoutExports = 7;

// A larger number of extensions than the registry will ever have is a mistake or an attack.
constexpr uint32_t kMaximumExtensions = 16384;

constexpr char kNegotiate[] = "vk_icdNegotiateLoaderICDInterfaceVersion";
constexpr char kGetInstanceProcAddr[] = "vk_icdGetInstanceProcAddr";
constexpr char kGetPhysicalDeviceProcAddr[] = "vk_icdGetPhysicalDeviceProcAddr";

// A function of the interface, from the driver's vk_icdGetInstanceProcAddr, or else an export.
template <typename Function>
Function InterfaceFunction(const DriverLibrary& driver, const char* name) {
  Function function = nullptr;
  if (driver.get_instance_proc_addr != nullptr &&
      driver.interface_version >= kInterfaceWithoutExports) {
    function = reinterpret_cast<Function>(driver.get_instance_proc_addr(VK_NULL_HANDLE, name));
  }
  if (function == nullptr && driver.library.IsOpen()) function = driver.library.Get<Function>(name);
  return function;
}

// Calls the driver's negotiation function. Returns the reason why there is no common interface
// version, or null.
const char* CallNegotiation(PFN_vkNegotiateLoaderICDInterfaceVersion negotiate,
                            DriverLibrary* driver) {
  uint32_t version = CURRENT_LOADER_ICD_INTERFACE_VERSION;
  if (negotiate(&version) != VK_SUCCESS) return "refuses the interface of this loader";
  if (version > CURRENT_LOADER_ICD_INTERFACE_VERSION) {
    return "wants an interface that this loader does not have";
  }
  driver->interface_version = version;
  return nullptr;
}

// Determines the driver's interface version and its functions. Returns the reason for a failure, or
// null.
const char* Negotiate(DriverLibrary* driver) {
  if (driver->is_hardware_module) return OpenHardwareModule(driver);
  const auto exported =
      driver->library.IsOpen()
          ? driver->library.Get<PFN_vkNegotiateLoaderICDInterfaceVersion>(kNegotiate)
          : nullptr;
  if (driver->library.IsOpen()) {
    // Negotiation must be the first call into the driver, wherever the function is exported.
    driver->get_instance_proc_addr =
        driver->library.Get<PFN_vkGetInstanceProcAddr>(kGetInstanceProcAddr);
  }
  if (exported != nullptr) {
    const char* problem = CallNegotiation(exported, driver);
    if (problem != nullptr) return problem;
  } else if (driver->get_instance_proc_addr != nullptr) {
    const auto queried = reinterpret_cast<PFN_vkNegotiateLoaderICDInterfaceVersion>(
        driver->get_instance_proc_addr(VK_NULL_HANDLE, kNegotiate));
    driver->interface_version = 1;
    const char* problem = queried != nullptr ? CallNegotiation(queried, driver) : nullptr;
    if (problem != nullptr) return problem;
  }
  if (driver->get_instance_proc_addr == nullptr) {
    // Interface version 0: three functions under the API's own names.
    driver->interface_version = 0;
    driver->get_instance_proc_addr =
        driver->library.Get<PFN_vkGetInstanceProcAddr>("vkGetInstanceProcAddr");
    driver->create_instance = driver->library.Get<PFN_vkCreateInstance>("vkCreateInstance");
    return driver->get_instance_proc_addr != nullptr && driver->create_instance != nullptr
               ? nullptr
               : "exports neither vk_icdGetInstanceProcAddr nor what interface 0 needs";
  }
  driver->create_instance = reinterpret_cast<PFN_vkCreateInstance>(
      driver->get_instance_proc_addr(VK_NULL_HANDLE, "vkCreateInstance"));
  if (driver->create_instance == nullptr) return "has no vkCreateInstance";
  if (driver->interface_version >= kInterfaceUnknownFunctions) {
    driver->get_physical_device_proc_addr =
        InterfaceFunction<PFN_GetPhysicalDeviceProcAddr>(*driver, kGetPhysicalDeviceProcAddr);
  }
#ifdef _WIN32
  if (driver->interface_version >= kInterfaceAdapters) {
    driver->enumerate_adapter_devices =
        InterfaceFunction<PFN_vkVoidFunction>(*driver, "vk_icdEnumerateAdapterPhysicalDevices");
  }
#endif
  return nullptr;
}

// The API version that the driver reports; 1.0 if it lacks the function (Driver API Version).
uint32_t ReadApiVersion(const DriverLibrary& driver) {
  const auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceVersion>(
      driver.get_instance_proc_addr(VK_NULL_HANDLE, "vkEnumerateInstanceVersion"));
  uint32_t version = VK_API_VERSION_1_0;
  if (enumerate == nullptr || enumerate(&version) != VK_SUCCESS) return VK_API_VERSION_1_0;
  return version;
}

// Determines the driver's API version. Returns the reason why this loader cannot use it
// (LDP_LOADER_4), or null.
const char* CheckApiVersion(DriverLibrary* driver, bool manifest_says_1_0) {
  const uint32_t version = ReadApiVersion(*driver);
  driver->only_vulkan_1_0 = manifest_says_1_0 || version < VK_API_VERSION_1_1;
  if (VK_API_VERSION_VARIANT(version) != 0) return "has another variant of the API";
  return nullptr;
}

void ReadInstanceExtensions(DriverLibrary* driver) {
  auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceExtensionProperties>(
      driver->get_instance_proc_addr(VK_NULL_HANDLE, "vkEnumerateInstanceExtensionProperties"));
  if (enumerate == nullptr && driver->interface_version == 0) {
    enumerate = driver->library.Get<PFN_vkEnumerateInstanceExtensionProperties>(
        "vkEnumerateInstanceExtensionProperties");
  }
  if (driver->is_hardware_module) enumerate = driver->enumerate_extensions;
  uint32_t count = 0;
  if (enumerate == nullptr || enumerate(nullptr, &count, nullptr) != VK_SUCCESS) return;
  if (count == 0 || count > kMaximumExtensions) return;
  driver->instance_extensions.resize(count);
  const VkResult result = enumerate(nullptr, &count, driver->instance_extensions.data());
  if (result != VK_SUCCESS && result != VK_INCOMPLETE) count = 0;
  if (count < driver->instance_extensions.size()) driver->instance_extensions.resize(count);
  // An unterminated name would be read beyond its array.
  for (VkExtensionProperties& extension : driver->instance_extensions) {
    extension.extensionName[VK_MAX_EXTENSION_NAME_SIZE - 1] = '\0';
  }
  if (driver->is_hardware_module) RemoveWindowSystemExtensions(&driver->instance_extensions);
}

std::shared_ptr<const DriverLibrary> Finish(std::shared_ptr<DriverLibrary> driver,
                                            bool manifest_says_1_0, const char* problem,
                                            const Log& log) {
  if (problem == nullptr) problem = Negotiate(driver.get());
  if (problem == nullptr) problem = CheckApiVersion(driver.get(), manifest_says_1_0);
  if (problem != nullptr) {
    log.Write(kLogError | kLogDriver, "Driver \"" + driver->name + "\" cannot be used: " + problem);
    return nullptr;
  }
  ReadInstanceExtensions(driver.get());
  return driver;
}

}  // namespace

bool DriverLibrary::HasExtension(const char* extension) const {
  for (const VkExtensionProperties& own : instance_extensions) {
    if (std::strncmp(own.extensionName, extension, VK_MAX_EXTENSION_NAME_SIZE) == 0) return true;
  }
  return false;
}

std::shared_ptr<const DriverLibrary> LoadDriver(const Platform& platform,
                                                const DriverManifest& manifest, const Log& log) {
  log.Write(kLogDebug | kLogDriver, "Loading driver library " + manifest.library_path);
  std::string error;
  auto driver = std::make_shared<DriverLibrary>();
  driver->name = manifest.library_path;
  driver->library = Library(platform, manifest.library_path, &error);
  driver->is_portability_driver = manifest.is_portability_driver;
  driver->is_hardware_module = manifest.is_hardware_module;
  const bool opened = driver->library.IsOpen();
  return Finish(std::move(driver), manifest.api_version < Version{1, 1, 0},
                opened ? nullptr : error.c_str(), log);
}

std::shared_ptr<const DriverLibrary> UseProvidedDriver(
    PFN_vkGetInstanceProcAddr get_instance_proc_addr, const Log& log) {
  auto driver = std::make_shared<DriverLibrary>();
  driver->name = "provided by the application";
  driver->provided_by_application = true;
  driver->get_instance_proc_addr = get_instance_proc_addr;
  return Finish(std::move(driver), false,
                get_instance_proc_addr != nullptr ? nullptr : "has no vkGetInstanceProcAddr", log);
}

}  // namespace reference_loader::vulkan
