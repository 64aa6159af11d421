// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_COMPONENT_EXPORTS_H_
#define LOADSTONE_SUITES_COMMON_COMPONENT_EXPORTS_H_

#include <functional>
#include <string>
#include <vector>

#include "harness/case/component_case.h"

namespace loadstone::suites {

// The exports that a loader finds in a component's library.
struct FoundExports {
  SkipReason why_unknown = {};          // why they are unknown; empty if they are known
  std::vector<std::string> names = {};  // those of the requested names that exist

  bool Has(const std::string& name) const;
};

// The names to look up, for a component whose `object` is known.
using NamesToFind = std::function<std::vector<std::string>(const ComponentUnderTest& component)>;

// Looks the names up as loaders do: with dlsym, which also searches the libraries that the library
// needs. For a library of another system, reads the exports from the file. Runs an application, so
// call it only once per case. `owner` is the case that fails if the library does not survive being
// loaded.
FoundExports FindExports(Case& c, const std::string& owner, const NamesToFind& names);

// Fails the case unless the component's library exports its negotiation function; `owner` as above.
void ExpectNegotiationExported(Case& c, const std::string& owner);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_COMPONENT_EXPORTS_H_
