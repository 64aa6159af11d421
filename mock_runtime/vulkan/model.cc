// SPDX-License-Identifier: Apache-2.0
#include "mock_runtime/vulkan/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mock_common/config.h"

namespace loadstone::mock {
namespace {

constexpr const char* kApiVersion = "1.3.239";
constexpr uint32_t kVendorId = 0x10005;  // the Khronos vendor ID for software implementations

// constinit: a constructor would run after the library constructor that fills it in.
constinit Model model = {};

// "major.minor.patch", or with the variant as an additional first part.
uint32_t Version(const rapidjson::Value& object, const char* otherwise,
                 const char* key = "api_version") {
  const char* text = Text(object, key, otherwise);
  unsigned parts[4] = {};
  const int count = sscanf(text, "%u.%u.%u.%u", &parts[0], &parts[1], &parts[2], &parts[3]);
  if (count == 4) return VK_MAKE_API_VERSION(parts[0], parts[1], parts[2], parts[3]);
  return VK_MAKE_API_VERSION(0, parts[0], parts[1], parts[2]);
}

template <typename T>
T* NewArray(uint32_t count) {
  return static_cast<T*>(calloc(count == 0 ? 1 : count, sizeof(T)));
}

ExtensionList ReadExtensions(const rapidjson::Value& object, const char* key) {
  const rapidjson::Value& list = List(object, key);
  ExtensionList extensions;
  extensions.items = NewArray<VkExtensionProperties>(list.Size());
  for (const rapidjson::Value& element : list.GetArray()) {
    VkExtensionProperties& extension = extensions.items[extensions.count++];
    snprintf(extension.extensionName, sizeof(extension.extensionName), "%s",
             element.IsString() ? element.GetString() : Text(element, "name", ""));
    extension.specVersion = static_cast<uint32_t>(Number(element, "spec_version", 1));
  }
  return extensions;
}

void ReadFamilies(const rapidjson::Value& object, PhysicalDeviceModel* device) {
  const rapidjson::Value& list = List(object, "queue_families");
  const bool given = object.IsObject() && object.HasMember("queue_families");
  device->family_count = given ? list.Size() : 1;
  device->families = NewArray<VkQueueFamilyProperties>(device->family_count);
  for (uint32_t i = 0; i < device->family_count; ++i) {
    const rapidjson::Value& element = given ? list[i] : Object(Config(), "");
    device->families[i] = {static_cast<VkQueueFlags>(Number(element, "flags", 15)),
                           static_cast<uint32_t>(Number(element, "count", given ? 1 : 4)),
                           64,
                           {1, 1, 1}};
  }
}

void ReadDevice(const rapidjson::Value& object, PhysicalDeviceModel* device) {
  device->name = Text(object, "name", "Loadstone Mock 0");
  device->type = static_cast<VkPhysicalDeviceType>(
      Number(object, "type", VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU));
  device->vendor_id = static_cast<uint32_t>(Number(object, "vendor_id", kVendorId));
  device->device_id = static_cast<uint32_t>(Number(object, "device_id", 1));
  device->driver_version = static_cast<uint32_t>(Number(object, "driver_version", 1));
  device->driver_id = static_cast<VkDriverId>(Number(object, "driver_id", 0));
  device->driver_name = Text(object, "driver_name", "loadstone");
  device->driver_info = Text(object, "driver_info", "mock driver");
  device->api_version = Version(object, Text(Config(), "api_version", kApiVersion));
  const rapidjson::Value& pci = List(object, "pci");
  device->has_pci = pci.Size() == 4;
  for (uint32_t i = 0; i < 4 && device->has_pci; ++i) {
    device->pci[i] = pci[i].IsUint() ? pci[i].GetUint() : 0;
  }
  device->group = Number(object, "group", kAlone);
  device->extensions = ReadExtensions(object, "extensions");
  device->shares_images = Flag(object, "shares_images", true);
  ReadFamilies(object, device);
}

void ReadDevices() {
  const rapidjson::Value& list = List(Config(), "physical_devices");
  const bool given = Config().HasMember("physical_devices");
  model.physical_device_count = given ? list.Size() : 1;
  model.physical_devices = NewArray<PhysicalDeviceModel>(model.physical_device_count);
  for (uint32_t i = 0; i < model.physical_device_count; ++i) {
    ReadDevice(given ? list[i] : Object(Config(), ""), &model.physical_devices[i]);
  }
}

void ReadNames(const char* key, FunctionNames* functions) {
  for (const rapidjson::Value& element : List(Config(), key).GetArray()) {
    if (functions->count == kMaxFunctionNames) break;
    functions->names[functions->count++] = element.IsString() ? element.GetString() : "";
  }
}

}  // namespace

bool ExtensionList::Has(const char* name) const {
  for (uint32_t i = 0; i < count; ++i) {
    if (strcmp(items[i].extensionName, name) == 0) return true;
  }
  return false;
}

uint32_t FunctionNames::Find(const char* name) const {
  for (uint32_t i = 0; i < count; ++i) {
    if (strcmp(names[i], name) == 0) return i;
  }
  return kMaxFunctionNames;
}

void LoadModel() {
  const rapidjson::Value& config = Config();
  model.interface_version = static_cast<uint32_t>(Number(config, "interface_version", 7));
  model.force_interface_answer = config.HasMember("interface_answer");
  model.interface_answer = static_cast<uint32_t>(Number(config, "interface_answer", 0));
  model.negotiate_result = static_cast<VkResult>(Number(config, "negotiate_result", VK_SUCCESS));
  model.api_version = Version(config, kApiVersion);
  model.reported_version =
      Version(config, Text(config, "api_version", kApiVersion), "reported_version");
  model.version_result = static_cast<VkResult>(Number(config, "version_result", VK_SUCCESS));
  model.no_enumerate_version = Flag(config, "no_enumerate_version", false);
  model.trace_queries = Flag(config, "trace_queries", false);
  model.subset_allocation = Flag(config, "subset_allocation", false);
  model.subset_allocation_differs = Flag(config, "subset_allocation_differs", false);
  model.sparse_formats = static_cast<uint32_t>(Number(config, "sparse_formats", 0));
  model.instance_extensions = ReadExtensions(config, "instance_extensions");
  // The loader may manage surfaces of window systems, but the documents do not let it manage
  // headless ones.
  model.own_surfaces = Flag(config, "own_surfaces", false) ||
                       model.instance_extensions.Has("VK_EXT_headless_surface");
  model.first_surface = static_cast<uint64_t>(Number(config, "first_surface", 0));
  model.unlisted_functions = Flag(config, "unlisted_functions", false);
  ReadNames("physical_device_functions", &model.physical_device_functions);
  ReadNames("device_functions", &model.device_functions);
  model.present_devices_file = Text(config, "present_devices_file", "");
  model.present_extensions_file = Text(config, "present_extensions_file", "");
  model.present_instance_extensions_file = Text(config, "present_instance_extensions_file", "");
  ReadDevices();
}

const Model& GetModel() { return model; }

bool AreInSameGroup(uint64_t one, uint64_t other) {
  const int64_t group = model.physical_devices[one].group;
  return one == other || (group != kAlone && group == model.physical_devices[other].group);
}

VkResult FillArray(const void* items, uint32_t available, size_t size, uint32_t* count, void* out) {
  const uint32_t room = *count;
  const uint32_t copied = CountToFill(available, count, out);
  if (copied != 0) memcpy(out, items, copied * size);
  return ResultOfList(available, room, out);
}

uint32_t CountToFill(uint32_t available, uint32_t* count, const void* array) {
  if (array == nullptr) {
    if (*count == 0 || !IsMisbehaviourConfigured("keep_count")) *count = available;
    return 0;
  }
  const bool has_more_room = *count > available;
  const uint32_t fits = has_more_room ? available : *count;
  *count = IsMisbehaviourConfigured("count_all") ? available : fits;
  if (IsMisbehaviourConfigured("write_past_room")) return available;
  const bool leave_last = has_more_room && IsMisbehaviourConfigured("leave_last_element");
  return leave_last && fits > 0 ? fits - 1 : fits;
}

VkResult ResultOfList(uint32_t available, uint32_t room, const void* array) {
  return array != nullptr && room < available && !IsMisbehaviourConfigured("never_incomplete")
             ? VK_INCOMPLETE
             : VK_SUCCESS;
}

}  // namespace loadstone::mock
