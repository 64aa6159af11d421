// SPDX-License-Identifier: Apache-2.0
#include "suites/common/wrong_types.h"

#include <rapidjson/document.h>
#include <rapidjson/pointer.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace loadstone::suites {
namespace {

constexpr int kPlacesInLists = 3;

struct TypedValue {
  const char* name;
  JsonKind kind;
  const char* json;
};

// Lists and objects occur both empty and with elements that a loader may read.
constexpr TypedValue kValues[] = {
    {"null", JsonKind::kNull, "null"},
    {"boolean", JsonKind::kBoolean, "true"},
    {"number", JsonKind::kNumber, "17"},
    {"text", JsonKind::kText, R"("text")"},
    {"empty_list", JsonKind::kList, "[]"},
    {"list", JsonKind::kList, R"(["text", {"name": "text"}, 1, null])"},
    {"empty_object", JsonKind::kObject, "{}"},
    {"object", JsonKind::kObject, R"({"name": "text", "list": [], "1": 1, "null": null})"},
};

// "/layer/app_keys/#" becomes layer_app_keys_element.
std::string NameOf(const std::string& pointer) {
  if (pointer.empty()) return "manifest";
  std::string name;
  for (const char c : pointer.substr(1)) {
    if (c == '#') {
      name += "element";
    } else {
      name += c == '/' ? '_' : static_cast<char>(std::tolower(c));
    }
  }
  return name;
}

std::string TextOf(const rapidjson::Document& document) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  document.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

// `manifest` with the value `json` at `pointer`, if that exists.
std::string With(const std::string& manifest, const std::string& pointer, const char* json) {
  rapidjson::Document document;
  document.Parse(manifest.data(), manifest.size());
  if (document.HasParseError()) throw std::logic_error("not JSON: " + manifest);
  rapidjson::Document value(&document.GetAllocator());
  value.Parse(json);
  rapidjson::Value* place = rapidjson::Pointer(pointer.c_str(), pointer.size()).Get(document);
  if (place == nullptr) throw std::logic_error("no " + pointer + " in " + manifest);
  static_cast<rapidjson::Value&>(value).Swap(*place);
  return TextOf(document);
}

std::vector<std::string> Manifests(const std::string& manifest, const std::string& pointer,
                                   const char* json) {
  if (pointer.find('#') == std::string::npos) return {With(manifest, pointer, json)};
  std::vector<std::string> manifests;
  for (int i = 0; i < kPlacesInLists; ++i) {
    std::string place = pointer;
    std::replace(place.begin(), place.end(), '#', static_cast<char>('0' + i));
    manifests.push_back(With(manifest, place, json));
  }
  return manifests;
}

}  // namespace

std::vector<WrongType> WrongTypes(const ManifestFormat& format) {
  std::vector<WrongType> wrong;
  for (const ManifestPlace& place : format.places) {
    for (const TypedValue& value : kValues) {
      if (value.kind == place.kind) continue;
      wrong.push_back({NameOf(place.pointer) + "_is_" + value.name, [&format, &place, &value] {
                         return Manifests(format.manifest, place.pointer, value.json);
                       }});
    }
  }
  return wrong;
}

}  // namespace loadstone::suites
