// The entry points through which libFuzzer mutates: half the time it does so itself, half the time
// the text is changed as a JSON tree.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "fuzz/support/json_mutator.h"
#include "fuzz/support/target.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

using loadstone::fuzzing::JsonMutator;
using loadstone::fuzzing::JsonNode;
using loadstone::fuzzing::JsonVerdict;

std::string_view Text(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Writes the tree if it fits; the size, else 0.
size_t Write(const JsonNode& tree, uint8_t* data, size_t max_size) {
  const std::string text = PrintJsonTree(tree);
  if (text.size() > max_size) return 0;
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

}  // namespace

extern "C" __attribute__((visibility("default"))) size_t LLVMFuzzerCustomMutator(uint8_t* data,
                                                                                 size_t size,
                                                                                 size_t max_size,
                                                                                 unsigned seed) {
  JsonNode tree;
  if ((seed & 1) != 0 && ParseJsonTree(Text(data, size), &tree) == JsonVerdict::kTree) {
    JsonMutator(loadstone::fuzzing::TargetVocabulary(), seed).Mutate(&tree);
    const size_t written = Write(tree, data, max_size);
    if (written != 0) return written;
  }
  return LLVMFuzzerMutate(data, size, max_size);
}

extern "C" __attribute__((visibility("default"))) size_t LLVMFuzzerCustomCrossOver(
    const uint8_t* data1, size_t size1, const uint8_t* data2, size_t size2, uint8_t* out,
    size_t max_out_size, unsigned seed) {
  // libFuzzer would cross as often as it changes. What has been crossed differs much from both, so
  // that little of it is usable: rarely is enough. Without a result it does something else.
  constexpr unsigned kOneIn = 8;
  if (seed % kOneIn != 0) return 0;
  JsonNode tree;
  JsonNode other;
  if (ParseJsonTree(Text(data1, size1), &tree) != JsonVerdict::kTree) return 0;
  if (ParseJsonTree(Text(data2, size2), &other) != JsonVerdict::kTree) return 0;
  JsonMutator(loadstone::fuzzing::TargetVocabulary(), seed).CrossOver(&tree, &other);
  return Write(tree, out, max_out_size);
}
