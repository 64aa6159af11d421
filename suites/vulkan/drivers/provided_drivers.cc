// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/drivers/provided_list.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderDriverInterface, "Driver Discovery using the VK_LUNARG_direct_driver_loading extension":
// the application opens libraries of drivers itself and passes their vk_icdGetInstanceProcAddr to
// the loader.
namespace loadstone::suites::provided_drivers {
namespace {

constexpr char kExtension[] = VK_LUNARG_DIRECT_DRIVER_LOADING_EXTENSION_NAME;
constexpr char kOwn[] = "own";
constexpr char kSecond[] = "second";
constexpr char kNamed[] = "named";
constexpr char kSystem[] = "system";

// A driver whose files exist, but that is not installed.
Driver OwnDriver(const std::string& name) { return NamedDriver(name).In(kElsewhere); }

VKAPI_ATTR VkBool32 VKAPI_CALL Ignore(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                      VkDebugUtilsMessageTypeFlagsEXT,
                                      const VkDebugUtilsMessengerCallbackDataEXT*, void*) {
  return VK_FALSE;
}

// A structure of another extension that applications often have in the chain.
VkDebugUtilsMessengerCreateInfoEXT Messenger() {
  VkDebugUtilsMessengerCreateInfoEXT messenger = {};
  messenger.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  messenger.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  messenger.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT;
  messenger.pfnUserCallback = Ignore;
  return messenger;
}

using Use = std::function<void(VulkanApp& app)>;

void ListDevices(VulkanApp& app) { app.EnumeratePhysicalDevices(); }

// Creates an instance with the drivers `names`, whose list follows that many messengers in the
// chain.
VkResult CreateWith(VulkanApp& app, const Subject& subject, VkDirectDriverLoadingModeLUNARG mode,
                    const std::vector<std::string>& names,
                    const std::vector<std::string>& extensions = {kExtension},
                    size_t behind_messengers = 0) {
  const ProvidedList list(subject, mode, names);
  std::vector<VkDebugUtilsMessengerCreateInfoEXT> messengers(behind_messengers, Messenger());
  const void* next = list.next();
  for (VkDebugUtilsMessengerCreateInfoEXT& messenger : messengers) {
    messenger.pNext = next;
    next = &messenger;
  }
  return app.CreateInstance({.extensions = extensions, .next = next});
}

// Runs `use` with such an instance; does nothing if the loader does not list the extensions.
Observation Run(Case& c, const VulkanWorld& world, VkDirectDriverLoadingModeLUNARG mode,
                const std::vector<std::string>& names, const Use& use = ListDevices,
                size_t behind_messengers = 0) {
  std::vector<std::string> extensions = {kExtension};
  if (behind_messengers != 0) extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  return Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, extensions)) return;
    if (CreateWith(app, c.subject(), mode, names, extensions, behind_messengers) != VK_SUCCESS) {
      return;
    }
    use(app);
    app.DestroyInstance();
  });
}

constexpr auto kInclusive = VK_DIRECT_DRIVER_LOADING_MODE_INCLUSIVE_LUNARG;
constexpr auto kExclusive = VK_DIRECT_DRIVER_LOADING_MODE_EXCLUSIVE_LUNARG;

// Passes the drivers `names` in this mode, and expects that exactly the drivers `used` are used.
void Judge(Case& c, const VulkanWorld& world, VkDirectDriverLoadingModeLUNARG mode,
           const std::vector<std::string>& names, const std::vector<std::string>& used,
           size_t behind_messengers = 0) {
  const Observation seen = Run(c, world, mode, names, ListDevices, behind_messengers);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "an instance can be created with the drivers";
  EXPECT_SEEN(DriversReached(seen), UnorderedElementsAreArray(used))
      << (mode == kInclusive
              ? "the drivers of the application are used in addition to those of the system"
              : "the drivers of the application are used, and no others");
  EXPECT_SEEN(Order(seen), SizeIs(used.size())) << "the devices of these drivers are listed";
}

VulkanWorld WorldWithOwn(const Subject& subject) {
  return VulkanWorld(subject).With(OwnDriver(kOwn)).With(OwnDriver(kSecond));
}

VULKAN_CASE(LS_VK_DRIVER_PROVIDED_1, one_driver) {
  Judge(c, WorldWithOwn(c.subject()), kInclusive, {kOwn}, {kDefaultDriver, kOwn});
}
VULKAN_CASE(LS_VK_DRIVER_PROVIDED_1, two_drivers) {
  Judge(c, WorldWithOwn(c.subject()), kInclusive, {kOwn, kSecond}, {kDefaultDriver, kOwn, kSecond});
}
VULKAN_CASE(LS_VK_DRIVER_PROVIDED_1, no_driver_on_the_system) {
  Judge(c, WorldWithOwn(c.subject()).WithoutDriver().With(OwnDriver(kOwn)), kInclusive, {kOwn},
        {kOwn});
}
VULKAN_CASE(LS_VK_DRIVER_PROVIDED_1, elevated) {
  Judge(c, WorldWithOwn(c.subject()).Elevated(), kInclusive, {kOwn}, {kDefaultDriver, kOwn});
}

// The order of the structures in a chain has no meaning.
VULKAN_CASE(LS_VK_DRIVER_PROVIDED_1, behind_a_messenger) {
  Judge(c, WorldWithOwn(c.subject()), kInclusive, {kOwn}, {kDefaultDriver, kOwn}, 1);
}
VULKAN_CASE(LS_VK_DRIVER_PROVIDED_1, behind_three_messengers) {
  Judge(c, WorldWithOwn(c.subject()), kInclusive, {kOwn}, {kDefaultDriver, kOwn}, 3);
}

// A loader may open a driver of the system without using it: LS_VK_DRIVER_PROVIDED_2.r1.
VULKAN_CASE(LS_VK_DRIVER_PROVIDED_2, one_driver) {
  Judge(c, WorldWithOwn(c.subject()), kExclusive, {kOwn}, {kOwn});
}
VULKAN_CASE(LS_VK_DRIVER_PROVIDED_2, two_drivers) {
  Judge(c, WorldWithOwn(c.subject()), kExclusive, {kOwn, kSecond}, {kOwn, kSecond});
}

VULKAN_CASE(LS_VK_DRIVER_PROVIDED_2, elevated) {
  Judge(c, WorldWithOwn(c.subject()).Elevated(), kExclusive, {kOwn}, {kOwn});
}

// A driver of the application that cannot be used does not bring back those of the system. What
// vkCreateInstance then returns is not judged.
struct Unusable {
  const char* name;
  const char* behaviour;
};

constexpr Unusable kUnusable[] = {
    {"negotiation_refused", R"({"negotiate_result": -9})"},
    {"no_vk_create_instance", R"({"hidden_functions": ["vkCreateInstance"]})"},
    {"instance_fails", R"({"results": {"vkCreateInstance": -3}})"},
    {"instance_is_incompatible", R"({"results": {"vkCreateInstance": -9}})"},
    {"no_physical_devices", R"({"physical_devices": []})"},
};

void JudgeUnusable(Case& c, const Unusable& row) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(NamedDriver(kSystem)).With(OwnDriver(kOwn).Behaviour(row.behaviour));
  const Observation seen = Run(c, world, kExclusive, {kOwn});
  if (!WhyNotListed(seen).empty()) GTEST_SKIP() << "the loader does not list " << kExtension;
  EXPECT_SEEN(DriversReached(seen), Not(Contains(kSystem)))
      << "the drivers of the application are used and no others, although it cannot be used";
  EXPECT_SEEN(Order(seen), Not(Contains(kSystem)))
      << "the devices of the system's drivers are not listed";
}

REGISTER_CASES {
  for (const Unusable& row : kUnusable) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_PROVIDED_2},
                 fmt::format("one_driver_{}", row.name),
                 [&row](Case& c) { JudgeUnusable(c, row); });
  }
}

// One driver of three that cannot be used takes the others nothing.
void JudgeUnusableAmong(Case& c, const Unusable& row, VkDirectDriverLoadingModeLUNARG mode,
                        size_t place) {
  std::vector<std::string> used = {"before", "after"};
  std::vector<std::string> names = used;
  names.insert(names.begin() + static_cast<std::ptrdiff_t>(place), "unusable");
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(NamedDriver(kSystem))
      .With(OwnDriver("before"))
      .With(OwnDriver("unusable").Behaviour(row.behaviour))
      .With(OwnDriver("after"));
  const Observation seen = Run(c, world, mode, names);
  if (!WhyNotListed(seen).empty()) GTEST_SKIP() << "the loader does not list " << kExtension;
  if (mode == kInclusive) used.emplace_back(kSystem);
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "an instance can be created with the drivers that can be used";
  EXPECT_SEEN(Order(seen), UnorderedElementsAreArray(used))
      << "the devices of the drivers that can be used are listed";
}

// Lists that are longer than a table of fixed size.
void JudgeLongList(Case& c, VkDirectDriverLoadingModeLUNARG mode, int length) {
  VulkanWorld world(c.subject());
  std::vector<std::string> names;
  for (int i = 0; i < length; ++i) {
    names.push_back(fmt::format("own_{:02}", i));
    world.With(OwnDriver(names.back()));
  }
  std::vector<std::string> used = names;
  if (mode == kInclusive) used.emplace_back(kDefaultDriver);
  Judge(c, world, mode, names, used);
}

REGISTER_CASES {
  for (const auto& [owner, mode] : {std::pair{policy::LS_VK_DRIVER_PROVIDED_1, kInclusive},
                                    std::pair{policy::LS_VK_DRIVER_PROVIDED_2, kExclusive}}) {
    for (const Unusable& row : kUnusable) {
      for (const size_t place : {0U, 1U, 2U}) {
        constexpr const char* kWords[] = {"first", "second", "last"};
        RegisterCase(
            Api::kVulkan, {owner}, fmt::format("{}_driver_of_three_{}", kWords[place], row.name),
            [&row, mode = mode, place](Case& c) { JudgeUnusableAmong(c, row, mode, place); });
      }
    }
    for (const int length : {17, 33}) {
      RegisterCase(Api::kVulkan, {owner}, fmt::format("list_of_{}_drivers", length),
                   [mode = mode, length](Case& c) { JudgeLongList(c, mode, length); });
    }
  }
}

// Creates an instance without a list, and lists its devices.
VulkanApp PlainInstance(VulkanApp app) {
  if (app.CreateInstance() == VK_SUCCESS) app.EnumeratePhysicalDevices();
  return app;
}

// The list belongs to one instance: those before, beside and after it have the system's drivers.
VULKAN_CASE(LS_VK_DRIVER_PROVIDED_2, instances_without_a_list_around_it, policy::LDP_LOADER_2) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(NamedDriver(kSystem)).With(OwnDriver(kOwn));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, {kExtension})) return;
    VulkanApp before = PlainInstance(app);
    if (CreateWith(app, c.subject(), kExclusive, {kOwn}) != VK_SUCCESS) return;
    app.EnumeratePhysicalDevices();
    VulkanApp beside = PlainInstance(app);
    beside.DestroyInstance();
    before.DestroyInstance();
    app.EnumeratePhysicalDevices();
    app.DestroyInstance();
    PlainInstance(app).DestroyInstance();
  });
  if (!WhyNotListed(seen).empty()) GTEST_SKIP() << "the loader does not list " << kExtension;
  std::vector<std::string> devices;
  for (const Event& event : seen.Select(kAppName, "vkEnumeratePhysicalDevices")) {
    if (event.phase() == "leave")
      devices.push_back(fmt::format("{}", fmt::join(event.List("names"), " ")));
  }
  EXPECT_SEEN(devices, ElementsAre(kSystem, kOwn, kSystem, kOwn, kSystem))
      << "an instance has the drivers of its own list, and others have those of the system";
}

struct Variable {
  const char* name;
  const char* variable;
  std::string value;
};

REGISTER_CASES {
  const std::string second = ManifestPath(kElsewhere, kSecond);
  for (const Variable& each : {Variable{"driver_files", "VK_DRIVER_FILES", second},
                               Variable{"icd_filenames", "VK_ICD_FILENAMES", second},
                               Variable{"add_driver_files", "VK_ADD_DRIVER_FILES", second},
                               Variable{"drivers_select", "VK_LOADER_DRIVERS_SELECT", "driver*"},
                               Variable{"drivers_disable", "VK_LOADER_DRIVERS_DISABLE", "*own*"}}) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_PROVIDED_2},
                 fmt::format("{}_has_no_effect", each.name), [each](Case& c) {
                   Judge(c, WorldWithOwn(c.subject()).Env(each.variable, each.value), kExclusive,
                         {kOwn}, {kOwn});
                 });
  }
}

VULKAN_CASE(LS_VK_DRIVER_PROVIDED_3, better_device_of_the_application) {
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(DriverOf("system", {Device("processor", VK_PHYSICAL_DEVICE_TYPE_CPU),
                                Device("integrated", VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU)}))
      .With(OwnDriver(kOwn));
  const Observation seen = Run(c, world, kInclusive, {kOwn});
  if (!WhyNotListed(seen).empty()) GTEST_SKIP() << "the loader does not list " << kExtension;
  ASSERT_SEEN(Order(seen), UnorderedElementsAre("processor", "integrated", kOwn))
      << "all devices are listed";
  EXPECT_SEEN(Order(seen).back(), kOwn)
      << "the devices of the application's drivers come after those of the system";
}

// The drivers that variables name come before those of the application too; the better device would
// be the first one in the order of types.
REGISTER_CASES {
  const std::string named = ManifestPath(kElsewhere, kNamed);
  for (const Variable& each : {Variable{"driver_files", "VK_DRIVER_FILES", named},
                               Variable{"icd_filenames", "VK_ICD_FILENAMES", named},
                               Variable{"add_driver_files", "VK_ADD_DRIVER_FILES", named}}) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_DRIVER_PROVIDED_3},
        fmt::format("device_of_{}_before_a_better_one", each.name), [each](Case& c) {
          VulkanWorld world = WorldWithOwn(c.subject());
          world.WithoutDriver()
              .With(OwnDriver(kOwn))
              .With(DriverOf(kNamed, {Device(kNamed, VK_PHYSICAL_DEVICE_TYPE_CPU)}).In(kElsewhere))
              .Env(each.variable, each.value);
          const Observation seen = Run(c, world, kInclusive, {kOwn});
          if (!WhyNotListed(seen).empty()) {
            GTEST_SKIP() << "the loader does not list " << kExtension;
          }
          EXPECT_SEEN(Order(seen), ElementsAre(kNamed, kOwn))
              << "the devices of the drivers that " << each.variable
              << " names come before those of the application's drivers";
        });
  }
}

VULKAN_CASE(LS_VK_DRIVER_PROVIDED_4, interface_of_a_driver) {
  VulkanWorld world(c.subject());
  world.With(WithUnknownFunction(OwnDriver(kOwn))).With(ExportingDriver());
  const Observation seen = Run(c, world, kInclusive, {kOwn}, [](VulkanApp& app) {
    app.EnumeratePhysicalDevices();
    app.InstanceProc(kExportedFunction);
    app.InstanceProc(kUnknownFunction);
  });
  if (!WhyNotListed(seen).empty()) GTEST_SKIP() << "the loader does not list " << kExtension;
  EXPECT_SEEN(seen.Select(kOwn, "negotiate"), Not(IsEmpty()))
      << "the interface is negotiated with a driver of the application too";
  if (const std::string why = WhyNoneIsQueried(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_HOLDS(WasQueriedForUnknownFunction(seen, kOwn))
      << "its physical device functions are found through the function that "
         "vk_icdGetInstanceProcAddr returns";
}

// It has no negotiation for a loader that queried another function first, which must then be of
// version 0 or 1 ("Interfacing With Legacy Drivers or Loaders").
VULKAN_CASE(LS_VK_DRIVER_PROVIDED_4, driver_that_knows_legacy_loaders) {
  VulkanWorld world(c.subject());
  for (const char* variant : {"vulkan_driver", "vulkan_driver_v7"}) {
    world.With(OwnDriver(fmt::format("{}_{}", kOwn, variant))
                   .Binary(variant)
                   .Behaviour(R"({"misbehave": ["legacy_after_another_query"]})"));
  }
  const std::vector<std::string> names = {"own_vulkan_driver", "own_vulkan_driver_v7"};
  const Observation seen = Run(c, world, kInclusive, names);
  if (!WhyNotListed(seen).empty()) GTEST_SKIP() << "the loader does not list " << kExtension;
  for (const std::string& name : names) {
    EXPECT_SEEN(seen.Select(name, "negotiate"), Not(IsEmpty()))
        << "vk_icdGetInstanceProcAddr of " << name
        << " is queried for the function that negotiates before all others";
  }
}

}  // namespace
}  // namespace loadstone::suites::provided_drivers
