// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_POLICY_PRINT_H_
#define LOADSTONE_HARNESS_POLICY_PRINT_H_

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/policy/policy.h"

namespace loadstone::policy {

// The IDs of the cases that cite a policy, by the policy's ID. Policies without cases may be
// absent.
using CaseMap = std::map<std::string, std::vector<std::string>, std::less<>>;

// Breaks a text at blanks into lines of at most `columns` bytes, each with a line end; a single
// longer word is not broken. The first line begins with `first`, the others with as many blanks.
std::string Wrap(std::string_view first, std::string_view text, size_t columns);

// Describes a source of a policy: LoaderLayerInterface 1.4.330, "Overview", paragraph 3.
std::string Describe(const Source& source);

// Describes the versions to which a policy applies: "all", "1.3.234 and later", "up to 1.3.211".
std::string DescribeVersions(const Policy& policy);

// Returns the text of `loadstone explain`: everything about one policy and the IDs of its `cases`,
// in lines of at most 80 columns, except for single longer words.
std::string Explain(const Policy& policy, const std::vector<std::string>& cases);

// Returns the text of `loadstone list policies`: a table with one line per policy.
std::string ListPolicies(const std::vector<Policy>& policies, const CaseMap& cases);

// Returns the output of `loadstone list policies --json`: an array of objects with id, level,
// subject, api, sources (document, edition, section, the numbers of the paragraphs and url),
// platforms, since and until (null for no bound), cases (IDs), and, if the policy cannot be
// observed, unobservable (why).
std::string ListPoliciesJson(const std::vector<Policy>& policies, const CaseMap& cases);

}  // namespace loadstone::policy

#endif  // LOADSTONE_HARNESS_POLICY_PRINT_H_
