#include "harness/suites/common/wrong_types.h"

#include <fmt/format.h>
#include <rapidjson/pointer.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace loadstone {
namespace {

using rapidjson::Document;
using rapidjson::Value;
using Type = FormatPlace::Type;

struct Replacement {
  const char* name;
  Value (*make)(const Value* right, Document::AllocatorType& allocator);
  const Type* instead_of;  // the type that this one is, or null
};

constexpr Type kText = Type::kText;
constexpr Type kObject = Type::kObject;
constexpr Type kList = Type::kList;

// What stands at a place that the manifest does not have is made up.
Value Copy(const Value* right, Document::AllocatorType& allocator) {
  if (right == nullptr) return Value("text", allocator);
  return Value(*right, allocator);
}

const Replacement kReplacements[] = {
    {"null", [](const Value*, Document::AllocatorType&) { return Value(); }, nullptr},
    {"truth_value", [](const Value*, Document::AllocatorType&) { return Value(true); }, nullptr},
    {"number", [](const Value*, Document::AllocatorType&) { return Value(5); }, nullptr},
    {"text",
     [](const Value*, Document::AllocatorType& allocator) { return Value("text", allocator); },
     &kText},
    {"object",
     [](const Value* right, Document::AllocatorType& allocator) {
       Value object(rapidjson::kObjectType);
       object.AddMember("name", Copy(right, allocator), allocator);
       return object;
     },
     &kObject},
    {"list",
     [](const Value* right, Document::AllocatorType& allocator) {
       Value list(rapidjson::kArrayType);
       list.PushBack(Copy(right, allocator), allocator);
       return list;
     },
     &kList},
};

std::string Replaced(const std::string& manifest, const FormatPlace& place,
                     const Replacement& replacement) {
  Document document;
  document.Parse(manifest.data(), manifest.size());
  const rapidjson::Pointer pointer(place.pointer);
  Value value = replacement.make(pointer.Get(document), document.GetAllocator());
  pointer.Set(document, value);
  rapidjson::StringBuffer text;
  rapidjson::Writer<rapidjson::StringBuffer> writer(text);
  document.Accept(writer);
  return {text.GetString(), text.GetSize()};
}

}  // namespace

std::vector<WrongType> WrongTypesAt(const std::vector<FormatPlace>& places,
                                    const std::function<std::string()>& manifest) {
  std::vector<WrongType> wrong;
  for (const FormatPlace& place : places) {
    for (const Replacement& replacement : kReplacements) {
      if (replacement.instead_of != nullptr && *replacement.instead_of == place.type) continue;
      wrong.push_back(
          {fmt::format("type_of_{}_{}", place.name, replacement.name),
           [place, &replacement, manifest] { return Replaced(manifest(), place, replacement); }});
    }
  }
  return wrong;
}

}  // namespace loadstone
