// SPDX-License-Identifier: Apache-2.0
// Android: Implement Vulkan, "Driver enumeration and loading": a driver as an Android hardware
// module: what Android's loader finds in it and which functions it queries.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string.h>

#include <set>

#include "suites/common/component_app.h"
#include "suites/vulkan_driver/list_rooms.h"
#include "suites/vulkan_driver/module_app.h"

namespace loadstone::suites::module {
namespace {

// Expects the value of a member of the module or of its device.
void ExpectMember(Case& c, const char* member, const std::string& value) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunModule(c, [](ModuleApp& module) { module.Close(); });
  SKIP_FOR(WhyModuleDidNotAnswer(seen, member));
  EXPECT_SEEN(Answers(seen.events())[member], value) << "of the driver as a hardware module";
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_1, tag_is_that_of_modules) {
  ExpectMember(c, "module tag", fmt::format("{:#x}", HARDWARE_MODULE_TAG));
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_1, id_is_vulkan) {
  ExpectMember(c, "module id", HWVULKAN_HARDWARE_MODULE_ID);
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_1, has_a_function_that_opens_it) {
  ExpectMember(c, "open", "there");
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_2, vk0_is_opened) { ExpectMember(c, "result of open", "0"); }

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_2, opening_gives_a_device) {
  ExpectMember(c, "device", "given");
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_2, device_has_its_tag) {
  ExpectMember(c, "device tag", fmt::format("{:#x}", HARDWARE_DEVICE_TAG));
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_2, device_can_be_closed) { ExpectMember(c, "close", "there"); }

// The first function has another name in the document (LS_ANDROID_DRIVER_4.r1).
VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_4, device_has_the_three_functions) {
  ExpectMember(c, "missing functions", "");
}

constexpr char kEnumerate[] = "vkEnumerateInstanceExtensionProperties";
constexpr char kRooms[] = "wrong lists";
constexpr char kOfTheMember[] = "extensions of the member";
constexpr char kOfTheQuery[] = "extensions of the query";

ListFunction ExtensionsOf(PFN_vkEnumerateInstanceExtensionProperties enumerate) {
  return {.name = kEnumerate,
          .element_size = sizeof(VkExtensionProperties),
          .call = [=](uint32_t* count, void* out) {
            return enumerate(nullptr, count, static_cast<VkExtensionProperties*>(out));
          }};
}

void AskTheMemberForRooms(ModuleApp& module) {
  const auto wrong =
      WrongRooms(ExtensionsOf(module.device()->EnumerateInstanceExtensionProperties));
  Note(kRooms, fmt::format("{}", fmt::join(wrong, "; ")));
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_4, extensions_fit_the_room, policy::LS_ANDROID_DRIVER_24) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunWithDevice(c, AskTheMemberForRooms);
  SKIP_FOR(WhyModuleDidNotAnswer(seen, kRooms));
  EXPECT_SEEN(Answers(seen.events())[kRooms], "")
      << "the vkEnumerateInstanceExtensionProperties of the device writes as many extensions as "
         "there is room for, and returns VK_INCOMPLETE if that is not enough";
}

// Notes the names and versions that a function lists, sorted; nothing if it fails.
void NoteExtensions(const char* question, const ListFunction& list) {
  uint32_t count = 0;
  if (Traced(kEnumerate, [&] { return list.call(&count, nullptr); }) != VK_SUCCESS) return;
  std::vector<VkExtensionProperties> properties(count);
  const VkResult result = Traced(kEnumerate, [&] { return list.call(&count, properties.data()); });
  if (result != VK_SUCCESS) return;
  properties.resize(count);
  std::set<std::string> names;
  for (const VkExtensionProperties& each : properties) {
    const size_t length = strnlen(each.extensionName, sizeof(each.extensionName));
    names.insert(fmt::format("{} {}", std::string(each.extensionName, length), each.specVersion));
  }
  Note(question, fmt::format("{}", fmt::join(names, ", ")));
}

void AskBothForExtensions(ModuleApp& module) {
  const hwvulkan_device_t& device = *module.device();
  NoteExtensions(kOfTheMember, ExtensionsOf(device.EnumerateInstanceExtensionProperties));
  const auto found = reinterpret_cast<PFN_vkEnumerateInstanceExtensionProperties>(
      device.GetInstanceProcAddr(VK_NULL_HANDLE, kEnumerate));
  if (found != nullptr) NoteExtensions(kOfTheQuery, ExtensionsOf(found));
}

// The query need not have the function: the member is in its place (LS_ANDROID_DRIVER_4.r2).
VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_4, extensions_are_those_of_the_query) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunWithDevice(c, AskBothForExtensions);
  auto answers = Answers(seen.events());
  SKIP_FOR(WhyModuleDidNotAnswer(seen, kOfTheMember));
  if (!answers.contains(kOfTheQuery)) {
    SKIP_FOR(WhyNotFinished(seen, "LS_ANDROID_DRIVER_24/module_is_used_to_its_end"));
    GTEST_SKIP() << "vkGetInstanceProcAddr of the device returns no " << kEnumerate
                 << " without an instance, or that fails";
  }
  EXPECT_SEEN(answers[kOfTheMember], answers[kOfTheQuery])
      << "the vkEnumerateInstanceExtensionProperties of the device lists the extensions that the "
         "function from its vkGetInstanceProcAddr lists";
}

// The functions of instances and physical devices of Vulkan 1.0, and the one that returns device
// functions; no later ones (LS_ANDROID_DRIVER_5.r1).
constexpr const char* kInstanceFunctions[] = {
    "vkCreateDevice",
    "vkDestroyInstance",
    "vkEnumerateDeviceExtensionProperties",
    "vkEnumeratePhysicalDevices",
    "vkGetDeviceProcAddr",
    "vkGetPhysicalDeviceFeatures",
    "vkGetPhysicalDeviceFormatProperties",
    "vkGetPhysicalDeviceImageFormatProperties",
    "vkGetPhysicalDeviceMemoryProperties",
    "vkGetPhysicalDeviceProperties",
    "vkGetPhysicalDeviceQueueFamilyProperties",
    "vkGetPhysicalDeviceSparseImageFormatProperties",
};

void AskForFunctions(ModuleApp& module) {
  DriverApp app(*module.device());
  if (app.CreateInstance() != VK_SUCCESS) return;
  std::string missing;
  for (const char* name : kInstanceFunctions) {
    if (app.Instance(name) == nullptr) missing += std::string(missing.empty() ? "" : " ") + name;
  }
  Note("missing with an instance", missing);
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_5, other_functions_are_found) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunWithDevice(c, AskForFunctions);
  SKIP_FOR(WhyModuleDidNotAnswer(seen, "missing with an instance"));
  EXPECT_SEEN(Answers(seen.events())["missing with an instance"], "")
      << "vkGetInstanceProcAddr of the module's device returns each of these functions with an "
         "instance";
}

void UseOnce(ModuleApp& module) {
  DriverApp(*module.device()).RunFullSequence();
  module.Close();
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_24, module_is_used_to_its_end) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunWithDevice(c, UseOnce);
  if (const auto refused = seen.First(kAppName, kRefused); refused.has_value()) {
    GTEST_SKIP() << refused->Text("why");
  }
  EXPECT_HOLDS(seen.FinishedNormally())
      << "an application with the module finishes; observed: " << seen.DescribeEnding();
}

// Creates every kind of dispatchable object; DriverApp checks each.
void MakeEach(ModuleApp& module) {
  DriverApp app(*module.device());
  if (app.CreateInstance() != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty() || app.CreateDevice(devices.front()) != VK_SUCCESS) return;
  app.UseCommandBuffer();
}

void ExpectMagic(Case& c, const std::string& type) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunWithDevice(c, MakeEach);
  SKIP_FOR(WhyModuleDidNotAnswer(seen, "word of " + type));
  // Both constants have the same value.
  EXPECT_SEEN(Answers(seen.events())["word of " + type], "ICD_LOADER_MAGIC")
      << "the first word of a " << type << " is HWVULKAN_DISPATCH_MAGIC";
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_6, instances_begin_with_the_magic_value) {
  ExpectMagic(c, "VkInstance");
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_6, physical_devices_begin_with_the_magic_value) {
  ExpectMagic(c, "VkPhysicalDevice");
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_6, devices_begin_with_the_magic_value) {
  ExpectMagic(c, "VkDevice");
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_6, queues_begin_with_the_magic_value) {
  ExpectMagic(c, "VkQueue");
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_6, command_buffers_begin_with_the_magic_value) {
  ExpectMagic(c, "VkCommandBuffer");
}

}  // namespace
}  // namespace loadstone::suites::module
