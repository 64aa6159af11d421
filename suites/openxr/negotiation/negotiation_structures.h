// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_NEGOTIATION_NEGOTIATION_STRUCTURES_H_
#define LOADSTONE_SUITES_OPENXR_NEGOTIATION_NEGOTIATION_STRUCTURES_H_

#include "harness/case/openxr_case.h"

// What a loader gives to runtimes and to API layers alike when it negotiates: runtime and
// api_layer, "Loader/Runtime Interface Negotiation" and "Loader/API Layer Interface Negotiation".
namespace loadstone::suites {

// The structure that negotiation fills in, by the name and number of its type; the size in bytes.
struct NegotiateRequest {
  const char* type_name;
  int64_t type;
  int64_t size;
};

// What `component` was asked first; the case has failed if it never was.
Event AskedToNegotiate(const Observation& seen, const char* component);

// Each judges one part of what was given.
void ExpectLoaderInfoHeader(const Event& asked);
void ExpectInterfaceVersions(const Event& asked);
void ExpectApiVersions(const Case& c, const Event& asked);
void ExpectRequestHeader(const Event& asked, const NegotiateRequest& request);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_NEGOTIATION_NEGOTIATION_STRUCTURES_H_
