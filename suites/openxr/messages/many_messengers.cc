// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/common/destruction_orders.h"
#include "suites/common/threads.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/messages/messengers.h"

// design, "Logging Classes"; application, "Application Usage of Extensions": messengers of
// XR_EXT_debug_utils, more than a table of fixed size holds, each for its own severities and types
// (LS_XR_DEBUG_4). Where the runtime has the extension, it calls them.
namespace loadstone::suites::many_messengers {
namespace {

using namespace messengers;

constexpr size_t kMessengers = 70;
constexpr const char* kTexts[] = {"to all of them", "to the second half", "to the last one"};

OpenXrWorld Machine(Case& c, bool of_runtime) {
  OpenXrWorld world(c.subject());
  if (of_runtime) world.With(Runtime(kDefaultRuntime).Extensions({{kDebugUtils}}));
  return world;
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
