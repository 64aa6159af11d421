// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_NEGOTIATION_NEGOTIATION_STRUCTURES_H_
#define LOADSTONE_SUITES_OPENXR_NEGOTIATION_NEGOTIATION_STRUCTURES_H_

#include "harness/case/openxr_case.h"
#include "suites/openxr/structure_sizes.h"

// The structures that a loader passes to runtimes and to API layers when it negotiates: runtime and
// api_layer, "Loader/Runtime Interface Negotiation" and "Loader/API Layer Interface Negotiation".
namespace loadstone::suites {

// The structure that the component fills in: the name and number of its type, and its size in
// bytes.
struct NegotiateRequest {
  const char* type_name;
  int64_t type;
  StructureSize size;
};

// The first negotiation with `component`; fails the case if there was none.
Event AskedToNegotiate(const Observation& seen, const char* component);

// Each function judges one part of the structures.
void ExpectLoaderInfoHeader(const Case& c, const Event& asked);
void ExpectInterfaceVersions(const Event& asked);
void ExpectApiVersions(const Case& c, const Event& asked);
void ExpectRequestHeader(const Case& c, const Event& asked, const NegotiateRequest& request);

// Whether the loader offered OpenXR 1.1 in this negotiation: components that answer 1.1 are judged
// only then. That a loader offers its own version is LS_XR_NEGOTIATION_4 and
// LS_XR_LAYER_NEGOTIATION_4.
bool OffersOpenXr11(const Event& asked);
inline constexpr char kNoOpenXr11[] = "the loader does not offer OpenXR 1.1 in negotiation";
// Why applications of OpenXR 1.1 are not judged; empty if the loader is one of 1.1 by its version,
// too. One of 1.0 may offer components more than it lets applications request.
std::string WhyNoOpenXr11(const Case& c, const Event& asked);

// Judges the end of a process in which a component gave the loader no function to call: a loader
// that calls it nevertheless ends the process, which no sentence of the documents forbids, so that
// LS_XR_ROBUSTNESS_1 is what it violates. For a case of AnyEnding that cites that policy. What has
// failed before stays with the policy of the case.
void ExpectSurvival(const Observation& seen);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_NEGOTIATION_NEGOTIATION_STRUCTURES_H_
