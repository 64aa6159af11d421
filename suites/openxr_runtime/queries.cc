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
void NoteBad(const RuntimeApp& app, const char* question, XrInstance instance, const Names& names,
             const Good& good) {
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

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_19, gives_what_needs_no_instance) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    const RuntimeApp app(runtime);
    if (app.usable()) NoteBad(app, "not given", XR_NULL_HANDLE, kGlobal, IsGiven);
  });
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "not given"));
  EXPECT_SEEN(Answers(seen.events())["not given"], "")
      << "xrGetInstanceProcAddr returns each of these functions without an instance";
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_19, answers_others_with_handle_invalid) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    const RuntimeApp app(runtime);
    if (!app.usable()) return;
    NoteBad(app, "not refused", XR_NULL_HANDLE, kCoreCommands,
            [](const std::string& name, XrResult result, PFN_xrVoidFunction function) {
              return IsGlobal(name) || name == "xrGetInstanceProcAddr" ||
                     (XR_FAILED(result) && function == nullptr);
            });
  });
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "not refused"));
  EXPECT_SEEN(Answers(seen.events())["not refused"], "")
      << "when no instance is passed, xrGetInstanceProcAddr answers each of these with an error "
         "and no function"
      << reading::LS_XR_RUNTIME_19_r1;
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_20, gives_core_functions) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    RuntimeApp app(runtime);
    if (!app.usable() || app.CreateInstance() != XR_SUCCESS) return;
    NoteBad(app, "not given", app.instance(), kCoreCommands,
            [](const std::string& name, XrResult result, PFN_xrVoidFunction function) {
              return name == kOfLoaders || IsGiven(nullptr, result, function);
            });
  });
  SKIP_FOR(WhyNoXrInstance(seen));
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "not given"));
  EXPECT_SEEN(Answers(seen.events())["not given"], "")
      << "xrGetInstanceProcAddr returns each of these core functions";
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
