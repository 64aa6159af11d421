// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_COMPONENT_EXPORTS_H_
#define LOADSTONE_SUITES_COMMON_COMPONENT_EXPORTS_H_

#include <functional>
#include <string>
#include <vector>

#include "harness/case/component_case.h"

namespace loadstone::suites {

// What a loader finds in a component's library by name.
struct FoundExports {
  std::string why_untold = {};          // why nothing is known of them; empty where all is
  std::vector<std::string> names = {};  // those asked for that are there

  bool Has(const std::string& name) const;
};

// The names to look for, of a component whose `object` is known.
using NamesToFind = std::function<std::vector<std::string>(const ComponentUnderTest& component)>;

// Looks for the names as loaders do: by dlsym, which finds a name in the library or in one that it
// needs. Of a library for another system its file tells what it exports. Runs an application, once
// per case. `owner` is the case that fails for a library that does not survive being loaded.
FoundExports FindExports(Case& c, const std::string& owner, const NamesToFind& names);

// Fails the case unless the component's library exports its negotiation; `owner` as above.
void ExpectNegotiationExported(Case& c, const std::string& owner);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_COMPONENT_EXPORTS_H_
