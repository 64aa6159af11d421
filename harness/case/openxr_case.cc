// SPDX-License-Identifier: Apache-2.0
#include "harness/case/openxr_case.h"

#include <fmt/format.h>
#include <openxr/openxr_reflection.h>

#include "harness/probe/app_trace.h"

namespace loadstone {
namespace {

// Returns the name of an XrResult.
std::string ResultName(int64_t result) {
  switch (result) {
#define NAME(name, value) \
  case value:             \
    return #name;
    XR_LIST_ENUM_XrResult(NAME)
#undef NAME
        default : break;
  }
  return fmt::format("{} {}", result < 0 ? "XR_ERROR_ of no known name," : "XrResult", result);
}

}  // namespace

Observation Observe(Case& c, const OpenXrWorld& world, const std::function<void(OpenXrApp&)>& app) {
  return c.Run(world.Build(), [&] {
    OpenXrApp application(c.subject());
    app(application);
  });
}

std::vector<std::string> ApiLayerChain(const Observation& seen) {
  std::vector<std::string> names;
  for (const Event& event : seen.Select({}, "xrCreateApiLayerInstance")) {
    if (event.phase() == "enter") names.push_back(event.who());
  }
  return names;
}

std::vector<std::string> RuntimesReached(const Observation& seen) {
  return Callees(seen, "xrCreateInstance");
}

std::vector<std::string> Callees(const Observation& seen, const std::string& command) {
  std::vector<std::string> names;
  for (const Event& event : seen.Select({}, command)) {
    if (event.who() != kAppName && event.phase() != "leave") names.push_back(event.who());
  }
  return names;
}

std::vector<std::string> ListedApiLayers(const Observation& seen) {
  for (const Event& event : seen.Select(kAppName, "xrEnumerateApiLayerProperties")) {
    if (event.phase() == "leave") return event.List("names");
  }
  return {};
}

std::string XrResultOf(const Observation& seen, const std::string& command) {
  const std::vector<std::string> results = XrResultsOf(seen, command);
  return results.empty() ? "no answer" : results.front();
}

std::vector<std::string> XrResultsOf(const Observation& seen, const std::string& command) {
  std::vector<std::string> results;
  for (const Event& event : seen.Select(kAppName, command)) {
    if (event.phase() == "leave") results.push_back(ResultName(event.Number("result")));
  }
  return results;
}

std::vector<std::string> Violations(const Observation& seen) {
  std::vector<std::string> violations;
  for (const Event& event : seen.Select({}, "violation")) {
    violations.push_back(event.who() + ": " + event.Text("function") + ": " + event.Text("why"));
  }
  return violations;
}

Matcher IsXrError() { return StartsWith("XR_ERROR_"); }

}  // namespace loadstone
