// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_NEGOTIATION_INPUT_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_NEGOTIATION_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "fuzz/inside/support/json_tree.h"

namespace loadstone::fuzz::inside {

// The name under which an input describes a component's behaviour, and the function that negotiates
// with it.
struct NegotiationPartner {
  const char* member;
  void (*negotiate)(const JsonNode& behaviour);
};

// Negotiates with each partner in order, with the behaviour that the input gives, or a null node if
// it gives none. Text that is not JSON is not an input.
void NegotiateFromInput(const uint8_t* data, size_t size,
                        std::initializer_list<NegotiationPartner> partners);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_NEGOTIATION_INPUT_H_
