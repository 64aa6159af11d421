// SPDX-License-Identifier: Apache-2.0
// How an OpenXR runtime answers queries for functions and extensions: "Function Pointers" and
// "Variable size buffer parameters" of the API specification.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "policies/reading_ids.h"
#include "suites/openxr/call_chain/core_commands.h"
#include "suites/openxr_runtime/runtime_app.h"

namespace loadstone::suites::queries {
namespace {

constexpr char kNonexistentFunction[] = "xrLoadstoneNobodysFunctionLS";
constexpr const char* kGlobal[] = {"xrCreateInstance", "xrEnumerateInstanceExtensionProperties"};
// Loaders answer it themselves.
constexpr char kOfLoaders[] = "xrEnumerateApiLayerProperties";

bool IsGlobal(const std::string& name) {
  return name == kGlobal[0] || name == kGlobal[1] || name == kOfLoaders;
}

// Queries `names` with `instance`, and notes under `question` those for which `good` is false.
template <typename Names, typename Good>
void NoteBad(const RuntimeApp& app, const std::string& question, XrInstance instance,
             const Names& names, const Good& good) {
  std::vector<std::string> bad;
  for (const char* name : names) {
    PFN_xrVoidFunction function = nullptr;
    const XrResult result = app.Query(instance, name, &function);
    if (!good(name, result, function))
      bad.push_back(fmt::format("{}: XrResult {}", name, int{result}));
  }
  Note(question, fmt::format("{}", fmt::join(bad, ", ")));
}

bool IsGiven(const char*, XrResult result, PFN_xrVoidFunction function) {
  return result == XR_SUCCESS && function != nullptr;
}

constexpr char kBeside[] = " beside an instance";

// Queries `names` without an instance, before there is one and beside one. The runtime may refuse
// that instance, which is a matter of other policies.
template <typename Names, typename Good>
Observation AskWithoutInstance(Case& c, const std::string& question, const Names& names,
                               const Good& good) {
  return RunRuntime(c, [&](const ComponentUnderTest& runtime) {
    RuntimeApp app(runtime);
    if (!app.usable()) return;
    NoteBad(app, question, XR_NULL_HANDLE, names, good);
    if (app.CreateInstance() != XR_SUCCESS) return;
    NoteBad(app, question + kBeside, XR_NULL_HANDLE, names, good);
    app.DestroyInstance();
  });
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_19, gives_what_needs_no_instance) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = AskWithoutInstance(c, "not given", kGlobal, IsGiven);
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "not given"));
  auto answers = Answers(seen.events());
  for (const char* when : {"", kBeside}) {
    EXPECT_SEEN(answers[std::string("not given") + when], "")
        << "xrGetInstanceProcAddr returns each of these functions without an instance";
  }
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_19, answers_others_with_handle_invalid) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen =
      AskWithoutInstance(c, "not refused", kCoreCommands,
                         [](const std::string& name, XrResult result, PFN_xrVoidFunction function) {
                           return IsGlobal(name) || name == "xrGetInstanceProcAddr" ||
                                  (XR_FAILED(result) && function == nullptr);
                         });
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "not refused"));
  auto answers = Answers(seen.events());
  for (const char* when : {"", kBeside}) {
    EXPECT_SEEN(answers[std::string("not refused") + when], "")
        << "when no instance is passed, xrGetInstanceProcAddr answers each of these with an error "
           "and no function"
        << reading::LS_XR_RUNTIME_19_r1;
  }
}

// Calls `ask` with an instance, and with another one that follows it; whether that one must be
// created is a matter of LS_XR_RUNTIME_14.
Observation AskTwoInstances(Case& c,
                            const std::function<void(const RuntimeApp&, const char* which)>& ask) {
  return RunRuntime(c, [&ask](const ComponentUnderTest& runtime) {
    RuntimeApp app(runtime);
    for (const char* which : {"", " for the second instance"}) {
      if (!app.usable()) return;
      const XrResult created = app.CreateInstance();
      if (*which != '\0') Note("instance", "0");  // the result of the first one
      if (created != XR_SUCCESS) return;
      ask(app, which);
      app.DestroyInstance();
    }
  });
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_20, gives_core_functions) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = AskTwoInstances(c, [](const RuntimeApp& app, const char* which) {
    NoteBad(app, std::string("not given") + which, app.instance(), kCoreCommands,
            [](const std::string& name, XrResult result, PFN_xrVoidFunction function) {
              return name == kOfLoaders || IsGiven(nullptr, result, function);
            });
  });
  SKIP_FOR(WhyNoXrInstance(seen));
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "not given"));
  SKIP_FOR(WhyRuntimeNotSeen(seen));
  auto answers = Answers(seen.events());
  EXPECT_SEEN(answers["not given"], "")
      << "xrGetInstanceProcAddr returns each of these core functions";
  EXPECT_SEEN(answers["not given for the second instance"], "")
      << "xrGetInstanceProcAddr returns each of these core functions for every instance";
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_20, unknown_names_are_unsupported) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    RuntimeApp app(runtime);
    if (!app.usable() || app.CreateInstance() != XR_SUCCESS) return;
    NoteBad(app, "not refused", app.instance(), std::vector<const char*>{kNonexistentFunction},
            [](const char*, XrResult result, PFN_xrVoidFunction) {
              return result == XR_ERROR_FUNCTION_UNSUPPORTED;
            });
  });
  SKIP_FOR(WhyNoXrInstance(seen));
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "not refused"));
  EXPECT_SEEN(Answers(seen.events())["not refused"], "")
      << "xrGetInstanceProcAddr answers an unknown name with XR_ERROR_FUNCTION_UNSUPPORTED";
}

// Functions of extensions that the application does not enable.
constexpr const char* kDisabled[] = {"xrCreateHandTrackerEXT",
                                     "xrLocateHandJointsEXT",
                                     "xrCreateDebugUtilsMessengerEXT",
                                     "xrGetVisibilityMaskKHR",
                                     "xrPerfSettingsSetPerformanceLevelEXT",
                                     "xrGetVulkanGraphicsRequirements2KHR",
                                     "xrGetOpenGLGraphicsRequirementsKHR",
                                     "xrConvertTimeToTimespecTimeKHR",
                                     "xrGetDisplayRefreshRateFB",
                                     "xrCreatePassthroughFB"};

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_20, functions_of_disabled_extensions_are_unsupported) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    RuntimeApp app(runtime);
    if (!app.usable() || app.CreateInstance() != XR_SUCCESS) return;
    NoteBad(app, "not refused", app.instance(), kDisabled,
            [](const char*, XrResult result, PFN_xrVoidFunction) {
              return result == XR_ERROR_FUNCTION_UNSUPPORTED;
            });
  });
  SKIP_FOR(WhyNoXrInstance(seen));
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "not refused"));
  EXPECT_SEEN(Answers(seen.events())["not refused"], "")
      << "xrGetInstanceProcAddr answers functions of extensions that are not enabled with "
         "XR_ERROR_FUNCTION_UNSUPPORTED";
}

// Notes the results of xrEnumerateInstanceExtensionProperties with capacity 0, and with too small a
// capacity.
Observation AskForExtensions(Case& c) {
  return RunRuntime(c, [](const ComponentUnderTest& runtime) {
    const RuntimeApp app(runtime);
    if (!app.usable()) return;
    PFN_xrVoidFunction function = nullptr;
    const XrResult found = app.Query(XR_NULL_HANDLE, kGlobal[1], &function);
    if (!IsGiven(kGlobal[1], found, function)) return;
    uint32_t count = ~uint32_t{0};
    Note("no room", std::to_string(app.EnumerateExtensions(0, &count)));
    Note("number", std::to_string(static_cast<int32_t>(count)));
    if (count < 2 || count == ~uint32_t{0}) return;
    uint32_t again = ~uint32_t{0};
    const XrResult result = app.EnumerateExtensions(count - 1, &again);
    Note("too little", fmt::format("{} {}", static_cast<int>(result), static_cast<int32_t>(again)));
  });
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_21, tells_how_many_extensions) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = AskForExtensions(c);
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "number"));
  auto answers = Answers(seen.events());
  EXPECT_SEEN(answers["no room"], "0") << "a capacity of 0 queries the number and is not an error";
  EXPECT_SEEN(answers["number"], Ne("-1")) << "the number is written";
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_21, too_little_room_is_told) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = AskForExtensions(c);
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "number"));
  auto answers = Answers(seen.events());
  if (seen.FinishedNormally() && !answers.contains("too little")) {
    GTEST_SKIP() << "the runtime lists fewer than two extensions";
  }
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "too little"));
  EXPECT_SEEN(answers["too little"],
              fmt::format("{} {}", static_cast<int>(XR_ERROR_SIZE_INSUFFICIENT), answers["number"]))
      << "a capacity that is too small by one is answered by XR_ERROR_SIZE_INSUFFICIENT and the "
         "number";
}

}  // namespace
}  // namespace loadstone::suites::queries
