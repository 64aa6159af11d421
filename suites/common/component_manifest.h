// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_COMPONENT_MANIFEST_H_
#define LOADSTONE_SUITES_COMMON_COMPONENT_MANIFEST_H_

#include <string>
#include <vector>

#include "harness/case/component_case.h"

// What every manifest of a layer, driver or runtime must be: each function is the body of a case.
namespace loadstone::suites {

// Also requires that no byte order mark precedes it.
void ExpectJson(const Case& c);
// `formats` are the values of file_format_version that the documents define.
void ExpectKnownFormat(const Case& c, const std::vector<std::string>& formats);
// `members` are the members that a component's object may have; `object` is the name for it in
// messages.
void ExpectMembers(const Case& c, const char* object, const std::vector<const char*>& members);
void ExpectLibraryArch(const Case& c);
// `why` says why another name is wrong; it follows "the file is called NAME".
void ExpectJsonSuffix(const Case& c, const std::string& why);
void ExpectLibraryThere(const Case& c);
void ExpectUsualLibrarySuffix(const Case& c);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_COMPONENT_MANIFEST_H_
