#ifndef LOADSTONE_FUZZ_INSIDE_OPENXR_ENVIRONMENT_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_OPENXR_ENVIRONMENT_RULES_H_

#include <string>
#include <vector>

#include "fuzz/inside/support/environment_text.h"
#include "reference_loader/openxr/openxr_headers.h"

namespace loadstone::fuzz::inside {

// What an environment makes of a machine on which known API layers are installed:
// XR_APILAYER_LS_implicit, switched off by LS_OFF; XR_APILAYER_LS_switched, on by LS_ON;
// XR_APILAYER_LS_explicit, _a and _b.
struct OpenxrEnvironmentAnswer {
  XrResult result = XR_SUCCESS;
  std::vector<std::string> chain;

  bool operator==(const OpenxrEnvironmentAnswer&) const = default;
};

OpenxrEnvironmentAnswer ApplyOpenxrEnvironment(const EnvironmentText& environment);

// A complaint about an answer that no loader may give; empty when there is none (API Layer
// Discovery; Forcing API Layers).
std::string CheckOpenxrEnvironment(const EnvironmentText& environment,
                                   const OpenxrEnvironmentAnswer& answer);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_OPENXR_ENVIRONMENT_RULES_H_
