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

// Judges the end of a process in which a component gave the loader no function to call: a loader
// that calls it nevertheless ends the process, which no sentence of the documents forbids, so that
// LS_XR_ROBUSTNESS_1 is what it violates. For a case of AnyEnding that cites that policy. What has
// failed before stays with the policy of the case.
void ExpectSurvival(const Observation& seen);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_NEGOTIATION_NEGOTIATION_STRUCTURES_H_
