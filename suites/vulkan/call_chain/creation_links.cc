// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Layer Dispatch Initialization", with LLP_LOADER_8 (instances) and
// LLP_LOADER_9 (devices): what each layer of a chain gets when an object is created.
namespace loadstone::suites::creation_links {
namespace {

Observation RunThroughLayers(Case& c, int count) {
  VulkanWorld world(c.subject());
  for (const std::string& name : NumberedLayers(count)) world.With(Layer(name));
  return Observe(c, world, [count](VulkanApp& app) {
    app.RunFullSequence({.layers = NumberedLayers(count)});
  });
}

// Whether the function of the entity after layer `i` of `layers` is in the right library: in that
// of the next layer or, for the last layer, after which the loader chooses the entity
// (LLP_LOADER_8.r2, LLP_LOADER_9.r2), in that of no layer.
bool IsNext(const std::string& library, const std::vector<std::string>& layers, size_t i) {
  if (i + 1 < layers.size()) return LayerOfLibrary(library) == layers[i + 1];
  return std::none_of(layers.begin(), layers.end(),
                      [&](const std::string& layer) { return LayerOfLibrary(library) == layer; });
}

void ExpectLinks(const Observation& seen, const char* command, int count, const char* next_create) {
  const std::vector<std::string> layers = NumberedLayers(count);
  const std::vector<Event> entries = LayerEntries(seen, command);
  ASSERT_SEEN(Whos(entries), ElementsAreArray(layers))
      << "each layer's " << command << " is called once, in the order of the chain";
  for (int i = 0; i < count; ++i) {
    const Event& event = entries[static_cast<size_t>(i)];
    EXPECT_SEEN(event.Flag("link_found"), true)
        << event.who() << " must find a structure with VK_LAYER_LINK_INFO in the pNext chain";
    EXPECT_SEEN(event.Flag("next_gipa"), true)
        << event.who() << " must be given the next entity's vkGetInstanceProcAddr";
    EXPECT_HOLDS(IsNext(event.Text("next_gipa_library"), layers, static_cast<size_t>(i)))
        << event.who()
        << " must be given the vkGetInstanceProcAddr of the entity that is next, not "
        << event.Text("next_gipa_library");
    EXPECT_SEEN(event.Flag(next_create), true)
        << event.who() << " must find the next entity's " << command << " through it";
    EXPECT_SEEN(event.Number("link_count"), Ge(count - i))
        << event.who() << " must be given a list with a node for itself and each layer below";
  }
}

// Only while the object is created; the documents require nothing afterwards: LLP_LOADER_8.r1,
// LLP_LOADER_9.r1.
void ExpectUnchanged(const Observation& seen, const char* command) {
  std::vector<bool> changed;
  for (const Event& event : seen.Select({}, command)) {
    if (event.Has("link_changed")) changed.push_back(event.Flag("link_changed"));
  }
  EXPECT_SEEN(changed, Each(false))
      << "a layer's link information must stay valid until the next entity's " << command
      << " returns";
}

REGISTER_CASES {
  for (const int count : {1, 2, 8, 64}) {
    RegisterCase(Api::kVulkan, {policy::LLP_LOADER_8}, fmt::format("links_of_{}_layers", count),
                 [count](Case& c) {
                   const Observation seen = RunThroughLayers(c, count);
                   ExpectLinks(seen, "vkCreateInstance", count, "next_create_instance");
                   ExpectUnchanged(seen, "vkCreateInstance");
                   EXPECT_SEEN(DriversReached(seen), SizeIs(1))
                       << "the chain ends in the driver, once";
                 });
    RegisterCase(Api::kVulkan, {policy::LLP_LOADER_9}, fmt::format("links_of_{}_layers", count),
                 [count](Case& c) {
                   const Observation seen = RunThroughLayers(c, count);
                   ExpectLinks(seen, "vkCreateDevice", count, "next_create_device");
                   ExpectUnchanged(seen, "vkCreateDevice");
                   for (const Event& event : LayerEntries(seen, "vkCreateDevice")) {
                     EXPECT_SEEN(event.Flag("next_gdpa"), true)
                         << event.who() << " must be given the next entity's vkGetDeviceProcAddr";
                   }
                   EXPECT_SEEN(seen.Select(kDefaultDriver, "vkCreateDevice"), SizeIs(1))
                       << "the chain ends in the driver, once";
                 });
  }
}

VULKAN_CASE(LLP_LOADER_8, no_layers) {
  const Observation seen = RunThroughLayers(c, 0);
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS") << "no layer is needed";
  EXPECT_SEEN(DriversReached(seen), SizeIs(1)) << "without layers the driver is reached directly";
}

VULKAN_CASE(LLP_LOADER_9, no_layers) {
  const Observation seen = RunThroughLayers(c, 0);
  EXPECT_SEEN(ResultOf(seen, "vkCreateDevice"), "VK_SUCCESS") << "no layer is needed";
  EXPECT_SEEN(seen.Select(kDefaultDriver, "vkCreateDevice"), SizeIs(1))
      << "without layers the driver is reached directly";
}

// The next device function is that of the next layer, or for the last layer that of the loader or
// the driver.
VULKAN_CASE(LLP_LOADER_9, next_device_function_is_the_next_layers) {
  constexpr int kCount = 3;
  const std::vector<Event> entries = LayerEntries(RunThroughLayers(c, kCount), "vkCreateDevice");
  ASSERT_SEEN(entries, SizeIs(kCount)) << "each layer's vkCreateDevice is called";
  for (size_t i = 0; i + 1 < kCount; ++i) {
    EXPECT_SEEN(LayerOfLibrary(entries[i].Text("next_gdpa_library")), NumberedLayers(kCount)[i + 1])
        << entries[i].who() << " must be given the vkGetDeviceProcAddr of the entity that is next";
  }
}

VULKAN_CASE(LLP_LOADER_8, callback_for_dispatchable_objects, policy::LS_VK_CHAIN_2) {
  for (const Event& event : LayerEntries(RunThroughLayers(c, 2), "vkCreateInstance")) {
    EXPECT_SEEN(event.Flag("set_loader_data"), true)
        << event.who() << " must be given pfnSetInstanceLoaderData";
  }
}

VULKAN_CASE(LLP_LOADER_9, callback_for_dispatchable_objects, policy::LS_VK_CHAIN_2) {
  for (const Event& event : LayerEntries(RunThroughLayers(c, 2), "vkCreateDevice")) {
    EXPECT_SEEN(event.Flag("set_loader_data"), true)
        << event.who() << " must be given pfnSetDeviceLoaderData";
  }
}

// A layer that wraps every handle works only if all of the above is correct.
VULKAN_CASE(LLP_LOADER_9, wrapping_layers_work) {
  constexpr char kWrap[] = R"({"wrap": ["VkInstance", "VkPhysicalDevice", "VkDevice", "VkQueue"]})";
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Layer("VK_LAYER_LS_wrap").Behaviour(kWrap))
                  .With(Layer("VK_LAYER_LS_plain")),
              [](VulkanApp& app) {
                app.RunFullSequence({.layers = {"VK_LAYER_LS_wrap", "VK_LAYER_LS_plain"}});
              });
  EXPECT_SEEN(ResultOf(seen, "vkCreateDevice"), "VK_SUCCESS")
      << "a device can be created through a layer that wraps its objects";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "no component gets a handle that belongs to another component";
}

// A layer that intercepts instance functions only: it negotiates no vkGetDeviceProcAddr, and its
// vkGetInstanceProcAddr returns the next vkCreateDevice. It may be ignored because of the null
// pointer (LLP_LAYER_5.r2), so only the other layers are judged.
void JudgeBesideInstanceLayer(Case& c, const LayerPlace& place) {
  const std::vector<std::string> layers = NumberedLayers(place.of);
  std::vector<std::string> others = layers;
  others.erase(others.begin() + place.number);
  VulkanWorld world(c.subject());
  for (const std::string& name : others) world.With(Layer(name));
  world.With(Layer(layers[static_cast<size_t>(place.number)])
                 .Behaviour(R"({"negotiation": {"null": ["gdpa"]}, "intercept": [],
                                "misbehave": ["create_device_from_below"]})"));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    app.RunFullSequence({.layers = layers});
    if (!app.created()) app.RunFullSequence({.layers = others});
  });
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(others))
      << "the device is created through each layer with a vkCreateDevice, once and in their order";
  for (const std::string& name : others) {
    EXPECT_SEEN(seen.Select(name, "vkDeviceWaitIdle"), SizeIs(1))
        << "a call of the device passes through each of its layers once";
  }
  EXPECT_SEEN(seen.Select(kDefaultDriver, "vkDeviceWaitIdle"), SizeIs(1))
      << "a call of the device reaches the driver";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "each layer finds its own link, and gets handles that it has seen";
}

REGISTER_CASES {
  static constexpr LayerPlace kPlaces[] = {
      {"first_of_3", 0, 3}, {"middle_of_3", 1, 3}, {"last_of_3", 2, 3}};
  for (const LayerPlace& place : kPlaces) {
    RegisterCase(Api::kVulkan, {policy::LLP_LOADER_9},
                 fmt::format("layer_of_instances_alone_{}", place.name),
                 [&place](Case& c) { JudgeBesideInstanceLayer(c, place); });
  }
}

// A failure below reaches the application.
REGISTER_CASES {
  for (const char* how : {"results", "results_after"}) {
    const std::string when =
        std::string(how) == "results" ? "before_calling_down" : "after_calling_down";
    RegisterCase(Api::kVulkan, {policy::LLP_LOADER_9}, "layer_fails_" + when, [how](Case& c) {
      const std::string behaviour = fmt::format(R"({{"{}": {{"vkCreateDevice": -3}}}})", how);
      const Observation seen =
          Observe(c,
                  VulkanWorld(c.subject())
                      .With(Layer("VK_LAYER_LS_top"))
                      .With(Layer("VK_LAYER_LS_fails").Behaviour(behaviour)),
                  [](VulkanApp& app) {
                    app.RunFullSequence({.layers = {"VK_LAYER_LS_top", "VK_LAYER_LS_fails"}});
                  });
      EXPECT_SEEN(DeviceChain(seen), ElementsAre("VK_LAYER_LS_top", "VK_LAYER_LS_fails"))
          << "both layers are in the device chain";
      EXPECT_SEEN(ResultOf(seen, "vkCreateDevice"), StartsWith("VK_ERROR_"))
          << "a layer's failure is not turned into success";
    });
  }
}

VULKAN_CASE(LLP_LOADER_8, layer_fails_before_calling_down) {
  const Observation seen = Observe(
      c,
      VulkanWorld(c.subject())
          .With(Layer("VK_LAYER_LS_top"))
          .With(Layer("VK_LAYER_LS_fails").Behaviour(R"({"results": {"vkCreateInstance": -3}})")),
      [](VulkanApp& app) {
        app.RunFullSequence({.layers = {"VK_LAYER_LS_top", "VK_LAYER_LS_fails"}});
      });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("VK_LAYER_LS_top", "VK_LAYER_LS_fails"))
      << "both layers are in the instance chain";
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), StartsWith("VK_ERROR_"))
      << "a layer's failure is not turned into success";
}

VULKAN_CASE(LLP_LOADER_8, two_instances_at_once) {
  const Observation seen =
      Observe(c, VulkanWorld(c.subject()).With(Layer("VK_LAYER_LS_a")).With(Layer("VK_LAYER_LS_b")),
              [](VulkanApp& app) {
                app.CreateInstance({.layers = {"VK_LAYER_LS_a"}});
                app.UseInstance();
                app.CreateInstance({.layers = {"VK_LAYER_LS_b"}});
                app.UseInstance();
              });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("VK_LAYER_LS_a", "VK_LAYER_LS_b"))
      << "each instance has a chain of its own";
  EXPECT_SEEN(seen.Select("VK_LAYER_LS_a", "vkEnumeratePhysicalDevices"), SizeIs(2))
      << "calls on one instance pass through its own layers and no others";
}

// The order of the sections of the chain.

// Each layer is enabled in only one way, for which its position is defined (LS_VK_CHAIN_1.r3).
// Layers of the environment and of the application are requested in both orders, so that the order
// in which a folder happens to be read cannot be correct by chance.
REGISTER_CASES {
  for (const bool reversed : {false, true}) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_CHAIN_1},
        reversed ? "implicit_then_environment_then_application_reversed"
                 : "implicit_then_environment_then_application",
        [reversed](Case& c) {
          std::vector<std::string> environment = {"VK_LAYER_LS_env_1", "VK_LAYER_LS_env_2"};
          std::vector<std::string> application = {"VK_LAYER_LS_app_1", "VK_LAYER_LS_app_2"};
          VulkanWorld world(c.subject());
          world.With(Layer("VK_LAYER_LS_implicit").Implicit());
          for (const auto& names : {environment, application}) {
            for (const std::string& name : names) world.With(Layer(name));
          }
          if (reversed) {
            std::swap(environment[0], environment[1]);
            std::swap(application[0], application[1]);
          }
          world.Env("VK_INSTANCE_LAYERS", environment[0] + ":" + environment[1]);
          const Observation seen = Observe(
              c, world, [&](VulkanApp& app) { app.RunFullSequence({.layers = application}); });
          const auto order = ElementsAre("VK_LAYER_LS_implicit", environment[0], environment[1],
                                         application[0], application[1]);
          EXPECT_SEEN(InstanceChain(seen), order)
              << "from the application down: implicit layers, those of the environment, those of "
                 "the application, each list in its order";
          EXPECT_SEEN(DeviceChain(seen), order)
              << "the device chain has the order of the instance chain";
        });
  }
}

VULKAN_CASE(LS_VK_ACTIVATION_1, implicit_layer_older_than_the_application) {
  const Observation seen =
      Observe(c, VulkanWorld(c.subject()).With(Layer("VK_LAYER_LS_old").Implicit().Api("1.0.0")),
              [](VulkanApp& app) { app.RunFullSequence({.api_version = VK_API_VERSION_1_2}); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("VK_LAYER_LS_old"))
      << "an implicit layer is enabled whatever API version the application asks for";
}

}  // namespace
}  // namespace loadstone::suites::creation_links
