// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/extensions/extensions.h"
#include "suites/vulkan/layer_questions.h"

// LoaderLayerInterface, "Layer Unknown Physical Device Extensions", "Distributed Dispatching
// Requirements" and "Layer Conventions and Rules": the functions that the loader itself knows, and
// how layers can find others.
namespace loadstone::suites::known_functions {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";

// Commands of Vulkan 1.0 with an instance, a physical device, a device, a queue or a command
// buffer.
const std::vector<std::string>& Core() {
  static const std::vector<std::string> names = {"vkDestroyInstance",
                                                 "vkEnumeratePhysicalDevices",
                                                 "vkGetInstanceProcAddr",
                                                 "vkGetPhysicalDeviceFeatures",
                                                 "vkGetPhysicalDeviceFormatProperties",
                                                 "vkGetPhysicalDeviceMemoryProperties",
                                                 "vkGetPhysicalDeviceProperties",
                                                 "vkGetPhysicalDeviceQueueFamilyProperties",
                                                 "vkGetPhysicalDeviceSparseImageFormatProperties",
                                                 "vkEnumerateDeviceExtensionProperties",
                                                 "vkEnumerateDeviceLayerProperties",
                                                 "vkCreateDevice",
                                                 "vkDestroyDevice",
                                                 "vkGetDeviceProcAddr",
                                                 "vkGetDeviceQueue",
                                                 "vkDeviceWaitIdle",
                                                 "vkCreateBuffer",
                                                 "vkCreateImage",
                                                 "vkAllocateMemory",
                                                 "vkQueueSubmit",
                                                 "vkQueueWaitIdle",
                                                 "vkCmdDraw",
                                                 "vkCmdPipelineBarrier"};
  return names;
}

const std::vector<std::string>& OfSurfaces() {
  static const std::vector<std::string> names = {
      "vkDestroySurfaceKHR", "vkGetPhysicalDeviceSurfaceSupportKHR",
      "vkGetPhysicalDeviceSurfaceCapabilitiesKHR", "vkGetPhysicalDeviceSurfaceFormatsKHR",
      "vkGetPhysicalDeviceSurfacePresentModesKHR"};
  return names;
}

// Functions of physical devices of Vulkan 1.1, and of extensions that every loader of Vulkan 1.1
// knows, because they are core functions there under other names.
const std::vector<std::string>& OfVulkan11() {
  static const std::vector<std::string> names = {"vkEnumeratePhysicalDeviceGroups",
                                                 "vkGetPhysicalDeviceFeatures2",
                                                 "vkGetPhysicalDeviceProperties2",
                                                 "vkGetPhysicalDeviceFormatProperties2",
                                                 "vkGetPhysicalDeviceMemoryProperties2",
                                                 "vkGetPhysicalDeviceExternalBufferProperties",
                                                 "vkGetPhysicalDeviceExternalFenceProperties"};
  return names;
}

const std::vector<std::string>& OfExtensions() {
  static const std::vector<std::string> names = {
      "vkGetPhysicalDeviceFeatures2KHR", "vkGetPhysicalDeviceProperties2KHR",
      "vkGetPhysicalDeviceFormatProperties2KHR", "vkGetPhysicalDeviceMemoryProperties2KHR",
      "vkEnumeratePhysicalDeviceGroupsKHR"};
  return names;
}

// The names for which GetPhysicalDeviceProcAddr of layers and drivers was called since the
// application's first query.
std::vector<std::string> AskedBelow(const Observation& seen) {
  std::vector<std::string> names;
  bool asking = false;
  for (const Event& event : seen.events()) {
    asking |= event.who() == kAppName && event.what() == "query";
    if (asking && (event.what() == "vk_layerGetPhysicalDeviceProcAddr" ||
                   event.what() == "vk_icdGetPhysicalDeviceProcAddr")) {
      names.push_back(event.Text("name"));
    }
  }
  return names;
}

// What an application asks of the last one of its instances.
struct Asked {
  const std::vector<std::string>& functions;
  std::vector<std::string> extensions = {};
  std::optional<uint32_t> api_version = {};
  int instances = 1;
};

void Judge(Case& c, int layers, const Asked& asked) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(
      Driver(kDefaultDriver)
          .Behaviour(JsonObject().Set("instance_extensions", asked.extensions).Text())
          .Behaviour(R"({"trace_queries": true})"));
  std::vector<std::string> names;
  for (int i = 0; i < layers; ++i) {
    names.push_back(fmt::format("VK_LAYER_LS_{:02}", i));
    world.With(Layer(names.back()).Behaviour(R"({"trace_queries": true})"));
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, asked.extensions)) return;
    for (int i = 0; i < asked.instances; ++i) {
      if (i > 0) app.EnumeratePhysicalDevices();  // looks up functions of the instance before
      app.CreateInstance(
          {.layers = names, .extensions = asked.extensions, .api_version = asked.api_version});
    }
    for (const std::string& name : asked.functions) AskFunction(app, Through::kInstance, name);
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  std::vector<std::string> chains;
  for (int i = 0; i < asked.instances; ++i) chains.insert(chains.end(), names.begin(), names.end());
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(chains)) << "the layers are loaded";
  EXPECT_SEEN(FunctionsFound(seen), ElementsAreArray(asked.functions))
      << "vkGetInstanceProcAddr of the loader must return the functions that it knows itself";
  EXPECT_SEEN(AskedBelow(seen), IsEmpty())
      << "for functions that it knows itself the loader must not ask GetPhysicalDeviceProcAddr";
}

REGISTER_CASES {
  for (const int layers : {0, 1, 4}) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_PROCADDR_4},
                 fmt::format("core_functions_with_{}_layers", layers),
                 [layers](Case& c) { Judge(c, layers, {Core()}); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_PROCADDR_4},
                 fmt::format("functions_of_surfaces_with_{}_layers", layers), [layers](Case& c) {
                   Judge(c, layers, {OfSurfaces(), {"VK_KHR_surface"}});
                 });
    RegisterCase(Api::kVulkan, {policy::LS_VK_PROCADDR_4},
                 fmt::format("functions_of_vulkan_1_1_with_{}_layers", layers), [layers](Case& c) {
                   if (c.subject().api_version < policy::Version{1, 1, 0}) {
                     GTEST_SKIP() << "the functions were added in Vulkan 1.1";
                   }
                   Judge(c, layers, {OfVulkan11(), {}, VK_API_VERSION_1_1});
                 });
    RegisterCase(Api::kVulkan, {policy::LS_VK_PROCADDR_4},
                 fmt::format("functions_of_extensions_with_{}_layers", layers), [layers](Case& c) {
                   Judge(c, layers, {OfExtensions(), {kKnownExtension, kOtherKnownExtension}});
                 });
    RegisterCase(Api::kVulkan, {policy::LS_VK_PROCADDR_4},
                 fmt::format("core_functions_of_a_second_instance_with_{}_layers", layers),
                 [layers](Case& c) {
                   Judge(c, layers, {Core(), {}, {}, 2});
                 });
  }
}

// LS_VK_PROCADDR_5, in either of the two places (LS_VK_PROCADDR_5.r1).
REGISTER_CASES {
  for (const int layers : {1, 2, 3, 16}) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_PROCADDR_5}, fmt::format("chain_of_{}", layers),
                 [layers](Case& c) {
                   VulkanWorld world(c.subject());
                   std::vector<std::string> names;
                   for (int i = 0; i < layers; ++i) {
                     names.push_back(fmt::format("VK_LAYER_LS_{:02}", i));
                     world.With(Layer(names.back()));
                   }
                   const Observation seen = Observe(
                       c, world, [&](VulkanApp& app) { app.RunFullSequence({.layers = names}); });
                   std::vector<bool> given;
                   for (const Event& event : seen.Select({}, "vkCreateInstance")) {
                     if (event.Has("next_gpdpa")) given.push_back(event.Flag("next_gpdpa"));
                   }
                   EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(names))
                       << "the layers are loaded";
                   EXPECT_SEEN(given, AllOf(Not(IsEmpty()), Each(true)))
                       << "the link information must give each layer the next "
                          "vk_layerGetPhysicalDeviceProcAddr";
                 });
  }
}

// With layers above and below that do not know the function, the query of one layer must reach the
// next ones.
VULKAN_CASE(LS_VK_PROCADDR_5, query_travels_down_the_chain) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> names = {"VK_LAYER_LS_a", "VK_LAYER_LS_b", "VK_LAYER_LS_c"};
  for (const std::string& name : names) {
    world.With(Layer(name).Behaviour(R"({"trace_queries": true})"));
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    app.CreateInstance({.layers = names});
    AskFunction(app, Through::kInstance, "vkLoadstoneNobodyImplementsThis");
    AskFunction(app, Through::kInstance, "vkCreateDevice");
  });
  EXPECT_SEEN(FunctionsFound(seen), ElementsAre("vkCreateDevice"))
      << "a function that no component has is not found";
  for (const std::string& name : names) {
    bool asked = false;
    for (const Event& event : seen.Select(name, "vk_layerGetPhysicalDeviceProcAddr")) {
      asked |= event.Text("name") == "vkLoadstoneNobodyImplementsThis";
    }
    EXPECT_SEEN(asked, true) << "a query for an unknown function of a physical device must reach "
                             << name << " through the pointers that the loader returns";
  }
}

// LS_VK_PROCADDR_6: with an instance, either result is accepted (LS_VK_PROCADDR_6.r1); if a
// function is returned, it must work.
REGISTER_CASES {
  for (const bool layer : {false, true}) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_PROCADDR_6},
        fmt::format("create_instance_of_an_instance_{}_a_layer", layer ? "with" : "without"),
        [layer](Case& c) {
          VulkanWorld world(c.subject());
          if (layer) world.With(Layer(kOne).Implicit());
          const Observation seen = Observe(c, world, [](VulkanApp& app) {
            app.CreateInstance();
            const auto create = app.Get<PFN_vkCreateInstance>("vkCreateInstance");
            AppEvent("second").Add("found", create != nullptr);
            if (create == nullptr) return;
            VkInstanceCreateInfo info = {};
            info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
            VkInstance instance = VK_NULL_HANDLE;
            const VkResult result = create(&info, nullptr, &instance);
            AppEvent("created").Add("result", int64_t{result});
          });
          EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
              << "an instance can be created";
          const auto second = seen.First(kAppName, "second");
          ASSERT_SEEN(second.has_value(), true) << "the query returns";
          if (!second->Flag("found")) return;
          const auto created = seen.First(kAppName, "created");
          ASSERT_SEEN(created.has_value(), true) << "the function that was returned can be called";
          EXPECT_SEEN(created->Number("result"), VK_SUCCESS)
              << "the function that was returned creates an instance";
          EXPECT_SEEN(InstanceChain(seen), SizeIs(layer ? 2 : 0))
              << "an instance created by that function has its layers";
        });
  }
}

}  // namespace
}  // namespace loadstone::suites::known_functions
