// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_WRONG_TYPES_H_
#define LOADSTONE_SUITES_COMMON_WRONG_TYPES_H_

#include <functional>
#include <string>
#include <vector>

namespace loadstone::suites {

enum class JsonKind { kNull, kBoolean, kNumber, kText, kList, kObject };

// Where a manifest has a value, and of which type the document wants it. The pointer is a JSON
// pointer in which # is any place of a list.
struct ManifestPlace {
  const char* pointer;
  JsonKind kind;
};

// What a manifest format is: a manifest that has every member, with three elements in each list
// that a pointer goes through, and the places in it.
struct ManifestFormat {
  std::string manifest;
  std::vector<ManifestPlace> places;
};

// Manifests that have a value of one other type at one place: a single one, or, where the place is
// in a list, one each for the first element, the middle and the last.
struct WrongType {
  std::string name;  // in snake case: the place and the type
  std::function<std::vector<std::string>()> manifests;
};

// Each place with each type but its own. `format` outlives the result. Manifests are made
// when they are asked for: each probe starts with the registration of all cases.
std::vector<WrongType> WrongTypes(const ManifestFormat& format);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_WRONG_TYPES_H_
