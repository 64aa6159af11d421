// SPDX-License-Identifier: Apache-2.0
// The layer's enumerations of itself: "Layer Conventions and Rules", LLP_LAYER_15 and LLP_LAYER_16.

#include "mock_layers/vulkan/enumerate.h"

#include <string.h>

#include "mock_common/config.h"
#include "mock_common/fault.h"
#include "mock_common/trace.h"
#include "mock_layers/vulkan/behaviour.h"
#include "mock_layers/vulkan/intercept.h"
#include "mock_layers/vulkan/wrap.h"

namespace loadstone::mock {
namespace {

constexpr uint32_t kMaxExtensions = 128;
constexpr char kAnother[] = "VK_LAYER_LS_another";

VkResult WriteLayerProperties(uint32_t* count, VkLayerProperties* properties) {
  VkLayerProperties layers[2] = {};
  VkLayerProperties& own = layers[0];
  CopyName(own.layerName, Behave().name);
  CopyName(own.description, Text(Config(), "description", "Loadstone mock layer"));
  own.specVersion = VersionMember(Config(), "api_version", VK_API_VERSION_1_3);
  own.implementationVersion = static_cast<uint32_t>(Number(Config(), "implementation_version", 1));
  layers[1] = own;
  CopyName(layers[1].layerName, kAnother);
  layers[1].specVersion = VersionMember(Config(), "another_api_version", own.specVersion);
  const VkResult result =
      WriteItems(layers, Behave().enumerate_another_layer ? 2 : 1, count, properties);
  if (Behave().count_seven_layers && properties == nullptr && count != nullptr) *count = 7;
  return result;
}

bool layers_enumerated = false;

// Interface version 0 calls none of these functions before another one, and none ever fails.
bool Fails(bool has_room) {
  const Behaviour& behaviour = Behave();
  return (behaviour.fail_without_room && !has_room) ||
         (behaviour.extensions_after_layers && !layers_enumerated);
}

bool IsAnother(const char* layer_name) {
  return Behave().enumerate_another_layer && layer_name != nullptr &&
         strcmp(layer_name, kAnother) == 0;
}

// The key of the extensions of one kind that the layer with this name has.
const char* KeyFor(const char* layer_name, const char* own, const char* of_another) {
  return IsAnother(layer_name) && Config().HasMember(of_another) ? of_another : own;
}

VkResult WriteExtensions(const char* key, uint32_t* count, VkExtensionProperties* properties) {
  VkExtensionProperties own[kMaxExtensions] = {};
  uint32_t available = 0;
  for (const rapidjson::Value& extension : List(Config(), key).GetArray()) {
    if (available == kMaxExtensions) break;
    CopyName(own[available].extensionName, Text(extension, "name", ""));
    own[available++].specVersion = static_cast<uint32_t>(Number(extension, "spec_version", 1));
  }
  if (Fails(properties == nullptr || count == nullptr || *count >= available)) {
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  return WriteItems(own, available, count, properties);
}

bool IsOwnName(const char* layer_name) {
  if (layer_name == nullptr) return false;
  return strcmp(layer_name, Behave().name) == 0 || IsAnother(layer_name);
}

// Whether the layer supports its device extensions on this physical device: if the device has what
// the layer needs for them.
bool SupportsOwnExtensions(VkPhysicalDevice physical_device) {
  const char* needed = Behave().needed_device_extension;
  if (needed == nullptr) return true;
  const char* name = kFunctions[kEnumerateDeviceExtensionProperties].name;
  const Owner* owner = instances.Find(physical_device, name);
  if (owner == nullptr) return false;
  VkExtensionProperties all[kMaxExtensions] = {};
  uint32_t count = kMaxExtensions;
  owner->next.EnumerateDeviceExtensionProperties()(Below(physical_device, name), nullptr, &count,
                                                   all);
  for (uint32_t i = 0; i < count; ++i) {
    if (strcmp(all[i].extensionName, needed) == 0) return true;
  }
  return false;
}

VkResult Traced(FunctionId id, const char* layer_name, VkResult result) {
  const Behaviour::Result& forced = Behave().results[id];
  if (forced.set) result = forced.value;
  if (!Behave().traced[id]) return result;
  Event(kFunctions[id].name)
      .Add("layer_name", layer_name)
      .Add("result", static_cast<int32_t>(result));
  return result;
}

}  // namespace

void CopyName(char (&to)[VK_MAX_EXTENSION_NAME_SIZE], const char* from) {
  strncpy(to, from, sizeof(to) - 1);
  to[sizeof(to) - 1] = '\0';
}

VKAPI_ATTR VkResult VKAPI_CALL EnumerateInstanceLayerProperties(uint32_t* count,
                                                                VkLayerProperties* properties) {
  MaybeFault("vkEnumerateInstanceLayerProperties");
  layers_enumerated = true;
  return Traced(kEnumerateInstanceLayerProperties, nullptr,
                WriteLayerProperties(count, properties));
}

VKAPI_ATTR VkResult VKAPI_CALL EnumerateInstanceExtensionProperties(
    const char* layer_name, uint32_t* count, VkExtensionProperties* properties) {
  MaybeFault("vkEnumerateInstanceExtensionProperties");
  VkResult result = VK_ERROR_LAYER_NOT_PRESENT;
  if (IsOwnName(layer_name) || (layer_name == nullptr && Behave().enumerate_null_layer_name)) {
    result =
        WriteExtensions(KeyFor(layer_name, "instance_extensions", "another_instance_extensions"),
                        count, properties);
  }
  return Traced(kEnumerateInstanceExtensionProperties, layer_name, result);
}

VKAPI_ATTR VkResult VKAPI_CALL EnumerateDeviceLayerProperties(VkPhysicalDevice physical_device,
                                                              uint32_t* count,
                                                              VkLayerProperties* properties) {
  static_cast<void>(physical_device);
  MaybeFault("vkEnumerateDeviceLayerProperties");
  return Traced(kEnumerateDeviceLayerProperties, nullptr, WriteLayerProperties(count, properties));
}

VKAPI_ATTR VkResult VKAPI_CALL
EnumerateDeviceExtensionProperties(VkPhysicalDevice physical_device, const char* layer_name,
                                   uint32_t* count, VkExtensionProperties* properties) {
  constexpr FunctionId id = kEnumerateDeviceExtensionProperties;
  // Interface version 0 calls without a physical device, always with a valid layer name.
  const bool answers = layer_name != nullptr && Behave().answer_for_other_layers;
  if (IsOwnName(layer_name) || answers) {
    MaybeFault(kFunctions[id].name);
    if (Behave().traced[id]) {
      Event("own_device_extensions").AddPointer("physical_device", physical_device);
    }
    if (!SupportsOwnExtensions(physical_device)) {
      *count = 0;
      return Traced(id, layer_name, VK_SUCCESS);
    }
    return Traced(
        id, layer_name,
        WriteExtensions(KeyFor(layer_name, "device_extensions", "another_device_extensions"), count,
                        properties));
  }
  Call call(id, physical_device);
  if (!call.Enter(instances)) return call.result();
  const VkResult result = call.next().EnumerateDeviceExtensionProperties()(
      Below(physical_device, call.name()), layer_name, count, properties);
  if (Behave().remove_device_extensions && count != nullptr) *count = 0;
  return call.Leave(result);
}

}  // namespace loadstone::mock
