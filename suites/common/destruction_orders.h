// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_DESTRUCTION_ORDERS_H_
#define LOADSTONE_SUITES_COMMON_DESTRUCTION_ORDERS_H_

#include <algorithm>
#include <cstddef>
#include <vector>

// Orders in which an application destroys `count` objects, by their numbers from 0 on.
namespace loadstone::suites {

inline std::vector<size_t> FirstToLast(size_t count) {
  std::vector<size_t> order;
  for (size_t i = 0; i < count; ++i) order.push_back(i);
  return order;
}

inline std::vector<size_t> LastToFirst(size_t count) {
  std::vector<size_t> order = FirstToLast(count);
  std::reverse(order.begin(), order.end());
  return order;
}

// Every third one, from each of three beginnings.
inline std::vector<size_t> EveryThird(size_t count) {
  std::vector<size_t> order;
  for (const size_t begin : {1, 2, 0}) {
    for (size_t i = begin; i < count; i += 3) order.push_back(i);
  }
  return order;
}

struct DestructionOrder {
  const char* name;  // in the names of cases
  std::vector<size_t> (*objects)(size_t count);
};

inline constexpr DestructionOrder kDestructionOrders[] = {
    {"first_to_last", FirstToLast}, {"last_to_first", LastToFirst}, {"every_third", EveryThird}};

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_DESTRUCTION_ORDERS_H_
