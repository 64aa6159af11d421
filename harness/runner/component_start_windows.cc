// SPDX-License-Identifier: Apache-2.0
// Layers, drivers and runtimes are judged on Linux only, so no request has one.
#include "harness/errors.h"
#include "harness/runner/component_start.h"

namespace loadstone {

ComponentStart StartInWorld(Sandbox&, const RunRequest&) {
  throw HarnessError("components are judged on Linux only");
}

std::string WhyNotJudged(const RunRequest&, const std::string&, const StopRequest&) {
  throw HarnessError("components are judged on Linux only");
}

}  // namespace loadstone
