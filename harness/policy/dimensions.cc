// SPDX-License-Identifier: Apache-2.0
#include "harness/policy/dimensions.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace loadstone::policy {
namespace {

// A value for each dimension, or nothing where it is open.
using Partial = std::vector<std::optional<size_t>>;

const Excluded* FindExclusion(const Space& space, const Partial& row) {
  for (const Excluded& one : space.excluded) {
    const bool applies =
        std::all_of(one.values.begin(), one.values.end(), [&](const ValueSet& set) {
          const std::optional<size_t>& value = row[set.dimension];
          return value.has_value() && (set.values >> *value & 1) != 0;
        });
    if (applies) return &one;
  }
  return nullptr;
}

// Calls `use` with every choice of `count` of the numbers below `size`, in order.
template <typename Use>
void ForEachChoice(size_t size, size_t count, const Use& use) {
  std::vector<size_t> choice(count);
  const auto choose = [&](const auto& self, size_t position, size_t from) -> void {
    if (position == count) return use(choice);
    for (size_t i = from; i + (count - position) <= size; ++i) {
      choice[position] = i;
      self(self, position + 1, i + 1);
    }
  };
  choose(choose, 0, 0);
}

// Calls `use` with every combination of values of these dimensions.
template <typename Use>
void ForEachCombination(const Space& space, const std::vector<size_t>& dimensions, const Use& use) {
  Combination combination;
  for (const size_t dimension : dimensions) combination.emplace_back(dimension, 0);
  for (;;) {
    use(combination);
    size_t i = 0;
    for (; i < combination.size(); ++i) {
      auto& [dimension, value] = combination[i];
      if (++value < space.dimensions[dimension]->values.size()) break;
      value = 0;
    }
    if (i == combination.size()) return;
  }
}

}  // namespace

std::string_view Space::ValueOf(const SpaceRow& row, std::string_view dimension) const {
  for (size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i]->name == dimension) return dimensions[i]->values[row.values[i]].name;
  }
  throw std::out_of_range("the space has no dimension " + std::string(dimension));
}

const Space& FindSpace(std::string_view name) {
  for (const Space& space : Spaces()) {
    if (space.name == name) return space;
  }
  throw std::out_of_range("no space of dimensions is named " + std::string(name));
}

std::optional<std::string> WhyExcluded(const Space& space, const Combination& combination) {
  Partial row(space.dimensions.size());
  for (const auto& [dimension, value] : combination) row[dimension] = value;
  if (const Excluded* excluded = FindExclusion(space, row)) return excluded->why;
  for (size_t i = 0; i < row.size(); ++i) {
    if (row[i].has_value()) continue;
    const Excluded* last = nullptr;
    for (size_t value = 0; value < space.dimensions[i]->values.size(); ++value) {
      row[i] = value;
      last = FindExclusion(space, row);
      if (last == nullptr) break;
    }
    row[i].reset();
    if (last != nullptr) return last->why;
  }
  return std::nullopt;
}

Covered CoverageOf(const Space& space) {
  Covered covered;
  ForEachChoice(space.dimensions.size(), space.strength, [&](const std::vector<size_t>& choice) {
    std::set<Combination> seen;
    std::set<Combination> open;
    for (const SpaceRow& row : space.rows) {
      Combination one;
      for (const size_t dimension : choice) one.emplace_back(dimension, row.values[dimension]);
      (row.case_id != nullptr ? seen : open).insert(std::move(one));
    }
    ForEachCombination(space, choice, [&](const Combination& one) {
      if (WhyExcluded(space, one).has_value()) {
        ++covered.excluded;
      } else if (seen.contains(one)) {
        ++covered.in_cases;
      } else if (open.contains(one)) {
        ++covered.open;
      } else {
        covered.missing.push_back(one);
      }
    });
  });
  return covered;
}

}  // namespace loadstone::policy
