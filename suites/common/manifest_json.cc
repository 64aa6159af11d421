// SPDX-License-Identifier: Apache-2.0
#include "suites/common/manifest_json.h"

#include <rapidjson/document.h>

#include <algorithm>
#include <iterator>
#include <string_view>

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
    case JsonType::kTruth:
      return value.IsBool();
    case JsonType::kObject:
      return value.IsObject();
    case JsonType::kObjects:
      return IsListOf(value, [](const Value& each) { return each.IsObject(); });
  }
  return false;
}

constexpr char kSpecVersion[] = "spec_version";  // of Vulkan's extensions

// Device extensions that layers implement and that add functions.
constexpr const char* kWithFunctions[] = {
    "VK_EXT_debug_marker",       "VK_EXT_validation_cache", "VK_EXT_tooling_info",
    "VK_EXT_private_data",       "VK_EXT_shader_object",    "VK_KHR_synchronization2",
    "VK_KHR_timeline_semaphore", "VK_KHR_swapchain",        "VK_EXT_full_screen_exclusive"};

bool HasOf(const Value& object, const char* member, JsonType type) {
  const auto found = object.FindMember(member);
  return found != object.MemberEnd() && IsOf(found->value, type);
}

std::string NameOf(const Value& extension) {
  return HasOf(extension, "name", JsonType::kText) ? extension["name"].GetString() : "unnamed";
}

bool AddsFunctions(const std::string& extension) {
  return std::find(std::begin(kWithFunctions), std::end(kWithFunctions), extension) !=
         std::end(kWithFunctions);
}

void AddFlaws(const Value& extension, const char* version, bool of_device,
              std::vector<std::string>& flaws) {
  const std::string name = NameOf(extension);
  const auto flaw = [&](const std::string& what) { flaws.push_back(name + " " + what); };
  if (!HasOf(extension, "name", JsonType::kText)) flaw("extension has no name");
  if (!HasOf(extension, version, JsonType::kTextOrNumber)) {
    flaw(std::string("has no ") + version);
  }
  if (!of_device) return;
  const bool present = extension.HasMember("entrypoints");
  if (present && !HasOf(extension, "entrypoints", JsonType::kTexts)) {
    flaw("has entrypoints that are not a list of names");
  }
  if (!present && AddsFunctions(name)) flaw("adds functions and has no entrypoints");
}

// Calls `visit` for each element of the list `member` that is an object.
template <typename Visit>
void ForEachExtension(const Value& document, const char* member, const Visit& visit) {
  const auto list = document.FindMember(member);
  if (list == document.MemberEnd() || !list->value.IsArray()) return;
  for (const Value& element : list->value.GetArray()) {
    if (element.IsObject()) visit(element);
  }
}

// The string `name` in the object `member`; empty if there is none.
std::string StringInMember(const std::string& object, const char* member, const std::string& name) {
  const rapidjson::Document document = Parse(object);
  const auto inner = document.FindMember(member);
  if (inner == document.MemberEnd() || !inner->value.IsObject() ||
      !HasOf(inner->value, name.c_str(), JsonType::kText)) {
    return {};
  }
  return inner->value[name.c_str()].GetString();
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

const std::map<std::string, JsonType>& DriverMemberTypes() {
  static const std::map<std::string, JsonType> kTypes = {
      {"library_path", JsonType::kText},
      {"library_arch", JsonType::kText},
      {"api_version", JsonType::kText},
      {"is_portability_driver", JsonType::kTruth}};
  return kTypes;
}

const std::map<std::string, JsonType>& RuntimeMemberTypes() {
  static const std::map<std::string, JsonType> kTypes = {{"name", JsonType::kText},
                                                         {"library_path", JsonType::kText},
                                                         {"functions", JsonType::kObject}};
  return kTypes;
}

bool HasMember(const std::string& object, const char* member) {
  return Parse(object).HasMember(member);
}

std::string TextOf(const std::string& object, const char* member) {
  const rapidjson::Document document = Parse(object);
  const auto found = document.FindMember(member);
  if (found == document.MemberEnd() || !found->value.IsString()) return {};
  return {found->value.GetString(), found->value.GetStringLength()};
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

bool HasVariableName(const std::string& object, const char* member) {
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
  ForEachExtension(Parse(object), member, [&names](const Value& extension) {
    if (HasOf(extension, "name", JsonType::kText)) names.push_back(NameOf(extension));
  });
  return names;
}

std::map<std::string, std::string> SpecVersionsIn(const std::string& object, const char* member) {
  std::map<std::string, std::string> versions;
  ForEachExtension(Parse(object), member, [&versions](const Value& extension) {
    if (!HasOf(extension, "name", JsonType::kText)) return;
    const auto version = extension.FindMember(kSpecVersion);
    if (version == extension.MemberEnd()) return;
    if (version->value.IsString()) versions[NameOf(extension)] = version->value.GetString();
    if (version->value.IsUint()) {
      versions[NameOf(extension)] = std::to_string(version->value.GetUint());
    }
  });
  return versions;
}

std::vector<std::string> ExtensionFaults(const std::string& object, const char* version) {
  std::vector<std::string> flaws;
  const rapidjson::Document document = Parse(object);
  for (const char* member : {"instance_extensions", "device_extensions"}) {
    const bool of_device = std::string_view(member) == "device_extensions";
    if (of_device && std::string_view(version) != kSpecVersion) continue;  // not a member in OpenXR
    ForEachExtension(document, member, [&](const Value& extension) {
      AddFlaws(extension, version, of_device, flaws);
    });
  }
  return flaws;
}

std::vector<std::string> EntrypointsIn(const std::string& object) {
  std::vector<std::string> functions;
  ForEachExtension(Parse(object), "device_extensions", [&functions](const Value& extension) {
    if (!HasOf(extension, "entrypoints", JsonType::kTexts)) return;
    for (const Value& name : extension["entrypoints"].GetArray()) {
      functions.emplace_back(name.GetString());
    }
  });
  return functions;
}

std::string RenamedFunction(const std::string& object, const std::string& function) {
  return StringInMember(object, "functions", function);
}

std::string ExportedName(const std::string& object, const std::string& function) {
  const std::string renamed = RenamedFunction(object, function);
  return renamed.empty() ? function : renamed;
}

std::string PreInstanceName(const std::string& object, const std::string& function) {
  return StringInMember(object, "pre_instance_functions", function);
}

bool IsApiVersion(const std::string& text) {
  const auto version = policy::Version::TryParse(text);
  return version.has_value() && version->major > 0 && text.find('.') != std::string::npos;
}

std::vector<std::string> InvalidMembers(const std::string& object, const char* member,
                                        const std::vector<std::string>& names) {
  std::vector<std::string> others;
  const rapidjson::Document document = Parse(object);
  const auto inner = document.FindMember(member);
  if (inner == document.MemberEnd() || !inner->value.IsObject()) return others;
  // GetObject is a macro of windows.h.
  for (auto each = inner->value.MemberBegin(); each != inner->value.MemberEnd(); ++each) {
    const std::string name = each->name.GetString();
    const bool known = std::find(names.begin(), names.end(), name) != names.end();
    if (!known || !each->value.IsString()) others.push_back(name);
  }
  return others;
}

std::vector<std::string> TextsIn(const std::string& object, const char* member) {
  std::vector<std::string> texts;
  const rapidjson::Document document = Parse(object);
  const auto inner = document.FindMember(member);
  if (inner == document.MemberEnd() || !inner->value.IsObject()) return texts;
  for (auto each = inner->value.MemberBegin(); each != inner->value.MemberEnd(); ++each) {
    if (each->value.IsString()) texts.emplace_back(each->value.GetString());
  }
  return texts;
}

}  // namespace loadstone::suites
