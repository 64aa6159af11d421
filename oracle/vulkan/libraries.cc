// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/libraries.h"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace loadstone::oracle::vulkan {
namespace {

const std::vector<const char*> kDeviceLists = {"vkEnumeratePhysicalDevices",
                                               "vkEnumeratePhysicalDeviceGroups"};
const std::vector<const char*> kExtensionLists = {"vkEnumerateDeviceExtensionProperties",
                                                  "vkEnumerateInstanceExtensionProperties"};

// A driver with three physical devices, each with three extensions, and with three extensions of
// instances. `member` of its configuration has `value`, which is JSON, for each of `lists`.
// Whether it has groups of devices must not depend on the query.
Library OddDriver(const std::string& name, const char* member,
                  const std::vector<const char*>& lists, const std::string& value) {
  const char* of_instances = lists == kDeviceLists ? R"("VK_KHR_device_group_creation")"
                                                   : R"("VK_KHR_surface", "VK_KHR_xcb_surface",
                                      "VK_KHR_wayland_surface")";
  std::string odd;
  for (const char* list : lists) {
    odd += fmt::format(R"({}"{}": {})", odd.empty() ? "" : ", ", list, value);
  }
  std::string devices;
  for (int i = 0; i < 3; ++i) {
    devices +=
        fmt::format(R"({}{{"name": "odd {}", "extensions": ["VK_ODD_a", "VK_ODD_b", "VK_ODD_c"]}})",
                    i > 0 ? ", " : "", i);
  }
  return {.name = "driver_" + name,
          .binary = "vulkan_driver",
          .behaviour = fmt::format(
              R"({{"trace": null, "{}": {{{}}}, "physical_devices": [{}],
                   "instance_extensions": [{}]}})",
              member, odd, devices, of_instances),
          .use = Use::kNever};
}

// Drivers whose lists of physical devices or of extensions are wrong, or change.
void AddOddDrivers(std::vector<Library>& all) {
  for (const std::string word :
       {"one_too_many", "far_too_many", "no_elements", "never_complete", "names_without_end"}) {
    const std::string value = '"' + word + '"';
    if (word != "names_without_end") {
      all.push_back(OddDriver(word + "_of_devices", "misreport", kDeviceLists, value));
      all.back().misreports_lists = true;
    }
    all.push_back(OddDriver(word + "_of_extensions", "misreport", kExtensionLists, value));
    all.back().misreports_lists = true;
  }
  for (const auto& [name, turns] : {std::pair{"gains", R"(["01", "012"])"},
                                    {"loses", R"(["012", "01"])"},
                                    {"exchanges", R"(["01", "12"])"},
                                    {"loses_and_regains", R"(["", "012", "012"])"}}) {
    all.push_back(OddDriver(std::string(name) + "_devices", "in_turn", kDeviceLists, turns));
    all.back().changes_lists = true;
    all.push_back(OddDriver(std::string(name) + "_extensions", "in_turn", kExtensionLists, turns));
    all.back().changes_lists = true;
  }
}

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
  all.push_back({"driver_with_groups", "vulkan_driver",
                 R"({"trace": null, "instance_extensions": ["VK_KHR_device_group_creation"],
                     "physical_devices": [{"group": 1}, {"name": "b"}, {"name": "c", "group": 1}]})",
                 Use::kNever, false});
  all.back().has_groups = true;
  AddOddDrivers(all);
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
