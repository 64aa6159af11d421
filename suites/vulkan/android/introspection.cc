// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/android/android.h"

// Android: Implement Vulkan, "Vulkan loader"; LoaderLayerInterface, "Layer Manifest File Usage" and
// "Layer Interface Version 0": the functions by which a layer's library describes its layers, and
// the functions that the loader exports.
namespace loadstone::suites::android_introspection {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";

constexpr char kTwo[] = "VK_LAYER_LS_two";

// What the application is told of a layer and of its extensions.
std::vector<std::string> ToldOf(const std::vector<VkLayerProperties>& layers) {
  std::vector<std::string> told;
  for (const VkLayerProperties& layer : layers) {
    told.push_back(fmt::format("{} {}: {}.{}.{}, {}", layer.layerName, layer.implementationVersion,
                               VK_API_VERSION_MAJOR(layer.specVersion),
                               VK_API_VERSION_MINOR(layer.specVersion),
                               VK_API_VERSION_PATCH(layer.specVersion), layer.description));
  }
  return told;
}
std::vector<std::string> ToldOf(const std::vector<VkExtensionProperties>& extensions) {
  std::vector<std::string> told;
  for (const VkExtensionProperties& extension : extensions) {
    told.push_back(fmt::format("{} {}", extension.extensionName, extension.specVersion));
  }
  return told;
}

// Traces what the application is told of the layers, and of the extensions of these.
void TraceTold(VulkanApp& app, const std::vector<std::string>& layers) {
  AppEvent("told of layers").Add("lines", ToldOf(app.EnumerateLayers()));
  for (const std::string& name : layers) {
    AppEvent("told of extensions").Add("lines", ToldOf(app.EnumerateExtensions(name.c_str())));
  }
}

constexpr char kAsAManifest[] = "the introspection functions report what a manifest would contain";

VULKAN_CASE(LS_ANDROID_LOADER_15, what_the_library_tells) {
  AndroidWorld world(c.subject());
  world.With(Layer(kOne).Behaviour(R"({"description": "what it is", "implementation_version": 7,
      "api_version": "1.2.198",
      "instance_extensions": [{"name": "VK_LS_of_the_layer", "spec_version": 5}]})"));
  const Observation seen = Observe(c, world, [](VulkanApp& app) { TraceTold(app, {kOne}); });
  const std::optional<Event> layers = seen.First(kAppName, "told of layers");
  const std::optional<Event> extensions = seen.First(kAppName, "told of extensions");
  ASSERT_SEEN(layers.has_value() && extensions.has_value(), true) << "the application must finish";
  EXPECT_SEEN(layers->List("lines"), ElementsAre(fmt::format("{} 7: 1.2.198, what it is", kOne)))
      << kAsAManifest;
  EXPECT_SEEN(extensions->List("lines"), ElementsAre("VK_LS_of_the_layer 5")) << kAsAManifest;
}

// The second one differs in everything, and has more extensions.
VULKAN_CASE(LS_ANDROID_LOADER_15, what_two_libraries_tell) {
  AndroidWorld world(c.subject());
  world.With(Layer(kOne).Behaviour(R"({"description": "the first", "implementation_version": 7,
      "api_version": "1.1.5",
      "instance_extensions": [{"name": "VK_LS_of_the_first", "spec_version": 5}]})"));
  world.With(Layer(kTwo).Behaviour(R"({"description": "the second", "implementation_version": 8,
      "api_version": "1.0.6",
      "instance_extensions": [{"name": "VK_LS_of_the_second", "spec_version": 6},
                              {"name": "VK_LS_of_the_second_too", "spec_version": 9}]})"));
  const Observation seen = Observe(c, world, [](VulkanApp& app) { TraceTold(app, {kOne, kTwo}); });
  const std::optional<Event> layers = seen.First(kAppName, "told of layers");
  const std::vector<Event> extensions = seen.Select(kAppName, "told of extensions");
  ASSERT_SEEN(layers.has_value() && extensions.size() == 2, true) << "the application must finish";
  EXPECT_SEEN(layers->List("lines"),
              UnorderedElementsAre(fmt::format("{} 7: 1.1.5, the first", kOne),
                                   fmt::format("{} 8: 1.0.6, the second", kTwo)))
      << kAsAManifest;
  EXPECT_SEEN(extensions[0].List("lines"), ElementsAre("VK_LS_of_the_first 5")) << kAsAManifest;
  EXPECT_SEEN(extensions[1].List("lines"),
              UnorderedElementsAre("VK_LS_of_the_second 6", "VK_LS_of_the_second_too 9"))
      << kAsAManifest;
}

// Traces the device extensions of a layer, or of the device itself.
void TraceDeviceExtensionsOf(VulkanApp& app, const char* layer) {
  const auto enumerate =
      app.Get<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties");
  for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
    uint32_t count = 0;
    enumerate(device, layer, &count, nullptr);
    std::vector<VkExtensionProperties> extensions(count);
    enumerate(device, layer, &count, extensions.data());
    extensions.resize(count);
    AppEvent("told of device").Add("lines", ToldOf(extensions));
  }
}

VULKAN_CASE(LS_ANDROID_LOADER_15, device_extensions_that_the_library_tells) {
  AndroidWorld world(c.subject());
  world.With(Layer(kOne).Behaviour(
      R"({"device_extensions": [{"name": "VK_LS_of_its_device", "spec_version": 3}]})"));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance({.layers = {kOne}}) != VK_SUCCESS) return;
    TraceDeviceExtensionsOf(app, kOne);
    app.DestroyInstance();
  });
  const std::optional<Event> told = seen.First(kAppName, "told of device");
  ASSERT_SEEN(told.has_value(), true) << "the application must finish";
  EXPECT_SEEN(told->List("lines"), ElementsAre("VK_LS_of_its_device 3")) << kAsAManifest;
}

VULKAN_CASE(LS_ANDROID_LOADER_16, layer_names_and_no_physical_device) {
  AndroidWorld world(c.subject());
  world.With(Layer(kOne).Behaviour(
      R"({"instance_extensions": [{"name": "VK_LS_of_the_layer", "spec_version": 1}],
          "device_extensions": [{"name": "VK_LS_of_its_device", "spec_version": 1}],
          "intercept": ["vkEnumerateDeviceExtensionProperties"]})"));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    app.EnumerateExtensions();
    app.EnumerateExtensions(kOne);
    app.RunFullSequence({.layers = {kOne}});
  });
  std::vector<std::string> names;
  for (const Event& event : seen.Select(kOne, "vkEnumerateInstanceExtensionProperties")) {
    names.push_back(event.Has("layer_name") ? event.Text("layer_name") : "null");
  }
  EXPECT_SEEN(names, AllOf(Not(IsEmpty()), Each(kOne)))
      << "the library is queried with the name that it gave the layer";
  for (const Event& event : seen.Select(kOne, "own_device_extensions")) {
    EXPECT_SEEN(event.Text("physical_device"), "")
        << "the library is queried for device extensions without a physical device";
  }
}

// The names that the library gets before there is an instance are those of its layer.
VULKAN_CASE(LS_ANDROID_LOADER_16, layer_names_without_an_instance) {
  AndroidWorld world(c.subject());
  world.With(Layer(kOne).Behaviour(R"({"intercept": ["vkEnumerateDeviceExtensionProperties"]})"));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    app.EnumerateExtensions(kOne);
  });
  for (const char* command :
       {"vkEnumerateInstanceExtensionProperties", "vkEnumerateDeviceExtensionProperties"}) {
    std::vector<std::string> names;
    for (const Event& event : seen.Select(kOne, command)) {
      names.push_back(event.Has("layer_name") ? event.Text("layer_name") : "null");
    }
    EXPECT_SEEN(names, Each(kOne)) << "the library is queried with the name that it gave the layer";
  }
}

// Calls a function that the loader exports, as a linked application does.
template <typename Function>
Function Exported(const Subject& subject, const char* name) {
  void* library = dlopen(subject.PathInWorld().c_str(), RTLD_NOW | RTLD_LOCAL);
  return library == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(library, name));
}

VULKAN_CASE(LS_ANDROID_LOADER_17, exported_functions_reach_layer_and_driver) {
  AndroidWorld world(c.subject());
  world.With(Layer(kOne));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    const auto properties =
        Exported<PFN_vkGetPhysicalDeviceProperties>(c.subject(), "vkGetPhysicalDeviceProperties");
    const auto get_queue = Exported<PFN_vkGetDeviceQueue>(c.subject(), "vkGetDeviceQueue");
    if (properties == nullptr || get_queue == nullptr) return;
    if (app.CreateInstance({.layers = {kOne}}) != VK_SUCCESS) return;
    VkPhysicalDeviceProperties answer = {};
    for (VkPhysicalDevice device : app.EnumeratePhysicalDevices()) properties(device, &answer);
    VkQueue queue = VK_NULL_HANDLE;
    if (app.CreateDevice() == VK_SUCCESS) get_queue(app.device(), 0, 0, &queue);
  });
  for (const char* who : {kOne, kDefaultDriver}) {
    for (const char* command : {"vkGetPhysicalDeviceProperties", "vkGetDeviceQueue"}) {
      EXPECT_SEEN(seen.Select(who, command).size(), Ge(1U))
          << "the exported " << command << " reaches " << who;
    }
  }
}

constexpr int kRounds = 3;

// How many calls of a command reached `who` between the application's marks.
int CallsInBetween(const Observation& seen, const char* who, const char* command) {
  int calls = 0;
  bool inside = false;
  for (const Event& event : seen.events()) {
    if (event.who() == kAppName && event.what() == "begin") inside = true;
    if (event.who() == kAppName && event.what() == "end") inside = false;
    const bool is_call = event.who() == who && event.what() == command && event.phase() != "leave";
    calls += inside && is_call ? 1 : 0;
  }
  return calls;
}

// Two instances and devices, of which the first ones have a layer. The exports are called on them
// in turn.
VULKAN_CASE(LS_ANDROID_LOADER_17, exported_functions_of_two_instances) {
  AndroidWorld world(c.subject());
  world.With(Layer(kOne));
  const Observation seen = Observe(c, world, [&](VulkanApp& with) {
    VulkanApp without(c.subject());
    const auto properties =
        Exported<PFN_vkGetPhysicalDeviceProperties>(c.subject(), "vkGetPhysicalDeviceProperties");
    const auto idle = Exported<PFN_vkDeviceWaitIdle>(c.subject(), "vkDeviceWaitIdle");
    if (properties == nullptr || idle == nullptr ||
        with.CreateInstance({.layers = {kOne}}) != VK_SUCCESS ||
        without.CreateInstance() != VK_SUCCESS || with.CreateDevice() != VK_SUCCESS ||
        without.CreateDevice() != VK_SUCCESS) {
      return;
    }
    const VkPhysicalDevice first = with.EnumeratePhysicalDevices().at(0);
    const VkPhysicalDevice second = without.EnumeratePhysicalDevices().at(0);
    AppEvent("begin");
    for (int round = 0; round < kRounds; ++round) {
      VkPhysicalDeviceProperties answer = {};
      properties(first, &answer);
      properties(second, &answer);
      idle(with.device());
      idle(without.device());
    }
    AppEvent("end");
  });
  ASSERT_SEEN(seen.First(kAppName, "end").has_value(), true)
      << "the loader exports the functions, and has two instances with a device each";
  for (const char* command : {"vkGetPhysicalDeviceProperties", "vkDeviceWaitIdle"}) {
    EXPECT_SEEN(CallsInBetween(seen, kOne, command), kRounds)
        << "the exported " << command << " reaches the layer of the first instance alone";
    EXPECT_SEEN(CallsInBetween(seen, kDefaultDriver, command), 2 * kRounds)
        << "the exported " << command << " reaches the driver for each instance";
  }
}

}  // namespace
}  // namespace loadstone::suites::android_introspection
