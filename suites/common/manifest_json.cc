#include "suites/common/manifest_json.h"

#include <rapidjson/document.h>

#include <algorithm>

#include "harness/policy/version.h"

namespace loadstone::suites {
namespace {

using rapidjson::Value;

rapidjson::Document Parse(const std::string& object) {
  rapidjson::Document document;
  document.Parse(object.data(), object.size());
  if (document.HasParseError() || !document.IsObject()) document.SetObject();
  return document;
}

template <typename Good>
bool IsListOf(const Value& value, const Good& good) {
  return value.IsArray() && std::all_of(value.Begin(), value.End(), good);
}

bool IsOf(const Value& value, JsonType type) {
  switch (type) {
    case JsonType::kText:
      return value.IsString();
    case JsonType::kTextOrNumber:
      return value.IsString() || value.IsNumber();
    case JsonType::kTexts:
      return IsListOf(value, [](const Value& each) { return each.IsString(); });
    case JsonType::kObject:
      return value.IsObject();
    case JsonType::kObjects:
      return IsListOf(value, [](const Value& each) { return each.IsObject(); });
  }
  return false;
}

}  // namespace

const std::map<std::string, JsonType>& VulkanMemberTypes() {
  static const std::map<std::string, JsonType> kTypes = {
      {"name", JsonType::kText},
      {"type", JsonType::kText},
      {"library_path", JsonType::kText},
      {"library_arch", JsonType::kText},
      {"api_version", JsonType::kText},
      {"implementation_version", JsonType::kTextOrNumber},
      {"description", JsonType::kText},
      {"functions", JsonType::kObject},
      {"instance_extensions", JsonType::kObjects},
      {"device_extensions", JsonType::kObjects},
      {"disable_environment", JsonType::kObject},
      {"enable_environment", JsonType::kObject},
      {"component_layers", JsonType::kTexts},
      {"pre_instance_functions", JsonType::kObject},
      {"override_paths", JsonType::kTexts},
      {"blacklisted_layers", JsonType::kTexts},
      {"app_keys", JsonType::kTexts}};
  return kTypes;
}

const std::map<std::string, JsonType>& OpenXrMemberTypes() {
  static const std::map<std::string, JsonType> kTypes = {
      {"name", JsonType::kText},
      {"library_path", JsonType::kText},
      {"api_version", JsonType::kText},
      {"implementation_version", JsonType::kTextOrNumber},
      {"description", JsonType::kText},
      {"functions", JsonType::kObject},
      {"instance_extensions", JsonType::kObjects},
      {"disable_environment", JsonType::kText},
      {"enable_environment", JsonType::kText}};
  return kTypes;
}

bool HasMember(const std::string& object, const char* member) {
  return Parse(object).HasMember(member);
}

std::vector<std::string> WrongTypes(const std::string& object,
                                    const std::map<std::string, JsonType>& types) {
  std::vector<std::string> wrong;
  const rapidjson::Document document = Parse(object);
  for (const auto& [name, type] : types) {
    const auto member = document.FindMember(name.c_str());
    if (member != document.MemberEnd() && !IsOf(member->value, type)) wrong.push_back(name);
  }
  return wrong;
}

bool NamesAVariable(const std::string& object, const char* member) {
  const rapidjson::Document document = Parse(object);
  const auto found = document.FindMember(member);
  if (found == document.MemberEnd() || !found->value.IsObject()) return false;
  const auto& variables = found->value;
  return variables.MemberCount() > 0 &&
         std::all_of(variables.MemberBegin(), variables.MemberEnd(), [](const auto& each) {
           return each.name.GetStringLength() > 0 && each.value.IsString();
         });
}

std::vector<std::string> NamesIn(const std::string& object, const char* member) {
  std::vector<std::string> names;
  const rapidjson::Document document = Parse(object);
  const auto list = document.FindMember(member);
  if (list == document.MemberEnd() || !list->value.IsArray()) return names;
  for (const Value& element : list->value.GetArray()) {
    if (!element.IsObject()) continue;
    const auto name = element.FindMember("name");
    if (name != element.MemberEnd() && name->value.IsString()) {
      names.emplace_back(name->value.GetString());
    }
  }
  return names;
}

bool IsApiVersion(const std::string& text) { return policy::Version::TryParse(text).has_value(); }

}  // namespace loadstone::suites
