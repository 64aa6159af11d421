// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/android/android.h"

// Android: Implement Vulkan, "Finding and loading layers": bad libraries beside good ones, several
// layers in one library, and several instances.
namespace loadstone::suites::android_layer_libraries {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kTwo[] = "VK_LAYER_LS_two";
constexpr char kAnother[] = "VK_LAYER_LS_another";  // the mock's second layer in one library
constexpr char kExtension[] = "VK_LS_of_the_layer";

std::string OwnLibrary(const Subject& subject, const char* name) {
  return LayerIn(subject, NativeLibraryFolder(), name);
}

// Files that have the names of layer libraries. One of each pair is before the good one in the
// order of names, the other one behind it.
struct BadLibrary {
  const char* case_name;
  void (*add)(AndroidWorld& world, const Subject& subject, const char* name);
};
constexpr BadLibrary kBadLibraries[] = {
    {"beside_a_file_that_is_no_library",
     [](AndroidWorld& world, const Subject& subject, const char* name) {
       world.File(OwnLibrary(subject, name), "not a library");
     }},
    {"beside_an_empty_file", [](AndroidWorld& world, const Subject& subject,
                                const char* name) { world.File(OwnLibrary(subject, name), ""); }},
    {"beside_a_library_without_introspection",
     [](AndroidWorld& world, const Subject& subject, const char* name) {
       world.LayerLibrary(OwnLibrary(subject, name), Layer(name).Binary("vulkan_layer_none"));
     }},
};

REGISTER_CASES {
  for (const BadLibrary& row : kBadLibraries) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_10}, row.case_name, [&row](Case& c) {
      AndroidWorld world(c.subject());
      world.With(Layer(kOne));
      for (const char* name : {"AAA", "zzz"}) row.add(world, c.subject(), name);
      const Observation seen = RunEnabling(c, world, {kOne});
      EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne))
          << "the application can enumerate its layers, whatever other files there are";
      EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
          << "the application can enable its layers, whatever other files there are";
    });
  }
}

AndroidWorld WorldOfTwoInOne(const Subject& subject) {
  AndroidWorld world(subject);
  world.With(Layer(kOne).Behaviour(R"({"misbehave": ["enumerate_another_layer"],
      "intercept": ["vkEnumerateDeviceExtensionProperties"]})"));
  return world;
}

VULKAN_CASE(LS_ANDROID_LOADER_10, two_layers_in_one_library) {
  const Observation seen = RunEnabling(c, WorldOfTwoInOne(c.subject()), {kOne});
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kOne, kAnother))
      << "the application can enumerate each layer of a library";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << "the application can enable a layer of a library with two";
}

// Each layer of a library has its own vkGet...ProcAddr, whose names begin with the layer's.
struct Named {
  const char* case_name;
  const char* behaviour;
  const char* enabled;
};
constexpr Named kNamed[] = {
    {"functions_with_the_name_of_the_layer", "{}", kOne},
    {"functions_with_the_name_of_the_first_layer", R"({"misbehave": ["enumerate_another_layer"]})",
     kOne},
    {"functions_with_the_name_of_the_second_layer", R"({"misbehave": ["enumerate_another_layer"]})",
     kAnother},
};

REGISTER_CASES {
  for (const Named& row : kNamed) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_10}, row.case_name, [&row](Case& c) {
      AndroidWorld world(c.subject());
      world.With(Layer(kOne).Binary("vulkan_layer_v0_named").Behaviour(row.behaviour));
      const Observation seen = RunEnabling(c, world, {row.enabled});
      EXPECT_SEEN(EnumeratedLayers(seen), Contains(row.enabled))
          << "the application can enumerate each layer of a library";
      // The mock traces both of its layers under the first one's name.
      EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
          << "the application can enable each layer of a library";
      EXPECT_SEEN(DeviceChain(seen), ElementsAre(kOne))
          << "the application can enable each layer of a library";
    });
  }
}

VULKAN_CASE(LS_ANDROID_LOADER_16, names_of_two_layers_in_one_library) {
  const Observation seen = Observe(c, WorldOfTwoInOne(c.subject()), [](VulkanApp& app) {
    app.EnumerateLayers();
    app.EnumerateExtensions();
    for (const char* name : {kOne, kAnother}) app.EnumerateExtensions(name);
  });
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kOne, kAnother));
  for (const char* command :
       {"vkEnumerateInstanceExtensionProperties", "vkEnumerateDeviceExtensionProperties"}) {
    std::vector<std::string> names;
    for (const Event& event : seen.Select(kOne, command)) {
      names.push_back(event.Has("layer_name") ? event.Text("layer_name") : "null");
    }
    EXPECT_SEEN(names, Each(AnyOf(kOne, kAnother)))
        << "the library is queried with names that it gave its layers";
  }
}

// The names with which the application and the loader query the library of a layer.
std::vector<std::string> NamesGivenTo(const Observation& seen, const char* layer) {
  std::vector<std::string> names;
  for (const char* command :
       {"vkEnumerateInstanceExtensionProperties", "vkEnumerateDeviceExtensionProperties"}) {
    for (const Event& event : seen.Select(layer, command)) {
      names.push_back(event.Has("layer_name") ? event.Text("layer_name") : "null");
    }
  }
  return names;
}

// The application asks for extensions of layers in two libraries, and of a layer in neither, before
// and beside an instance.
VULKAN_CASE(LS_ANDROID_LOADER_16, names_of_other_libraries_and_of_none) {
  AndroidWorld world(c.subject());
  for (const char* name : {kOne, kTwo}) {
    world.With(Layer(name).Behaviour(R"({"intercept": ["vkEnumerateDeviceExtensionProperties"]})"));
  }
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    for (const bool beside_an_instance : {false, true}) {
      if (beside_an_instance && app.CreateInstance({.layers = {kTwo}}) != VK_SUCCESS) return;
      app.EnumerateLayers();
      app.EnumerateExtensions();
      for (const char* name : {kOne, kTwo, kAnother}) app.EnumerateExtensions(name);
    }
    app.DestroyInstance();
  });
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kOne, kTwo));
  for (const char* layer : {kOne, kTwo}) {
    EXPECT_SEEN(NamesGivenTo(seen, layer), Each(layer))
        << "the library is queried with the name that it gave its layer, and with no other name";
  }
}

// Instances with and without a layer, one after the other or at once.
void JudgeInstances(Case& c, bool at_once) {
  AndroidWorld world(c.subject());
  world.With(Layer(kOne)).With(Layer(kTwo));
  const Observation seen = Observe(c, world, [at_once](VulkanApp& app) {
    std::vector<VulkanApp> apps(3, app);
    const std::vector<std::string> layers[] = {{kOne}, {kTwo, kOne}, {kOne}};
    for (size_t i = 0; i < apps.size(); ++i) {
      apps[i].EnumerateLayers();
      AppEvent("instance").Add("number", static_cast<int64_t>(i));
      apps[i].CreateInstance({.layers = layers[i]});
      if (!at_once && apps[i].instance() != VK_NULL_HANDLE) apps[i].DestroyInstance();
    }
    for (VulkanApp& each : apps) {
      if (each.instance() != VK_NULL_HANDLE) each.DestroyInstance();
    }
  });
  std::vector<std::string> chains;
  for (const Event& event : seen.events()) {
    if (event.who() == kAppName && event.what() == "instance") chains.emplace_back();
    if (event.who() != kAppName && event.what() == "vkCreateInstance" && event.phase() == "enter" &&
        !chains.empty()) {
      chains.back() += event.who() + " ";
    }
  }
  EXPECT_SEEN(chains, ElementsAre(fmt::format("{} ", kOne), fmt::format("{} {} ", kTwo, kOne),
                                  fmt::format("{} ", kOne)))
      << "the application can enable its layers for each instance";
  for (const Event& event : seen.Select(kAppName, "vkEnumerateInstanceLayerProperties")) {
    if (event.phase() != "leave") continue;
    EXPECT_SEEN(event.List("names"), UnorderedElementsAre(kOne, kTwo))
        << "the application can enumerate its layers before each instance";
  }
}

VULKAN_CASE(LS_ANDROID_LOADER_10, for_instances_at_once) { JudgeInstances(c, true); }
VULKAN_CASE(LS_ANDROID_LOADER_10, for_instances_one_after_another) { JudgeInstances(c, false); }

// Extensions of instances, as many as no array of a fixed length has room for.
constexpr int kManyExtensions = 100;
constexpr int kMany = 70;

std::string ExtensionName(int number) { return fmt::format("VK_LS_of_the_layer_{}", number); }

VULKAN_CASE(LS_ANDROID_LOADER_15, many_extensions_of_a_layer) {
  std::vector<std::string> names;
  std::string list;
  for (int i = 0; i < kManyExtensions; ++i) {
    names.push_back(ExtensionName(i));
    list += fmt::format(R"({}{{"name": "{}", "spec_version": 1}})", i == 0 ? "" : ", ", names[i]);
  }
  AndroidWorld world(c.subject());
  world.With(Layer(kOne).Behaviour(fmt::format(R"({{"instance_extensions": [{}]}})", list)));
  const Observation seen = Observe(c, world, [&names](VulkanApp& app) {
    AppEvent("told").Add("names", NamesOf(app.EnumerateExtensions(kOne)));
    app.CreateInstance({.layers = {kOne}, .extensions = names});
    if (app.instance() != VK_NULL_HANDLE) app.DestroyInstance();
  });
  const std::optional<Event> told = seen.First(kAppName, "told");
  ASSERT_SEEN(told.has_value(), true) << "the application must finish";
  EXPECT_SEEN(told->List("names"), UnorderedElementsAreArray(names))
      << "each extension is listed that the introspection functions list";
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "each of them can be enabled with its layer";
}

VULKAN_CASE(LS_ANDROID_LOADER_10, many_layers) {
  std::vector<std::string> names;
  AndroidWorld world(c.subject());
  for (int i = 0; i < kMany; ++i) {
    names.push_back(fmt::format("VK_LAYER_LS_number_{}", i));
    world.With(Layer(names.back()));
  }
  const std::vector<std::string> enabled = {names.back(), names.front(), names[kMany / 2]};
  const Observation seen = RunEnabling(c, world, enabled);
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAreArray(names))
      << "the application can enumerate each of its layers";
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(enabled))
      << "the application can enable each of its layers";
}

// An extension of instances that the layer implements.
VULKAN_CASE(LS_ANDROID_LOADER_15, extension_of_a_layer_is_enabled) {
  AndroidWorld world(c.subject());
  world.With(Layer(kOne).Behaviour(fmt::format(
      R"({{"instance_extensions": [{{"name": "{}", "spec_version": 1}}]}})", kExtension)));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance({.layers = {kOne}, .extensions = {kExtension}}) == VK_SUCCESS) {
      app.DestroyInstance();
    }
  });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "an extension that the introspection functions list can be enabled with its layer";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne)) << "the layer is enabled";
}

}  // namespace
}  // namespace loadstone::suites::android_layer_libraries
