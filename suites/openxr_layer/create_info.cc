// SPDX-License-Identifier: Apache-2.0
// The structures with which an OpenXR API layer calls the next one to create an instance, and those
// with which it was called: "API Layer Create Instance Process", and "API Layer Interface
// Negotiation" of the API specification.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "suites/openxr_layer/transcript.h"

namespace loadstone::suites::create_info {
namespace {

// The location of a settings file that the witness above passes on as a loader could.
constexpr char kSettings[] = R"({"settings_below": "/opt/loadstone/no_settings"})";

// The next layers as the witness below got them.
std::string NextOf(const std::optional<Event>& creation) {
  if (!creation.has_value()) return "no call";
  return fmt::format("{}: {}", creation->Text("layer_name_of_next_info"),
                     fmt::join(creation->List("next_names"), ", "));
}

OPENXR_LAYER_CASE(LS_XR_LAYER_20, moves_next_info_on) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, RunXrApplication);
  SKIP_FOR(WhyNoXrCreation(runs));
  EXPECT_SEEN(NextOf(FirstOf(runs.with(), kXrBelow, kXrLayerCreate)),
              NextOf(FirstOf(runs.without(), kXrBelow, kXrLayerCreate)))
      << "the layer below finds its own XrApiLayerNextInfo first";
}

void CreateOne(OpenXrApp& app, const LayerNames& layers) {
  if (CreateXrInstanceBetween(app, layers)) app.DestroyInstance();
}

// The members of XrApiLayerCreateInfo as the witness below got them, except those that a layer
// changes or ignores, and the header of its XrApiLayerNextInfo.
std::vector<std::string> MembersOf(const std::optional<Event>& creation) {
  std::vector<std::string> members;
  if (!creation.has_value()) return members;
  for (const char* name :
       {"struct_type", "struct_version", "struct_size", "next_type", "next_version", "next_size"}) {
    members.push_back(fmt::format("{} {}", name, creation->Number(name, 0)));
  }
  members.push_back("settings " + creation->Text("settings", ""));
  return members;
}

OPENXR_LAYER_CASE(LS_XR_LAYER_20, copy_has_the_other_members) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, CreateOne, {.above = kSettings, .below = "{}"});
  SKIP_FOR(WhyNoXrCreation(runs));
  EXPECT_SEEN(MembersOf(FirstOf(runs.with(), kXrBelow, kXrLayerCreate)),
              MembersOf(FirstOf(runs.without(), kXrBelow, kXrLayerCreate)))
      << "the layer below gets a copy of XrApiLayerCreateInfo: its type, version, size and "
         "settings file are those that the layer got, and the XrApiLayerNextInfo has those of the "
         "structure";
}

// The creations after which a structure of the witness above differed from what it had passed.
std::vector<std::string> Changed(const std::vector<Event>& events, const char* structure) {
  std::vector<std::string> changed;
  for (const Event& event : XrCreationsAbove(events)) {
    for (const std::string& name : event.List("changed")) {
      if (name == structure) changed.push_back(name);
    }
  }
  return changed;
}

void ExpectUnchanged(Case& c, const char* structure, const char* demand) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, CreateOne);
  if (!Changed(runs.without(), structure).empty()) {
    throw HarnessError("without the layer, the structure is changed");
  }
  SKIP_FOR(WhyNoXrCreation(runs));
  SKIP_FOR(WhyNotFinished(runs.seen(), kXrSurvives));
  EXPECT_SEEN(Changed(runs.with(), structure), IsEmpty()) << demand;
}

OPENXR_LAYER_CASE(LS_XR_LAYER_20, layer_info_of_the_caller_is_unchanged) {
  ExpectUnchanged(c, "XrApiLayerCreateInfo",
                  "the layer changes its own copy of XrApiLayerCreateInfo, not the structure that "
                  "it was called with");
}

// The parameter is const: the application may keep the structure in read-only memory, and use it
// for its next instance.
OPENXR_LAYER_CASE(LS_XR_LAYER_12, create_info_of_the_application_is_unchanged) {
  ExpectUnchanged(c, "XrInstanceCreateInfo",
                  "xrCreateInstance does not change XrInstanceCreateInfo, a const parameter");
}

}  // namespace
}  // namespace loadstone::suites::create_info
