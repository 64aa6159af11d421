// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/vulkan/android/android.h"

// Android: Implement Vulkan, "Finding and loading layers"; LoaderLayerInterface, "Android Layer
// Discovery" and "Layer Interface Version 0": two layers of one library that differ, long names,
// and libraries in the folder for developers.
namespace loadstone::suites::android_layers_of_libraries {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kTwo[] = "VK_LAYER_LS_two";
constexpr char kAnother[] = "VK_LAYER_LS_another";  // the mock's second layer in one library
constexpr char kOfLibrary[] = "library";            // its name in the trace

// Two layers in one library, of which the loader supports the API version of one.
struct Versions {
  const char* case_name;
  const char* behaviour;
  const char* usable;
};
constexpr Versions kVersions[] = {
    {"after_a_layer_of_another_major_version",
     R"({"api_version": "2.0.0", "another_api_version": "1.0.0"})", kAnother},
    {"before_a_layer_of_another_major_version",
     R"({"api_version": "1.0.0", "another_api_version": "2.0.0"})", kOne},
};

REGISTER_CASES {
  for (const Versions& row : kVersions) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_10}, row.case_name, [&row](Case& c) {
      AndroidWorld world(c.subject());
      world.With(Layer(kOne)
                     .Behaviour(R"({"misbehave": ["enumerate_another_layer"]})")
                     .Behaviour(row.behaviour));
      const Observation seen = RunEnabling(c, world, {row.usable});
      EXPECT_SEEN(EnumeratedLayers(seen), Contains(row.usable))
          << "the application can enumerate a layer, whatever other layers are in its library";
      // The mock traces both of its layers under the first one's name.
      EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
          << "the application can enable a layer, whatever other layers are in its library";
    });
  }
}

// Traces the extensions of instances and of devices that a layer has. It is enabled to list those
// of devices.
void TraceExtensionsOfLayer(VulkanApp& app, const std::string& layer) {
  AppEvent("of instances").Add("names", NamesOf(app.EnumerateExtensions(layer.c_str())));
  if (app.CreateInstance({.layers = {layer}}) != VK_SUCCESS) return;
  const auto enumerate =
      app.Get<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties");
  for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
    uint32_t count = 0;
    enumerate(device, layer.c_str(), &count, nullptr);
    std::vector<VkExtensionProperties> extensions(count);
    enumerate(device, layer.c_str(), &count, extensions.data());
    extensions.resize(count);
    AppEvent("of devices").Add("names", NamesOf(extensions));
  }
  app.DestroyInstance();
}

std::vector<std::vector<std::string>> Lists(const Observation& seen, const char* what) {
  std::vector<std::vector<std::string>> lists;
  for (const Event& event : seen.Select(kAppName, what)) lists.push_back(event.List("names"));
  return lists;
}

// Traces the extensions of both layers in one library, in either order.
void JudgeExtensions(Case& c, bool another_first) {
  AndroidWorld world(c.subject());
  world.With(Layer(kOne).Behaviour(R"({"misbehave": ["enumerate_another_layer"],
      "instance_extensions": [{"name": "VK_LS_of_one"}],
      "device_extensions": [{"name": "VK_LS_of_ones_device"}],
      "another_instance_extensions": [{"name": "VK_LS_of_another"}, {"name": "VK_LS_too"}],
      "another_device_extensions": [{"name": "VK_LS_of_anothers_device"}]})"));
  const Observation seen = Observe(c, world, [another_first](VulkanApp& app) {
    TraceExtensionsOfLayer(app, another_first ? kAnother : kOne);
    TraceExtensionsOfLayer(app, another_first ? kOne : kAnother);
  });
  const auto of_instances = Lists(seen, "of instances");
  const auto of_devices = Lists(seen, "of devices");
  ASSERT_SEEN(of_instances.size(), 2U) << "the application must finish";
  ASSERT_SEEN(of_devices.size(), 2U) << "the application can enable each layer of a library";
  const size_t one = another_first ? 1 : 0;
  constexpr char kOwn[] = "each layer of a library has the extensions that are listed for its name";
  EXPECT_SEEN(of_instances[one], ElementsAre("VK_LS_of_one")) << kOwn;
  EXPECT_SEEN(of_devices[one], ElementsAre("VK_LS_of_ones_device")) << kOwn;
  EXPECT_SEEN(of_instances[1 - one], UnorderedElementsAre("VK_LS_of_another", "VK_LS_too")) << kOwn;
  EXPECT_SEEN(of_devices[1 - one], ElementsAre("VK_LS_of_anothers_device")) << kOwn;
}

VULKAN_CASE(LS_ANDROID_LOADER_15, extensions_of_two_layers_in_one_library) {
  JudgeExtensions(c, false);
}
VULKAN_CASE(LS_ANDROID_LOADER_15, extensions_of_two_layers_in_one_library_in_reverse) {
  JudgeExtensions(c, true);
}

// Names up to the longest that VkLayerProperties has room for.
constexpr size_t kLengths[] = {63, 64, 128, 200, 255};

void JudgeLongName(Case& c, size_t length) {
  std::string name = "VK_LAYER_LS_";
  name.append(length - name.size(), 'n');
  AndroidWorld world(c.subject());
  world.LayerLibrary(LayerIn(c.subject(), NativeLibraryFolder(), "long"),
                     Layer(name)
                         .Who(kOfLibrary)
                         .Behaviour(
                             R"({"intercept": ["vkEnumerateDeviceExtensionProperties"],
                             "instance_extensions": [{"name": "VK_LS_of_the_layer"}],
                             "device_extensions": [{"name": "VK_LS_of_its_device"}]})"));
  const Observation seen = Observe(c, world, [&name](VulkanApp& app) {
    app.EnumerateLayers();
    TraceExtensionsOfLayer(app, name);
  });
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(name)) << "the layer is listed by its name";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOfLibrary)) << "the layer is enabled by its name";
  EXPECT_SEEN(Lists(seen, "of instances"), ElementsAre(ElementsAre("VK_LS_of_the_layer")))
      << "the library is queried with the name that it gave the layer";
  EXPECT_SEEN(Lists(seen, "of devices"), ElementsAre(ElementsAre("VK_LS_of_its_device")))
      << "the library is queried with the name that it gave the layer";
  for (const char* command :
       {"vkEnumerateInstanceExtensionProperties", "vkEnumerateDeviceExtensionProperties"}) {
    for (const Event& event : seen.Select(kOfLibrary, command)) {
      EXPECT_SEEN(event.Has("layer_name") ? event.Text("layer_name") : name, name)
          << "the library is queried with the name that it gave the layer";
    }
  }
}

REGISTER_CASES {
  for (const size_t length : kLengths) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_16, policy::LS_ANDROID_LOADER_15},
                 fmt::format("layer_name_of_{}_characters", length),
                 [length](Case& c) { JudgeLongName(c, length); });
  }
}

// The folder for developers has a library that is named as one of the application's own.
VULKAN_CASE(LS_VK_DISCOVERY_14, library_with_the_name_of_an_own_one) {
  AndroidWorld world(c.subject());
  world.Debuggable()
      .LayerLibrary(LayerIn(c.subject(), NativeLibraryFolder(), "same"), Layer(kTwo))
      .LayerLibrary(LayerIn(c.subject(), kDeveloperFolder, "same"), Layer(kOne));
  const Observation seen = RunEnabling(c, world, {kOne});
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kOne))
      << "an application that can be debugged can enumerate the layers for developers";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << "an application that can be debugged can enable the layers for developers";
}

REGISTER_CASES {
  for (const char* enabled : {kOne, kAnother}) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_DISCOVERY_14},
        fmt::format("{}_layer_of_a_library", enabled == kOne ? "first" : "second"),
        [enabled](Case& c) {
          AndroidWorld world(c.subject());
          world.Debuggable().LayerLibrary(
              LayerIn(c.subject(), kDeveloperFolder, "one"),
              Layer(kOne).Behaviour(R"({"misbehave": ["enumerate_another_layer"]})"));
          const Observation seen = RunEnabling(c, world, {enabled});
          EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kOne, kAnother))
              << "an application that can be debugged can enumerate the layers for developers";
          // The mock traces both of its layers under the first one's name.
          EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
              << "an application that can be debugged can enable the layers for developers";
        });
  }
}

// Applications that can be debugged, whose packages have similar names, in the list of packages
// before this one or after it.
struct Similar {
  const char* name;
  std::string package;
};
const Similar kSimilar[] = {{"longer", std::string(kPackage) + ".debug"},
                            {"shorter", "org.loadstone"},
                            {"prefixed", std::string("com.") + kPackage}};

REGISTER_CASES {
  for (const Similar& row : kSimilar) {
    for (const bool before : {true, false}) {
      RegisterCase(
          Api::kVulkan, {policy::LS_ANDROID_LOADER_11},
          fmt::format("beside_a_{}_name_that_is_listed_{}", row.name, before ? "before" : "after"),
          [&row, before](Case& c) {
            AndroidWorld world(c.subject());
            world.DebuggablePackage(row.package, before)
                .With(Layer(kOne))
                .LayerLibrary(LayerIn(c.subject(), kDeveloperFolder, "two"), Layer(kTwo));
            const Observation seen = RunEnabling(c, world, {kOne});
            EXPECT_SEEN(Loaded(seen), Not(Contains(kTwo)))
                << "an application that cannot be debugged gets only its own layers, whatever "
                   "other applications there are";
            EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne)) << "its own layer is loaded";
          });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::android_layers_of_libraries
