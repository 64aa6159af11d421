// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/libraries.h"

#include <fmt/format.h>

namespace loadstone::oracle::vulkan {
namespace {

std::vector<Library> MakeLibraries() {
  std::vector<Library> all;
  for (size_t i = 0; i < kWorkingLibraries; ++i) {
    // This variant works with loaders of every interface version.
    all.push_back({fmt::format("layer{}", i), "vulkan_layer_gipa", "{}", Use::kWorks, false});
  }
  all.push_back(
      {"refuses", "vulkan_layer_gipa", R"({"negotiation": {"result": -3}})", Use::kNever, true});
  all.push_back({"exports_nothing", "vulkan_layer_none", "{}", Use::kNever, false});
  all.push_back({"interface_1", "vulkan_layer_v1", "{}", Use::kEither, false});
  all.push_back({"interface_0", "vulkan_layer_v0", "{}", Use::kEither, false});
  all.push_back({"gives_null", "vulkan_layer",
                 R"({"negotiation": {"null": ["gipa", "gdpa", "gpdpa"]}})", Use::kEither, false});
  all.push_back(
      {"answers_99", "vulkan_layer", R"({"negotiation": {"version": 99}})", Use::kEither, false});
  all.push_back({"missing", "", "{}", Use::kNever, false});
  all.push_back({"layer_without_functions", "vulkan_layer",
                 R"({"hidden_functions": ["vkCreateInstance"]})", Use::kEither, false, true});
  all.push_back({"driver_without_functions", "vulkan_driver",
                 R"({"trace": null, "hidden_functions": ["vkCreateInstance",
                     "vkEnumerateInstanceExtensionProperties"]})",
                 Use::kNever, false, true});
  all.push_back({"driver_without_calls", "vulkan_driver",
                 R"({"trace": null, "hidden_functions": ["vkEnumeratePhysicalDevices",
                     "vkGetDeviceProcAddr", "vkDestroyInstance"]})",
                 Use::kNever, false, true});
  all.push_back({kOldDriver, "vulkan_driver", R"({"trace": null, "no_enumerate_version": true})",
                 Use::kNever, false});
  all.push_back(
      {kRefusingDriver, "vulkan_driver", R"({"negotiate_result": -9})", Use::kNever, false});
  all.push_back({kPortabilityDriver, "vulkan_driver",
                 R"({"trace_functions": ["vkCreateInstance"]})", Use::kNever, false});
  all.push_back({"driver_without_devices", "vulkan_driver",
                 R"({"trace": null, "physical_devices": []})", Use::kNever, false});
  all.push_back({"driver", "vulkan_driver", R"({"trace": null})", Use::kNever, false});
  return all;
}

const Installation& Usual() {
  static const Installation usual = {.libraries = MakeLibraries()};
  return usual;
}

}  // namespace

const std::vector<Library>& Libraries() { return Usual().libraries; }

const Installation& InstallationOf(const Machine& machine) {
  return machine.installation != nullptr ? *machine.installation : Usual();
}

std::string LayerExtension(const std::string& layer) {
  return kExtensionPrefix + ("of_" + layer.substr(0, 200));
}

std::string LayerDeviceExtension(const std::string& layer) {
  return kExtensionPrefix + ("device_of_" + layer.substr(0, 200));
}

const Library& Driver() { return Libraries().back(); }

}  // namespace loadstone::oracle::vulkan
