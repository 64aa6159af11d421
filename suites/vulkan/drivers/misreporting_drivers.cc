// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/drivers/drivers.h"

// Drivers whose lists violate the API: they must neither crash nor hang the loader, nor hide a good
// driver (LS_VK_ROBUSTNESS_4). What the loader shows of them is not judged, and no driver writes
// beyond the room that it gets, which no loader could prevent.
namespace loadstone::suites::misreporting_drivers {
namespace {

constexpr char kGood[] = "good";
constexpr char kSurface[] = "VK_KHR_surface";
constexpr char kOwn[] = "VK_LS_of_the_good";

struct List {
  const char* name;
  const char* command;
  bool of_extensions;
};

constexpr List kLists[] = {
    {"devices", "vkEnumeratePhysicalDevices", false},
    {"groups", "vkEnumeratePhysicalDeviceGroups", false},
    {"device_extensions", "vkEnumerateDeviceExtensionProperties", true},
    {"instance_extensions", "vkEnumerateInstanceExtensionProperties", true},
};

struct Misreport {
  const char* name;
  const char* word;  // of the mock driver; empty: returns VK_SUCCESS and writes nothing at all
  bool of_extensions;
};

constexpr Misreport kMisreports[] = {
    {"neither_count_nor_elements_written", "", false},
    {"no_elements_written", "no_elements", false},
    {"one_too_many_counted", "one_too_many", false},
    {"far_too_many_counted", "far_too_many", false},
    {"never_complete", "never_complete", false},
    {"names_without_end", "names_without_end", true},
};

Driver GoodDriver() {
  return Driver(kGood).Behaviour(fmt::format(
      R"({{"instance_extensions": ["{}"],
           "physical_devices": [{{"name": "{}", "extensions": ["{}"]}}]}})",
      kSurface, kGood, kOwn));
}

Driver BadDriver(const std::string& name, const List& list, const Misreport& misreport) {
  const std::string answer =
      misreport.word[0] == '\0'
          ? fmt::format(R"("results": {{"{}": 0}})", list.command)
          : fmt::format(R"("misreport": {{"{}": "{}"}})", list.command, misreport.word);
  return Driver(name).Behaviour(
      fmt::format(R"({{"instance_extensions": ["VK_KHR_surface", "VK_KHR_xcb_surface"],
                       "physical_devices": [{{"name": "bad", "extensions": ["VK_LS_a", "VK_LS_b"]}},
                                            {{"name": "worse", "extensions": ["VK_LS_c"]}}], {}}})",
                  answer));
}

// Fills the stack that the loader uses next. What a driver does not write has then the same content
// on every machine, so that the verdict is the same.
[[gnu::noinline]] void FillStack() {
  volatile unsigned char bytes[size_t{1} << 16];
  for (volatile unsigned char& byte : bytes) byte = 0x5a;
}

// The application does not use devices that it does not know: their extensions it asks for.
void Use(VulkanApp& app) {
  FillStack();
  app.EnumerateExtensions();
  FillStack();
  if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) return;
  FillStack();
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  const std::vector<std::string> names = NamesOf(app, devices);
  FillStack();
  AppEvent("groups").Add("names", NamesOf(app, DevicesOfGroups(app)));
  const auto enumerate =
      app.Get<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties");
  for (size_t i = 0; i < devices.size(); ++i) {
    std::vector<VkExtensionProperties> extensions(16);
    uint32_t count = 16;
    FillStack();
    const VkResult result = enumerate(devices[i], nullptr, &count, extensions.data());
    if (names[i] != kGood) continue;
    AppEvent("extensions")
        .Add("result", int64_t{result})
        .Add("first", count > 0 ? extensions[0].extensionName : "none");
  }
  app.DestroyInstance();
}

void Judge(Case& c, const List& list, const Misreport& misreport, bool is_first) {
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(BadDriver(is_first ? "bad" : "zzz", list, misreport))
      .With(GoodDriver());
  const Observation seen = Observe(c, world, Use);
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "a driver that misreports must not make the instance of a good one fail";
  EXPECT_SEEN(Order(seen), Contains(kGood))
      << "a driver that misreports must not hide the physical device of a good one";
  const auto groups = seen.First(kAppName, "groups");
  ASSERT_HOLDS(groups.has_value()) << "the query of groups returns";
  EXPECT_SEEN(groups->List("names"), Contains(kGood))
      << "a driver that misreports must not hide the device group of a good one";
  const auto extensions = seen.First(kAppName, "extensions");
  ASSERT_HOLDS(extensions.has_value()) << "the query of device extensions returns";
  EXPECT_SEEN(extensions->Text("first"), kOwn)
      << "a driver that misreports must not change the extensions of a good one";
}

REGISTER_CASES {
  for (const List& list : kLists) {
    for (const Misreport& misreport : kMisreports) {
      if (misreport.of_extensions && !list.of_extensions) continue;
      for (const bool is_first : {true, false}) {
        RegisterCase(
            Api::kVulkan, {policy::LS_VK_ROBUSTNESS_4},
            fmt::format("{}_{}_{}", list.name, misreport.name,
                        is_first ? "before_a_good_driver" : "after_a_good_driver"),
            [&list, &misreport, is_first](Case& c) { Judge(c, list, misreport, is_first); });
      }
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::misreporting_drivers
