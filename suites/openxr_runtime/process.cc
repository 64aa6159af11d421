// SPDX-License-Identifier: Apache-2.0
// LS_XR_RUNTIME_22: an application with an OpenXR runtime comes to its end.

#include "suites/common/threads.h"
#include "suites/openxr_runtime/runtime_app.h"

namespace loadstone::suites::process {
namespace {

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_22, application_comes_to_its_end, policy::LS_XR_RUNTIME_14) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    RuntimeApp app(runtime);
    app.RunFullSequence();
    app.Unload();
  });
  const auto refused = seen.First(kAppName, kRefused);
  ASSERT_HOLDS(!refused.has_value()) << refused->Text("why");
  if (const std::string policy = RuntimeBreaks(seen); !policy.empty()) AttributeFailureTo(policy);
  EXPECT_HOLDS(seen.FinishedNormally())
      << "an application with the runtime finishes; observed: " << seen.DescribeEnding();
}

// A loader loads a runtime to list its extensions or to create an instance, and unloads it
// afterwards.
OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_14, instance_after_the_library_was_loaded_again) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    RuntimeApp first(runtime);
    if (!first.usable() || first.CreateInstance() != XR_SUCCESS) return;
    first.DestroyInstance();
    first.Unload();
    Note("again", "loaded");
    RuntimeApp second(runtime);
    const XrResult result =
        second.usable() ? second.CreateInstance() : XR_ERROR_INITIALIZATION_FAILED;
    Note("instance", "0");  // that of the first
    Note("negotiated", "0");
    Note("again", std::to_string(result));
    if (result == XR_SUCCESS) second.DestroyInstance();
    second.Unload();
  });
  SKIP_FOR(WhyNoXrInstance(seen));
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "again"));
  EXPECT_SEEN(Answers(seen.events())["again"], "0")
      << "the runtime supports an instance in a process in which it was loaded and unloaded before";
}

// All functions can be called from any thread (api-fundamentals, "Threading Behavior").
OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_22, calls_from_another_thread) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    RuntimeApp app(runtime);
    if (!app.usable() || app.CreateInstance() != XR_SUCCESS) return;
    const auto ask = [&] {
      XrInstanceProperties properties = {};
      properties.type = XR_TYPE_INSTANCE_PROPERTIES;
      return RUNTIME_CALL(app, xrGetInstanceProperties, app.instance(), &properties);
    };
    if (ask() != XR_SUCCESS) return;
    Note("in a thread", "called");
    XrResult result = XR_SUCCESS;
    InAnotherThread([&] { result = ask(); });
    Note("in a thread", std::to_string(result));
    app.DestroyInstance();
  });
  SKIP_FOR(WhyNoXrInstance(seen));
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "in a thread"));
  EXPECT_SEEN(Answers(seen.events())["in a thread"], "0")
      << "xrGetInstanceProperties succeeds in another thread than that of the instance";
}

}  // namespace
}  // namespace loadstone::suites::process
