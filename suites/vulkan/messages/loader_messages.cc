// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <sstream>

#include "harness/probe/app_trace.h"
#include "harness/world/platform.h"
#include "harness/world/windows_registry.h"
#include "suites/common/other_word_size.h"
#include "suites/vulkan/filters/filters.h"

// LoaderDebugging, "Loader Logging" and "Enable Layer Logging": what the loader logs because of
// VK_LOADER_DEBUG, on either stream and to messengers of VK_EXT_debug_utils, in any words
// (LS_VK_DEBUG_1.r1, LS_VK_DEBUG_2.r1, LS_VK_DEBUG_3.r1).
namespace loadstone::suites::loader_messages {
namespace {

constexpr char kDebug[] = "VK_LOADER_DEBUG";
// LoaderDebugging, "Enable Driver Logging": LS_VK_DEBUG_1.r2.
constexpr policy::Version kDriverMessages = {1, 3, 234};
constexpr char kImplicit[] = "VK_LAYER_LS_implicit";
constexpr char kForced[] = "VK_LAYER_LS_forced";

// An implicit layer, an explicit one that a filter enables, and a driver.
VulkanWorld LoggingWorld(const Subject& subject, const std::string& debug) {
  VulkanWorld world(subject);
  return world.With(Layer(kImplicit).Implicit())
      .With(Layer(kForced))
      .Env(kEnableFilter, kForced)
      .Env(kDebug, debug);
}

struct Options {
  const char* name;
  const char* value;
};

// A warning, or a layer message, names the layer that the filter enabled.
constexpr Options kWarnings[] = {
    {"warn", "warn"},
    {"layer", "layer"},
    {"all", "all"},
    {"error_and_warn", "error,warn"},
    {"layer_first", "layer,info"},
    {"layer_last", "error,layer"},
    {"layer_in_the_middle", "error,layer,driver"},
    {"each_kind", "error,warn,info,debug,layer,driver"},
    {"warn_twice", "warn,warn"},
    {"unknown_kind_first", "nonsense,warn"},
    {"unknown_kind_last", "warn,nonsense"},
    {"enormous_unknown_kind",
     "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
     "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx,warn"},
};

REGISTER_CASES {
  for (const Options& options : kWarnings) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_DEBUG_1, policy::LS_VK_FILTER_1, policy::LS_VK_FILTER_6},
        fmt::format("messages_with_{}", options.name), [&options](Case& c) {
          const Observation seen = RunAsking(c, LoggingWorld(c.subject(), options.value));
          EXPECT_SEEN(InstanceChain(seen), Contains(kForced)) << "the layer is enabled";
          EXPECT_SEEN(seen.output(), HasSubstr(kForced))
              << "a warning or layer message is logged when messages of its kind are requested";
        });
  }
}

// "error (only errors)", "info (only info)": a message about a filter is a warning and a layer
// message (LoaderLayerInterface, "Layer Enable Filtering").
constexpr Options kOthers[] = {{"error_alone", "error"}, {"info_alone", "info"}};

REGISTER_CASES {
  for (const Options& options : kOthers) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DEBUG_1, policy::LS_VK_FILTER_1},
                 fmt::format("no_warning_with_{}", options.name), [&options](Case& c) {
                   const Observation seen = RunAsking(c, LoggingWorld(c.subject(), options.value));
                   EXPECT_SEEN(InstanceChain(seen), Contains(kForced)) << "the layer is enabled";
                   EXPECT_SEEN(Lines(seen.output()),
                               Not(Contains(AllOf(HasSubstr(kForced), HasSubstr(kEnableFilter)))))
                       << "a warning is not logged when only messages of another kind are "
                          "requested";
                 });
  }
}

// "Report any errors encountered by the loader": a missing layer is one.
void JudgeError(Case& c, VulkanWorld& world, const char* value) {
  world.Env(kDebug, value);
  const Observation seen = RunAsking(c, world, {"VK_LAYER_LS_missing"});
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_ERROR_LAYER_NOT_PRESENT")
      << "a layer that does not exist is refused with VK_ERROR_LAYER_NOT_PRESENT";
  EXPECT_SEEN(seen.output(), Not(IsEmpty()))
      << "the error for which an instance is refused is logged when errors are requested";
}

constexpr Options kErrors[] = {
    {"error", "error"}, {"error_among_others", "layer,error,warn"}, {"error_with_all", "all"}};

REGISTER_CASES {
  for (const Options& options : kErrors) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DEBUG_1}, options.name, [&options](Case& c) {
      VulkanWorld world(c.subject());
      JudgeError(c, world, options.value);
    });
  }
}

// The table of the variables names no restriction for this one: an elevated application logs, too.
VULKAN_CASE(LS_VK_DEBUG_1, error_of_an_elevated_application) {
  VulkanWorld world(c.subject());
  JudgeError(c, world.Elevated(), "error");
}

VULKAN_CASE(LS_VK_DEBUG_1, driver_messages) {
  if (c.subject().api_version < kDriverMessages) {
    GTEST_SKIP() << "driver messages exist since version 1.3.234";
  }
  VulkanWorld world(c.subject());
  world.Env(kDebug, "driver");
  const Observation seen = RunAsking(c, world);
  EXPECT_SEEN(DriversReached(seen), Contains(kDefaultDriver)) << "an instance exists";
  EXPECT_SEEN(seen.output(), AnyOf(HasSubstr("icd.d"), HasSubstr(kDefaultDriver)))
      << "driver messages report the drivers that the loader finds, or their folders";
}

VKAPI_ATTR VkBool32 VKAPI_CALL Receive(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                       VkDebugUtilsMessageTypeFlagsEXT,
                                       const VkDebugUtilsMessengerCallbackDataEXT* data, void*) {
  AppEvent("message").Add("text", data->pMessage != nullptr ? data->pMessage : "");
  return VK_FALSE;
}

VkDebugUtilsMessengerCreateInfoEXT MessengerOfEverything() {
  VkDebugUtilsMessengerCreateInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_VERBOSE_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT |
                     VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                     VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  info.pfnUserCallback = Receive;
  return info;
}

// An application that receives messages while its instance is created.
Observation RunListening(Case& c, const VulkanWorld& world, const std::string& layer = {}) {
  return Observe(c, world, [&](VulkanApp& app) {
    const VkDebugUtilsMessengerCreateInfoEXT messenger = MessengerOfEverything();
    InstanceRequest request;
    if (!layer.empty()) request.layers = {layer};
    request.extensions = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
    request.next = &messenger;
    app.RunFullSequence(request);
  });
}

std::vector<std::string> Messages(const Observation& seen) {
  std::vector<std::string> texts;
  for (const Event& event : seen.Select("app", "message")) texts.push_back(event.Text("text"));
  return texts;
}

VULKAN_CASE(LS_VK_DEBUG_2, warning_about_a_filter, policy::LS_VK_FILTER_1, policy::LS_VK_FILTER_6) {
  const Observation seen = RunListening(c, LoggingWorld(c.subject(), "warn,layer"));
  EXPECT_SEEN(InstanceChain(seen), Contains(kForced)) << "the layer is enabled";
  EXPECT_SEEN(Messages(seen), Contains(HasSubstr(kForced)))
      << "the messages of the loader reach the messenger of the instance that is created";
}

VULKAN_CASE(LS_VK_DEBUG_2, everything) {
  const Observation seen = RunListening(c, LoggingWorld(c.subject(), "all"));
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS") << "an instance exists";
  EXPECT_SEEN(Messages(seen), Not(IsEmpty()))
      << "the messages of the loader reach the messenger of the instance that is created";
}

VULKAN_CASE(LS_VK_DEBUG_2, error_of_a_refused_instance) {
  VulkanWorld world(c.subject());
  world.Env(kDebug, "error");
  const Observation seen = RunListening(c, world, "VK_LAYER_LS_missing");
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_ERROR_LAYER_NOT_PRESENT")
      << "a layer that does not exist is refused with VK_ERROR_LAYER_NOT_PRESENT";
  EXPECT_SEEN(Messages(seen), Not(IsEmpty()))
      << "the error for which an instance is refused reaches the messenger";
}

VKAPI_ATTR VkBool32 VKAPI_CALL ReceiveSeverity(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                               VkDebugUtilsMessageTypeFlagsEXT,
                                               const VkDebugUtilsMessengerCallbackDataEXT*, void*) {
  AppEvent("severity").Add("bit", int64_t{severity});
  return VK_FALSE;
}

// An instance is created, so the loader has more to say than errors.
VULKAN_CASE(LS_VK_DEBUG_4, loaders_messages_to_a_messenger_of_errors) {
  const Observation seen = Observe(c, LoggingWorld(c.subject(), "all"), [](VulkanApp& app) {
    VkDebugUtilsMessengerCreateInfoEXT messenger = MessengerOfEverything();
    messenger.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    messenger.pfnUserCallback = ReceiveSeverity;
    app.RunFullSequence({.extensions = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME}, .next = &messenger});
  });
  std::vector<int64_t> severities;
  for (const Event& event : seen.Select(kAppName, "severity")) {
    severities.push_back(event.Number("bit"));
  }
  EXPECT_SEEN(severities, Each(int64_t{VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT}))
      << "a messenger for errors gets no other message of the loader";
}

constexpr char kNobodys[] = "VK_LS_nobodys_extension";

// The messenger of an application that has an instance. Whether the loader has something to say is
// its decision; what it writes, it passes on as well.
VULKAN_CASE(LS_VK_DEBUG_2, messenger_of_a_living_instance) {
  VulkanWorld world(c.subject());
  world.Env(kDebug, "all");
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance({.extensions = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME}}) != VK_SUCCESS) {
      return;
    }
    const VkDebugUtilsMessengerCreateInfoEXT info = MessengerOfEverything();
    VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
    app.Get<PFN_vkCreateDebugUtilsMessengerEXT>("vkCreateDebugUtilsMessengerEXT")(
        app.instance(), &info, nullptr, &messenger);
    app.CreateDevice({.extensions = {kNobodys}});
    app.Get<PFN_vkDestroyDebugUtilsMessengerEXT>("vkDestroyDebugUtilsMessengerEXT")(
        app.instance(), messenger, nullptr);
    app.DestroyInstance();
  });
  if (seen.output().find(kNobodys) == std::string::npos) {
    GTEST_SKIP() << "the loader writes no message about a device extension that does not exist";
  }
  EXPECT_SEEN(Messages(seen), Contains(HasSubstr(kNobodys)))
      << "what the loader writes about a refused device reaches the messenger of the instance";
}

// "Enable Layer Logging": what layer messages should contain.
Observation RunLogging(Case& c, VulkanWorld world, const std::vector<std::string>& layers = {}) {
  return RunAsking(c, world.Env(kDebug, "error,warn,layer"), layers);
}

VULKAN_CASE(LS_VK_DEBUG_3, layers_found_and_where) {
  VulkanWorld world(c.subject());
  world.With(Layer(kImplicit).Implicit().ManifestFile("one_manifest.json"))
      .With(Layer("VK_LAYER_LS_explicit").ManifestFile("another_manifest.json"));
  const Observation seen = RunLogging(c, world);
  for (const char* text :
       {"one_manifest.json", "another_manifest.json", "implicit_layer.d", "explicit_layer.d"}) {
    EXPECT_SEEN(seen.output(), HasSubstr(text))
        << "layer messages report which layers are found, and where";
  }
}

VULKAN_CASE(LS_VK_DEBUG_3, variable_that_can_disable_an_implicit_layer) {
  VulkanWorld world(c.subject());
  world.With(Layer(kImplicit).Implicit().DisabledBy("LS_TURN_IT_OFF"));
  EXPECT_SEEN(RunLogging(c, world).output(), HasSubstr("LS_TURN_IT_OFF"))
      << "layer messages report which variable disables an implicit layer";
}

// The lines about the layer VK_LAYER_LS_<word>, whose variable is LS_OFF_<word>, without the word.
std::vector<std::string> LinesAbout(const Observation& seen, const std::string& word) {
  std::vector<std::string> lines;
  for (std::string line : Lines(seen.output())) {
    bool about = false;
    for (const std::string name : {"VK_LAYER_LS_", "LS_OFF_"}) {
      for (size_t at = 0; (at = line.find(name + word, at)) != std::string::npos;) {
        about = true;
        line.erase(at + name.size(), word.size());
      }
    }
    if (about) lines.push_back(line);
  }
  return lines;
}

// Of two layers that differ only in their names, one is disabled by its variable. A line that
// reports this is written about that layer alone.
VULKAN_CASE(LS_VK_DEBUG_3, variable_that_disables_an_implicit_layer) {
  VulkanWorld world(c.subject());
  for (const char* word : {"first", "second"}) {
    world.With(Layer(fmt::format("VK_LAYER_LS_{}", word))
                   .Implicit()
                   .DisabledBy(fmt::format("LS_OFF_{}", word)));
  }
  const Observation seen = RunLogging(c, world.Env("LS_OFF_first", "1"));
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("VK_LAYER_LS_second")) << "one layer is disabled";
  std::vector<std::string> lines = LinesAbout(seen, "first");
  for (const std::string& line : LinesAbout(seen, "second")) std::erase(lines, line);
  EXPECT_SEEN(lines, Not(IsEmpty()))
      << "layer messages report that an environment variable disables a layer: there is a line "
         "about the disabled layer, which is not written about the enabled one";
}

// Of two layers that differ only in their names, the library of one is for the other word size. A
// line that reports this is written about that layer alone.
VULKAN_CASE(LS_VK_DEBUG_3, library_of_the_other_word_size) {
  const auto library = [](const char* word) {
    return fmt::format("/opt/loadstone/VK_LAYER_LS_{}.so", word);
  };
  VulkanWorld world(c.subject());
  for (const char* word : {"first", "second"}) {
    world.With(
        Layer(fmt::format("VK_LAYER_LS_{}", word))
            .Manifest(JsonObject()
                          .Set("library_path",
                               IsWindows(c.subject()) ? WindowsPath(library(word)) : library(word))
                          .Text()));
  }
  world.File(library("first"), LibraryOfOtherWordSize(c.subject()));
  for (const char* suffix : {"", ".config"}) {
    world.Symlink(library("second") + suffix,
                  MockLibraryPath("VK_LAYER_LS_second", c.subject()) + suffix);
  }
  const Observation seen = RunLogging(c, world, {"VK_LAYER_LS_second", "VK_LAYER_LS_first"});
  std::vector<std::string> lines = LinesAbout(seen, "first");
  for (const std::string& line : LinesAbout(seen, "second")) std::erase(lines, line);
  EXPECT_SEEN(lines, Not(IsEmpty()))
      << "layer messages report a library of the wrong word size: there is a line about its layer, "
         "which is not written about a layer whose library can be loaded";
}

VULKAN_CASE(LS_VK_DEBUG_3, library_that_is_missing) {
  VulkanWorld world(c.subject());
  world.With(Layer("VK_LAYER_LS_broken").Manifest(R"({"library_path": "/no/such_library.so"})"));
  world.With(Layer(kImplicit).Implicit());
  EXPECT_SEEN(RunLogging(c, world, {"VK_LAYER_LS_broken"}).output(), HasSubstr("such_library.so"))
      << "layer messages report which library could not be used";
}

VULKAN_CASE(LS_VK_DEBUG_3, layers_of_the_chain) {
  VulkanWorld world(c.subject());
  world.With(Layer("VK_LAYER_LS_asked")).With(Layer(kImplicit).Implicit());
  const Observation seen = RunLogging(c, world, {"VK_LAYER_LS_asked"});
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kImplicit, "VK_LAYER_LS_asked"))
      << "both layers are enabled";
  EXPECT_SEEN(seen.output(), AllOf(HasSubstr(kImplicit), HasSubstr("VK_LAYER_LS_asked")))
      << "layer messages report the chain of an instance";
}

}  // namespace
}  // namespace loadstone::suites::loader_messages
