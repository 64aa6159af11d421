// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_OPENXR_ENVIRONMENT_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_OPENXR_ENVIRONMENT_RULES_H_

#include <string>

#include "fuzz/inside/support/environment_text.h"
#include "oracle/answer.h"

namespace loadstone::fuzz::inside {

// What an environment makes of a machine on which known API layers are installed:
// XR_APILAYER_LS_implicit, switched off by LS_OFF; XR_APILAYER_LS_switched, on by LS_ON;
// XR_APILAYER_LS_explicit, _a and _b.
struct OpenxrEnvironmentAnswer {
  // The API layers, and those in the chain by their libraries.
  oracle::Answer seen;

  bool operator==(const OpenxrEnvironmentAnswer&) const = default;
};

// The library of the layer of that name.
std::string OpenxrLibrary(const std::string& name);

OpenxrEnvironmentAnswer ApplyOpenxrEnvironment(const EnvironmentText& environment);

// What the oracle has against the answer, the first of it; empty for nothing.
std::string CheckOpenxrEnvironment(const EnvironmentText& environment,
                                   const OpenxrEnvironmentAnswer& answer);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_OPENXR_ENVIRONMENT_RULES_H_
