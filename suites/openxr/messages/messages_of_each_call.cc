// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <iterator>

#include "suites/openxr/layers.h"
#include "suites/openxr/messages/messengers.h"
#include "suites/openxr/messages/parts.h"

// design, "Logging Classes": what the loader logs during a call reaches a messenger that exists
// during that call.
namespace loadstone::suites::messages_of_each_call {
namespace {

using namespace messengers;

constexpr char kMissing[] = "XR_APILAYER_LS_missing";

constexpr struct {
  const char* name;
  void (*make)(OpenXrApp& app);
} kCalls[] = {
    {"listing_layers", [](OpenXrApp& app) { app.EnumerateLayers(); }},
    {"listing_extensions", [](OpenXrApp& app) { app.EnumerateExtensions(); }},
    {"extensions_of_a_layer", [](OpenXrApp& app) { app.EnumerateExtensions("XR_APILAYER_LS_a"); }},
    {"extensions_of_a_missing_layer", [](OpenXrApp& app) { app.EnumerateExtensions(kMissing); }},
    {"an_instance_with_a_missing_layer",
     [](OpenXrApp& app) {
       OpenXrApp other = app;  // whose instance is another one
       if (other.CreateInstance({.layers = {kMissing}}) == XR_SUCCESS) other.DestroyInstance();
     }},
};

// What becomes of the messenger before the call.
enum class Messenger { kExists, kDestroyed, kRefused };

Observation RunCall(Case& c, void (*make)(OpenXrApp& app), bool of_runtime, Messenger messenger) {
  OpenXrWorld world(c.subject());
  world.Env("XR_LOADER_DEBUG", "all").With(ApiLayer("XR_APILAYER_LS_a"));
  Runtime runtime(kDefaultRuntime);
  if (of_runtime) runtime.Extensions({{kDebugUtils}});
  if (messenger == Messenger::kRefused) {
    runtime.Behaviour(R"({"results": {"xrCreateDebugUtilsMessengerEXT": -2}})");
  }
  world.With(runtime);
  return Observe(c, world, [&](OpenXrApp& app) {
    if (!Begin(app)) return;
    Listener listener(app);
    if (!listener.IsComplete()) return;
    const XrDebugUtilsMessengerEXT handle =
        listener.Create(0, kSeverities[0] | kSeverities[1] | kSeverities[2] | kSeverities[3],
                        kTypes[0] | kTypes[1] | kTypes[2] | kTypes[3]);
    if (messenger == Messenger::kDestroyed) listener.Destroy(handle);
    NextPart();
    make(app);
    NextPart();
    app.DestroyInstance();
  });
}

// What the loader logs is open (LS_XR_DEBUG_5.r1).
void JudgeCall(Case& c, void (*make)(OpenXrApp& app), bool of_runtime, Messenger messenger) {
  const Observation seen = RunCall(c, make, of_runtime, messenger);
  if (seen.First(kAppName, "not_listed").has_value()) {
    GTEST_SKIP() << "the loader does not list XR_EXT_debug_utils";
  }
  const std::vector<std::string> logged = PartsOfOutput(seen);
  const std::vector<size_t> heard = PartsOfTrace(seen, "message");
  ASSERT_SEEN(heard, SizeIs(3)) << "the instance can be created and has the functions";
  ASSERT_SEEN(logged, SizeIs(3)) << "the output of the application must exist";
  if (messenger != Messenger::kExists) {
    EXPECT_SEEN(heard[1] + heard[2], 0U) << "a messenger that does not exist gets no message";
  } else if (!logged[1].empty()) {
    EXPECT_SEEN(heard[1], Gt(0U)) << "messages that the loader logs reach the messenger";
  }
}

REGISTER_CASES {
  for (const auto& call : kCalls) {
    for (const bool of_runtime : {false, true}) {
      const std::string where = of_runtime ? "_where_the_runtime_has_the_extension" : "";
      RegisterCase(Api::kOpenXr, {policy::LS_XR_DEBUG_5, policy::LS_XR_DEBUG_4},
                   fmt::format("messages_of_{}{}", call.name, where), [&call, of_runtime](Case& c) {
                     JudgeCall(c, call.make, of_runtime, Messenger::kExists);
                   });
    }
  }
  for (const bool of_runtime : {false, true}) {
    const std::string where = of_runtime ? "_of_the_runtime" : "";
    RegisterCase(
        Api::kOpenXr, {policy::LS_XR_DEBUG_4},
        fmt::format("no_messages_for_a_destroyed_messenger{}", where),
        [of_runtime](Case& c) { JudgeCall(c, kCalls[3].make, of_runtime, Messenger::kDestroyed); });
  }
}

OPENXR_CASE(LS_XR_DEBUG_4, no_messages_for_a_messenger_that_the_runtime_refuses) {
  JudgeCall(c, kCalls[3].make, true, Messenger::kRefused);
}

// The extension at each place of a list of three.
void JudgePlace(Case& c, size_t place) {
  std::vector<std::string> extensions = {"XR_LS_one", "XR_LS_two"};
  OpenXrWorld world(c.subject());
  world.Env("XR_LOADER_DEBUG", "all");
  world.With(Runtime(kDefaultRuntime).Extensions({{extensions[0]}, {extensions[1]}}));
  extensions.insert(extensions.begin() + static_cast<std::ptrdiff_t>(place), kDebugUtils);
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    const XrDebugUtilsMessengerCreateInfoEXT messenger =
        ForNumber(0, kSeverities[0] | kSeverities[1] | kSeverities[2] | kSeverities[3],
                  kTypes[0] | kTypes[1] | kTypes[2] | kTypes[3]);
    const XrResult result = app.CreateInstance({.extensions = extensions, .next = &messenger});
    NextPart();
    if (result == XR_SUCCESS) app.DestroyInstance();
  });
  const std::string result = XrResultOf(seen, "xrCreateInstance");
  if (result == "XR_ERROR_EXTENSION_NOT_PRESENT") {
    GTEST_SKIP() << "the loader does not offer XR_EXT_debug_utils";
  }
  EXPECT_SEEN(result, "XR_SUCCESS") << "all of the extensions are present";
  if (PartsOfOutput(seen)[0].empty()) return;
  EXPECT_SEEN(PartsOfTrace(seen, "message")[0], Gt(0U))
      << "messages that the loader logs reach the messenger, wherever in the list the extension is";
}

REGISTER_CASES {
  constexpr const char* kPlaces[] = {"first", "second", "last"};
  for (size_t i = 0; i < std::size(kPlaces); ++i) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_DEBUG_5, policy::LS_XR_DEBUG_4},
                 fmt::format("messenger_in_the_next_chain_where_the_extension_is_{}", kPlaces[i]),
                 [i](Case& c) { JudgePlace(c, i); });
  }
}

}  // namespace
}  // namespace loadstone::suites::messages_of_each_call
