// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_ELEVATED_H_
#define LOADSTONE_ORACLE_ELEVATED_H_

#include <algorithm>
#include <functional>
#include <vector>

#include "oracle/machine.h"
#include "oracle/tristate.h"

// The documents do not say whether a loader in an elevated application ignores most of the
// variables: "Elevated Privilege Caveats" of LoaderInterfaceArchitecture lists variables that it
// must ignore, among others, and the OpenXR documents mention only one.
namespace loadstone::oracle {

// A copy of `machine` for every subset of its variables that a loader may ignore, beginning with
// the empty one. Variables that lead to files are never removed: the places handle these. Empty if
// there are too many subsets.
std::vector<Machine> ElevatedReadings(const Machine& machine);

// The part of the expectation that is common to all readings of `machine`. `expect` makes the
// expectation for one reading, and `merge` removes from its first argument what does not hold in
// the second.
template <typename Expectation>
Expectation ExpectElevated(const Machine& machine,
                           const std::function<Expectation(const Machine&)>& expect,
                           const std::function<void(Expectation&, const Expectation&)>& merge) {
  const std::vector<Machine> readings = ElevatedReadings(machine);
  Expectation common = expect(machine);
  common.layers_unknown |= readings.empty();
  for (size_t i = 1; i < readings.size() && !common.layers_unknown; ++i) {
    const Expectation other = expect(readings[i]);
    common.layers_unknown |= other.layers_unknown;
    if (!common.layers_unknown) merge(common, other);
  }
  return common;
}

inline void MergeReading(Tristate& one, Tristate other) {
  if (one != other) one = Tristate::kMaybe;
}

// The same for the expectation of the layers with one name, for either API.
template <typename Expected>
void MergeLayerReading(Expected& one, const Expected& other) {
  MergeReading(one.enumerated, other.enumerated);
  MergeReading(one.active, other.active);
  if (one.section != other.section) one.section = decltype(one.section)::kAnywhere;
  if (one.position != other.position) one.position = 0;
}

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_ELEVATED_H_
