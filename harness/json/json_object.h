// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_JSON_JSON_OBJECT_H_
#define LOADSTONE_HARNESS_JSON_JSON_OBJECT_H_

#include <rapidjson/document.h>

#include <memory>
#include <string>
#include <vector>

namespace loadstone {

// Builds a JSON object member by member, for manifests and configurations. Setting a member again
// replaces its value and keeps its position. Throws std::invalid_argument for values given as JSON
// text that do not parse: they come from this tree.
class JsonObject {
 public:
  JsonObject();
  JsonObject(const JsonObject& other);
  JsonObject& operator=(const JsonObject& other);

  JsonObject& Set(const std::string& key, const std::string& text);
  JsonObject& Set(const std::string& key, const char* text) { return Set(key, std::string(text)); }
  JsonObject& Set(const std::string& key, const std::vector<std::string>& texts);
  JsonObject& Set(const std::string& key, const JsonObject& object);
  // `json` is any JSON value as text.
  JsonObject& SetJson(const std::string& key, const std::string& json);
  // Sets every member of the object `json`; a member that is null removes the member of that name.
  JsonObject& Merge(const std::string& json);
  JsonObject& Remove(const std::string& key);
  // Reverses the order of the members; the values stay as they are.
  JsonObject& Reverse();

  bool Has(const std::string& key) const;
  // Return the object indented, for people, and on one line.
  std::string Text() const;
  std::string Line() const;

 private:
  rapidjson::Value& Place(const std::string& key);

  std::unique_ptr<rapidjson::Document> document_;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_JSON_JSON_OBJECT_H_
