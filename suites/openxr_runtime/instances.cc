// SPDX-License-Identifier: Apache-2.0
// How an OpenXR runtime handles instances: "Instance" and "Instance Lifecycle", "Valid Usage for
// Structure Pointer Chains" of the API specification.

#include <fmt/format.h>

#include "suites/openxr_runtime/runtime_app.h"

namespace loadstone::suites::instances {
namespace {

// The case that judges a runtime that can create only one instance.
constexpr char kFollows[] = "LS_XR_RUNTIME_14/an_instance_follows_another";

// Notes under `question` the result of creating an instance with `request`, after `usual` ordinary
// ones. Notes nothing if one of these is refused.
Observation RunAfterOrdinaryInstances(Case& c, int usual, const char* question,
                                      const RuntimeInstanceRequest& request) {
  return RunRuntime(c, [=](const ComponentUnderTest& runtime) {
    RuntimeApp app(runtime);
    if (!app.usable()) return;
    for (int number = 0; number < usual; ++number) {
      if (app.CreateInstance() != XR_SUCCESS) return;
      app.DestroyInstance();
    }
    Note(question, "asked");
    const XrResult result = app.CreateInstance(request);
    Note("instance", "0");  // the result of the ordinary instance
    Note(question, std::to_string(result));
    if (result == XR_SUCCESS) app.DestroyInstance();
  });
}

// Why `question` was not asked; empty if it was.
SkipReason WhyNotAsked(const Observation& seen, const char* question) {
  if (const SkipReason why = WhyNoXrInstance(seen); !why.empty()) return why;
  if (Answers(seen.events()).contains(question)) return {};
  if (const SkipReason why = WhyRuntimeNotSeen(seen); !why.empty()) return why;
  return Unjudged("the runtime makes no second instance, with nothing special", {kFollows});
}

// The XrResult noted under `question`.
std::string NotedResult(const Observation& seen, const char* question) {
  return Answers(seen.events())[question];
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_14, an_instance_follows_another) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunAfterOrdinaryInstances(c, 1, "second", {});
  SKIP_FOR(WhyNoXrInstance(seen));
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "second"));
  EXPECT_SEEN(NotedResult(seen, "second"), "0")
      << "a second instance can be created after the first one was destroyed";
}

// Runtimes refuse the requests in between (LS_XR_RUNTIME_15), or create these instances too.
OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_14, an_instance_follows_a_refused_one) {
  constexpr char kAfter[] = "after a refusal";
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [=](const ComponentUnderTest& runtime) {
    RuntimeApp app(runtime);
    if (!app.usable()) return;
    for (int number = 0; number < 2; ++number) {
      if (app.CreateInstance() != XR_SUCCESS) return;
      app.DestroyInstance();
    }
    for (const RuntimeInstanceRequest& request :
         {RuntimeInstanceRequest{.application = ""},
          RuntimeInstanceRequest{.api_version = XR_MAKE_VERSION(1000, 0, 0)}}) {
      if (app.CreateInstance(request) == XR_SUCCESS) app.DestroyInstance();
    }
    const XrResult result = app.CreateInstance();
    Note("instance", "0");  // the result of the ordinary instance
    Note(kAfter, std::to_string(result));
    if (result == XR_SUCCESS) app.DestroyInstance();
  });
  SKIP_FOR(WhyNotAsked(seen, kAfter));
  EXPECT_SEEN(NotedResult(seen, kAfter), "0")
      << "an instance can be created after others were refused";
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_15, empty_name_is_invalid) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunAfterOrdinaryInstances(c, 2, "without a name", {.application = ""});
  SKIP_FOR(WhyNotAsked(seen, "without a name"));
  EXPECT_SEEN(NotedResult(seen, "without a name"), std::to_string(XR_ERROR_NAME_INVALID))
      << "an empty applicationName is refused with XR_ERROR_NAME_INVALID";
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_15, unsupported_version_is_told) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen =
      RunAfterOrdinaryInstances(c, 2, "version 1000", {.api_version = XR_MAKE_VERSION(1000, 0, 0)});
  SKIP_FOR(WhyNotAsked(seen, "version 1000"));
  EXPECT_SEEN(NotedResult(seen, "version 1000"), std::to_string(XR_ERROR_API_VERSION_UNSUPPORTED))
      << "an apiVersion of OpenXR 1000.0 is refused with XR_ERROR_API_VERSION_UNSUPPORTED";
}

// Versions that no document has yet, so that no runtime can support them.
void ExpectVersionRefused(Case& c, const char* question, XrVersion version) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunAfterOrdinaryInstances(c, 2, question, {.api_version = version});
  SKIP_FOR(WhyNotAsked(seen, question));
  EXPECT_SEEN(NotedResult(seen, question), std::to_string(XR_ERROR_API_VERSION_UNSUPPORTED))
      << "an apiVersion that does not exist is refused with XR_ERROR_API_VERSION_UNSUPPORTED";
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_15, minor_version_that_does_not_exist) {
  ExpectVersionRefused(c, "version 1.1023", XR_MAKE_VERSION(1, 1023, 0));
}
OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_15, next_major_version) {
  ExpectVersionRefused(c, "version 2.0", XR_MAKE_VERSION(2, 0, 0));
}
OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_15, largest_version) {
  ExpectVersionRefused(c, "the largest version", UINT64_MAX);
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_16, unknown_structures_are_ignored) {
  SKIP_FOR(WhyNoLibrary(c));
  static const XrBaseInStructure kUnknown = {static_cast<XrStructureType>(1999999999), nullptr};
  const Observation seen =
      RunAfterOrdinaryInstances(c, 2, "unknown structure", {.next = &kUnknown});
  SKIP_FOR(WhyNotAsked(seen, "unknown structure"));
  EXPECT_SEEN(NotedResult(seen, "unknown structure"), "0")
      << "a structure of an unknown type in the next chain is ignored";
}

}  // namespace
}  // namespace loadstone::suites::instances
