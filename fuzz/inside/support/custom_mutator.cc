// SPDX-License-Identifier: Apache-2.0
// The entry points through which libFuzzer mutates: half the time the text is mutated as a JSON
// tree, one time in sixteen it is broken as text, and otherwise libFuzzer mutates it.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "fuzz/inside/support/json_mutator.h"
#include "fuzz/inside/support/target.h"
#include "fuzz/shared/break_text.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

using loadstone::fuzz::inside::JsonMutator;
using loadstone::fuzz::inside::JsonNode;
using loadstone::fuzz::inside::JsonVerdict;

std::string_view Text(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// A tree and its text. libFuzzer mutates an input several times in a row, so the text printed last
// is often the next input and need not be parsed again.
class LastTree {
 public:
  // The tree of the text, for modification; null if the text is not a tree.
  JsonNode* Read(std::string_view text) {
    if (!text_.empty() && text == text_) return &tree_;
    text_.clear();
    return ParseJsonTree(text, &tree_) == JsonVerdict::kTree ? &tree_ : nullptr;
  }

  // Writes the modified tree if it fits. Returns the size, or 0.
  size_t Write(uint8_t* data, size_t max_size) {
    text_ = PrintJsonTree(tree_);
    if (text_.size() > max_size) return 0;
    std::memcpy(data, text_.data(), text_.size());
    return text_.size();
  }

 private:
  JsonNode tree_;
  std::string text_;
};

constexpr unsigned kBrokenShare = 16;

// Writes the broken text if it fits. Returns the size, or 0.
size_t Break(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  uint64_t state = uint64_t{seed} * 2 + 1;
  const std::string broken =
      loadstone::fuzz::BreakText(std::string(Text(data, size)), [&](size_t bound) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<size_t>(state >> 33) % bound;
      });
  if (broken.size() > max_size) return 0;
  std::memcpy(data, broken.data(), broken.size());
  return broken.size();
}

LastTree& Last() {
  static LastTree* const last = new LastTree;
  return *last;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) size_t LLVMFuzzerCustomMutator(uint8_t* data,
                                                                                 size_t size,
                                                                                 size_t max_size,
                                                                                 unsigned seed) {
  JsonNode* const tree = (seed & 1) != 0 ? Last().Read(Text(data, size)) : nullptr;
  if (tree != nullptr) {
    JsonMutator(loadstone::fuzz::inside::TargetVocabulary(), seed).Mutate(tree);
    const size_t written = Last().Write(data, max_size);
    if (written != 0) return written;
  }
  if (seed % kBrokenShare == 0) {
    const size_t written = Break(data, size, max_size, seed);
    if (written != 0) return written;
  }
  return LLVMFuzzerMutate(data, size, max_size);
}

extern "C" __attribute__((visibility("default"))) size_t LLVMFuzzerCustomCrossOver(
    const uint8_t* data1, size_t size1, const uint8_t* data2, size_t size2, uint8_t* out,
    size_t max_out_size, unsigned seed) {
  // libFuzzer would cross inputs as often as it mutates them. A crossed input differs so much from
  // both that few are useful, so one in eight is enough. Without a result libFuzzer tries something
  // else.
  constexpr unsigned kOneIn = 8;
  if (seed % kOneIn != 0) return 0;
  JsonNode* const tree = Last().Read(Text(data1, size1));
  JsonNode other;
  if (tree == nullptr) return 0;
  if (ParseJsonTree(Text(data2, size2), &other) != JsonVerdict::kTree) return 0;
  JsonMutator(loadstone::fuzz::inside::TargetVocabulary(), seed).CrossOver(tree, &other);
  return Last().Write(out, max_out_size);
}
