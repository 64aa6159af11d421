// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_LAYER_ROOMS_H_
#define LOADSTONE_SUITES_VULKAN_LAYER_ROOMS_H_

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "suites/vulkan_layer/transcript.h"

namespace loadstone::suites {

// A count that is ignored where only the number of elements is asked for.
inline constexpr uint32_t kStaleCount = 77;
// More elements than any list here has.
inline constexpr size_t kMostElements = 128;

// The array of an application, which is larger than the room that it names.
template <typename Item>
class ListRoom {
 public:
  explicit ListRoom(const Item& empty) : items_(kMostElements, empty), empty_(empty) {}
  Item* data() { return items_.data(); }
  // Whether nothing was written behind the first `count` elements.
  bool UntouchedBehind(uint32_t count) const {
    for (size_t i = count; i < items_.size(); ++i) {
      if (std::memcmp(&items_[i], &empty_, sizeof(Item)) != 0) return false;
    }
    return true;
  }

 private:
  std::vector<Item> items_;
  Item empty_;
};

// Asks for a list with room for `room` of its `all` elements. `ask` takes the count and the array.
template <typename Item, typename Ask>
std::string WithRoom(const Item& empty, const Ask& ask, uint32_t room, uint32_t all) {
  ListRoom<Item> items(empty);
  uint32_t count = room;
  const VkResult result = ask(&count, items.data());
  if (!items.UntouchedBehind(room)) return "elements are written for which there is no room";
  if (count != std::min(room, all)) return "the count is not the number of elements written";
  return fmt::format("gives {}", static_cast<int>(result));
}

// In the probe: traces what a list does with each room. Numbers of elements are not compared with
// those without the layer, because a layer may add and remove some.
template <typename Item, typename Ask>
void TraceRooms(const std::string& name, const Item& empty, const Ask& ask) {
  uint32_t all = kStaleCount;
  TraceCall(name + " without an array", ask(&all, static_cast<Item*>(nullptr)));
  if (all == 0 || all >= kMostElements) return TraceNotOffered("list with elements");
  if (all > 1) TraceLine(name + " with room for one less " + WithRoom(empty, ask, all - 1, all));
  TraceLine(name + " with exact room " + WithRoom(empty, ask, all, all));
  TraceLine(name + " with more room " + WithRoom(empty, ask, all + 3, all));
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_LAYER_ROOMS_H_
