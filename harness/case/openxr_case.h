// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_OPENXR_CASE_H_
#define LOADSTONE_HARNESS_CASE_OPENXR_CASE_H_

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/case/expect.h"
#include "harness/probe/openxr_app.h"
#include "harness/world/openxr_world.h"

// Defines a case of the OpenXR suites; everything is as for VULKAN_CASE.
//
//   OPENXR_CASE(LS_XR_CHAIN_1, one_layer) {
//     const Observation seen = Observe(c,
//     OpenXrWorld(c.subject()).With(ApiLayer("XR_APILAYER_LS_a")),
//                                      [](OpenXrApp& app) { ... });
//     EXPECT_SEEN(ApiLayerChain(seen), ElementsAre("XR_APILAYER_LS_a")) << "one line of why";
//   }
#define OPENXR_CASE(owner, name, ...)                                                 \
  LOADSTONE_CASE(::loadstone::Api::kOpenXr, ::loadstone::SubjectKind::kLoader, owner, \
                 name __VA_OPT__(, ) __VA_ARGS__)

namespace loadstone {

// Runs `app` in `world` (see Case::Run).
Observation Observe(Case& c, const OpenXrWorld& world, const std::function<void(OpenXrApp&)>& app);

// The functions below interpret an observation in the terms of the documents.

// Returns the mock API layers in the order in which their xrCreateApiLayerInstance was entered: the
// call chain, beginning with the layer nearest to the application.
std::vector<std::string> ApiLayerChain(const Observation& seen);
// Returns the mock runtimes whose xrCreateInstance was called, one entry for each call.
std::vector<std::string> RuntimesReached(const Observation& seen);
// Returns the mock layers and runtimes that received `command`, a command that is passed down the
// call chain, in order.
std::vector<std::string> Callees(const Observation& seen, const std::string& command);
// Returns the names in the first answer of xrEnumerateApiLayerProperties, in order.
std::vector<std::string> ListedApiLayers(const Observation& seen);
// Returns the result of the application's first call of `command`, as the name of an XrResult; "no
// answer" if the call did not return.
std::string XrResultOf(const Observation& seen, const std::string& command);
// Returns the results of all calls of `command`.
std::vector<std::string> XrResultsOf(const Observation& seen, const std::string& command);
// Returns the invalid usage that the mocks detected: "runtime: command: why".
std::vector<std::string> Violations(const Observation& seen);

// Matches the name of an XrResult that is an error code.
Matcher IsXrError();

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_OPENXR_CASE_H_
