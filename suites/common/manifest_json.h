// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_MANIFEST_JSON_H_
#define LOADSTONE_SUITES_COMMON_MANIFEST_JSON_H_

#include <map>
#include <string>
#include <vector>

namespace loadstone::suites {

// Questions to what a manifest says of a component, a JSON object as text.

enum class JsonType { kText, kTextOrNumber, kTexts, kTruth, kObject, kObjects };

// The members that the table of the document gives a type, and that type. Others are not judged.
const std::map<std::string, JsonType>& VulkanMemberTypes();
const std::map<std::string, JsonType>& OpenXrMemberTypes();
const std::map<std::string, JsonType>& DriverMemberTypes();
const std::map<std::string, JsonType>& RuntimeMemberTypes();

bool HasMember(const std::string& object, const char* member);
// The text of a member; empty where it is missing or of another type.
std::string TextOf(const std::string& object, const char* member);
// The members that are of another type than `types` says.
std::vector<std::string> WrongTypes(const std::string& object,
                                    const std::map<std::string, JsonType>& types);
// Whether `member` is an object whose members are texts, with at least one that has a name.
bool NamesAVariable(const std::string& object, const char* member);
// The "name" of each element of the list `member`.
std::vector<std::string> NamesIn(const std::string& object, const char* member);
// What is wrong with the elements of the lists of extensions, a line each: members that every one
// must have, of which `version` is one, and those of a device extension's entrypoints.
std::vector<std::string> FlawsOfExtensions(const std::string& object, const char* version);
// The entrypoints of all device extensions.
std::vector<std::string> EntrypointsIn(const std::string& object);
// The name under which the library exports `function`: its own, unless "functions" has another.
std::string ExportedName(const std::string& object, const std::string& function);
// The name under which the library exports its interception of `function` before there is an
// instance, from "pre_instance_functions"; empty for none.
std::string PreInstanceName(const std::string& object, const std::string& function);
// Whether a text is a version of an API, with or without a patch: none is 0.
bool IsApiVersion(const std::string& text);
// The members of the object `member` whose names are not among `names`, or whose values are no
// texts.
std::vector<std::string> OthersThanTexts(const std::string& object, const char* member,
                                         const std::vector<std::string>& names);
// The texts in the object `member`.
std::vector<std::string> TextsIn(const std::string& object, const char* member);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_MANIFEST_JSON_H_
