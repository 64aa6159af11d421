// What a Vulkan layer answers when it is asked for functions, layers and extensions: "Layer
// Intercept Requirements", "Layer Conventions and Rules", LLP_LAYER_15, 16, 18. The application
// asks in the place of the witness above, with the handles that the layer gave it.

#include <vulkan/vk_layer.h>

#include <algorithm>

#include "suites/common/manifest_json.h"
#include "suites/vulkan_layer/layer_comparison.h"

namespace loadstone::suites::queries {
namespace {

constexpr char kNobodys[] = "vkLoadstoneNobodysFunctionLS";
constexpr char kYes[] = "yes";
constexpr char kNo[] = "no";
// The same of device extensions, for which the driver gives nothing.
constexpr const char* kDisabledDeviceFunctions[] = {"vkCreateSwapchainKHR", "vkDestroySwapchainKHR",
                                                    "vkQueuePresentKHR", "vkAcquireNextImageKHR",
                                                    "vkGetSwapchainImagesKHR"};

const char* YesNo(bool value) { return value ? kYes : kNo; }

template <typename Function>
Function As(PFN_vkVoidFunction function) {
  return reinterpret_cast<Function>(function);
}

// An application with an instance and a device, which asks `ask` what the witnesses see.
using Ask = std::function<void(const LsWitness& above, const LsWitness& below)>;
std::function<void(VulkanApp&, const LayerNames&)> Asking(const Ask& ask) {
  return [ask](VulkanApp& app, const LayerNames& layers) {
    if (!CreateInstanceBetween(app, {.layers = layers})) return;
    const bool device = app.CreateDevice() == VK_SUCCESS;
    TraceAsking([&] { ask(LookBelow<LsWitness>(kAbove), LookBelow<LsWitness>(kBelow)); });
    if (device) app.DestroyDevice();
    app.DestroyInstance();
  };
}

// A function that the layer itself has: not what the next entity gives.
PFN_vkVoidFunction OwnFunction(const LsWitness& above, const LsWitness& below, const char* name) {
  const PFN_vkVoidFunction function = above.next_gipa(above.instance, name);
  if (function == nullptr || function == below.own_gipa(above.instance, name)) return nullptr;
  return function;
}

// Traces "own", "null", "other": the results, and the "names" for the own name.
template <typename Enumerate>
void AskForExtensions(const std::string& name, const Enumerate& enumerate) {
  uint32_t count = 0;
  VkResult result = enumerate(name.c_str(), &count, nullptr);
  std::vector<VkExtensionProperties> extensions(count);
  if (result == VK_SUCCESS && count > 0) {
    result = enumerate(name.c_str(), &count, extensions.data());
  }
  extensions.resize(std::min<size_t>(count, extensions.size()));
  Note("own", std::to_string(result));
  std::vector<std::string> names;
  for (const VkExtensionProperties& extension : extensions) {
    names.emplace_back(extension.extensionName,
                       strnlen(extension.extensionName, sizeof(extension.extensionName)));
  }
  AppEvent("own extensions").Add("names", names);
}

void AskForInstanceExtensions(const std::string& name, const LsWitness& above,
                              const LsWitness& below) {
  const auto enumerate = As<PFN_vkEnumerateInstanceExtensionProperties>(
      OwnFunction(above, below, "vkEnumerateInstanceExtensionProperties"));
  if (enumerate == nullptr) return;
  AskForExtensions(name, enumerate);
  uint32_t count = 0;
  Note("null", std::to_string(enumerate(nullptr, &count, nullptr)));
  Note("other", std::to_string(enumerate("VK_LAYER_LS_nobody", &count, nullptr)));
}

VkPhysicalDevice FirstDevice(const LsWitness& above) {
  const auto enumerate = As<PFN_vkEnumeratePhysicalDevices>(
      above.next_gipa(above.instance, "vkEnumeratePhysicalDevices"));
  uint32_t count = 1;
  VkPhysicalDevice device = VK_NULL_HANDLE;
  if (enumerate != nullptr) enumerate(above.instance, &count, &device);
  return device;
}

void AskForDeviceExtensions(const std::string& name, const LsWitness& above,
                            const LsWitness& below) {
  const auto enumerate = As<PFN_vkEnumerateDeviceExtensionProperties>(
      OwnFunction(above, below, "vkEnumerateDeviceExtensionProperties"));
  const VkPhysicalDevice device = FirstDevice(above);
  if (enumerate == nullptr || device == VK_NULL_HANDLE) return;
  AskForExtensions(name, [&](const char* layer, uint32_t* count, VkExtensionProperties* list) {
    return enumerate(device, layer, count, list);
  });
  uint32_t count = 0;
  Note("null", std::to_string(enumerate(device, nullptr, &count, nullptr)));
  std::vector<VkExtensionProperties> all(count);
  if (count > 0) enumerate(device, nullptr, &count, all.data());
  Note("driver's", YesNo(std::any_of(all.begin(), all.end(), [](const auto& extension) {
         return std::string(extension.extensionName) == kDeviceExtension;
       })));
}

// The extensions that the layer gave for its own name and that `others` has, or that the manifest
// does not have.
std::vector<std::string> OwnExtensions(const LayerComparison& runs) {
  const auto event = FirstOf(runs.with(), kAppName, "own extensions");
  return event.has_value() ? event->List("names") : std::vector<std::string>{};
}

std::vector<std::string> Without(std::vector<std::string> names,
                                 const std::vector<std::string>& known) {
  std::erase_if(names, [&](const std::string& name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  });
  return names;
}

std::vector<std::string> Among(const std::vector<std::string>& names,
                               const std::vector<std::string>& others) {
  return Without(names, Without(names, others));
}

LayerComparison RunInstanceExtensions(Case& c) {
  const std::string name = LayerOf(c).name;
  return RunTwice(c, Asking([name](const LsWitness& above, const LsWitness& below) {
                    AskForInstanceExtensions(name, above, below);
                  }));
}

LayerComparison RunDeviceExtensions(Case& c) {
  const std::string name = LayerOf(c).name;
  return RunTwice(c, Asking([name](const LsWitness& above, const LsWitness& below) {
                    AskForDeviceExtensions(name, above, below);
                  }));
}

const std::string kNotPresent = std::to_string(VK_ERROR_LAYER_NOT_PRESENT);

VULKAN_LAYER_CASE(LLP_LAYER_15, own_name_gives_its_own_extensions) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunInstanceExtensions(c);
  SKIP_FOR(runs.WhyNoAnswer("own"));
  EXPECT_SEEN(Answers(runs.with())["own"], "0") << "the layer has no answer for its own name";
  EXPECT_SEEN(Among(OwnExtensions(runs), {kExtensionBelow}), IsEmpty())
      << "the layer gives extensions of the layer below as its own";
}

VULKAN_LAYER_CASE(LLP_LAYER_15, no_name_is_not_present) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunInstanceExtensions(c);
  SKIP_FOR(runs.WhyNoAnswer("null"));
  EXPECT_SEEN(Answers(runs.with())["null"], kNotPresent)
      << "asked without a name, a layer answers VK_ERROR_LAYER_NOT_PRESENT";
}

VULKAN_LAYER_CASE(LLP_LAYER_15, other_name_is_not_present) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunInstanceExtensions(c);
  SKIP_FOR(runs.WhyNoAnswer("other"));
  EXPECT_SEEN(Answers(runs.with())["other"], kNotPresent)
      << "asked with another name, a layer answers VK_ERROR_LAYER_NOT_PRESENT";
}

VULKAN_LAYER_CASE(LLP_LAYER_16, own_name_gives_its_own_extensions) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunDeviceExtensions(c);
  SKIP_FOR(runs.WhyNoAnswer("own"));
  EXPECT_SEEN(Answers(runs.with())["own"], "0") << "the layer has no answer for its own name";
  EXPECT_SEEN(Among(OwnExtensions(runs), {kDeviceExtension}), IsEmpty())
      << "the layer gives extensions of the driver as its own";
}

VULKAN_LAYER_CASE(LLP_LAYER_16, no_name_is_passed_down) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunDeviceExtensions(c);
  SKIP_FOR(runs.WhyNoAnswer("driver's"));
  EXPECT_SEEN(Answers(runs.with())["driver's"], kYes)
      << "asked without a name, the layer does not give what the driver has";
}

VULKAN_LAYER_CASE(LS_VK_LAYER_20, manifest_lists_its_instance_extensions) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunInstanceExtensions(c);
  SKIP_FOR(runs.WhyNoAnswer("own"));
  const std::vector<std::string> listed = NamesIn(LayerOf(c).object, "instance_extensions");
  EXPECT_SEEN(Without(OwnExtensions(runs), listed), IsEmpty())
      << "the layer has these instance extensions, its manifest does not";
}

VULKAN_LAYER_CASE(LS_VK_LAYER_20, manifest_lists_its_device_extensions) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunDeviceExtensions(c);
  SKIP_FOR(runs.WhyNoAnswer("own"));
  std::vector<std::string> listed = NamesIn(LayerOf(c).object, "device_extensions");
  listed.push_back(kDeviceExtension);  // of the driver: another case's matter
  EXPECT_SEEN(Without(OwnExtensions(runs), listed), IsEmpty())
      << "the layer has these device extensions, its manifest does not";
}

VULKAN_LAYER_CASE(LS_VK_LAYER_11, enumerates_itself_alone) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs =
      RunTwice(c, Asking([](const LsWitness& above, const LsWitness& below) {
                 const auto enumerate = As<PFN_vkEnumerateInstanceLayerProperties>(
                     OwnFunction(above, below, "vkEnumerateInstanceLayerProperties"));
                 if (enumerate == nullptr) return;
                 VkLayerProperties layers[8] = {};
                 uint32_t count = 8;
                 const VkResult result = enumerate(&count, layers);
                 std::string names;
                 for (uint32_t i = 0; result == VK_SUCCESS && i < std::min(count, 8u); ++i) {
                   names += std::string(i == 0 ? "" : " ") + layers[i].layerName;
                 }
                 Note("names", result < 0 ? "VkResult " + std::to_string(result) : names);
               }));
  SKIP_FOR(runs.WhyNoAnswer("names"));
  EXPECT_SEEN(Answers(runs.with())["names"], LayerOf(c).name)
      << "vkEnumerateInstanceLayerProperties of a layer gives that layer";
}

// Having a vkGetDeviceProcAddr is being in the device chain. That the function is its own, whoever
// asks it for itself, is not demanded: a layer intercepts a function by having one.
VULKAN_LAYER_CASE(LS_VK_LAYER_12, intercepts_create_device) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(
      c, Asking([](const LsWitness& above, const LsWitness& below) {
        if (above.device == VK_NULL_HANDLE || above.next_gdpa == below.own_gdpa) return;
        Note("vkCreateDevice", YesNo(OwnFunction(above, below, "vkCreateDevice") != nullptr));
      }));
  SKIP_FOR(runs.WhyNoChain());
  if (Answers(runs.with()).empty() && WhyNotSeen(runs.seen(), kSurvives).empty()) {
    GTEST_SKIP() << "the layer is not in the device chain";
  }
  SKIP_FOR(runs.WhyNoAnswer("vkCreateDevice"));
  EXPECT_SEEN(Answers(runs.with())["vkCreateDevice"], kYes)
      << "the layer is in the device chain and has no vkCreateDevice of its own";
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
                             << ", vkCreateInstance) gives NULL";
  }
}

VULKAN_LAYER_CASE(LLP_LAYER_18, unknown_function_is_null) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(
      c, Asking([](const LsWitness& above, const LsWitness&) {
        Note("vkGetInstanceProcAddr", YesNo(above.next_gipa(above.instance, kNobodys) != nullptr));
        if (above.device == VK_NULL_HANDLE) return;
        Note("vkGetDeviceProcAddr", YesNo(above.next_gdpa(above.device, kNobodys) != nullptr));
      }));
  SKIP_FOR(runs.WhyNoAnswer("vkGetInstanceProcAddr"));
  const auto without = Answers(runs.without());
  for (const auto& [query, found] : Answers(runs.with())) {
    if (without.at(query) == kYes) continue;  // what is below answers it
    EXPECT_SEEN(found, kNo) << query << " gives a function that nobody has";
  }
}

// Asks for functions of extensions that are not enabled; notes which gave something.
template <typename Names>
void AskForDisabled(const Names& names, const std::function<PFN_vkVoidFunction(const char*)>& ask) {
  for (const char* name : names) Note(name, YesNo(ask(name) != nullptr));
}

// Those that the layer answers and that what is below does not.
std::vector<std::string> AnsweredByTheLayer(const LayerComparison& runs) {
  std::vector<std::string> names;
  const auto without = Answers(runs.without());
  for (const auto& [name, found] : Answers(runs.with())) {
    if (found == kYes && without.at(name) == kNo) names.push_back(name);
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
  SKIP_FOR(runs.WhyNoAnswer(kDisabledInstanceFunctions[0]));
  EXPECT_SEEN(AnsweredByTheLayer(runs), IsEmpty())
      << "vkGetInstanceProcAddr gives functions of extensions that are not enabled";
}

VULKAN_LAYER_CASE(LLP_LAYER_18, device_extension_that_is_not_enabled_is_null) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(
      c, Asking([](const LsWitness& above, const LsWitness&) {
        if (above.device == VK_NULL_HANDLE) return;
        AskForDisabled(kDisabledDeviceFunctions,
                       [&](const char* name) { return above.next_gdpa(above.device, name); });
      }));
  SKIP_FOR(runs.WhyNoAnswer(kDisabledDeviceFunctions[0]));
  EXPECT_SEEN(AnsweredByTheLayer(runs), IsEmpty())
      << "vkGetDeviceProcAddr gives functions of extensions that are not enabled";
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
    if (without.at(query) == kNo) continue;  // this loader does not bring it so far
    EXPECT_SEEN(found, kYes) << query << " does not give what the next entity gives";
  }
}

VULKAN_LAYER_CASE(LS_VK_LAYER_8, physical_device_functions_alone) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(
      c, Asking([](const LsWitness& above, const LsWitness& below) {
        if (above.next_gpdpa == nullptr || above.next_gpdpa == below.own_gpdpa) return;
        // Its own functions that are of no physical device.
        for (const char* name : {"vkDestroyInstance", "vkDestroyDevice", "vkGetDeviceQueue"}) {
          const auto own = OwnFunction(above, below, name);
          if (own != nullptr) Note(name, YesNo(above.next_gpdpa(above.instance, name) == own));
        }
        const auto next = below.own_gpdpa(above.instance, kPhysicalDeviceFunction);
        const auto got = above.next_gpdpa(above.instance, kPhysicalDeviceFunction);
        Note(kPhysicalDeviceFunction, YesNo(got != next));
      }));
  SKIP_FOR(runs.WhyNoChain());
  if (Answers(runs.with()).empty() && WhyNotSeen(runs.seen(), kSurvives).empty()) {
    GTEST_SKIP() << "the layer has no vk_layerGetPhysicalDeviceProcAddr";
  }
  SKIP_FOR(runs.WhyNoAnswer(kPhysicalDeviceFunction));
  for (const auto& [name, wrong] : Answers(runs.with())) {
    EXPECT_SEEN(wrong, kNo) << "vk_layerGetPhysicalDeviceProcAddr answers " << name << " wrongly";
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
  if (Answers(runs.with()).empty() && WhyNotSeen(runs.seen(), kSurvives).empty()) {
    GTEST_SKIP() << "the layer has no vk_layerGetPhysicalDeviceProcAddr";
  }
  SKIP_FOR(runs.WhyNoAnswer("vk_layerGetPhysicalDeviceProcAddr"));
  EXPECT_SEEN(Answers(runs.with())["vk_layerGetPhysicalDeviceProcAddr"], kYes)
      << "vkGetInstanceProcAddr does not give the function that negotiation gave";
}

}  // namespace
}  // namespace loadstone::suites::queries
