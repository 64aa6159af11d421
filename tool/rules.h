// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_RULES_H_
#define LOADSTONE_TOOL_RULES_H_

#include <string>
#include <vector>

#include "harness/policy/catalogue.h"

namespace loadstone {

// Returns whether the ID belongs to a policy of a vendor's rules: it has neither a prefix of
// Khronos nor of this tree.
bool IsVendorPolicy(const std::string& policy_id);

// Returns the catalogue in `policies` extended by the rules in `folders` (--rules), and registers
// the rules' cases. Each folder contains policies in *.json and shared libraries of cases in *.so.
// Must be called before the first call of AllCases; a later call must pass the same folders. Throws
// UsageError with one line for a folder that does not exist or lacks policies or libraries; for a
// library that was built for another Loadstone, is not a library or cannot be loaded; for a policy
// whose ID has a reserved prefix, is duplicate or has no cases; and for a case that is not named
// after a policy of its rules or cites an unknown policy. Throws std::runtime_error as
// Catalogue::Load.
policy::Catalogue LoadWithRules(const std::string& policies,
                                const std::vector<std::string>& folders);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_RULES_H_
