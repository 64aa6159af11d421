// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_POLICY_KINDS_H_
#define LOADSTONE_HARNESS_POLICY_KINDS_H_

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace loadstone {

enum class Api { kVulkan, kOpenXr };

// What is judged. No policy is about an installer or a module alone: a case that judges one of them
// cites the policies of loaders or drivers.
enum class SubjectKind {
  kLoader,
  kLayer,
  kDriver,
  kHalModule,  // a driver that is a hardware module of Android
  kRuntime,
  kInstaller,
  kDevice,   // the image of an Android device
  kPackage,  // of Fuchsia
};

// The names in the catalogue, reports and the command line. They have static storage.
std::string_view Name(Api api);
std::string_view Name(SubjectKind kind);

// The inverse of Name(); nothing for a name that is unknown.
std::optional<Api> ApiFromName(std::string_view name);
std::optional<SubjectKind> SubjectKindFromName(std::string_view name);

// The names of the values of an enumeration.
template <typename Value, size_t kSize>
using NameTable = std::pair<Value, std::string_view>[kSize];

// The name of a value; "?" for one that the table does not have.
template <typename Value, size_t kSize>
std::string_view NameIn(const NameTable<Value, kSize>& table, Value value) {
  const auto entry = std::ranges::find(table, value, &std::pair<Value, std::string_view>::first);
  return entry == std::end(table) ? std::string_view("?") : entry->second;
}

// The value of a name; nothing for one that the table does not have.
template <typename Value, size_t kSize>
std::optional<Value> ValueIn(const NameTable<Value, kSize>& table, std::string_view name) {
  const auto entry = std::ranges::find(table, name, &std::pair<Value, std::string_view>::second);
  return entry == std::end(table) ? std::nullopt : std::optional<Value>(entry->first);
}

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_POLICY_KINDS_H_
