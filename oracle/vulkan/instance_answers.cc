// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/instance_answers.h"

#include <fmt/format.h>
#include <vulkan/vulkan_core.h>

#include <algorithm>

#include "oracle/vulkan/drivers.h"
#include "oracle/vulkan/result_text.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::vulkan {
namespace {

// Of the mock driver with its default configuration.
const DeviceProperties kOfDriver = {true, kUsualDevice, 0x10005, 1, 1};

const char* Function(LookUp by) {
  return by == LookUp::kDevice ? "vkGetDeviceProcAddr" : "vkGetInstanceProcAddr";
}

std::string Text(const LookedUp& asked) {
  return fmt::format("{}({}\"{}\")", Function(asked.by),
                     asked.by == LookUp::kGlobal ? "NULL, " : "", asked.name);
}

std::string Policy(const LookedUp& asked) {
  if (!asked.exists) return policy::LS_VK_PROCADDR_3.text;
  return asked.by == LookUp::kDevice ? policy::LS_VK_CHAIN_5.text : policy::LS_VK_PROCADDR_4.text;
}

}  // namespace

const std::vector<LookedUp>& LookedUpFunctions() {
  static const std::vector<LookedUp> all = {
      {LookUp::kGlobal, "vkCreateInstance", true},
      {LookUp::kGlobal, "vkEnumerateInstanceExtensionProperties", true},
      {LookUp::kGlobal, "vkEnumerateInstanceLayerProperties", true},
      {LookUp::kGlobal, "vkLoadstoneNothing", false},
      {LookUp::kInstance, "vkDestroyInstance", true},
      {LookUp::kInstance, "vkEnumeratePhysicalDevices", true},
      {LookUp::kInstance, "vkGetPhysicalDeviceFeatures", true},
      {LookUp::kInstance, "vkEnumerateDeviceLayerProperties", true},
      {LookUp::kInstance, "vkGetDeviceProcAddr", true},
      {LookUp::kInstance, "vkCreateBuffer", true},
      {LookUp::kInstance, "vkCmdDraw", true},
      {LookUp::kInstance, "vkLoadstoneNothing", false},
      {LookUp::kInstance, "vkGetPhysicalDeviceLoadstoneNothing", false},
      {LookUp::kInstance, "vkGetPhysicalDeviceFeature", false},
      {LookUp::kDevice, "vkDestroyDevice", true},
      {LookUp::kDevice, "vkGetDeviceQueue", true},
      {LookUp::kDevice, "vkCreateBuffer", true},
      {LookUp::kDevice, "vkQueueSubmit", true},
      {LookUp::kDevice, "vkCmdDraw", true},
      {LookUp::kDevice, "vkLoadstoneNothing", false},
      {LookUp::kDevice, "vkCreateBuffe", false},
  };
  return all;
}

std::vector<std::string> FoundFunctions(uint32_t found) {
  std::vector<std::string> texts;
  for (const LookedUp& asked : LookedUpFunctions()) {
    if ((found & 1) != 0) texts.push_back(Text(asked));
    found >>= 1;
  }
  return texts;
}

std::vector<Fault> FindInstanceFaults(const Answer& answer) {
  std::vector<Fault> faults;
  const auto& found = answer.functions;
  for (const LookedUp& asked : LookedUpFunctions()) {
    if (!answer.looked_up) break;
    const bool given = std::find(found.begin(), found.end(), Text(asked)) != found.end();
    if (given == asked.exists) continue;
    faults.push_back(MakeFault(
        Policy(asked), fmt::format("{} {}", Text(asked), given ? "gives a function" : "is NULL"),
        asked.exists ? "a function" : "NULL", given ? "a function" : "NULL"));
  }
  if (answer.properties.asked && answer.properties != kOfDriver) {
    faults.push_back(MakeFault(policy::LS_VK_CHAIN_5.text,
                               "vkGetPhysicalDeviceProperties gives other values than the driver",
                               kOfDriver.ToString(), answer.properties.ToString()));
  }
  return faults;
}

std::vector<Fault> FindFaultsOfGroups(const Machine& machine, Tristate driver,
                                      const Answer& answer) {
  const ListedGroups& groups = answer.groups;
  if (!groups.asked || driver != Tristate::kYes) return {};
  if (!groups.found) {
    const std::string call = R"(vkGetInstanceProcAddr("vkEnumeratePhysicalDeviceGroupsKHR"))";
    return {MakeFault(policy::LS_VK_PROCADDR_4.text,
                      call + " is NULL, though the extension is enabled", "a function", "NULL")};
  }
  if (answer.devices.result != VK_SUCCESS) return {};
  const char* policy =
      NamesUsualDriver(machine) ? policy::LDP_LOADER_8.text : policy::LS_VK_CHAIN_5.text;
  if (groups.result != VK_SUCCESS) {
    return {MakeFault(policy, "vkEnumeratePhysicalDeviceGroupsKHR fails", "VK_SUCCESS",
                      ResultText(groups.result))};
  }
  if (groups.devices_in_none + groups.devices_in_several + groups.other_devices == 0) return {};
  return {MakeFault(
      policy, "the groups have other physical devices than vkEnumeratePhysicalDevices lists",
      "each physical device in one group",
      fmt::format("{} in none, {} in several, {} that are not listed", groups.devices_in_none,
                  groups.devices_in_several, groups.other_devices))};
}

std::vector<Fault> FindFaultsBesideOddLists(const Machine& machine, Tristate driver,
                                            const Answer& answer) {
  const bool misreports = NamesDriverThat(machine, &Library::misreports_lists);
  const ListedDevices& devices = answer.devices;
  const ListedGroups& groups = answer.groups;
  if (!NamesUsualDriver(machine) || driver != Tristate::kYes) return {};
  const bool not_listed = devices.asked && devices.of_usual_driver == 0 &&
                          devices.result != VK_INCOMPLETE &&
                          (misreports || devices.result == VK_SUCCESS);
  const bool in_no_group =
      groups.asked && groups.result == VK_SUCCESS && groups.of_usual_driver == 0;
  if (!not_listed && !in_no_group) return {};
  return {MakeFault(
      misreports ? policy::LS_VK_ROBUSTNESS_4.text : policy::LS_VK_ROBUSTNESS_6.text,
      fmt::format("beside a driver whose lists {} the physical device of a good one is {}: {}",
                  misreports ? "are wrong" : "change", not_listed ? "not listed" : "in no group",
                  ResultText(not_listed ? devices.result : groups.result)),
      "the physical device of the good driver", not_listed ? "it is not listed" : "no group")};
}

}  // namespace loadstone::oracle::vulkan
