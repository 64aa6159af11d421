// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/extensions/extensions.h"

// LoaderDriverInterface, "Filtering Out Instance Extension Names" and "Additional Interface Notes":
// drivers with extensions whose names are the beginning of those of other components, or continue
// them. Each driver gets those that it has itself (LDP_LOADER_9, LS_VK_EXTENSION_10).
namespace loadstone::suites::names_at_drivers {
namespace {

constexpr char kLayer[] = "VK_LAYER_LS_layer";
constexpr char kSurface[] = VK_KHR_SURFACE_EXTENSION_NAME;
constexpr char kProtected[] = VK_KHR_SURFACE_PROTECTED_CAPABILITIES_EXTENSION_NAME;

// Two extensions, of which the second one's name continues the first one's, and those that the
// second one requires.
struct Pair {
  const char* name;
  std::string shorter;
  std::string longer;
  std::vector<std::string> required;
};

// Extensions of instances. Where one is not known to any loader, its filter is off.
const std::vector<Pair>& InstancePairs() {
  static const auto* pairs = new std::vector<Pair>{
      {"unknown_names", "VK_LS_one", "VK_LS_one_and_more", {}},
      {"name_that_continues_a_known_one",
       kKnownExtension,
       std::string(kKnownExtension) + "_and_more",
       {}},
      {"beginning_of_a_known_name", "VK_KHR_device_group", kOtherKnownExtension, {}},
      {"surfaces_and_protected_ones",
       kSurface,
       kProtected,
       {VK_KHR_GET_SURFACE_CAPABILITIES_2_EXTENSION_NAME}}};
  return *pairs;
}

// What a driver with the second extension lists.
std::vector<std::string> WithRequired(const Pair& pair) {
  std::vector<std::string> names = pair.required;
  if (!names.empty()) names.push_back(pair.shorter);  // required too
  names.push_back(pair.longer);
  return names;
}

// Expects that a driver gets the requested ones of its extensions `own`, and no others.
void ExpectOwn(const Observation& seen, const char* driver, const char* command,
               const std::vector<std::string>& own, const std::vector<std::string>& requested) {
  const std::vector<std::string> given = ExtensionsGiven(seen, driver, command);
  for (const std::string& extension : given) {
    EXPECT_SEEN(own, Contains(extension))
        << driver << " gets only extensions that it supports itself";
  }
  for (const std::string& extension : own) {
    if (std::find(requested.begin(), requested.end(), extension) == requested.end()) continue;
    EXPECT_SEEN(given, Contains(extension))
        << driver << " gets the extensions that are requested and that it supports";
  }
}

void JudgeInstance(Case& c, const Pair& pair, bool longer_first) {
  const std::vector<std::string> longer = WithRequired(pair);
  std::vector<std::string> both = longer;
  if (pair.required.empty()) both.insert(both.begin(), pair.shorter);
  std::vector<std::string> requested = both;
  if (longer_first) std::reverse(requested.begin(), requested.end());
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .Env("VK_LOADER_DISABLE_INST_EXT_FILTER", "1")
      .With(DriverWith("shorter", {pair.shorter}))
      .With(DriverWith("longer", longer))
      .With(DriverWith("both", both));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, requested)) return;
    if (app.CreateInstance({.extensions = requested, .api_version = VK_API_VERSION_1_1}) ==
        VK_SUCCESS) {
      app.DestroyInstance();
    }
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "extensions that drivers support can be enabled";
  ExpectOwn(seen, "shorter", "vkCreateInstance", {pair.shorter}, requested);
  ExpectOwn(seen, "longer", "vkCreateInstance", longer, requested);
  ExpectOwn(seen, "both", "vkCreateInstance", both, requested);
}

// Extensions of devices: one of the driver, and one of a layer.
struct DevicePair {
  const char* name;
  const char* of_driver;
  const char* of_layer;
};

constexpr DevicePair kDevicePairs[] = {
    {"longer_of_a_layer", "VK_LS_one", "VK_LS_one_and_more"},
    {"shorter_of_a_layer", "VK_LS_one_and_more", "VK_LS_one"},
    {"known_longer_of_a_layer", VK_NV_DEDICATED_ALLOCATION_EXTENSION_NAME,
     VK_NV_DEDICATED_ALLOCATION_IMAGE_ALIASING_EXTENSION_NAME},
    {"known_shorter_of_a_layer", VK_NV_DEDICATED_ALLOCATION_IMAGE_ALIASING_EXTENSION_NAME,
     VK_NV_DEDICATED_ALLOCATION_EXTENSION_NAME},
};

void JudgeDevice(Case& c, const DevicePair& pair, bool implicit) {
  const std::vector<std::string> layers =
      implicit ? std::vector<std::string>{} : std::vector<std::string>{kLayer};
  Layer layer = DeviceLayerWith(kLayer, {pair.of_layer});
  if (implicit) layer.Implicit();
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(DeviceDriverWith("d", {pair.of_driver})).With(layer);
  const std::vector<std::string> requested = {pair.of_layer, pair.of_driver};
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = layers, .api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) {
      return;
    }
    for (int i = 0; i < 2; ++i) {
      if (app.CreateDevice({.extensions = requested}) == VK_SUCCESS) app.DestroyDevice();
    }
    app.DestroyInstance();
  });
  EXPECT_SEEN(ResultOf(seen, "vkCreateDevice"), "VK_SUCCESS")
      << "device extensions that the driver and an enabled layer provide can be enabled";
  EXPECT_SEEN(ExtensionsGiven(seen, kLayer, "vkCreateDevice"), Contains(pair.of_layer))
      << "the layer sees that its extension is enabled";
  const std::vector<Event> created = seen.Select("d", "vkCreateDevice");
  ASSERT_SEEN(created, SizeIs(2)) << "both devices are created";
  for (const Event& event : created) {
    EXPECT_SEEN(event.List("extensions"), ElementsAre(pair.of_driver))
        << "a driver gets only the device extensions that it supports";
  }
}

REGISTER_CASES {
  for (const Pair& pair : InstancePairs()) {
    for (const bool longer_first : {false, true}) {
      RegisterCase(Api::kVulkan, {policy::LDP_LOADER_9, policy::LS_VK_EXTENSION_10},
                   fmt::format("{}_{}_first", pair.name, longer_first ? "longer" : "shorter"),
                   [&pair, longer_first](Case& c) { JudgeInstance(c, pair, longer_first); });
    }
  }
  for (const DevicePair& pair : kDevicePairs) {
    for (const bool implicit : {false, true}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_EXTENSION_10},
                   fmt::format("device_extension_{}_that_is_{}", pair.name,
                               implicit ? "implicit" : "explicit"),
                   [&pair, implicit](Case& c) { JudgeDevice(c, pair, implicit); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::names_at_drivers
