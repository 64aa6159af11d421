// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_MANIFEST_JSON_H_
#define LOADSTONE_SUITES_COMMON_MANIFEST_JSON_H_

#include <map>
#include <string>
#include <vector>

namespace loadstone::suites {

// Queries on a component's object in a manifest, which is JSON text.

enum class JsonType { kText, kTextOrNumber, kTexts, kTruth, kObject, kObjects };

// The members to which the table of the document assigns a type, with that type. Others are not
// judged.
const std::map<std::string, JsonType>& VulkanMemberTypes();
const std::map<std::string, JsonType>& OpenXrMemberTypes();
const std::map<std::string, JsonType>& DriverMemberTypes();
const std::map<std::string, JsonType>& RuntimeMemberTypes();

bool HasMember(const std::string& object, const char* member);
// The text of a member; empty if it is missing or has another type.
std::string TextOf(const std::string& object, const char* member);
// The members whose type differs from `types`.
std::vector<std::string> WrongTypes(const std::string& object,
                                    const std::map<std::string, JsonType>& types);
// Whether `member` is an object of strings, with at least one name that is not empty.
bool HasVariableName(const std::string& object, const char* member);
// The "name" of each element of the list `member`.
std::vector<std::string> NamesIn(const std::string& object, const char* member);
// The spec_version of each element of the list `member` that has one, by name.
std::map<std::string, std::string> SpecVersionsIn(const std::string& object, const char* member);
// The faults in the elements of the lists of extensions, a line each: missing required members, one
// of which is `version`, and those of a device extension's entrypoints.
std::vector<std::string> ExtensionFaults(const std::string& object, const char* version);
// The entrypoints of all device extensions.
std::vector<std::string> EntrypointsIn(const std::string& object);
// The name that "functions" gives `function`; empty if it does not name it.
std::string RenamedFunction(const std::string& object, const std::string& function);
// The name under which the library exports `function`: the same name, unless "functions" gives
// another one.
std::string ExportedName(const std::string& object, const std::string& function);
// The name under which the library exports its interception of the pre-instance function
// `function`, from "pre_instance_functions"; empty if there is none.
std::string PreInstanceName(const std::string& object, const std::string& function);
// Whether a text is an API version, with or without a patch number.
bool IsApiVersion(const std::string& text);
// The members of the object `member` whose names are not in `names`, or whose values are not
// strings.
std::vector<std::string> InvalidMembers(const std::string& object, const char* member,
                                        const std::vector<std::string>& names);
// The strings in the object `member`.
std::vector<std::string> TextsIn(const std::string& object, const char* member);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_MANIFEST_JSON_H_
