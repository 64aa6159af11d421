// SPDX-License-Identifier: Apache-2.0
// LS_XR_RUNTIME_22: an application with an OpenXR runtime comes to its end.

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

}  // namespace
}  // namespace loadstone::suites::process
