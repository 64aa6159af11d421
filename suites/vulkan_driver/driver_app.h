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
#include "suites/common/component_app.h"
#include "suites/common/notes.h"

// A case that judges a Vulkan driver, which only `check-driver` runs. Otherwise the same as
// VULKAN_CASE.
#define VULKAN_DRIVER_CASE(owner, name, ...)                                          \
  LOADSTONE_CASE(::loadstone::Api::kVulkan, ::loadstone::SubjectKind::kDriver, owner, \
                 name __VA_OPT__(, ) __VA_ARGS__)

namespace loadstone::suites {

// The newest interface version in the documents, and one from the distant future.
inline constexpr uint32_t kNewestInterface = CURRENT_LOADER_ICD_INTERFACE_VERSION;
inline constexpr uint32_t kFutureInterface = 1000;

inline constexpr char kIcdQuery[] = "vk_icdGetInstanceProcAddr";
inline constexpr char kIcdNegotiation[] = "vk_icdNegotiateLoaderICDInterfaceVersion";
inline constexpr char kIcdPhysicalDeviceQuery[] = "vk_icdGetPhysicalDeviceProcAddr";

// The cases that judge a driver that cannot be loaded, or that ends the process; other cases are
// skipped because of it.
inline constexpr char kDriverLoads[] = "LDP_DRIVER_3/library_loads_and_unloads";
inline constexpr char kDriverSurvives[] = "LS_VK_DRIVER_18/application_comes_to_its_end";

// The properties of a requested instance. Version 0 means the newest one that the driver supports.
struct DriverInstanceRequest {
  uint32_t api_version = 0;
  const VkAllocationCallbacks* allocator = nullptr;
  std::vector<std::string> extensions = {};
};

// The properties of a requested device.
struct DriverDeviceRequest {
  const VkAllocationCallbacks* allocator = nullptr;
  std::vector<const char*> extensions = {};
  const void* next = nullptr;  // the pNext chain
  const VkPhysicalDeviceFeatures* features = nullptr;
};

// In the probe: uses a driver as a loader does, without a loader. Traces the beginning and the end
// of each call; writes into dispatchable objects as a loader does. Destroys objects only on
// request.
class DriverApp {
 public:
  // Loads the library and, if the driver exports a negotiation function, offers this version. Notes
  // "exports" (those of the interface's functions that exist) and the "result" and "answer" of the
  // negotiation. Ends the process if the linker rejects the library.
  explicit DriverApp(const ComponentUnderTest& driver, uint32_t offered = kNewestInterface);

  // A driver that is an Android hardware module. Its device is open, and remains the caller's.
  // There is no negotiation.
  explicit DriverApp(const hwvulkan_device_t& module_device);

  // Whether negotiation succeeded, if there was one, and functions can be queried.
  bool usable() const { return usable_; }
  // The negotiated version: 0 or 1 for a driver without negotiation.
  uint32_t agreed() const { return agreed_; }
  // Functions as a loader finds them: without an instance, with the current instance, of the
  // device.
  PFN_vkVoidFunction Global(const char* name) const;
  PFN_vkVoidFunction Instance(const char* name) const;
  PFN_vkVoidFunction Device(const char* name) const;
  // vk_icdGetPhysicalDeviceProcAddr, where a loader searches for it; null if it does not exist.
  PFN_GetPhysicalDeviceProcAddr PhysicalDeviceQuery() const;

  // The version from vkEnumerateInstanceVersion; 1.0.0 for a driver without it.
  uint32_t ApiVersion() const;
  std::vector<std::string> Extensions() const;
  VkResult CreateInstance(const DriverInstanceRequest& request = {});
  void DestroyInstance(const VkAllocationCallbacks* allocator = nullptr);
  // Calls vkEnumeratePhysicalDevices, and notes the number as "physical devices".
  std::vector<VkPhysicalDevice> PhysicalDevices();
  // Calls vkEnumerateDeviceExtensionProperties.
  std::vector<std::string> DeviceExtensions(VkPhysicalDevice physical_device) const;
  // Creates a device with one queue of the first family, and gets and notes the queue.
  VkResult CreateDevice(VkPhysicalDevice physical_device, const DriverDeviceRequest& request = {});
  void DestroyDevice(const VkAllocationCallbacks* allocator = nullptr);
  // Creates a command pool with three command buffers, and destroys it with them. Returns whether
  // the driver created all of them.
  bool UseCommandBuffer(const VkAllocationCallbacks* allocator = nullptr);
  // Creates and destroys an object of VK_NV_external_compute_queue, which the device must have
  // enabled.
  void UseExternalQueue();
  // Makes the queries that every application makes of a physical device.
  void UsePhysicalDevice(VkPhysicalDevice physical_device) const;
  // Makes each of these calls once, from creating to destroying an instance.
  void RunFullSequence(const DriverInstanceRequest& request = {});
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

// Whether a list of extensions has this one.
bool Has(const std::vector<std::string>& list, const char* name);

// In the probe: calls a function of the instance that has no result, if the driver has it, and
// traces the call.
template <typename Function, typename... Arguments>
void Ask(const DriverApp& app, const char* name, Arguments... arguments) {
  const auto function = app.Get<Function>(name);
  if (function != nullptr) TracedVoid(name, [&] { function(arguments...); });
}

// Loads the driver, runs the whole sequence of calls with it, and unloads it.
void RunOnce(const ComponentUnderTest& driver);

// Runs `app` in a world with the driver's library, and with enough space for the compilers of
// drivers. The case judges how the process ends.
Observation RunDriver(Case& c, const std::function<void(const ComponentUnderTest&)>& app);
// The same in a given world.
Observation RunDriverIn(Case& c, World world,
                        const std::function<void(const ComponentUnderTest&)>& app);

// The policy that a driver violates if the application could not finish: if it ended in a call that
// a loader makes to every driver, whichever the application will use, it affects the other drivers.
// Empty if it ended elsewhere: the documents do not cover that, so it is only a lack of robustness.
std::string DriverBreaks(const Observation& seen);

// Why an observation shows nothing about an instance; empty if there was one.
SkipReason WhyNoInstance(const Observation& seen);
// The same for a physical device.
SkipReason WhyNoPhysicalDevice(const Observation& seen);
// The same for a device.
SkipReason WhyNoDevice(const Observation& seen);
// Why `question` was not answered (see Note); empty if it was.
SkipReason WhyNoAnswer(const Observation& seen, const std::string& question);

// A version as reports write it: "1.3.239".
std::string VulkanVersionText(uint32_t version);
// The minor version of Vulkan 1 whose core functions `driver` must have: the lower one of its
// manifest's version and `api_version`.
uint32_t CoreMinor(const ComponentUnderTest& driver, uint32_t api_version);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DRIVER_DRIVER_APP_H_
