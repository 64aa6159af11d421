// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_WRONG_TYPES_H_
#define LOADSTONE_SUITES_COMMON_WRONG_TYPES_H_

#include <functional>
#include <string>
#include <vector>

namespace loadstone::suites {

enum class JsonKind { kNull, kBoolean, kNumber, kText, kList, kObject };

// The place of a value in a manifest, and the type that the document requires. The pointer is a
// JSON pointer in which # stands for any index of a list.
struct ManifestPlace {
  const char* pointer;
  JsonKind kind;
};

// A manifest format: a manifest with every member, with three elements in each list that a pointer
// passes through, and the places in it.
struct ManifestFormat {
  std::string manifest;
  std::vector<ManifestPlace> places;
};

// Manifests with a value of one wrong type at one place: a single manifest or, if the place is in a
// list, one each for the first, the middle and the last element.
struct WrongType {
  std::string name;  // in snake case: the place and the type
  std::function<std::vector<std::string>()> manifests;
};

// Each place with each wrong type. `format` must outlive the result. Manifests are made on request,
// because each probe starts with the registration of all cases.
std::vector<WrongType> WrongTypes(const ManifestFormat& format);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_WRONG_TYPES_H_
