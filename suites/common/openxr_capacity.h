// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_OPENXR_CAPACITY_H_
#define LOADSTONE_SUITES_COMMON_OPENXR_CAPACITY_H_

#include <fmt/format.h>
#include <openxr/openxr.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace loadstone::suites {

// In the probe: what a function of the two-call idiom does wrong, in words, for an array of
// `prototype`; empty if it obeys the capacity. `call(capacity, count, array)` calls the function.
// Arrays with more than 64 elements are not judged.
template <typename Element, typename Call>
std::string CapacityFaults(const Element& prototype, const Call& call) {
  constexpr uint32_t kMost = 64;
  uint32_t total = ~uint32_t{0};
  const XrResult asked = call(0, &total, nullptr);
  if (asked != XR_SUCCESS || total == ~uint32_t{0}) {
    return fmt::format("capacity 0: XrResult {}, count {}", static_cast<int>(asked),
                       static_cast<int32_t>(total));
  }
  std::string faults;
  const auto ask = [&](uint32_t capacity, XrResult expected) {
    std::vector<Element> array(kMost + 2, prototype);
    uint32_t count = ~uint32_t{0};
    const XrResult result = call(capacity, &count, array.data());
    const bool beyond = std::memcmp(&array[capacity], &prototype, sizeof(prototype)) != 0;
    if (result == expected && count == total && !beyond) return;
    faults += fmt::format("{}capacity {} of {}: XrResult {}, count {}{}",
                          faults.empty() ? "" : "; ", capacity, total, static_cast<int>(result),
                          static_cast<int32_t>(count), beyond ? ", and it writes beyond" : "");
  };
  if (total == 0 || total > kMost) return {};
  if (total > 2) ask(1, XR_ERROR_SIZE_INSUFFICIENT);
  if (total > 1) ask(total - 1, XR_ERROR_SIZE_INSUFFICIENT);
  ask(total, XR_SUCCESS);
  ask(total + 1, XR_SUCCESS);
  return faults;
}

// An element with bytes that no function writes, except for its type and next.
template <typename Structure>
Structure UnwrittenXr(XrStructureType type) {
  Structure structure;
  std::memset(static_cast<void*>(&structure), 0xa5, sizeof(structure));
  structure.type = type;
  structure.next = nullptr;
  return structure;
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_OPENXR_CAPACITY_H_
