// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/layer_questions.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Layer Conventions and Rules" and "Layer Unknown Physical Device
// Extensions", LLP_LAYER_18: a name that no component implements has no function, however many
// layers are queried. For functions that are disabled or too new, a loader may return a pointer
// (LLP_LAYER_18.r2); and a layer may return NULL itself or pass on the NULL of the next entity
// (LLP_LAYER_18.r1).
namespace loadstone::suites::unknown_names {
namespace {

// Names that no command, layer or driver has; and one that every component has, for each kind of
// query.
const std::vector<std::string>& Unknown() {
  static const std::vector<std::string> names = {
      "vkLoadstoneNobodyImplementsThis",
      "vkCreateInstanceX",
      "vkCreateInstanc",
      "vkcreateinstance",
      " vkCreateInstance",
      "vkCreateInstance ",
      "VK_KHR_surface",
      "vkLoadstone%s%n%d",
      "vk",
      "main",
      "",
      "vk" + std::string(300, 'n'),
      "vk" + std::string(100000, 'n'),
  };
  return names;
}

constexpr char kWhy[] =
    "no function is returned for a name that neither loader nor layers nor drivers know, and a "
    "function is returned for a known command";

void AskAll(VulkanApp& app, Through through, const std::string& known) {
  for (const std::string& name : Unknown()) AskFunction(app, through, name);
  AskFunction(app, through, known);
}

// `layers` layers between application and driver, some of which intercept many functions and some
// few.
REGISTER_CASES {
  for (const int layers : {0, 1, 3, 16}) {
    for (const bool device : {false, true}) {
      RegisterCase(
          Api::kVulkan, {policy::LLP_LAYER_18, policy::LS_VK_PROCADDR_3},
          fmt::format("{}_through_{}_layers", device ? "device" : "instance", layers),
          [layers, device](Case& c) {
            VulkanWorld world(c.subject());
            std::vector<std::string> names;
            for (int i = 0; i < layers; ++i) {
              names.push_back(fmt::format("VK_LAYER_LS_{:02}", i));
              Layer layer(names.back());
              if (i % 2 != 0) layer.Behaviour(R"({"intercept": []})");
              world.With(layer);
            }
            const Observation seen = Observe(c, world, [&](VulkanApp& app) {
              app.CreateInstance({.layers = names});
              if (device) {
                app.CreateDevice();
                AskAll(app, Through::kDevice, "vkDeviceWaitIdle");
              } else {
                AskAll(app, Through::kInstance, "vkEnumeratePhysicalDevices");
              }
            });
            EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(names)) << "the layers are loaded";
            EXPECT_SEEN(FunctionsFound(seen),
                        ElementsAre(device ? "vkDeviceWaitIdle" : "vkEnumeratePhysicalDevices"))
                << kWhy;
          });
    }
  }
}

VULKAN_CASE(LLP_LAYER_18, without_an_instance, policy::LS_VK_PROCADDR_3) {
  const Observation seen =
      Observe(c, VulkanWorld(c.subject()).With(Layer("VK_LAYER_LS_a").Implicit()),
              [](VulkanApp& app) { AskAll(app, Through::kNoInstance, "vkCreateInstance"); });
  EXPECT_SEEN(FunctionsFound(seen), ElementsAre("vkCreateInstance")) << kWhy;
}

// LoaderDriverInterface, "Version Negotiation Between the Loader and Drivers": "not a part of the
// Vulkan API itself, only a private interface between the loader and drivers". Drivers return these
// functions to a loader, which queries them without an instance; with one they return none, so that
// a loader finds none by passing an application's query on.
constexpr const char* kPrivate[] = {"vk_icdNegotiateLoaderICDInterfaceVersion",
                                    "vk_icdGetPhysicalDeviceProcAddr", "vk_icdGetInstanceProcAddr",
                                    "vk_icdEnumerateAdapterPhysicalDevices"};

void AskPrivate(VulkanApp& app, Through through, const std::string& known) {
  for (const char* name : kPrivate) AskFunction(app, through, name);
  AskFunction(app, through, known);
}

void JudgePrivate(Case& c, int count) {
  const std::vector<std::string> layers = NumberedLayers(count);
  VulkanWorld world(c.subject());
  for (const std::string& name : layers) world.With(Layer(name));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    AskPrivate(app, Through::kNoInstance, "vkCreateInstance");
    app.CreateInstance({.layers = layers});
    AskPrivate(app, Through::kInstance, "vkEnumeratePhysicalDevices");
    AskPrivate(app, Through::kNoInstance, "vkCreateInstance");
    app.CreateDevice();
    AskPrivate(app, Through::kDevice, "vkDeviceWaitIdle");
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(layers)) << "the layers are loaded";
  EXPECT_SEEN(FunctionsFound(seen), ElementsAre("vkCreateInstance", "vkEnumeratePhysicalDevices",
                                                "vkCreateInstance", "vkDeviceWaitIdle"))
      << "applications get no function of the private interface between loader and drivers, and a "
         "function for a known command";
}

REGISTER_CASES {
  for (const int layers : {0, 1, 3}) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_PROCADDR_3},
                 fmt::format("interface_of_drivers_through_{}_layers", layers),
                 [layers](Case& c) { JudgePrivate(c, layers); });
  }
}

// One unknown name after another; none may use up space for the next one.
VULKAN_CASE(LS_VK_PROCADDR_3, a_thousand_unknown_names) {
  const Observation seen = Observe(
      c, VulkanWorld(c.subject()).With(Layer("VK_LAYER_LS_a").Implicit()), [](VulkanApp& app) {
        app.CreateInstance();
        for (int i = 0; i < 1000; ++i) {
          const std::string name = fmt::format("vkLoadstoneNobody{}", i);
          if (app.InstanceProc(name.c_str()) != nullptr) AskFunction(app, Through::kInstance, name);
        }
        AskFunction(app, Through::kInstance, "vkGetPhysicalDeviceFeatures");
      });
  EXPECT_SEEN(FunctionsFound(seen), ElementsAre("vkGetPhysicalDeviceFeatures")) << kWhy;
}

// A layer that implements a name that no other component knows does not make the loader return
// functions for other names.
VULKAN_CASE(LS_VK_PROCADDR_3, beside_functions_that_a_layer_has) {
  const Observation seen = Observe(
      c,
      VulkanWorld(c.subject())
          .With(Layer("VK_LAYER_LS_a")
                    .Implicit()
                    .Behaviour(R"({"physical_device_functions": ["vkLoadstoneOfALayer"]})")),
      [](VulkanApp& app) {
        app.CreateInstance();
        AskFunction(app, Through::kInstance, "vkLoadstoneOfALayer");
        AskFunction(app, Through::kInstance, "vkLoadstoneOfALayerX");
        AskFunction(app, Through::kInstance, "vkLoadstoneOf");
      });
  EXPECT_SEEN(FunctionsFound(seen), Contains("vkLoadstoneOfALayer")) << kWhy;
  EXPECT_SEEN(FunctionsFound(seen), Not(Contains("vkLoadstoneOfALayerX"))) << kWhy;
  EXPECT_SEEN(FunctionsFound(seen), Not(Contains("vkLoadstoneOf"))) << kWhy;
}

}  // namespace
}  // namespace loadstone::suites::unknown_names
