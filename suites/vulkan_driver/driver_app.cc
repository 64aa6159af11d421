// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan_driver/driver_app.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "harness/probe/c_strings.h"
#include "interfaces/vulkan/external_compute_queue.h"
#include "suites/common/component_app.h"

namespace loadstone::suites {
namespace {

// Why an observation is not usable, as WhyNotFinished.
SkipReason WhyDriverNotSeen(const Observation& seen) {
  const bool loaded = Answers(seen.events()).contains("exports");
  return WhyNotFinished(seen, loaded ? kDriverSurvives : kDriverLoads, {}, DriverBreaks(seen));
}

std::optional<int64_t> ResultOf(const Observation& seen, const char* call) {
  for (const Event& event : seen.Select(kAppName, call)) {
    if (event.phase() == "leave") return event.Number("result");
  }
  return std::nullopt;
}

// Why `call` did not succeed; empty if it did.
SkipReason WhyNot(const Observation& seen, const char* call) {
  const std::optional<int64_t> result = ResultOf(seen, call);
  if (result.has_value()) {
    return *result == VK_SUCCESS ? std::string()
                                 : Untold(fmt::format("{} gave VkResult {}", call, *result));
  }
  const SkipReason why = WhyDriverNotSeen(seen);
  return why.empty() ? fmt::format("the application did not reach {}", call) : why;
}

// The names that an enumeration of extensions returns; calls `enumerate` for their number first.
template <typename Enumerate>
std::vector<std::string> ExtensionNames(const char* name, const Enumerate& enumerate) {
  uint32_t count = 0;
  Traced(name, [&] { return enumerate(&count, nullptr); });
  std::vector<VkExtensionProperties> list(count);
  Traced(name, [&] { return enumerate(&count, list.data()); });
  list.resize(std::min<size_t>(count, list.size()));
  std::vector<std::string> names;
  for (const VkExtensionProperties& each : list) names.push_back(Bounded(each.extensionName));
  return names;
}

}  // namespace

DriverApp::DriverApp(const ComponentUnderTest& driver, uint32_t offered)
    : library_(OpenComponentOrEnd(driver)) {
  std::string exports;
  for (const char* name : {kIcdNegotiation, kIcdQuery, kIcdPhysicalDeviceQuery}) {
    if (Export(name) != nullptr) exports += std::string(exports.empty() ? "" : " ") + name;
  }
  Note("exports", exports);
  query_ = reinterpret_cast<PFN_vkGetInstanceProcAddr>(Export(kIcdQuery));
  Negotiate(driver, offered);
  if (query_ == nullptr && Export(kIcdNegotiation) == nullptr) {
    query_ = reinterpret_cast<PFN_vkGetInstanceProcAddr>(Export("vkGetInstanceProcAddr"));
  }
  usable_ = usable_ && query_ != nullptr;
}

DriverApp::DriverApp(const hwvulkan_device_t& module_device)
    : usable_(module_device.GetInstanceProcAddr != nullptr),
      query_(module_device.GetInstanceProcAddr),
      module_device_(&module_device) {}

PFN_vkVoidFunction DriverApp::Export(const char* name) const {
  return reinterpret_cast<PFN_vkVoidFunction>(dlsym(library_, name));
}

void DriverApp::Negotiate(const ComponentUnderTest& driver, uint32_t offered) {
  usable_ = true;
  agreed_ = query_ != nullptr ? 1 : 0;
  auto negotiate =
      reinterpret_cast<PFN_vkNegotiateLoaderICDInterfaceVersion>(Export(driver.negotiate.c_str()));
  if (negotiate == nullptr && query_ != nullptr) {
    negotiate = reinterpret_cast<PFN_vkNegotiateLoaderICDInterfaceVersion>(Global(kIcdNegotiation));
  }
  if (negotiate == nullptr) return;
  uint32_t version = offered;
  const VkResult result = Traced("negotiation", [&] { return negotiate(&version); });
  Note("result", std::to_string(result));
  Note("answer", std::to_string(version));
  usable_ = result == VK_SUCCESS && version <= offered;
  agreed_ = version;
}

PFN_vkVoidFunction DriverApp::Global(const char* name) const {
  if (module_device_ != nullptr && name == std::string_view("vkCreateInstance")) {
    return reinterpret_cast<PFN_vkVoidFunction>(module_device_->CreateInstance);
  }
  PFN_vkVoidFunction function = nullptr;
  TracedVoid(kIcdQuery, [&] { function = query_(VK_NULL_HANDLE, name); });
  return function;
}

PFN_vkVoidFunction DriverApp::Instance(const char* name) const {
  PFN_vkVoidFunction function = nullptr;
  TracedVoid(kIcdQuery, [&] { function = query_(instance_, name); });
  return function;
}

PFN_vkVoidFunction DriverApp::Device(const char* name) const {
  const auto get = Get<PFN_vkGetDeviceProcAddr>("vkGetDeviceProcAddr");
  PFN_vkVoidFunction function = nullptr;
  if (get != nullptr) {
    TracedVoid("vkGetDeviceProcAddr", [&] { function = get(device_, name); });
  }
  return function;
}

PFN_GetPhysicalDeviceProcAddr DriverApp::PhysicalDeviceQuery() const {
  PFN_vkVoidFunction query = Export(kIcdPhysicalDeviceQuery);
  if (query == nullptr && query_ != nullptr && agreed_ >= 7)
    query = Global(kIcdPhysicalDeviceQuery);
  return reinterpret_cast<PFN_GetPhysicalDeviceProcAddr>(query);
}

uint32_t DriverApp::ApiVersion() const {
  constexpr char kCall[] = "vkEnumerateInstanceVersion";
  const auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceVersion>(Global(kCall));
  uint32_t version = VK_API_VERSION_1_0;
  if (enumerate == nullptr) return version;
  const VkResult result = Traced(kCall, [&] { return enumerate(&version); });
  return result == VK_SUCCESS ? version : VK_API_VERSION_1_0;
}

std::vector<std::string> DriverApp::Extensions() const {
  constexpr char kCall[] = "vkEnumerateInstanceExtensionProperties";
  const auto enumerate =
      reinterpret_cast<PFN_vkEnumerateInstanceExtensionProperties>(Global(kCall));
  if (enumerate == nullptr) return {};
  return ExtensionNames(kCall, [&](uint32_t* count, VkExtensionProperties* list) {
    return enumerate(nullptr, count, list);
  });
}

std::vector<std::string> DriverApp::DeviceExtensions(VkPhysicalDevice physical_device) const {
  constexpr char kCall[] = "vkEnumerateDeviceExtensionProperties";
  const auto enumerate = Get<PFN_vkEnumerateDeviceExtensionProperties>(kCall);
  if (enumerate == nullptr) return {};
  return ExtensionNames(kCall, [&](uint32_t* count, VkExtensionProperties* list) {
    return enumerate(physical_device, nullptr, count, list);
  });
}

void DriverApp::Adopt(const char* type, void* object) const {
  static void* table[1] = {};
  AppEvent("reading the first word of " + std::string(type), "enter");
  Note(std::string("word of ") + type,
       valid_loader_magic_value(object) ? "ICD_LOADER_MAGIC"
                                        : fmt::format("{:#x}", *static_cast<uintptr_t*>(object)));
  *static_cast<void**>(object) = table;
  AppEvent("reading the first word of " + std::string(type), "leave");
}

VkResult DriverApp::CreateInstance(const DriverInstanceRequest& request) {
  constexpr char kCall[] = "vkCreateInstance";
  const auto create = reinterpret_cast<PFN_vkCreateInstance>(Global(kCall));
  if (create == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  VkApplicationInfo application = {};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  // A version that a driver of the older interface must not reject.
  application.apiVersion = request.api_version != 0 ? request.api_version
                           : agreed_ >= 5           ? ApiVersion()
                                                    : VK_API_VERSION_1_0;
  std::vector<const char*> extensions;
  for (const std::string& name : request.extensions) extensions.push_back(name.c_str());
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  instance_ = VK_NULL_HANDLE;
  const VkResult result =
      Traced(kCall, [&] { return create(&info, request.allocator, &instance_); });
  if (result == VK_SUCCESS) Adopt("VkInstance", instance_);
  return result;
}

void DriverApp::DestroyInstance(const VkAllocationCallbacks* allocator) {
  const auto destroy = Get<PFN_vkDestroyInstance>("vkDestroyInstance");
  if (destroy == nullptr) return;
  TracedVoid("vkDestroyInstance", [&] { destroy(instance_, allocator); });
  instance_ = VK_NULL_HANDLE;
}

std::vector<VkPhysicalDevice> DriverApp::PhysicalDevices() {
  constexpr char kCall[] = "vkEnumeratePhysicalDevices";
  const auto enumerate = Get<PFN_vkEnumeratePhysicalDevices>(kCall);
  std::vector<VkPhysicalDevice> devices;
  uint32_t count = 0;
  if (enumerate != nullptr) {
    VkResult result = Traced(kCall, [&] { return enumerate(instance_, &count, nullptr); });
    if (result == VK_SUCCESS && count != 0) {
      devices.resize(count);
      result = Traced(kCall, [&] { return enumerate(instance_, &count, devices.data()); });
    }
    devices.resize(result >= VK_SUCCESS ? std::min<size_t>(count, devices.size()) : 0);
    std::erase(devices, VkPhysicalDevice{VK_NULL_HANDLE});
  }
  Note("physical devices", std::to_string(devices.size()));
  for (VkPhysicalDevice device : devices) Adopt("VkPhysicalDevice", device);
  return devices;
}

VkResult DriverApp::CreateDevice(VkPhysicalDevice physical_device,
                                 const DriverDeviceRequest& request) {
  constexpr char kCall[] = "vkCreateDevice";
  const auto create = Get<PFN_vkCreateDevice>(kCall);
  if (create == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  const float priority = 1;
  VkDeviceQueueCreateInfo queue_info = {};
  queue_info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue_info.queueCount = 1;
  queue_info.pQueuePriorities = &priority;
  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue_info;
  info.enabledExtensionCount = static_cast<uint32_t>(request.extensions.size());
  info.ppEnabledExtensionNames = request.extensions.data();
  info.pNext = request.next;
  info.pEnabledFeatures = request.features;
  device_ = VK_NULL_HANDLE;
  const VkResult result =
      Traced(kCall, [&] { return create(physical_device, &info, request.allocator, &device_); });
  if (result != VK_SUCCESS) return result;
  Adopt("VkDevice", device_);
  const auto get_queue = reinterpret_cast<PFN_vkGetDeviceQueue>(Device("vkGetDeviceQueue"));
  queue_ = VK_NULL_HANDLE;
  if (get_queue != nullptr) {
    TracedVoid("vkGetDeviceQueue", [&] { get_queue(device_, 0, 0, &queue_); });
  }
  if (queue_ != VK_NULL_HANDLE) Adopt("VkQueue", queue_);
  return result;
}

void DriverApp::DestroyDevice(const VkAllocationCallbacks* allocator) {
  const auto destroy = reinterpret_cast<PFN_vkDestroyDevice>(Device("vkDestroyDevice"));
  if (destroy == nullptr) return;
  TracedVoid("vkDestroyDevice", [&] { destroy(device_, allocator); });
  device_ = VK_NULL_HANDLE;
}

bool DriverApp::UseCommandBuffer(const VkAllocationCallbacks* allocator) {
  const auto create = reinterpret_cast<PFN_vkCreateCommandPool>(Device("vkCreateCommandPool"));
  const auto destroy = reinterpret_cast<PFN_vkDestroyCommandPool>(Device("vkDestroyCommandPool"));
  const auto allocate =
      reinterpret_cast<PFN_vkAllocateCommandBuffers>(Device("vkAllocateCommandBuffers"));
  if (create == nullptr || destroy == nullptr || allocate == nullptr) return false;
  VkCommandPoolCreateInfo pool_info = {};
  pool_info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  VkCommandPool pool = VK_NULL_HANDLE;
  if (Traced("vkCreateCommandPool",
             [&] { return create(device_, &pool_info, allocator, &pool); }) != VK_SUCCESS) {
    return false;
  }
  VkCommandBufferAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandPool = pool;
  VkCommandBuffer buffers[3] = {};
  info.commandBufferCount = static_cast<uint32_t>(std::size(buffers));
  const VkResult result =
      Traced("vkAllocateCommandBuffers", [&] { return allocate(device_, &info, buffers); });
  // The first one without the magic value is noted last.
  for (size_t i = 0; result == VK_SUCCESS && i < std::size(buffers); ++i) {
    const bool good = valid_loader_magic_value(buffers[i]);
    Adopt("VkCommandBuffer", buffers[i]);
    if (!good) break;
  }
  TracedVoid("vkDestroyCommandPool", [&] { destroy(device_, pool, allocator); });
  return result == VK_SUCCESS;
}

void DriverApp::UseExternalQueue() {
  constexpr char kCreate[] = "vkCreateExternalComputeQueueNV";
  constexpr char kDestroy[] = "vkDestroyExternalComputeQueueNV";
  const auto create = reinterpret_cast<PFN_vkCreateExternalComputeQueueNV>(Device(kCreate));
  const auto destroy = reinterpret_cast<PFN_vkDestroyExternalComputeQueueNV>(Device(kDestroy));
  if (create == nullptr || destroy == nullptr) return;
  VkExternalComputeQueueCreateInfoNV info = {};
  info.sType = VK_STRUCTURE_TYPE_EXTERNAL_COMPUTE_QUEUE_CREATE_INFO_NV;
  info.preferredQueue = queue_;
  VkExternalComputeQueueNV queue = VK_NULL_HANDLE;
  const VkResult result = Traced(kCreate, [&] { return create(device_, &info, nullptr, &queue); });
  if (result != VK_SUCCESS) return;
  Adopt("VkExternalComputeQueueNV", queue);
  TracedVoid(kDestroy, [&] { destroy(device_, queue, nullptr); });
}

void DriverApp::UsePhysicalDevice(VkPhysicalDevice physical_device) const {
  VkPhysicalDeviceProperties properties = {};
  VkPhysicalDeviceFeatures features = {};
  VkPhysicalDeviceMemoryProperties memory = {};
  VkFormatProperties format = {};
  uint32_t families = 0;
  Ask<PFN_vkGetPhysicalDeviceProperties>(*this, "vkGetPhysicalDeviceProperties", physical_device,
                                         &properties);
  Ask<PFN_vkGetPhysicalDeviceFeatures>(*this, "vkGetPhysicalDeviceFeatures", physical_device,
                                       &features);
  Ask<PFN_vkGetPhysicalDeviceMemoryProperties>(*this, "vkGetPhysicalDeviceMemoryProperties",
                                               physical_device, &memory);
  Ask<PFN_vkGetPhysicalDeviceFormatProperties>(*this, "vkGetPhysicalDeviceFormatProperties",
                                               physical_device, VK_FORMAT_R8G8B8A8_UNORM, &format);
  Ask<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
      *this, "vkGetPhysicalDeviceQueueFamilyProperties", physical_device, &families, nullptr);
}

void DriverApp::RunFullSequence(const DriverInstanceRequest& request) {
  if (!usable() || CreateInstance(request) != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = PhysicalDevices();
  for (VkPhysicalDevice each : devices) UsePhysicalDevice(each);
  if (!devices.empty() &&
      CreateDevice(devices.front(), {.allocator = request.allocator}) == VK_SUCCESS) {
    DestroyDevice(request.allocator);
  }
  DestroyInstance(request.allocator);
}

void DriverApp::Unload() {
  TracedVoid("dlclose", [&] { dlclose(library_); });
}

void RunOnce(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  app.RunFullSequence();
  app.Unload();
}

Observation RunDriver(Case& c, const std::function<void(const ComponentUnderTest&)>& app) {
  return RunDriverIn(c, World(), app);
}

Observation RunDriverIn(Case& c, World world,
                        const std::function<void(const ComponentUnderTest&)>& app) {
  return RunWithoutLoaderIn(c, std::move(world), app);
}

std::string DriverBreaks(const Observation& seen) {
  return EndedDuring(seen, {"negotiation", "vkEnumerateInstanceVersion",
                            "vkEnumerateInstanceExtensionProperties", "vkCreateInstance",
                            "vkEnumeratePhysicalDevices", "vkDestroyInstance"})
             ? policy::LDP_DRIVER_1.text
             : std::string();
}

SkipReason WhyNoInstance(const Observation& seen) {
  const SkipReason why = WhyNot(seen, "vkCreateInstance");
  return why.empty() || Answers(seen.events()).contains("word of VkInstance") ? std::string() : why;
}

SkipReason WhyNoPhysicalDevice(const Observation& seen) {
  if (const SkipReason why = WhyNoInstance(seen); !why.empty()) return why;
  const auto answers = Answers(seen.events());
  const auto count = answers.find("physical devices");
  return count == answers.end() || count->second != "0" ? std::string()
                                                        : "the driver has no physical device here";
}

SkipReason WhyNoDevice(const Observation& seen) {
  const SkipReason why = WhyNoPhysicalDevice(seen);
  return why.empty() ? WhyNot(seen, "vkCreateDevice") : why;
}

SkipReason WhyNoAnswer(const Observation& seen, const std::string& question) {
  const auto answers = Answers(seen.events());
  if (answers.contains(question)) return {};
  const SkipReason why = WhyDriverNotSeen(seen);
  return why.empty() ? "the driver was not queried for " + question : why;
}

std::string VulkanVersionText(uint32_t version) {
  return fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                     VK_API_VERSION_PATCH(version));
}

uint32_t CoreMinor(const ComponentUnderTest& driver, uint32_t api_version) {
  const auto manifest = policy::Version::TryParse(driver.api_version);
  const uint32_t claimed = manifest.has_value() ? static_cast<uint32_t>(manifest->minor)
                                                : VK_API_VERSION_MINOR(api_version);
  return std::min<uint32_t>(claimed, VK_API_VERSION_MINOR(api_version));
}

bool Has(const std::vector<std::string>& list, const char* name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace loadstone::suites
