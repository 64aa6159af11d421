// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_RULES_H_
#define LOADSTONE_TOOL_RULES_H_

#include <string>
#include <vector>

#include "harness/policy/catalogue.h"

namespace loadstone {

// Whether the ID of a policy is of somebody else's rules: neither ours nor Khronos's.
bool IsOfRules(const std::string& policy_id);

// The catalogue in `policies` together with the rules in `folders` (--rules), whose cases are
// registered: each folder holds policies in *.json and shared libraries of cases in *.so. To be
// called before the first call of AllCases, with the same folders if again. Throws UsageError with
// one line for a folder that is missing or lacks one of the two, a library that was built for
// another Loadstone, that is none or cannot be loaded, a policy with an ID that is no vendor's,
// twice there or without cases, and a case of rules that does not stand under one of their
// policies, or cites one that nobody has; and std::runtime_error as Catalogue::Load.
policy::Catalogue LoadWithRules(const std::string& policies,
                                const std::vector<std::string>& folders);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_RULES_H_
