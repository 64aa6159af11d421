// SPDX-License-Identifier: Apache-2.0
// How a Vulkan layer answers queries for functions: "Layer Intercept Requirements", "Layer
// Conventions and Rules", LLP_LAYER_18.

#include "suites/vulkan_layer/queries.h"

#include <dlfcn.h>
#include <vulkan/vk_layer.h>

#include <algorithm>
#include <optional>
#include <span>

#include "suites/common/manifest_json.h"

namespace loadstone::suites::queries {
namespace {

constexpr char kNonexistentFunction[] = "vkLoadstoneNobodysFunctionLS";
// The same for device extensions, for which the driver returns nothing.
constexpr ExtensionFunction kDisabledDeviceFunctions[] = {
    {"vkCreateSwapchainKHR", "VK_KHR_swapchain"},
    {"vkDestroySwapchainKHR", "VK_KHR_swapchain"},
    {"vkQueuePresentKHR", "VK_KHR_swapchain"},
    {"vkAcquireNextImageKHR", "VK_KHR_swapchain"},
    {"vkGetSwapchainImagesKHR", "VK_KHR_swapchain"}};

// A layer with a vkGetDeviceProcAddr is in the device chain. The policy does not require that a
// layer returns its own function when queried for it: a layer intercepts a function by having one.
VULKAN_LAYER_CASE(LS_VK_LAYER_12, intercepts_create_device) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(
      c, Asking([](const LsWitness& above, const LsWitness& below) {
        if (above.device == VK_NULL_HANDLE || above.next_gdpa == below.own_gdpa) return;
        Note("vkCreateDevice", YesNo(OwnFunction(above, below, "vkCreateDevice") != nullptr));
      }));
  SKIP_FOR(runs.WhyNoChain());
  if (Answers(runs.with()).empty() && WhyNotFinished(runs.seen(), kSurvives).empty()) {
    GTEST_SKIP() << "the layer is not in the device chain";
  }
  SKIP_FOR(runs.WhyNoAnswer("vkCreateDevice"));
  EXPECT_SEEN(Answers(runs.with())["vkCreateDevice"], kYes)
      << "a layer in the device chain has a vkCreateDevice of its own";
}

// In the probe: whether the layer's answer has its vkGetDeviceProcAddr. Nothing if the layer does
// not agree on version 2.
std::optional<bool> GivesDeviceQuery(const LayerUnderTest& layer) {
  const auto negotiate = As<PFN_vkNegotiateLoaderLayerInterfaceVersion>(
      reinterpret_cast<PFN_vkVoidFunction>(dlsym(OpenLayer(layer), layer.negotiate.c_str())));
  VkNegotiateLayerInterface offer = {};
  offer.sType = LAYER_NEGOTIATE_INTERFACE_STRUCT;
  offer.loaderLayerInterfaceVersion = 2;
  if (negotiate == nullptr || negotiate(&offer) != VK_SUCCESS) return std::nullopt;
  if (offer.loaderLayerInterfaceVersion < 2) return std::nullopt;
  return offer.pfnGetDeviceProcAddr != nullptr;
}

// A layer for instances alone has neither function.
VULKAN_LAYER_CASE(LS_VK_LAYER_35, gives_its_get_device_proc_addr) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerUnderTest& layer = LayerOf(c);
  const LayerComparison runs =
      RunTwice(c, Asking([&layer](const LsWitness& above, const LsWitness& below) {
                 for (const char* name : {"vkGetDeviceProcAddr", "vkCreateDevice"}) {
                   if (OwnFunction(above, below, name) == nullptr) return;
                 }
                 const std::optional<bool> given = GivesDeviceQuery(layer);
                 if (given.has_value()) Note("pfnGetDeviceProcAddr", YesNo(*given));
               }));
  SKIP_FOR(runs.WhyNoChain());
  if (Answers(runs.with()).empty() && WhyNotFinished(runs.seen(), kSurvives).empty()) {
    GTEST_SKIP() << "the layer has no vkGetDeviceProcAddr and vkCreateDevice of its own, or does "
                    "not agree on version 2";
  }
  SKIP_FOR(runs.WhyNoAnswer("pfnGetDeviceProcAddr"));
  EXPECT_SEEN(Answers(runs.with())["pfnGetDeviceProcAddr"], kYes)
      << "a layer with a vkGetDeviceProcAddr and a vkCreateDevice of its own sets "
         "pfnGetDeviceProcAddr in the negotiation";
}

VULKAN_LAYER_CASE(LS_VK_LAYER_13, gives_create_instance_whatever_the_instance) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(
      c, Asking([](const LsWitness& above, const LsWitness&) {
        Note("null", YesNo(above.next_gipa(VK_NULL_HANDLE, "vkCreateInstance") != nullptr));
        Note("instance", YesNo(above.next_gipa(above.instance, "vkCreateInstance") != nullptr));
      }));
  SKIP_FOR(runs.WhyNoAnswer("instance"));
  for (const auto& [with, found] : Answers(runs.with())) {
    EXPECT_SEEN(found, kYes) << "vkGetInstanceProcAddr(" << with
                             << ", vkCreateInstance) returns a function";
  }
}

VULKAN_LAYER_CASE(LLP_LAYER_18, unknown_function_is_null) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs =
      RunTwice(c, Asking([](const LsWitness& above, const LsWitness&) {
                 Note("vkGetInstanceProcAddr",
                      YesNo(above.next_gipa(above.instance, kNonexistentFunction) != nullptr));
                 if (above.device == VK_NULL_HANDLE) return;
                 Note("vkGetDeviceProcAddr",
                      YesNo(above.next_gdpa(above.device, kNonexistentFunction) != nullptr));
               }));
  SKIP_FOR(runs.WhyNoAnswer("vkGetInstanceProcAddr"));
  const auto without = Answers(runs.without());
  for (const auto& [query, found] : Answers(runs.with())) {
    if (without.at(query) == kYes) continue;  // the component below has it
    EXPECT_SEEN(found, kNo) << query << " returns NULL for a function that does not exist";
  }
}

// Queries functions of extensions that are not enabled; notes which were returned.
void AskForDisabled(std::span<const ExtensionFunction> functions,
                    const std::function<PFN_vkVoidFunction(const char*)>& ask) {
  for (const ExtensionFunction& function : functions) {
    Note(function.name, YesNo(ask(function.name) != nullptr));
  }
}

// The functions that the layer returns although the component below does not. A layer may enable
// extensions itself in `creation`; their functions are then available without the application's
// request.
std::vector<std::string> AnsweredByTheLayer(const LayerComparison& runs, const char* creation,
                                            std::span<const ExtensionFunction> functions = {}) {
  const auto below = FirstOf(runs.with(), kBelow, creation);
  const auto enabled = below.has_value() ? below->List("extensions") : std::vector<std::string>{};
  std::vector<std::string> names;
  const auto without = Answers(runs.without());
  for (const auto& [name, found] : Answers(runs.with())) {
    if (found != kYes || without.at(name) != kNo) continue;
    const auto known = std::ranges::find_if(
        functions, [&name](const ExtensionFunction& each) { return each.name == name; });
    const bool by_layer =
        known != functions.end() && std::ranges::find(enabled, known->extension) != enabled.end();
    if (!by_layer) names.push_back(name);
  }
  return names;
}

VULKAN_LAYER_CASE(LLP_LAYER_18, instance_extension_that_is_not_enabled_is_null) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(
      c, Asking([](const LsWitness& above, const LsWitness&) {
        AskForDisabled(kDisabledInstanceFunctions,
                       [&](const char* name) { return above.next_gipa(above.instance, name); });
      }));
  SKIP_FOR(runs.WhyNoAnswer(kDisabledInstanceFunctions[0].name));
  EXPECT_SEEN(AnsweredByTheLayer(runs, "vkCreateInstance", kDisabledInstanceFunctions), IsEmpty())
      << "vkGetInstanceProcAddr returns NULL for functions of extensions that are not enabled";
}

VULKAN_LAYER_CASE(LLP_LAYER_18, device_extension_that_is_not_enabled_is_null) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(
      c, Asking([](const LsWitness& above, const LsWitness&) {
        if (above.device == VK_NULL_HANDLE) return;
        AskForDisabled(kDisabledDeviceFunctions,
                       [&](const char* name) { return above.next_gdpa(above.device, name); });
      }));
  SKIP_FOR(runs.WhyNoAnswer(kDisabledDeviceFunctions[0].name));
  EXPECT_SEEN(AnsweredByTheLayer(runs, "vkCreateDevice", kDisabledDeviceFunctions), IsEmpty())
      << "vkGetDeviceProcAddr returns NULL for functions of extensions that are not enabled";
}

// The functions that the layer's own device extensions add, according to its manifest. The
// application enables none of these extensions.
VULKAN_LAYER_CASE(LLP_LAYER_18, own_device_extension_that_is_not_enabled_is_null) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs =
      RunTwice(c, Asking([](const LsWitness& above, const LsWitness&) {
                 if (above.device == VK_NULL_HANDLE) return;
                 for (const std::string& name : EntrypointsIn(ManifestInProbe())) {
                   Note(name, YesNo(above.next_gdpa(above.device, name.c_str()) != nullptr));
                 }
               }));
  const std::vector<std::string> entrypoints = EntrypointsIn(LayerOf(c).object);
  if (entrypoints.empty()) GTEST_SKIP() << "the manifest has no entrypoints";
  SKIP_FOR(runs.WhyNoAnswer(entrypoints.front()));
  EXPECT_SEEN(AnsweredByTheLayer(runs, "vkCreateDevice"), IsEmpty())
      << "vkGetDeviceProcAddr returns NULL for functions of the layer's own extensions, none of "
         "which is enabled";
}

VULKAN_LAYER_CASE(LS_VK_LAYER_7, functions_it_does_not_know_come_from_below) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs =
      RunTwice(c, Asking([](const LsWitness& above, const LsWitness&) {
                 Note("vkGetInstanceProcAddr",
                      YesNo(above.next_gipa(above.instance, kPhysicalDeviceFunction) != nullptr));
                 if (above.device == VK_NULL_HANDLE) return;
                 Note("vkGetDeviceProcAddr",
                      YesNo(above.next_gdpa(above.device, kDeviceFunction) != nullptr));
               }));
  SKIP_FOR(runs.WhyNoAnswer("vkGetInstanceProcAddr"));
  const auto without = Answers(runs.without());
  for (const auto& [query, found] : Answers(runs.with())) {
    if (without.at(query) == kNo) continue;  // this loader does not pass it down
    EXPECT_SEEN(found, kYes) << query << " returns a function where the next entity returns one";
  }
}

VULKAN_LAYER_CASE(LS_VK_LAYER_8, physical_device_functions_alone) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(
      c, Asking([](const LsWitness& above, const LsWitness& below) {
        if (above.next_gpdpa == nullptr || above.next_gpdpa == below.own_gpdpa) return;
        // Its own functions other than those of physical devices.
        for (const char* name : {"vkDestroyInstance", "vkDestroyDevice", "vkGetDeviceQueue"}) {
          const auto own = OwnFunction(above, below, name);
          if (own != nullptr) Note(name, YesNo(above.next_gpdpa(above.instance, name) == own));
        }
        const auto next = below.own_gpdpa(above.instance, kPhysicalDeviceFunction);
        const auto got = above.next_gpdpa(above.instance, kPhysicalDeviceFunction);
        Note(kPhysicalDeviceFunction, YesNo(got != next));
      }));
  SKIP_FOR(runs.WhyNoChain());
  if (Answers(runs.with()).empty() && WhyNotFinished(runs.seen(), kSurvives).empty()) {
    GTEST_SKIP() << "the layer has no vk_layerGetPhysicalDeviceProcAddr";
  }
  SKIP_FOR(runs.WhyNoAnswer(kPhysicalDeviceFunction));
  for (const auto& [name, wrong] : Answers(runs.with())) {
    EXPECT_SEEN(wrong, kNo) << "vk_layerGetPhysicalDeviceProcAddr answers " << name << " correctly";
  }
}

constexpr const char* kPhysicalDeviceQueries[] = {"vkGetPhysicalDeviceFeatures",
                                                  "vkGetPhysicalDeviceFeatures2",
                                                  "vkGetPhysicalDeviceFeatures2KHR",
                                                  "vkGetPhysicalDeviceFormatProperties",
                                                  "vkGetPhysicalDeviceFormatProperties2",
                                                  "vkGetPhysicalDeviceFormatProperties2KHR",
                                                  "vkGetPhysicalDeviceImageFormatProperties",
                                                  "vkGetPhysicalDeviceImageFormatProperties2",
                                                  "vkGetPhysicalDeviceMemoryProperties",
                                                  "vkGetPhysicalDeviceMemoryProperties2",
                                                  "vkGetPhysicalDeviceProperties",
                                                  "vkGetPhysicalDeviceProperties2",
                                                  "vkGetPhysicalDeviceProperties2KHR",
                                                  "vkGetPhysicalDeviceQueueFamilyProperties",
                                                  "vkGetPhysicalDeviceQueueFamilyProperties2",
                                                  "vkGetPhysicalDeviceToolProperties"};

// The section compares names with all functions of physical devices, and says that the answers are
// extension functions: for one of the layer's own it is correct or, as for a core function, null.
VULKAN_LAYER_CASE(LS_VK_LAYER_8, own_physical_device_functions_are_not_skipped) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(
      c, Asking([](const LsWitness& above, const LsWitness& below) {
        if (above.next_gpdpa == nullptr || above.next_gpdpa == below.own_gpdpa) return;
        for (const char* name : kPhysicalDeviceQueries) {
          const auto own = OwnFunction(above, below, name);
          if (own == nullptr) continue;
          const auto got = above.next_gpdpa(above.instance, name);
          Note(name, YesNo(got != nullptr && got == below.own_gpdpa(above.instance, name)));
        }
      }));
  SKIP_FOR(runs.WhyNoChain());
  const auto answers = Answers(runs.with());
  if (answers.empty()) {
    SKIP_FOR(WhyNotFinished(runs.seen(), kSurvives));
    GTEST_SKIP() << "the layer has no vk_layerGetPhysicalDeviceProcAddr, or none of the functions";
  }
  for (const auto& [name, skipped] : answers) {
    EXPECT_SEEN(skipped, kNo) << "for its own " << name
                              << " vk_layerGetPhysicalDeviceProcAddr of the layer does not "
                                 "return the function of the next entity";
  }
}

VULKAN_LAYER_CASE(LS_VK_LAYER_9, physical_device_query_is_found_by_name) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs =
      RunTwice(c, Asking([](const LsWitness& above, const LsWitness& below) {
                 if (above.next_gpdpa == nullptr || above.next_gpdpa == below.own_gpdpa) return;
                 const char* name = "vk_layerGetPhysicalDeviceProcAddr";
                 Note(name, YesNo(above.next_gipa(above.instance, name) != nullptr));
               }));
  SKIP_FOR(runs.WhyNoChain());
  if (Answers(runs.with()).empty() && WhyNotFinished(runs.seen(), kSurvives).empty()) {
    GTEST_SKIP() << "the layer has no vk_layerGetPhysicalDeviceProcAddr";
  }
  SKIP_FOR(runs.WhyNoAnswer("vk_layerGetPhysicalDeviceProcAddr"));
  EXPECT_SEEN(Answers(runs.with())["vk_layerGetPhysicalDeviceProcAddr"], kYes)
      << "vkGetInstanceProcAddr returns the vk_layerGetPhysicalDeviceProcAddr that negotiation "
         "provided";
}

}  // namespace
}  // namespace loadstone::suites::queries
