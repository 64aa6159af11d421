// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_JSON_TREE_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_JSON_TREE_H_

#include <string>
#include <string_view>
#include <vector>

namespace loadstone::fuzz::inside {

// A JSON text as a tree that can be modified and printed. It preserves what parsers treat
// differently: members with the same name, their order, and the spelling of numbers. It shares no
// code with the loaders' parser, so that each checks the other.
struct JsonNode {
  enum class Kind { kNull, kFalse, kTrue, kNumber, kString, kArray, kObject };

  Kind kind = Kind::kNull;
  // The decoded content of a string, or a number as it was written.
  std::string text;
  // The elements of an array or the values of an object's members.
  std::vector<JsonNode> elements;
  // The names of an object's members, parallel to `elements`.
  std::vector<std::string> names;

  static JsonNode String(std::string text);

  bool IsObject() const { return kind == Kind::kObject; }
  bool IsArray() const { return kind == Kind::kArray; }
  bool IsString() const { return kind == Kind::kString; }

  // The first member with this name, or null if there is none or this is not an object.
  const JsonNode* Find(std::string_view name) const;
  // The text of the first member with this name, if it is a string without zero bytes (names and
  // paths cannot contain these); else empty. The view is valid as long as the member.
  std::string_view StringOf(std::string_view name) const;

  bool operator==(const JsonNode&) const = default;
};

// Deeper texts are rejected: the trees are traversed recursively.
inline constexpr int kMaximumJsonDepth = 128;

// The result of ParseJsonTree.
enum class JsonVerdict { kTree, kNotJson, kTooDeep };

// Parses strict JSON (RFC 8259), with or without a byte order mark. `tree` is complete only if the
// verdict is kTree.
JsonVerdict ParseJsonTree(std::string_view text, JsonNode* tree);

// The text of a tree, without whitespace. Parsing it gives the same tree.
std::string PrintJsonTree(const JsonNode& tree);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_JSON_TREE_H_
