// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/chain.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/judgement.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::vulkan {

std::vector<size_t> PositionsInChain(const Expected& expected, const Answer& answer) {
  std::vector<size_t> positions;
  for (size_t i = 0; i < answer.chain.size(); ++i) {
    for (const ModelLayer* layer : expected.used) {
      if (!layer->meta() && layer->library->name == answer.chain[i]) positions.push_back(i);
    }
  }
  return positions;
}

std::optional<Fault> FindOrderFault(const Expectation& expectation, const Answer& answer) {
  for (const auto& [name, one] : expectation.layers) {
    for (const auto& [other_name, other] : expectation.layers) {
      if (one.active != Tristate::kYes || other.active != Tristate::kYes || !IsBefore(one, other)) {
        continue;
      }
      const std::vector<size_t> first = PositionsInChain(one, answer);
      const std::vector<size_t> second = PositionsInChain(other, answer);
      if (first.size() != 1 || second.size() != 1 || first.front() < second.front()) continue;
      const bool override =
          one.section == Section::kOverride || other.section == Section::kOverride;
      return MakeFault(override ? policy::LLP_LOADER_11.text : policy::LS_VK_CHAIN_1.text,
                       "the layers stand in another order",
                       fmt::format("{} before {}", name, other_name),
                       "chain: " + ListText(answer.chain));
    }
  }
  return std::nullopt;
}

std::vector<std::string> WithoutIncompleteLayers(const std::vector<Library>& libraries,
                                                 std::vector<std::string> chain) {
  std::erase_if(chain, [&](const std::string& name) {
    return std::none_of(libraries.begin(), libraries.end(), [&](const Library& library) {
      return library.name == name && library.use == Use::kWorks;
    });
  });
  return chain;
}

}  // namespace loadstone::oracle::vulkan
