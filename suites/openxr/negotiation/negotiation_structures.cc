// SPDX-License-Identifier: Apache-2.0
#include "suites/openxr/negotiation/negotiation_structures.h"

#include <fmt/format.h>

#include "harness/case/unjudged.h"

namespace loadstone::suites {
namespace {

constexpr int64_t kLoaderInfo = 1;
// The default for a component that was not called, or called without the structure.
constexpr int64_t kNotTold = INT64_MAX;

}  // namespace

Event AskedToNegotiate(const Observation& seen, const char* component) {
  const auto negotiate = seen.First(component, "negotiate");
  EXPECT_HOLDS(negotiate.has_value()) << "the loader must negotiate with " << component;
  return negotiate.value_or(Event(std::make_shared<rapidjson::Document>(rapidjson::kObjectType)));
}

void ExpectLoaderInfoHeader(const Case& c, const Event& asked) {
  EXPECT_SEEN(asked.Number("struct_type", 0), kLoaderInfo)
      << "structType is XR_LOADER_INTERFACE_STRUCT_LOADER_INFO";
  EXPECT_SEEN(asked.Number("struct_version", 0), 1) << "structVersion is that of the structure";
  EXPECT_SEEN(asked.Number("struct_size", 0), kLoaderInfoSize.For(c.subject()))
      << "structSize is that of the structure";
}

void ExpectInterfaceVersions(const Event& asked) {
  EXPECT_SEEN(asked.Number("min_interface", kNotTold), Le(1))
      << "interface version 1 must be in the range";
  EXPECT_SEEN(asked.Number("max_interface", 0), Ge(1))
      << "interface version 1 must be in the range";
}

// LS_XR_NEGOTIATION_4.r1, LS_XR_LAYER_NEGOTIATION_4.r1: any patch version, and any maximum that is
// at least the claimed version.
bool OffersOpenXr11(const Event& asked) {
  using policy::Version;
  const Version min = Version::TryParse(asked.Text("min_api", "")).value_or(Version{9, 9, 9});
  const Version max = Version::TryParse(asked.Text("max_api", "")).value_or(Version{});
  return Version{min.major, min.minor, 0} <= Version{1, 1, 0} && Version{1, 1, 0} <= max;
}

std::string WhyNoOpenXr11(const Case& c, const Event& asked) {
  if (c.subject().api_version < policy::Version{1, 1, 0}) {
    return "the loader is one of OpenXR " + c.subject().api_version.ToString();
  }
  return OffersOpenXr11(asked) ? std::string() : kNoOpenXr11;
}

void ExpectApiVersions(const Case& c, const Event& asked) {
  using policy::Version;
  const Version min = Version::TryParse(asked.Text("min_api", "")).value_or(Version{9, 9, 9});
  Version max = Version::TryParse(asked.Text("max_api", "")).value_or(Version{});
  Version claimed = c.subject().api_version;
  max.patch = claimed.patch = 0;  // patches are ignored
  EXPECT_HOLDS((Version{min.major, min.minor, 0} <= Version{1, 0, 0}))
      << "API version 1.0 must be in the range";
  EXPECT_HOLDS(max >= claimed) << "Expected: a maximum of at least " << claimed.ToString()
                               << "\n  Actual: " << asked.Text("max_api", "")
                               << "\nmaxApiVersion is the version that the loader supports";
}

// LS_XR_NEGOTIATION_5.r1, LS_XR_LAYER_NEGOTIATION_5.r1: the other members of the request are open.
void ExpectRequestHeader(const Case& c, const Event& asked, const NegotiateRequest& request) {
  EXPECT_SEEN(asked.Number("request_type", 0), request.type)
      << "structType is " << request.type_name;
  EXPECT_SEEN(asked.Number("request_version", 0), 1) << "structVersion is that of the structure";
  EXPECT_SEEN(asked.Number("request_size", 0), request.size.For(c.subject()))
      << "structSize is that of the structure";
}

void ExpectSurvival(const Observation& seen) {
  if (testing::Test::HasFailure() || seen.FinishedNormally()) return;
  AttributeFailureTo(policy::LS_XR_ROBUSTNESS_1.text);
  EXPECT_SEEN(seen.DescribeEnding(), "the application finishes")
      << "the process did not survive a missing function";
}

}  // namespace loadstone::suites
