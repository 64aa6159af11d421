// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_POLICY_DIMENSIONS_H_
#define LOADSTONE_HARNESS_POLICY_DIMENSIONS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The tables of policies/dimensions: what the worlds of a policy vary in, and the rows that combine
// the values. All texts have static storage.
namespace loadstone::policy {

struct DimensionValue {
  const char* name;
  const char* title;
};

struct Dimension {
  const char* name;
  const char* title;
  std::span<const DimensionValue> values;
};

// Values of dimensions: a row has them if it has one of `values` (a bit for each) in each
// dimension.
struct ValueSet {
  size_t dimension;  // its index in the space
  uint32_t values;
};

// Values that no row combines.
struct Excluded {
  std::span<const ValueSet> values;
  const char* why;
};

// A row of a space: a case, and the index of its value in each dimension of the space.
struct SpaceRow {
  // Null: the documents decide too little about such a machine for a case that could fail.
  const char* case_id;
  std::span<const uint8_t> values;
};

// The dimensions of one kind of world. The rows have every combination of values of `strength`
// dimensions that is not excluded.
struct Space {
  const char* name;
  const char* title;
  size_t strength;
  std::span<const Dimension* const> dimensions;
  std::span<const Excluded> excluded;
  std::span<const SpaceRow> rows;

  // The name of the row's value in a dimension, which the space must have (std::out_of_range).
  std::string_view ValueOf(const SpaceRow& row, std::string_view dimension) const;
};

// Returns all spaces.
std::span<const Space> Spaces();
// Returns the space with the name; throws std::out_of_range if there is none.
const Space& FindSpace(std::string_view name);

// Values of some dimensions: pairs of indices of a dimension and of its value.
using Combination = std::vector<std::pair<size_t, size_t>>;
// Returns why no row combines the values, directly or because another dimension then has no value
// left; nothing if a row can.
std::optional<std::string> WhyExcluded(const Space& space, const Combination& combination);

// How the rows of a space cover the combinations of `strength` of its dimensions.
struct Covered {
  size_t in_cases = 0;
  size_t open = 0;                   // only in rows without a case
  size_t excluded = 0;               // that cannot be combined
  std::vector<Combination> missing;  // in no row
};
Covered CoverageOf(const Space& space);

}  // namespace loadstone::policy

#endif  // LOADSTONE_HARNESS_POLICY_DIMENSIONS_H_
