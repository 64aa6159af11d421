// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_JSON_TREE_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_JSON_TREE_H_

#include <string>
#include <string_view>
#include <vector>

namespace loadstone::fuzz::inside {

// A JSON text as a tree that can be changed and printed. It keeps what parsers disagree about:
// members of one name, their order, and numbers as they are written. It shares nothing with the
// loaders' parser, so that the two check each other.
struct JsonNode {
  enum class Kind { kNull, kFalse, kTrue, kNumber, kString, kArray, kObject };

  Kind kind = Kind::kNull;
  // The decoded content of a string, or a number as written.
  std::string text;
  // Elements of an array or values of an object's members.
  std::vector<JsonNode> elements;
  // The names of an object's members, one for each element.
  std::vector<std::string> names;

  static JsonNode String(std::string text);

  bool IsObject() const { return kind == Kind::kObject; }
  bool IsArray() const { return kind == Kind::kArray; }
  bool IsString() const { return kind == Kind::kString; }

  // The first member of that name, or null when there is none or this is no object.
  const JsonNode* Find(std::string_view name) const;
  // The text of the first member of that name if it is a string without zero bytes, which no name
  // or path can contain; else empty. It lasts as long as the member.
  std::string_view StringOf(std::string_view name) const;

  bool operator==(const JsonNode&) const = default;
};

// Deeper texts are not read: the trees are walked by recursion.
inline constexpr int kMaximumJsonDepth = 128;

// What ParseJsonTree makes of a text.
enum class JsonVerdict { kTree, kNotJson, kTooDeep };

// Parses strict JSON (RFC 8259), with or without a byte order mark. `tree` is only complete when
// the verdict is kTree.
JsonVerdict ParseJsonTree(std::string_view text, JsonNode* tree);

// The text of a tree, without any space. Parsing it gives the same tree.
std::string PrintJsonTree(const JsonNode& tree);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_JSON_TREE_H_
