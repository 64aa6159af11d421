// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/vulkan/application.h"

#include <dlfcn.h>
#include <string.h>
#include <vulkan/vulkan.h>

#include <algorithm>

#include "fuzz/outside/executor_child.h"
#include "oracle/vulkan/instance_answers.h"

namespace loadstone::fuzz::vulkan {
namespace {

using oracle::vulkan::LookedUp;
using oracle::vulkan::LookUp;

// More than a loader and the layers of a generated machine can list.
constexpr uint32_t kExtensionCapacity = 128;
// More physical devices than a loader can list.
constexpr uint32_t kDeviceCapacity = 64;

class VulkanApplication : public Application {
 public:
  explicit VulkanApplication(PFN_vkGetInstanceProcAddr get) : get_(get) {
    enumerate_ =
        Global<PFN_vkEnumerateInstanceLayerProperties>("vkEnumerateInstanceLayerProperties");
    extensions_ = Global<PFN_vkEnumerateInstanceExtensionProperties>(
        "vkEnumerateInstanceExtensionProperties");
    create_ = Global<PFN_vkCreateInstance>("vkCreateInstance");
  }
  bool complete() const {
    return enumerate_ != nullptr && extensions_ != nullptr && create_ != nullptr;
  }

  void Ask(const std::vector<const char*>& layers, const std::vector<const char*>& extensions,
           Shared& shared) override {
    shared_ = &shared;
    Enter(Step::kEnumerate);
    Enumerate();
    if (!shared.create) return;
    Enter(Step::kExtensions);
    EnumerateExtensions();
    if (!shared.device) EnumerateExtensionsOfLayer(layers);
    Enter(Step::kCreate);
    CreateInstance(layers, extensions, shared.device);
  }

 private:
  template <typename Function>
  Function Global(const char* name) const {
    return reinterpret_cast<Function>(get_(VK_NULL_HANDLE, name));
  }

  void Enter(Step step) { shared_->step = static_cast<int>(step); }

  // Tests both ways that the API allows: an application that creates an instance first asks for the
  // number of layers, others call once. The loader searches for layers in each call.
  void Enumerate() {
    shared_->count = 0;
    uint32_t count = shared_->create ? EnumerateInTwoCalls() : EnumerateAtOnce();
    if (shared_->enumerate_result == VK_INCOMPLETE && !shared_->create) {
      count = EnumerateInTwoCalls();
    }
    shared_->count = std::min<uint32_t>(count, static_cast<uint32_t>(layers_.size()));
    for (uint32_t i = 0; i < shared_->count; ++i) {
      EnumeratedRecord& record = shared_->enumerated[i];
      memcpy(record.name, layers_[i].layerName, sizeof(record.name));
      record.api_version = layers_[i].specVersion;
      record.implementation = layers_[i].implementationVersion;
      memcpy(record.description, layers_[i].description, sizeof(record.description));
    }
  }

  // Both return the number that the loader reports.
  uint32_t EnumerateAtOnce() {
    layers_.resize(kLayerCapacity);
    uint32_t count = kLayerCapacity;
    shared_->enumerate_result = enumerate_(&count, layers_.data());
    return shared_->enumerate_result < 0 ? 0 : count;
  }

  uint32_t EnumerateInTwoCalls() {
    uint32_t count = 0;
    shared_->enumerate_result = enumerate_(&count, nullptr);
    if (shared_->enumerate_result != VK_SUCCESS) return 0;
    count = std::min<uint32_t>(count, kMaxEnumerated);
    layers_.resize(std::max<size_t>(count, 1));
    shared_->enumerate_result = enumerate_(&count, layers_.data());
    return shared_->enumerate_result < 0 ? 0 : count;
  }

  // Stores what `enumerate` lists: in one call if the room suffices, since a loader may search for
  // layers in each call.
  template <typename Function>
  void List(ExtensionRecords& kept, const Function& enumerate) {
    listed_.resize(kExtensionCapacity);
    uint32_t count = kExtensionCapacity;
    kept.asked = true;
    kept.result = enumerate(&count, listed_.data());
    if (kept.result == VK_INCOMPLETE) {
      count = kMaxEnumerated;
      listed_.resize(count);
      kept.result = enumerate(&count, listed_.data());
    }
    if (kept.result < 0) count = 0;
    kept.Keep(listed_.data(), std::min<uint32_t>(count, static_cast<uint32_t>(listed_.size())),
              &VkExtensionProperties::specVersion);
  }

  void EnumerateExtensions() {
    List(shared_->listed_extensions, [this](uint32_t* count, VkExtensionProperties* listed) {
      return extensions_(nullptr, count, listed);
    });
  }

  // Enumerates the extensions of the first layer that the application requests, which may not
  // exist, or else of the first one that was enumerated.
  void EnumerateExtensionsOfLayer(const std::vector<const char*>& wanted) {
    if (wanted.empty() && shared_->count == 0) return;
    const char* name = wanted.empty() ? shared_->enumerated[0].name : wanted.front();
    if (strnlen(name, kMaxNameSize) == kMaxNameSize) return;
    strcpy(shared_->asked_layer, name);
    List(shared_->layer_extensions, [&](uint32_t* count, VkExtensionProperties* listed) {
      return extensions_(shared_->asked_layer, count, listed);
    });
  }

  // Whether the loader lists the extension with the groups of physical devices.
  bool HasGroups() const {
    const ExtensionRecords& listed = shared_->listed_extensions;
    for (uint32_t i = 0; i < listed.count; ++i) {
      if (strcmp(listed.names[i], VK_KHR_DEVICE_GROUP_CREATION_EXTENSION_NAME) == 0) return true;
    }
    return false;
  }

  void CreateInstance(const std::vector<const char*>& layers, std::vector<const char*> extensions,
                      bool device) {
    VkApplicationInfo application = {};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_0;
    VkInstanceCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    info.enabledLayerCount = static_cast<uint32_t>(layers.size());
    info.ppEnabledLayerNames = layers.data();
    // The extension requires the flag; the generator requests no other extension.
    if (!extensions.empty()) info.flags = VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
    const bool groups = device && HasGroups();
    if (groups) extensions.push_back(VK_KHR_DEVICE_GROUP_CREATION_EXTENSION_NAME);
    info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    VkInstance instance = VK_NULL_HANDLE;
    shared_->create_result = create_(&info, nullptr, &instance);
    shared_->created = shared_->create_result == VK_SUCCESS;
    if (!shared_->created) return;
    if (device) {
      Enter(Step::kUse);
      ListDevices(instance);
      if (groups) ListGroups(instance);
      shared_->device_result = CreateDevice(instance);
    }
    Enter(Step::kDestroy);
    const auto destroy =
        reinterpret_cast<PFN_vkDestroyInstance>(get_(instance, "vkDestroyInstance"));
    if (destroy != nullptr) destroy(instance, nullptr);
  }

  // Lists all physical devices, with more room than the loader asks for, since a driver may have
  // more at the second query. Reads the name of each, and the extensions of odd ones.
  void ListDevices(VkInstance instance) {
    const auto list = reinterpret_cast<PFN_vkEnumeratePhysicalDevices>(
        get_(instance, "vkEnumeratePhysicalDevices"));
    const auto read = reinterpret_cast<PFN_vkGetPhysicalDeviceProperties>(
        get_(instance, "vkGetPhysicalDeviceProperties"));
    if (list == nullptr || read == nullptr) return;
    DeviceListRecord& kept = shared_->devices;
    kept = {.asked = true, .result = VK_SUCCESS, .of_usual_driver = 0};
    uint32_t count = 0;
    kept.result = list(instance, &count, nullptr);
    if (kept.result != VK_SUCCESS) return;
    devices_.assign(kDeviceCapacity, VK_NULL_HANDLE);
    count = kDeviceCapacity;
    kept.result = list(instance, &count, devices_.data());
    devices_.resize(kept.result < VK_SUCCESS ? 0 : std::min(count, kDeviceCapacity));
    for (VkPhysicalDevice device : devices_) {
      if (device == VK_NULL_HANDLE) continue;
      const bool usual = IsOfUsualDriver(read, device);
      kept.of_usual_driver += usual ? 1 : 0;
      if (!usual) EnumerateDeviceExtensions(instance, device);
    }
    shared_->device_extensions.asked = false;  // those of odd drivers are not judged
  }

  bool IsOfUsualDriver(PFN_vkGetPhysicalDeviceProperties read, VkPhysicalDevice device) {
    read(device, &properties_);
    return strcmp(properties_.deviceName, oracle::vulkan::kUsualDevice) == 0;
  }

  // Lists the groups of the physical devices that ListDevices listed, in the same way.
  void ListGroups(VkInstance instance) {
    GroupListRecord& kept = shared_->groups;
    kept = {};
    kept.asked = true;
    const auto list = reinterpret_cast<PFN_vkEnumeratePhysicalDeviceGroupsKHR>(
        get_(instance, "vkEnumeratePhysicalDeviceGroupsKHR"));
    const auto read = reinterpret_cast<PFN_vkGetPhysicalDeviceProperties>(
        get_(instance, "vkGetPhysicalDeviceProperties"));
    kept.found = list != nullptr;
    if (list == nullptr || read == nullptr) return;
    uint32_t count = 0;
    kept.result = list(instance, &count, nullptr);
    if (kept.result != VK_SUCCESS) return;
    VkPhysicalDeviceGroupProperties empty = {};
    empty.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
    groups_.assign(kDeviceCapacity, empty);
    count = kDeviceCapacity;
    kept.result = list(instance, &count, groups_.data());
    groups_.resize(kept.result < VK_SUCCESS ? 0 : std::min(count, kDeviceCapacity));
    std::vector<VkPhysicalDevice> members;
    for (const VkPhysicalDeviceGroupProperties& group : groups_) {
      const uint32_t size = std::min(group.physicalDeviceCount, VK_MAX_DEVICE_GROUP_SIZE);
      members.insert(members.end(), group.physicalDevices, group.physicalDevices + size);
    }
    for (VkPhysicalDevice member : members) {
      kept.other_devices += std::count(devices_.begin(), devices_.end(), member) == 0 ? 1 : 0;
      if (member != VK_NULL_HANDLE && IsOfUsualDriver(read, member)) ++kept.of_usual_driver;
    }
    for (VkPhysicalDevice device : devices_) {
      const auto groups = std::count(members.begin(), members.end(), device);
      kept.devices_in_none += groups == 0 ? 1 : 0;
      kept.devices_in_several += groups > 1 ? 1 : 0;
    }
  }

  void EnumerateDeviceExtensions(VkInstance instance, VkPhysicalDevice device) {
    const auto enumerate = reinterpret_cast<PFN_vkEnumerateDeviceExtensionProperties>(
        get_(instance, "vkEnumerateDeviceExtensionProperties"));
    if (enumerate == nullptr) return;
    List(shared_->device_extensions, [&](uint32_t* count, VkExtensionProperties* listed) {
      return enumerate(device, nullptr, count, listed);
    });
  }

  void ReadProperties(VkInstance instance, VkPhysicalDevice device) {
    const auto read = reinterpret_cast<PFN_vkGetPhysicalDeviceProperties>(
        get_(instance, "vkGetPhysicalDeviceProperties"));
    if (read == nullptr) return;
    read(device, &properties_);
    PropertiesRecord& kept = shared_->properties;
    kept.asked = true;
    static_assert(sizeof(kept.name) == sizeof(properties_.deviceName));
    memcpy(kept.name, properties_.deviceName, sizeof(kept.name));
    kept.vendor = properties_.vendorID;
    kept.device = properties_.deviceID;
    kept.driver_version = properties_.driverVersion;
  }

  void LookUpFunctions(VkInstance instance, VkDevice device, PFN_vkGetDeviceProcAddr of_device) {
    uint32_t bit = 1;
    shared_->found_functions = 0;
    for (const LookedUp& asked : oracle::vulkan::LookedUpFunctions()) {
      const PFN_vkVoidFunction found =
          asked.by != LookUp::kDevice
              ? get_(asked.by == LookUp::kGlobal ? VK_NULL_HANDLE : instance, asked.name)
              : (of_device != nullptr ? of_device(device, asked.name) : nullptr);
      if (found != nullptr) shared_->found_functions |= bit;
      bit <<= 1;
    }
    shared_->looked_up = true;
  }

  int CreateDevice(VkInstance instance) {
    const auto devices = reinterpret_cast<PFN_vkEnumeratePhysicalDevices>(
        get_(instance, "vkEnumeratePhysicalDevices"));
    const auto create = reinterpret_cast<PFN_vkCreateDevice>(get_(instance, "vkCreateDevice"));
    const auto destroy = reinterpret_cast<PFN_vkDestroyDevice>(get_(instance, "vkDestroyDevice"));
    if (devices == nullptr || create == nullptr || destroy == nullptr) return VK_INCOMPLETE;
    uint32_t count = 1;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    const VkResult listed = devices(instance, &count, &physical);
    if (listed != VK_SUCCESS || count != 1) return VK_INCOMPLETE;
    EnumerateDeviceExtensions(instance, physical);
    ReadProperties(instance, physical);
    const float priority = 1;
    VkDeviceQueueCreateInfo queue = {};
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    VkDevice device = VK_NULL_HANDLE;
    const VkResult result = create(physical, &info, nullptr, &device);
    if (result != VK_SUCCESS) return result;
    const auto of_device =
        reinterpret_cast<PFN_vkGetDeviceProcAddr>(get_(instance, "vkGetDeviceProcAddr"));
    LookUpFunctions(instance, device, of_device);
    destroy(device, nullptr);
    return result;
  }

  PFN_vkGetInstanceProcAddr get_;
  Shared* shared_ = nullptr;
  std::vector<VkLayerProperties> layers_;
  std::vector<VkExtensionProperties> listed_;
  std::vector<VkPhysicalDevice> devices_;  // that the loader listed
  std::vector<VkPhysicalDeviceGroupProperties> groups_;
  VkPhysicalDeviceProperties properties_ = {};
  PFN_vkEnumerateInstanceLayerProperties enumerate_ = nullptr;
  PFN_vkEnumerateInstanceExtensionProperties extensions_ = nullptr;
  PFN_vkCreateInstance create_ = nullptr;
};

}  // namespace

std::unique_ptr<Application> OpenApplication(void* library) {
  const auto get =
      reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
  if (get == nullptr) return nullptr;
  auto application = std::make_unique<VulkanApplication>(get);
  if (!application->complete()) return nullptr;
  return application;
}

}  // namespace loadstone::fuzz::vulkan
