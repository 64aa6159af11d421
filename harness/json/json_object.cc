// SPDX-License-Identifier: Apache-2.0
#include "harness/json/json_object.h"

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <algorithm>
#include <stdexcept>

#include "harness/json/json_member.h"

namespace loadstone {
namespace {

void Parse(const std::string& json, rapidjson::Document& into) {
  into.Parse(json.data(), json.size());
  if (into.HasParseError()) throw std::invalid_argument("this is not JSON: " + json);
}

}  // namespace

JsonObject::JsonObject()
    : document_(std::make_unique<rapidjson::Document>(rapidjson::kObjectType)) {}

JsonObject::JsonObject(const JsonObject& other) : JsonObject() { *this = other; }

JsonObject& JsonObject::operator=(const JsonObject& other) {
  if (this != &other) document_->CopyFrom(*other.document_, document_->GetAllocator());
  return *this;
}

rapidjson::Value& JsonObject::Place(const std::string& key) {
  const auto member = document_->FindMember(key.c_str());
  if (member != document_->MemberEnd()) return member->value;
  rapidjson::Value name(key.c_str(), document_->GetAllocator());
  document_->AddMember(name, rapidjson::Value(), document_->GetAllocator());
  return (document_->MemberEnd() - 1)->value;
}

JsonObject& JsonObject::Set(const std::string& key, const std::string& text) {
  Place(key).SetString(text.data(), static_cast<rapidjson::SizeType>(text.size()),
                       document_->GetAllocator());
  return *this;
}

JsonObject& JsonObject::Set(const std::string& key, const std::vector<std::string>& texts) {
  rapidjson::Value list(rapidjson::kArrayType);
  for (const std::string& text : texts) {
    list.PushBack(rapidjson::Value(text.c_str(), document_->GetAllocator()),
                  document_->GetAllocator());
  }
  Place(key) = list;
  return *this;
}

JsonObject& JsonObject::Set(const std::string& key, const JsonObject& object) {
  Place(key).CopyFrom(*object.document_, document_->GetAllocator());
  return *this;
}

JsonObject& JsonObject::SetJson(const std::string& key, const std::string& json) {
  rapidjson::Document value;
  Parse(json, value);
  Place(key).CopyFrom(value, document_->GetAllocator());
  return *this;
}

JsonObject& JsonObject::Merge(const std::string& json) {
  rapidjson::Document object;
  Parse(json, object);
  if (!object.IsObject()) throw std::invalid_argument("this is not a JSON object: " + json);
  for (const auto& member : object.GetObject()) {
    const std::string key = member.name.GetString();
    if (member.value.IsNull()) {
      Remove(key);
    } else {
      Place(key).CopyFrom(member.value, document_->GetAllocator());
    }
  }
  return *this;
}

JsonObject& JsonObject::Remove(const std::string& key) {
  document_->EraseMember(key.c_str());
  return *this;
}

JsonObject& JsonObject::Reverse() {
  std::reverse(document_->MemberBegin(), document_->MemberEnd());
  return *this;
}

bool JsonObject::Has(const std::string& key) const { return document_->HasMember(key.c_str()); }

std::string JsonObject::Text() const {
  rapidjson::StringBuffer buffer;
  rapidjson::PrettyWriter<rapidjson::StringBuffer> writer(buffer);
  writer.SetIndent(' ', 2);
  document_->Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

std::string JsonObject::Line() const { return ToText(*document_); }

}  // namespace loadstone
