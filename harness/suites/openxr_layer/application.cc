// An ordinary OpenXR application with and without the API layer, and how the layer takes part in
// the creation of an instance: "API Layer Conventions and Rules", "API Layer Create Instance
// Process".

#include <fmt/format.h>

#include <algorithm>

#include "harness/suites/openxr_layer/two_runs.h"

namespace loadstone {
namespace {

using testing::IsEmpty;

constexpr char kLine[] = "transcript";
constexpr char kCreate[] = "xrCreateApiLayerInstance";

bool Say(const char* call, XrResult result) {
  AppEvent(kLine).Add("line", fmt::format("{} gives {}", call, static_cast<int>(result)));
  return result == XR_SUCCESS;
}

template <typename Type>
Type Empty(XrStructureType type) {
  Type structure = {};
  structure.type = type;
  return structure;
}

void UseSession(OpenXrApp& app, XrSystemId system) {
  auto info = Empty<XrSessionCreateInfo>(XR_TYPE_SESSION_CREATE_INFO);
  info.systemId = system;
  XrSession session = XR_NULL_HANDLE;
  if (!Say("xrCreateSession",
           app.Get<PFN_xrCreateSession>("xrCreateSession")(app.instance(), &info, &session))) {
    return;
  }
  auto space_info = Empty<XrReferenceSpaceCreateInfo>(XR_TYPE_REFERENCE_SPACE_CREATE_INFO);
  space_info.referenceSpaceType = XR_REFERENCE_SPACE_TYPE_LOCAL;
  space_info.poseInReferenceSpace.orientation.w = 1;
  XrSpace space = XR_NULL_HANDLE;
  if (Say("xrCreateReferenceSpace", app.Get<PFN_xrCreateReferenceSpace>("xrCreateReferenceSpace")(
                                        session, &space_info, &space))) {
    Say("xrDestroySpace", app.Get<PFN_xrDestroySpace>("xrDestroySpace")(space));
  }
  Say("xrDestroySession", app.Get<PFN_xrDestroySession>("xrDestroySession")(session));
}

void UsePaths(OpenXrApp& app) {
  XrPath path = XR_NULL_PATH;
  if (!Say("xrStringToPath", app.Get<PFN_xrStringToPath>("xrStringToPath")(
                                 app.instance(), "/user/hand/left", &path))) {
    return;
  }
  char text[64] = {};
  uint32_t count = 0;
  Say("xrPathToString", app.Get<PFN_xrPathToString>("xrPathToString")(app.instance(), path,
                                                                      sizeof(text), &count, text));
  AppEvent(kLine).Add("line", std::string("the path is ") + text);
}

void RunApplication(OpenXrApp& app, const LayerNames& layers) {
  const bool created = CreateXrInstanceBetween(app, layers);
  AppEvent(kLine).Add("line", created ? "an instance" : "no instance");
  if (!created) return;
  auto properties = Empty<XrInstanceProperties>(XR_TYPE_INSTANCE_PROPERTIES);
  Say("xrGetInstanceProperties",
      app.Get<PFN_xrGetInstanceProperties>("xrGetInstanceProperties")(app.instance(), &properties));
  AppEvent(kLine).Add("line", std::string("the runtime is ") + properties.runtimeName);
  auto system_info = Empty<XrSystemGetInfo>(XR_TYPE_SYSTEM_GET_INFO);
  system_info.formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY;
  XrSystemId system = XR_NULL_SYSTEM_ID;
  const bool found = Say("xrGetSystem", app.Get<PFN_xrGetSystem>("xrGetSystem")(
                                            app.instance(), &system_info, &system));
  UsePaths(app);
  if (found) UseSession(app, system);
  Say("xrDestroyInstance", app.DestroyInstance());
}

std::vector<std::string> Transcript(const std::vector<Event>& events) {
  std::vector<std::string> lines;
  for (const Event& event : Of(events, kAppName, kLine)) lines.push_back(event.Text("line"));
  return lines;
}

// What the layer below and the runtime found wrong with the calls that reached them.
std::vector<std::string> Complaints(const std::vector<Event>& events) {
  std::vector<std::string> complaints;
  for (const char* who : {kXrBelow, kDefaultRuntime}) {
    for (const Event& event : Of(events, who, "violation")) {
      complaints.push_back(
          fmt::format("{}: {}: {}", who, event.Text("function"), event.Text("why")));
    }
  }
  return complaints;
}

// The commands that reached the runtime, in order.
std::vector<std::string> Reached(const std::vector<Event>& events) {
  static const std::vector<std::string> kCalls = {
      "xrGetInstanceProperties", "xrGetSystem",    "xrStringToPath",   "xrPathToString",
      "xrCreateSession",         "xrDestroySpace", "xrDestroySession", "xrCreateReferenceSpace",
      "xrDestroyInstance"};
  std::vector<std::string> commands;
  for (const Event& event : events) {
    if (event.who() == kDefaultRuntime &&
        std::find(kCalls.begin(), kCalls.end(), event.what()) != kCalls.end()) {
      commands.push_back(event.what());
    }
  }
  return commands;
}

// What the witness below was told to come after it.
std::string NextOf(const std::optional<Event>& creation) {
  if (!creation.has_value()) return "no call";
  return fmt::format("{}: {}", creation->Text("layer_name_of_next_info"),
                     fmt::join(creation->List("next_names"), ", "));
}

std::string WhyNotReached(const TwoRuns& runs) {
  if (!FirstOf(runs.without(), kXrBelow, kCreate).has_value()) {
    throw HarnessError("xrCreateApiLayerInstance did not reach the witness below");
  }
  if (FirstOf(runs.with(), kXrBelow, kCreate).has_value()) return {};
  return fmt::format("xrCreateApiLayerInstance did not reach the layer below, see {} and {}",
                     kXrSurvives, kXrSameResults);
}

OPENXR_LAYER_CASE(LS_XR_LAYER_12, application_comes_to_its_end) {
  SKIP_FOR(WhyNoLibrary(c));
  const TwoRuns runs = RunXrTwice(c, RunApplication);
  EXPECT_TRUE(runs.seen().EndedWell()) << "with the layer: " << runs.seen().DescribeEnding();
}

OPENXR_LAYER_CASE(LS_XR_LAYER_12, application_sees_the_same) {
  SKIP_FOR(WhyNoLibrary(c));
  const TwoRuns runs = RunXrTwice(c, RunApplication);
  if (const std::string why = WhyNotSeen(runs.seen(), kXrSurvives); !why.empty()) {
    GTEST_SKIP() << why;
  }
  if (!FirstOf(runs.with(), kXrAbove, kCreate).has_value()) GTEST_SKIP() << runs.WhyNoChain();
  EXPECT_EQ(Transcript(runs.with()), Transcript(runs.without()))
      << "the layer changes what the application sees";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_10, calls_reach_the_runtime) {
  SKIP_FOR(WhyNoLibrary(c));
  const TwoRuns runs = RunXrTwice(c, RunApplication);
  SKIP_FOR(runs.WhyIncomplete());
  std::vector<std::string> missing = Reached(runs.without());
  for (const std::string& command : Reached(runs.with())) {
    const auto one = std::find(missing.begin(), missing.end(), command);
    if (one != missing.end()) missing.erase(one);
  }
  EXPECT_THAT(missing, IsEmpty()) << "these calls reach the runtime without the layer alone";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_13, makes_no_invalid_calls) {
  SKIP_FOR(WhyNoLibrary(c));
  const TwoRuns runs = RunXrTwice(c, RunApplication);
  SKIP_FOR(runs.WhyNoChain());
  if (!Complaints(runs.without()).empty()) {
    throw HarnessError("the application itself makes invalid calls: " +
                       Complaints(runs.without()).front());
  }
  EXPECT_THAT(Complaints(runs.with()), IsEmpty())
      << "with the layer, invalid calls reach what is below it";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_20, moves_next_info_on) {
  SKIP_FOR(WhyNoLibrary(c));
  const TwoRuns runs = RunXrTwice(c, RunApplication);
  SKIP_FOR(WhyNotReached(runs));
  EXPECT_EQ(NextOf(FirstOf(runs.with(), kXrBelow, kCreate)),
            NextOf(FirstOf(runs.without(), kXrBelow, kCreate)))
      << "the layer below does not find its own XrApiLayerNextInfo first";
}

// The result with which the creation left the witness `who`.
std::string LeftWith(const TwoRuns& runs, const char* who) {
  for (const Event& event : runs.with()) {
    if (event.who() == who && event.what() == kCreate && event.Text("phase") == "leave") {
      return std::to_string(event.Number("result"));
    }
  }
  return "no answer";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_21, returns_the_result_of_the_next) {
  SKIP_FOR(WhyNoLibrary(c));
  const TwoRuns runs =
      RunXrTwice(c, RunApplication,
                 {.above = "{}",
                  .below = fmt::format(R"({{"results": {{"{}": {}}}}})", kCreate,
                                       static_cast<int>(XR_ERROR_LIMIT_REACHED))});
  SKIP_FOR(WhyNotReached(runs));
  SKIP_FOR(WhyNotSeen(runs.seen(), kXrSurvives));
  EXPECT_EQ(LeftWith(runs, kXrAbove), std::to_string(XR_ERROR_LIMIT_REACHED))
      << "the layer below failed with XR_ERROR_LIMIT_REACHED, the layer with something else";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_22, ignores_loader_instance) {
  SKIP_FOR(WhyNoLibrary(c));
  const TwoRuns runs = RunXrTwice(
      c, RunApplication, {.above = R"({"misbehave": ["spoil_loader_instance"]})", .below = "{}"});
  if (!FirstOf(runs.with(), kXrAbove, kCreate).has_value()) {
    GTEST_SKIP() << "no instance was created, see " << kXrSurvives;
  }
  EXPECT_TRUE(runs.seen().EndedWell())
      << "loaderInstance, which is to be ignored, led nowhere: " << runs.seen().DescribeEnding();
  EXPECT_TRUE(!runs.seen().EndedWell() || runs.WhyNoChain().empty())
      << "with another loaderInstance there is no instance";
}

}  // namespace
}  // namespace loadstone
