// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_JSON_JSON_MEMBER_H_
#define LOADSTONE_HARNESS_JSON_JSON_MEMBER_H_

#include <rapidjson/document.h>

#include <string>
#include <vector>

// Members of JSON that somebody else wrote, where what is missing or of another type is no error
// (JsonReader refuses it).
namespace loadstone {

// A member of an object, or null.
const rapidjson::Value* Member(const rapidjson::Value& object, const char* key);
// Its text, or an empty one where it is missing or no text.
std::string Text(const rapidjson::Value& object, const char* key);
// The texts of an array, without what is none; none where it is missing or no array.
std::vector<std::string> Texts(const rapidjson::Value& object, const char* key);

// The value as JSON, in one line.
std::string ToText(const rapidjson::Value& value);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_JSON_JSON_MEMBER_H_
