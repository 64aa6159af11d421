// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_CALL_CHAIN_NEXT_NAMES_H_
#define LOADSTONE_SUITES_OPENXR_CALL_CHAIN_NEXT_NAMES_H_

#include <string>
#include <vector>

#include "harness/case/openxr_case.h"

// The names in the list that a layer gets when an instance is created: api_layer, "API Layer Create
// Instance Process".
namespace loadstone::suites {

// Judges what one layer was given, by the event with which it was entered; `own` has the names from
// that layer to the last one. The list must have these or, in the other reading of layerName, the
// names of the layers below it and something for the end of the chain (LS_XR_CHAIN_6.r1).
inline void ExpectNextNames(const Event& entered, const std::vector<std::string>& own) {
  const std::vector<std::string> below(own.begin() + 1, own.end());
  const std::vector<std::string> listed = entered.List("next_names");
  ASSERT_SEEN(listed, SizeIs(own.size()))
      << "nextInfo has one element for each layer from " << own.front() << " to the last";
  const std::vector<std::string> listed_below(listed.begin(), listed.end() - 1);
  if (listed == own) return;
  EXPECT_SEEN(listed_below, ElementsAreArray(below))
      << "the elements that " << own.front()
      << " gets name each layer from itself, or from the next one, down to the runtime";
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_CALL_CHAIN_NEXT_NAMES_H_
