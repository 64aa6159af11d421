// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_NEGOTIATION_INPUT_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_NEGOTIATION_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "fuzz/inside/support/json_tree.h"

namespace loadstone::fuzz::inside {

// A component under which name an input tells how it behaves, and who negotiates with it.
struct NegotiationPartner {
  const char* member;
  void (*negotiate)(const JsonNode& behaviour);
};

// Negotiates with each partner, in order, as the input tells; one of which it tells nothing gets a
// null node. Text that is no JSON is no input.
void NegotiateAsTold(const uint8_t* data, size_t size,
                     std::initializer_list<NegotiationPartner> partners);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_NEGOTIATION_INPUT_H_
