// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/vulkan/drivers/drivers.h"

// LoaderDriverInterface, "Driver API Version": what the application says about itself reaches every
// driver, in a copy with another apiVersion where the driver supports only Vulkan 1.0.
namespace loadstone::suites::application_infos {
namespace {

constexpr char kFirst[] = "first";
constexpr char kSecond[] = "second";
constexpr char kOld[] = "old";

struct Row {
  const char* name;
  bool given;  // false: there is no VkApplicationInfo
  const char* application;
  uint32_t application_version;
  const char* engine;
  uint32_t engine_version;
  uint32_t api_version;
};

// Longer than any buffer that a loader may have for a name.
constexpr char kLong[] =
    "a name of 320 characters ------- ------- ------- ------- ------- ------- ------- -------"
    " ------- ------- ------- ------- ------- ------- ------- ------- ------- ------- ------- "
    "------- ------- ------- ------- ------- ------- ------- ------- ------- ------- ------- "
    "------- ------- ------- ------- ------- ------- -- end";

constexpr Row kRows[] = {
    {"all_members", true, "An application", 12, "An engine", 34, VK_API_VERSION_1_2},
    {"greatest_versions", true, "An application", UINT32_MAX, "An engine", UINT32_MAX - 1,
     VK_MAKE_API_VERSION(0, 1, 2, 0xfff)},
    {"names_that_are_empty", true, "", 1, "", 2, VK_API_VERSION_1_2},
    {"names_that_are_missing", true, nullptr, 1, nullptr, 2, VK_API_VERSION_1_2},
    {"names_of_other_alphabets", true, "\xd8\xaa\xd8\xb7\xd8\xa8\xd9\x8a\xd9\x82", 1,
     "\xe5\xbc\x95\xe6\x93\x8e", 2, VK_API_VERSION_1_2},
    {"long_names", true, kLong, 1, kLong, 2, VK_API_VERSION_1_2},
    {"no_api_version", true, "An application", 12, "An engine", 34, 0},
    {"nothing", false, nullptr, 0, nullptr, 0, 0},
};

// A text as the mocks trace it: a byte that is not ASCII is the code point of its number.
std::string Traced(const char* text) {
  if (text == nullptr) return "no name";
  std::string traced;
  for (const char* at = text; *at != '\0'; ++at) {
    const auto byte = static_cast<unsigned char>(*at);
    if (byte < 0x80) {
      traced += *at;
    } else {
      traced += static_cast<char>(0xc0 | byte >> 6);
      traced += static_cast<char>(0x80 | (byte & 0x3f));
    }
  }
  return traced;
}

constexpr char kFormat[] = "application '{}' of version {}, engine '{}' of version {}";

std::string Sent(const Row& row) {
  return fmt::format(kFormat, Traced(row.application), row.application_version, Traced(row.engine),
                     row.engine_version);
}

// What the driver got; the same for no structure and for one that says nothing.
std::string Received(const Observation& seen, const std::string& driver) {
  const std::optional<Event> call = seen.First(driver, "vkCreateInstance");
  if (!call.has_value()) return "no call";
  const auto name = [&](const char* key) {
    return call->IsNull(key) ? "no name" : call->Text(key);
  };
  return fmt::format(kFormat, name("application"), call->Number("application_version"),
                     name("engine"), call->Number("engine_version"));
}

void CreateInstance(VulkanApp& app, const Row& row, const std::vector<std::string>& layers) {
  auto about = Structure<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  about.pApplicationName = row.application;
  about.applicationVersion = row.application_version;
  about.pEngineName = row.engine;
  about.engineVersion = row.engine_version;
  about.apiVersion = row.api_version;
  std::vector<const char*> names;
  for (const std::string& layer : layers) names.push_back(layer.c_str());
  auto info = Structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pApplicationInfo = row.given ? &about : nullptr;
  info.enabledLayerCount = static_cast<uint32_t>(names.size());
  info.ppEnabledLayerNames = names.data();
  VkInstance instance = VK_NULL_HANDLE;
  const VkResult result = reinterpret_cast<PFN_vkCreateInstance>(
      app.GlobalProc("vkCreateInstance"))(&info, nullptr, &instance);
  AppEvent("vkCreateInstance", "leave").Add("result", int64_t{result});
  if (result != VK_SUCCESS) return;
  const auto get =
      reinterpret_cast<PFN_vkGetInstanceProcAddr>(app.GlobalProc("vkGetInstanceProcAddr"));
  reinterpret_cast<PFN_vkDestroyInstance>(get(instance, "vkDestroyInstance"))(instance, nullptr);
}

void Judge(Case& c, const Row& row, int count) {
  constexpr char kVersion10[] = R"({"api_version": "1.0.68"})";
  const std::vector<std::string> layers = NumberedLayers(count);
  VulkanWorld world(c.subject());
  for (const std::string& layer : layers) world.With(Layer(layer));
  world.WithoutDriver()
      .With(NamedDriver(kFirst))
      .With(NamedDriver(kOld).Manifest(kVersion10).Behaviour(kVersion10))
      .With(NamedDriver(kSecond));
  const Observation seen =
      Observe(c, world, [&](VulkanApp& app) { CreateInstance(app, row, layers); });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS") << "an instance can be created";
  const int64_t version = row.api_version != 0 ? row.api_version : VK_API_VERSION_1_0;
  for (const char* driver : {kFirst, kSecond}) {
    EXPECT_SEEN(Received(seen, driver), Sent(row))
        << "a driver of 1.1 or newer gets the application's structure unchanged";
    EXPECT_SEEN(VersionGiven(seen, driver), Eq(version))
        << "a driver of 1.1 or newer gets the application's version unchanged";
  }
  EXPECT_SEEN(Received(seen, kOld), AnyOf(Sent(row), Sent(kRows[std::size(kRows) - 1])))
      << "a driver of 1.0 gets a copy of the application's structure with another version, or none"
      << reading::LDP_LOADER_7_r1;
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the structure has its type";
}

REGISTER_CASES {
  for (const Row& row : kRows) {
    for (const int layers : {0, 3}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_VERSION_2, policy::LDP_LOADER_7},
                   fmt::format("application_info_with_{}_through_{}_layers", row.name, layers),
                   [&row, layers](Case& c) { Judge(c, row, layers); });
    }
  }
}

// Structures that the compiler puts into memory that cannot be written. A loader that modifies them
// for a driver, even for the time of one call, ends the process.
constexpr VkApplicationInfo kAbout = {VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                      nullptr,
                                      "An application",
                                      12,
                                      "An engine",
                                      34,
                                      VK_API_VERSION_1_2};
constexpr const char* kEnabled[] = {"VK_KHR_get_physical_device_properties2"};
constexpr VkInstanceCreateInfo kInfo = {
    VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, nullptr, 0, &kAbout, 0, nullptr, 1, kEnabled};

void JudgeConstant(Case& c, int count) {
  constexpr char kVersion10[] = R"({"api_version": "1.0.68"})";
  constexpr char kHas[] = R"({"instance_extensions": ["VK_KHR_get_physical_device_properties2"]})";
  VulkanWorld world(c.subject());
  for (const std::string& layer : NumberedLayers(count)) world.With(Layer(layer).Implicit());
  world.WithoutDriver()
      .With(NamedDriver(kFirst).Behaviour(kHas))
      .With(NamedDriver(kOld).Manifest(kVersion10).Behaviour(kVersion10))
      .With(NamedDriver(kSecond).Behaviour(kHas));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    for (int i = 0; i < 2; ++i) {
      VkInstance instance = VK_NULL_HANDLE;
      const VkResult result = reinterpret_cast<PFN_vkCreateInstance>(
          app.GlobalProc("vkCreateInstance"))(&kInfo, nullptr, &instance);
      AppEvent("vkCreateInstance", "leave").Add("result", int64_t{result});
    }
  });
  EXPECT_SEEN(seen.Select(kAppName, "vkCreateInstance"), SizeIs(2))
      << "the application's structures are not written to; observed: " << seen.DescribeEnding();
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS") << "an instance can be created";
  for (const char* driver : {kFirst, kSecond}) {
    EXPECT_SEEN(VersionGiven(seen, driver), Eq(int64_t{VK_API_VERSION_1_2}))
        << "a driver of 1.1 or newer gets the application's version unchanged";
  }
  EXPECT_SEEN(VK_API_VERSION_MINOR(VersionGiven(seen, kOld)), Eq(0))
      << "a driver of 1.0 gets a copy with another version" << reading::LDP_LOADER_7_r1;
}

REGISTER_CASES {
  for (const int layers : {0, 3}) {
    RegisterCase(Api::kVulkan, {policy::LDP_LOADER_7, policy::LS_VK_DRIVER_VERSION_2},
                 fmt::format("constant_application_info_through_{}_layers", layers),
                 [layers](Case& c) { JudgeConstant(c, layers); });
  }
}

}  // namespace
}  // namespace loadstone::suites::application_infos
