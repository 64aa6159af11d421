// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DRIVER_DRIVER_APP_H_
#define LOADSTONE_SUITES_VULKAN_DRIVER_DRIVER_APP_H_

#include <vulkan/vk_icd.h>
#include <vulkan/vulkan_core.h>

#include <functional>
#include <string>
#include <vector>

#include "harness/case/component_case.h"
#include "interfaces/android/hwvulkan.h"
#include "suites/common/notes.h"

// A case that judges a Vulkan driver, which only `check-driver` runs. Everything else is as for
// VULKAN_CASE.
#define VULKAN_DRIVER_CASE(owner, name, ...)                                          \
  LOADSTONE_CASE(::loadstone::Api::kVulkan, ::loadstone::SubjectKind::kDriver, owner, \
                 name __VA_OPT__(, ) __VA_ARGS__)

namespace loadstone::suites {

// The newest version of the interface that the documents know, and one of a far future.
inline constexpr uint32_t kNewestInterface = CURRENT_LOADER_ICD_INTERFACE_VERSION;
inline constexpr uint32_t kFutureInterface = 1000;

inline constexpr char kIcdQuery[] = "vk_icdGetInstanceProcAddr";
inline constexpr char kIcdNegotiation[] = "vk_icdNegotiateLoaderICDInterfaceVersion";
inline constexpr char kIcdPhysicalDeviceQuery[] = "vk_icdGetPhysicalDeviceProcAddr";

// The cases in which a driver that cannot be loaded, or ends the process, is judged; elsewhere it
// hides the rest.
inline constexpr char kDriverLoads[] = "LDP_DRIVER_3/library_loads_and_unloads";
inline constexpr char kDriverSurvives[] = "LS_VK_DRIVER_18/application_comes_to_its_end";

// What an instance is asked for. Version 0 stands for the newest that the driver has.
struct DriverInstanceRequest {
  uint32_t api_version = 0;
  const VkAllocationCallbacks* allocator = nullptr;
  std::vector<std::string> extensions = {};
};

// What a device is asked for.
struct DriverDeviceRequest {
  const VkAllocationCallbacks* allocator = nullptr;
  std::vector<const char*> extensions = {};
  const void* next = nullptr;  // the chain behind the structure
};

// In the probe: a driver as a loader uses it, without a loader. Each call traces its begin and its
// end; what it writes into dispatchable objects is what a loader writes there. Objects are
// destroyed only when told.
class DriverApp {
 public:
  // Loads the library, and negotiates, if the driver has something for that, with the offer of that
  // version. Notes "exports" (of the interface's functions those that are there) and, from
  // negotiation, "result" and "answer". Ends the process where the linker refuses the library.
  explicit DriverApp(const ComponentUnderTest& driver, uint32_t offered = kNewestInterface);

  // A driver that is a hardware module of Android, whose device was opened, and stays the caller's.
  // Nothing is negotiated.
  explicit DriverApp(const hwvulkan_device_t& module_device);

  // Whether negotiation succeeded, if there was one, and functions can be asked for.
  bool usable() const { return usable_; }
  // The version that was agreed on: 0 or 1 for a driver without negotiation.
  uint32_t agreed() const { return agreed_; }
  // Functions as a loader finds them: without an instance, with the current one, of the device.
  PFN_vkVoidFunction Global(const char* name) const;
  PFN_vkVoidFunction Instance(const char* name) const;
  PFN_vkVoidFunction Device(const char* name) const;
  // vk_icdGetPhysicalDeviceProcAddr where a loader looks for it; null if it is not there.
  PFN_GetPhysicalDeviceProcAddr PhysicalDeviceQuery() const;

  // What vkEnumerateInstanceVersion says; 1.0.0 for a driver without it.
  uint32_t ApiVersion() const;
  std::vector<std::string> Extensions() const;
  VkResult CreateInstance(const DriverInstanceRequest& request = {});
  void DestroyInstance(const VkAllocationCallbacks* allocator = nullptr);
  // Those of vkEnumeratePhysicalDevices, which notes "physical devices", their number.
  std::vector<VkPhysicalDevice> PhysicalDevices();
  // Those of vkEnumerateDeviceExtensionProperties.
  std::vector<std::string> DeviceExtensions(VkPhysicalDevice physical_device) const;
  // With one queue of the first family, and the queue, which is noted.
  VkResult CreateDevice(VkPhysicalDevice physical_device, const DriverDeviceRequest& request = {});
  void DestroyDevice(const VkAllocationCallbacks* allocator = nullptr);
  // A command pool and a command buffer of it, and their end.
  void UseCommandBuffer();
  // An object of VK_NV_external_compute_queue, with which the device was created, and its end.
  void UseExternalQueue();
  // Asks a physical device what every application asks.
  void UsePhysicalDevice(VkPhysicalDevice physical_device) const;
  // All of it once, from an instance to its end.
  void RunThrough(const DriverInstanceRequest& request = {});
  // Unloads the library.
  void Unload();

  VkInstance instance() const { return instance_; }
  VkDevice device() const { return device_; }
  VkQueue queue() const { return queue_; }

  template <typename Function>
  Function Get(const char* name) const {
    return reinterpret_cast<Function>(Instance(name));
  }

 private:
  void Negotiate(const ComponentUnderTest& driver, uint32_t offered);
  PFN_vkVoidFunction Export(const char* name) const;
  // Notes whether an object begins with the loader's magic value, and writes there as loaders do.
  void Adopt(const char* type, void* object) const;

  void* library_ = nullptr;
  bool usable_ = false;
  uint32_t agreed_ = 0;
  PFN_vkGetInstanceProcAddr query_ = nullptr;
  const hwvulkan_device_t* module_device_ = nullptr;  // has vkCreateInstance
  VkInstance instance_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
};

// Runs `app` in a world with the driver's library, and with room for the compilers that drivers
// bring. How the process ends is left to the case.
Observation RunDriver(Case& c, const std::function<void(const ComponentUnderTest&)>& app);
// The same in a world of the case's own.
Observation RunDriverIn(Case& c, World world,
                        const std::function<void(const ComponentUnderTest&)>& app);

// The policy that a driver breaks which did not let the application finish: in the calls that a
// loader makes of every driver, whichever of them the application will use, it takes the others
// with it. Empty elsewhere: no document says more of it than that it is not robust.
std::string DriverBreaks(const Observation& seen);

// Why an observation tells nothing of an instance: there was none. Empty where there was one.
std::string WhyNoInstance(const Observation& seen);
// Likewise of a device.
std::string WhyNoDevice(const Observation& seen);
// Why `question` was not answered (see Note); empty where it was.
std::string WhyNoAnswer(const Observation& seen, const std::string& question);

// A version as reports write it: "1.3.239".
std::string VulkanVersionText(uint32_t version);
// The minor version of Vulkan 1 of which `driver` has all core functions: the lower one of its
// manifest's and of `api_version`.
uint32_t CoreMinor(const ComponentUnderTest& driver, uint32_t api_version);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DRIVER_DRIVER_APP_H_
