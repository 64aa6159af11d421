// SPDX-License-Identifier: Apache-2.0
// Which functions a Vulkan driver provides: "Driver Vulkan Entry Point Discovery", "Driver Unknown
// Physical Device Extensions".

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "policies/reading_ids.h"
#include "suites/vulkan/call_chain/core_commands.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::functions {
namespace {

constexpr char kNonexistentFunction[] = "vkLoadstoneNobodysFunctionLS";

// The names in a note with a list of names.
std::vector<std::string> Words(const std::string& text) {
  std::vector<std::string> words;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

void NoteNames(const char* question, const std::vector<std::string>& names) {
  Note(question, fmt::format("{}", fmt::join(names, " ")));
}

enum class Owner { kNobody, kGlobal, kInstance, kPhysicalDevice, kDevice };

// The kind of object on which a core command is called; kNobody for commands that no loader queries
// from a driver.
Owner OwnerOf(const std::string& name) {
  if (name.ends_with("LayerProperties") || name == "vkGetInstanceProcAddr" ||
      name == "vkGetDeviceProcAddr") {
    return Owner::kNobody;
  }
  if (name == "vkCreateInstance" || name.starts_with("vkEnumerateInstance")) return Owner::kGlobal;
  if (name == "vkDestroyInstance" || name.starts_with("vkEnumeratePhysicalDevice")) {
    return Owner::kInstance;
  }
  if (name.starts_with("vkGetPhysicalDevice") || name == "vkCreateDevice" ||
      name == "vkEnumerateDeviceExtensionProperties") {
    return Owner::kPhysicalDevice;
  }
  return Owner::kDevice;
}

// The core commands of `owner` up to this minor version.
std::vector<std::string> CoreCommands(Owner owner, uint32_t minor) {
  std::vector<std::string> names;
  for (const VulkanCommand& command : kVulkanCoreCommands) {
    if (command.minor <= minor && OwnerOf(command.name) == owner) names.emplace_back(command.name);
  }
  return names;
}

template <typename Has>
std::vector<std::string> Without(const std::vector<std::string>& names, const Has& has) {
  std::vector<std::string> missing;
  for (const std::string& name : names) {
    if (!has(name.c_str())) missing.push_back(name);
  }
  return missing;
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_3, global_functions_are_given_without_an_instance) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, [](const ComponentUnderTest& driver) {
    const DriverApp app(driver);
    if (!app.usable()) return;
    // vkEnumerateInstanceVersion cannot be used for this, because it is one of these functions.
    const uint32_t minor = CoreMinor(driver, VK_MAKE_API_VERSION(0, 1, 4, 0));
    NoteNames("missing", Without(CoreCommands(Owner::kGlobal, minor),
                                 [&](const char* name) { return app.Global(name) != nullptr; }));
  });
  SKIP_FOR(WhyNoAnswer(seen, "missing"));
  EXPECT_SEEN(Words(Answers(seen.events())["missing"]), IsEmpty())
      << kIcdQuery << " returns each of these functions without an instance";
}

// Notes the core functions of instances and physical devices that the driver does not provide.
void NoteMissingInstanceFunctions(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const uint32_t minor = app.agreed() >= 5 ? CoreMinor(driver, app.ApiVersion()) : 0;
  std::vector<std::string> names = CoreCommands(Owner::kInstance, minor);
  for (const std::string& name : CoreCommands(Owner::kPhysicalDevice, minor)) names.push_back(name);
  names.emplace_back("vkGetDeviceProcAddr");
  NoteNames("missing",
            Without(names, [&](const char* name) { return app.Instance(name) != nullptr; }));
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_3, instance_functions_are_given) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, NoteMissingInstanceFunctions);
  SKIP_FOR(WhyNoInstance(seen));
  SKIP_FOR(WhyNoAnswer(seen, "missing"));
  EXPECT_SEEN(Words(Answers(seen.events())["missing"]), IsEmpty())
      << kIcdQuery << " returns each of these functions with an instance";
}

// Notes what vk_icdGetPhysicalDeviceProcAddr returns for names of each kind.
void AskPhysicalDeviceQuery(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const auto query = app.PhysicalDeviceQuery();
  if (query == nullptr) return;
  const auto given = [&](const char* name) {
    AppEvent(kIcdPhysicalDeviceQuery, "enter");
    const bool found = query(app.instance(), name) != nullptr;
    AppEvent(kIcdPhysicalDeviceQuery, "leave");
    return found;
  };
  const auto refused = [&](const char* name) { return !given(name); };
  // Functions of Vulkan 1.0 that the driver's other query returns. Loaders create devices with
  // another function, so vkCreateDevice is left out.
  std::vector<std::string> own = CoreCommands(Owner::kPhysicalDevice, 0);
  std::erase_if(own, [&](const std::string& name) {
    return name == "vkCreateDevice" || app.Instance(name.c_str()) == nullptr;
  });
  // All, or none (LS_VK_DRIVER_6.r1).
  const std::vector<std::string> missing = Without(own, given);
  NoteNames("not given", missing.size() == own.size() ? std::vector<std::string>() : missing);
  std::vector<std::string> others = CoreCommands(Owner::kDevice, 0);
  for (const std::string& name : CoreCommands(Owner::kInstance, 0)) others.push_back(name);
  others.emplace_back("vkCreateInstance");
  NoteNames("given", Without(others, refused));
  NoteNames("unknown", Without({kNonexistentFunction}, refused));
}

// Judges one of the answers to AskPhysicalDeviceQuery.
void JudgePhysicalDeviceQuery(Case& c, const char* question, const std::string& requirement) {
  const Observation seen = RunDriver(c, AskPhysicalDeviceQuery);
  SKIP_FOR(WhyNoInstance(seen));
  if (seen.FinishedNormally() && !Answers(seen.events()).contains(question)) {
    GTEST_SKIP() << "the driver has no " << kIcdPhysicalDeviceQuery;
  }
  SKIP_FOR(WhyNoAnswer(seen, question));
  EXPECT_SEEN(Words(Answers(seen.events())[question]), IsEmpty()) << requirement;
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_6, gives_functions_of_physical_devices) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgePhysicalDeviceQuery(
      c, "not given",
      fmt::format(
          "vk_icdGetPhysicalDeviceProcAddr returns each of these functions, which the driver "
          "has, as it returns others (accepted: {})",
          reading::LS_VK_DRIVER_6_r1.text));
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_6, gives_no_functions_of_anything_else) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgePhysicalDeviceQuery(
      c, "given",
      "vk_icdGetPhysicalDeviceProcAddr returns no function that does not take a physical device");
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_6, gives_nothing_for_unknown_names) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgePhysicalDeviceQuery(
      c, "unknown", "vk_icdGetPhysicalDeviceProcAddr returns NULL for a name that does not exist");
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_22, device_functions_are_given) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, [](const ComponentUnderTest& driver) {
    DriverApp app(driver);
    if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
    const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
    if (devices.empty() || app.CreateDevice(devices.front()) != VK_SUCCESS) return;
    const auto get = app.Get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties");
    if (get == nullptr) return;
    VkPhysicalDeviceProperties properties = {};
    get(devices.front(), &properties);
    const uint32_t application = app.agreed() >= 5 ? CoreMinor(driver, app.ApiVersion()) : 0;
    const uint32_t minor = std::min(application, VK_API_VERSION_MINOR(properties.apiVersion));
    NoteNames("missing", Without(CoreCommands(Owner::kDevice, minor),
                                 [&](const char* name) { return app.Device(name) != nullptr; }));
  });
  SKIP_FOR(WhyNoDevice(seen));
  SKIP_FOR(WhyNoAnswer(seen, "missing"));
  EXPECT_SEEN(Words(Answers(seen.events())["missing"]), IsEmpty())
      << "vkGetDeviceProcAddr of the driver returns each of these functions";
}

// Extensions of devices that need nothing but being enabled, with their functions.
struct DeviceExtension {
  const char* name;
  const char* of_instance;  // the extension that it needs, or null
  std::vector<std::string> functions;
};
const std::vector<DeviceExtension>& DeviceExtensions() {
  static const std::vector<DeviceExtension> kExtensions = {
      {"VK_KHR_swapchain",
       "VK_KHR_surface",
       {"vkCreateSwapchainKHR", "vkDestroySwapchainKHR", "vkGetSwapchainImagesKHR",
        "vkAcquireNextImageKHR", "vkQueuePresentKHR"}},
      {"VK_NV_external_compute_queue",
       nullptr,
       {"vkCreateExternalComputeQueueNV", "vkDestroyExternalComputeQueueNV"}}};
  return kExtensions;
}

bool Lists(const std::vector<std::string>& listed, const char* name) {
  return name == nullptr || std::find(listed.begin(), listed.end(), name) != listed.end();
}

void AskForExtensionFunctions(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable()) return;
  const std::vector<std::string> of_instance = app.Extensions();
  DriverInstanceRequest request;
  if (Lists(of_instance, "VK_KHR_surface")) request.extensions.emplace_back("VK_KHR_surface");
  if (app.CreateInstance(request) != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty()) return;
  const std::vector<std::string> of_device = app.DeviceExtensions(devices.front());
  DriverDeviceRequest enabled;
  std::vector<std::string> functions;
  for (const DeviceExtension& each : DeviceExtensions()) {
    if (!Lists(of_device, each.name) || !Lists(of_instance, each.of_instance)) continue;
    enabled.extensions.push_back(each.name);
    functions.insert(functions.end(), each.functions.begin(), each.functions.end());
  }
  if (enabled.extensions.empty()) return Note("no extension", "none");
  if (app.CreateDevice(devices.front(), enabled) != VK_SUCCESS) return;
  NoteNames("missing",
            Without(functions, [&](const char* name) { return app.Device(name) != nullptr; }));
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_22, functions_of_device_extensions_are_given) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, AskForExtensionFunctions);
  if (Answers(seen.events()).contains("no extension")) {
    GTEST_SKIP() << "the physical device has none of the extensions that the case enables";
  }
  SKIP_FOR(WhyNoDevice(seen));
  SKIP_FOR(WhyNoAnswer(seen, "missing"));
  EXPECT_SEEN(Words(Answers(seen.events())["missing"]), IsEmpty())
      << "vkGetDeviceProcAddr of the driver returns the functions of the extensions that it "
         "enabled";
}

}  // namespace
}  // namespace loadstone::suites::functions
