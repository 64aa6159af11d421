// SPDX-License-Identifier: Apache-2.0
#include "harness/json/json_reader.h"

#include <rapidjson/error/en.h>

#include <stdexcept>
#include <utility>

namespace loadstone {
namespace {

[[noreturn]] void Throw(const JsonReader::Refuse& refuse, const std::string& member,
                        const std::string& problem) {
  refuse(member, problem);
  throw std::logic_error("what is refused must be refused by an exception");
}

}  // namespace

JsonReader::JsonReader(const rapidjson::Value& object, Refuse refuse)
    : object_(object), refuse_(std::move(refuse)) {
  Require(object_.IsObject(), "", "is not an object");
}

void JsonReader::Require(bool good, const char* member, const char* problem) const {
  if (!good) Throw(refuse_, member, problem);
}

const rapidjson::Value& JsonReader::Get(const char* member) const {
  const auto found = object_.FindMember(member);
  Require(found != object_.MemberEnd(), member, "is missing");
  return found->value;
}

std::string JsonReader::TextOf(const rapidjson::Value& value, const char* member) const {
  Require(value.IsString(), member, "is not a string");
  return {value.GetString(), value.GetStringLength()};
}

std::string JsonReader::Text(const char* member) const { return TextOf(Get(member), member); }

bool JsonReader::Flag(const char* member) const {
  const rapidjson::Value& value = Get(member);
  Require(value.IsBool(), member, "is neither true nor false");
  return value.GetBool();
}

int64_t JsonReader::Number(const char* member) const {
  const rapidjson::Value& value = Get(member);
  Require(value.IsInt64(), member, "is not an integer");
  return value.GetInt64();
}

uint64_t JsonReader::Unsigned(const char* member) const {
  const rapidjson::Value& value = Get(member);
  Require(value.IsUint64(), member, "is not an integer of 0 or more");
  return value.GetUint64();
}

const rapidjson::Value& JsonReader::Array(const char* member) const {
  const rapidjson::Value& value = Get(member);
  Require(value.IsArray(), member, "is not an array");
  return value;
}

const rapidjson::Value& JsonReader::Object(const char* member) const {
  const rapidjson::Value& value = Get(member);
  Require(value.IsObject(), member, "is not an object");
  return value;
}

std::vector<std::string> JsonReader::Texts(const char* member) const {
  std::vector<std::string> texts;
  for (const auto& element : Array(member).GetArray()) texts.push_back(TextOf(element, member));
  return texts;
}

std::vector<int64_t> JsonReader::Numbers(const char* member) const {
  std::vector<int64_t> numbers;
  for (const auto& element : Array(member).GetArray()) {
    Require(element.IsInt64(), member, "holds something that is not an integer");
    numbers.push_back(element.GetInt64());
  }
  return numbers;
}

rapidjson::Document ParseJson(const std::string& json, const JsonReader::Refuse& refuse) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseIterativeFlag>(json.data(), json.size());
  if (document.HasParseError()) {
    Throw(refuse, "",
          std::string("is not JSON: ") + rapidjson::GetParseError_En(document.GetParseError()));
  }
  return document;
}

}  // namespace loadstone
