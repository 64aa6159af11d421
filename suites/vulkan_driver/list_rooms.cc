// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan_driver/list_rooms.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string.h>

#include <algorithm>
#include <set>

#include "suites/common/component_app.h"

namespace loadstone::suites {
namespace {

// No list of a driver is longer.
constexpr uint32_t kMost = 4096;
// A count before a query without an array, in which it means nothing.
constexpr uint32_t kHuge = 0x7fffffff;
constexpr uint32_t kGuards = 8;
constexpr uint8_t kUntouched = 0xa5;
// A list that changes is asked for again.
constexpr int kAttempts = 3;

bool IsAccepted(VkResult error) {
  return error == VK_ERROR_OUT_OF_HOST_MEMORY || error == VK_ERROR_OUT_OF_DEVICE_MEMORY ||
         error == VK_ERROR_SURFACE_LOST_KHR || error == VK_ERROR_TOO_MANY_OBJECTS;
}

// An array with room for `room` elements and untouched elements after it.
class Array {
 public:
  Array(const ListFunction& list, uint32_t room, uint32_t all)
      : list_(list), elements_(std::max(room, all) + kGuards) {
    memory_.resize(elements_ * list.element_size / sizeof(uint64_t) + 1);
    memset(memory_.data(), kUntouched, memory_.size() * sizeof(uint64_t));
    if (Header() == 0) return;
    for (size_t i = 0; i < elements_; ++i) {
      VkBaseOutStructure header = {list.type, nullptr};
      memcpy(At(i), &header, sizeof(header));
    }
  }

  void* data() { return memory_.data(); }

  bool IsUntouched(size_t i) {
    const uint8_t* element = At(i);
    return std::all_of(element + Header(), element + list_.element_size,
                       [](uint8_t byte) { return byte == kUntouched; });
  }

  bool IsUntouchedFrom(size_t room) {
    for (size_t i = room; i < elements_; ++i) {
      if (!IsUntouched(i)) return false;
    }
    return true;
  }

 private:
  uint8_t* At(size_t i) {
    return reinterpret_cast<uint8_t*>(memory_.data()) + i * list_.element_size;
  }
  // The bytes of an element that the application writes.
  size_t Header() const {
    return list_.type == VK_STRUCTURE_TYPE_APPLICATION_INFO ? 0 : sizeof(VkBaseOutStructure);
  }

  const ListFunction& list_;
  size_t elements_;
  std::vector<uint64_t> memory_;
};

VkResult Call(const ListFunction& list, uint32_t* count, void* elements) {
  return Traced(list.name.c_str(), [&] { return list.call(count, elements); });
}

// What is wrong with a call with room for `room` of `all` elements.
void TryRoom(const ListFunction& list, uint32_t room, uint32_t all,
             std::vector<std::string>* wrong) {
  Array array(list, room, all);
  uint32_t count = room;
  const VkResult result = Call(list, &count, array.data());
  if (IsAccepted(result)) return;
  const auto add = [&](const std::string& what) {
    wrong->push_back(fmt::format("{}, room for {} of {}: {}", list.name, room, all, what));
  };
  const VkResult expected = room < all ? VK_INCOMPLETE : VK_SUCCESS;
  if (list.has_result && result != expected) {
    add(fmt::format("VkResult {} instead of {}", int{result}, int{expected}));
  }
  const uint32_t fits = std::min(room, all);
  if (result >= VK_SUCCESS && count != fits) {
    add(fmt::format("the count is {} instead of {}", count, fits));
  }
  if (!array.IsUntouchedFrom(room)) add("an element beyond the room was written");
  if (result < VK_SUCCESS) return;
  for (uint32_t i = 0; i < std::min(count, fits); ++i) {
    if (array.IsUntouched(i)) {
      add(fmt::format("element {} of {} was not written", i + 1, count));
      return;
    }
  }
}

// The number of all elements, from a query without an array. The result is VK_SUCCESS, or an error.
VkResult CountAll(const ListFunction& list, uint32_t initial, uint32_t* count) {
  *count = initial;
  return Call(list, count, nullptr);
}

// One attempt; `counts` gets the numbers of all elements, which differ if the list changes.
std::vector<std::string> Attempt(const ListFunction& list, std::vector<uint32_t>* counts) {
  std::vector<std::string> wrong;
  uint32_t all = 0;
  const VkResult result = CountAll(list, 0, &all);
  if (result < VK_SUCCESS) return {};
  if (result > VK_SUCCESS) {
    return {fmt::format("{} without an array: VkResult {}", list.name, int{result})};
  }
  counts->push_back(all);
  if (all > kMost) return {fmt::format("{} without an array: the count is {}", list.name, all)};
  uint32_t again = 0;
  if (CountAll(list, kHuge, &again) >= VK_SUCCESS && again != all) {
    wrong.push_back(fmt::format("{} without an array: the count is {} after 0, and {} after {}",
                                list.name, all, again, kHuge));
  }
  std::set<uint32_t> rooms = {0, 1, all, all + 1, all + 5};
  if (all > 0) rooms.insert({all - 1, all / 2});
  for (const uint32_t room : rooms) TryRoom(list, room, all, &wrong);
  if (CountAll(list, 0, &again) == VK_SUCCESS) counts->push_back(again);
  return wrong;
}

}  // namespace

std::vector<std::string> WrongRooms(const ListFunction& list) {
  std::vector<uint32_t> seen;
  for (int i = 0; i < kAttempts; ++i) {
    std::vector<uint32_t> counts;
    std::vector<std::string> wrong = Attempt(list, &counts);
    if (counts.empty() || counts.front() == counts.back()) return wrong;
    seen.insert(seen.end(), counts.begin(), counts.end());
  }
  return {fmt::format("{} without an array, several times in a row: the counts are {}", list.name,
                      fmt::join(seen, ", "))};
}

}  // namespace loadstone::suites
