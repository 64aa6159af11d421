// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_JSON_MUTATOR_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_JSON_MUTATOR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/inside/support/json_tree.h"
#include "fuzz/inside/support/vocabulary.h"

namespace loadstone::fuzz::inside {

// Mutates JSON trees at random so that they stay JSON: the structure of the tree, the names of
// members and their values, preferring those of the schemas. The same seed makes the same
// mutations.
class JsonMutator {
 public:
  JsonMutator(const Vocabulary& vocabulary, uint32_t seed)
      : vocabulary_(vocabulary), state_(uint64_t{seed} * 2 + 1) {
    constexpr size_t kUsualNodes = 64;
    nodes_.reserve(kUsualNodes);
  }

  // Makes one to four mutations.
  void Mutate(JsonNode* root);

  // Copies a part of `other` to a place in `root`.
  void CrossOver(JsonNode* root, JsonNode* other);

 private:
  // A number below `bound`, which must not be 0.
  size_t Below(size_t bound);
  bool OneIn(size_t count) { return Below(count) == 0; }
  // Any node of the tree.
  JsonNode* AnyNode(JsonNode* root);
  // Any node with children, or null when the root is a leaf.
  JsonNode* AnyParent(JsonNode* root);

  void MutateOnce(JsonNode* root);
  void AddMember(JsonNode* object);
  void RenameMember(JsonNode* object);
  void RemoveChild(JsonNode* parent);
  void RepeatChild(JsonNode* parent);
  void SwapChildren(JsonNode* parent);
  void UseValueOfSchema(JsonNode* parent);
  void CopyWithin(JsonNode* root);
  void ChangeKind(JsonNode* node);
  void ChangeText(JsonNode* node);
  void ChangeNumber(std::string* text);
  const Field& AnyField() { return vocabulary_.fields[Below(vocabulary_.fields.size())]; }
  JsonNode ValueOf(const Field& field);

  const Vocabulary& vocabulary_;
  uint64_t state_;
  std::vector<JsonNode*> nodes_;  // candidates for a choice; a member to reuse its memory
};

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_JSON_MUTATOR_H_
