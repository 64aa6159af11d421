// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_OPENXR_ENVIRONMENT_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_OPENXR_ENVIRONMENT_RULES_H_

#include <string>

#include "fuzz/inside/support/environment_text.h"
#include "oracle/answer.h"

namespace loadstone::fuzz::inside {

// The effect of an environment on a machine on which known API layers are installed:
// XR_APILAYER_LS_implicit, disabled by LS_OFF; XR_APILAYER_LS_switched, enabled by LS_ON;
// XR_APILAYER_LS_explicit, _a and _b.
struct OpenxrEnvironmentAnswer {
  // The enumerated API layers, and the libraries of those in the chain.
  oracle::Answer seen;

  bool operator==(const OpenxrEnvironmentAnswer&) const = default;
};

// The library of the layer `name`.
std::string OpenxrLibrary(const std::string& name);

OpenxrEnvironmentAnswer ApplyOpenxrEnvironment(const EnvironmentText& environment);

// The first fault that the oracle finds in the answer; empty if there is none.
std::string CheckOpenxrEnvironment(const EnvironmentText& environment,
                                   const OpenxrEnvironmentAnswer& answer);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_OPENXR_ENVIRONMENT_RULES_H_
