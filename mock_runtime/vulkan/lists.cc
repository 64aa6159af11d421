// SPDX-License-Identifier: Apache-2.0
#include "mock_runtime/vulkan/lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mock_common/config.h"

namespace loadstone::mock {
namespace {

// Returns the digits that are present now, a part of `text`, and counts the query in the file.
char* DigitsNow(const char* path, char* text) {
  char* before = strchr(text, ':');
  char* after = strchr(text, '>');
  if (before == nullptr || after == nullptr) return text;
  *before++ = '\0';
  *after++ = '\0';
  const long queries = strtol(text, nullptr, 10);
  FILE* file = fopen(path, "w");
  if (file == nullptr) return before;
  if (queries > 0) {
    fprintf(file, "%ld:%s>%s", queries - 1, before, after);
  } else {
    fputs(after, file);
  }
  fclose(file);
  return queries > 0 ? before : after;
}

// The text of `command` in "in_turn" whose turn it is; null if it has none. All commands count
// together: a list changes between two queries of whatever kind.
const char* NextInTurn(const char* command) {
  static uint32_t queries = 0;
  const rapidjson::Value& texts = List(Object(Config(), "in_turn"), command);
  if (texts.Empty()) return nullptr;
  const uint32_t query = __atomic_fetch_add(&queries, 1, __ATOMIC_RELAXED);
  const rapidjson::Value& text = texts[query % texts.Size()];
  return text.IsString() ? text.GetString() : "";
}

// Replaces each name, and the version behind it, by characters that do not end.
void RemoveEnds(VkExtensionProperties* extensions, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) memset(&extensions[i], 'x', sizeof(extensions[i]));
}

}  // namespace

PresentElements::PresentElements(const char* command, const char* path, uint32_t all)
    : count_(all) {
  if (const char* digits = NextInTurn(command); digits != nullptr) {
    Keep(digits, all);
    return;
  }
  FILE* file = path[0] == '\0' ? nullptr : fopen(path, "r");
  if (file == nullptr) return;
  char text[64] = {};
  fread(text, 1, sizeof(text) - 1, file);
  fclose(file);
  Keep(DigitsNow(path, text), all);
}

void PresentElements::Keep(const char* digits, uint32_t all) {
  is_all_ = false;
  count_ = 0;
  for (const char* digit = digits; *digit != '\0' && count_ < kMost; ++digit) {
    const auto index = static_cast<uint32_t>(*digit - '0');
    if (*digit >= '0' && index < all) indexes_[count_++] = index;
  }
}

bool IsMisreportConfigured(const char* command, const char* word) {
  return strcmp(Text(Object(Config(), "misreport"), command, ""), word) == 0;
}

VkResult FillExtensions(const char* command, const ExtensionList& list, const char* present_file,
                        uint32_t* count, VkExtensionProperties* out) {
  const PresentElements present(command, present_file, list.count);
  const uint32_t room = *count;
  uint32_t filled = CountToFill(present.count(), count, out);
  if (WritesNoElement(command)) filled = 0;
  for (uint32_t i = 0; i < filled; ++i) out[i] = list.items[present[i]];
  if (IsMisreportConfigured(command, "names_without_end")) RemoveEnds(out, filled);
  return Misreport(command, count, out, ResultOfList(present.count(), room, out));
}

bool WritesNoElement(const char* command) { return IsMisreportConfigured(command, "no_elements"); }

VkResult Misreport(const char* command, uint32_t* count, const void* array, VkResult result) {
  if (array == nullptr) return result;
  if (IsMisreportConfigured(command, "one_too_many")) ++*count;
  if (IsMisreportConfigured(command, "far_too_many")) *count = UINT32_MAX;
  return IsMisreportConfigured(command, "never_complete") ? VK_INCOMPLETE : result;
}

}  // namespace loadstone::mock
