#include "suites/openxr/negotiation_structures.h"

#include <fmt/format.h>

namespace loadstone {
namespace {

constexpr int64_t kLoaderInfo = 1;
constexpr int64_t kLoaderInfoSize = 40;

}  // namespace

Event AskedToNegotiate(const Observation& seen, const char* component) {
  const auto negotiate = seen.First(component, "negotiate");
  EXPECT_HOLDS(negotiate.has_value()) << "the loader must negotiate with " << component;
  return negotiate.value_or(Event(std::make_shared<rapidjson::Document>(rapidjson::kObjectType)));
}

void ExpectLoaderInfoHeader(const Event& asked) {
  EXPECT_SEEN(asked.Number("struct_type"), kLoaderInfo)
      << "structType is XR_LOADER_INTERFACE_STRUCT_LOADER_INFO";
  EXPECT_SEEN(asked.Number("struct_version"), 1) << "structVersion is that of the structure";
  EXPECT_SEEN(asked.Number("struct_size"), kLoaderInfoSize)
      << "structSize is that of the structure";
}

void ExpectInterfaceVersions(const Event& asked) {
  EXPECT_SEEN(asked.Number("min_interface"), Le(1)) << "interface version 1 must be in the range";
  EXPECT_SEEN(asked.Number("max_interface"), Ge(1)) << "interface version 1 must be in the range";
}

void ExpectApiVersions(const Case& c, const Event& asked) {
  using policy::Version;
  const Version min = Version::TryParse(asked.Text("min_api")).value_or(Version{9, 9, 9});
  Version max = Version::TryParse(asked.Text("max_api")).value_or(Version{});
  Version claimed = c.subject().api_version;
  max.patch = claimed.patch = 0;  // patches are ignored
  EXPECT_HOLDS((Version{min.major, min.minor, 0} <= Version{1, 0, 0}))
      << "API version 1.0 must be in the range";
  EXPECT_HOLDS(max >= claimed) << "maxApiVersion is the version that the loader supports, "
                               << claimed.ToString() << " at least, and not "
                               << asked.Text("max_api");
}

void ExpectRequestHeader(const Event& asked, const NegotiateRequest& request) {
  EXPECT_SEEN(asked.Number("request_type"), request.type) << "structType is " << request.type_name;
  EXPECT_SEEN(asked.Number("request_version"), 1) << "structVersion is that of the structure";
  EXPECT_SEEN(asked.Number("request_size"), request.size) << "structSize is that of the structure";
}

}  // namespace loadstone
