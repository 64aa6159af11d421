// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_LIST_LIMITS_H_
#define LOADSTONE_SUITES_COMMON_LIST_LIMITS_H_

#include <functional>
#include <string>
#include <vector>

// Long lists: a loader that keeps elements in a table of fixed size loses those beyond it.
namespace loadstone::suites {

// Lengths just above the sizes that such tables have.
inline constexpr int kListLengths[] = {17, 33, 65, 257};

// The positions, from 1 on, of the elements that matter in a list of this length: the first one,
// and those on both sides of each of these sizes.
inline std::vector<int> PositionsAtLimits(int length) {
  std::vector<int> positions = {1};
  for (const int above : kListLengths) {
    if (above <= length) positions.insert(positions.end(), {above - 1, above});
  }
  return positions;
}

// What `name_at` says of the positions that matter in a list of this length.
inline std::vector<std::string> NamesAtLimits(
    int length, const std::function<std::string(int position)>& name_at) {
  std::vector<std::string> names;
  for (const int position : PositionsAtLimits(length)) names.push_back(name_at(position));
  return names;
}

// A list of this length: `significant` at the positions that matter, `filler` at the others.
inline std::string ListAtLimits(int length, char separator,
                                const std::function<std::string(int)>& significant,
                                const std::function<std::string(int)>& filler) {
  const std::vector<int> positions = PositionsAtLimits(length);
  std::string list;
  auto next = positions.begin();
  for (int position = 1; position <= length; ++position) {
    if (position > 1) list += separator;
    const bool matters = next != positions.end() && *next == position;
    list += matters ? significant(position) : filler(position);
    if (matters) ++next;
  }
  return list;
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_LIST_LIMITS_H_
