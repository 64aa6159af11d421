// SPDX-License-Identifier: Apache-2.0
#include "harness/json/json_member.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace loadstone {

const rapidjson::Value* Member(const rapidjson::Value& object, const char* key) {
  const auto member = object.FindMember(key);
  return member == object.MemberEnd() ? nullptr : &member->value;
}

std::string Text(const rapidjson::Value& object, const char* key) {
  const rapidjson::Value* value = Member(object, key);
  if (value == nullptr || !value->IsString()) return {};
  return {value->GetString(), value->GetStringLength()};
}

std::vector<std::string> Texts(const rapidjson::Value& object, const char* key) {
  std::vector<std::string> texts;
  const rapidjson::Value* value = Member(object, key);
  if (value == nullptr || !value->IsArray()) return texts;
  for (const rapidjson::Value& each : value->GetArray()) {
    if (each.IsString()) texts.emplace_back(each.GetString(), each.GetStringLength());
  }
  return texts;
}

std::string ToText(const rapidjson::Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

}  // namespace loadstone
