// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_JSON_BAD_MEMBERS_H_
#define LOADSTONE_HARNESS_JSON_BAD_MEMBERS_H_

#include <stdexcept>
#include <string>
#include <vector>

#include "harness/json/json_object.h"
#include "harness/json/json_reader.h"

namespace loadstone {

// For tests of code that reads JSON: returns, for each member of the object `json`, the object
// without it and the object with null as its value.
inline std::vector<std::string> WithInvalidMembers(const std::string& json) {
  const rapidjson::Document document = ParseJson(json, RefuseWith<std::invalid_argument>("a test"));
  std::vector<std::string> bad;
  for (const auto& member : document.GetObject()) {
    const JsonObject object = JsonObject().Merge(json);
    bad.push_back(JsonObject(object).Remove(member.name.GetString()).Line());
    bad.push_back(JsonObject(object).SetJson(member.name.GetString(), "null").Line());
  }
  return bad;
}

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_JSON_BAD_MEMBERS_H_
