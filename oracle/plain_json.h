// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_PLAIN_JSON_H_
#define LOADSTONE_ORACLE_PLAIN_JSON_H_

#include <rapidjson/document.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loadstone::oracle {

// JSON of which everybody makes the same: no byte order mark, nothing but ASCII, no escapes, no
// member twice, not too deep. An object, or nothing.
std::optional<rapidjson::Document> ReadPlainObject(const std::string& text);

// A printable text that is not empty and fits into the arrays of the API.
bool IsPlainText(const rapidjson::Value& value);
std::optional<std::vector<std::string>> ReadPlainTexts(const rapidjson::Value& value);
// A decimal number of at most six digits, without further zeros in front.
std::optional<uint32_t> ReadNumber(const std::string& text);

// The manifests of a machine of which the documents do not say how they are to be taken, in places
// that may be searched. Whatever occurs in one of them is nobody's business.
class AmbiguousTexts {
 public:
  void Add(const std::string& text) { texts_.push_back(text); }
  bool empty() const { return texts_.empty(); }
  size_t size() const { return texts_.size(); }
  // Whether `text`, such as the name of a layer, may be meant by one of them.
  bool Mentions(const std::string& text) const;

 private:
  std::vector<std::string> texts_;
};

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_PLAIN_JSON_H_
