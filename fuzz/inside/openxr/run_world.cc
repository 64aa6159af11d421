// SPDX-License-Identifier: Apache-2.0
// Runs the application of a world against the loader's commands.

#include <cstring>

#include "fuzz/inside/openxr/mock_components.h"
#include "fuzz/inside/openxr/world_rules.h"
#include "fuzz/inside/support/host_machine.h"
#include "fuzz/inside/support/manifest_text.h"
#include "reference_loader/openxr/generated/commands.h"

namespace loadstone::fuzz::inside {
namespace {

std::vector<std::string> Extensions(const char* layer, int* result) {
  uint32_t count = 0;
  std::vector<std::string> names;
  *result = xrEnumerateInstanceExtensionProperties(layer, 0, &count, nullptr);
  if (*result != XR_SUCCESS) return names;
  std::vector<XrExtensionProperties> properties(count,
                                                {XR_TYPE_EXTENSION_PROPERTIES, nullptr, {}, 0});
  *result = xrEnumerateInstanceExtensionProperties(layer, count, &count, properties.data());
  if (*result != XR_SUCCESS) return names;
  for (const XrExtensionProperties& extension : properties) {
    names.push_back(TextOf(extension.extensionName, sizeof(extension.extensionName)));
  }
  return names;
}

void Enumerate(OpenxrAnswer* answer) {
  uint32_t count = 0;
  oracle::Answer& seen = answer->seen;
  seen.extensions.asked = true;
  seen.extensions.names = Extensions(nullptr, &seen.extensions.result);
  seen.enumerate_result = xrEnumerateApiLayerProperties(0, &count, nullptr);
  if (seen.enumerate_result != XR_SUCCESS) return;
  XrApiLayerProperties empty = {};
  empty.type = XR_TYPE_API_LAYER_PROPERTIES;
  std::vector<XrApiLayerProperties> properties(count, empty);
  seen.enumerate_result = xrEnumerateApiLayerProperties(count, &count, properties.data());
  if (seen.enumerate_result != XR_SUCCESS) return;
  for (const XrApiLayerProperties& layer : properties) {
    seen.layers.push_back({TextOf(layer.layerName, sizeof(layer.layerName)), layer.specVersion,
                           layer.layerVersion,
                           TextOf(layer.description, sizeof(layer.description))});
    if (seen.layers.size() <= kAskedLayers) {
      int result = XR_SUCCESS;
      answer->layer_extensions.push_back(Extensions(seen.layers.back().name.c_str(), &result));
    }
  }
}

XrVersion ApiVersion(const World& world) {
  VersionParts parts;
  if (!IsVersion(world.api_version, &parts)) return XR_MAKE_VERSION(1, 0, 20);
  return XR_MAKE_VERSION(parts[0], parts[1], parts[2]);
}

void CreateAndDestroy(const World& world, OpenxrAnswer* answer) {
  const std::vector<const char*> layers = PointersTo(world.machine.layers);
  const std::vector<const char*> extensions = PointersTo(world.machine.extensions);
  XrInstanceCreateInfo info = {};
  info.type = XR_TYPE_INSTANCE_CREATE_INFO;
  std::strcpy(info.applicationInfo.applicationName, "fuzzing");
  info.applicationInfo.apiVersion = ApiVersion(world);
  info.enabledApiLayerCount = static_cast<uint32_t>(layers.size());
  info.enabledApiLayerNames = layers.data();
  info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  info.enabledExtensionNames = extensions.data();
  XrInstance instance = XR_NULL_HANDLE;
  const XrResult result = xrCreateInstance(&info, &instance);
  answer->seen.tried_create = true;
  answer->seen.create_result = result;
  answer->seen.created = XR_SUCCEEDED(result);
  if (XR_FAILED(result)) return;
  answer->runtime_instances = LiveMockRuntimeInstances();
  XrInstanceProperties properties = {};
  properties.type = XR_TYPE_INSTANCE_PROPERTIES;
  xrGetInstanceProperties(instance, &properties);
  PFN_xrVoidFunction function = nullptr;
  xrGetInstanceProcAddr(instance, "xrUnknownLS", &function);
  answer->destroyed = xrDestroyInstance(instance);
}

}  // namespace

OpenxrAnswer RunOpenxrWorld(const World& world) {
  OpenxrAnswer answer;
  MemoryPlatform machine;
  world.Install(&machine);
  MockRuntime(JsonNode());  // resets the record of an earlier world
  ResetMockApiLayers();
  const std::vector<std::string> layers = world.InstallLibraries(
      kRuntimeKind, {1, [](int, const JsonNode& behaviour) { return MockRuntime(behaviour); }},
      {kMockApiLayers, MockApiLayer}, &machine);
  const HostMachine host(machine);
  Enumerate(&answer);
  CreateAndDestroy(world, &answer);
  for (const int i : MockApiLayerCreations()) {
    answer.seen.chain.push_back(layers[static_cast<size_t>(i)]);
  }
  for (int i = 0; i < MockRuntimeRecord().creates; ++i) {
    answer.seen.runtimes.push_back(world.FirstOf(kRuntimeKind)->path);
  }
  for (size_t i = 0; i < layers.size(); ++i) {
    const MockComponentRecord& record = MockApiLayerRecord(static_cast<int>(i));
    answer.used_after_refusal |= record.used_after_refusal;
    answer.broken_link |= record.broken_link;
  }
  answer.used_after_refusal |= MockRuntimeRecord().used_after_refusal;
  answer.files_read = machine.files_read();
  answer.leaked_instances = LiveMockRuntimeInstances();
  answer.leaked_libraries = machine.open_libraries();
  return answer;
}

}  // namespace loadstone::fuzz::inside
