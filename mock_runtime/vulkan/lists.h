// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_LISTS_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_LISTS_H_

#include "mock_runtime/vulkan/model.h"

// Lists of a driver that change while a loader asks for them, and wrong answers about lists.
namespace loadstone::mock {

// Which elements of a list are present at the moment: those whose digits are in a file, or all if
// there is no file. The file contains digits, or "N:BEFORE>AFTER": BEFORE is present in the next N
// queries and AFTER from then on, when the file contains only AFTER. Each object is a query of
// `command`, which may have texts with digits "in_turn": then no file is read.
class PresentElements {
 public:
  PresentElements(const char* command, const char* file, uint32_t all);

  uint32_t count() const { return count_; }
  // The index in the list of the n-th present element.
  uint32_t operator[](uint32_t n) const { return is_all_ ? n : indexes_[n]; }

 private:
  void Keep(const char* digits, uint32_t all);

  static constexpr uint32_t kMost = 10;
  bool is_all_ = true;
  uint32_t count_;
  uint32_t indexes_[kMost] = {};
};

// Whether "misreport" has that word for the command.
bool IsMisreportConfigured(const char* command, const char* word);

// FillArray for the present elements of a list of extensions, as `command` answers.
VkResult FillExtensions(const char* command, const ExtensionList& list, const char* present_file,
                        uint32_t* count, VkExtensionProperties* out);

// Whether the command writes no elements into an array, although it returns their number.
bool WritesNoElement(const char* command);
// Makes the answer of a command about a list wrong, if that is configured; returns the result.
VkResult Misreport(const char* command, uint32_t* count, const void* array, VkResult result);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_LISTS_H_
