// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/openxr/layers.h"

// debug, "Loader Logging" and "Additional Debug Suggestions"; design, "Logging Classes": what the
// loader logs at which level and to whom, and libraries with missing symbols.
namespace loadstone::suites::messages {
namespace {

constexpr char kA[] = "XR_APILAYER_LS_a";
constexpr char kUnresolved[] = "XR_APILAYER_LS_unresolved";
constexpr char kCreate[] = "xrCreateInstance";
constexpr char kLevel[] = "XR_LOADER_DEBUG";

// Runs an application without any errors.
void JudgeSilence(Case& c, const char* level, const char* why) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA));
  if (level != nullptr) world.Env(kLevel, level);
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateLayers();
    app.EnumerateExtensions();
    app.RunFullSequence({.layers = {kA}});
  });
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS") << "an instance can be created";
  EXPECT_SEEN(seen.output(), IsEmpty()) << why;
}

OPENXR_CASE(LS_XR_DEBUG_3, nothing_to_say) {
  JudgeSilence(c, nullptr, "XR_LOADER_DEBUG enables logging; without it only errors are logged");
}
OPENXR_CASE(LS_XR_DEBUG_1, nothing_to_say_at_level_error) {
  JudgeSilence(c, "error", "the level error logs only errors, and no error occurs");
}

constexpr char kDebugUtils[] = "XR_EXT_debug_utils";

XRAPI_ATTR XrBool32 XRAPI_CALL OnMessage(XrDebugUtilsMessageSeverityFlagsEXT,
                                         XrDebugUtilsMessageTypeFlagsEXT,
                                         const XrDebugUtilsMessengerCallbackDataEXT* data,
                                         void* user) {
  AppEvent("message")
      .Add("text", data->message != nullptr ? data->message : "")
      .Add("messenger", static_cast<int64_t>(reinterpret_cast<intptr_t>(user)));
  return XR_FALSE;
}

XrDebugUtilsMessengerCreateInfoEXT Messenger() {
  XrDebugUtilsMessengerCreateInfoEXT info = {};
  info.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverities = XR_DEBUG_UTILS_MESSAGE_SEVERITY_VERBOSE_BIT_EXT |
                           XR_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT |
                           XR_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                           XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageTypes = XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT |
                      XR_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                      XR_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT |
                      XR_DEBUG_UTILS_MESSAGE_TYPE_CONFORMANCE_BIT_EXT;
  info.userCallback = OnMessage;
  return info;
}

// What the loader logs must reach the messenger as well; what it logs is open: LS_XR_DEBUG_5.r1.
void ExpectDelivered(const Observation& seen) {
  if (XrResultOf(seen, kCreate) == "XR_ERROR_EXTENSION_NOT_PRESENT") {
    GTEST_SKIP() << "the loader does not offer XR_EXT_debug_utils";
  }
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS") << "the instance can be created";
  EXPECT_SEEN(XrResultOf(seen, "xrDestroyInstance"), "XR_SUCCESS") << "the instance exists";
  if (seen.output().empty()) return;  // The loader logged nothing.
  EXPECT_SEEN(seen.Select(kAppName, "message"), Not(IsEmpty()))
      << "messages that the loader logs reach the messenger";
}

// A messenger does not replace the log. The layer is missing, so no messenger of the runtime
// exists.
OPENXR_CASE(LS_XR_DEBUG_1, errors_are_logged_beside_a_messenger) {
  const OpenXrWorld world = OpenXrWorld(c.subject()).Env(kLevel, "error");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    const XrDebugUtilsMessengerCreateInfoEXT messenger = Messenger();
    app.CreateInstance(
        {.layers = {"XR_APILAYER_LS_missing"}, .extensions = {kDebugUtils}, .next = &messenger});
  });
  EXPECT_SEEN(XrResultOf(seen, kCreate), IsXrError()) << "a layer is missing";
  EXPECT_SEEN(seen.output(), Not(IsEmpty()))
      << "XR_LOADER_DEBUG makes the loader log its errors, whoever else gets them";
}

// The loader logs only while the instance is created or destroyed.
OPENXR_CASE(LS_XR_DEBUG_5, messenger_in_the_next_chain, policy::LS_XR_DEBUG_4) {
  const OpenXrWorld world = OpenXrWorld(c.subject()).Env(kLevel, "all");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    const XrDebugUtilsMessengerCreateInfoEXT messenger = Messenger();
    if (app.CreateInstance({.extensions = {kDebugUtils}, .next = &messenger}) == XR_SUCCESS) {
      app.DestroyInstance();
    }
  });
  ExpectDelivered(seen);
}

// Several messengers in the chain, with other structures between them: the first one of a type
// counts (fundamentals, "Next Chain Structure Uniqueness"). It is `first`; the others get all
// messages, or those that it does not get.
Observation CreateWithSeveral(Case& c, size_t count, bool apart,
                              const XrDebugUtilsMessengerCreateInfoEXT& first) {
  XrDebugUtilsMessengerCreateInfoEXT later = Messenger();
  if (later.messageSeverities != first.messageSeverities) {
    later.messageSeverities &= ~first.messageSeverities;
  }
  if (later.messageTypes != first.messageTypes) later.messageTypes &= ~first.messageTypes;
  const OpenXrWorld world = OpenXrWorld(c.subject()).Env(kLevel, "all");
  return Observe(c, world, [&](OpenXrApp& app) {
    std::vector<XrDebugUtilsMessengerCreateInfoEXT> messengers(count, later);
    messengers[0] = first;
    std::vector<XrBaseInStructure> between(count);
    for (size_t i = count; i-- > 0;) {
      const void* next = i + 1 < count ? &messengers[i + 1] : nullptr;
      between[i].type = static_cast<XrStructureType>(1999123456 + static_cast<int>(i));
      between[i].next = static_cast<const XrBaseInStructure*>(next);
      messengers[i].next = apart ? &between[i] : next;
      messengers[i].userData = reinterpret_cast<void*>(i);
    }
    if (app.CreateInstance({.extensions = {kDebugUtils}, .next = messengers.data()}) ==
        XR_SUCCESS) {
      app.DestroyInstance();
    }
  });
}

// Whether the loader sends any messages is open.
void JudgeFirstOf(Case& c, size_t count, bool apart,
                  const XrDebugUtilsMessengerCreateInfoEXT& first) {
  const Observation seen = CreateWithSeveral(c, count, apart, first);
  if (XrResultOf(seen, kCreate) == "XR_ERROR_EXTENSION_NOT_PRESENT") {
    GTEST_SKIP() << "the loader does not offer XR_EXT_debug_utils";
  }
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS")
      << "the structures of a type after the first one are ignored";
  for (const Event& event : seen.Select(kAppName, "message")) {
    EXPECT_SEEN(event.Number("messenger"), 0)
        << "of several structures of one type in a next chain, only the first is processed";
  }
}

// Both get all messages.
OPENXR_CASE(LS_XR_DEBUG_5, two_messengers_in_the_next_chain, policy::LS_XR_DEBUG_4) {
  ExpectDelivered(CreateWithSeveral(c, 2, false, Messenger()));
}

OPENXR_CASE(LS_XR_DEBUG_7, first_of_two_messengers_in_the_next_chain, policy::LS_XR_DEBUG_4) {
  JudgeFirstOf(c, 2, false, Messenger());
}
OPENXR_CASE(LS_XR_DEBUG_7, first_of_two_messengers_apart, policy::LS_XR_DEBUG_4) {
  JudgeFirstOf(c, 2, true, Messenger());
}
OPENXR_CASE(LS_XR_DEBUG_7, first_of_three_messengers_apart, policy::LS_XR_DEBUG_4) {
  JudgeFirstOf(c, 3, true, Messenger());
}

// The first messenger wants few messages, or none that a loader sends.
OPENXR_CASE(LS_XR_DEBUG_7, first_messenger_for_errors_only, policy::LS_XR_DEBUG_4) {
  XrDebugUtilsMessengerCreateInfoEXT first = Messenger();
  first.messageSeverities = XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  JudgeFirstOf(c, 2, false, first);
}
OPENXR_CASE(LS_XR_DEBUG_7, first_messenger_for_conformance_only, policy::LS_XR_DEBUG_4) {
  XrDebugUtilsMessengerCreateInfoEXT first = Messenger();
  first.messageTypes = XR_DEBUG_UTILS_MESSAGE_TYPE_CONFORMANCE_BIT_EXT;
  JudgeFirstOf(c, 2, false, first);
}

OPENXR_CASE(LS_XR_DEBUG_5, messenger_behind_another_structure) {
  const OpenXrWorld world = OpenXrWorld(c.subject()).Env(kLevel, "all");
  ExpectDelivered(Observe(c, world, [](OpenXrApp& app) {
    const XrDebugUtilsMessengerCreateInfoEXT messenger = Messenger();
    XrBaseInStructure unknown = {};
    unknown.type = static_cast<XrStructureType>(1999123456);
    unknown.next = reinterpret_cast<const XrBaseInStructure*>(&messenger);
    if (app.CreateInstance({.extensions = {kDebugUtils}, .next = &unknown}) == XR_SUCCESS) {
      app.DestroyInstance();
    }
  }));
}

// Each of two instances has a messenger in its chain: the first is not called for the second
// instance, when what it points to may be gone.
OPENXR_CASE(LS_XR_DEBUG_5, messengers_in_the_next_chains_of_two_instances) {
  const OpenXrWorld world = OpenXrWorld(c.subject()).Env(kLevel, "all");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    for (size_t i = 0; i < 2; ++i) {
      XrDebugUtilsMessengerCreateInfoEXT messenger = Messenger();
      messenger.userData = reinterpret_cast<void*>(i);
      AppEvent("instance").Add("number", static_cast<int64_t>(i));
      if (app.CreateInstance({.extensions = {kDebugUtils}, .next = &messenger}) != XR_SUCCESS) {
        return;
      }
      app.DestroyInstance();
    }
  });
  ExpectDelivered(seen);
  int64_t current = 0;
  for (const Event& event : seen.events()) {
    if (event.who() != kAppName) continue;
    if (event.what() == "instance") current = event.Number("number");
    if (event.what() != "message") continue;
    EXPECT_SEEN(event.Number("messenger"), current)
        << "the messenger in the next chain of an instance gets the messages of this instance";
  }
}

// A creation with a messenger in its chain fails, before an instance with a messenger of its own or
// while there is one. Once it has failed, what its messenger points to may be gone.
void JudgeFailedCreation(Case& c, XrInstanceRequest failing, bool beside) {
  const OpenXrWorld world = OpenXrWorld(c.subject()).Env(kLevel, "all");
  failing.extensions.emplace_back(kDebugUtils);
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    const auto fail = [&] {
      XrDebugUtilsMessengerCreateInfoEXT messenger = Messenger();
      messenger.userData = reinterpret_cast<void*>(1);
      failing.next = &messenger;
      OpenXrApp other = app;  // whose instance is another one
      if (other.CreateInstance(failing) == XR_SUCCESS) other.DestroyInstance();
      AppEvent("failed");
    };
    const XrDebugUtilsMessengerCreateInfoEXT own = Messenger();
    if (!beside) fail();
    if (app.CreateInstance({.extensions = {kDebugUtils}, .next = &own}) != XR_SUCCESS) return;
    if (beside) fail();
    app.DestroyInstance();
  });
  bool failed = false;
  std::vector<int64_t> called;
  for (const Event& event : seen.events()) {
    if (event.who() != kAppName) continue;
    if (event.what() == "failed") failed = true;
    if (failed && event.what() == "message") called.push_back(event.Number("messenger"));
  }
  EXPECT_SEEN(called, Each(Eq(0)))
      << "the messenger of a creation that failed gets no messages of another instance";
}

struct FailingCreation {
  const char* name;
  XrInstanceRequest request;
};

REGISTER_CASES {
  static const std::vector<FailingCreation> kFailing = {
      {"a_missing_layer", {.layers = {"XR_APILAYER_LS_missing"}}},
      {"a_missing_extension", {.extensions = {"XR_LS_missing"}}},
      {"a_version_that_does_not_exist", {.api_version = XR_MAKE_VERSION(9, 0, 0)}},
      {"an_application_without_a_name", {.application = ""}},
      {"a_second_instance", {}}};
  for (const FailingCreation& failing : kFailing) {
    for (const bool beside : {false, true}) {
      if (!beside && failing.name == std::string("a_second_instance")) continue;
      RegisterCase(
          Api::kOpenXr, {policy::LS_XR_DEBUG_5},
          fmt::format("messenger_in_the_next_chain_of_{}{}", failing.name,
                      beside ? "_beside_an_instance" : ""),
          [&failing, beside](Case& c) { JudgeFailedCreation(c, failing.request, beside); });
    }
  }
}

// Only errors are logged, and they occur while the messenger exists.
OPENXR_CASE(LS_XR_DEBUG_5, messenger_of_its_own, policy::LS_XR_DEBUG_4) {
  const OpenXrWorld world = OpenXrWorld(c.subject()).Env(kLevel, "error");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    if (app.CreateInstance({.extensions = {kDebugUtils}}) != XR_SUCCESS) return;
    const XrDebugUtilsMessengerCreateInfoEXT info = Messenger();
    XrDebugUtilsMessengerEXT messenger = XR_NULL_HANDLE;
    const auto create =
        app.Get<PFN_xrCreateDebugUtilsMessengerEXT>("xrCreateDebugUtilsMessengerEXT");
    if (create == nullptr) return;
    app.Traced("xrCreateDebugUtilsMessengerEXT",
               [&] { return create(app.instance(), &info, &messenger); });
    app.EnumerateExtensions("XR_APILAYER_LS_none");
    app.DestroyInstance();
  });
  ExpectDelivered(seen);
}

// A library that lacks a function which it never calls: with LD_BIND_NOW it cannot be loaded.
OPENXR_CASE(LS_XR_DEBUG_6, layer_with_a_missing_symbol) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kUnresolved).Binary("openxr_layer_unresolved"));
  world.With(ApiLayer(kA).Implicit()).Env("LD_BIND_NOW", "1");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.RunFullSequence({.layers = {kUnresolved}});
    app.RunFullSequence();
  });
  EXPECT_SEEN(Loaded(seen), Not(Contains(kUnresolved)))
      << "with LD_BIND_NOW a library with missing symbols is not loaded";
  EXPECT_SEEN(XrResultsOf(seen, kCreate),
              ElementsAre(AnyOf(IsXrError(), Eq("XR_SUCCESS")), "XR_SUCCESS"))
      << "the instance creation fails or succeeds without the layer, and the next one works as "
         "usual"
      << reading::LS_XR_DEBUG_6_r1;
  EXPECT_SEEN(ApiLayerChain(seen), AnyOf(ElementsAre(kA), ElementsAre(kA, kA)))
      << "the other layer is used";
}

OPENXR_CASE(LS_XR_DEBUG_6, runtime_with_a_missing_symbol) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Binary("openxr_runtime_unresolved")).Env("LD_BIND_NOW", "1");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(Loaded(seen), Not(Contains(kDefaultRuntime)))
      << "with LD_BIND_NOW a library with missing symbols is not loaded";
  EXPECT_SEEN(XrResultOf(seen, kCreate), IsXrError())
      << "without a runtime, creating an instance fails";
}

}  // namespace
}  // namespace loadstone::suites::messages
