// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/json_mutator.h"

#include <algorithm>
#include <cstring>

namespace loadstone::fuzz::inside {
namespace {

void Collect(JsonNode* node, bool parents_only, std::vector<JsonNode*>* nodes) {
  if (!parents_only || node->IsArray() || node->IsObject()) nodes->push_back(node);
  for (JsonNode& element : node->elements) Collect(&element, parents_only, nodes);
}

int Depth(const JsonNode& node) {
  int depth = 0;
  for (const JsonNode& element : node.elements) depth = std::max(depth, Depth(element) + 1);
  return depth;
}

void Insert(JsonNode* parent, size_t index, std::string name, JsonNode value) {
  const auto offset = static_cast<std::ptrdiff_t>(index);
  parent->elements.insert(parent->elements.begin() + offset, std::move(value));
  if (parent->IsObject()) parent->names.insert(parent->names.begin() + offset, std::move(name));
}

// Strings that loaders treat specially.
constexpr const char* kTexts[] = {"",      "/",        "..",    "*",          ":",    "1.0.0",
                                  "~all~", "../../x",  "a\\b",  "0x7fffffff", "-1",   "4294967296",
                                  "%s%n",  "\xC3\x28", ".json", "/dev/null",  "1..0", " "};
constexpr const char* kNumbers[] = {"0",
                                    "-1",
                                    "1",
                                    "255",
                                    "256",
                                    "2147483647",
                                    "4294967295",
                                    "4294967296",
                                    "1e308",
                                    "0.5",
                                    "18446744073709551615"};

}  // namespace

size_t JsonMutator::Below(size_t bound) {
  // A linear congruential generator; its upper half is random enough for this.
  state_ = state_ * 6364136223846793005u + 1442695040888963407u;
  return static_cast<size_t>(state_ >> 33) % bound;
}

JsonNode* JsonMutator::AnyNode(JsonNode* root) {
  nodes_.clear();
  Collect(root, false, &nodes_);
  return nodes_[Below(nodes_.size())];
}

JsonNode* JsonMutator::AnyParent(JsonNode* root) {
  nodes_.clear();
  Collect(root, true, &nodes_);
  return nodes_.empty() ? nullptr : nodes_[Below(nodes_.size())];
}

JsonNode JsonMutator::ValueOf(const Field& field) {
  JsonNode value;
  if (!field.values.empty()) ParseJsonTree(field.values[Below(field.values.size())], &value);
  return value;
}

void JsonMutator::AddMember(JsonNode* object) {
  const Field& field = AnyField();
  Insert(object, Below(object->elements.size() + 1), field.name, ValueOf(field));
}

void JsonMutator::RenameMember(JsonNode* object) {
  if (!object->names.empty()) object->names[Below(object->names.size())] = AnyField().name;
}

void JsonMutator::RemoveChild(JsonNode* parent) {
  if (parent->elements.empty()) return;
  const auto index = static_cast<std::ptrdiff_t>(Below(parent->elements.size()));
  parent->elements.erase(parent->elements.begin() + index);
  if (parent->IsObject()) parent->names.erase(parent->names.begin() + index);
}

void JsonMutator::RepeatChild(JsonNode* parent) {
  if (parent->elements.empty()) return;
  const size_t index = Below(parent->elements.size());
  std::string name = parent->IsObject() ? parent->names[index] : std::string();
  Insert(parent, Below(parent->elements.size() + 1), std::move(name),
         JsonNode(parent->elements[index]));
}

void JsonMutator::SwapChildren(JsonNode* parent) {
  if (parent->elements.size() < 2) return;
  const size_t one = Below(parent->elements.size());
  const size_t other = Below(parent->elements.size());
  std::swap(parent->elements[one], parent->elements[other]);
  // Half the time only the values are exchanged, so that the members get each other's values.
  if (parent->IsObject() && OneIn(2)) std::swap(parent->names[one], parent->names[other]);
}

void JsonMutator::UseValueOfSchema(JsonNode* parent) {
  if (parent->elements.empty()) return;
  const size_t index = Below(parent->elements.size());
  const Field* field = &AnyField();
  if (parent->IsObject()) {
    for (const Field& own : vocabulary_.fields) {
      if (parent->names[index] == own.name && !own.values.empty()) field = &own;
    }
  }
  parent->elements[index] = ValueOf(*field);
}

void JsonMutator::CopyWithin(JsonNode* root) {
  JsonNode* target = AnyNode(root);
  JsonNode copy = *AnyNode(root);
  // A node replaces a leaf, so that names and library paths refer to each other.
  if (target->elements.empty() && Depth(copy) < kMaximumJsonDepth / 4) *target = std::move(copy);
}

void JsonMutator::ChangeKind(JsonNode* node) {
  JsonNode changed;
  switch (Below(6)) {
    case 0:
      break;
    case 1:
      changed.kind = OneIn(2) ? JsonNode::Kind::kTrue : JsonNode::Kind::kFalse;
      break;
    case 2:
      changed.kind = JsonNode::Kind::kNumber;
      changed.text = kNumbers[Below(std::size(kNumbers))];
      break;
    case 3:
      changed = JsonNode::String(kTexts[Below(std::size(kTexts))]);
      break;
    case 4:
      changed.kind = JsonNode::Kind::kArray;
      if (Depth(*node) < kMaximumJsonDepth / 4) changed.elements.push_back(*node);
      break;
    default:
      changed.kind = JsonNode::Kind::kObject;
      break;
  }
  *node = std::move(changed);
}

void JsonMutator::ChangeNumber(std::string* text) {
  // Crosses the boundaries of versions and counts.
  const size_t start = text->find_first_of("0123456789");
  if (start == std::string::npos) return;
  const size_t digits = text->find_first_not_of("0123456789", start);
  const size_t length = std::min(digits, text->size()) - start;
  if (length > 9) return;
  unsigned value = static_cast<unsigned>(std::stoul(text->substr(start, length)));
  value = OneIn(4) ? static_cast<unsigned>(Below(5000)) : OneIn(2) ? value + 1 : value - 1;
  text->replace(start, length, std::to_string(value));
}

void JsonMutator::ChangeText(JsonNode* node) {
  std::string& text = node->text;
  switch (Below(6)) {
    case 0:
      ChangeNumber(&text);
      break;
    case 1:
      text = kTexts[Below(std::size(kTexts))];
      break;
    case 2:
      text.insert(Below(text.size() + 1), kTexts[Below(std::size(kTexts))]);
      break;
    case 3:
      if (!text.empty()) text.erase(Below(text.size()), 1 + Below(8));
      break;
    case 4:
      if (!text.empty()) text[Below(text.size())] = static_cast<char>(Below(256));
      break;
    default:
      // Names are limited to 256 bytes, and so are descriptions.
      text.resize(OneIn(2) ? 250 + Below(12) : Below(512), 'x');
      break;
  }
}

void JsonMutator::MutateOnce(JsonNode* root) {
  JsonNode* parent = AnyParent(root);
  if (parent == nullptr) return ChangeKind(root);
  switch (Below(11)) {
    case 0:
    case 1:
      if (parent->IsObject()) return AddMember(parent);
      return Insert(parent, Below(parent->elements.size() + 1), "", ValueOf(AnyField()));
    case 2:
      return RenameMember(parent);
    case 3:
      return RemoveChild(parent);
    case 4:
      return RepeatChild(parent);
    case 5:
      return SwapChildren(parent);
    case 6:
    case 7:
      return UseValueOfSchema(parent);
    case 8:
      return CopyWithin(root);
    case 9: {
      JsonNode* node = AnyNode(root);
      return node->IsString()                        ? ChangeText(node)
             : node->kind == JsonNode::Kind::kNumber ? ChangeNumber(&node->text)
                                                     : RepeatChild(parent);
    }
    default:
      return OneIn(3) ? ChangeKind(AnyNode(root)) : UseValueOfSchema(parent);
  }
}

void JsonMutator::Mutate(JsonNode* root) {
  for (size_t count = 1 + Below(4); count > 0; --count) MutateOnce(root);
}

void JsonMutator::CrossOver(JsonNode* root, JsonNode* other) {
  JsonNode* parent = AnyParent(root);
  JsonNode* from = AnyParent(other);
  if (parent == nullptr || from == nullptr || from->elements.empty()) return;
  const size_t index = Below(from->elements.size());
  if (Depth(from->elements[index]) > kMaximumJsonDepth / 4) return;
  std::string name = from->IsObject() ? from->names[index] : std::string(AnyField().name);
  Insert(parent, Below(parent->elements.size() + 1), std::move(name),
         std::move(from->elements[index]));
}

}  // namespace loadstone::fuzz::inside
