// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_JSON_JSON_READER_H_
#define LOADSTONE_HARNESS_JSON_JSON_READER_H_

#include <rapidjson/document.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loadstone {

// Reads the members of a JSON object. Each must exist and have the requested type: a missing
// member, or one of another type, is refused and never read as an empty value.
class JsonReader {
 public:
  // Throws an exception whose message names the member (none for the object itself) and the
  // problem, such as "is missing".
  using Refuse = std::function<void(const std::string& member, const std::string& problem)>;

  // `object` must outlive this object. Refuses a value that is not an object.
  JsonReader(const rapidjson::Value& object, Refuse refuse);

  bool Has(const char* member) const { return object_.HasMember(member); }
  // Returns a member of any type.
  const rapidjson::Value& Get(const char* member) const;

  std::string Text(const char* member) const;
  // The value that the text is the name of, as `from_name` knows it.
  template <typename Value>
  Value Named(const char* member, std::optional<Value> (*from_name)(std::string_view)) const {
    const std::optional<Value> value = from_name(Text(member));
    Require(value.has_value(), member, "is an unknown name");
    return *value;
  }
  bool Flag(const char* member) const;
  int64_t Number(const char* member) const;
  uint64_t Unsigned(const char* member) const;  // refuses negative numbers
  std::vector<std::string> Texts(const char* member) const;
  std::vector<int64_t> Numbers(const char* member) const;
  const rapidjson::Value& Array(const char* member) const;
  const rapidjson::Value& Object(const char* member) const;

  // Returns the text of `value`, which is `member` or an element of it.
  std::string TextOf(const rapidjson::Value& value, const char* member) const;

 private:
  void Require(bool good, const char* member, const char* problem) const;

  const rapidjson::Value& object_;
  Refuse refuse_;
};

// Returns a function that throws an exception of type Error whose one-line message begins with
// `what`, the name of the object.
template <typename Error>
JsonReader::Refuse RefuseWith(std::string what) {
  return [what = std::move(what)](const std::string& member, const std::string& problem) {
    throw Error(what + ": " + (member.empty() ? "" : "\"" + member + "\" ") + problem);
  };
}

// Parses `json`, without limit on nesting. Refuses invalid JSON.
rapidjson::Document ParseJson(const std::string& json, const JsonReader::Refuse& refuse);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_JSON_JSON_READER_H_
