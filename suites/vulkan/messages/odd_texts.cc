// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstring>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderDebugging, "Loader Logging": texts of manifests, of the environment and of the application
// that a loader may put into a message, with conversions of printf, control characters or bytes
// that are no text, while everything is logged and an application receives the messages. Whatever
// the texts are, calls return, and a valid layer and the driver are used (LS_VK_ROBUSTNESS_1).
namespace loadstone::suites::odd_texts {
namespace {

constexpr char kGood[] = "VK_LAYER_LS_good";
constexpr char kOdd[] = "VK_LAYER_LS_odd";

struct Text {
  const char* name;
  std::string text;
};

std::vector<Text> Texts() {
  std::string many;
  while (many.size() < 3000) many += "%s%n%d";
  return {
      {"conversions_of_printf", "%s%s%s%s%s%s%s%s%s%s%s%s%n%n%n%n%100000d%c%p%"},
      {"control_characters", "\x01\x02\a\b\x1b[31m\x1b]0;title\a\t\r\n\v\f\x7f"},
      {"bytes_that_are_no_text", "\xff\xfe\xc0\x80\xf0\x28\x8c\x28\xed\xa0\x80"},
      {"3000_conversions_of_printf", many},
  };
}

// What an application requests, and a machine on which a text is in one place.
struct Situation {
  VulkanWorld world;
  InstanceRequest request;
};

struct Place {
  const char* name;
  bool short_only;  // the name of a file or layer
  void (*put)(Situation& situation, const std::string& text);
  // Whether each instance may be refused, because the environment names a layer that is not
  // present.
  bool may_refuse_all = false;
};

// An explicit layer, requested by the application, one of whose members is the text.
template <const char* kMember>
void InMember(Situation& situation, const std::string& text) {
  situation.world.With(Layer(kOdd).Manifest(JsonObject().Set(kMember, text).Text()));
  situation.request.layers = {kOdd};
}

template <const char* kVariable>
void InVariable(Situation& situation, const std::string& text) {
  situation.world.Env(kVariable, text);
}

constexpr char kDescription[] = "description";
constexpr char kType[] = "type";
constexpr char kApiVersion[] = "api_version";
constexpr char kImplementation[] = "implementation_version";
constexpr char kArch[] = "library_arch";
constexpr char kLayerPath[] = "VK_LAYER_PATH";
constexpr char kAddLayerPath[] = "VK_ADD_LAYER_PATH";
constexpr char kInstanceLayers[] = "VK_INSTANCE_LAYERS";
constexpr char kEnable[] = "VK_LOADER_LAYERS_ENABLE";
constexpr char kDisable[] = "VK_LOADER_LAYERS_DISABLE";
constexpr char kAllow[] = "VK_LOADER_LAYERS_ALLOW";
constexpr char kSelect[] = "VK_LOADER_DRIVERS_SELECT";
constexpr char kDriversDisable[] = "VK_LOADER_DRIVERS_DISABLE";
constexpr char kAddDriverFiles[] = "VK_ADD_DRIVER_FILES";
constexpr char kDeviceSelect[] = "VK_LOADER_DEVICE_SELECT";
constexpr char kNoFilter[] = "VK_LOADER_DISABLE_INST_EXT_FILTER";

// The text as the name of a variable in an object of the manifest of an implicit layer.
void InEnvironment(Situation& situation, const char* member, const std::string& text) {
  situation.world.With(Layer(kOdd).Implicit().Manifest(
      JsonObject().Set(member, JsonObject().Set(text, "1")).Text()));
}

const Place kPlaces[] = {
    {"name_of_a_layer", true,
     [](Situation& situation, const std::string& text) {
       const std::string name = "VK_LAYER_LS_" + text;
       situation.world.With(Layer(name).Who("odd").ManifestFile("odd.json"));
       situation.request.layers = {name};
     }},
    {"name_of_an_implicit_layer", true,
     [](Situation& situation, const std::string& text) {
       situation.world.With(
           Layer("VK_LAYER_LS_" + text).Implicit().Who("odd").ManifestFile("odd.json"));
     }},
    {"name_of_a_missing_layer", false,
     [](Situation& situation, const std::string& text) {
       situation.request.layers = {"VK_LAYER_LS_" + text};
     }},
    {"name_of_a_missing_extension", false,
     [](Situation& situation, const std::string& text) {
       situation.request.extensions = {"VK_LS_" + text};
     }},
    {"name_of_an_extension", true,
     [](Situation& situation, const std::string& text) {
       const JsonObject extension =
           JsonObject().Set("name", "VK_LS_" + text).Set("spec_version", "1");
       situation.world.With(Layer(kOdd).Manifest(
           JsonObject().SetJson("instance_extensions", "[" + extension.Text() + "]").Text()));
       situation.request.layers = {kOdd};
     }},
    {"description", false, InMember<kDescription>},
    {"type", false, InMember<kType>},
    {"api_version", false, InMember<kApiVersion>},
    {"implementation_version", false, InMember<kImplementation>},
    {"library_arch", false, InMember<kArch>},
    {"library_path", false,
     [](Situation& situation, const std::string& text) {
       situation.world.With(Layer(kOdd).Manifest(
           JsonObject().Set("library_path", "/missing/" + text + ".so").Text()));
       situation.request.layers = {kOdd};
     }},
    {"name_of_the_negotiation", false,
     [](Situation& situation, const std::string& text) {
       situation.world.With(Layer(kOdd).Manifest(
           JsonObject()
               .Set("functions", JsonObject().Set("vkNegotiateLoaderLayerInterfaceVersion", text))
               .Text()));
       situation.request.layers = {kOdd};
     }},
    {"pre_instance_function", false,
     [](Situation& situation, const std::string& text) {
       situation.world.With(Layer(kOdd).Implicit().Manifest(
           JsonObject()
               .Set("pre_instance_functions", JsonObject().Set("vkEnumerateInstanceVersion", text))
               .Text()));
     }},
    {"disable_environment", false,
     [](Situation& situation, const std::string& text) {
       InEnvironment(situation, "disable_environment", text);
     }},
    {"enable_environment", false,
     [](Situation& situation, const std::string& text) {
       InEnvironment(situation, "enable_environment", text);
     }},
    {"component_of_a_meta_layer", false,
     [](Situation& situation, const std::string& text) {
       situation.world.With(Layer::Meta(kOdd, {"VK_LAYER_LS_" + text}));
       situation.request.layers = {kOdd};
     }},
    {"app_key_of_the_override_layer", false,
     [](Situation& situation, const std::string& text) {
       situation.world.With(Layer::Override({kGood}).AppKeys({"/" + text}));
     }},
    {"blacklist_of_the_override_layer", false,
     [](Situation& situation, const std::string& text) {
       situation.world.With(Layer::Override({kGood}).Blacklist({"VK_LAYER_LS_" + text}));
     }},
    {"name_of_a_manifest", true,
     [](Situation& situation, const std::string& text) {
       situation.world.With(Layer(kOdd).ManifestFile(text + ".json"));
       situation.request.layers = {kOdd};
     }},
    {"name_of_a_folder", true,
     [](Situation& situation, const std::string& text) {
       situation.world.With(Layer(kOdd).In("/paths/" + text)).Env(kAddLayerPath, "/paths/" + text);
       situation.request.layers = {kOdd};
     }},
    {"library_path_of_a_driver", false,
     [](Situation& situation, const std::string& text) {
       situation.world.With(Driver("odd").Manifest(
           JsonObject().Set("library_path", "/missing/" + text + ".so").Text()));
     }},
    {"api_version_of_a_driver", false,
     [](Situation& situation, const std::string& text) {
       situation.world.With(Driver("odd").Manifest(JsonObject().Set("api_version", text).Text()));
     }},
    {"kinds_of_messages", false,
     [](Situation& situation, const std::string& text) {
       situation.world.Env("VK_LOADER_DEBUG", text + ",all," + text);
     }},
    {"layer_path", false, InVariable<kLayerPath>},
    {"add_layer_path", false, InVariable<kAddLayerPath>},
    {"instance_layers", false, InVariable<kInstanceLayers>, true},
    {"layers_enable", false, InVariable<kEnable>},
    {"layers_disable", false, InVariable<kDisable>},
    {"layers_allow", false, InVariable<kAllow>},
    {"drivers_select", false,
     [](Situation& situation, const std::string& text) {
       situation.world.Env(kSelect, text + ",*.json");
     }},
    {"drivers_disable", false, InVariable<kDriversDisable>},
    {"add_driver_files", false, InVariable<kAddDriverFiles>},
    {"device_select", false, InVariable<kDeviceSelect>},
    {"extension_filter", false, InVariable<kNoFilter>},
};

// Reads the whole message, as an application that prints it would.
VKAPI_ATTR VkBool32 VKAPI_CALL Read(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                    VkDebugUtilsMessageTypeFlagsEXT,
                                    const VkDebugUtilsMessengerCallbackDataEXT* data, void* sum) {
  if (data->pMessage != nullptr) *static_cast<size_t*>(sum) += std::strlen(data->pMessage);
  return VK_FALSE;
}

// Makes the request, and one without its layers and extensions if that is refused.
void Run(VulkanApp& app, const InstanceRequest& request) {
  size_t sum = 0;
  auto messenger = Structure<VkDebugUtilsMessengerCreateInfoEXT>(
      VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
  messenger.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_VERBOSE_BIT_EXT |
                              VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT |
                              VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                              VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  messenger.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT |
                          VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                          VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  messenger.pfnUserCallback = Read;
  messenger.pUserData = &sum;
  InstanceRequest listening = request;
  listening.extensions.emplace_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  listening.next = &messenger;
  app.EnumerateLayers();
  app.EnumerateVersion();
  const bool listed = AreListed(app, {VK_EXT_DEBUG_UTILS_EXTENSION_NAME});
  app.RunFullSequence(listed ? listening : request);
  if (!app.created()) app.RunFullSequence();
}

void Judge(Case& c, const Place& place, const std::string& text) {
  Situation situation = {VulkanWorld(c.subject()), {}};
  situation.world.With(Layer(kGood).Implicit()).Env("VK_LOADER_DEBUG", "all");
  place.put(situation, text);
  const Observation seen =
      Observe(c, situation.world, [&](VulkanApp& app) { Run(app, situation.request); });
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kGood))
      << "a text that may be in a message must not prevent an application from listing the layers";
  if (place.may_refuse_all && ResultOf(seen, "vkCreateInstance") == "VK_ERROR_LAYER_NOT_PRESENT") {
    return;
  }
  EXPECT_SEEN(InstanceChain(seen), Contains(kGood))
      << "a text that may be in a message must not prevent a valid layer from being used";
  EXPECT_SEEN(DriversReached(seen), Contains(kDefaultDriver))
      << "a text that may be in a message must not prevent an instance";
}

REGISTER_CASES {
  for (const Text& text : Texts()) {
    for (const Place& place : kPlaces) {
      if (place.short_only && text.text.size() > 200) continue;
      RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_1},
                   fmt::format("{}_in_{}", text.name, place.name),
                   [&place, text = text.text](Case& c) { Judge(c, place, text); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::odd_texts
