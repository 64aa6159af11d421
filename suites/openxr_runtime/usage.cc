// SPDX-License-Identifier: Apache-2.0
// How an OpenXR runtime serves an instance: "Instance", "Valid Usage for Structure Pointer Chains",
// "Variable size buffer parameters" and "Function Pointers" of the API specification.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suites/common/openxr_capacity.h"
#include "suites/openxr_runtime/runtime_use.h"

namespace loadstone::suites::usage {
namespace {

constexpr XrViewConfigurationType kStereo = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
constexpr char kLocateSpaces[] = "xrLocateSpaces";

// Runs `ask` with an instance, after which it is destroyed.
Observation RunWithInstance(Case& c, const std::function<void(RuntimeApp&)>& ask) {
  return RunRuntime(c, [&](const ComponentUnderTest& runtime) {
    RuntimeApp app(runtime);
    if (!app.usable() || app.CreateInstance({.headless = true}) != XR_SUCCESS) return;
    ask(app);
    app.DestroyInstance();
  });
}

XrResult PropertiesResult(const RuntimeApp& app, void* next = nullptr) {
  XrInstanceProperties properties = {};
  properties.type = XR_TYPE_INSTANCE_PROPERTIES;
  properties.next = next;
  return RUNTIME_CALL(app, xrGetInstanceProperties, app.instance(), &properties);
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_14, an_instance_that_follows_another_works) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    RuntimeApp app(runtime);
    for (const char* question : {"first", "second"}) {
      if (!app.usable() || app.CreateInstance() != XR_SUCCESS) return;
      Note(question, std::to_string(PropertiesResult(app)));
      app.DestroyInstance();
    }
  });
  if (const auto answers = Answers(seen.events()); answers.contains("first")) {
    if (answers.at("first") != "0") {
      SKIP_WITH(Untold("xrGetInstanceProperties gives XrResult " + answers.at("first")));
    }
    if (!answers.contains("second") && seen.FinishedNormally()) {
      SKIP_WITH(Unjudged("the runtime makes no second instance",
                         {"LS_XR_RUNTIME_14/an_instance_follows_another"}));
    }
  }
  SKIP_FOR(WhyNoXrInstance(seen));
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "second"));
  EXPECT_SEEN(Answers(seen.events())["second"], "0")
      << "xrGetInstanceProperties succeeds with the second instance, as with the first one";
}

// Calls a command without and with two structures of unknown types behind the structure of the
// call; adds a fault only if it succeeds without them.
class WithUnknownStructures {
 public:
  template <typename Call>
  void Ask(const char* command, const Call& call) {
    XrBaseOutStructure second = {static_cast<XrStructureType>(1999999998), nullptr};
    XrBaseOutStructure first = {static_cast<XrStructureType>(1999999999), &second};
    if (call(nullptr) != XR_SUCCESS) return;
    const XrResult result = call(&first);
    // What fails now without the structures as well does not fail because of them.
    if (XR_FAILED(result) && call(nullptr) == XR_SUCCESS) {
      refused_.push_back(fmt::format("{}: XrResult {}", command, static_cast<int>(result)));
    }
  }
  std::string Text() const { return fmt::format("{}", fmt::join(refused_, ", ")); }

 private:
  std::vector<std::string> refused_;
};

// Sessions without graphics, one after another, and a space of one.
void MakeSessionsWithUnknownStructures(const RuntimeApp& app, XrSystemId system,
                                       WithUnknownStructures& unknown) {
  if (!app.HasHeadless()) return;
  unknown.Ask("xrCreateSession", [&](void* next) {
    const XrSessionCreateInfo info = {XR_TYPE_SESSION_CREATE_INFO, next, 0, system};
    XrSession session = XR_NULL_HANDLE;
    const XrResult result = RUNTIME_CALL(app, xrCreateSession, app.instance(), &info, &session);
    if (result == XR_SUCCESS) RUNTIME_CALL(app, xrDestroySession, session);
    return result;
  });
  const XrSession session = CreateHeadlessSession(app, system);
  if (session == XR_NULL_HANDLE) return;
  unknown.Ask("xrCreateReferenceSpace", [&](void* next) {
    XrReferenceSpaceCreateInfo info = {};
    info.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO;
    info.next = next;
    info.referenceSpaceType = XR_REFERENCE_SPACE_TYPE_VIEW;
    info.poseInReferenceSpace.orientation.w = 1;
    XrSpace space = XR_NULL_HANDLE;
    const XrResult result = RUNTIME_CALL(app, xrCreateReferenceSpace, session, &info, &space);
    if (result == XR_SUCCESS) RUNTIME_CALL(app, xrDestroySpace, space);
    return result;
  });
  RUNTIME_CALL(app, xrDestroySession, session);
}

void AskWithUnknownStructures(RuntimeApp& app) {
  WithUnknownStructures unknown;
  unknown.Ask("xrGetInstanceProperties", [&](void* next) { return PropertiesResult(app, next); });
  XrSystemId system = XR_NULL_SYSTEM_ID;
  unknown.Ask("xrGetSystem", [&](void* next) {
    const XrSystemGetInfo info = {XR_TYPE_SYSTEM_GET_INFO, next,
                                  XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
    return RUNTIME_CALL(app, xrGetSystem, app.instance(), &info, &system);
  });
  unknown.Ask("xrCreateActionSet", [&](void* next) {
    const XrActionSetCreateInfo info = {XR_TYPE_ACTION_SET_CREATE_INFO, next, "main", "Main", 0};
    XrActionSet set = XR_NULL_HANDLE;
    const XrResult result = RUNTIME_CALL(app, xrCreateActionSet, app.instance(), &info, &set);
    if (result == XR_SUCCESS) RUNTIME_CALL(app, xrDestroyActionSet, set);
    return result;
  });
  if (system != XR_NULL_SYSTEM_ID) {
    unknown.Ask("xrGetSystemProperties", [&](void* next) {
      XrSystemProperties properties = {};
      properties.type = XR_TYPE_SYSTEM_PROPERTIES;
      properties.next = next;
      return RUNTIME_CALL(app, xrGetSystemProperties, app.instance(), system, &properties);
    });
    MakeSessionsWithUnknownStructures(app, system, unknown);
  }
  Note("refused", unknown.Text());
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_16, commands_ignore_unknown_structures) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunWithInstance(c, AskWithUnknownStructures);
  SKIP_FOR(WhyNoXrInstance(seen));
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "refused"));
  EXPECT_SEEN(Answers(seen.events())["refused"], "")
      << "each of these calls succeeds with structures of unknown types in the next chain, as "
         "it does without it";
}

constexpr uint8_t kUnwritten = 0xa5;

// Adds what a command does wrong with the capacity of its array. What is asked of a system or a
// session that the runtime does not have is not judged.
class Capacities {
 public:
  template <typename Element, typename Call>
  void Ask(const char* command, const Element& prototype, const Call& call) {
    const std::string faults = CapacityFaults(prototype, call);
    if (!faults.empty()) faults_.push_back(fmt::format("{}: {}", command, faults));
  }
  // The same for a command that a runtime may refuse.
  template <typename Element, typename Call>
  void AskIfServed(const char* command, const Element& prototype, const Call& call) {
    uint32_t count = 0;
    if (call(0, &count, nullptr) != XR_SUCCESS) return;
    // It may refuse the call with an array only.
    std::vector<Element> all(count + 1, prototype);
    if (call(count + 1, &count, all.data()) == XR_SUCCESS) Ask(command, prototype, call);
  }
  std::string Text() const { return fmt::format("{}", fmt::join(faults_, ". ")); }

 private:
  std::vector<std::string> faults_;
};

// An element whose bytes no runtime writes.
template <typename Element>
Element Unwritten() {
  Element element;
  std::memset(&element, kUnwritten, sizeof(element));
  return element;
}

void AskOfSystem(const RuntimeApp& app, XrSystemId system, Capacities& capacities) {
  const XrInstance instance = app.instance();
  capacities.Ask("xrEnumerateViewConfigurations", Unwritten<XrViewConfigurationType>(),
                 [&](uint32_t capacity, uint32_t* count, XrViewConfigurationType* types) {
                   return RUNTIME_CALL(app, xrEnumerateViewConfigurations, instance, system,
                                       capacity, count, types);
                 });
  uint32_t views = 0;
  // A runtime may have views of another type only.
  if (RUNTIME_CALL(app, xrEnumerateViewConfigurationViews, instance, system, kStereo, 0u, &views,
                   nullptr) == XR_ERROR_VIEW_CONFIGURATION_TYPE_UNSUPPORTED) {
    return;
  }
  capacities.Ask("xrEnumerateViewConfigurationViews",
                 UnwrittenXr<XrViewConfigurationView>(XR_TYPE_VIEW_CONFIGURATION_VIEW),
                 [&](uint32_t capacity, uint32_t* count, XrViewConfigurationView* array) {
                   return RUNTIME_CALL(app, xrEnumerateViewConfigurationViews, instance, system,
                                       kStereo, capacity, count, array);
                 });
  capacities.Ask("xrEnumerateEnvironmentBlendModes", Unwritten<XrEnvironmentBlendMode>(),
                 [&](uint32_t capacity, uint32_t* count, XrEnvironmentBlendMode* modes) {
                   return RUNTIME_CALL(app, xrEnumerateEnvironmentBlendModes, instance, system,
                                       kStereo, capacity, count, modes);
                 });
}

void AskForViews(const RuntimeApp& app, XrSession session, Capacities& capacities) {
  XrReferenceSpaceCreateInfo space_info = {};
  space_info.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO;
  space_info.referenceSpaceType = XR_REFERENCE_SPACE_TYPE_LOCAL;
  space_info.poseInReferenceSpace.orientation.w = 1;
  XrViewLocateInfo info = {};
  info.type = XR_TYPE_VIEW_LOCATE_INFO;
  info.viewConfigurationType = kStereo;
  info.displayTime = 1;  // a time that a runtime may refuse
  if (RUNTIME_CALL(app, xrCreateReferenceSpace, session, &space_info, &info.space) != XR_SUCCESS) {
    return;
  }
  capacities.AskIfServed("xrLocateViews", UnwrittenXr<XrView>(XR_TYPE_VIEW),
                         [&](uint32_t capacity, uint32_t* count, XrView* views) {
                           XrViewState state = {};
                           state.type = XR_TYPE_VIEW_STATE;
                           return RUNTIME_CALL(app, xrLocateViews, session, &info, &state, capacity,
                                               count, views);
                         });
  RUNTIME_CALL(app, xrDestroySpace, info.space);
}

// Attached action sets are a condition of this query; here there is one without actions.
void AskForName(const RuntimeApp& app, XrSession session, XrPath path, Capacities& capacities) {
  XrActionSetCreateInfo set_info = {XR_TYPE_ACTION_SET_CREATE_INFO, nullptr, "empty", "Empty", 0};
  XrActionSet set = XR_NULL_HANDLE;
  if (RUNTIME_CALL(app, xrCreateActionSet, app.instance(), &set_info, &set) != XR_SUCCESS) return;
  const XrSessionActionSetsAttachInfo attach = {XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO, nullptr, 1,
                                                &set};
  const XrInputSourceLocalizedNameGetInfo info = {XR_TYPE_INPUT_SOURCE_LOCALIZED_NAME_GET_INFO,
                                                  nullptr, path,
                                                  XR_INPUT_SOURCE_LOCALIZED_NAME_USER_PATH_BIT};
  if (RUNTIME_CALL(app, xrAttachSessionActionSets, session, &attach) != XR_SUCCESS) return;
  capacities.AskIfServed("xrGetInputSourceLocalizedName", '\xa5',
                         [&](uint32_t capacity, uint32_t* count, char* name) {
                           return RUNTIME_CALL(app, xrGetInputSourceLocalizedName, session, &info,
                                               capacity, count, name);
                         });
}

void AskOfSession(const RuntimeApp& app, XrSession session, XrPath path, Capacities& capacities) {
  capacities.Ask("xrEnumerateReferenceSpaces", Unwritten<XrReferenceSpaceType>(),
                 [&](uint32_t capacity, uint32_t* count, XrReferenceSpaceType* types) {
                   return RUNTIME_CALL(app, xrEnumerateReferenceSpaces, session, capacity, count,
                                       types);
                 });
  capacities.AskIfServed("xrEnumerateSwapchainFormats", Unwritten<int64_t>(),
                         [&](uint32_t capacity, uint32_t* count, int64_t* formats) {
                           return RUNTIME_CALL(app, xrEnumerateSwapchainFormats, session, capacity,
                                               count, formats);
                         });
  AskForViews(app, session, capacities);
  if (path != XR_NULL_PATH) AskForName(app, session, path, capacities);
}

void AskForArrays(RuntimeApp& app) {
  Capacities capacities;
  XrPath path = XR_NULL_PATH;
  RUNTIME_CALL(app, xrStringToPath, app.instance(), "/user/hand/left", &path);
  if (path != XR_NULL_PATH) {
    capacities.Ask("xrPathToString", '\xa5', [&](uint32_t capacity, uint32_t* count, char* text) {
      return RUNTIME_CALL(app, xrPathToString, app.instance(), path, capacity, count, text);
    });
  }
  const XrSystemId system = FindSystem(app);
  if (system != XR_NULL_SYSTEM_ID) AskOfSystem(app, system, capacities);
  const XrSession session = CreateHeadlessSession(app, system);
  if (session != XR_NULL_HANDLE) AskOfSession(app, session, path, capacities);
  Note("capacities", capacities.Text());
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_21, arrays_obey_their_capacity) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunWithInstance(c, AskForArrays);
  SKIP_FOR(WhyNoXrInstance(seen));
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "capacities"));
  EXPECT_SEEN(Answers(seen.events())["capacities"], "")
      << "each of these obeys the capacity of its array: 0 queries the number, too little is "
         "XR_ERROR_SIZE_INSUFFICIENT with the number, and nothing is written beyond it";
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_21, extensions_obey_their_capacity) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    constexpr char kCall[] = "xrEnumerateInstanceExtensionProperties";
    const RuntimeApp app(runtime);
    PFN_xrVoidFunction function = nullptr;
    if (!app.usable() || app.Query(XR_NULL_HANDLE, kCall, &function) != XR_SUCCESS ||
        function == nullptr) {
      return;
    }
    const auto call = [&](uint32_t capacity, uint32_t* count, XrExtensionProperties* list) {
      return Traced(kCall, [&] {
        return reinterpret_cast<PFN_xrEnumerateInstanceExtensionProperties>(function)(
            nullptr, capacity, count, list);
      });
    };
    Note("capacities",
         CapacityFaults(UnwrittenXr<XrExtensionProperties>(XR_TYPE_EXTENSION_PROPERTIES), call));
  });
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "capacities"));
  EXPECT_SEEN(Answers(seen.events())["capacities"], "")
      << "xrEnumerateInstanceExtensionProperties obeys the capacity and writes nothing beyond it";
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_20, gives_core_functions_of_1_1) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    RuntimeApp app(runtime);
    if (!app.usable()) return;
    const XrVersion own = app.api_version();
    const bool newer = XR_VERSION_MAJOR(own) == 1 && XR_VERSION_MINOR(own) >= 1;
    Note("version", newer ? "1.1 or newer" : "1.0");
    if (!newer || app.CreateInstance() != XR_SUCCESS) return;
    PFN_xrVoidFunction function = nullptr;
    const XrResult result = app.Query(app.instance(), kLocateSpaces, &function);
    Note(kLocateSpaces, function != nullptr ? std::to_string(result) : "no function");
  });
  SKIP_FOR(WhyNotNegotiated(seen));
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "version"));
  if (Answers(seen.events())["version"] == "1.0") {
    GTEST_SKIP() << "the runtime answers OpenXR 1.0 in negotiation";
  }
  SKIP_FOR(WhyNoXrInstance(seen));
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, kLocateSpaces));
  EXPECT_SEEN(Answers(seen.events())[kLocateSpaces], "0")
      << "with an instance of OpenXR 1.1, xrGetInstanceProcAddr returns xrLocateSpaces";
}

}  // namespace
}  // namespace loadstone::suites::usage
