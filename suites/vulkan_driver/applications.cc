// SPDX-License-Identifier: Apache-2.0
// LS_VK_DRIVER_18 and 21: how an application describes itself, and which allocators it uses.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "suites/common/component_app.h"
#include "suites/common/counting_allocator.h"
#include "suites/vulkan_driver/device_facts.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::applications {
namespace {

constexpr char kRefused[] = "refused applications";
constexpr char kBegin[] = "other applications";
constexpr char kOnlyOne[] = "only one instance";

// The first interface version with which a driver may accept Vulkan 1.1.
constexpr uint32_t kFirstForVulkan11 = 5;

// The functions that create and destroy an instance.
struct Functions {
  PFN_vkCreateInstance create = nullptr;
  PFN_vkDestroyInstance destroy = nullptr;
};

// Creates and destroys an instance of an application; the result.
VkResult CreateFor(const Functions& functions, const VkApplicationInfo* application) {
  static void* table[1] = {};
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = application;
  VkInstance instance = VK_NULL_HANDLE;
  const VkResult result =
      Traced("vkCreateInstance", [&] { return functions.create(&info, nullptr, &instance); });
  if (result != VK_SUCCESS) return result;
  *reinterpret_cast<void**>(instance) = table;
  AppEvent("vkDestroyInstance", "enter");
  functions.destroy(instance, nullptr);
  AppEvent("vkDestroyInstance", "leave");
  return result;
}

// Tries every way to describe an application, one instance after another, after this interface
// version was offered. Versions are no newer than the driver's own, and than 1.0 for an old loader.
void TryApplications(const ComponentUnderTest& driver, uint32_t offered) {
  DriverApp app(driver, offered);
  if (!app.usable() || app.CreateInstance({.api_version = VK_API_VERSION_1_0}) != VK_SUCCESS)
    return;
  const Functions functions = {
      reinterpret_cast<PFN_vkCreateInstance>(app.Global("vkCreateInstance")),
      app.Get<PFN_vkDestroyInstance>("vkDestroyInstance")};
  if (functions.create == nullptr || functions.destroy == nullptr) return;
  app.DestroyInstance();
  if (app.CreateInstance({.api_version = VK_API_VERSION_1_0}) != VK_SUCCESS) {
    return Note(kOnlyOne, "seen");
  }
  app.DestroyInstance();
  Note(kBegin, "reached");
  std::vector<std::string> refused;
  const auto attempt = [&](const std::string& what, const VkApplicationInfo* application) {
    const VkResult result = CreateFor(functions, application);
    if (result != VK_SUCCESS) refused.push_back(fmt::format("{}: VkResult {}", what, int{result}));
  };
  VkApplicationInfo application = {};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  attempt("no VkApplicationInfo", nullptr);
  attempt("apiVersion 0, without names", &application);
  application.pApplicationName = "";
  application.pEngineName = "";
  attempt("apiVersion 0, with empty names", &application);
  application.pApplicationName = "Loadstone application";
  application.applicationVersion = UINT32_MAX;
  application.pEngineName = "Loadstone engine";
  application.engineVersion = UINT32_MAX;
  const uint32_t newest = offered < kFirstForVulkan11 ? 0 : InstanceMinor(driver, app);
  for (uint32_t minor = 0; minor <= newest; ++minor) {
    for (const uint32_t patch : {0, 999}) {
      application.apiVersion = VK_MAKE_API_VERSION(0, 1, minor, patch);
      attempt("apiVersion " + VulkanVersionText(application.apiVersion), &application);
    }
  }
  Note(kRefused, fmt::format("{}", fmt::join(refused, "; ")));
}

void JudgeApplications(Case& c, uint32_t offered) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(
      c, [offered](const ComponentUnderTest& driver) { TryApplications(driver, offered); });
  SKIP_FOR(WhyNoInstance(seen));
  auto answers = Answers(seen.events());
  if (answers.contains(kOnlyOne)) {
    SKIP_WITH(Unjudged("the driver creates one instance, and no other after it",
                       {"LS_VK_DRIVER_28/an_instance_follows_another"}));
  }
  SKIP_FOR(WhyNoAnswer(seen, kBegin));
  if (const std::string policy = DriverBreaks(seen); !policy.empty()) AttributeFailureTo(policy);
  const char* requirement =
      offered < kFirstForVulkan11
          ? "for a loader of an older interface, vkCreateInstance succeeds without "
            "VkApplicationInfo, without names and for each patch of 1.0, as it does for Vulkan 1.0"
          : "vkCreateInstance succeeds without VkApplicationInfo, without names and for each "
            "version up to the driver's, as it does for Vulkan 1.0";
  ASSERT_HOLDS(answers.contains(kRefused))
      << requirement << "; observed: " << seen.DescribeEnding();
  EXPECT_SEEN(answers[kRefused], "") << requirement;
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, every_description_of_an_application_is_accepted,
                   policy::LDP_DRIVER_1) {
  JudgeApplications(c, kNewestInterface);
}

// "Otherwise, the driver should behave as normal": it refuses such a loader versions above 1.0
// only.
VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, applications_of_1_0_are_accepted_for_an_old_loader,
                   policy::LDP_DRIVER_1) {
  JudgeApplications(c, kFirstForVulkan11 - 1);
}

constexpr char kUnbalanced[] = "unbalanced allocators";

std::string Unbalanced(const char* owner, const CountingAllocator& allocator) {
  if (allocator.alive() == 0 && allocator.foreign() == 0) return {};
  return fmt::format("{}: {} blocks never freed, {} freed that were not allocated", owner,
                     allocator.alive(), allocator.foreign());
}

// One application: allocators of the instance and the device, or null.
void RunWith(DriverApp& app, CountingAllocator* instance, CountingAllocator* device,
             const std::string& which, std::vector<std::string>* wrong) {
  const auto callbacks = [](CountingAllocator* allocator) {
    return allocator != nullptr ? allocator->callbacks() : nullptr;
  };
  if (app.CreateInstance({.allocator = callbacks(instance)}) != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (!devices.empty() &&
      app.CreateDevice(devices.front(), {.allocator = callbacks(device)}) == VK_SUCCESS) {
    app.DestroyDevice(callbacks(device));
  }
  app.DestroyInstance(callbacks(instance));
  for (const auto& [owner, allocator] :
       {std::pair("of the instance", instance), std::pair("of the device", device)}) {
    if (allocator == nullptr) continue;
    const std::string text = Unbalanced(owner, *allocator);
    if (!text.empty()) wrong->push_back(which + ", allocator " + text);
  }
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_21, pool_is_destroyed_with_what_is_in_it) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, [](const ComponentUnderTest& driver) {
    DriverApp app(driver);
    if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
    const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
    if (devices.empty() || app.CreateDevice(devices.front()) != VK_SUCCESS) return;
    CountingAllocator allocator;
    if (!app.UseCommandBuffer(allocator.callbacks())) return;
    Note(kUnbalanced, Unbalanced("of the pool", allocator));
    app.DestroyDevice();
    app.DestroyInstance();
  });
  SKIP_FOR(WhyNoDevice(seen));
  if (seen.FinishedNormally() && !Answers(seen.events()).contains(kUnbalanced)) {
    GTEST_SKIP() << "the driver has no memory for three command buffers";
  }
  SKIP_FOR(WhyNoAnswer(seen, kUnbalanced));
  EXPECT_SEEN(Answers(seen.events())[kUnbalanced], "")
      << "vkDestroyCommandPool frees the command buffers of the pool";
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_21, each_block_returns_to_its_allocator) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, [](const ComponentUnderTest& driver) {
    DriverApp app(driver);
    if (!app.usable()) return;
    CountingAllocator instance;
    CountingAllocator device;
    CountingAllocator only_instance;
    CountingAllocator only_device;
    std::vector<std::string> wrong;
    RunWith(app, &instance, &device, "one for each", &wrong);
    RunWith(app, &only_instance, nullptr, "for the instance alone", &wrong);
    RunWith(app, nullptr, &only_device, "for the device alone", &wrong);
    Note(kUnbalanced, fmt::format("{}", fmt::join(wrong, "; ")));
  });
  SKIP_FOR(WhyNoInstance(seen));
  SKIP_FOR(WhyNoAnswer(seen, kUnbalanced));
  EXPECT_SEEN(Answers(seen.events())[kUnbalanced], "")
      << "every block from one of an application's allocators is returned to that one";
}

}  // namespace
}  // namespace loadstone::suites::applications
