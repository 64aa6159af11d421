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

// A case of the OpenXR suites; everything is as for VULKAN_CASE.
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

// What follows reads an observation in the terms of the documents.

// The mock API layers in the order in which their xrCreateApiLayerInstance was entered: the call
// chain, the one nearest to the application first.
std::vector<std::string> ApiLayerChain(const Observation& seen);
// The mock runtimes whose xrCreateInstance was called, one for each call.
std::vector<std::string> RuntimesReached(const Observation& seen);
// The mock layers and runtimes that were called in a command that travels down the chain, in order.
std::vector<std::string> Callees(const Observation& seen, const std::string& command);
// What xrEnumerateApiLayerProperties gave the application first: the names, in order.
std::vector<std::string> ListedApiLayers(const Observation& seen);
// What the application got from its first call of `command`, as the name of an XrResult; a call
// that never came back gives "no answer". Of enumerations the first one counts.
std::string XrResultOf(const Observation& seen, const std::string& command);
// What it got from each call.
std::vector<std::string> XrResultsOf(const Observation& seen, const std::string& command);
// What the mocks found wrong with calls: "runtime: command: why".
std::vector<std::string> Violations(const Observation& seen);

// Matches the name of an XrResult that tells of an error.
Matcher IsXrError();

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_OPENXR_CASE_H_
