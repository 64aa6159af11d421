// SPDX-License-Identifier: Apache-2.0
#include "mock_runtime/vulkan/instance.h"

#include <string.h>

#include "commands.gen.h"
#include "mock_common/config.h"
#include "mock_runtime/vulkan/functions.h"
#include "mock_runtime/vulkan/history.h"
#include "mock_runtime/vulkan/lists.h"
#include "mock_runtime/vulkan/structures.h"

namespace loadstone::mock {
namespace {

// Whether this driver has a command: in its core version, or in an extension that it lists.
bool Provides(const TableEntry& entry) {
  const Model& model = GetModel();
  const bool for_device = entry.level == Level::kDevice;
  uint32_t api_version = model.api_version;
  if (for_device) {
    for (uint32_t i = 0; i < model.physical_device_count; ++i) {
      const uint32_t other = model.physical_devices[i].api_version;
      if (other > api_version) api_version = other;
    }
  }
  if (strcmp(entry.name, "vkEnumerateInstanceVersion") == 0 && model.no_enumerate_version) {
    return false;
  }
  if (entry.extension == nullptr) {
    return static_cast<uint32_t>(entry.minor) <= VK_API_VERSION_MINOR(api_version);
  }
  const auto is_in = [&entry](const ExtensionList& extensions) {
    return extensions.Has(entry.extension) ||
           (entry.other_extension != nullptr && extensions.Has(entry.other_extension));
  };
  if (model.unlisted_functions || is_in(model.instance_extensions)) {
    const bool creates_surface =
        strncmp(entry.name, "vkCreate", 8) == 0 && strstr(entry.name, "Surface") != nullptr;
    const bool destroys_surface = strcmp(entry.name, "vkDestroySurfaceKHR") == 0;
    return model.own_surfaces || !(creates_surface || destroys_surface);
  }
  for (uint32_t i = 0; i < model.physical_device_count; ++i) {
    if (is_in(model.physical_devices[i].extensions)) return true;
  }
  return false;
}

// A driver that supports an older version than the application requests must return an error,
// unless it negotiated an interface version in which the loader checks this.
bool IsIncompatible(uint32_t requested) {
  if (IsMisbehaviourConfigured("accept_every_version")) return false;
  if (IsMisbehaviourConfigured("refuse_newer_versions")) return requested >= VK_API_VERSION_1_1;
  if (NegotiatedVersion() >= 5) return false;
  // A loader that offers an older interface version only supports Vulkan 1.0.
  const bool old_loader = OfferedVersion() != 0 && OfferedVersion() < 5;
  if (old_loader && IsMisbehaviourConfigured("refuse_patches_of_old_loaders")) {
    return requested != VK_API_VERSION_1_0;
  }
  const uint32_t ours = old_loader ? VK_API_VERSION_1_0 : GetModel().api_version;
  return VK_API_VERSION_MAJOR(requested) > VK_API_VERSION_MAJOR(ours) ||
         (VK_API_VERSION_MAJOR(requested) == VK_API_VERSION_MAJOR(ours) &&
          VK_API_VERSION_MINOR(requested) > VK_API_VERSION_MINOR(ours));
}

void FreeInstance(Instance* instance, const VkAllocationCallbacks* callbacks) {
  const uint32_t own = ArePhysicalDevicesShared() ? 0 : GetModel().physical_device_count;
  for (uint32_t i = 0; i < own; ++i) {
    // Missing after an allocation that failed. Objects without a parent are no children of it.
    if (instance->physical_devices[i] == nullptr) break;
    FreeChildren(instance->physical_devices[i]);
    FreeObject("vkDestroyInstance", instance->physical_devices[i], callbacks);
  }
  FreeObject("vkDestroyInstance", instance, callbacks);
}

Instance* NewInstance(const VkAllocationCallbacks* callbacks) {
  const uint32_t count = GetModel().physical_device_count;
  MockObject* object = NewObject(VK_OBJECT_TYPE_INSTANCE, nullptr, callbacks,
                                 sizeof(Instance) + count * sizeof(MockObject*));
  if (object == nullptr) return nullptr;
  auto* instance = static_cast<Instance*>(object);
  instance->physical_devices = reinterpret_cast<MockObject**>(instance + 1);
  for (uint32_t i = 0; i < count; ++i) {
    MockObject* physical = NewObject(VK_OBJECT_TYPE_PHYSICAL_DEVICE, instance, callbacks);
    if (physical == nullptr) {
      if (!IsMisbehaviourConfigured("leak_after_failure")) FreeInstance(instance, callbacks);
      return nullptr;
    }
    physical->value = i;
    instance->physical_devices[i] = physical;
  }
  return instance;
}

VkResult CreateChecked(const VkInstanceCreateInfo& info, uint32_t api_version,
                       const VkAllocationCallbacks* callbacks, Instance** instance) {
  if (IsIncompatible(api_version)) return VK_ERROR_INCOMPATIBLE_DRIVER;
  if (!CheckExtensions("vkCreateInstance", info.ppEnabledExtensionNames, info.enabledExtensionCount,
                       GetModel().instance_extensions)) {
    return RefuseExtensions();
  }
  if (api_version >= VK_API_VERSION_1_1 && IsMisbehaviourConfigured("fail_newer_versions")) {
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  if (const VkResult refused = RefuseInstance(); refused != VK_SUCCESS) return refused;
  *instance = NewInstance(callbacks);
  if (*instance == nullptr) return VK_ERROR_OUT_OF_HOST_MEMORY;
  RememberInstance(*instance);
  return VK_SUCCESS;
}

// Traces what the application says about itself; the same for no structure as for an empty one.
void AddApplication(Event& event, const VkApplicationInfo* info) {
  const VkApplicationInfo none = {
      VK_STRUCTURE_TYPE_APPLICATION_INFO, nullptr, nullptr, 0, nullptr, 0, 0};
  const VkApplicationInfo& given = info != nullptr ? *info : none;
  event.Add("application", given.pApplicationName)
      .Add("application_version", given.applicationVersion)
      .Add("engine", given.pEngineName)
      .Add("engine_version", given.engineVersion);
}

}  // namespace

bool CheckExtensions(const char* function, const char* const* names, uint32_t count,
                     const ExtensionList& list) {
  bool all = true;
  for (uint32_t i = 0; i < count; ++i) {
    if (names[i] != nullptr && list.Has(names[i])) continue;
    Event("violation")
        .Add("function", function)
        .Add("why", "extension the driver does not have")
        .Add("extension", names[i]);
    all = false;
  }
  return all;
}

PFN_vkVoidFunction FindInstanceFunction(VkInstance instance, const char* name) {
  const TableEntry* entry = FindCommand(name);
  if (entry != nullptr) {
    const bool global =
        entry->level == Level::kGlobal || strcmp(name, "vkGetInstanceProcAddr") == 0;
    return (global || instance != VK_NULL_HANDLE) && Provides(*entry) ? entry->function : nullptr;
  }
  if (instance == VK_NULL_HANDLE) return nullptr;
  const PFN_vkVoidFunction function = FindUnknownFunction(Level::kPhysicalDevice, name);
  return function != nullptr ? function : FindUnknownFunction(Level::kDevice, name);
}

PFN_vkVoidFunction FindPhysicalDeviceFunction(const char* name) {
  const TableEntry* entry = FindCommand(name);
  if (entry == nullptr) return FindUnknownFunction(Level::kPhysicalDevice, name);
  return entry->level == Level::kPhysicalDevice && Provides(*entry) ? entry->function : nullptr;
}

namespace driver {

PFN_vkVoidFunction GetInstanceProcAddr(VkInstance instance, const char* pName) {
  if (pName == nullptr) return nullptr;
  const PFN_vkVoidFunction function = FindInstanceFunction(instance, pName);
  if (GetModel().trace_queries) {
    Event("vkGetInstanceProcAddr")
        .AddPointer("instance", instance)
        .Add("name", pName)
        .Add("found", function != nullptr);
  }
  return function;
}

VkResult EnumerateInstanceVersion(uint32_t* pApiVersion) {
  *pApiVersion = GetModel().reported_version;
  const VkResult result = GetModel().version_result;
  Event("vkEnumerateInstanceVersion").Add("api_version", *pApiVersion).Add("result", result);
  return result;
}

VkResult EnumerateInstanceExtensionProperties(const char* pLayerName, uint32_t* pPropertyCount,
                                              VkExtensionProperties* pProperties) {
  if (pLayerName != nullptr) {
    Violation("vkEnumerateInstanceExtensionProperties", "pLayerName given to a driver");
  }
  const VkResult result =
      FillExtensions("vkEnumerateInstanceExtensionProperties", GetModel().instance_extensions,
                     GetModel().present_instance_extensions_file, pPropertyCount, pProperties);
  Event("vkEnumerateInstanceExtensionProperties")
      .Add("layer", pLayerName)
      .Add("filled", pProperties != nullptr)
      .Add("count", *pPropertyCount)
      .Add("result", result);
  return result;
}

VkResult CreateInstance(const VkInstanceCreateInfo* pCreateInfo,
                        const VkAllocationCallbacks* pAllocator, VkInstance* pInstance) {
  const VkApplicationInfo* app = pCreateInfo->pApplicationInfo;
  CrashWithout(app, "need_application_info");
  if (!CheckStructures("vkCreateInstance", "pApplicationInfo", app, 1, sizeof(*app),
                       VK_STRUCTURE_TYPE_APPLICATION_INFO, true)) {
    return kWrongUse;
  }
  const uint32_t requested =
      app != nullptr && app->apiVersion != 0 ? app->apiVersion : VK_API_VERSION_1_0;
  Instance* instance = nullptr;
  const VkResult result = CreateChecked(*pCreateInfo, requested, pAllocator, &instance);
  *pInstance = ToHandle<VkInstance>(instance);
  Event event("vkCreateInstance");
  event.Add("api_version", requested);
  AddApplication(event, app);
  event.Add("extensions", pCreateInfo->ppEnabledExtensionNames, pCreateInfo->enabledExtensionCount)
      .Add("layers", pCreateInfo->ppEnabledLayerNames, pCreateInfo->enabledLayerCount)
      .Add("flags", pCreateInfo->flags)
      .Add("allocator", pAllocator != nullptr)
      .Add("negotiated", NegotiatedVersion());
  AddNext(event, pCreateInfo);
  event.AddPointer("instance", instance).Add("result", result);
  return result;
}

void DestroyInstance(VkInstance instance, const VkAllocationCallbacks* pAllocator) {
  auto* object = static_cast<Instance*>(ToObject(instance));
  const uint32_t left =
      object != nullptr ? CountChildren(object) - GetModel().physical_device_count : 0;
  Event("vkDestroyInstance")
      .AddPointer("instance", instance)
      .Add("allocator", pAllocator != nullptr)
      .Add("left", left);
  CrashWithout(object, "need_instance_to_destroy");
  if (object == nullptr) return;
  if (left != 0) Violation("vkDestroyInstance", "objects of the instance are left");
  ForgetInstance(object);
  FreeInstance(object, pAllocator);
}

}  // namespace driver
}  // namespace loadstone::mock
