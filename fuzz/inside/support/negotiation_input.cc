// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/negotiation_input.h"

#include <string_view>

namespace loadstone::fuzz::inside {

void NegotiateFromInput(const uint8_t* data, size_t size,
                        std::initializer_list<NegotiationPartner> partners) {
  JsonNode root;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (ParseJsonTree(text, &root) != JsonVerdict::kTree) return;
  static const JsonNode* const nothing = new JsonNode;
  for (const NegotiationPartner& partner : partners) {
    const JsonNode* behaviour = root.Find(partner.member);
    partner.negotiate(behaviour != nullptr ? *behaviour : *nothing);
  }
}

}  // namespace loadstone::fuzz::inside
