// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "suites/common/destruction_orders.h"
#include "suites/common/threads.h"
#include "suites/openxr/layers.h"

// design, "Logging Classes"; application, "Application Usage of Extensions": messengers of
// XR_EXT_debug_utils, more than a table of fixed size holds, each for its own severities and types
// (LS_XR_DEBUG_4). Where the runtime has the extension, it calls them.
namespace loadstone::suites::many_messengers {
namespace {

constexpr char kDebugUtils[] = "XR_EXT_debug_utils";
constexpr size_t kMessengers = 70;
constexpr const char* kTexts[] = {"to all of them", "to the second half", "to the last one"};

constexpr XrDebugUtilsMessageSeverityFlagsEXT kSeverities[] = {
    XR_DEBUG_UTILS_MESSAGE_SEVERITY_VERBOSE_BIT_EXT, XR_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT,
    XR_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT, XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT};
constexpr XrDebugUtilsMessageTypeFlagsEXT kTypes[] = {
    XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, XR_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
    XR_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
    XR_DEBUG_UTILS_MESSAGE_TYPE_CONFORMANCE_BIT_EXT};

// Traces "message" with "messenger", the number in the user data, and "text".
XRAPI_ATTR XrBool32 XRAPI_CALL Heard(XrDebugUtilsMessageSeverityFlagsEXT,
                                     XrDebugUtilsMessageTypeFlagsEXT,
                                     const XrDebugUtilsMessengerCallbackDataEXT* data, void* user) {
  AppEvent("message")
      .Add("messenger", static_cast<int64_t>(reinterpret_cast<intptr_t>(user)))
      .Add("text", data->message != nullptr ? data->message : "");
  return XR_FALSE;
}

XrDebugUtilsMessengerCreateInfoEXT ForNumber(size_t number,
                                             XrDebugUtilsMessageSeverityFlagsEXT severities,
                                             XrDebugUtilsMessageTypeFlagsEXT types) {
  XrDebugUtilsMessengerCreateInfoEXT info = {};
  info.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverities = severities;
  info.messageTypes = types;
  info.userCallback = Heard;
  info.userData = reinterpret_cast<void*>(static_cast<intptr_t>(number));
  return info;
}

// An application with an instance that has messengers.
class Listener {
 public:
  explicit Listener(OpenXrApp& app)
      : app_(app),
        create_(app.Get<PFN_xrCreateDebugUtilsMessengerEXT>("xrCreateDebugUtilsMessengerEXT")),
        destroy_(app.Get<PFN_xrDestroyDebugUtilsMessengerEXT>("xrDestroyDebugUtilsMessengerEXT")),
        submit_(app.Get<PFN_xrSubmitDebugUtilsMessageEXT>("xrSubmitDebugUtilsMessageEXT")) {}

  bool IsComplete() const {
    return create_ != nullptr && destroy_ != nullptr && submit_ != nullptr;
  }
  XrDebugUtilsMessengerEXT Create(size_t number, XrDebugUtilsMessageSeverityFlagsEXT severities,
                                  XrDebugUtilsMessageTypeFlagsEXT types) {
    const XrDebugUtilsMessengerCreateInfoEXT info = ForNumber(number, severities, types);
    XrDebugUtilsMessengerEXT messenger = XR_NULL_HANDLE;
    app_.Traced("xrCreateDebugUtilsMessengerEXT",
                [&] { return create_(app_.instance(), &info, &messenger); });
    return messenger;
  }
  void Destroy(XrDebugUtilsMessengerEXT messenger) {
    app_.Traced("xrDestroyDebugUtilsMessengerEXT", [&] { return destroy_(messenger); });
  }
  void Submit(XrDebugUtilsMessageSeverityFlagsEXT severity, XrDebugUtilsMessageTypeFlagsEXT type,
              const std::string& text) {
    XrDebugUtilsMessengerCallbackDataEXT data = {};
    data.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
    data.messageId = "id";
    data.functionName = "function";
    data.message = text.c_str();
    app_.Traced("xrSubmitDebugUtilsMessageEXT",
                [&] { return submit_(app_.instance(), severity, type, &data); });
  }

 private:
  OpenXrApp& app_;
  PFN_xrCreateDebugUtilsMessengerEXT create_;
  PFN_xrDestroyDebugUtilsMessengerEXT destroy_;
  PFN_xrSubmitDebugUtilsMessageEXT submit_;
};

// Creates an instance with the extension if the loader lists it, else traces "not_listed"
// (LS_XR_DEBUG_4.r1). Whether there is an instance.
bool Begin(OpenXrApp& app, const std::vector<std::string>& layers = {},
           const void* next = nullptr) {
  const std::vector<XrExtensionProperties> listed = app.EnumerateExtensions();
  if (std::none_of(listed.begin(), listed.end(), [](const XrExtensionProperties& one) {
        return one.extensionName == std::string(kDebugUtils);
      })) {
    AppEvent("not_listed");
    return false;
  }
  return app.CreateInstance({.layers = layers, .extensions = {kDebugUtils}, .next = next}) ==
         XR_SUCCESS;
}

OpenXrWorld Machine(Case& c, bool of_runtime) {
  OpenXrWorld world(c.subject());
  if (of_runtime) world.With(Runtime(kDefaultRuntime).Extensions({{kDebugUtils}}));
  return world;
}

// The texts that reached the messenger of that number, without those of the loader.
std::vector<std::string> HeardBy(const Observation& seen, size_t number) {
  std::vector<std::string> texts;
  for (const Event& event : seen.Select(kAppName, "message")) {
    if (event.Number("messenger") != static_cast<int64_t>(number)) continue;
    if (event.Text("text").starts_with("to ")) texts.push_back(event.Text("text"));
  }
  return texts;
}

// The first message is submitted to all messengers, the second to half of them, the third to the
// one that is destroyed last. A loader that calls a messenger twice, for itself and through the
// runtime, delivers what was submitted.
void JudgeMany(Case& c, const DestructionOrder& order) {
  const std::vector<size_t> destroyed = order.objects(kMessengers);
  const size_t half = destroyed.size() / 2;
  const Observation seen = Observe(c, Machine(c, false), [&](OpenXrApp& app) {
    if (!Begin(app)) return;
    Listener listener(app);
    if (!listener.IsComplete()) return;
    std::vector<XrDebugUtilsMessengerEXT> messengers;
    for (size_t i = 0; i < kMessengers; ++i) {
      messengers.push_back(listener.Create(i, kSeverities[3], kTypes[0]));
    }
    listener.Submit(kSeverities[3], kTypes[0], kTexts[0]);
    for (size_t i = 0; i < destroyed.size(); ++i) {
      if (i == half) listener.Submit(kSeverities[3], kTypes[0], kTexts[1]);
      if (i + 1 == destroyed.size()) listener.Submit(kSeverities[3], kTypes[0], kTexts[2]);
      listener.Destroy(messengers[destroyed[i]]);
    }
    app.DestroyInstance();
  });
  if (seen.First(kAppName, "not_listed").has_value()) {
    GTEST_SKIP() << "the loader does not list XR_EXT_debug_utils";
  }
  EXPECT_SEEN(XrResultsOf(seen, "xrDestroyDebugUtilsMessengerEXT"),
              AllOf(SizeIs(kMessengers), Each("XR_SUCCESS")))
      << "each messenger exists until it is destroyed";
  for (size_t i = 0; i < destroyed.size(); ++i) {
    std::vector<std::string> wanted = {kTexts[0]};
    if (i >= half) wanted.emplace_back(kTexts[1]);
    if (i + 1 == destroyed.size()) wanted.emplace_back(kTexts[2]);
    EXPECT_SEEN(HeardBy(seen, destroyed[i]), ElementsAreArray(wanted))
        << "each of " << kMessengers
        << " messengers gets what is submitted until it is destroyed, and nothing later";
  }
}

REGISTER_CASES {
  for (const DestructionOrder& order : kDestructionOrders) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_DEBUG_4},
                 fmt::format("many_messengers_destroyed_{}", order.name),
                 [&order](Case& c) { JudgeMany(c, order); });
  }
}

// One messenger after the other, in each of two instances, of which no more than one exists.
OPENXR_CASE(LS_XR_DEBUG_4, messengers_in_turn) {
  constexpr size_t kInTurn = 1100;
  const Observation seen = Observe(c, Machine(c, false), [](OpenXrApp& app) {
    for (size_t instance = 0; instance < 2; ++instance) {
      if (!Begin(app)) return;
      Listener listener(app);
      if (!listener.IsComplete()) return;
      for (size_t i = 0; i < kInTurn / 2; ++i) {
        const XrDebugUtilsMessengerEXT messenger = listener.Create(0, kSeverities[3], kTypes[0]);
        listener.Submit(kSeverities[3], kTypes[0], "to the one that there is");
        listener.Destroy(messenger);
      }
      app.DestroyInstance();
    }
  });
  if (seen.First(kAppName, "not_listed").has_value()) {
    GTEST_SKIP() << "the loader does not list XR_EXT_debug_utils";
  }
  EXPECT_SEEN(XrResultsOf(seen, "xrDestroyDebugUtilsMessengerEXT"),
              AllOf(SizeIs(kInTurn), Each("XR_SUCCESS")))
      << "each messenger exists until it is destroyed";
  EXPECT_SEEN(HeardBy(seen, 0), SizeIs(kInTurn))
      << "a messenger gets what is submitted, however many there were before it";
}

// Sixteen messengers, each for one severity and one type, and a message of each.
void JudgeSelection(Case& c, const std::vector<std::string>& layers, bool of_two_bits) {
  OpenXrWorld world = Machine(c, false);
  for (const std::string& name : layers) world.With(ApiLayer(name));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    if (!Begin(app, layers)) return;
    Listener listener(app);
    if (!listener.IsComplete()) return;
    for (size_t i = 0; i < 16; ++i) {
      const size_t severity = i / 4;
      const size_t type = i % 4;
      listener.Create(i,
                      kSeverities[severity] | (of_two_bits ? kSeverities[(severity + 1) % 4] : 0),
                      kTypes[type] | (of_two_bits ? kTypes[(type + 1) % 4] : 0));
    }
    for (size_t i = 0; i < 16; ++i) {
      listener.Submit(kSeverities[i / 4], kTypes[i % 4], fmt::format("to {}", i));
    }
    app.DestroyInstance();
  });
  if (seen.First(kAppName, "not_listed").has_value()) {
    GTEST_SKIP() << "the loader does not list XR_EXT_debug_utils";
  }
  const auto is_for = [of_two_bits](size_t bit, size_t own) {
    return bit == own || (of_two_bits && bit == (own + 1) % 4);
  };
  for (size_t messenger = 0; messenger < 16; ++messenger) {
    std::vector<std::string> wanted;
    for (size_t i = 0; i < 16; ++i) {
      if (is_for(i / 4, messenger / 4) && is_for(i % 4, messenger % 4)) {
        wanted.push_back(fmt::format("to {}", i));
      }
    }
    // Whether it gets others is for the specification of the extension to say, which is not among
    // the documents.
    EXPECT_SEEN(HeardBy(seen, messenger), IsSupersetOf(wanted))
        << "a messenger gets the messages of its severities and types";
  }
}

OPENXR_CASE(LS_XR_DEBUG_4, messengers_for_one_severity_and_type) { JudgeSelection(c, {}, false); }
OPENXR_CASE(LS_XR_DEBUG_4, messengers_for_two_severities_and_types) { JudgeSelection(c, {}, true); }
OPENXR_CASE(LS_XR_DEBUG_4, messengers_below_two_layers) { JudgeSelection(c, LayerNames(2), false); }

// Threads that submit messages at the same time: no parameter of the function is externally
// synchronized.
OPENXR_CASE(LS_XR_DEBUG_4, messages_of_several_threads) {
  const auto text = [](int thread) { return fmt::format("to all, from thread {}", thread); };
  const Observation seen = Observe(c, Machine(c, false), [&](OpenXrApp& app) {
    if (!Begin(app)) return;
    Listener listener(app);
    if (!listener.IsComplete()) return;
    listener.Create(0, kSeverities[3], kTypes[0]);
    InThreads(kThreads, [&](int thread) {
      for (int i = 0; i < kRounds; ++i) listener.Submit(kSeverities[3], kTypes[0], text(thread));
    });
    app.DestroyInstance();
  });
  if (seen.First(kAppName, "not_listed").has_value()) {
    GTEST_SKIP() << "the loader does not list XR_EXT_debug_utils";
  }
  std::vector<std::string> wanted;
  for (int thread = 1; thread <= kThreads; ++thread)
    wanted.insert(wanted.end(), kRounds, text(thread));
  EXPECT_SEEN(HeardBy(seen, 0), UnorderedElementsAreArray(wanted))
      << "a messenger gets the messages that each thread submits";
}

// A messenger that the first instance left, which goes with it, and one of the second instance.
void JudgeNextInstance(Case& c, bool of_runtime) {
  const Observation seen = Observe(c, Machine(c, of_runtime), [](OpenXrApp& app) {
    for (size_t number = 0; number < 2; ++number) {
      if (!Begin(app)) return;
      Listener listener(app);
      if (!listener.IsComplete()) return;
      listener.Create(number, kSeverities[3], kTypes[0]);
      listener.Submit(kSeverities[3], kTypes[0], fmt::format("to {}", number));
      app.DestroyInstance();
    }
  });
  if (seen.First(kAppName, "not_listed").has_value()) {
    GTEST_SKIP() << "the loader does not list XR_EXT_debug_utils";
  }
  for (size_t number = 0; number < 2; ++number) {
    std::vector<std::string> texts = HeardBy(seen, number);
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    EXPECT_SEEN(texts, ElementsAre(fmt::format("to {}", number)))
        << "a messenger gets what is submitted to its own instance, and nothing of the next one";
  }
}

OPENXR_CASE(LS_XR_DEBUG_4, messenger_of_the_next_instance) { JudgeNextInstance(c, false); }
OPENXR_CASE(LS_XR_DEBUG_4, messenger_of_the_next_instance_in_the_runtime) {
  JudgeNextInstance(c, true);
}

// A messenger of the loader, beside which a second instance is requested. A loader or runtime that
// supports one instance refuses it; every loader refuses one with a missing layer.
void JudgeBesideAnother(Case& c, const XrInstanceRequest& request) {
  const Observation seen = Observe(c, Machine(c, false), [&](OpenXrApp& app) {
    if (!Begin(app)) return;
    Listener listener(app);
    if (!listener.IsComplete()) return;
    const XrDebugUtilsMessengerEXT messenger = listener.Create(0, kSeverities[3], kTypes[0]);
    OpenXrApp other = app;  // whose instance is another one
    if (other.CreateInstance(request) == XR_SUCCESS) other.DestroyInstance();
    listener.Submit(kSeverities[3], kTypes[0], "to 0");
    listener.Destroy(messenger);
    app.DestroyInstance();
  });
  if (seen.First(kAppName, "not_listed").has_value()) {
    GTEST_SKIP() << "the loader does not list XR_EXT_debug_utils";
  }
  EXPECT_SEEN(HeardBy(seen, 0), ElementsAre("to 0"))
      << "another instance, or its refusal, does not affect the messenger of the first one";
  EXPECT_SEEN(XrResultOf(seen, "xrDestroyDebugUtilsMessengerEXT"), "XR_SUCCESS")
      << "the messenger exists until it is destroyed";
}

OPENXR_CASE(LS_XR_DEBUG_4, messenger_beside_a_second_instance) { JudgeBesideAnother(c, {}); }
OPENXR_CASE(LS_XR_LOADER_24, messenger_beside_a_missing_layer, policy::LS_XR_DEBUG_4) {
  JudgeBesideAnother(c, {.layers = {"XR_APILAYER_LS_missing"}});
}
OPENXR_CASE(LS_XR_LOADER_24, messenger_beside_a_missing_extension, policy::LS_XR_DEBUG_4) {
  JudgeBesideAnother(c, {.extensions = {"XR_LS_missing"}});
}
OPENXR_CASE(LS_XR_LOADER_24, messenger_beside_a_version_that_does_not_exist,
            policy::LS_XR_DEBUG_4) {
  JudgeBesideAnother(c, {.api_version = XR_MAKE_VERSION(9, 0, 0)});
}
OPENXR_CASE(LS_XR_LOADER_24, messenger_beside_an_application_without_a_name,
            policy::LS_XR_DEBUG_4) {
  JudgeBesideAnother(c, {.application = ""});
}

// Messengers with the same callback and the same user data: each is one of its own until it is
// destroyed. The application passes the structure of the first one when it creates the instance, or
// not.
void JudgeEqual(Case& c, bool in_chain, const DestructionOrder& order) {
  constexpr size_t kEqual = 3;
  const std::vector<size_t> destroyed = order.objects(kEqual);
  const Observation seen = Observe(c, Machine(c, false), [&](OpenXrApp& app) {
    const XrDebugUtilsMessengerCreateInfoEXT info = ForNumber(0, kSeverities[3], kTypes[0]);
    if (!Begin(app, {}, in_chain ? &info : nullptr)) return;
    Listener listener(app);
    if (!listener.IsComplete()) return;
    std::vector<XrDebugUtilsMessengerEXT> messengers;
    for (size_t i = 0; i < kEqual; ++i) {
      messengers.push_back(listener.Create(0, kSeverities[3], kTypes[0]));
    }
    for (size_t i = 0; i < kEqual; ++i) {
      listener.Submit(kSeverities[3], kTypes[0], fmt::format("to {}", i));
      listener.Destroy(messengers[destroyed[i]]);
    }
    app.DestroyInstance();
  });
  if (seen.First(kAppName, "not_listed").has_value()) {
    GTEST_SKIP() << "the loader does not list XR_EXT_debug_utils";
  }
  EXPECT_SEEN(XrResultsOf(seen, "xrDestroyDebugUtilsMessengerEXT"),
              AllOf(SizeIs(kEqual), Each("XR_SUCCESS")))
      << "each messenger exists until it is destroyed";
  EXPECT_SEEN(HeardBy(seen, 0), IsSupersetOf({"to 0", "to 1", "to 2"}))
      << "a messenger gets what is submitted until it is destroyed, whatever others have the same "
         "callback and user data";
}

REGISTER_CASES {
  for (const DestructionOrder& order : kDestructionOrders) {
    for (const bool in_chain : {false, true}) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_DEBUG_4},
                   fmt::format("equal_messengers_destroyed_{}{}", order.name,
                               in_chain ? "_beside_one_in_the_next_chain" : ""),
                   [&order, in_chain](Case& c) { JudgeEqual(c, in_chain, order); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::many_messengers
