// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/suites.h"

// LoaderLayerInterface, "Layer Version Negotiation" and "Layer Interface Versions": which functions
// of a layer are used after the negotiation.
namespace loadstone::suites::functions {
namespace {

constexpr char kAbove[] = "VK_LAYER_LS_above";
constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kBelow[] = "VK_LAYER_LS_below";

// The layer between two valid ones, which have both the exports and a negotiation function.
Observation RunBetween(Case& c, const Layer& layer) {
  return Observe(c, VulkanWorld(c.subject()).With(Layer(kAbove)).With(layer).With(Layer(kBelow)),
                 [](VulkanApp& app) {
                   app.RunFullSequence({.layers = {kAbove, kOne, kBelow}});
                 });
}

void ExpectAnswerUsed(const Observation& seen) {
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kAbove, kOne, kBelow))
      << "a layer that negotiates version 2 is loaded";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kAbove, kOne, kBelow))
      << "a layer that negotiates version 2 is in the chain of the device";
  EXPECT_SEEN(seen.Select(kOne, "export_call"), IsEmpty())
      << "the functions in the answer of a layer that negotiates version 2 are used, not its "
         "exports";
}

VULKAN_CASE(LS_VK_NEGOTIATION_4, exports_beside_the_answer) {
  ExpectAnswerUsed(RunBetween(c, Layer(kOne).Binary("vulkan_layer_gipa")));
}

VULKAN_CASE(LS_VK_NEGOTIATION_4, exports_beside_the_answer_of_an_implicit_layer) {
  const Observation seen =
      Observe(c, VulkanWorld(c.subject()).With(Layer(kOne).Implicit().Binary("vulkan_layer_gipa")),
              [](VulkanApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << "an implicit layer that negotiates version 2 is loaded";
  EXPECT_SEEN(seen.Select(kOne, "export_call"), IsEmpty())
      << "the functions in the answer of a layer that negotiates version 2 are used, not its "
         "exports";
}

// LS_VK_NEGOTIATION_5: layers of the interface versions 0 and 1, which may be loaded. If one is
// loaded, it is used like any other, including for devices.
struct Old {
  const char* name;
  const char* variant;
  const char* behaviour;
  const char* functions;
};

constexpr Old kOld[] = {
    {"interface_1", "vulkan_layer_v1", "{}", "{}"},
    {"interface_1_with_names_given", "vulkan_layer_v1_renamed", "{}",
     R"({"vkGetInstanceProcAddr": "lsGetInstanceProcAddr",
         "vkGetDeviceProcAddr": "lsGetDeviceProcAddr"})"},
    {"interface_0", "vulkan_layer_v0", "{}", "{}"},
    {"answer_of_version_1_with_exports", "vulkan_layer_gipa", R"({"negotiation": {"version": 1}})",
     "{}"},
    {"answer_of_version_0_with_exports", "vulkan_layer_gipa", R"({"negotiation": {"version": 0}})",
     "{}"},
};

REGISTER_CASES {
  for (const Old& row : kOld) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_NEGOTIATION_5}, row.name, [&row](Case& c) {
      const Observation seen =
          Observe(c,
                  VulkanWorld(c.subject())
                      .With(Layer(kAbove))
                      .With(Layer(kOne)
                                .Implicit()
                                .Binary(row.variant)
                                .Behaviour(row.behaviour)
                                .FileFormat("1.0.0")
                                .Manifest(fmt::format(R"({{"functions": {}}})", row.functions)))
                      .With(Layer(kBelow)),
                  [](VulkanApp& app) {
                    app.RunFullSequence({.layers = {kAbove, kBelow}});
                  });
      EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
          << "a layer with an old interface is loaded or ignored, and does not make instance "
             "creation fail";
      const std::vector<std::string> chain = InstanceChain(seen);
      EXPECT_SEEN(chain,
                  AnyOf(UnorderedElementsAre(kOne, kAbove, kBelow), ElementsAre(kAbove, kBelow)))
          << "a layer with an old interface is loaded or ignored"
          << reading::LS_VK_NEGOTIATION_5_r1;
      EXPECT_SEEN(ResultOf(seen, "vkCreateDevice"), "VK_SUCCESS")
          << "a device can be created, whether or not the layer with the old interface is loaded";
      EXPECT_SEEN(DeviceChain(seen),
                  AnyOf(UnorderedElementsAre(kOne, kAbove, kBelow), ElementsAre(kAbove, kBelow)))
          << "the other layers are in the chain of the device";
    });
  }
}

// LS_VK_NEGOTIATION_6: a layer without physical device functions may return null.
constexpr char kWithoutPhysical[] = R"({"negotiation": {"null": ["gpdpa"]}})";

VULKAN_CASE(LS_VK_NEGOTIATION_6, one_of_three_without_physical_device_functions) {
  const Observation seen = RunBetween(c, Layer(kOne).Behaviour(kWithoutPhysical));
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kAbove, kOne, kBelow))
      << "a layer may return no GetPhysicalDeviceProcAddr and is loaded like any other"
      << reading::LS_VK_NEGOTIATION_6_r1;
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kAbove, kOne, kBelow))
      << "a layer may return no GetPhysicalDeviceProcAddr and is loaded like any other"
      << reading::LS_VK_NEGOTIATION_6_r1;
}

VULKAN_CASE(LS_VK_NEGOTIATION_6, all_without_physical_device_functions) {
  const Observation seen = Observe(c,
                                   VulkanWorld(c.subject())
                                       .With(Layer(kAbove).Behaviour(kWithoutPhysical))
                                       .With(Layer(kOne).Behaviour(kWithoutPhysical)),
                                   [](VulkanApp& app) {
                                     app.RunFullSequence({.layers = {kAbove, kOne}});
                                   });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kAbove, kOne))
      << "a layer may return no GetPhysicalDeviceProcAddr and is loaded like any other"
      << reading::LS_VK_NEGOTIATION_6_r1;
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kAbove, kOne))
      << "a layer may return no GetPhysicalDeviceProcAddr and is loaded like any other"
      << reading::LS_VK_NEGOTIATION_6_r1;
}

VULKAN_CASE(LS_VK_NEGOTIATION_6, implicit_layer_without_physical_device_functions) {
  const Observation seen =
      Observe(c, VulkanWorld(c.subject()).With(Layer(kOne).Implicit().Behaviour(kWithoutPhysical)),
              [](VulkanApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << "a layer may return no GetPhysicalDeviceProcAddr and is loaded like any other"
      << reading::LS_VK_NEGOTIATION_6_r1;
}

}  // namespace
}  // namespace loadstone::suites::functions
