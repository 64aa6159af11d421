// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_COMPONENT_MANIFEST_H_
#define LOADSTONE_SUITES_COMMON_COMPONENT_MANIFEST_H_

#include <string>
#include <vector>

#include "harness/case/component_case.h"

// What every manifest of a layer, driver or runtime has to be: each function is the body of a case.
namespace loadstone::suites {

// No byte order mark stands before it, either.
void ExpectJson(const Case& c);
// `formats` are the values of file_format_version that the documents know.
void ExpectKnownFormat(const Case& c, const std::vector<std::string>& formats);
// `members` are those that an object for the component has; `object` is what it is called.
void ExpectMembers(const Case& c, const char* object, const std::vector<const char*>& members);
void ExpectLibraryArch(const Case& c);
// `why` says what is wrong with another name, behind "the file is called NAME".
void ExpectJsonSuffix(const Case& c, const std::string& why);
void ExpectLibraryThere(const Case& c);
void ExpectUsualLibrarySuffix(const Case& c);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_COMPONENT_MANIFEST_H_
