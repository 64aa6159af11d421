// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_ELEVATED_H_
#define LOADSTONE_ORACLE_ELEVATED_H_

#include <algorithm>
#include <functional>
#include <vector>

#include "oracle/machine.h"
#include "oracle/tristate.h"

// Of most variables the documents do not say whether a loader in an elevated application listens to
// them: "Elevated Privilege Caveats" of LoaderInterfaceArchitecture names those that it must not,
// among others, and the OpenXR documents speak of one only.
namespace loadstone::oracle {

// `machine` once for every set of its variables that a loader may ignore, beginning with none, but
// for the variables that lead to files: their places tell for themselves what they are good for.
// Nothing if there are too many of them.
std::vector<Machine> ReadingsOfElevated(const Machine& machine);

// What all readings of `machine` have in common. `expect` makes an expectation of one, and `merge`
// takes from the first what does not hold of the second.
template <typename Expectation>
Expectation ExpectOfElevated(const Machine& machine,
                             const std::function<Expectation(const Machine&)>& expect,
                             const std::function<void(Expectation&, const Expectation&)>& merge) {
  const std::vector<Machine> readings = ReadingsOfElevated(machine);
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

// The same for what is expected of the layers with one name, by any API.
template <typename Expected>
void MergeReadingOfLayer(Expected& one, const Expected& other) {
  MergeReading(one.enumerated, other.enumerated);
  MergeReading(one.active, other.active);
  if (one.section != other.section) one.section = decltype(one.section)::kAnywhere;
  if (one.position != other.position) one.position = 0;
}

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_ELEVATED_H_
