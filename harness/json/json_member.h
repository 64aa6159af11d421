// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_JSON_JSON_MEMBER_H_
#define LOADSTONE_HARNESS_JSON_JSON_MEMBER_H_

#include <rapidjson/document.h>

#include <string>
#include <vector>

// Access to JSON from third parties, in which a missing member or one of another type is not an
// error (JsonReader refuses it).
namespace loadstone {

// Returns a member of an object, or null.
const rapidjson::Value* Member(const rapidjson::Value& object, const char* key);
// Returns the text of a member; empty if it is missing or not a text.
std::string Text(const rapidjson::Value& object, const char* key);
// Returns the texts in an array member, without elements of other types; empty if it is missing or
// not an array.
std::vector<std::string> Texts(const rapidjson::Value& object, const char* key);

// Returns the value as JSON, in one line.
std::string ToText(const rapidjson::Value& value);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_JSON_JSON_MEMBER_H_
