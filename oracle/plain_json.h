// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_PLAIN_JSON_H_
#define LOADSTONE_ORACLE_PLAIN_JSON_H_

#include <rapidjson/document.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loadstone::oracle {

// Parses JSON that every parser reads in the same way: no byte order mark, only ASCII, no escapes,
// no member twice, not too deep. Returns nothing unless it is such an object.
std::optional<rapidjson::Document> ReadPlainObject(const std::string& text);

// Whether the value is a printable text that is not empty and fits into the API's arrays.
bool IsPlainText(const rapidjson::Value& value);
std::optional<std::vector<std::string>> ReadPlainTexts(const rapidjson::Value& value);
// A decimal number of at most six digits, without leading zeros.
std::optional<uint32_t> ReadNumber(const std::string& text);

// The manifests, in places that may be searched, whose treatment the documents do not define. Names
// that occur in one of them are not judged.
class AmbiguousTexts {
 public:
  void Add(const std::string& text) { texts_.push_back(text); }
  bool empty() const { return texts_.empty(); }
  size_t size() const { return texts_.size(); }
  // Whether one of the manifests may refer to `text`, such as the name of a layer.
  bool Mentions(const std::string& text) const;

 private:
  std::vector<std::string> texts_;
};

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_PLAIN_JSON_H_
